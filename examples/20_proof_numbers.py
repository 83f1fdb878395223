"""Example 20: proof-number search from scratch. It searches for a proof of who wins.

    python examples/20_proof_numbers.py

A node's proof number is the minimum number of leaves that must still be proven to prove the node. Its disproof number
is the same for a disproof (Allis 1994). The search expands a leaf that can lower both numbers. docs/search/pns.md has
the steps.
"""

import math
from collections import Counter

import boardai

# --- 1. The search: in an OR node the attacker moves and one winning move is enough; in an AND node all must win. ---


class Node:
    def __init__(self, state, attacker):
        self.state, self.children = state, []
        self.attacks = state.current_player() == attacker
        self.proof = self.disproof = 1
        if state.is_terminal():
            self.proof, self.disproof = (0, math.inf) if state.outcome(attacker) > 0 else (math.inf, 0)

    def update(self):
        proofs = [child.proof for child in self.children]
        disproofs = [child.disproof for child in self.children]
        if self.attacks:
            self.proof, self.disproof = min(proofs), sum(disproofs)
        else:
            self.proof, self.disproof = sum(proofs), min(disproofs)


def proof_number_search(state, attacker, printed=()):
    """The root and the number of nodes, once it is known whether `attacker` wins (a draw does not count as a win)."""
    root, nodes, expansions = Node(state, attacker), 1, 0
    while root.proof and root.disproof:
        if expansions in printed:
            print(f"  after {expansions:4} expansions: proof number {root.proof:3}, disproof number {root.disproof:3}")
        # 1. Walk down to the leaf that proves or refutes the root with the least work.
        node, path = root, [root]
        while node.children:
            node = min(node.children, key=lambda child, node=node: child.proof if node.attacks else child.disproof)
            path.append(node)
        # 2. Expand it.
        node.children = [Node(node.state.child(action), attacker) for action in node.state.legal_actions()]
        nodes, expansions = nodes + len(node.children), expansions + 1
        # 3. Update the numbers up to the root.
        for node in reversed(path):
            node.update()
    return root, nodes


# --- 2. Hex 4x4, two stones each. Does the first player, whose turn it is, win? ---

game = boardai.load("hex", size=4)
state = game.initial_state()
for move in ("c2", "a2", "b2", "d3"):
    state.apply(state.action_from_string(move))
print(f"{state}\n")
root, nodes = proof_number_search(state, attacker=0, printed=(0, 1, 10, 100, 300, 1000))
assert root.proof == 0 or root.disproof == 0
print(f"{nodes:,} nodes: the first player {'wins' if root.proof == 0 else 'does not win'}")
assert (root.proof == 0) == (boardai.search.dfpn(state).outcome == 1)

# --- 3. The searched tree: thin where it is deep. ---

depths, row = Counter(), [root]
for depth in range(20):
    depths[depth] = len(row)
    row = [child for node in row for child in node.children]
print("nodes by depth:", " ".join(f"{depths[depth]:,}" for depth in depths if depths[depth]))


def counted(state):
    """The number of nodes of a plain depth-first search that stops at the first winning move."""
    if state.is_terminal():
        return int(state.outcome(state.current_player())), 1
    nodes = 1
    for action in state.legal_actions():
        value, below = counted(state.child(action))
        nodes += below
        if value == -1:
            return 1, nodes
    return -1, nodes


plain = counted(state)[1]
print(f"depth first, in the order of the moves: {plain:,} nodes, {plain / nodes:.1f} times as many")
assert plain > nodes

# --- 4. Its weakness is memory: the whole tree is stored. df-pn searches depth first, with the numbers in a table. ---

numbers = boardai.search.pns(state)
plain_dfpn, knowing = (boardai.search.dfpn(state, knowledge=known) for known in (False, True))
print(f"\nnative, the same position: proof-number search {numbers.nodes:,} nodes, df-pn {plain_dfpn.nodes:,}")
print(f"df-pn with knowledge of bridges to the edges: {knowing.nodes:,}")
assert numbers.outcome == plain_dfpn.outcome == knowing.outcome == 1

# Two exercises (examples/solutions/20_proof_numbers.py); the first checks itself:
#   1. Write your own proof-number search.  python -m boardai.course pns FILE
#   2. Count a draw as a win of the attacker, and show with two searches that tic-tac-toe (example 1) is a draw.
