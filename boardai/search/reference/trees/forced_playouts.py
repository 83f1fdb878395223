"""Forced playouts and policy target pruning in plain Python: KataGo's additions at the root of PUCT.

Idea: root noise is wasted if its actions get a single visit. So every root action that was tried is forced to a number
of visits that grows with its prior, noise included:

    n_forced(a) = sqrt(k * P(a) * N),    N = sum of the root's visits

and afterwards the policy target omits the forced visits that an action's own score does not justify.

Paper: Wu 2019, Accelerating self-play learning in Go, section 3.2 (arXiv:1902.10565; k = 2). Cost: one comparison for
each visited root action and simulation. Not handled: the limitations of puct.py.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from boardai.search.reference.trees.puct import Node, backup, expand, score


def forced_puct(
    state: Any,
    network: Callable[[np.ndarray], tuple[Any, Any]],
    simulations: int,
    k: float,
    noise: Sequence[float] = (),
    noise_fraction: float = 0,
) -> Node:
    """PUCT with forced playouts from a state that is not terminal.

    Args:
        state: start state; it is not changed.
        network: as in `reference.puct`.
        simulations: number of simulations.
        k: k of the formula above.
        noise: noise for the root's priors, one number for each legal action in ascending order.
        noise_fraction: share of the noise in the priors.
    """
    root = Node(prior=1)
    backup([root], expand(root, state, network))
    for action, x in zip(sorted(root.children), noise, strict=False):
        child = root.children[action]
        child.prior = float(np.float32((1 - noise_fraction) * child.prior + noise_fraction * x))
    for _ in range(simulations):
        node, position, path = root, state.clone(), [root]
        while node.children:
            # 1. At the root, children with missing forced visits come first, ordered by their priors.
            children = node.children
            owed = [a for a, c in children.items() if node is root and 0 < c.visits < forced_visits(root, c, k)]
            if owed:
                action = max(owed, key=lambda a: root.children[a].prior)
            else:
                action = max(children, key=lambda a, node=node: score(node, node.children[a]))  # type: ignore[misc]
            node = children[action]
            position.apply(action)
            path.append(node)
        backup(path, expand(node, position, network))
    return root


def forced_visits(root: Node, child: Node, k: float) -> float:
    """The number of forced visits of a child, independent of its score."""
    return math.sqrt(k * child.prior * (root.visits - 1))


def pruned_policy(root: Node, k: float) -> dict[int, float]:
    """2. The policy target: shares of the visits, without forced visits that the score does not justify."""
    best = max(root.children.values(), key=lambda child: (child.visits, child.prior))
    kept: dict[int, int] = {}
    for action, child in root.children.items():
        visits = child.visits
        if child is not best and visits > 0:
            least = child.visits - math.floor(forced_visits(root, child, k))
            while visits > max(0, least) and score(root, child, visits - 1) < score(root, best):
                visits -= 1
            if visits < child.visits and visits <= 1:
                visits = 0
        kept[action] = visits
    total = sum(kept.values())
    return {action: visits / total for action, visits in kept.items()}
