"""Shared by all tests: paths to the examples' games."""

import signal
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# A shell starts its background jobs deaf to Ctrl-C, and the programs that tests start would inherit it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository's root."""
    return ROOT


@pytest.fixture
def tic_tac_toe() -> str:
    """Path of a game written in Python."""
    return str(ROOT / "examples" / "01_game_in_python.py")


@pytest.fixture
def connect_four() -> str:
    """Path of a game written in C++, compiled when it is loaded."""
    return str(ROOT / "examples" / "02_connect_four.hpp")
