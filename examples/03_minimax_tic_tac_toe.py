"""Example 3: minimax on tic-tac-toe, the oldest game search, first written out and then from the library.

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


# --- 2. Minimax: a position is worth what its best move is worth, and the best reply decides what a move is worth. ---


def minimax(state, player):
    """+1, 0 or -1: how the game ends for `player` if both sides play as well as can be."""
    if state.is_terminal():
        return state.outcome(player)
    values = [minimax(state.child(action), player) for action in state.legal_actions()]
    # Own level: the largest. The opponent's level: the smallest, for that is what the opponent would choose.
    return max(values) if state.current_player() == player else min(values)


for action in state.legal_actions():
    print(f"  {state.action_to_string(action)} is worth {minimax(state.child(action), player=0):+d} to x")

# --- 3. The library's search sees the same, and says how soon: a win in n plies is worth 32000 - n. ---

result = boardai.search.minimax(state, tree=True)
print(f"\n{result}\n")
assert result.outcome == minimax(state, player=0) == 1
assert state.action_to_string(result.action) == "a1"

# The whole tree, level by level: x takes the largest value of the level below, o the smallest. * marks the line played.
print(result.tree.to_text(depth=None, breadth=None))
if len(sys.argv) > 1:
    Path(sys.argv[1]).write_text(result.tree.to_svg(depth=None, breadth=None))
    print(f"\nthe tree is drawn in {sys.argv[1]}")

# --- 4. Negamax: one rule for both players. What is good for one is as bad for the other: max(a, b) = -min(-a, -b). ---


def negamax(state):
    """The outcome for the player to move."""
    if state.is_terminal():
        return state.outcome(state.current_player())
    return max(-negamax(state.child(action)) for action in state.legal_actions())


assert negamax(state) == minimax(state, player=0)
assert boardai.search.negamax(state).nodes == result.nodes

# --- 5. Perfect play: after any first moves, minimax never loses to random play. Every position is searched once. ---

rng = random.Random(1)
known = {}
score = {1: 0, 0: 0, -1: 0}
for _ in range(200):
    state = game.initial_state()
    while not state.is_terminal():
        # Random play begins: minimax has the worse side, and two cells are taken when it first has to think hard.
        if state.current_player() == 0:
            state.apply(rng.choice(state.legal_actions()))
            continue
        if state not in known:
            known[state.clone()] = boardai.search.minimax(state).action
        state.apply(known[state])
    score[state.outcome(1)] += 1
print(f"\nminimax, moving second, against random play: {score[1]} won, {score[0]} drawn, {score[-1]} lost")
assert score[-1] == 0

# --- 6. How much is that? All of tic-tac-toe is 549,946 positions; with some cells filled, a small part of that. ---

print("\nempty cells   positions minimax visits")
for text in ("xoxoxo...", "xoxo.....", "xo.......", "x........"):
    state = game.from_string(text)
    result = boardai.search.minimax(state)
    print(f"{text.count('.'):11}   {result.nodes:,}")
print("Example 4 shows how to visit far fewer and get the same value.")

# Two exercises (examples/solutions/03_minimax_tic_tac_toe.py):
#   1. How many games of tic-tac-toe are there, how many positions, and how many up to turning and mirroring? (255,168,
#      5,478 and 765.)
#   2. Minimax above may put a win off. Count the plies into the value, so that it wins soon and loses late, and
#      compare the length of its games with `plies_to_end` of the library's.
