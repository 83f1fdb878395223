"""Example 26: a virtual connection, found from scratch.

    python examples/26_virtual_connections.py

Two Hex stones can be connected although they do not touch, if there is an answer to every move of the opponent.
H-search (Anshelevich 2002) finds such connections by two rules, AND and OR; games/hex/thinking.md draws them.
"""

import itertools

import boardai
from boardai.games.hex.connections.virtual_connections import connections

game = boardai.load("hex", size=5)
state = game.initial_state().child(game.parse_action(game.initial_state(), "c3"))
stone = game.parse_action(game.initial_state(), "c3")
SIZE, CELLS, TOP, BOTTOM = 5, 25, "top", "bottom"

# --- 1. Points and neighbours: every cell, and black's two edges. ---


def neighbours(cell):
    row, column = divmod(cell, SIZE)
    around = [(row, column + 1), (row + 1, column), (row + 1, column - 1)]
    near = [SIZE * r + c for r, c in around if 0 <= r < SIZE and 0 <= c < SIZE]
    return near + [TOP] * (row == 0) + [BOTTOM] * (row == SIZE - 1)


# --- 2. H-search. A connection has a carrier, a set of empty cells; a semi connection also has a key cell. ---


class HSearch:
    """Full and semi connections by pairs of points, smallest carriers first; no carrier contains another one."""

    def __init__(self, most_full=6, most_semi=12):
        self.full, self.semi = {}, {}
        self.most_full, self.most_semi = most_full, most_semi
        for cell in range(CELLS):
            for near in neighbours(cell):
                self.full[frozenset((cell, near))] = [frozenset()]
        while self.by_and() | self.by_or():
            pass

    def add(self, found, pair, carrier, most):
        kept = found.setdefault(pair, [])
        if any(one <= carrier for one in kept):
            return False
        kept[:] = sorted([one for one in kept if not carrier <= one] + [carrier], key=len)[:most]
        return carrier in kept

    def by_and(self):
        """From x to m and m to y: x to y is full if m is a stone, and semi with key m if m is empty."""
        partners, new = {}, False
        for pair in self.full:
            for m in pair:
                partners.setdefault(m, []).append(next(iter(pair - {m})))
        for m, ends in partners.items():
            if m in (TOP, BOTTOM):
                continue
            for x, y in itertools.combinations(ends, 2):
                pair = frozenset((x, y))
                for one in self.full[frozenset((x, m))]:
                    for two in self.full[frozenset((m, y))]:
                        if one & two or y in one or x in two:
                            continue
                        if m == stone:
                            new |= self.add(self.full, pair, one | two, self.most_full)
                        else:
                            new |= self.add(self.semi, pair, one | two | {m}, self.most_semi)
        return new

    def by_or(self):
        """Semi connections without a cell that all of them share form a full one over all their cells."""
        new = False
        for pair, semis in self.semi.items():
            for number in (2, 3, 4):
                for some in itertools.combinations(semis, number):
                    if not frozenset.intersection(*some):
                        new |= self.add(self.full, pair, frozenset.union(*some), self.most_full)
        return new


def text(carrier):
    return " ".join(game.format_action(state, cell) for cell in sorted(carrier))


search = HSearch()
print(state)
down = search.full[frozenset((stone, BOTTOM))][0]
across = search.full[frozenset((TOP, BOTTOM))][0]
print(f"\nc3 to the bottom, whatever white plays: {text(down)}")
print(f"top to bottom:                          {text(across)}")

# --- 3. Is it valid? White may move first, and both play only inside the carrier. ---


def joined(stones, x, y):
    seen, reached = {x}, [x]
    while reached:
        point = reached.pop()
        for other in [*stones, TOP, BOTTOM]:
            touches = any(point in (a, b) and other in (a, b) for a, b in EDGES)
            if touches and other not in seen:
                seen.add(other)
                # A path ends at an edge and cannot continue through it.
                reached += [other] if other not in (TOP, BOTTOM) else []
    return y in seen


EDGES = [(cell, near) for cell in range(CELLS) for near in neighbours(cell)]


def holds(stones, empty, x, y):
    """Whether black can connect x and y inside the empty cells if white moves first."""
    if joined(stones, x, y):
        return True
    return bool(empty) and all(
        any(holds(stones | {answer}, empty - {cell, answer}, x, y) for answer in empty - {cell}) for cell in empty
    )


assert holds({stone}, down, stone, BOTTOM)
print("\nplayed against every reply: it is connected")
assert not any(holds({stone}, down - {cell}, stone, BOTTOM) for cell in down)
print("without any one of its cells it is not: all are needed")

# --- 4. The library's H-search in C++ gives the same result, and is fast enough for large boards. ---

found = connections(state, colour=0)
assert frozenset(found.between("c3", "bottom")[0].carrier) == down
assert found.wins_second
large = boardai.load("hex", size=11)
middle = large.initial_state().child(large.parse_action(large.initial_state(), "f6"))
print(f"\n11x11 with a stone in the middle: {len(connections(middle, colour=0)):,} connections are kept")

# Two exercises (examples/solutions/26_virtual_connections.py):
#   1. How far from the edge may a lone stone be on 11x11 to be connected, and how many cells does the carrier need?
#   2. Put a white stone on each cell of the carrier in turn: does black have an answer to the intrusion, and where?
