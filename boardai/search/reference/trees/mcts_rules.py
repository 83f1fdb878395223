"""Other rules of UCT in plain Python: UCB1-tuned and MENTS.

UCB1-tuned explores an action less if its results vary little (var_i is their variance; all outcomes are in [-1, 1]):

    V_i + c * sqrt(ln N / n_i * min(1, var_i + 4 sqrt(2 ln N / n_i)))

It is `mcts(..., bound=tuned)` of mcts.py. MENTS draws the action with probabilities that depend on the values,
sometimes uniformly from all k, and backs up a soft maximum instead of the mean:

    (1 - l) exp(V_i / t) / sum_j exp(V_j / t) + l / k,      l = min(1, e k / ln(N + 1))
    V of a position = t ln sum_j exp(V_j / t), clipped to [-1, 1]                   sums over the visited actions

Papers: Auer, Cesa-Bianchi & Fischer 2002, Finite-time analysis of the multiarmed bandit problem; Xiao, Huang, Mei,
Schuurmans & Müller 2019, Maximum entropy Monte-Carlo planning, where an untried action counts as V = 0. Cost: as
mcts.py, and an exponential for each visited action on the path. Not handled: the limitations of mcts.py.
"""

import math
from collections.abc import Callable
from typing import Any, Protocol

from boardai.search.reference.trees.mcts import Node


class Random(Protocol):
    """A random generator: the native search's, for equal trees, or another one."""

    def uniform(self) -> float:
        """A number in [0, 1)."""
        ...

    def below(self, bound: int) -> int:
        """An integer in [0, `bound`)."""
        ...


def tuned(node: Node, parent_visits: int, c: float) -> float:
    """The bound of UCB1-tuned."""
    if node.visits == 0:
        return math.inf
    rate = math.log(parent_visits) / node.visits
    variance = max(0.0, node.square_sum / node.visits - node.mean() ** 2)
    return node.mean() + c * math.sqrt(rate * min(1.0, variance + 4 * math.sqrt(2 * rate)))


class Position:
    """A position in the tree of MENTS.

    Attributes:
        player: player to move.
        visits: N, simulations through this position.
        actions: the visited ones first, in the order of their first visits.
        counts: n of the visited actions.
        values: V of the visited actions, for the player.
        below: positions after the visited actions, as far as they are in the tree.
    """

    def __init__(self, state: Any, visits: int):
        self.player, self.visits = state.current_player(), visits
        self.actions = list(state.legal_actions())
        self.counts: list[int] = []
        self.values: list[float] = []
        self.below: list[Position | None] = []

    def select(self, temperature: float, epsilon: float, rng: Random) -> int:
        """1. The index of the action to follow; an untried one is moved after the visited ones."""
        k, log = len(self.actions), math.log(self.visits + 1)
        often = min(1.0, epsilon * k / log) if log else 1.0
        if not self.counts or rng.uniform() < often:
            drawn = rng.below(k)
            if drawn >= len(self.counts):
                first = len(self.counts)
                self.actions[first], self.actions[drawn] = self.actions[drawn], self.actions[first]
                self.counts.append(0)
                self.values.append(0.0)
                self.below.append(None)
                return first
            return drawn
        weights = [math.exp((value - max(self.values)) / temperature) for value in self.values]
        left = rng.uniform() * sum(weights)
        for place, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return place
        return len(weights) - 1

    def soft_maximum(self, temperature: float) -> float:
        """4. The value of the position."""
        highest = max(self.values)
        total = sum(math.exp((value - highest) / temperature) for value in self.values)
        return min(1.0, max(-1.0, highest + temperature * math.log(total)))


def ments(
    state: Any,
    simulations: int,
    leaf_value: Callable[[Any], float],
    temperature: float,
    epsilon: float,
    rng: Random,
) -> Position:
    """Searches a state that is not terminal.

    Args:
        state: start state; it is not changed.
        simulations: number of simulations.
        leaf_value: returns the value of a position in [-1, 1], for the player to move in it.
        temperature: t.
        epsilon: e.
        rng: draws the actions.

    Returns:
        The root.
    """
    root = Position(state, 0)
    for _ in range(simulations):
        here, position, path = root, state.clone(), []
        while True:
            place = here.select(temperature, epsilon, rng)
            path.append((here, place))
            position.apply(here.actions[place])
            if position.is_terminal() or here.counts[place] == 0:
                break
            if here.below[place] is None:  # 2. Expand: it has been simulated before.
                here.below[place] = Position(position, here.counts[place])
            below = here.below[place]
            assert below is not None
            here = below
        # 3. Simulate.
        player = position.current_player()
        value = position.outcome(player) if position.is_terminal() else leaf_value(position)
        for here, place in reversed(path):
            here.visits += 1
            here.counts[place] += 1
            here.values[place] = value if here.player == player else -value
            value, player = here.soft_maximum(temperature), here.player
    return root
