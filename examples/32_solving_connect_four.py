"""Example 32: Connect Four solved, by rules a player sees at once.

    python examples/32_solving_connect_four.py [POSITION] [--nodes N]

`32_connect_four_knowledge.hpp` adds to the game of example 2 what a solver should know: a line that can be completed, a
threat that must be answered, a cell below which neither player should play; and an order of moves. df-pn asks for it at
every new position. docs/search/dfpn.md says how such knowledge is written, in C++ and in Python.
"""

import argparse
import random
from pathlib import Path

import boardai
from boardai.search import dfpn

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument(
    "position", nargs="?", help="its columns from left to right, such as xo/////o/x; else some are drawn"
)
parser.add_argument("--nodes", type=int, default=2_000_000, help="after which an open position is left")
given = parser.parse_args()

# --- 1. The game: the rules of example 2, and after them what is known. ---

here = Path(__file__).parent
rules = (here / "02_connect_four.hpp").read_text().replace("BOARDAI_GAME(ConnectFour)", "")
game = boardai.define_game(rules + (here / "32_connect_four_knowledge.hpp").read_text(), name="knowing connect four")
solver = {"quiet_order": True, "mobility": True, "megabytes": 512, "nodes": given.nodes}

if given.position:
    print(dfpn(game.from_string(given.position), **solver))
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
print("position                          to move   nodes with knowledge   without")
with_it, without = 0, 0
for state in states:
    knowing, plain = (dfpn(state, knowledge=known, **solver) for known in (True, False))
    word = {1: "wins", 0: "draws", -1: "loses", None: "?"}[knowing.outcome]
    print(f"{state.to_string():<34}{word:<9} {knowing.nodes:>20,} {plain.nodes:>10,}")
    assert plain.outcome in (None, knowing.outcome)
    with_it, without = with_it + knowing.nodes, without + plain.nodes
print(f"mean: {with_it / len(states):,.0f} against {without / len(states):,.0f}")
assert with_it < without

# Two exercises (examples/solutions/32_solving_connect_four.py):
#   1. Connect Four with 4 columns and 5 rows: who wins? Change two numbers in the text of the rules.
#   2. How many positions does each of knowledge, quiet_order and mobility save there?
