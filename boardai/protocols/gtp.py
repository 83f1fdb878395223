"""GTP, the Go Text Protocol (version 2), as far as other board games use it.

A command is a line; the answer begins with `=` (done) or `?` (refused) and ends with an empty line. What moves and
positions look like is the game's dialect (`games/<name>/gtp.py`).

Specification: Gunnar Farnebäck, "Specification of the Go Text Protocol, version 2", 2002.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Sequence
from typing import Any, Protocol

from boardai.basics.quoting import quoted
from boardai.clocks.management import ClockState
from boardai.game import Game
from boardai.protocols.engine import Analysis, Engine
from boardai.protocols.process import EngineError, EngineResigned, LineProcess

COLOURS = ("black", "white")

_START_SECONDS = 30.0
_ANSWER_SECONDS = 30.0
_SLACK = 10.0  # seconds an engine may take beyond its time
_LONGEST = 3600.0


class GtpRefusal(EngineError):
    """The engine answered `?`."""


class GtpClient:
    """A GTP engine.

    Args:
        command: the program and its arguments, as typed in a shell.

    Raises:
        ValueError: there is no such program.
        EngineError: it does not speak GTP.
    """

    def __init__(self, command: str) -> None:
        self._process = LineProcess(command)
        try:
            self.name = self.ask("name", _START_SECONDS)
            self.commands = frozenset(self.ask("list_commands", _START_SECONDS).split())
        except EngineError:
            self._process.close()
            raise

    def ask(self, command: str, seconds: float = _ANSWER_SECONDS) -> str:
        """Sends a command and gives its answer without the `=`; several lines are joined by line breaks.

        Raises:
            GtpRefusal: it answered `?`.
            EngineError: it answered nonsense, not in time, or is gone.
        """
        self._process.send(command)
        end = time.monotonic() + seconds
        lines: list[str] = []
        while not lines or lines[-1]:
            line = self._process.read_until(lambda text: True, end - time.monotonic(), f"answer to {quoted(command)}")[
                0
            ]
            if not lines:
                if not line.strip():
                    continue  # empty lines between answers
                if line[0] not in "=?":
                    raise EngineError(
                        f"{self._process.name}: {quoted(command)} was answered by {quoted(line)}, which is not GTP"
                    )
            lines.append(line.rstrip())
        text = "\n".join([lines[0][1:].strip(), *lines[1:-1]]).strip()
        if lines[0][0] == "?":
            raise GtpRefusal(f"{self._process.name} refused {quoted(command)}: {text or 'no reason given'}")
        return text

    @property
    def peak_memory(self) -> int | None:
        """Bytes, the most that the engine has taken."""
        return self._process.peak_memory

    def knows(self, command: str) -> bool:
        """Whether it offers a command."""
        return command in self.commands

    def close(self) -> None:
        """Ends the engine."""
        self._process.close("quit")


class Notation(Protocol):
    """How the moves of one game are written; it follows the game move by move, and may be copied."""

    def colour_to_move(self, state: Any) -> int:
        """0 for black, 1 for white."""

    def read(self, state: Any, text: str) -> int:
        """Plays the legal action of a move's text and returns it; raises ValueError if there is none."""

    def write(self, state: Any, action: int) -> str:
        """The text of a legal action, which is played next."""


class PlainNotation:
    """Moves by the game's own texts, in capitals or not; the players are the colours."""

    def colour_to_move(self, state: Any) -> int:
        """The player to move."""
        return int(state.current_player())

    def read(self, state: Any, text: str) -> int:
        """The legal action of that text.

        Raises:
            ValueError: the text is not a move.
        """
        try:
            return int(state.action_from_string(text))
        except ValueError:
            return int(state.action_from_string(text.lower()))

    def write(self, state: Any, action: int) -> str:
        """The action's text."""
        return str(state.action_to_string(action))


