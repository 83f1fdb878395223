"""Virtual connections of Hex: pairs of points that a colour can join whatever the opponent plays, found by H-search.

    found = connections(state, 0)
    found.between("top", "bottom")    # whether and how the game is won already
    found.must_play()                 # where the other must play now

The search is C++ (games/hex/connections); this is its Python API.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from boardai import native
from boardai.basics.arguments import number_in, whole_number
from boardai.basics.quoting import quoted
from boardai.games.hex.drawing import draw_svg

__all__ = ["Connections", "VirtualConnection", "connections"]

EDGES = (("top", "bottom"), ("left", "right"))
_HEADER = "games/hex/connections/connections"


@dataclass(frozen=True)
class VirtualConnection:
    """One way to join two points.

    >>> from boardai.games.hex.connections.virtual_connections import VirtualConnection
    >>> VirtualConnection((7, 11)).full, VirtualConnection((7,), key=7).full
    (True, False)

    Attributes:
        carrier: the empty cells within which it is done; the opponent may have everything else.
        key: the cell to play first, one of the carrier; None: nothing need be played, the opponent may move first.
    """

    carrier: tuple[int, ...]
    key: int | None = None

    @property
    def full(self) -> bool:
        """Whether it holds even if the opponent moves first."""
        return self.key is None


def connections(
    state: Any, colour: int, *, full: int = 12, semi: int = 24, together: int = 4, edges: bool = False
) -> Connections:
    """All virtual connections of a colour that H-search finds (Anshelevich 2002).

    >>> from boardai.games.hex.connections.virtual_connections import connections
    >>> game = boardai.load("hex", size=5)
    >>> state = game.initial_state().child(game.parse_action(game.initial_state(), "c3"))
    >>> found = connections(state, 0)
    >>> found.wins_second, [game.format_action(state, cell) for cell in found.between("c3", "bottom")[0].carrier]
    (True, ['d3', 'b4', 'c4', 'd4', 'a5', 'b5', 'c5', 'd5'])

    Args:
        state: a position of Hex.
        colour: 0, black, who joins top and bottom, or 1, white, left and right. Colours, not players: see
            `state.colour_of(player)`.
        full: full connections kept between two points, those of few cells first.
        semi: semi connections kept.
        together: semi connections that make a full one together, at most.
        edges: whether an edge of the board can be the point between two connections; finds more, and takes 10 to 50
            times as long.

    Raises:
        ValueError: no state of Hex, no such colour, or a bound below 1.
    """
    words = words_of(state)
    colour = checked_colour(colour)
    bounds = {"full": full, "semi": semi, "together": together}
    for name, bound in bounds.items():
        bounds[name] = number_in(name, bound, 1, 1_000_000)
    limits = native.options("hex::ConnectionLimits", _HEADER, {**bounds, "edges": bool(edges)})
    found = native.made_aside(native.namespace(_HEADER).hex.Connections[words])(state, colour, limits)
    return Connections(state.clone(), colour, found)


class Connections(native.NotCopyable):
    """The connections of one colour in one position; `connections()` makes it.

    A point is an empty cell, an own chain, named by any of its stones, or an edge: `top`, `bottom`, `left`, `right`.

    >>> from boardai.games.hex.connections.virtual_connections import connections
    >>> found = connections(boardai.load("hex", size=4).initial_state(), 0)
    >>> found.wins_first, found.wins_second, len(found.must_play())
    (True, False, 6)
    >>> found.play(5)
    >>> found.between("b2", "top")[0].carrier, found.smallest("b2", "top").carrier
    ((1, 2), (1, 2))

    Attributes:
        state: the position.
        colour: whose connections they are.
    """

    def __init__(self, state: Any, colour: int, found: Any) -> None:
        self.state, self.colour, self._found = state, colour, found

    def __len__(self) -> int:
        """How many there are, of both kinds."""
        return int(self._found.size())

    @property
    def wins_first(self) -> bool:
        """Whether the edges are joined if the colour moves next: a win was found. False proves nothing."""
        return bool(self._found.wins_first())

    @property
    def wins_second(self) -> bool:
        """Whether they are joined even if the opponent moves next."""
        return bool(self._found.wins_second())

    def must_play(self) -> list[int]:
        """Where the opponent must play, to move, or be lost: the cells that all ways to join the edges need.

        Empty where the colour has won; all empty cells where no way is known.
        """
        return cells_of(self._found.must_play())

    def between(self, x: str | int, y: str | int) -> list[VirtualConnection]:
        """All connections of two points: the full ones first, those of few cells first.

        Args:
            x: a cell, as text (`c3`) or action, or an edge.
            y: another.

        Raises:
            ValueError: no such cell or edge, the opponent's, or one and the same point.
        """
        first, second = self._points(x, y)
        return [self._plain(one) for full in (True, False) for one in self._found.between(first, second, full)]

    def smallest(self, x: str | int, y: str | int) -> VirtualConnection | None:
        """The full connection of two points that has the fewest cells; None: none was found.

        Args:
            x: as for `between`.
            y: as for `between`.

        Raises:
            ValueError: as `between`.
        """
        found = self._found.between(*self._points(x, y), True)
        return self._plain(found[0]) if found.size() else None

    def play(self, action: int) -> None:
        """Continues to the position after a stone: much cheaper than a search from nothing.

        Raises:
            ValueError: the move is not legal, or a swap.
        """
        action = whole_number("action", action)
        if action == self.state.rows() * self.state.columns():
            raise ValueError("a swap puts no stone on the board")
        mover = self.state.colour_to_move()
        self.state.apply(action)
        self._found.play(mover, action)

    def points(self) -> Iterator[str | int]:
        """Every point: empty cells, one stone of each chain that touches no edge, and the two edges by their names."""
        for cell in range(self._found.start()):
            if self._found.point_of(cell) == cell:
                yield cell
        yield from EDGES[self.colour]

    def svg(self, x: str | int, y: str | int, number: int = 0) -> str:
        """A picture of a connection: its carrier tinted, its key marked.

        Args:
            x: as for `between`.
            y: as for `between`.
            number: index of the connection.

        Raises:
            ValueError: there is no such connection.
        """
        found = self.between(x, y)
        if not found:
            raise ValueError(f"number: no connections were found, got {number}")
        if not 0 <= number < len(found):
            raise ValueError(
                f"number: {len(found)} connections were found, so numbers go from 0 to {len(found) - 1}, got {number}"
            )
        one = found[number]
        marks = () if one.key is None else (one.key,)
        return draw_svg(self.state, region=one.carrier, marks=marks)

    def _plain(self, one: Any) -> VirtualConnection:
        return VirtualConnection(tuple(cells_of(one.carrier)), None if one.key < 0 else int(one.key))

    def _points(self, x: str | int, y: str | int) -> tuple[int, int]:
        first, second = self._point(x), self._point(y)
        if first == second:
            raise ValueError(f"{quoted(x)} and {quoted(y)} belong to one chain")
        return first, second

    def _point(self, name: str | int) -> int:
        if isinstance(name, str) and name in EDGES[0] + EDGES[1]:
            if name not in EDGES[self.colour]:
                first, second = EDGES[self.colour]
                raise ValueError(f"{name}: this colour joins {first} and {second}")
            return int(self._found.point_of(self._found.start() + EDGES[self.colour].index(name)))
        cells = int(self._found.start())
        cell = self._cell(name) if isinstance(name, str) else number_in("point", name, 0, cells - 1)
        point = int(self._found.point_of(cell))
        if point < 0:
            raise ValueError(f"{quoted(name)}: the opponent's stone is there")
        return point

    def _cell(self, text: str) -> int:
        """A cell by its name; unlike for actions there may be a stone on it."""
        letter, number = text[:1].lower(), text[1:]
        column, row = ord(letter) - ord("a") if letter else -1, int(number) - 1 if number.isdecimal() else -1
        if not (0 <= row < self.state.rows() and 0 <= column < self.state.columns()):
            raise ValueError(f"{quoted(text)} is not a cell of this board")
        return row * int(self.state.columns()) + column


def checked_colour(colour: int) -> int:
    """A colour that a caller gave.

    Raises:
        ValueError: there is no such colour.
    """
    colour = whole_number("colour", colour)
    if colour not in (0, 1):
        raise ValueError(f"colour must be 0 or 1, not {quoted(colour)}")
    return colour


def words_of(state: Any) -> int:
    """How many 64-bit words a position's sets of cells take, by which the C++ classes are named.

    Raises:
        ValueError: no state of Hex.
    """
    kind = re.fullmatch(r"boardai::hex::State<(\d+)>", getattr(type(state), "__cpp_name__", ""))
    if kind is None:
        raise ValueError(f"state: expected a position of Hex, got {quoted(state)}")
    return int(kind[1])


def cells_of(bits: Any) -> list[int]:
    """The numbers of the cells in a C++ bitset."""
    return [64 * number + bit for number, word in enumerate(bits.word) for bit in range(64) if word >> bit & 1]
