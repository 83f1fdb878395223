"""A position as pages draw it and play on it."""

from __future__ import annotations

from typing import Any

from boardai.drawing import Board
from boardai.game import Game


def shown_position(game: Game, state: Any, before: Any = None, action: int | None = None) -> dict[str, Any]:
    """`boardai.drawing.Board` as plain data, its actions labelled as people write them.

    >>> from boardai.web.positions import shown_position
    >>> game = boardai.load("hex", size=3)
    >>> shown_position(game, game.initial_state())["actions"][4]["label"]
    'b2'

    Args:
        game: the game.
        state: of the game.
        before: the position before it; None: none is known.
        action: that led from there to it.
    """
    board = Board.of(state, before=before, action=action).to_dict()
    for one in board["actions"]:
        one["label"] = game.format_action(state, one["action"])
    return board
