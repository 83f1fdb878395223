"""The agent behind a protocol: what can be set of it, and how it is asked for a move.

A search is asked within the limits of each move, tells on its way what it has found, and keeps its table or tree
through the game. Any other agent answers with its `choose`, in its own time.
"""

from __future__ import annotations

import functools
import inspect
import queue
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardai.agents import (
    agent_parameters,
    agents,
    close,
    load_agent,
    new_game,
    parameters,
    read_search,
    with_default_limit,
)
from boardai.agents.box.boxed import BOXED
from boardai.agents.engines import PROTOCOLS
from boardai.agents.hints import default_opponent
from boardai.agents.own import described, is_agent_path
from boardai.agents.parameters import Parameter
from boardai.agents.registry import SEARCHERS, searches, session_class, shipped_agents, unknown_name
from boardai.agents.searching import REHEARSALS, SearchAgent, open_session
from boardai.basics.quoting import quoted
from boardai.basics.seeds import seed_of
from boardai.basics.trust import trusted, trusting
from boardai.basics.unknown_names import nearest_name
from boardai.clocks.management import DEFAULT_OVERHEAD, LEAST, Budget, Reading, of_clock
from boardai.engine.root_moves import RootMoves
from boardai.engine.thinking import BY_VISITS, FIRST_THOUGHT, Thinking
from boardai.game import Game
from boardai.protocols.process import EngineError
from boardai.search.results.result import SearchResult

Progress = Callable[[SearchResult], None]

_LIMITS = ("depth", "nodes", "simulations", "seconds")
# What an agent takes to err, and a search does not.
_ERRORS = ("noise", "noisy_moves")
# Not for a protocol's options: limits come with each move, a preset is a set of other options, rows are for many games
# at once, and whoever errs is an agent that plays in its own time.
_NO_OPTIONS = (*_LIMITS, "preset", "reuse", "rows", *_ERRORS)
_FOR_EVER = 1e8  # seconds
_LONGEST_START = 3600.0  # seconds that the first moment of a search may take, with all that is compiled for it


@dataclass(frozen=True)
class Limits:
    """Of one move; None: no such limit. Without any, the agent takes its own.

    Attributes:
        seconds: wall time.
        depth: plies.
        nodes: positions, or simulations.
        endless: until it is stopped.
        actions: the only moves to look at; (): all.
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    endless: bool = False
    actions: tuple[int, ...] = ()


@dataclass(frozen=True)
class Thought:
    """What came out of thinking.

    Attributes:
        action: the move.
        result: what the search found; None: the agent tells nothing but its move.
        remark: what the one who asked should know; "".
    """

    action: int
    result: SearchResult | None = None
    remark: str = ""


def default_mind(game: Game, *, seed: int = 0) -> Mind:
    """The game's own good agent. Its limit holds where a move is given none; else the other program says how long."""
    name, _, rest = default_opponent(game).partition(":")
    parts = [part for part in rest.split(",") if part]
    limits = {key: float(value) for key, _, value in (part.partition("=") for part in parts) if key in _LIMITS}
    count = limits.get("nodes", limits.get("simulations"))
    usual = Limits(
        seconds=limits.get("seconds"),
        depth=None if "depth" not in limits else int(limits["depth"]),
        nodes=None if count is None else int(count),
    )
    kept = ",".join(part for part in parts if part.partition("=")[0] not in _LIMITS)
    return Mind(f"{name}:{kept}" if kept else name, game, usual=usual, seed=seed)


