"""Players that search: any function of `boardai.search` with its name and parameters."""

from __future__ import annotations

import functools
import inspect
import math
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from boardai.clocks.management import ClockState
from boardai.game import Game
from boardai.players.player import NO_LIMITS, Player, Progress, Stop, Thought
from boardai.players.thinking import BY_VISITS, FIRST_THOUGHT, clock_budget, think_through
from boardai.search.limits import LONGEST, Limits
from boardai.search.results.result import SearchResult
from boardai.search.root_moves import RootMoves
from boardai.search.session import Session
from boardai.search.stopping import ends_when

_KEPT = ("tree", "strategy", "positions")  # keywords of searches that add data to their results
LIMITS = ("depth", "nodes", "simulations", "seconds")  # limits that a search may have
# The bridge to C++ compiles a part of some calls only at the second call.
REHEARSALS = 2


@dataclass(frozen=True)
class ScoreNoise:
    """Random errors in the scores of a search's moves, which make it weaker or its games different.

    Attributes:
        noise: standard deviation of the normal error that is added to the score of each move before the choice, in the
            evaluation's numbers; 0: none. The search must score every move (`multi_pv`).
        moves: number of a player's first moves in a game that have errors; 0: all moves.

    Raises:
        ValueError: an invalid deviation or number.
    """

    noise: float = 0.0
    moves: int = 0

    def __post_init__(self) -> None:
        if not (0 <= self.noise < math.inf):
            raise ValueError(f"noise must be a finite number of 0 or more, not {self.noise}")
        if self.moves < 0:
            raise ValueError(f"noisy_moves must be 0 or more, not {self.moves}")

    @property
    def is_of_the_opening(self) -> bool:
        """Whether it ends before the game does."""
        return bool(self.noise and self.moves)

    def at(self, move: int) -> bool:
        """Whether a player's move has errors; moves are counted from 1."""
        return bool(self.noise) and (not self.moves or move <= self.moves)

    def action(self, result: SearchResult, rng: random.Random) -> int:
        """The best move by scores with errors."""
        scores = {
            action: score + rng.gauss(0, self.noise)
            for action, score in sorted(result.action_values.items())
            if action not in result.bounds and math.isfinite(score)
        }
        return int(max(scores, key=lambda action: scores[action])) if scores else int(result.action)


EXACT = ScoreNoise()


