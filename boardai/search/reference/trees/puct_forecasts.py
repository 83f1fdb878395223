"""PUCT with a network's forecasts, in plain Python: the probability of a draw, and the number of plies left.

Idea: with a network that predicts wins, draws and losses separately, the search can choose the value of a draw; with
one that predicts how long the game will last, it can prefer the shorter of two wins and the longer of two losses, which
the values alone, all close to 1, do not distinguish.

    Q(s, a) = (W(s, a) + d * D(s, a)) / n(s, a)     D: probabilities of a draw; d = draw_score, for the opponent -d
    score   = Q + U + M, if |V(s)| > t              t = moves_left_threshold
    M(s, a) = -sign(Q) * clip(k * (m(s, a) - m(s)), -e, e) * (1.6521 x - 0.6521 x^2),   x = max(0, |Q| - t) / (1 - t)

with m the mean of the plies left, counted from s, k = moves_left_slope and e = moves_left_effect. Source: the options
DrawScore and MovesLeft* of Leela Chess Zero, by its documentation. Cost: as `puct`, with the same steps. Not handled:
the limitations of `puct`; the move is chosen only by priors and visits.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from boardai.search.reference.trees import puct as plain


class Node(plain.Node):
    """A position in the tree, with values for the player to move in it.

    Attributes:
        draw_sum: sum of the probabilities of a draw, over its visits.
        plies_sum: sum of the plies left from here, over its visits.
    """

    def __init__(self, prior: float):
        super().__init__(prior)
        self.draw_sum = self.plies_sum = 0.0

    def worth_to(self, player: int, draw: float) -> float:
        """V for this player, with `draw` as the value of a draw."""
        own = self.value_sum if player == self.player else -self.value_sum
        return (own + draw * self.draw_sum) / self.visits


def puct_forecasts(
    state: Any,
    network: Callable[[np.ndarray], tuple[Any, Any]],
    simulations: int,
    draw_score: float = 0,
    moves_left_effect: float = 0,
    moves_left_slope: float = 0.0027,
    moves_left_threshold: float = 0.8,
) -> Node:
    """Searches a state that is not terminal; options as in `boardai.search.PuctOptions`.

    Args:
        state: start state; it is not changed.
        network: from planes `[1, height, width, channels]` to logits `[1, policy_size]` and, `[1, 3]`, the value, the
            probability of a draw and the plies left.
        simulations: number of simulations.
        draw_score: d of the formula.
        moves_left_effect: e of the formula.
        moves_left_slope: k of the formula.
        moves_left_threshold: t of the formula.

    Returns:
        The root; the visits of its children are the result.
    """
    first = state.current_player()

    def score(node: Node, child: Node) -> float:
        draw = draw_score if node.player == first else -draw_score
        total = node.visits
        exploration = (math.log((total + 19653) / 19652) + 1.25) * math.sqrt(total)
        value = node.worth_to(node.player, draw)
        q = child.worth_to(node.player, draw) if child.visits else value
        found = q + exploration * (child.prior / (1 + child.visits))
        if moves_left_effect == 0 or child.visits == 0 or abs(value) <= moves_left_threshold:
            return found
        longer = 1 + child.plies_sum / child.visits - node.plies_sum / node.visits
        bonus = min(max(moves_left_slope * longer, -moves_left_effect), moves_left_effect)
        x = max(0.0, abs(q) - moves_left_threshold) / (1 - moves_left_threshold)
        return found + (-bonus if q > 0 else bonus) * (1.6521 * x - 0.6521 * x * x)

    root = Node(prior=1)
    for simulation in range(simulations + 1):
        # 1. Select: walk down by the highest score.
        node, position, path = root, state.clone(), [root]
        while simulation and node.children:
            here: dict[int, Node] = node.children  # type: ignore[assignment]
            action, node = max(here.items(), key=lambda item, node=node: score(node, item[1]))  # type: ignore[misc]
            position.apply(action)
            path.append(node)
        # 2. Expand and evaluate the leaf. 3. Back up: for each position above, the end is one ply further away.
        value, draw, plies = expand(node, position, network)
        plain.backup(path, value)  # type: ignore[arg-type]
        for above, one in enumerate(reversed(path)):
            one.draw_sum += draw
            one.plies_sum += plies + above
    return root


def expand(node: Node, state: Any, network: Callable[[np.ndarray], tuple[Any, Any]]) -> tuple[float, float, float]:
    """Creates the node's children; returns its value for the player to move, the probability of a draw, plies left."""
    if state.is_terminal():
        node.player = state.current_player()
        outcome = state.outcome(node.player)
        return outcome, float(outcome == 0), 0.0
    logits, forecasts = network(state.observation()[None])
    plain.expand(node, state, lambda _: (logits, forecasts[:, 0]))
    node.children = {action: Node(child.prior) for action, child in node.children.items()}
    return float(forecasts[0, 0]), float(forecasts[0, 1]), float(forecasts[0, 2])