class Mind:
    """An agent, its options by name, and what it thinks.

    Args:
        spec: as `load_agent` takes it.
        game: what it plays.
        usual: limits of a move that is given none; None: those of the agent.
        seed: of random choices.

    Attributes:
        game: what it plays.
        seed: of random choices.
        options: what can be set; a parameter's default is the agent's own.

    Raises:
        ValueError: no such agent, or a parameter that it does not take.
    """

    def __init__(self, spec: str, game: Game, *, usual: Limits | None = None, seed: int = 0) -> None:
        self.game, self.seed = game, seed
        self._usual, self._trust = usual, trusted()  # it thinks in other threads
        self._head, self._texts, known = _read(spec)
        self.options = {name: one for name, one in known.items() if name not in _NO_OPTIONS}
        # The game's own agent has no bad options, and need not be tried out before anybody asks for it.
        self._player = self._made(game, self._texts, try_out=usual is None)

    @property
    def spec(self) -> str:
        """The agent's text, with all that has been set."""
        return _written(self._head, self._texts)

    @property
    def name(self) -> str:
        """For other programs: of a file its name alone, for the folder is nobody's business."""
        name, colon, rest = self.spec.partition(":")
        return f"boardai {Path(name).stem if is_agent_path(name) else name}{colon}{rest}"

    @property
    def is_search(self) -> bool:
        """Whether it thinks within the limits of a move, and tells what it finds on its way."""
        return isinstance(self._player, _Searcher)

    def bounded(self, budget: Budget) -> Budget:
        """A budget as this agent takes it.

        By its course a search ends that deepens, or that visits the best move most; others plan for the time they get.
        """
        heeded = isinstance(self._player, _Searcher) and (self._player.deepens or self._head in BY_VISITS)
        return budget if heeded else Budget(budget.aim, budget.aim)

    def budget(self, state: Any, reading: Reading, overhead: float = DEFAULT_OVERHEAD) -> Budget:
        """What a clock allows for a move.

        Args:
            state: not terminal.
            reading: of the player to move.
            overhead: seconds lost with each move on the way between the programs.
        """
        if len(state.legal_actions()) == 1:
            return Budget(LEAST, LEAST)  # nothing is decided
        return of_clock(reading, overhead, self.game.moves_expected(state))

    def value_of(self, option: str) -> Any:
        """What an option is set to; None where the agent decides."""
        known = self.options[option]
        return known.read(self._texts[option]) if option in self._texts else known.default

    def set(self, option: str, text: str) -> None:
        """Sets an option; what was searched is forgotten.

        Raises:
            ValueError: there is no such option, or it takes no such value; nothing has changed.
        """
        if option not in self.options:
            near = nearest_name(option, self.options)
            raise ValueError(f"no option {option}" + (f"; did you mean {near}?" if near else ""))
        self.options[option].read(text)
        if self._texts.get(option) != text:
            self._change(self.game, {**self._texts, option: text})

    def play(self, game: Game) -> None:
        """From now on it plays this game.

        Raises:
            ValueError: it does not play it; nothing has changed.
        """
        if game != self.game:
            self._change(game, self._texts)

    def new_game(self, start: Any, actions: list[int]) -> None:
        """A game begins at this state, and so much of it has been played: what was known of another is forgotten."""
        self._player.new_game(start, actions, self.seed)

    def prepare(self) -> None:
        """Asks for the memory of a table or tree now, while no clock runs."""
        self._player.prepare(self.game.initial_state())

    def rehearse(self) -> Thought | None:
        """Thinks for a moment about the game's start and is stopped, so that a clock pays for no compilation.

        What is found is forgotten.

        Returns:
            What it found; None where there is nothing to rehearse: the game is over, or the agent is no search, which
            answers in its own time.

        Raises:
            Exception: what the agent ended with.
        """
        start = self.game.initial_state()
        if start.is_terminal() or not self.is_search:
            return None
        answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
        endless = Limits(endless=True)
        for _ in range(REHEARSALS):
            thinking = Thinking(
                lambda tell, halted: self.think(start, endless, tell, halted), lambda result: None, answers.put
            )
            thinking.join(_LONGEST_START)
            answer = answers.get()
            if isinstance(answer, BaseException):
                raise answer
        self.new_game(start, [])
        assert isinstance(answer, Thought)
        return answer

    def think(self, state: Any, limits: Limits, progress: Progress | None, halted: Callable[[], bool]) -> Thought:
        """The agent's move; the call lasts as long as its limits allow.

        Args:
            state: not terminal; it is not changed.
            limits: of this move.
            progress: gets what a search has found so far, at most ten times a second.
            halted: whether it shall come to an end; asked between searches, each of which `stop_search` ends.
        """
        return self._player.think(state, limits, progress, halted)

    def close(self) -> None:
        """The agent is needed no more."""
        self._player.close()

    def _made(self, game: Game, texts: Mapping[str, str], try_out: bool = True) -> _Searcher | _Chooser:
        with trusting(self._trust):
            if self._searches(texts):
                return _Searcher(self._head, texts, game, self._usual, self.seed, try_out)
            return _Chooser(_written(self._head, texts), game, self.seed)

    def _searches(self, texts: Mapping[str, str]) -> bool:
        """Whether it is a face of `boardai.search`.

        UCT by a trained value, solvers with a fallback, and searches that err are more.
        """
        name = self._head
        if name not in searches() or SEARCHERS[name].solver or any(error in texts for error in _ERRORS):
            return False
        return not (name == "mcts" and "run" in texts)

    def _change(self, game: Game, texts: dict[str, str]) -> None:
        player = self._made(game, texts)
        self._player.close()
        self.game, self._texts, self._player = game, texts, player


