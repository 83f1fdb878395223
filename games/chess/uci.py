"""UCI, the Universal Chess Interface: a client for chess engines.

Options are checked against those the engine offers, Chess960 is switched on where the game is, positions are sent as
a start and the moves since, so that the engine sees repetitions.

Specification: Rudolf Huber, Stefan Meyer-Kahlen, "Description of the universal chess interface (UCI)", 2006.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boardai.basics.quoting import quoted
from boardai.basics.setting import Setting
from boardai.basics.unknown_names import alternatives, nearest_name
from boardai.clocks.management import ClockState
from boardai.game import Game
from boardai.protocols import engine
from boardai.protocols.engine import Analysis
from boardai.protocols.process import EngineError, LineProcess
from boardai.protocols.uci_options import read_option, read_value

_START_SECONDS = 30.0
_SLACK = 10.0  # seconds an engine may take beyond its time
_LATE = 0.05  # seconds beyond its time after which it is sent `stop`: old engines do not know `movetime`
_LONGEST = 3600.0
# The client sets these itself.
_OURS = ("UCI_Chess960", "Ponder")


class Engine(engine.Engine):
    """A UCI engine.

    Args:
        command: the program and its arguments.
        game: chess, or chess with Chess960's rules.
        seconds: a move.
        depth: plies per move.
        nodes: nodes per move. At least one limit is needed.
        options: of the engine, by name. `UCI_Elo` switches on `UCI_LimitStrength`.

    Raises:
        ValueError: no such program or option, a value out of range, or no limit.
        EngineError: it does not speak UCI.
    """

    gives_scores = True

    def __init__(
        self,
        command: str,
        game: Game,
        *,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        limits = {"seconds": seconds, "depth": depth, "nodes": nodes}
        for name, value in limits.items():
            if value is not None and not value > 0:
                raise ValueError(f"{name} must be above 0, not {value:g}")
        if all(value is None for value in limits.values()):
            raise ValueError("a UCI engine needs a limit: seconds, depth or nodes")
        self._go = "go" + "".join(
            f" {word} {value}"
            for word, value in (
                ("movetime", None if seconds is None else max(1, round(1000 * seconds))),
                ("depth", depth),
                ("nodes", nodes),
            )
            if value is not None
        )
        self._limit = _LONGEST if seconds is None else seconds + _SLACK
        self._reminder = None if seconds is None else (seconds + _LATE, "stop")
        self._process = LineProcess(command)
        self.name = self._process.name
        self.options: dict[str, Setting] = {}
        try:
            self._handshake()
            self._configure(dict(options or {}), bool(game.initial_state().is_chess960()))
        except (EngineError, ValueError):
            self.close()
            raise
        self._start: Any = None
        self._actions: list[int] = []

    def _handshake(self) -> None:
        self._process.send("uci")
        for line in self._process.read_until(lambda text: text.strip() == "uciok", _START_SECONDS, "uciok"):
            words = line.split()
            if words[:2] == ["id", "name"]:
                self.name = " ".join(words[2:])
            elif words[:2] == ["option", "name"]:
                option = read_option(words[2:])
                self.options[option.name] = option

    def _configure(self, options: dict[str, str], chess960: bool) -> None:
        offered = {name.lower(): name for name in self.options}
        if any(name.lower() == "uci_elo" for name in options) and "uci_limitstrength" in offered:
            options = {"UCI_LimitStrength": "true", **options}
        for name, value in options.items():
            if name in _OURS:
                raise ValueError(f"{name} is set automatically")
            if name.lower() not in offered:
                known = sorted(self.options)
                raise ValueError(
                    f"{self.name} has no option {quoted(name)}{alternatives(nearest_name(name, known), known)}"
                )
            option = self.options[offered[name.lower()]]
            self._process.send(f"setoption name {option.name} value {read_value(option, value)}")
        if chess960:
            if "uci_chess960" not in offered:
                raise ValueError(f"{self.name} does not play Chess960")
            self._process.send("setoption name UCI_Chess960 value true")
        self._ready()

    def _ready(self) -> None:
        self._process.send("isready")
        self._process.read_until(lambda text: text.strip() == "readyok", _START_SECONDS, "readyok")

    def forget(self) -> None:
        """Takes the next position for one of another game: the engine empties its table (`ucinewgame`)."""
        self._start = None

    @property
    def peak_memory(self) -> int | None:
        """Bytes, the most that the engine has taken."""
        return self._process.peak_memory

    def analyse(
        self,
        start: Any,
        actions: list[int],
        clock_states: Sequence[ClockState] = (),
        root_actions: Sequence[int] = (),
    ) -> Analysis:
        """The engine's move after these actions from that state, and its analysis.

        Args:
            start: where the game began.
            actions: played since.
            clock_states: of both players' clocks, by which the engine plans its time; (): it keeps to the limits given.
            root_actions: the only moves to search (`searchmoves`); (): all of them.

        Raises:
            EngineError: no answer, or one that is no legal move.
        """
        if self._start is None or start != self._start or actions[: len(self._actions)] != self._actions:
            self._process.send("ucinewgame")
            self._ready()
            self._start = start.clone()
        self._actions = list(actions)
        state, texts = start.clone(), []
        for action in actions:
            texts.append(state.action_to_string(action))
            state.apply(action)
        position = f"position fen {_fen(start)}" + (f" moves {' '.join(texts)}" if texts else "")
        self._process.send(position)
        go, limit, reminder = self._go, self._limit, self._reminder
        if clock_states:
            go, limit, reminder = (
                _go_by_clock(clock_states),
                clock_states[state.current_player()].remaining + _SLACK,
                None,
            )
        if root_actions:
            go += f" searchmoves {' '.join(state.action_to_string(action) for action in root_actions)}"
        self._process.send(go)
        lines = self._process.read_until(lambda text: text.split()[:1] == ["bestmove"], limit, "bestmove", reminder)
        return self._read_answer(state, lines)

    def _read_answer(self, state: Any, lines: list[str]) -> Analysis:
        words = lines[-1].split()
        move = words[1] if len(words) > 1 else ""
        try:
            answer = Analysis(int(state.action_from_string(move)))
        except ValueError as error:
            raise EngineError(f"{self.name}: answered {quoted(lines[-1])}: {error}") from None
        for line in lines[:-1]:
            fields = line.split()
            if fields[:1] == ["info"] and "string" not in fields[1:2]:
                _read_info(fields[1:], answer)
        return answer

    def close(self) -> None:
        """Ends the engine."""
        self._process.close("quit")


def _go_by_clock(clock_states: Sequence[ClockState]) -> str:
    words = []
    for colour, clock_state in zip("wb", clock_states, strict=True):
        words.append(f"{colour}time {max(1, round(1000 * clock_state.remaining))}")
        words.append(f"{colour}inc {round(1000 * clock_state.increment)}")
    return f"go {' '.join(words)}"


def _fen(state: Any) -> str:
    return str(state.shredder_fen() if state.is_chess960() else state.to_string())


def _read_info(words: list[str], answer: Analysis) -> None:
    """Takes over what an `info` line says; a bound's score and lines of a second variation are left out."""
    if "multipv" in words and words[words.index("multipv") + 1 : words.index("multipv") + 2] not in ([], ["1"]):
        return
    place = 0
    while place < len(words):
        word = words[place]
        following = words[place + 1 : place + 3]
        if word == "pv":
            answer.pv = words[place + 1 :]
            return
        if word == "score" and len(following) == 2:
            place += 3
            if place < len(words) and words[place] in ("lowerbound", "upperbound"):
                place += 1
            elif following[1].lstrip("-").isdigit():
                value = int(following[1])
                answer.score, answer.mate = (value, None) if following[0] == "cp" else (None, value)
            continue
        if word in ("depth", "nodes") and following and following[0].isdigit():
            setattr(answer, word, int(following[0]))
        elif following:
            answer.info[word] = following[0]
        place += 2
