"""Solutions to example 6's exercises: your own UCT, and which c finds the only reply that does not lose.

    python examples/solutions/06_uct_from_scratch.py

`uct` is a task of the course, which prints its description; the library's own implementation is used here.
"""

from pathlib import Path

import boardai
from boardai.course import stand_in

# --- 1. The search: its description. `python -m boardai.course` checks yours. ---

print(boardai.course.describe("uct"), "\n")

# --- 2. Tic-tac-toe after x in the corner: the centre draws, all other replies lose. How often is it found? ---

game = boardai.load(str(Path(__file__).parents[1] / "01_game_in_python.py"))
state = game.from_string("x........")
centre = state.action_from_string("b2")
assert [a for a in state.legal_actions() if boardai.search.minimax(state.child(a)).outcome == 0] == [centre]
SEEDS = 40
print(f"found in {SEEDS} searches, by c and simulations:\n    c      50     200     800")
found = {}
for c in (0, 0.2, 0.7, 1.4, 10):
    for simulations in (50, 200, 800):
        found[c, simulations] = sum(
            # Without the solver, whose proofs would decide instead of the bounds.
            boardai.search.mcts(state, simulations=simulations, c=c, seed=seed, solver=False).action == centre
            for seed in range(SEEDS)
        )
    print(f"{c:5}" + "".join(f"{found[c, simulations] / SEEDS:8.0%}" for simulations in (50, 200, 800)))
print(
    "With 0 the first good luck decides. With 10 all moves are visited alike, and the means stay those of random games."
)

uct = stand_in("uct")
assert found[0.7, 800] > found[0, 800] and found[0.7, 800] >= found[10, 800]
print("\nA random game rarely punishes a mistake: that x wins against any other reply takes a plan. Only a tree that")
print("grows where the play is good, ever more, comes near to the truth.")