class _Searcher:
    """An agent that is a search."""

    def __init__(
        self,
        name: str,
        texts: Mapping[str, str],
        game: Game,
        usual: Limits | None,
        seed: int,
        try_out: bool,
    ) -> None:
        self._name, self._usual = name, usual
        known = agent_parameters(name)
        spec = _written(name, {key: text for key, text in texts.items() if key != "reuse" or key not in known})
        _, self._face, values = read_search(spec, game)
        self._own = {key: values.pop(key) for key in _LIMITS if values.get(key) is not None}
        self._values = values
        self._takes = inspect.signature(self._face).parameters
        given = parameters.read(_written("", texts)[1:], known, f"agent {quoted(spec)}", name)
        # Also with a run's network, unlike by its agent: an engine plays one game.
        self._session = session_class(name) if given.get("reuse", True) else None
        start = game.initial_state()
        if try_out and not start.is_terminal():  # bad options are found now, not in the middle of a game
            try:
                SearchAgent(name, self._face, values, session=self._session).rehearse(start)
            except TypeError as error:
                raise ValueError(str(error)) from None
            except MemoryError:
                raise ValueError(f"{spec} needs more memory than there is") from None
        self._search, self._is_ready = self._open(seed), False

    @property
    def deepens(self) -> bool:
        return "depth" in self._takes

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        self._search, self._is_ready = self._open(seed), False
        self.prepare(start)

    def prepare(self, start: Any) -> None:
        if not self._is_ready and not start.is_terminal():
            self._search(start, **({"depth": 1} if self.deepens else {"simulations": 1}))
            self._is_ready = True

    def close(self) -> None:
        self._search = self._open(0)

    def think(self, state: Any, limits: Limits, progress: Progress | None, halted: Callable[[], bool]) -> Thought:
        keywords = self._keywords(limits)
        told = {} if progress is None else {"progress": progress}
        among: dict[str, Any] = {}
        if limits.actions and "root_actions" in self._takes:
            among = {"root_actions": limits.actions}
        elif limits.actions and set(limits.actions) != set(state.legal_actions()):
            by_points = bool(self._values.get("points"))
            separately = RootMoves(self._search, state, limits.actions, keywords, halted, by_points)
            result = separately.best(progress)
            return Thought(int(result.action), result)
        result = self._search(state, **keywords, **among, **told)
        if result.is_unsearched and limits.nodes is None and "nodes" not in self._own:
            # A busy machine has let the time pass. One ply in a moment of its own, which a stop ends like any other.
            result = self._search(state, depth=1, seconds=FIRST_THOUGHT, **among)
        return Thought(int(result.action), result)

    def _open(self, seed: int) -> Callable[..., SearchResult]:
        if self._session is not None:
            return open_session(self._session, self._values, seed)
        return functools.partial(self._face, seed=seed, **self._values)

    def _keywords(self, limits: Limits) -> dict[str, Any]:
        """The limits as the search takes them: those of the move, and within those of the agent's own text."""
        asked = self._taken(limits)
        if limits.endless:
            return asked or {"seconds": _FOR_EVER}
        found = {**asked, **self._own}
        for key in asked.keys() & self._own.keys():
            found[key] = min(asked[key], self._own[key])
        if not found and self._usual is not None:
            found = self._taken(self._usual)
        return found or with_default_limit(self._name, {})

    def _taken(self, limits: Limits) -> dict[str, Any]:
        """The limits that this search knows, by its own names."""
        count = "nodes" if "nodes" in self._takes else "simulations"
        named: dict[str, Any] = {"depth": limits.depth, count: limits.nodes, "seconds": limits.seconds}
        return {key: value for key, value in named.items() if value is not None and key in self._takes}


class _Chooser:
    """Any other agent."""

    def __init__(self, spec: str, game: Game, seed: int) -> None:
        self._agent = load_agent(spec, game, seed)
        self._seed, self._game_number = seed, 0

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        self._game_number += 1
        new_game(self._agent, start, actions, seed_of(seed, "game", self._game_number))

    def prepare(self, start: Any) -> None:
        pass

    def close(self) -> None:
        close(self._agent)

    def think(self, state: Any, limits: Limits, progress: Progress | None, halted: Callable[[], bool]) -> Thought:
        action = int(self._agent.choose(state))
        if not state.is_legal(action):
            raise EngineError(f"{self._agent.name} chose {action}, which is not legal in {state.to_string()}")
        result = getattr(self._agent, "last_result", None)
        if limits.actions and action not in limits.actions:
            remark = f"{self._agent.name} chose another move: it cannot be told to look at some moves only"
            return Thought(limits.actions[0], None, remark)
        return Thought(action, result if result is not None and result.action == action else None)


def _read(spec: str) -> tuple[str, dict[str, str], dict[str, Parameter]]:
    """A spec's beginning, which stays; the texts of its parameters; and what parameters there are."""
    name, _, rest = spec.partition(":")
    head = name
    if name in (*PROTOCOLS, BOXED):
        return spec, {}, {}  # another program's options are its own
    if name in shipped_agents():
        known = agent_parameters(name)
    elif not is_agent_path(name) and name not in agents():
        raise ValueError(unknown_name("agent", name, agents()))
    else:
        first, _, behind = rest.partition(",")
        if is_agent_path(name) and first and "=" not in first:
            head, rest = f"{name}:{first}", behind
        there = described(name, first if head != name else "")
        known = there[0].parameters if len(there) == 1 else {}
    pairs = [part.partition("=") for part in rest.split(",") if part]
    if not all(equals for _, equals, _ in pairs):
        return spec, {}, {}  # its own reader says what is wrong
    return head, {key.strip(): value.strip() for key, _, value in pairs}, dict(known)


def _written(head: str, texts: Mapping[str, str]) -> str:
    """The spec of these parts."""
    pairs = ",".join(f"{key}={value}" for key, value in texts.items())
    if not pairs:
        return head
    return f"{head}{',' if ':' in head else ':'}{pairs}"
