"""Gumbel search in plain Python: a policy improved by planning.

Idea: draw a limited number of root actions, without replacement, in proportion to the policy; they compete in rounds,
of which the better half continues. Inside the tree, visits follow the policy improved by the values found.

    v_mix(s) = (v(s) + sum of n(s, b) * (sum over visited P(b) q(b)) / (sum over visited P(b))) / (1 + sum of n(s, b))
    sigma(q) = (maxvisit_init + max over b of n(s, b)) * value_scale * q, with the q of a position scaled to [0, 1]

Paper: Danihelka et al. 2022, Policy improvement by planning with Gumbel (ICLR). Cost: every simulation plays its moves
again from the root. Not handled: batches of leaves (in the native search, `boardai.search.gumbel`, whose results are
otherwise the same). Steps as in native/boardai/search/trees/puct/gumbel.hpp; the tree is that of puct.py.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from boardai.search.reference.trees.puct import Node, backup, expand


def considered_visits(considered: int, simulations: int) -> list[int]:
    """Sequential halving: the number of visits of the action that each simulation goes to."""
    if considered == 1:
        return list(range(simulations))
    rounds, visits = math.ceil(math.log2(considered)), [0] * considered
    sequence: list[int] = []
    while len(sequence) < simulations:
        for _ in range(max(1, int(simulations / (rounds * considered)))):
            sequence += visits[:considered]
            visits[:considered] = [n + 1 for n in visits[:considered]]
        considered = max(2, considered // 2)
    return sequence[:simulations]


class Position:
    """The completed values of a node, by action."""

    def __init__(self, node: Node, own_value: float, value_scale: float, maxvisit_init: float):
        # 2. Complete the values, scale them to [0, 1], combine them with the logits.
        self.children = node.children
        visited = {a: child for a, child in node.children.items() if child.visits > 0}
        visits = sum(child.visits for child in visited.values())
        mixed = own_value
        if visited:
            weight = sum(child.prior for child in visited.values())
            mean = sum(child.prior * child.value_for(node.player) for child in visited.values()) / weight
            mixed = (own_value + visits * mean) / (1 + visits)
        q = {a: visited[a].value_for(node.player) if a in visited else mixed for a in node.children}
        low, high = min(q.values()), max(q.values())
        scale = (maxvisit_init + max(child.visits for child in node.children.values())) * value_scale
        self.sigma = {a: scale * (value - low) / max(high - low, 1e-8) for a, value in q.items()}

    def improved_policy(self) -> dict[int, float]:
        """softmax(logit + sigma(q))."""
        top = max(self.sigma.values())
        weights = {a: child.prior * math.exp(self.sigma[a] - top) for a, child in self.children.items()}
        return {a: weight / sum(weights.values()) for a, weight in weights.items()}


def gumbel(
    state: Any,
    network: Callable[[np.ndarray], tuple[Any, Any]],
    simulations: int,
    noise: Sequence[float],
    considered: int = 16,
    value_scale: float = 0.1,
    maxvisit_init: float = 50,
) -> tuple[Node, int, dict[int, float]]:
    """Searches a state that is not terminal; options as in `boardai.search.GumbelOptions`.

    Args:
        state: start state; it is not changed.
        network: from planes `[1, height, width, channels]` to logits `[1, policy_size]` and values `[1]`.
        simulations: number of simulations.
        noise: Gumbel samples (step 1), one for each legal action in ascending order.
        considered: maximum number of root actions.
        value_scale: weight of values compared with logits.
        maxvisit_init: visits added in the weight of values.

    Returns:
        The root, the action to play, and the improved policy.
    """
    own_values: dict[Node, float] = {}

    def position(node: Node) -> Position:
        return Position(node, own_values[node], value_scale, maxvisit_init)

    def evaluate(node: Node, reached: Any) -> float:
        own_values[node] = expand(node, reached, network)
        return own_values[node]

    def winner(visits: int) -> int:
        # 3. Root: the highest g + logit + sigma(q) among the actions with this number of visits.
        sigma = position(root).sigma
        candidates = [a for a, child in root.children.items() if child.visits == visits]
        return max(candidates, key=lambda a: bonus[a] + math.log(root.children[a].prior) + sigma[a])

    root = Node(prior=1)
    backup([root], evaluate(root, state))
    bonus = dict(zip(sorted(root.children), noise, strict=True))
    for visits in considered_visits(min(considered, len(root.children)), simulations):
        node, reached, path = root, state.clone(), [root]
        while node.children:
            if node is root:
                action = winner(visits)
            else:
                # 4. Interior: visits follow the improved policy.
                policy, total = position(node).improved_policy(), sum(c.visits for c in node.children.values())
                action = max(policy, key=lambda a: policy[a] - node.children[a].visits / (1 + total))
            node = node.children[action]
            reached.apply(action)
            path.append(node)
        backup(path, evaluate(node, reached))
    # 5. The best of the most visited actions.
    best = winner(max(child.visits for child in root.children.values()))
    return root, best, position(root).improved_policy()
