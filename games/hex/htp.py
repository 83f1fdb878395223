"""Hex in HTP: how engines such as MoHex and Wolve are set up and asked.

HTP is GTP with Hex's moves: black joins top and bottom and moves first, a swap is `swap-pieces` or `swap-sides`
(notation.py). A position is its stones, in whatever order they are played.
"""

from __future__ import annotations

import itertools
from typing import Any

from boardai.game import Game
from boardai.games.hex.formats.notation import MoveText
from boardai.protocols.gtp import COLOURS, GtpEngine
from boardai.protocols.process import EngineError


class Engine(GtpEngine):
    """An HTP engine that plays Hex.

    Args:
        command: the program and its arguments.
        game: what is played.
        seconds: a move; sent to the engine by `time_settings` where it knows that; None: the engine's own limits.

    Raises:
        ValueError: no such program, or a limit that is not positive.
        EngineError: it does not speak HTP, or does not play on this board.
    """

    def __init__(self, command: str, game: Game, *, seconds: float | None = None) -> None:
        start = game.initial_state()
        # On a rhombus as HexGui writes it; on other boards nothing can be mirrored.
        self._text = MoveText("swap-pieces" if start.rows() == start.columns() else "swap-sides")
        super().__init__(command, game, seconds=seconds)

    def prepare(self, start: Any) -> None:
        """The board's size, and whether there is a swap, where the engine asks for that."""
        self.client.ask(f"boardsize {start.columns()} {start.rows()}")
        if self.client.knows("param_game"):
            self.client.ask(f"param_game allow_swap {int(start.swap_rule())}")

    def set_up(self, start: Any) -> None:
        """The stones, black's and white's in turn.

        Raises:
            EngineError: a swap has just been played: stones alone do not show it.
        """
        if start.swapped() and start.stones_played() == 1:
            raise EngineError(f"{self.name} has no command for a swap in a set-up position")
        stones: list[list[str]] = [[], []]
        for row in range(start.rows()):
            for column in range(start.columns()):
                colour = start.stone_at(row, column)
                if colour >= 0:
                    stones[colour].append(f"{chr(ord('a') + column)}{row + 1}")
        for pair in itertools.zip_longest(*stones):
            for colour, cell in zip(COLOURS, pair, strict=True):
                if cell is not None:
                    self.play(colour, cell)

    def notation(self) -> MoveText:
        """Moves as HTP writes them."""
        return MoveText(self._text.swap)
