"""GTP, the Go Text Protocol (version 2): an agent as an engine for games whose moves are named after cells.

Player 0 is `black`, player 1 `white`. A command is answered when it is done: lines that come while the agent thinks
wait. What a game writes otherwise (Hex: who has which colour after a swap) it says by a `Notation` of its own, in
`serving.py` of its folder.

Specification: Gunnar Farnebäck, "Specification of the Go Text Protocol, version 2", 2002.
"""

from __future__ import annotations

import copy
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import boardai
from boardai.basics.quoting import quoted
from boardai.clocks.management import Budget, ClockState
from boardai.drawing import drawn
from boardai.engine.player import EnginePlayer
from boardai.engine.server import Console, Server, command
from boardai.game import Game
from boardai.players.player import Thought
from boardai.players.thinking import clock_budget
from boardai.protocols.gtp import COLOURS, Notation, PlainNotation
from boardai.protocols.process import EngineError
from boardai.search.limits import Limits
from boardai.search.results.result import SearchResult
from boardai.search.results.wording import written_line

_COLOUR_WORDS = {"b": 0, "black": 0, "w": 1, "white": 1}


class Refused(ValueError):
    """A command cannot be done; the message is sent to the other program."""


@dataclass(frozen=True)
class _Step:
    """The state after a command that played: the position, and the notation for the following moves."""

    state: Any
    notation: Notation


@dataclass
class _Times:
    """The values of `time_settings` and `time_left`, in seconds."""

    main: float = 0.0
    period: float = 0.0
    stones: int = 0
    left: dict[int, tuple[float, int]] = field(default_factory=dict)
    set: bool = True  # by `time_settings`; else only `time_left` has been sent

    def clock_state(self, colour: int) -> ClockState:
        """What that colour's clock shows."""
        seconds, stones = self.left.get(colour, (self.main, 0))
        if stones == 0 and seconds <= 0:
            seconds, stones = self.period, self.stones
        return ClockState(seconds, 0.0, stones)

    def spend(self, colour: int, seconds: float) -> None:
        """Deducts the time of that colour's move: for programs that send no `time_left`, the engine keeps the clock."""
        left, stones = self.left.get(colour, (self.main, 0))
        left -= seconds
        if stones == 0 and left <= 0 and self.stones > 0:
            # The move that runs into byo-yomi is the first of its stones.
            left, stones = left + self.period, self.stones
        if stones == 1:
            left, stones = self.period, self.stones
        elif stones > 1:
            stones -= 1
        self.left[colour] = (left, stones)

    def renewed(self) -> _Times | None:
        """As `time_settings` gave it, for a new game; None: it was not sent."""
        return _Times(self.main, self.period, self.stones) if self.set else None


