"""Solutions to example 4's exercises: the best order and the worst, and an order found by a shallow search.

    python examples/solutions/04_alphabeta_move_ordering.py

Knuth and Moore (1975): with b moves in every position and the best first, b^ceil(d/2) + b^floor(d/2) - 1 leaves remain.
"""

import math
import random

import boardai

# --- 1. A tree with b moves in every position and random values at its leaves, sorted by the values of the moves. ---

BREADTH, DEPTH = 4, 6


def random_tree(depth, rng):
    """Nested lists with numbers at the leaves."""
    return rng.random() if depth == 0 else [random_tree(depth - 1, rng) for _ in range(BREADTH)]


def value(node):
    """Negamax without cutoffs."""
    return node if isinstance(node, float) else max(-value(child) for child in node)


def ordered(node, best_first):
    """The same tree with each node's moves in order."""
    if isinstance(node, float):
        return node
    children = sorted(node, key=value, reverse=not best_first)  # a child's value is the opponent's: lower is better
    return [ordered(child, best_first) for child in children]


def alphabeta(node, alpha=-math.inf, beta=math.inf):
    """The value, and the number of leaves evaluated."""
    if isinstance(node, float):
        return node, 1
    best, leaves = -math.inf, 0
    for child in node:
        found, below = alphabeta(child, -beta, -max(alpha, best))
        best, leaves = max(best, -found), leaves + below
        if best >= beta:
            break
    return best, leaves


tree = random_tree(DEPTH, random.Random(1))
least = BREADTH ** math.ceil(DEPTH / 2) + BREADTH ** (DEPTH // 2) - 1
counts = {}
for name, one in (("best first", ordered(tree, True)), ("as it comes", tree), ("worst first", ordered(tree, False))):
    found, counts[name] = alphabeta(one)
    assert found == value(tree)
    print(f"{name:12} {counts[name]:5,} of {BREADTH**DEPTH:,} leaves")
print(f"Knuth and Moore's least: {least}. Even the worst order cuts some; by chance is far nearer to the best.\n")
assert counts["best first"] == least < counts["as it comes"] < counts["worst first"] < BREADTH**DEPTH

# --- 2. The best move is unknown in advance, but a shallow search gives a good estimate. Reversi, disc difference. ---

state = boardai.load("reversi").initial_state()
for move in ("d3", "c5", "b6", "e3"):
    state.apply(state.action_from_string(move))
visited = 0


def evaluate(state):
    return state.evaluate("discs") if not state.is_terminal() else 32000 * state.outcome(state.current_player())


def search(state, depth, order, alpha=-40000, beta=40000):
    """Fail-soft alpha-beta that counts positions, including those of the ordering searches."""
    global visited
    visited += 1
    if depth == 0 or state.is_terminal():
        return evaluate(state)
    children = order([state.child(action) for action in state.legal_actions()], depth)
    best = -40000
    for child in children:
        best = max(best, -search(child, depth - 1, order, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def listed(children, depth):
    return children


def by_evaluation(children, depth):
    """Orders by static values; not worth the cost just above the leaves."""
    global visited
    if depth < 2:
        return children
    visited += len(children)
    return sorted(children, key=evaluate)


def by_search(children, depth):
    """Orders by a 2-ply search, if enough plies are left to pay for it."""
    if depth < 4:
        return by_evaluation(children, depth)
    return sorted(children, key=lambda child: search(child, depth - 4, by_evaluation))


print("positions visited, with those that the ordering takes:")
print("depth   as listed   by evaluation   by a search four plies shallower")
for depth in range(3, 9):
    row, values = [], set()
    for order in (listed, by_evaluation, by_search):
        visited = 0
        values.add(search(state, depth, order))
        row.append(visited)
    assert len(values) == 1
    print(f"{depth:5} {row[0]:11,} {row[1]:15,} {row[2]:21,}")
assert row[1] < row[0] and row[2] < row[0]
print("The better order costs searches that are thrown away, and here it saves no more than they cost. Iterative")
print("deepening (example 5) takes its orders from a table: the searches before are needed anyway.")
