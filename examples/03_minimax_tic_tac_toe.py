"""Example 3: minimax on tic-tac-toe, the oldest game search, first written from scratch and then with the library.

    python examples/03_minimax_tic_tac_toe.py                # prints the lesson
    python examples/03_minimax_tic_tac_toe.py tree.svg       # and draws the tree into that file

docs/search/minimax.md explains the search with numbered steps.
"""

import random
import sys
from pathlib import Path

import boardai

# Tic-tac-toe is example 1: a game written in Python.
game = boardai.load(str(Path(__file__).with_name("01_game_in_python.py")))

# --- 1. A position near its end. Crosses (x, player 0) move; three cells are empty: a win, a draw and a loss. ---

state = game.from_string("..oxoxxo.")
print(f"{state}\n\nx to move\n")


# --- 2. Minimax: the value of a position is that of its best move, and the best reply decides the value of a move. ---


def minimax(state, player):
    """+1, 0 or -1: the result for `player` if both sides play perfectly."""
    if state.is_terminal():
        return state.outcome(player)
    values = [minimax(state.child(action), player) for action in state.legal_actions()]
    # Own level: the maximum. The opponent's level: the minimum, because the opponent would choose it.
    return max(values) if state.current_player() == player else min(values)


for action in state.legal_actions():
    print(f"  {state.action_to_string(action)} is worth {minimax(state.child(action), player=0):+d} to x")

# --- 3. The library's search finds the same, and how soon: the value of a win in n plies is 32000 - n. ---

result = boardai.search.minimax(state, tree=True)
print(f"\n{result}\n")
assert result.outcome == minimax(state, player=0) == 1
assert state.action_to_string(result.action) == "a1"

# The whole tree, level by level: x takes the maximum of the level below, o the minimum. * marks the expected line.
print(result.tree.to_text(depth=None, breadth=None))
if len(sys.argv) > 1:
    Path(sys.argv[1]).write_text(result.tree.to_svg(depth=None, breadth=None))
    print(f"\nthe tree is drawn in {sys.argv[1]}")

# --- 4. Negamax: one rule for both players. One player's gain is the other's loss: max(a, b) = -min(-a, -b). ---


def negamax(state):
    """The outcome for the player to move."""
    if state.is_terminal():
        return state.outcome(state.current_player())
    return max(-negamax(state.child(action)) for action in state.legal_actions())


assert negamax(state) == minimax(state, player=0)
assert boardai.search.negamax(state).nodes == result.nodes

# --- 5. Perfect play: minimax never loses to random play. Every position is searched only once. ---

rng = random.Random(1)
known = {}
score = {1: 0, 0: 0, -1: 0}
for _ in range(200):
    state = game.initial_state()
    while not state.is_terminal():
        # The random player moves first, so minimax has the worse side and starts with one cell taken.
        if state.current_player() == 0:
            state.apply(rng.choice(state.legal_actions()))
            continue
        if state not in known:
            known[state.clone()] = boardai.search.minimax(state).action
        state.apply(known[state])
    score[state.outcome(1)] += 1
print(f"\nminimax, moving second, against random play: {score[1]} won, {score[0]} drawn, {score[-1]} lost")
assert score[-1] == 0

# --- 6. How many positions? All of tic-tac-toe has 549,946; if some cells are filled, far fewer remain. ---

print("\nempty cells   positions minimax visits")
for text in ("xoxoxo...", "xoxo.....", "xo.......", "x........"):
    state = game.from_string(text)
    result = boardai.search.minimax(state)
    print(f"{text.count('.'):11}   {result.nodes:,}")
print("Example 4 shows how to visit far fewer and get the same value.")

# Two exercises (examples/solutions/03_minimax_tic_tac_toe.py):
#   1. How many games of tic-tac-toe are there, how many positions, and how many up to rotations and reflections?
#      (255,168, 5,478 and 765.)
#   2. The minimax above may delay a win. Add the number of plies to the value, so that it wins soon and loses late, and
#      compare the length of its games with the library's `plies_to_end`.
