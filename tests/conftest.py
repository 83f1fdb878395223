"""Shared by all tests: paths to the examples' games."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


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
