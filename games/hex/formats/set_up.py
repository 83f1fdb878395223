"""Stones that an SGF file puts on the board: the properties AB, AW, AE and PL.

A list may name single cells and rectangles, `AB[a1][b2:c4]`. A position that no game can reach (black and white have
as many stones, or black one more, and the side to move follows from that) is refused, as every position of Hex is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from boardai.games.hex.formats.sgf_text import Property, fail

SET_UP = ("AB", "AW", "AE", "PL")
_COLOURS = {"B": 0, "W": 1}
_STONES = {"AB": "b", "AW": "w", "AE": "."}
_CELL = re.compile(r"([a-s])([1-9][0-9]?)", re.ASCII | re.IGNORECASE)


class SetUpStones:
    """The stones that the nodes before a first move put on a board.

    Args:
        rows: of the board.
        columns: of the board.
        stones: that are on it already: `b` or `w`, by row and column from 0.
    """

    def __init__(self, rows: int, columns: int, stones: Mapping[tuple[int, int], str] = MappingProxyType({})) -> None:
        self._rows, self._columns = rows, columns
        self._stones = dict(stones)
        self._to_move: int | None = None
        self._last: Property | None = None

    def add_node(self, properties: list[Property]) -> None:
        """Adds a node's properties, if some of them are of this kind.

        Raises:
            ValueError: there is no such cell or colour, or two properties name the same cell.
        """
        named: dict[tuple[int, int], str] = {}
        for entry in properties:
            if entry.name in _STONES:
                for cell in self._cells(entry):
                    if named.setdefault(cell, entry.name) != entry.name:
                        fail(entry.place, f"{entry.name}: {_text(*cell)} stands in {named[cell]} as well")
                self._last = entry
            elif entry.name == "PL":
                self._to_move, self._last = colour_to_move(entry), entry
        self._stones |= {cell: _STONES[name] for cell, name in named.items()}

    def state(self, empty: Any) -> Any:
        """The position.

        Args:
            empty: the state of the empty board.

        Raises:
            ValueError: no game can reach it.
        """
        if self._last is None:
            return empty.clone()
        rows = [[self._stones.get((row, column), ".") for column in range(self._columns)] for row in range(self._rows)]
        black, white = (sum(line.count(stone) for line in rows) for stone in "bw")
        to_move = int(black > white) if self._to_move is None else self._to_move
        board = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), "".join(line)) for line in rows)
        try:
            return empty.from_string(f"{board} {'bw'[to_move]} {'swap' if empty.swap_rule() else 'no-swap'}")
        except ValueError as error:
            fail(self._last.place, f"set-up stones: {error}")

    def _cells(self, entry: Property) -> list[tuple[int, int]]:
        found = []
        for value in entry.values:
            corners = [self._cell(entry, corner) for corner in value.split(":")]
            if len(corners) > 2:
                fail(entry.place, f"{entry.name}[{value[:40]}]: expected a cell, or two with a colon between")
            (first_row, first_column), (last_row, last_column) = corners[0], corners[-1]
            if first_row > last_row or first_column > last_column:
                fail(entry.place, f"{entry.name}[{value[:40]}]: expected the upper left and the lower right corner")
            found += [
                (row, column)
                for row in range(first_row, last_row + 1)
                for column in range(first_column, last_column + 1)
            ]
        return found

    def _cell(self, entry: Property, text: str) -> tuple[int, int]:
        found = _CELL.fullmatch(text.strip())
        if found is not None:
            row, column = int(found[2]) - 1, ord(found[1].lower()) - ord("a")
            if row < self._rows and column < self._columns:
                return row, column
        fail(entry.place, f"{entry.name}[{text[:40]}]: expected a cell of this board, as in a1")


def stones_on(state: Any, mirrored: bool) -> dict[tuple[int, int], str]:
    """The stones of a position as a record shows them, as `SetUpStones` takes them.

    Args:
        state: the position.
        mirrored: whether the record shows it mirrored and with the colours exchanged, as after `swap-pieces`.
    """
    cells = ((row, column) for row in range(state.rows()) for column in range(state.columns()))
    found = {cell: colour for cell in cells if (colour := int(state.stone_at(*cell))) >= 0}
    if mirrored:
        found = {(column, row): 1 - colour for (row, column), colour in found.items()}
    return {cell: "bw"[colour] for cell, colour in found.items()}


def colour_to_move(entry: Property) -> int:
    """The colour of a property PL: 0 = black, 1 = white.

    Raises:
        ValueError: it names neither.
    """
    colour = entry.values[0].strip().upper()[:1] if len(entry.values) == 1 else ""
    if colour not in _COLOURS:
        fail(entry.place, "PL: expected one value, B or W")
    return _COLOURS[colour]


def set_up_text(start: Any) -> str:
    """The properties that put a position's stones on the board; none for the empty board.

    Args:
        start: the position.

    Raises:
        ValueError: it was reached by a swap, which a position in SGF does not show.
    """
    if start.swapped():
        raise ValueError("SGF has no room for a start that was reached by a swap; .jsonl keeps everything")
    cells: dict[str, list[str]] = {"b": [], "w": []}
    for cell, stone in stones_on(start, False).items():
        cells[stone].append(f"[{_text(*cell)}]")
    if not cells["b"]:
        return ""
    parts = [name + "".join(found) for name, found in zip(("AB", "AW"), cells.values(), strict=True) if found]
    return "".join(parts) + f"PL[{'BW'[start.colour_to_move()]}]"


def _text(row: int, column: int) -> str:
    return f"{chr(ord('a') + column)}{row + 1}"
