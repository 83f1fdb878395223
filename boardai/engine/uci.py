"""UCI, the Universal Chess Interface: an agent as an engine for chess programs, and for any game in UCI's shape.

A game that is not chess writes its positions after `fen` and its moves after `moves` by its own texts. What a game
knows better (chess: Chess960, books, centipawns) it adds in `serving.py` of its folder.

What cannot be understood is reported by an `info string` and changes nothing; a `go` is answered by a `bestmove` in any
case, which is `(none)` where there is no legal move or no position.

Specification: Rudolf Huber, Stefan Meyer-Kahlen, "Description of the universal chess interface (UCI)", 2006.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import boardai
from boardai.basics.quoting import quoted
from boardai.basics.setting import Setting
from boardai.clocks import management
from boardai.clocks.management import Budget, ClockState
from boardai.engine.player import EnginePlayer
from boardai.engine.server import Console, Server, command
from boardai.players.player import Thought
from boardai.players.thinking import clock_budget
from boardai.protocols.uci_options import BUTTON, EMPTY, option_line, option_text, read_value
from boardai.search.kind import SEARCHES
from boardai.search.limits import LONGEST, Limits
from boardai.search.perft import count
from boardai.search.results.result import SearchResult
from boardai.search.results.wording import EVALUATION_LIMIT, KNOWN_WIN_PLIES, plies_to_win, written_line

# Options of searches that UCI has names for.
_STANDARD = {
    "table_megabytes": "Hash",
    "megabytes": "Hash",
    "tree_mb": "Hash",
    "threads": "Threads",
    "multi_pv": "MultiPV",
}
_LARGEST_SPIN = 2**31 - 1
# Per mille of win, draw and loss where the outcome is known. Elsewhere they are not sent: a search knows the value of
# a position, not the probability of a draw.
_WDL = {1: "1000 0 0", 0: "0 1000 0", -1: "0 0 1000"}
_DEEPEST = 2**31 - 1  # plies that searches take
_LONGEST = 1e8  # seconds; three years
_MATE_DEPTH = 4  # depth of `go mate` in relation to its moves, so that reduced lines are searched in full
_NUMBERS = (
    "wtime", "btime", "winc", "binc", "movestogo", "movetime", "depth", "nodes", "mate", "perft",
)  # fmt: skip
_MAY_BE_NOTHING = ("wtime", "btime", "perft")
_CLOCKS = (("wtime", "winc"), ("btime", "binc"))  # and increments, of both players
_SETOPTION = re.compile(r"name\s+(\S.*?)(?:\s+value(?:\s+(.*))?)?", re.DOTALL)
_CERTAIN = 20_000  # centipawns of a win of unknown length, as Stockfish reports them
_WORDS = ("infinite", "ponder", "searchmoves")


@dataclass
class Go:
    """The request of a `go`.

    Attributes:
        numbers: by their words, milliseconds as they came.
        flags: `infinite`, `ponder`.
        actions: of `searchmoves`.
    """

    numbers: dict[str, int] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)
    actions: list[int] = field(default_factory=list)


class UciServer(Server):
    """An agent behind UCI.

    Args:
        player: the agent.
        console: the program that talks to it.
    """

    def __init__(self, player: EnginePlayer, console: Console) -> None:
        super().__init__(player, console)
        self._state: Any = player.game.initial_state()  # None: of a `position` that could not be understood
        self._overhead = round(1000 * management.DEFAULT_OVERHEAD)  # ms
        self._go = Go()
        self._last_lines: list[str] = []  # the last progress, without the effort it took
        self._shows_wdl = False  # chances of win, draw and loss alongside a score
        self._held: str | None = None  # the answer, before it may be given
        self._holding = False
        self._verdicts: Mapping[int, int] = {}  # of the position's moves, where the game knows them
        self._options = {option.name.lower(): (option, take) for option, take in self.options()}

    # --- parts that a game may replace ---

    def options(self) -> list[tuple[Setting, Callable[[str], None]]]:
        """All options in the order they are shown, each with what takes a value; ValueError refuses one."""
        return [
            (Setting(self._overhead, low=0, high=5000, name="Move Overhead", kinds=(int,)), self._set_overhead),
            (Setting(False, name="Ponder", kinds=(bool,)), lambda text: None),  # `go ponder` has the information
            (Setting(False, name="UCI_ShowWDL", kinds=(bool,)), self._show_wdl),
            (
                Setting(name="Clear Hash", kinds=(BUTTON,)),
                lambda text: self.player.begin(self.player.game.initial_state(), []),
            ),
            *(self._agents_option(name, one) for name, one in self.player.options.items()),
        ]

    def read_position(self, text: str) -> Any:
        """The state of the text after `fen`.

        Raises:
            ValueError: the text is not a move.
        """
        return self.player.game.from_string(text)

    def played(self, start: Any, moves: list[str]) -> Any:
        """The state after these moves.

        Raises:
            ValueError: a move is illegal; the message names it.
        """
        state = start.clone()
        for number, move in enumerate(moves, 1):
            try:
                state.apply(self.read_move(state, move))
            except ValueError as error:
                raise ValueError(f"move {number}: {error}") from None
        return state

    def read_move(self, state: Any, text: str) -> int:
        """The legal action of a move's text.

        Raises:
            ValueError: the text is not a position.
        """
        return int(state.action_from_string(text))

    def write_move(self, state: Any, action: int) -> str:
        """A move's text."""
        return str(state.action_to_string(action))

    def at_once(self, state: Any, actions: list[int]) -> tuple[int, str] | None:
        """A move that needs no search, with its source; None: the agent has to search.

        Used if a clock runs. An analysis is searched.

        Args:
            state: where.
            actions: the only moves that may be played; []: all.
        """
        return None

    def verdicts(self, state: Any) -> Mapping[int, int]:
        """The proven value of each move: 2 won, -2 lost, 0 drawn, 1 and -1 drawn only by a rule.

        Of an analysis it is the value that is reported. {}: nothing is known.

        Args:
            state: where.
        """
        return {}

    def most_nodes(self, asked: int | None) -> int | None:
        """The limit of nodes for a move, if this many are requested; None: no limit."""
        return asked

    def expectation_score(self, value: float) -> str:
        """An expected outcome in [-1, 1] after the word `score`; "" where the game has no unit for it."""
        return ""

    # --- commands ---

    def obey(self, line: str) -> None:
        """Executes a line; words before a command are skipped, as the protocol requires."""
        for found in re.finditer(r"\S+", line):
            if (method := self.method_of(found[0])) is not None:
                method(line[found.end() :].strip())
                return
        if line.strip():
            self.refuse(f"unknown command {quoted(line)}")

    def remark(self, text: str) -> None:
        """Sends a text for people, in an `info string`."""
        self.console.say(f"info string {' '.join(text.splitlines())}")

    def refuse(self, reason: str) -> None:
        """Sends the reason as a remark: UCI has no errors."""
        self.remark(reason)

    @property
    def is_busy(self) -> bool:
        """Whether a `bestmove` is due."""
        return self.is_thinking or self._held is not None

    def may_interrupt(self, line: str) -> bool:
        """The commands during a search; what follows a `stop` applies after its answer."""
        word = self._command_in(line)
        return bool(word) and self.commands[word].meanwhile and not self.is_stopping

    def heard(self, line: str) -> bool:
        """A `quit` is a goodbye."""
        return self._command_in(line) == "quit"

    def _command_in(self, line: str) -> str:
        return next((word for word in line.split() if word in self.commands), "")

    def answer_now(self) -> None:
        """Also what waits for a `stop` or `ponderhit`."""
        self._holding = False
        if self._held is not None:
            self._release()
        else:
            super().answer_now()

    def is_for_what_waits(self, line: str) -> bool:
        """A `stop` or `ponderhit` after a `go` that waits is for that one.

        A search that ends by nothing else is its business all the same.
        """
        if self._holding or not {"stop", "ponderhit"} & set(line.split()):
            return False
        return any("go" in waiting.split() for waiting in self.waiting)

    def is_greeting(self, line: str) -> bool:
        """A `uci`, at once."""
        return line.split() == ["uci"]

    def input_ended(self) -> None:
        """Ends what only a `stop` would have ended; a search with a limit continues to its answer."""
        if self._holding:
            self._release()

    def warm_up_answer(self, state: Any, thought: Thought) -> None:
        """Writes and reads lines and moves."""
        self._answer_lines(state, thought)
        self.played(self.read_position(state.to_string()), [self.write_move(state, thought.action)])
        self._budget(Go({"wtime": 1000, "btime": 1000}))

    @command("uci")
    def _uci(self, rest: str) -> None:
        self.console.say(
            f"id name {self.player.name}",
            f"id author the authors of boardai {boardai.__version__}",
            *(option_line(option) for option, _ in self._options.values()),
            "uciok",
        )

    @command("isready", meanwhile=True)
    def _isready(self, rest: str) -> None:
        if not self.is_busy:
            self.player.prepare(self.player.game.initial_state())
        self.console.say("readyok")

    @command("setoption")
    def _setoption(self, rest: str) -> None:
        found = _SETOPTION.fullmatch(rest)
        if found is None:
            self.refuse("setoption name NAME value VALUE is how an option is set")
            return
        # A value is kept as it came: two blanks in a path are two.
        name, text = " ".join(found[1].split()), found[2] or ""
        if name.lower() not in self._options:
            self.refuse(f"unknown option {quoted(name)}")
            return
        option, take = self._options[name.lower()]
        try:
            take(read_value(option, "" if text == EMPTY else text))
        except ValueError as error:
            self.refuse(f"setoption: {error}")

    @command("ucinewgame")
    def _ucinewgame(self, rest: str) -> None:
        self._state = self.player.game.initial_state()
        self.player.begin(self._state, [])

    @command("position")
    def _position(self, rest: str) -> None:
        words = rest.split()
        place = words.index("moves") if "moves" in words else len(words)
        kind, text, moves = words[:1], " ".join(words[1:place]), words[place + 1 :]
        self._state = None  # should this one be wrong, no other is taken for it
        try:
            if kind == ["startpos"]:
                start = self.player.game.initial_state()
            elif kind == ["fen"]:
                start = self.read_position(text)
            else:
                raise ValueError(f"expected startpos or fen, not {quoted(' '.join(kind))}")
            self._state = self.played(start, moves)
        except ValueError as error:
            self.refuse(f"position: {error}")

    @command("quit")
    def _quit(self, rest: str) -> None:
        self.leave()

    @command("debug", meanwhile=True)
    def _debug(self, rest: str) -> None:
        """Of the protocol, and without a meaning here."""

    @command("register")
    def _register(self, rest: str) -> None:
        """Without a meaning here as well."""

    # --- thinking ---

    @command("go")
    def _begin(self, rest: str) -> None:
        words = rest.split()
        if self._state is None or (self._state.is_terminal() and "perft" not in words):
            self.refuse("no position to think about" if self._state is None else "the game is over")
            if self._state is not None:
                self.console.say(self._final_score())
            self._go = Go(flags={word for word in ("infinite", "ponder") if word in words})
            self._holding = bool(self._go.flags)
            self._give("bestmove (none)")
            return
        self._go = go = self._read_go(words)
        self._last_lines = []
        if "perft" in go.numbers:
            self._perft(go.numbers["perft"])
            return
        self._holding = bool({"infinite", "ponder"} & go.flags)
        self._verdicts = {}
        if self._plays_by_clock(go):
            known = self.at_once(self._state, go.actions)
            if known is not None:
                self.remark(f"{self.write_move(self._state, known[0])} is from {known[1]}")
                self._answer(Thought(known[0]))
                return
        else:
            self._verdicts = self.verdicts(self._state)
        self.think_about(self._state, self._limits(go), self._answer, None if self._holding else self._budget(go))

    def _plays_by_clock(self, go: Go) -> bool:
        """Whether one move is wanted by some time; anything else is an analysis."""
        clock = (*_CLOCKS[self._state.current_player()][:1], "movetime")
        analysis = "infinite" in go.flags or "mate" in go.numbers or self._multi_pv > 1
        return not analysis and any(word in go.numbers for word in clock)

    @property
    def _multi_pv(self) -> int:
        return int(self.player.value_of("multi_pv")) if "multi_pv" in self.player.options else 1

    def _read_go(self, words: list[str]) -> Go:
        """Parses the words after `go`; unknown ones are reported and skipped."""
        go = Go()
        place = 0
        while place < len(words):
            word = words[place]
            place += 1
            if word in ("infinite", "ponder"):
                go.flags.add(word)
            elif word in _NUMBERS:
                text = words[place] if place < len(words) else ""
                if text.removeprefix("-").isdecimal() and len(text) < 16:
                    # Programs send 0 or less for no limit; but a clock may also have run out.
                    if int(text) > 0 or word in _MAY_BE_NOTHING:
                        go.numbers[word] = int(text)
                else:
                    self.refuse(f"go {word}: expected a whole number, got {quoted(text)}")
                place += text not in (*_NUMBERS, *_WORDS)
            elif word == "searchmoves":
                while place < len(words) and words[place] not in (*_NUMBERS, *_WORDS):
                    try:
                        go.actions.append(self.read_move(self._state, words[place]))
                    except ValueError as error:
                        self.refuse(f"go searchmoves: {error}")
                    place += 1
            else:
                self.refuse(f"go: unknown word {quoted(word)}")
        return go

    def _budget(self, go: Go) -> Budget | None:
        """The time allowed by the clocks; None: no clock was given."""
        overhead = self._overhead / 1000
        if "movetime" in go.numbers:
            return management.budget_from_seconds(_seconds(go.numbers["movetime"]), overhead)
        mine, increment = _CLOCKS[self._state.current_player()]
        if mine not in go.numbers:
            return None
        if len(go.actions) == 1:
            return Budget(management.LEAST, management.LEAST)  # nothing is decided
        clock_state = ClockState(
            _seconds(go.numbers[mine]), _seconds(go.numbers.get(increment, 0)), go.numbers.get("movestogo")
        )
        return clock_budget(self.player, self.player.game, self._state, clock_state, overhead)

    def _limits(self, go: Go) -> Limits:
        """The limits besides the clocks."""
        depth, mate = go.numbers.get("depth"), go.numbers.get("mate")
        if mate is not None:
            depth = min(depth or _MATE_DEPTH * mate, _MATE_DEPTH * mate)
        return Limits(
            depth=None if depth is None else min(depth, _DEEPEST),
            nodes=self.most_nodes(go.numbers.get("nodes")),
            seconds=LONGEST if self._holding else None,
            root_actions=self._looked_at(go.actions) or None,
        )

    def _looked_at(self, actions: list[int]) -> tuple[int, ...]:
        """The moves to search: with verdicts, those of the best ones that give as many lines as are wanted."""
        if not self._verdicts:
            return tuple(dict.fromkeys(actions))
        allowed = actions or self._state.legal_actions()
        ranked = sorted(dict.fromkeys(allowed), key=lambda action: -self._verdicts[action])
        least = self._verdicts[ranked[: self._multi_pv][-1]]
        return tuple(action for action in ranked if self._verdicts[action] >= least)

    def progress(self, result: SearchResult) -> None:
        """Reports it by `info` lines, each once, and ends a search whose mate is found."""
        lines, effort = self._info(result), self._effort(result)
        last_info = [line.replace(effort, "") for line in lines]
        self.console.say(*(lines if last_info != self._last_lines else [f"info {effort}"]))
        self._last_lines = last_info
        mate = self._go.numbers.get("mate")
        found = result.plies_to_end is not None and result.outcome == 1
        if mate is not None and found and (result.plies_to_end + 1) // 2 <= mate:  # type: ignore[operator]
            self.stop()

    def _answer(self, thought: Thought) -> None:
        *lines, answer = self._answer_lines(self._state, thought)
        if lines:
            self.console.say(*lines)
        self._give(answer)

    def _give(self, answer: str) -> None:
        """Answers, as soon as that is allowed."""
        if self._holding:
            self._held = answer
        else:
            self.console.say(answer)

    def _answer_lines(self, state: Any, thought: Thought) -> list[str]:
        """Reports the result and the move, with the expected reply."""
        result = thought.result
        lines = self._info(result) if result is not None else []
        if thought.remark:
            lines.append(f"info string {thought.remark}")
        if result is not None and result.is_unsearched:
            lines.append("info string no depth was completed: nothing is known of this move")
        line = [] if result is None else self._lines(result)[0]
        action = line[0] if line and self._verdicts else thought.action
        answer = f"bestmove {self.write_move(state, action)}"
        if len(line) > 1:
            reply = line[1]
            after = state.child(action)
            if not after.is_terminal() and after.is_legal(reply):
                answer += f" ponder {self.write_move(after, reply)}"
        return [*lines, answer]

    def _release(self) -> None:
        """The result of the search may be reported; the search ends."""
        self._holding = False
        if self._held is not None:
            answer, self._held = self._held, None
            self.console.say(answer)
        else:
            self.stop()

    @command("stop", meanwhile=True)
    def _stop(self, rest: str) -> None:
        self._release()

    @command("ponderhit", meanwhile=True)
    def _ponderhit(self, rest: str) -> None:
        if not self._holding or "infinite" in self._go.flags:
            return
        if self._held is not None:  # there is nothing to think about, perhaps not even a position
            self._release()
            return
        budget = self._budget(self._go)
        limited = {"depth", "nodes", "mate"} & self._go.numbers.keys()
        self._holding = False
        if budget is None and not limited:
            self._release()
        elif budget is not None:
            self.limit(budget)

    def _perft(self, depth: int) -> None:
        """Counts the leaves below each move."""
        state = self._state
        if depth < 1:
            self.refuse("go perft: expected a depth of at least 1")
            self.console.say("bestmove (none)")  # the other program waits for an answer
            return

        def work(report: Any, halted: Callable[[], bool]) -> list[tuple[int, int]]:
            return [(action, count(state.child(action), depth - 1)) for action in state.legal_actions() if not halted()]

        def answered(counts: list[tuple[int, int]]) -> None:
            total = sum(number for _, number in counts)
            rows = [f"{self.write_move(state, action)}: {number}" for action, number in counts]
            self.console.say(*rows, "", f"Nodes searched: {total}", "")

        self.think(work, answered)

    # --- reports ---

    def _info(self, result: SearchResult) -> list[str]:
        """The `info` lines of a result: one per variation, the best first."""
        state, effort, last_info = self._state, self._effort(result), []
        for number, line in enumerate(self._lines(result), 1):
            is_best = line[:1] == result.pv[:1]
            value = result.value if is_best else result.action_values.get(line[0])
            parts = [f"info depth {self._depth(result)}"]
            longest = result.notes.get("selective depth") or (result.depth if result.simulations else None)
            if longest:
                parts.append(f"seldepth {longest}")
            parts.append(f"multipv {number}")
            score = self._score(result, value, line[0] if line else None, is_best)
            if score:
                parts.append(f"score {score}")
            outcome = _decided(result, value, is_best)[0]
            if outcome is None and line and line[0] in self._verdicts:
                outcome = _outcome_of(self._verdicts[line[0]])
            if score and self._shows_wdl and outcome is not None:
                parts.append(f"wdl {_WDL[outcome]}")
            parts.append(effort)
            if line:
                parts.append(f"pv {' '.join(written_line(state, line, self.write_move))}")
            last_info.append(" ".join(parts))
        return last_info

    def _lines(self, result: SearchResult) -> list[list[int]]:
        """The variations to report, the best first; [[]]: there is none."""
        others = [line for line in result.notes.get("lines", ()) if line and line[:1] != result.pv[:1]]
        lines = [list(result.pv), *others[: self._multi_pv - 1]]
        if self._verdicts and all(lines):
            lines.sort(key=lambda line: -self._verdicts[line[0]])
        return lines

    @staticmethod
    def _depth(result: SearchResult) -> int:
        """Plies searched in full; of a tree, the length of the line it expects."""
        return len(result.pv) if result.simulations else result.depth

    @staticmethod
    def _effort(result: SearchResult) -> str:
        milliseconds = round(1000 * result.seconds)
        parts = [f"nodes {result.simulations or result.nodes}"]
        if milliseconds > 0:
            parts.append(f"nps {round(result.nodes_per_second)}")
        if result.hash_use is not None:
            parts.append(f"hashfull {round(1000 * result.hash_use)}")
        return " ".join([*parts, f"time {milliseconds}"])

    def _score(self, result: SearchResult, value: float | None, action: int | None, best: bool) -> str:
        """The words after `score`; "" if the value is unknown."""
        bound = {"at least": " lowerbound", "at most": " upperbound"}
        last_info = (
            result.notes.get("value is", "") if best else result.bounds.get(-1 if action is None else action, "")
        )
        outcome, plies = _decided(result, value, best)
        if plies is not None and outcome:
            # In moves of the mating side, which makes the last ply.
            moves = (plies + 1) // 2 if outcome > 0 else -(plies // 2)
            return f"mate {moves}{bound.get(last_info, '')}"
        if action is not None and action in self._verdicts:
            return f"cp {_CERTAIN * _outcome_of(self._verdicts[action])}"
        if value is None:
            return ""
        known = SEARCHES.get(result.method)
        if known is None or not known.scoring:
            return self.expectation_score(float(value))
        if result.point:  # hundredths of a point, whatever the evaluation counts
            value = 100 * value / result.point
        return f"cp {round(value)}{bound.get(last_info, '')}"

    def _final_score(self) -> str:
        """The value of a finished game for the player who would move."""
        outcome = int(self._state.outcome(self._state.current_player()))
        # UCI has no word for a game that is won already.
        score = {-1: "mate 0", 0: "cp 0", 1: "mate 1"}[outcome]
        return f"info depth 0 score {score}" + (f" wdl {_WDL[outcome]}" if self._shows_wdl else "")

    # --- options ---

    def _agents_option(self, name: str, one: Setting) -> tuple[Setting, Callable[[str], None]]:
        """A parameter of the agent as an option."""
        value, title = self.player.value_of(name), _STANDARD.get(name, name)
        if bool in one.kinds or one.words:
            option = replace(one, default=value, name=title, kinds=(one.words or bool,))
        elif value is not None and (int in one.kinds or title == "Hash"):  # UCI knows whole numbers alone
            least = -_LARGEST_SPIN if one.low is None else max(-_LARGEST_SPIN, round(one.low))
            most = _LARGEST_SPIN if one.high is None else min(_LARGEST_SPIN, round(one.high))
            option = Setting(round(value), low=least, high=most, name=title, kinds=(int,))
        else:
            option = Setting(option_text(value), name=title, kinds=(str,))
        return option, functools.partial(self.player.set, name)

    def _set_overhead(self, text: str) -> None:
        self._overhead = int(text)

    def _show_wdl(self, text: str) -> None:
        self._shows_wdl = text == "true"


def _decided(result: SearchResult, value: float | None, best: bool) -> tuple[int | None, int | None]:
    """How a line ends for the player to move, and in how many plies; None: not known."""
    if value is not None and abs(value) >= EVALUATION_LIMIT:
        plies = plies_to_win(value)
        return 1 if value > 0 else -1, plies if plies is not None and plies < KNOWN_WIN_PLIES else None
    return (result.outcome, result.plies_to_end) if best else (None, None)


def _outcome_of(verdict: int) -> int:
    """Won, drawn or lost; a draw only by a rule is a draw."""
    return (verdict > 1) - (verdict < -1)


def _seconds(milliseconds: int) -> float:
    return min(milliseconds / 1000, _LONGEST)
