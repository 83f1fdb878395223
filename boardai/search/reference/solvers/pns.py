"""Proof-number search in plain Python, as in the lecture.

Idea: to prove a win, one winning move is needed where the attacker moves (OR) and every reply must be answered where
the defender moves (AND). The proof number of a node is the minimum number of open leaves that must be proven as wins,
the disproof number the minimum number that must be disproven. Always expand the leaf that belongs to both smallest
sets.

    OR node:   proof = min over children,   disproof = sum over children
    AND node:  proof = sum over children,   disproof = min over children
    leaf: open 1, 1;  won by the attacker 0, infinite;  finished without a win infinite, 0

Paper: Allis, van der Meulen, van den Herik 1994, Proof-number search (Artificial Intelligence 66). Cost: the whole tree
is held in memory. Not handled: draws by repetition on a line, limits, the bounded pool (all in the native search,
`boardai.search.pns`, which otherwise visits the same nodes).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

INFINITE = float("inf")


class Node:
    """A position; `proof` and `disproof` count open leaves, `drawn`: it was disproved by a draw instead of a loss."""

    def __init__(self, state: Any, attacker: int, parent: Node | None = None, action: int = -1):
        self.state, self.parent, self.action = state, parent, action
        self.attacker_moves = state.current_player() == attacker
        self.children: list[Node] = []
        self.proof: float = 1
        self.disproof: float = 1
        self.drawn = False
        if state.is_terminal():
            won = state.outcome(attacker) > 0
            self.drawn = state.outcome(attacker) == 0
            self.proof, self.disproof = (0, INFINITE) if won else (INFINITE, 0)

    def update(self) -> None:
        """Computes the numbers from those of the children."""
        proofs, disproofs = [c.proof for c in self.children], [c.disproof for c in self.children]
        if self.attacker_moves:
            self.proof, self.disproof = min(proofs), sum(disproofs)
        else:
            self.proof, self.disproof = sum(proofs), min(disproofs)
        if self.disproof == 0:
            # The attacker prefers a draw to a loss; the defender prevents draws if possible.
            draws = [c.drawn for c in self.children if c.disproof == 0]
            self.drawn = any(draws) if self.attacker_moves else all(draws)


def can_win(state: Any, attacker: int, watch: Callable[[Node], None] | None = None) -> tuple[Node, int]:
    """Whether `attacker` can force a win from a state that is not over.

    Args:
        state: start state.
        attacker: 0 or 1.
        watch: called with each leaf after its expansion, when the numbers above it have been updated.

    Returns:
        The root (proof 0: yes, disproof 0: no) and the number of nodes created.
    """
    root = Node(state, attacker)
    nodes = 1
    # 4. Until the root is solved.
    while root.proof and root.disproof:
        # 1. Select the most-proving leaf.
        node: Node | None = root
        while node and node.children:
            number = "proof" if node.attacker_moves else "disproof"
            node = min(node.children, key=lambda child, number=number: getattr(child, number))  # type: ignore[misc]
        # 2. Expand it; every child is evaluated at once.
        assert node is not None
        leaf = node
        for action in sorted(node.state.legal_actions()):
            node.children.append(Node(node.state.child(action), attacker, node, action))
            nodes += 1
        # 3. Update the numbers up to the root.
        while node:
            node.update()
            node = node.parent
        if watch is not None:
            watch(leaf)
    return root, nodes


def pns(state: Any) -> tuple[int, int]:
    """The outcome for the player to move, and the number of nodes; asks at most two questions."""
    player = state.current_player()
    root, nodes = can_win(state, player)
    if root.proof == 0:
        return 1, nodes
    if not root.drawn:
        return -1, nodes
    root, more = can_win(state, 1 - player)
    return (-1 if root.proof == 0 else 0), nodes + more
