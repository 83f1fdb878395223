"""A position as data for the page, which draws it and plays on it."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any

from boardai.drawing import Board
from boardai.game import Game


def shown_position(game: Game, state: Any, before: Any = None, action: int | None = None) -> dict[str, Any]:
    """`boardai.drawing.Board` as plain data, with the game's notation as labels of actions.

    >>> from boardai.web.positions import shown_position
    >>> game = boardai.load("hex", size=3)
    >>> shown_position(game, game.initial_state())["actions"][4]["label"]
    'b2'

    Args:
        game: the game.
        state: of the game.
        before: the previous position; None: unknown.
        action: the action that led from there to this position.
    """
    board = Board.of(state, before=before, action=action).to_dict()
    for one in board["actions"]:
        one["label"] = game.format_action(state, one["action"])
    return board


# The place in a text, at the beginning of messages of the parsers of boards and positions.
_PLACE = re.compile(
    r"(?:board file, line \d+(?:, column \d+)?|FEN field \d+ \([^()]*\)|position text(?:, character \d+)?): "
)


@contextlib.contextmanager
def put_together() -> Iterator[None]:
    """Removes places in texts from error messages, because the board was set up by a visitor.

    >>> from boardai.web.positions import put_together
    >>> with put_together():
    ...     boardai.load("chess").from_cells(["........"] * 8, 0)
    Traceback (most recent call last):
    ValueError: White has 0 kings, expected 1
    """
    try:
        yield
    except ValueError as error:
        raise ValueError(_PLACE.sub("", str(error), count=1)) from None
