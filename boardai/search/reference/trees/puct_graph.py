"""PUCT on a graph, in plain Python: a position reached by several paths is evaluated once and shared.

Idea: edges have their own visits, positions share their values. After each simulation the values of the positions on
the path are computed again from the present values of the positions below them:

    N(s) = 1 + sum of n(s, a)        V(s) = (own evaluation + sum of n(s, a) * Q(s, a)) / N(s)
    Q(s, a) = V of the position below, for the player to move in s

Papers: Czech, Korus, Kersting 2021, Improving AlphaZero using Monte-Carlo graph search (arXiv:2012.11045); KataGo's
notes on graph search. Cost: as PUCT, and every position on the path reads all its children. Not handled: rules that
depend on history (positions are equal if their texts and players are; the native search,
`boardai.search.puct(graph=True)`, distinguishes histories), noise, batches, proofs.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np


class Position:
    """A position in the graph. Its values are for the player to move in it.

    Attributes:
        player: player to move.
        own_value: its evaluation, or its outcome.
        priors: priors by action; empty if the game is over.
        visits: n(s, a), by action; only visited ones.
        below: the positions after the visited actions.
    """

    def __init__(self, player: int, own_value: float, priors: dict[int, float]):
        self.player, self.own_value, self.priors = player, own_value, priors
        self.visits: dict[int, int] = {}
        self.below: dict[int, Position] = {}
        self.value = own_value

    def q(self, action: int) -> float:
        """Q(s, a) of a visited action."""
        below = self.below[action]
        return below.value if below.player == self.player else -below.value

    def total(self) -> int:
        """N(s)."""
        return 1 + sum(self.visits.values())

    def update(self) -> None:
        """Computes V(s) from the positions below."""
        if self.priors:
            gained = sum(n * self.q(action) for action, n in self.visits.items())
            self.value = (self.own_value + gained) / self.total()


def puct_graph(
    state: Any,
    network: Callable[[np.ndarray], tuple[Any, Any]],
    simulations: int,
    c_base: float = 19652,
    c_init: float = 1.25,
) -> tuple[Position, int]:
    """Searches a state that is not terminal; options as in `boardai.search.PuctOptions`.

    Args:
        state: start state; it is not changed.
        network: from planes `[1, height, width, channels]` to logits `[1, policy_size]` and values `[1]`.
        simulations: number of simulations.
        c_base: see the formula of `puct`.
        c_init: see the formula of `puct`.

    Returns:
        The root, and the number of positions evaluated.
    """
    known: dict[tuple[str, int], Position] = {}

    def score(position: Position, action: int) -> float:
        """Q + U; an unvisited action has the value of the position."""
        n, total = position.visits.get(action, 0), position.total()
        exploration = (math.log((total + c_base + 1) / c_base) + c_init) * math.sqrt(total)
        q = position.q(action) if n > 0 else position.value
        return q + exploration * (position.priors[action] / (1 + n))

    def evaluate(reached: Any) -> Position:
        player = reached.current_player()
        if reached.is_terminal():
            return Position(player, reached.outcome(player), {})
        logits, values = network(reached.observation()[None])
        actions = reached.legal_actions()
        chosen = [float(logits[0][reached.policy_index(action)]) for action in actions]
        weights = [math.exp(logit - max(chosen)) for logit in chosen]
        priors = {a: float(np.float32(w / sum(weights))) for a, w in zip(actions, weights, strict=True)}
        return known.setdefault((reached.to_string(), player), Position(player, float(values[0]), priors))

    root = evaluate(state)
    for _ in range(simulations):
        # 1. Select: down to a new position or to the end of the game, through known positions.
        # If positions recur, a path ends at the first one that it already contains.
        position, reached, path, passed = root, state.clone(), [], set()
        while position.priors and position not in passed:
            passed.add(position)
            if position is not root:  # the last simulation left the root up to date
                position.update()
            action = max(position.priors, key=lambda a, position=position: score(position, a))  # type: ignore[misc]
            path.append((position, action))
            reached.apply(action)
            if action not in position.below:
                key = (reached.to_string(), reached.current_player())
                shared = known.get(key)
                # 2. Expand and evaluate the new position.
                position.below[action] = shared or evaluate(reached)
                if shared is None:
                    break
            position = position.below[action]
        # 3. Back up: one more visit for every action on the path, and the values from below.
        for position, action in reversed(path):
            position.visits[action] = position.visits.get(action, 0) + 1
            position.update()
    return root, len(known)