class SearchPlayer(Player):
    """Plays the move of a search; `load_agent("pvs:depth=3", game)` makes one.

    If its text has limits too, the stricter ones apply.

    >>> from boardai.players import SearchPlayer
    >>> from boardai.search import Limits
    >>> player = SearchPlayer("pvs", boardai.search.pvs, {"depth": 3})
    >>> state = boardai.load("hex", size=3).initial_state()
    >>> thought = player.think(state)
    >>> state.action_to_string(thought.action), thought.result.depth
    ('c1', 3)
    >>> player.think(state, Limits(depth=2)).result.depth
    2

    Args:
        name: name of the search.
        function: the search, a function of `boardai.search`.
        arguments: keywords of the search, including limits.
        seed: seed of the searches; equal seeds and equal questions give equal answers.
        usual: limits of a move without limits of its own or of the player.
        game: the game, which estimates the number of remaining moves for the clock; None: it is guessed.
        fallback: plays if a solver proves nothing; None: the search's move is played anyway.
        session: the class that keeps the function's table or tree through a game; None: every move is searched from
            scratch.
        score_noise: standard deviation of the error added to its moves' values, and how long in a game.
    """

    obeys_limits = judges = True

    def __init__(
        self,
        name: str,
        function: Callable[..., SearchResult],
        arguments: dict[str, Any],
        seed: int = 0,
        *,
        usual: Limits = NO_LIMITS,
        game: Game | None = None,
        fallback: Player | None = None,
        session: type[Session] | None = None,
        score_noise: ScoreNoise = EXACT,
    ) -> None:
        self.name, self.score_noise, self.arguments = name, score_noise, arguments
        self._function, self._game, self._fallback, self._seed = function, game, fallback, seed
        self._takes = inspect.signature(function).parameters
        self.keeps = tuple(key for key in _KEPT if key in self._takes)
        self._own = Limits(**{limit: arguments[limit] for limit in LIMITS if arguments.get(limit) is not None})
        if self._own.simulations == 0:
            raise ValueError("simulations must be at least 1, got 0")
        self._options = {key: value for key, value in arguments.items() if key not in LIMITS}
        self._usual = usual
        self._session_class = session
        self._session: Callable[..., SearchResult] | None = None
        self._is_ready = False
        self._moves = 0
        self._rng = random.Random(seed)
        # Deepening searches and those that visit the best move most can end by their course; others use all their time.
        self.ends_by_course = "depth" in self._takes or name in BY_VISITS

    def think(
        self, state: Any, limits: Limits = NO_LIMITS, progress: Progress | None = None, stop: Stop | None = None
    ) -> Thought:
        """The search's move."""
        if limits.clock is not None:
            budget = clock_budget(self, self._game, state, limits.clock[state.current_player()])
            within = replace(limits, clock=None, seconds=budget.hard_limit)

            def work(report: Progress, halted: Stop) -> Thought:
                return self.think(state, within, report, halted if stop is None else lambda: halted() or stop())

            thought: Thought = think_through(work, budget, progress)
            return thought
        self._moves += 1
        noisy = self.score_noise.at(self._moves)
        result = self._searched(state, limits, self._search(noisy), progress, stop)
        if self._fallback is not None and result.value is None:
            return Thought(self._fallback.think(state, limits, None, stop).action, result)
        return Thought(self.score_noise.action(result, self._rng) if noisy else int(result.action), result)

    def search(
        self,
        state: Any,
        limits: Limits = NO_LIMITS,
        progress: Progress | None = None,
        stop: Stop | None = None,
        **kept: bool | int,
    ) -> SearchResult:
        """The result of a search from an empty table or tree, with the player's own seed."""
        for name in kept.keys() - set(self.keeps):
            raise ValueError(f"{self.name} keeps no {name}")
        search = functools.partial(self._function, seed=self._seed, **self._options, **kept)
        return self._searched(state, limits, search, progress, stop)

    def evaluate_by(self, evaluator: Any) -> None:
        """Sets another evaluator and forgets everything searched before."""
        self.arguments = {**self.arguments, "evaluator": evaluator}
        self._options = {**self._options, "evaluator": evaluator}
        self._session, self._is_ready = None, False

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        """Restarts the random numbers, and forgets all searches."""
        self._rng, self._seed = random.Random(seed), seed
        self._moves = len(actions) // 2
        self._session, self._is_ready = None, False
        if self._fallback is not None:
            self._fallback.new_game(start, actions, seed)

    def close(self) -> None:
        """Frees the table or tree and the fallback."""
        self._session, self._is_ready = None, False
        if self._fallback is not None:
            self._fallback.close()

    def warm_up(self, state: Any) -> None:
        """Runs a minimal search in the way moves are searched."""
        least = self._least
        if "progress" in self._takes:
            least["progress"] = lambda result: None
        for _ in range(REHEARSALS):
            if self._session_class is None:
                result = self._function(state, seed=0, **self._options, **self._own.given | least)
            else:
                result = open_session(self._session_class, self._options, 0)(state, **least)
            state.is_legal(int(result.action))  # as the caller of a move does

    def prepare(self, state: Any) -> None:
        """Allocates the table or tree."""
        if self._session_class is not None and not self._is_ready and not state.is_terminal():
            self._search(self.score_noise.at(1))(state, **self._least)
            self._is_ready = True

    @property
    def _least(self) -> dict[str, Any]:
        return {name: 1 for name in ("depth", "simulations") if name in self._takes}

    def _search(self, noisy: bool) -> Callable[..., SearchResult]:
        """The search of a move, with or without noise."""
        only_at_first = self.score_noise.is_of_the_opening
        options = self._options
        if only_at_first and not noisy:  # the best move's score is sufficient
            options = {key: value for key, value in options.items() if key != "multi_pv"}
        if self._session_class is None or (noisy and only_at_first):
            # Scoring every move in the first moves needs a separate search.
            return functools.partial(self._function, seed=self._rng.getrandbits(31), **options)
        if self._session is None:
            self._session = open_session(self._session_class, options, self._rng.getrandbits(31))
        return self._session

    def _searched(
        self,
        state: Any,
        limits: Limits,
        search: Callable[..., SearchResult],
        progress: Progress | None,
        stop: Stop | None,
    ) -> SearchResult:
        keywords, among = self._keywords(limits), dict[str, Any]()
        if limits.root_actions and "root_actions" in self._takes:
            among = {"root_actions": limits.root_actions}
        elif limits.root_actions and self._fallback is None and set(limits.root_actions) != set(state.legal_actions()):
            by_points = bool(self._options.get("points"))
            stopped = stop or (lambda: False)
            return RootMoves(search, state, limits.root_actions, keywords, stopped, by_points).best(progress)
        result = search(state, **keywords, **among, **self._callbacks(progress, stop))
        if result.is_unsearched and "nodes" not in keywords and "depth" in self._takes:
            # The time has passed on a busy machine. One ply with its own short time, which a stop can still end.
            result = search(state, depth=1, seconds=FIRST_THOUGHT, **among)
        return result

    def _callbacks(self, progress: Progress | None, stop: Stop | None) -> dict[str, Any]:
        """The keywords for progress and stop that this search accepts."""
        if stop is None:
            callbacks: dict[str, Any] = {"progress": progress}
        else:
            callbacks = {"progress": _both(progress, ends_when(stop)), "on_interrupt": "return"}
        return {key: value for key, value in callbacks.items() if value is not None and key in self._takes}

    def _keywords(self, limits: Limits) -> dict[str, Any]:
        """The limits for the search: those of the move, and those of the player's own text."""
        known = self._known(limits)
        if limits.seconds == LONGEST:  # no limit until it is stopped
            return known.only({"depth", "nodes", "simulations"}).given or known.given
        return (known.within(self._own) or self._known(self._usual)).given

    def _known(self, limits: Limits) -> Limits:
        """The limits that this search supports; for a search that counts simulations, nodes become simulations."""
        if limits.nodes is not None and "nodes" not in self._takes:
            limits = replace(limits, nodes=None, simulations=limits.nodes)
        return limits.only(set(LIMITS) & self._takes.keys())


def _both(first: Progress | None, second: Progress) -> Progress:
    if first is None:
        return second

    def report_both(result: SearchResult) -> None:
        first(result)
        second(result)

    return report_both


def warm_up_by_clock(player: Player, game: Game) -> Thought | None:
    """Lets a player search briefly before its clock starts, so that its first move does not wait for compilation.

    Returns:
        The result; None if there is nothing to warm up: the game is over, or the player decides its time itself.
    """
    start = game.initial_state()
    if not player.obeys_limits or start.is_terminal():
        return None
    for _ in range(REHEARSALS):
        thought = player.think(start, Limits(clock=(ClockState(0.0), ClockState(0.0))))
    player.new_game(start, [], 0)
    return thought


def open_session(cls: type[Session], arguments: dict[str, Any], seed: int) -> Callable[..., SearchResult]:
    """A search that keeps its data: a function of the state and of keywords, which override those given here.

    Args:
        cls: the class that keeps the function's table or tree through a game.
        arguments: keywords of the function.
        seed: of the search.
    """
    options, each_time = cls.about.split({"seed": seed, **arguments})
    session = cls(**options)
    return lambda state, **more: session.search(state, **{**each_time, **more})
