"""Reversi in GTP: commands for engines such as GRhino's `gtp-rhino`.

Vertices are those of our action texts (`d3`, rows from the top); players are `black` (the first) and `white`. Players
who must pass are skipped by some engines by themselves: GRhino knows no `play black pass` at all and answers `pass`
to a `genmove` out of turn. So a pass is offered, and where it is refused, the engine is taken to pass by itself.
A position other than the start is set by `grhino-setup_board`, where there is one; its text is that of our positions:
64 letters from a1 along the rows, `X` black, `O` white, `-` empty, and who moves.
"""

from __future__ import annotations

from typing import Any

from boardai.game import Game
from boardai.protocols.gtp import GtpEngine, GtpRefusal


class Engine(GtpEngine):
    """A GTP engine that plays Reversi on the standard board.

    Args:
        command: the program and its arguments.
        game: the game.
        seconds: time per move; sent to the engine by `time_settings` if it has that; None: the engine's own limits.

    Raises:
        ValueError: another board, no such program, or a limit that is not positive.
        EngineError: it does not speak GTP.
    """

    def __init__(self, command: str, game: Game, *, seconds: float | None = None) -> None:
        if game.spec != "reversi":
            raise ValueError(f"GTP engines play Reversi on the standard board, not {game.spec}")
        super().__init__(command, game, seconds=seconds)

    def prepare(self, start: Any) -> None:
        """The standard board's size."""
        self.client.ask("boardsize 8")

    def set_up(self, start: Any) -> None:
        """GRhino's own command.

        Raises:
            EngineError: the engine does not know it.
        """
        if not self.client.knows("grhino-setup_board"):
            super().set_up(start)
        self.client.ask(f"grhino-setup_board {start.to_string()}")

    def play(self, colour: str, move: str) -> None:
        """A pass that is refused was the engine's own business."""
        try:
            super().play(colour, move)
        except GtpRefusal:
            if move != "pass":
                raise
