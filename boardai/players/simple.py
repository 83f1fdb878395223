"""Players without search, or with one ply."""

from __future__ import annotations

import random
import time
from typing import Any

from boardai import native
from boardai.players.player import NO_LIMITS, Player, Progress, Stop, Thought
from boardai.search.evaluated import Evaluator, with_evaluator
from boardai.search.limits import Limits
from boardai.search.results.result import SearchResult
from boardai.search.results.wording import WIN_SCORE


class RandomPlayer(Player):
    """Uniformly random legal moves.

    >>> from boardai.players import RandomPlayer
    >>> state = boardai.load("hex", size=3).initial_state()
    >>> state.is_legal(RandomPlayer().choose(state))
    True
    >>> RandomPlayer(seed=7).choose_many([state] * 5) == RandomPlayer(seed=7).choose_many([state] * 5)
    True

    Args:
        seed: equal seeds and equal questions give equal answers.
    """

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def choose(self, state: Any) -> int:
        """Any legal action."""
        return self._rng.choice(state.legal_actions())

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        """Starts the random numbers again."""
        self._rng = random.Random(seed)


class GreedyPlayer(Player):
    """One ply with an evaluation; takes a mate, and breaks ties at random.

    >>> from boardai.players import GreedyPlayer
    >>> state = boardai.load("chess").from_string("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    >>> state.san(GreedyPlayer().choose(state))
    'Ra8#'

    Args:
        seed: seed of the tie-breaks.
        evaluator: a name of `evaluators(state)`, learned weights, a function; by default the game's simple count
            (chess: material, Reversi: discs, Hex: the shortest connection).

    Raises:
        ValueError: at the first move, for a game without such an evaluation.
    """

    name = "greedy"
    judges = True

    def __init__(self, seed: int = 0, evaluator: Evaluator = "") -> None:
        self._rng = random.Random(seed)
        self._evaluator = evaluator

    def think(
        self, state: Any, limits: Limits = NO_LIMITS, progress: Progress | None = None, stop: Stop | None = None
    ) -> Thought:
        """The best action after one ply, and its value."""
        began, seed = time.perf_counter(), self._rng.getrandbits(64)
        # By default the game's simple count, not the evaluation of its searches.
        evaluated, spec = (state, "") if self._evaluator == "" else with_evaluator(state, self._evaluator)
        choice = native.template("Greedy", evaluated).choose(spec, native.native_state(evaluated), seed)
        action, value, outcome = int(choice.action), int(choice.value), None
        if abs(value) == choice.win:
            outcome = 1 if value > 0 else -1
            value = outcome * (WIN_SCORE - 1)
        found = SearchResult.of_line(
            state,
            [action],
            method=self.name,
            value=value,
            scores=True,
            outcome=outcome,
            plies_to_end=None if outcome is None else 1,
            nodes=len(state.legal_actions()),
            depth=1,
            seconds=time.perf_counter() - began,
            leaf_value=value,
        )
        return Thought(action, found)

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        """Restarts the random numbers."""
        self._rng = random.Random(seed)
