"""PUCT in plain Python: the search of AlphaZero as in the lecture.

Idea: walk down from the root by the action that maximises Q + U, evaluate the first position not yet in the tree with
the network, and add its value to every position on the path.

    U(s, a) = c_scale * (log((N(s) + c_base + 1) / c_base) + c_init) * sqrt(N(s)) * P(s, a) / (1 + n(s, a))

Paper: Silver et al. 2018, A general reinforcement learning algorithm that masters chess, shogi, and Go through
self-play (Science 362). Cost: every simulation plays its moves again from the root. Not handled: noise at the root,
batches of leaves, proofs (all in the native search, `boardai.search.puct`, whose results are otherwise the same);
positions reached by several ways (`puct_graph` next to this file).
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np


class Node:
    """A position in the tree. Its values are for the player to move in it.

    Attributes:
        prior: P, the network's probability of the action that leads here.
        visits: evaluations at or below this position, including its own.
        value_sum: sum of the values of these evaluations.
        player: player to move.
        children: children by action; empty until the position is evaluated, and if the game is over.
    """

    def __init__(self, prior: float):
        self.prior = prior
        self.visits = 0
        self.value_sum = 0.0
        self.player = 0
        self.children: dict[int, Node] = {}

    def value_for(self, player: int) -> float:
        """Mean value for this player."""
        mean = self.value_sum / self.visits
        return mean if player == self.player else -mean


def puct(
    state: Any,
    network: Callable[[np.ndarray], tuple[Any, Any]],
    simulations: int,
    c_base: float = 19652,
    c_init: float = 1.25,
    c_scale: float = 1,
    fpu_reduction: float = 0,
    watch: Callable[[list[Node], float], None] | None = None,
) -> Node:
    """Searches a state that is not terminal; options as in `boardai.search.PuctOptions`.

    Args:
        state: start state; it is not changed.
        network: from planes `[1, height, width, channels]` to logits `[1, policy_size]` and values `[1]`.
        simulations: number of simulations.
        c_base: see the formula.
        c_init: see the formula.
        c_scale: see the formula.
        fpu_reduction: how far below its parent's value an unvisited action starts (times the square root of the
            prior probability already visited).
        watch: called with each evaluation, the root's first: its path, and the value for the player to move at its end.

    Returns:
        The root; the visits and values of its children are the result.
    """
    weights = (c_base, c_init, c_scale, fpu_reduction)
    root = Node(prior=1)
    value = expand(root, state, network)
    backup([root], value)
    if watch is not None:
        watch([root], value)
    for _ in range(simulations):
        # 1. Select: walk down by the highest score.
        node, position, path = root, state.clone(), [root]
        while node.children:
            action, node = max(node.children.items(), key=lambda item, node=node: score(node, item[1], None, weights))  # type: ignore
            position.apply(action)
            path.append(node)
        # 2. Expand and evaluate the leaf. 3. Back up its value.
        value = expand(node, position, network)
        backup(path, value)
        if watch is not None:
            watch(path, value)
    return root


def score(
    node: Node, child: Node, visits: int | None = None, weights: tuple[float, ...] = (19652, 1.25, 1, 0)
) -> float:
    """Q + U of the action that leads to `child`; `visits` replaces its number of visits."""
    c_base, c_init, c_scale, fpu_reduction = weights
    exploration = c_scale * (math.log((node.visits + c_base + 1) / c_base) + c_init) * math.sqrt(node.visits)
    if child.visits > 0:
        q = child.value_for(node.player)
    else:
        visited = sum(other.prior for other in node.children.values() if other.visits > 0)
        q = node.value_for(node.player) - fpu_reduction * math.sqrt(visited)
    return q + exploration * (child.prior / (1 + (child.visits if visits is None else visits)))


def expand(node: Node, state: Any, network: Callable[[np.ndarray], tuple[Any, Any]]) -> float:
    """Gives the node its children and returns its value for the player to move."""
    node.player = state.current_player()
    if state.is_terminal():
        return state.outcome(node.player)
    logits, values = network(state.observation()[None])
    actions = state.legal_actions()
    # Priors: softmax over the legal actions only; float32, as the native tree stores them.
    chosen = [float(logits[0][state.policy_index(action)]) for action in actions]
    weights = [math.exp(logit - max(chosen)) for logit in chosen]
    total = sum(weights)
    node.children = {a: Node(float(np.float32(w / total))) for a, w in zip(actions, weights, strict=True)}
    return float(values[0])


def backup(path: list[Node], value: float) -> None:
    """Adds a value, which is for the player to move at the path's end, to every node of the path."""
    player = path[-1].player
    for node in path:
        node.visits += 1
        node.value_sum += value if node.player == player else -value