class GtpEngine(Engine):
    """A GTP engine that plays a game: it gets the moves played, and returns its own.

    A subclass may replace parts for a game: `prepare`, `set_up`, `notation`, `play`.

    Args:
        command: the program and its arguments.
        game: the game.
        seconds: time per move; sent to the engine by `time_settings` if it has that; None: the engine's own limits.

    Raises:
        ValueError: no such program, or a limit that is not positive.
        EngineError: it does not speak GTP, or does not play this board.
    """

    def __init__(self, command: str, game: Game, *, seconds: float | None = None) -> None:
        if seconds is not None and not seconds > 0:
            raise ValueError(f"seconds must be above 0, not {seconds:g}")
        self.client = GtpClient(command)
        self.name = self.client.name
        self._seconds = seconds
        self._plain_start = game.initial_state()
        try:
            self.prepare(self._plain_start)
            if seconds is not None and self.client.knows("time_settings"):
                # No main time, one stone in each period. GTP only has whole seconds.
                self.client.ask(f"time_settings 0 {max(1, round(seconds))} 1")
        except EngineError:
            self.close()
            raise
        self._by_clock = False  # whether the engine knows that in this game
        self._start: Any = None
        self._played: list[int] = []
        self._now: Any = None
        self._notation = self.notation()

    def prepare(self, start: Any) -> None:
        """Sends the engine the board."""
        raise NotImplementedError

    def set_up(self, start: Any) -> None:
        """Sets up a position that is not the start, on a board that was cleared.

        Raises:
            EngineError: the engine cannot.
        """
        raise EngineError(f"{self.name} has no command to set up a position: it can only play from the start")

    def notation(self) -> Notation:
        """How moves are written, at the start of a game."""
        return PlainNotation()

    @property
    def peak_memory(self) -> int | None:
        """Bytes, the most that the engine has taken."""
        return self.client.peak_memory

    def analyse(
        self,
        start: Any,
        actions: list[int],
        clock_states: Sequence[ClockState] = (),
        root_actions: Sequence[int] = (),
    ) -> Analysis:
        """The engine's answer after these actions from that state; GTP reports only its move.

        Args:
            start: where the game began.
            actions: played since.
            clock_states: of both players' clocks, which the engine gets by `time_left` (GTP knows no increments);
                (): it keeps to its own limits.
            root_actions: none; GTP cannot say which moves to search.

        Raises:
            EngineResigned: it resigned.
            EngineError: no answer, or one that is no legal move.
            ValueError: moves are named.
        """
        if root_actions:
            raise ValueError(f"{self.name}: GTP cannot restrict the moves to search")
        if self._start is None or start != self._start or actions[: len(self._played)] != self._played:
            self._begin(start)
        for action in actions[len(self._played) :]:
            colour = COLOURS[self._notation.colour_to_move(self._now)]
            self.play(colour, self._notation.write(self._now, action))
            self._note(action)
        limit = _LONGEST if self._seconds is None else self._seconds + _SLACK
        mine = self._notation.colour_to_move(self._now)
        if clock_states:
            limit = self._send_times(mine, clock_states)
        answer = self.client.ask(f"genmove {COLOURS[mine]}", limit)
        if answer.strip().lower() == "resign":
            raise EngineResigned(f"{self.name} resigned")
        notation = copy.copy(self._notation)
        try:
            action = notation.read(self._now, answer.strip().lower())
        except ValueError as error:
            raise EngineError(f"{self.name}: genmove gave {quoted(answer)}: {error}") from None
        self._notation = notation
        self._note(action)
        return Analysis(action)

    def play(self, colour: str, move: str) -> None:
        """Sends the engine a move."""
        self.client.ask(f"play {colour} {move}")

    def _send_times(self, mine: int, clock_states: Sequence[ClockState]) -> float:
        """Sends the engine both clocks; returns the timeout of its answer."""
        mover = int(self._now.current_player())
        own = clock_states[mover]
        if not self._by_clock and self.client.knows("time_settings"):
            self.client.ask(f"time_settings {max(1, round(own.remaining))} 0 0")
        self._by_clock = True
        if self.client.knows("time_left"):
            for colour, player in ((mine, mover), (1 - mine, 1 - mover)):
                self.client.ask(f"time_left {COLOURS[colour]} {max(0, int(clock_states[player].remaining))} 0")
        return max(0.0, own.remaining) + _SLACK

    def _begin(self, start: Any) -> None:
        self.client.ask("clear_board")
        if start != self._plain_start:
            self.set_up(start)
        self._start, self._played, self._now = start.clone(), [], start.clone()
        self._by_clock = False
        self._notation = self.notation()

    def _note(self, action: int) -> None:
        self._played.append(action)
        self._now.apply(action)

    def close(self) -> None:
        """Ends the engine."""
        self.client.close()
