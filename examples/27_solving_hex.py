"""Example 27: Hex 6x6, solved.

    python examples/27_solving_hex.py

Which first moves win? With only the rules a search cannot find out; with virtual connections it takes seconds.
games/hex/solver.md explains the solver.
"""

import boardai
from boardai.search import dfpn

# --- 1. Every opening of 6x6. ---

game = boardai.load("hex", size=6)
start = game.initial_state()
wins, positions = set(), 0
for cell in start.legal_actions():
    answer = dfpn(start.child(cell))  # for white, who moves next
    positions += answer.nodes
    if answer.value == -1:
        wins.add(cell)
print(f"6x6: {len(wins)} of 36 openings win (+), proved by looking at {positions:,} positions")
for row in range(6):
    print("  " + " " * row + " ".join("+" if 6 * row + column in wins else "-" for column in range(6)))
# Hex is symmetric under a half turn, so the map is as well.
assert all((cell in wins) == (35 - cell in wins) for cell in range(36))
assert game.parse_action(start, "c3") in wins and game.parse_action(start, "a1") not in wins

# --- 2. The effect of the knowledge: a small board with and without it. ---

small = boardai.load("hex", size=4)
opening = small.initial_state().child(small.parse_action(small.initial_state(), "a1"))
knowing, plain = dfpn(opening), dfpn(opening, knowledge=False)
print(f"\n4x4, a1: {knowing.nodes:,} positions; by the rules alone {plain.nodes:,}")
assert knowing.value == plain.value == 1 and 10 * knowing.nodes < plain.nodes

# --- 3. Not only who wins, but how: a strategy that answers every move, checked against every move. ---

strategy = dfpn(opening, strategy=True).strategy
print(f"\nwhite's strategy against a1 on 4x4: {len(strategy):,} answers;")
print(f"played against every reply: {strategy.check():,} lines, all won")

# --- 4. A game against it: black resists as long as it can. ---

state = opening.clone()
print("\n  1. a1", end="")
number = 1
while not state.is_terminal():
    if state.current_player() == 1:  # white plays by df-pn
        move = dfpn(state).action
    else:
        # All moves lose; the one that costs the solver most positions resists best.
        move = max(state.legal_actions(), key=lambda action: dfpn(state.child(action)).nodes)
        number += 1
        print(f"  {number}.", end="")
    print(f" {small.format_action(state, move)}", end="")
    state.apply(move)
print(f"\n\n{state}")
assert state.outcome(1) == 1

# Two exercises (examples/solutions/27_solving_hex.py):
#   1. With the swap rule the second player may take over the first stone. How many openings of 5x5 win then?
#   2. Which openings of 6x6 are hardest to solve? Draw the board, shaded by the number of positions.
