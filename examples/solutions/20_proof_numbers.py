"""Solutions to example 20's exercises: your own proof-number search, and a draw proven by two questions.

    python examples/solutions/20_proof_numbers.py

`pns` is a task of the course, which prints its description; the library's own implementation is used here.
"""

from pathlib import Path

import boardai
from boardai.course import stand_in

pns = stand_in("pns")

# --- 1. The search: its description. `python -m boardai.course` checks yours. ---

print(boardai.course.describe("pns"), "\n")

# --- 2. A proof search only answers yes or no. A game with draws needs two searches. ---


class DrawsCount:
    """A state whose draws count as wins of one player. The search itself is unchanged."""

    def __init__(self, state, winner):
        self.state, self.winner = state, winner

    def outcome(self, player):
        result = self.state.outcome(player)
        return result or (1 if player == self.winner else -1)

    def child(self, action):
        return DrawsCount(self.state.child(action), self.winner)

    def __getattr__(self, name):
        return getattr(self.state, name)


def solved(state, player):
    """1, 0 or -1: the result for `player` with best play."""
    if pns(state, player)[0] == 0:
        return 1
    return 0 if pns(DrawsCount(state, player), player)[0] == 0 else -1


tic_tac_toe = boardai.load(str(Path(__file__).parents[1] / "01_game_in_python.py"))
WORDS = {1: "x wins", 0: "a draw", -1: "x loses"}
print("tic-tac-toe, x is player 0:")
# The empty board would take a plain Python search too long: it starts after all different pairs of moves.
for text in ("x...o....", "x.o......", ".x..o....", "....x...o", "....x..o."):
    state = tic_tac_toe.from_string(text)
    value, known = solved(state, 0), boardai.search.minimax(state).value_for(0)
    print(f"  {text}  {WORDS[value]}")
    assert value == (known > 0) - (known < 0)

start = tic_tac_toe.initial_state()
win = boardai.search.pns(start)
assert win.outcome == 0
print("The library asks both questions by itself; the empty board:", win.notes)
print("\nA corner is answered by the centre, and it by a corner: a draw. The corner next to it, or an edge, loses.")
assert solved(tic_tac_toe.from_string("....x...o"), 0) == 0 and solved(tic_tac_toe.from_string("....x..o."), 0) == 1
