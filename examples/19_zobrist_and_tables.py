"""Example 19: Zobrist hashing and a transposition table from scratch: the same value with a fraction of the nodes.

    python examples/19_zobrist_and_tables.py

The same moves in another order often lead to the same position. A search that stores its results in a table need not
search that position again. A Zobrist key (Zobrist 1970) identifies the position quickly. docs/search/pvs.md continues.
"""

import random

import boardai

# --- 1. Keys: a random number for each stone on each cell; a position's key is the exclusive or of its stones'. ---

SIZE = 4
game = boardai.load("hex", size=SIZE)
rng = random.Random(1)
NUMBERS = [[rng.getrandbits(64) for _ in range(SIZE * SIZE)] for _ in range(2)]


def played(key, player, cell):
    """The key after a move, in one step. The same step removes the stone again, because x ^ y ^ y = x."""
    return key ^ NUMBERS[player][cell]


one = played(played(played(0, 0, 5), 1, 6), 0, 9)
other = played(played(played(0, 0, 9), 1, 6), 0, 5)
print(f"b2 c2 b3 and b3 c2 b2 have one key: {one:016x} = {other:016x}")
assert one == other and played(one, 0, 9) != one

# --- 2. Alpha-beta to the end of the game, without and with a table. ---


class Search:
    """Who wins with best play: 1 the player to move, -1 the opponent. Hex has no draws, so a bound is exact."""

    def __init__(self, with_table):
        self.table = {} if with_table else None
        self.nodes = 0

    def value(self, state, key):
        if self.table is not None and key in self.table:
            return self.table[key]
        self.nodes += 1
        player = state.current_player()
        if state.is_terminal():
            found = int(state.outcome(player))
        else:
            found = -1
            for cell in state.legal_actions():
                if self.value(state.child(cell), played(key, player, cell)) == -1:
                    found = 1  # a winning move; no better one exists
                    break
        if self.table is not None:
            self.table[key] = found
        return found


state, key = game.initial_state(), 0
for move in ("d4", "d2", "b4"):
    cell = state.action_from_string(move)
    key = played(key, state.current_player(), cell)
    state.apply(cell)
print(f"\n{state}\n")
searches = {name: Search(name == "with a table") for name in ("without a table", "with a table")}
for name, search in searches.items():
    value = search.value(state, key)
    print(f"{name:16} {search.nodes:8,} positions searched: the player to move {'wins' if value == 1 else 'loses'}")
    assert value == boardai.search.dfpn(state).outcome
saved = searches["without a table"].nodes / searches["with a table"].nodes
print(f"The table saves all positions but one in {saved:.0f}. The key need not contain the player to move, because the")
print("number of stones determines it.")
assert saved > 2

# --- 3. How long must a key be? The table cannot distinguish positions with the same key. ---

positions = list(searches["with a table"].table)
print(f"\nkeys of {len(positions):,} positions that differ:")
for bits in (12, 16, 20, 24, 32, 64):
    shared = len(positions) - len({key & ((1 << bits) - 1) for key in positions})
    expected = len(positions) - 2**bits * (1 - (1 - 2.0**-bits) ** len(positions)) if bits < 40 else 0.0
    print(f"  {bits:2} bits: {shared:6,} have the key of another one; expected by chance: {expected:8,.1f}")
print("""
Keys with fewer bits collide more often. So keys have 64 bits: with a billion positions, the probability that any two
share a key is only 3 %.""")

# --- 4. The library's keys are made in the same way, and updated with every move: hash() costs nothing. ---

first, second = game.initial_state(), game.initial_state()
for mine, order in ((first, ("b2", "c2", "b3")), (second, ("b3", "c2", "b2"))):
    for move in order:
        mine.apply(mine.action_from_string(move))
assert first.hash() == second.hash() != game.initial_state().hash()

# Two exercises (examples/solutions/19_zobrist_and_tables.py), which check themselves; without FILE the command
# shows the tasks:
#   1. Keys for chess: include castling rights and the en-passant square.   python -m boardai.course zobrist FILE
#   2. A table for searches to a fixed depth, where a value may be a bound.  python -m boardai.course table FILE