class GtpServer(Server):
    """An agent behind GTP.

    Args:
        player: the agent.
        console: the program that talks to it.
    """

    def __init__(self, player: EnginePlayer, console: Console) -> None:
        super().__init__(player, console)
        self._id = ""
        self._times: _Times | None = None
        self._steps: list[_Step] = []
        self._clear_board([])

    # --- notation of a game, for subclasses ---

    def notation(self) -> Notation:
        """How moves are written, at the start of a game."""
        return PlainNotation()

    def resized(self, rows: int, columns: int) -> Game:
        """The game on a board of that size.

        Raises:
            ValueError: the text is not a move.
        """
        shown = getattr(self.player.game.initial_state(), "board_cells", None)
        lines = shown().splitlines() if shown is not None else []
        if [len(line) for line in lines] != [columns] * rows:
            raise Refused("unacceptable size")
        return self.player.game

    def board(self) -> str:
        """The position for people; no line of it is empty, which would end the answer."""
        return "\n".join(line or " " for line in drawn(self.state).strip("\n").splitlines())

    def score(self) -> str:
        """The result of the game, as `B+` and the margin.

        Raises:
            ValueError: the game continues.
        """
        if not self.state.is_terminal():
            raise Refused("the game is not over")
        outcome = int(self.state.outcome(0))
        return "0" if outcome == 0 else "B+" if outcome > 0 else "W+"

    # --- commands ---

    @property
    def state(self) -> Any:
        """The position on the board."""
        return self._steps[-1].state

    @property
    def _notation(self) -> Notation:
        """The notation of the next move, as a copy that may be modified."""
        return copy.copy(self._steps[-1].notation)

    def may_interrupt(self, line: str) -> bool:
        """Never: a command's answer comes before the next one's."""
        return False

    def obey(self, line: str) -> None:
        """Answers a command; an empty line and a comment are none."""
        words = re.sub(r"[\x00-\x1f\x7f]", " ", line.partition("#")[0]).split()
        if not words:
            return
        self._id = words.pop(0) if words[0].isdecimal() and words[0].isascii() else ""
        if not words:
            self.refuse("no command after the number")
            return
        method = self.method_of(words[0])
        if method is None:
            self.refuse("unknown command")
            return
        try:
            answer = method(words[1:])
        except (ValueError, EngineError) as error:
            self.refuse(str(error))
            return
        if answer is not None:
            self._succeed(answer)

    def refuse(self, reason: str) -> None:
        """Answers `?`."""
        self.console.say(f"?{self._id} {' '.join(reason.split())}", "")

    def progress(self, result: SearchResult) -> None:
        """Sends nothing: a command has one answer."""

    def warm_up_answer(self, state: Any, thought: Thought) -> None:
        """Writes and reads a move."""
        text = self.notation().write(state, thought.action)
        state.child(self.notation().read(state, text))

    def input_ended(self) -> None:
        """Still answers earlier requests."""

    def _succeed(self, answer: str) -> None:
        self.console.say(f"={self._id} {answer}".rstrip(" "), "")

    @command("protocol_version")
    def _protocol_version(self, words: list[str]) -> str:
        return "2"

    @command("name")
    def _name_of_program(self, words: list[str]) -> str:
        return "boardai"

    @command("version")
    def _version(self, words: list[str]) -> str:
        return boardai.__version__

    @command("known_command")
    def _known_command(self, words: list[str]) -> str:
        return "true" if words[:1] and words[0] in self.commands else "false"

    @command("list_commands")
    def _list_commands(self, words: list[str]) -> str:
        return "\n".join(self.commands)

    @command("komi")
    def _komi(self, words: list[str]) -> str:
        return ""  # of Go; programs send it to everybody

    @command("showboard")
    def _showboard(self, words: list[str]) -> str:
        return "\n" + self.board()

    @command("quit")
    def _quit(self, words: list[str]) -> str:
        self.leave()
        return ""

    @command("boardsize")
    def _boardsize(self, words: list[str]) -> str:
        sizes = [int(word) for word in words if word.isdecimal() and len(word) < 4]
        if len(sizes) != len(words) or len(sizes) not in (1, 2):
            raise Refused("expected boardsize COLUMNS, or COLUMNS ROWS")
        self.player.play(self.resized(sizes[-1], sizes[0]))
        return self._clear_board([])

    @command("clear_board")
    def _clear_board(self, words: list[str]) -> str:
        self._begin(self.player.game.initial_state())
        return ""

    def _begin(self, start: Any) -> None:
        """A new game from this position."""
        self._steps = [_Step(start, self.notation())]
        if self._times is not None:
            self._times = self._times.renewed()
        self.player.begin(start, [])

    @command("play")
    def _play(self, words: list[str]) -> str:
        if len(words) != 2:
            raise Refused("expected play COLOUR MOVE")
        state, notation = self._turn(colour_of(words[0])), self._notation
        action = notation.read(state, words[1])
        self._steps.append(_Step(state.child(action), notation))
        return ""

    def _turn(self, colour: int) -> Any:
        """The state in which this colour is to move: the one on the board, or after the other's forced pass.

        Raises:
            ValueError: the other one is to move, or the game is over.
        """
        state = self.state
        if state.is_terminal():
            raise Refused("the game is over")
        if self._notation.colour_to_move(state) == colour:
            return state
        (first, *others) = state.legal_actions()
        # Programs that leave out forced passes mean the move after it.
        if not others and state.action_to_string(first) == "pass":
            return state.child(first)
        raise Refused(f"it is {COLOURS[1 - colour]}'s turn")

    @command("undo")
    def _undo(self, words: list[str]) -> str:
        if len(self._steps) == 1:
            raise Refused("cannot undo")
        del self._steps[-1]
        return ""

    @command("final_score")
    def _final_score(self, words: list[str]) -> str:
        return self.score()

    # --- thinking ---

    @command("genmove")
    def _genmove(self, words: list[str]) -> None:
        state, began = self._asked(words), time.monotonic()

        def answered(thought: Thought) -> None:
            if self._times is not None:
                self._times.spend(self._notation.colour_to_move(state), time.monotonic() - began)
            self._succeed(self.follow(thought.action, state))

        self._think(state, answered)

    def follow(self, action: int, state: Any = None) -> str:
        """Plays an action on the board; how it is written.

        Args:
            action: a legal one.
            state: where; by default on the board.
        """
        state, notation = self.state if state is None else state, self._notation
        text = notation.write(state, action)
        self._steps.append(_Step(state.child(action), notation))
        return text

    @command("reg_genmove")
    def _reg_genmove(self, words: list[str]) -> None:
        state = self._asked(words)
        self._think(state, lambda thought: self._succeed(self._notation.write(state, thought.action)))

    def _asked(self, words: list[str]) -> Any:
        if len(words) != 1:
            raise Refused("expected a colour")
        return self._turn(colour_of(words[0]))

    def _think(self, state: Any, answered: Callable[[Thought], None]) -> None:
        self.think_about(state, Limits(), answered, self._budget(state))

    def _budget(self, state: Any) -> Budget | None:
        """The time allowed by the clock; None: no clock was set."""
        if self._times is None:
            return None
        return clock_budget(
            self.player, self.player.game, state, self._times.clock_state(self._notation.colour_to_move(state))
        )

    @command("time_settings")
    def _time_settings(self, words: list[str]) -> str:
        if len(words) != 3:
            raise Refused("expected time_settings MAIN PERIOD STONES")
        main, period, stones = _seconds(words[0]), _seconds(words[1]), _stones(words[2])
        # By the protocol a period without stones means no limit; no time at all is no clock either.
        untimed = (period > 0 and stones == 0) or main + period == 0
        self._times = None if untimed else _Times(main, period, stones)
        return ""

    @command("time_left")
    def _time_left(self, words: list[str]) -> str:
        if len(words) != 3:
            raise Refused("expected time_left COLOUR SECONDS STONES")
        colour, seconds, stones = colour_of(words[0]), _seconds(words[1]), _stones(words[2])
        if self._times is None:
            self._times = _Times(set=False)
        self._times.left[colour] = (seconds, stones)
        return ""

    # --- analysis ---

    @command("gogui-analyze_commands")
    def _analyze_commands(self, words: list[str]) -> str:
        """What GoGui and HexGui offer in their menus, one line each: kind, label, command."""
        return "\n".join(
            [
                "string/Value/boardai-value",
                "varc/Expected Line/boardai-line",
                "pspairs/Shares of Moves/boardai-shares",
                "move/Best Move/reg_genmove %c",
            ]
        )

    def analysis(self, words: list[str], formatted: Callable[[SearchResult], str]) -> None:
        """Thinks about the position on the board, and answers with the formatted result."""
        if self.state.is_terminal():
            raise Refused("the game is over")

        def answered(thought: Thought) -> None:
            if thought.result is None:
                self.refuse("the agent reports only its move")
            else:
                self._succeed(formatted(thought.result))

        self._think(self.state, answered)

    def expected(self, result: SearchResult) -> list[tuple[str, str]]:
        """The moves expected, each after its colour."""
        notation = self._notation

        def pair(state: Any, action: int) -> tuple[str, str]:
            return COLOURS[notation.colour_to_move(state)], notation.write(state, action)

        return written_line(result.state, result.pv, pair)

    @command("boardai-value")
    def _value(self, words: list[str]) -> None:
        """For the player to move; in points where the search reports a margin."""

        def formatted(result: SearchResult) -> str:
            value = result.value if result.margin is None else result.margin
            return "unproven" if value is None else f"{value:g}"

        self.analysis(words, formatted)

    @command("boardai-line")
    def _line(self, words: list[str]) -> None:
        self.analysis(words, lambda result: " ".join(word for pair in self.expected(result) for word in pair))

    @command("boardai-shares")
    def _shares(self, words: list[str]) -> None:
        """Moves and their shares of the policy, the largest first, in whole percents: a cell has room for them."""

        def formatted(result: SearchResult) -> str:
            ranked = [pair for pair in sorted(result.policy.items(), key=lambda pair: -pair[1]) if pair[1] >= 0.005]
            return " ".join(f"{self._notation.write(result.state, action)} {share:.0%}" for action, share in ranked)

        self.analysis(words, formatted)


def colour_of(word: str) -> int:
    """0 for black, 1 for white.

    Raises:
        ValueError: it is neither.
    """
    if word.lower() not in _COLOUR_WORDS:
        raise Refused(f"expected black or white, got {quoted(word)}")
    return _COLOUR_WORDS[word.lower()]


def _seconds(word: str) -> float:
    """A time; a negative one, after the flag has fallen, counts as 0.

    Raises:
        ValueError: it is not a number.
    """
    if re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", word) is None:
        raise Refused(f"expected seconds, got {quoted(word)}")
    return max(0.0, float(word))


def _stones(word: str) -> int:
    """Moves to go in a period; 0 or less: no period has started.

    Raises:
        ValueError: it is no number.
    """
    return 0 if re.fullmatch(r"-[0-9]{1,9}", word) else whole(word)


def whole(word: str) -> int:
    """A number of at least 0.

    Raises:
        ValueError: it is not a whole number.
    """
    if re.fullmatch(r"[0-9]{1,9}", word) is None:
        raise Refused(f"expected a whole number, got {quoted(word)}")
    return int(word)
