"""Reversi in GTP: how engines such as GRhino's `gtp-rhino` are set up and asked.

Vertices are those of our action texts (`d3`, rows from the top); players are `black` (the first) and `white`. Players
who must pass are skipped by some engines by themselves: GRhino knows no `play black pass` at all and answers `pass`
to a `genmove` out of turn. So a pass is offered, and where it is refused, the engine is taken to pass by itself.
A position other than the start is set by `grhino-setup_board`, where there is one; its text is that of our positions:
64 letters from a1 along the rows, `X` black, `O` white, `-` empty, and who moves.
"""

from __future__ import annotations

from typing import Any

from boardai.game import Game
from boardai.protocols.gtp import GtpClient, GtpRefusal
from boardai.protocols.process import EngineError
from boardai.quoting import quoted

_COLOURS = ("black", "white")
_SLACK = 10.0  # seconds an engine may take beyond its time
_LONGEST = 3600.0


class Engine:
    """A GTP engine that plays Reversi on the standard board.

    Args:
        command: the program and its arguments.
        game: what is played.
        seconds: a move; told to the engine by `time_settings` where it knows that; None: the engine's own limits.

    Raises:
        ValueError: another board, no such program, or a limit that is not positive.
        EngineError: it does not speak GTP.
    """

    def __init__(self, command: str, game: Game, *, seconds: float | None = None) -> None:
        if game.spec != "reversi":
            raise ValueError(f"GTP engines play Reversi on the standard board, not {game.spec}")
        if seconds is not None and not seconds > 0:
            raise ValueError(f"seconds must be above 0, not {seconds:g}")
        self._client = GtpClient(command)
        self.name = self._client.name
        self._seconds = seconds
        self._plain_start = game.initial_state()
        try:
            self._client.ask("boardsize 8")
            if seconds is not None and self._client.knows("time_settings"):
                # No main time, one stone in each period. GTP has whole seconds only.
                self._client.ask(f"time_settings 0 {max(1, round(seconds))} 1")
        except EngineError:
            self.close()
            raise
        self._start: Any = None
        self._played: list[int] = []
        self._now: Any = None

    def best_action(self, start: Any, actions: list[int]) -> int:
        """The engine's answer after these actions from that state.

        Raises:
            EngineError: no answer, or one that is no legal move.
        """
        if self._start is None or start != self._start or actions[: len(self._played)] != self._played:
            self._set(start)
        for action in actions[len(self._played) :]:
            self._play(action)
        limit = _LONGEST if self._seconds is None else self._seconds + _SLACK
        answer = self._client.ask(f"genmove {_COLOURS[self._now.current_player()]}", limit)
        try:
            action = int(self._now.action_from_string(answer.strip().lower()))
        except ValueError as error:
            raise EngineError(f"{self.name}: genmove gave {quoted(answer)}: {error}") from None
        self._note(action)
        return action

    def _set(self, start: Any) -> None:
        self._client.ask("clear_board")
        if start != self._plain_start:
            if not self._client.knows("grhino-setup_board"):
                raise EngineError(f"{self.name} has no command that sets up a position, only the start can be played")
            self._client.ask(f"grhino-setup_board {start.to_string()}")
        self._start, self._played, self._now = start.clone(), [], start.clone()

    def _play(self, action: int) -> None:
        move = self._now.action_to_string(action)
        try:
            self._client.ask(f"play {_COLOURS[self._now.current_player()]} {move}")
        except GtpRefusal:
            if move != "pass":
                raise
        self._note(action)

    def _note(self, action: int) -> None:
        self._played.append(action)
        self._now.apply(action)

    def close(self) -> None:
        """Ends the engine."""
        self._client.close()
