"""Fixtures of the command tests: the example games, which need no shipped game."""

from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="session")
def tic_tac_toe() -> str:
    """Spec of the game written in Python."""
    return str(EXAMPLES / "01_game_in_python.py")


@pytest.fixture(scope="session")
def connect_four() -> str:
    """Spec of the game written in C++ and compiled at run time."""
    return str(EXAMPLES / "02_connect_four.hpp")
