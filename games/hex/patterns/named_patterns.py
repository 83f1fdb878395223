"""The patterns that players of Hex have names for, found on a position (Ószi 2021, section 3.4, after Browne 2000).

    for one in named_patterns(state, colour):
        print(one.name, one.cells)
        print(one.to_text())

The thesis describes the nine in words, with figures that are lost. Here each is defined by the list below, for
one colour, own; chains are own stones that touch, and the colour's two edges are chains too in 2 and 3.

    1 connection           two or more stones that touch: a chain
    2 one-bridge           two chains with one empty cell between them that joins them, and no other
    3 two-bridge           two chains with two such cells or more: whichever is taken, another is left
    4 V-block              the triangle between an opponent's stone and its edge is cut by a wall, of own stones and the
                           cells of own two-bridges (none shared by two), whose stones nearest to that edge are one
    5 U-block              the same, and they are two or more: the wall has a bottom
    6 bridge supervision   an empty cell with two-bridges to two chains that are not joined: a third stone between two
    7 pivot                a corner or a cell next to it; or an empty cell that joins (2, 6) for both colours
    8 edge template        a chain that is joined to an own edge whatever the opponent plays, by H-search
    9 forcing              an empty cell of the opponent's two-bridge that touches an own chain or has a two-bridge to
                           one: taking it forces the answer, and the stone stays
"""

from __future__ import annotations

import collections
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from boardai.games.hex.connections.virtual_connections import EDGES, checked_colour, connections, words_of
from boardai.games.hex.drawing import draw_svg, draw_text

__all__ = ["NamedPattern", "named_patterns"]

NAMES = (
    "connection",
    "one-bridge",
    "two-bridge",
    "V-block",
    "U-block",
    "bridge supervision",
    "pivot",
    "edge template",
    "forcing",
)
_AROUND = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))


@dataclass(frozen=True)
class NamedPattern:
    r"""A pattern on a position.

    >>> from boardai.games.hex.patterns.named_patterns import named_patterns
    >>> state = boardai.load("hex", size=4).from_string("4/1bw1/4/b2w b no-swap")
    >>> one = next(one for one in named_patterns(state, 0) if len(one.stones) == 2)
    >>> print(one.name, *one.to_text().splitlines()[:5], sep="\n")
    two-bridge
       a b c d
     1 . . . . 1
      2 . B W . 2
       3 * * . . 3
        4 B . . W 4

    Attributes:
        number: of the thesis, 1 to 9.
        colour: whose it is, 0 black, 1 white.
        stones: the stones that make it; of blocks the opponent's stone that is blocked comes last.
        cells: the empty cells it is about.
        key: the one that matters most, of patterns that have one; None: all alike.
        edge: the edge it touches, `top`, `bottom`, `left` or `right`; "": none.
        state: the position.
    """

    number: int
    colour: int
    stones: tuple[int, ...]
    cells: tuple[int, ...] = ()
    key: int | None = None
    edge: str = ""
    state: Any = field(default=None, repr=False, compare=False)

    @property
    def name(self) -> str:
        """As players say."""
        return NAMES[self.number - 1]

    def to_text(self) -> str:
        """The board with the pattern's empty cells as `*`, its key as `+`."""
        lines = draw_text(self.state).splitlines()
        for cell in self.cells:
            row, column = divmod(cell, self.state.columns())
            place = row + 3 + 2 * column
            line = lines[row + 1]
            lines[row + 1] = line[:place] + ("+" if cell == self.key else "*") + line[place + 1 :]
        return "\n".join(lines)

    def svg(self) -> str:
        """The board with the pattern's cells tinted, its stones and its key marked."""
        return draw_svg(self.state, region=self.cells, marks=(*self.stones, *(() if self.key is None else (self.key,))))


def named_patterns(state: Any, colour: int) -> list[NamedPattern]:
    """The patterns of a colour on a position, in the order of their numbers.

    >>> from boardai.games.hex.patterns.named_patterns import named_patterns
    >>> game = boardai.load("hex", size=5)
    >>> state = game.from_string("5/2b2/5/1b2w/4w b no-swap")
    >>> [(one.name, [game.format_action(state, cell) for cell in one.cells]) for one in named_patterns(state, 0)][:2]
    [('two-bridge', ['b3', 'c3']), ('two-bridge', ['c1', 'd1'])]

    Args:
        state: a position of Hex.
        colour: 0, black, who joins top and bottom, or 1, white.

    Raises:
        ValueError: no state of Hex, or no such colour.
    """
    words_of(state)
    colour = checked_colour(colour)
    board = _Board(state)
    found = [*board.connections(colour), *board.bridges[colour], *board.blocks(colour), *board.supervisions[colour]]
    found += [*board.pivots(colour), *board.edge_templates(colour), *board.forcing(colour)]
    return sorted(found, key=lambda one: one.number)


