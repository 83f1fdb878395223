"""Solutions to example 19's exercises: keys for chess, and the effect of a table whose values may be bounds.

    python examples/solutions/19_zobrist_and_tables.py

The functions are tasks of the course, which prints their descriptions; the library's own implementations are used here.
"""

import zlib

import boardai
from boardai.course import stand_in

alphabeta = stand_in("alphabeta")
table = stand_in("table")
zobrist = stand_in("zobrist")

# --- 1. Chess: pieces, side to move, castling rights, the en-passant square; not the move counters. ---

print(boardai.course.describe("zobrist"), "\n")
game = boardai.load("chess")
PLACES = "r3k2r/8/8/3pP3/8/8/8/R3K2R"
fens = {
    "as it is": f"{PLACES} w KQkq d6 0 1",
    "ten moves later": f"{PLACES} w KQkq d6 0 11",
    "black's right to castle long is gone": f"{PLACES} w KQk d6 0 1",
    "the pawn did not just move": f"{PLACES} w KQkq - 0 1",
    "black to move": f"{PLACES} b KQkq - 0 1",
}
keys = {name: zobrist(game.from_string(fen)) for name, fen in fens.items()}
for name, key in keys.items():
    print(f"  {key:016x}  {name}")
first, later, *others = keys.values()
assert first == later and len({first, *others}) == 4
print("The same pieces on the same squares, and four keys: what may happen next is part of a position.\n")

# --- 2. The number of leaves that alpha-beta evaluates with and without a table, for the same values. ---

print(boardai.course.describe("table"), "\n")
asked = 0


def evaluate(state):
    """Counts evaluations; the values are deterministic."""
    global asked
    asked += 1
    return zlib.crc32(state.to_string().encode()) % 2001 - 1000


print("Hex 3x3\ndepth   leaves without   with a table")
start = boardai.load("hex", size=3).initial_state()
for depth in (2, 3, 4, 5):
    leaves = {}
    values = set()
    for name, search in (("without", alphabeta), ("with", table)):
        asked = 0
        values.add(search(start, depth, evaluate)[0])
        leaves[name] = asked
    print(f"{depth:5}   {leaves['without']:14,}   {leaves['with']:12,}")
    assert len(values) == 1 and leaves["with"] <= leaves["without"]
assert leaves["with"] < leaves["without"] / 2
print("The deeper, the more roads lead to each position: what a table saves grows with the depth.")
