"""Example 32: Connect Four solved, by rules a player sees at once.

    python examples/32_solving_connect_four.py [POSITION] [--megabytes M]

`32_connect_four_knowledge.hpp` adds knowledge for a solver to the game of example 2: a line that can be completed, a
threat that must be answered, a cell below which neither player should play; and an order of moves. df-pn and principal
variation search use it at every new position. docs/search/dfpn.md explains how to write such knowledge, in C++ and in
Python. The start of the game, position `//////`, takes minutes and `--megabytes 4096`.
"""

import argparse
import random
from pathlib import Path

import boardai
from boardai.search import PvsOptions, dfpn, pvs

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument(
    "position", nargs="?", help="its columns from left to right, such as xo/////o/x; else some are drawn"
)
parser.add_argument("--megabytes", type=int, default=512, help="size of the table")
given = parser.parse_args()

# --- 1. The game: the rules of example 2, followed by the knowledge. ---

here = Path(__file__).parent
rules = (here / "02_connect_four.hpp").read_text().replace("BOARDAI_GAME(ConnectFour)", "")
game = boardai.define_game(rules + (here / "32_connect_four_knowledge.hpp").read_text(), name="knowing connect four")

# Alpha-beta as a solver: one search to the end of the game, with a window that only asks who wins, not how soon. Moves
# are tried in the game's own order: statistics of good moves in other positions would be misleading here.
window = PvsOptions.sound(
    alpha=-1, beta=1, iterative_deepening=False, knowledge=True, table_megabytes=given.megabytes,
    killers=False, history=False, continuation=False, far_continuation=False,
)  # fmt: skip

if given.position:
    print(pvs(game.from_string(given.position), depth=game.max_length, options=window))
    raise SystemExit

# --- 2. Middle games, 14 to 18 random plies from the start. ---

rng = random.Random(1)


def middle_game():
    """A position in which neither player wins at once."""
    while True:
        state = game.initial_state()
        for _ in range(rng.randint(14, 18)):
            if not state.is_terminal():
                state.apply(rng.choice(state.legal_actions()))
        if not state.is_terminal() and dfpn(state, nodes=200).outcome is None:
            return state


states = [middle_game() for _ in range(6)]
print("position                     to move   df-pn without knowledge     with it   alpha-beta")
searched = [0, 0, 0]
for state in states:
    proofs = {"quiet_order": True, "mobility": True, "megabytes": given.megabytes, "nodes": 2_000_000}
    plain, knowing = (dfpn(state, knowledge=known, **proofs) for known in (False, True))
    by_window = pvs(state, depth=game.max_length, options=window)
    word = {1: "wins", 0: "draws", -1: "loses"}[knowing.outcome]
    nodes = [result.nodes for result in (plain, knowing, by_window)]
    print(f"{state.to_string():<29}{word:<10}{nodes[0]:>23,}{nodes[1]:>12,}{nodes[2]:>13,}")
    assert plain.outcome in (None, knowing.outcome) and by_window.outcome == knowing.outcome
    searched = [total + number for total, number in zip(searched, nodes, strict=True)]
print(
    "mean".ljust(39)
    + "".join(f"{total / len(states):>{width},.0f}" for total, width in zip(searched, (23, 12, 13), strict=True))
)
assert searched[0] > searched[1] > searched[2]

# Two exercises (examples/solutions/32_solving_connect_four.py):
#   1. Connect Four with 4 columns and 5 rows: who wins? Change two numbers in the text of the rules.
#   2. How many positions does each of knowledge, quiet_order and mobility save there?
