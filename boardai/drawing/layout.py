"""Where the cells of a board lie: the one geometry of pictures and of the page in a browser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from boardai.drawing.board import OUTSIDE, Board

Point = tuple[float, float]

SIDES = ("top", "right", "bottom", "left")
_ROW_STEP = sqrt(3) / 2  # from one row of hexagons to the next
_TIP = 1 / sqrt(3)  # from a hexagon's middle to its corners
# From a cell's middle, clockwise: a square from its upper left corner, a hexagon from its upper tip.
_SQUARE = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
_HEXAGON = ((0.0, -_TIP), (0.5, -_TIP / 2), (0.5, _TIP / 2), (0.0, _TIP), (-0.5, _TIP / 2), (-0.5, -_TIP / 2))
# The corners of a cell that lie on each side of the board, in the order in which one walks along it.
_SQUARE_SIDES = {"top": (0, 1), "right": (1, 2), "bottom": (3, 2), "left": (0, 3)}
_HEXAGON_SIDES = {"top": (5, 0, 1), "right": (0, 1, 2), "bottom": (4, 3, 2), "left": (5, 4, 3)}
_LABEL_GAP = 0.45  # from the board to the middle of a name


@dataclass(frozen=True)
class Cell:
    """A cell of the board.

    Attributes:
        number: as `row * columns + column`.
        name: of its column and row, such as `c4`.
        x: of its middle.
        y: of its middle, downwards.
    """

    number: int
    name: str
    x: float
    y: float


@dataclass(frozen=True)
class Layout:
    """A board as an area: x to the right, y downwards, a cell one unit wide, the board's upper left corner at 0, 0.

    >>> board = boardai.Board.of(boardai.load("hex", size=2).initial_state())
    >>> layout = boardai.drawing.Layout.of(board)
    >>> [(cell.name, cell.x) for cell in layout.cells], len(layout.outline)
    ([('a1', 0.5), ('b1', 1.5), ('a2', 1.0), ('b2', 2.0)], 6)

    Attributes:
        width: of the area that all cells take.
        height: of that area.
        cells: in the order of their numbers; where the board has no cell there is none.
        outline: the corners of every cell, as steps from its middle.
        sides: what runs along each side of the board, `top`, `right`, `bottom` and `left`.
        row_labels: the rows' names, each with its centre.
        column_labels: the columns' names.
    """

    width: float
    height: float
    cells: tuple[Cell, ...]
    outline: tuple[Point, ...]
    sides: dict[str, tuple[Point, ...]]
    row_labels: tuple[tuple[str, float, float], ...]
    column_labels: tuple[tuple[str, float, float], ...]

    @classmethod
    def of(cls, board: Board) -> Layout:
        """The layout of a board; positions of one game share it as long as the board keeps its shape."""
        hexagonal = board.cell_shape == "hexagon"
        rows, columns = len(board.rows), board.width
        outline, sides = (_HEXAGON, _HEXAGON_SIDES) if hexagonal else (_SQUARE, _SQUARE_SIDES)

        def middle(row: int, column: int) -> Point:
            if hexagonal:
                return 0.5 + column + row / 2, _TIP + row * _ROW_STEP
            return 0.5 + column, 0.5 + row

        cells = tuple(
            Cell(row * columns + column, board.column_names[column] + board.row_names[row], *middle(row, column))
            for row, text in enumerate(board.rows)
            for column, piece in enumerate(text)
            if piece != OUTSIDE
        )
        along = {
            "top": [(0, column) for column in range(columns)],
            "right": [(row, columns - 1) for row in range(rows)],
            "bottom": [(rows - 1, column) for column in range(columns)],
            "left": [(row, 0) for row in range(rows)],
        }
        right, bottom = middle(rows - 1, columns - 1)
        slant = 0.25 if hexagonal else 0.0
        first = [middle(0, column) for column in range(columns)]
        return cls(
            right + 0.5,
            bottom + (_TIP if hexagonal else 0.5),
            cells,
            outline,
            {side: _walk([middle(*place) for place in along[side]], outline, sides[side]) for side in SIDES},
            tuple((name, middle(row, 0)[0] - 0.5 - _LABEL_GAP, middle(row, 0)[1]) for row, name in _numbered(board)),
            tuple((name, x - slant, -_LABEL_GAP) for (x, _), name in zip(first, board.column_names, strict=True)),
        )

    def to_dict(self) -> dict[str, Any]:
        """The same as plain values that JSON has; lengths to four places."""
        return {
            "width": _short(self.width),
            "height": _short(self.height),
            "cells": [
                {"cell": cell.number, "name": cell.name, "x": _short(cell.x), "y": _short(cell.y)}
                for cell in self.cells
            ],
            "outline": _plain(self.outline),
            "sides": {side: _plain(points) for side, points in self.sides.items()},
            "row_labels": [{"name": name, "x": _short(x), "y": _short(y)} for name, x, y in self.row_labels],
            "column_labels": [{"name": name, "x": _short(x), "y": _short(y)} for name, x, y in self.column_labels],
        }


def _numbered(board: Board) -> list[tuple[int, str]]:
    return list(enumerate(board.row_names))


def _walk(middles: Sequence[Point], outline: Sequence[Point], corners: Sequence[int]) -> tuple[Point, ...]:
    """The points along one side of the board, neighbours' common ones once."""
    points: list[Point] = []
    for x, y in middles:
        for corner in corners:
            point = x + outline[corner][0], y + outline[corner][1]
            if not points or abs(points[-1][0] - point[0]) + abs(points[-1][1] - point[1]) > 1e-9:
                points.append(point)
    return tuple(points)


def _short(length: float) -> float:
    return round(length, 4)


def _plain(points: Sequence[Point]) -> list[list[float]]:
    return [[_short(x), _short(y)] for x, y in points]
