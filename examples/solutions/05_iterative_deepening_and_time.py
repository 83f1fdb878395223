"""Solutions to example 5's exercises: deepening with a clock, and when not to begin another depth.

    python examples/solutions/05_iterative_deepening_and_time.py

`deepening` is a task of the course, which prints its description; the library's own implementation is used here.
"""

import random

import boardai
from boardai.course import stand_in
from boardai.search import Pvs

deepening = stand_in("deepening")

# --- 1. Deepening that plays the best move of the last completed depth. ---

print(boardai.course.describe("deepening"), "\n")

# --- 2. Time for a depth that will not be completed is wasted. Begin a depth only if it is likely to fit. ---

game, rng = boardai.load("chess"), random.Random(4)
BUDGET = 60_000  # nodes per move
rows = []  # for each position: nodes and move by depth
while len(rows) < 25:
    state = game.initial_state()
    for _ in range(rng.randrange(6, 30)):
        if not state.is_terminal():
            state.apply(rng.choice(state.legal_actions()))
    if state.is_terminal():
        continue
    search, spent, found = Pvs(), 0, []
    while spent < 4 * BUDGET and len(found) < 30:
        result = search.search(state, depth=len(found) + 1)  # the table is kept, as in one deepening search
        spent += result.nodes
        found.append((spent, result.action))
        if result.outcome is not None:
            break
    rows.append(found)


def last_whole(found):
    """The deepest search within the budget; the rest of it is spent on one that does not fit."""
    return max(depth for depth, (spent, _) in enumerate(found) if spent <= BUDGET or depth == 0)


print(f"{BUDGET:,} nodes per move, 25 positions of random games")
print("begin a depth only before this share of the budget: spent   depths lost   another move than with all of it")
for share in (1.0, 0.6, 0.4, 0.2):
    spent = lost = differ = 0
    for found in rows:
        whole = last_whole(found)
        depth = 0
        while depth < whole and found[depth][0] <= share * BUDGET:
            depth += 1
        begins_another = depth + 1 < len(found) and found[depth][0] <= share * BUDGET
        spent += BUDGET if begins_another and depth == whole else found[depth][0]
        lost += whole - depth
        differ += found[depth][1] != found[whole][1]
    print(f"{share:51.0%} {spent / (len(rows) * BUDGET):6.0%} {lost:13} {differ:20}")
    if share == 0.4:
        assert spent < 0.8 * len(rows) * BUDGET and differ <= 5
print("Who begins no depth after two fifths of the time saves about as much, for a few last plies and hardly")
print("another move. In a game the saved time can be used for the next moves.")
