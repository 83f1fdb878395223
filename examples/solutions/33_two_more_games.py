"""Solutions of example 33: an evaluation of Breakthrough, and first moves of Amazons up to symmetry.

python examples/solutions/33_two_more_games.py
"""

from pathlib import Path

import boardai
from boardai.search import mcts, pvs

here = Path(__file__).resolve().parent.parent
breakthrough, amazons = (
    boardai.define_game((here / f"33_{name}.hpp").read_text(), name=name) for name in ("breakthrough", "amazons")
)

# --- 1. Pieces and advanced rows, for the side to move. ---


def pieces_and_rows(state):
    """Ten for each piece plus the square of the rows it has advanced; minus the same for the opponent."""
    rows = state.to_string().split()[0].split("/")
    total = 0
    for number, row in enumerate(rows):
        total += row.count("w") * (10 + (len(rows) - 1 - number) ** 2) - row.count("b") * (10 + number**2)
    return total if state.current_player() == 0 else -total


points = 0
for number in range(4):
    state = breakthrough.initial_state()
    while not state.is_terminal():
        if state.current_player() == number % 2:
            state.apply(pvs(state, depth=3, evaluator=pieces_and_rows).action)
        else:
            state.apply(mcts(state, simulations=200, seed=number).action)
    points += state.outcome(number % 2) == 1
print(f"pvs with pieces and rows won {points} of 4 games against mcts")
assert points >= 2

# --- 2. One position represents all its mirror images: the one whose text sorts first. ---

start = amazons.initial_state()
after = [start.child(action) for action in start.legal_actions()]
different = {min(state.transformed(symmetry).to_string() for symmetry in range(8)) for state in after}
print(f"Amazons: {len(after)} first moves, {len(different)} different ones")
assert len(after) // 2 <= len(different) < len(after)
