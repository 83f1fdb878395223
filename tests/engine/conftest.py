"""One chess engine for the tests of a file: it takes a second to start."""

from collections.abc import Iterator

import pytest
from conversation import Conversation, conversation


@pytest.fixture(scope="module")
def running_chess() -> Iterator[Conversation]:
    with conversation("chess") as talk:
        yield talk


@pytest.fixture
def chess(running_chess: Conversation) -> Conversation:
    """The same program for all tests, at the beginning of a game."""
    running_chess.ask("stop", "ucinewgame", "setoption name MultiPV value 1", "isready", until="readyok")
    return running_chess