class _Board:
    """A position as chains and empty cells, with what several patterns are made of.

    Attributes:
        bridges: by colour, 2 and 3.
        two_bridges: those of them with two cells.
        supervisions: by colour, 6.
    """

    def __init__(self, state: Any) -> None:
        self.state, self.rows, self.columns = state, int(state.rows()), int(state.columns())
        self.stone = [state.stone_at(*divmod(cell, self.columns)) for cell in range(self.rows * self.columns)]
        self.near = [tuple(self._neighbours(cell)) for cell in range(len(self.stone))]
        self.chains = [self._chains(colour) for colour in (0, 1)]
        self.bridges = [list(self._bridges(colour)) for colour in (0, 1)]
        self.two_bridges = [[one for one in found if len(one.cells) == 2] for found in self.bridges]
        self.supervisions = [list(self._supervisions(colour)) for colour in (0, 1)]

    def _neighbours(self, cell: int) -> Iterator[int]:
        row, column = divmod(cell, self.columns)
        for down, right in _AROUND:
            if 0 <= row + down < self.rows and 0 <= column + right < self.columns:
                yield (row + down) * self.columns + column + right

    def _chains(self, colour: int) -> list[tuple[int, ...]]:
        left, chains = {cell for cell, stone in enumerate(self.stone) if stone == colour}, []
        while left:
            reached, chain = [min(left)], []
            left.discard(reached[0])
            while reached:
                cell = reached.pop()
                chain.append(cell)
                new = left.intersection(self.near[cell])
                left -= new
                reached += new
            chains.append(tuple(sorted(chain)))
        return chains

    def _of(self, number: int, colour: int, *given: Any, **more: Any) -> NamedPattern:
        return NamedPattern(number, colour, *given, **more, state=self.state)

    def liberties(self, chain: tuple[int, ...]) -> set[int]:
        """The empty cells that touch a chain."""
        return {near for cell in chain for near in self.near[cell] if self.stone[near] < 0}

    def edge_cells(self, edge: str) -> list[int]:
        """The cells along an edge."""
        return [cell for cell in range(len(self.stone)) if self.distance(cell, edge) == 0]

    def ends(self, colour: int) -> list[tuple[tuple[int, ...], str, set[int]]]:
        """What can be joined: chains and edges, as (stones, edge, empty cells that touch it)."""
        found: list[tuple[tuple[int, ...], str, set[int]]] = [
            (chain, "", self.liberties(chain)) for chain in self.chains[colour]
        ]
        for edge in EDGES[colour]:
            cells = self.edge_cells(edge)
            touching = {cell for cell in cells if self.stone[cell] < 0}
            stones = tuple(chain for chain in self.chains[colour] if set(chain) & set(cells))
            for chain in stones:
                touching |= self.liberties(chain)
            found = [one for one in found if one[0] not in stones]
            found.append((tuple(sorted(itertools.chain.from_iterable(stones))), edge, touching))
        return found

    def connections(self, colour: int) -> Iterator[NamedPattern]:
        """1."""
        for chain in self.chains[colour]:
            if len(chain) > 1:
                yield self._of(1, colour, chain)

    def _bridges(self, colour: int) -> Iterator[NamedPattern]:
        """2 and 3."""
        for one, other in itertools.combinations(self.ends(colour), 2):
            if one[1] and other[1]:
                continue  # the two edges: not called a bridge
            between = tuple(sorted(one[2] & other[2]))
            if between:
                near = tuple(cell for cell in (*one[0], *other[0]) if set(self.near[cell]) & set(between))
                key = between[0] if len(between) == 1 else None
                yield self._of(2 if key is not None else 3, colour, near, between, key, one[1] or other[1])

    def blocks(self, colour: int) -> Iterator[NamedPattern]:
        """4 and 5."""
        # A cell that two of them need breaks one of them.
        needs = collections.Counter(cell for one in self.two_bridges[colour] for cell in one.cells)
        bridges = [one for one in self.two_bridges[colour] if all(needs[cell] == 1 for cell in one.cells)]
        wall = {cell for one in bridges for cell in one.cells} | set(itertools.chain(*self.chains[colour]))
        for chain in self.chains[1 - colour]:
            for edge in EDGES[1 - colour]:
                head = min(chain, key=lambda cell: (self.distance(cell, edge), cell))
                met = self.wall_met(head, edge, wall)
                used = [one for one in bridges if met & set(one.cells)]
                stones = {cell for cell in met if self.stone[cell] == colour}.union(*(one.stones for one in used))
                if not met or not stones:
                    continue
                nearest = min(self.distance(cell, edge) for cell in stones)
                bottom = [cell for cell in stones if self.distance(cell, edge) == nearest]
                cells = sorted({cell for one in used for cell in one.cells})
                yield self._of(4 if len(bottom) == 1 else 5, colour, (*sorted(stones), head), tuple(cells), edge=edge)

    def distance(self, cell: int, edge: str) -> int:
        """Steps from a cell to an edge's own row or column of cells."""
        row, column = divmod(cell, self.columns)
        return {"top": row, "bottom": self.rows - 1 - row, "left": column}.get(edge, self.columns - 1 - column)

    def wall_met(self, head: int, edge: str, wall: set[int]) -> set[int]:
        """The cells of a wall that stop all ways from a stone which come nearer to an edge with every step.

        None where one of these ways leads to the edge.
        """
        met, seen, reached = set[int](), {head}, [head]
        while reached:
            cell = reached.pop()
            if self.distance(cell, edge) == 0:
                return set()
            for near in self.near[cell]:
                if near in seen or self.distance(near, edge) >= self.distance(cell, edge):
                    continue
                seen.add(near)
                if near in wall:
                    met.add(near)
                else:
                    reached.append(near)
        return met

    def _supervisions(self, colour: int) -> Iterator[NamedPattern]:
        """6."""
        ends = [(stones, free) for stones, edge, free in self.ends(colour) if not edge]
        for cell in range(len(self.stone)):
            if self.stone[cell] >= 0:
                continue
            around = {near for near in self.near[cell] if self.stone[near] < 0}
            # A chain that the cell touches needs no bridge to it.
            far = [(stones, free & around) for stones, free in ends if cell not in free and len(free & around) == 2]
            for (one, first), (other, second) in itertools.combinations(far, 2):
                if not first & second:
                    stones = tuple(s for s in (*one, *other) if set(self.near[s]) & (first | second))
                    yield self._of(6, colour, stones, tuple(sorted({cell} | first | second)), cell)

    def pivots(self, colour: int) -> Iterator[NamedPattern]:
        """7."""
        corners = {0, self.columns - 1, len(self.stone) - self.columns, len(self.stone) - 1}
        cells = corners | {near for corner in corners for near in self.near[corner]}
        joins = [
            {one.key for one in (*self.bridges[side], *self.supervisions[side]) if one.key is not None}
            for side in (0, 1)
        ]
        for cell in sorted(cells | (joins[0] & joins[1])):
            if self.stone[cell] < 0:
                yield self._of(7, colour, (), (cell,), cell)

    def edge_templates(self, colour: int) -> Iterator[NamedPattern]:
        """8."""
        if self.state.is_terminal():
            return
        found = connections(self.state, colour)
        for chain in self.chains[colour]:
            for edge in EDGES[colour]:
                if set(chain) & set(self.edge_cells(edge)):
                    continue
                ways = [one for one in found.between(chain[0], edge) if one.full]
                if ways:
                    yield self._of(8, colour, chain, ways[0].carrier, edge=edge)

    def forcing(self, colour: int) -> Iterator[NamedPattern]:
        """9."""
        chains = [self.liberties(chain) for chain in self.chains[colour]]
        for bridge in self.two_bridges[1 - colour]:
            for key in bridge.cells:
                around = {near for near in self.near[key] if self.stone[near] < 0} - set(bridge.cells)
                if any(key in free or len(around & free) >= 2 for free in chains):
                    yield self._of(9, colour, bridge.stones, bridge.cells, key, bridge.edge)
