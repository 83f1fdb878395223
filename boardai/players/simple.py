"""The players that need no search."""

from __future__ import annotations

import random
from typing import Any

from boardai import native
from boardai.players.player import Player
from boardai.search.evaluated import Evaluator, with_evaluator


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
    """One ply by an evaluation; a mate is taken, ties are broken at random.

    >>> from boardai.players import GreedyPlayer
    >>> state = boardai.load("chess").from_string("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    >>> state.san(GreedyPlayer().choose(state))
    'Ra8#'

    Args:
        seed: of the tie-breaks.
        evaluator: a name of `evaluators(state)`, learned weights, a function; by default the game's plain count
            (chess: material, Reversi: discs, Hex: the shortest connection).

    Raises:
        ValueError: when asked, for a game without such an evaluation.
    """

    name = "greedy"

    def __init__(self, seed: int = 0, evaluator: Evaluator = "") -> None:
        self._rng = random.Random(seed)
        self._evaluator = evaluator

    def choose(self, state: Any) -> int:
        """The best action after one ply."""
        seed = self._rng.getrandbits(64)
        # By default the game's plain count, not what its searches evaluate by.
        evaluated, spec = (state, "") if self._evaluator == "" else with_evaluator(state, self._evaluator)
        return int(native.template("Greedy", evaluated).choose(spec, native.native_state(evaluated), seed))

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        """Starts the random numbers again."""
        self._rng = random.Random(seed)
