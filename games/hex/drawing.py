"""Hex boards as text and as SVG pictures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Any

from boardai.basics.quoting import quoted

# The tip of a pointy-top hexagon and the others clockwise, as (x, y) steps from its centre; a step is half the
# hexagon's width in x and half its circumradius in y. In these units every corner of the board is a pair of whole
# numbers, so neighbouring cells get the very same corner and no gap from rounding.
_TOP, _UPPER_RIGHT, _LOWER_RIGHT, _BOTTOM, _LOWER_LEFT, _UPPER_LEFT = (
    (0, -2),
    (1, -1),
    (1, 1),
    (0, 2),
    (-1, 1),
    (-1, -1),
)
_HEXAGON = (_TOP, _UPPER_RIGHT, _LOWER_RIGHT, _BOTTOM, _LOWER_LEFT, _UPPER_LEFT)

_STONES = {-1: ".", 0: "B", 1: "W"}
_COLOUR_NAMES = ("black", "white")
_PLAYERS = ("first player", "second player")
_INKS = ("#222222", "#ffffff")
_FIELD = "#e8d6ae"
SMALLEST_SHARE = 0.005  # less is not drawn


def column_letter(column: int) -> str:
    """The letter of a column counted from 0."""
    return chr(ord("a") + column)


def status(state: Any) -> str:
    """The colours of the players, and the player to move or the winner, in one line."""
    players = [f"{name}: {_COLOUR_NAMES[state.colour_of(player)]}" for player, name in enumerate(_PLAYERS)]
    if state.is_terminal():
        winner = 0 if state.outcome(0) > 0 else 1
        news = f"{_COLOUR_NAMES[state.colour_of(winner)]} has won"
    else:
        news = f"{_COLOUR_NAMES[state.colour_to_move()]} to move" + (", or swap" if state.swap_available() else "")
    return f"{', '.join(players)}; {news}"


def draw_text(state: Any) -> str:
    """The board as a rhombus of letters: B joins top and bottom, W joins left and right."""
    rows, columns = state.rows(), state.columns()
    letters = " ".join(column_letter(column) for column in range(columns))
    lines = ["   " + letters]
    for row in range(rows):
        cells = " ".join(_STONES[state.stone_at(row, column)] for column in range(columns))
        lines.append(f"{' ' * row}{row + 1:2} {cells} {row + 1}")
    lines.append(" " * (rows + 3) + letters)
    lines.append(status(state))
    return "\n".join(lines)


def draw_svg(
    state: Any,
    *,
    radius: float = 20.0,
    marks: Iterable[int] = (),
    shares: Mapping[int, float] | None = None,
    region: Iterable[int] = (),
) -> str:
    """The board as SVG text: pointy-top hexagons, the edges in the colour that has to join them.

    Args:
        state: a Hex state.
        radius: distance from a cell's centre to its corners, in SVG units.
        marks: cells (actions) to mark with a dot, such as the last move or `state.shortest_path(player)`.
        shares: of actions, 0 to 1, such as a policy: cells are tinted by them and show per cent. A swap is no cell and
            is left out.
        region: cells with the same tint, such as the carrier of a connection.

    Raises:
        ValueError: the radius is not positive, or a mark or a cell of the region is not on the board.
    """
    if not radius > 0:
        raise ValueError(f"radius must be positive, not {quoted(radius)}")
    rows, columns = state.rows(), state.columns()
    marked, tinted = set(marks), set(region)
    for name, cells in (("mark", marked), ("region", tinted)):
        for cell in cells:
            if not 0 <= cell < rows * columns:
                raise ValueError(f"{name} {quoted(cell)} is not a cell of a {rows}x{columns} board")
    shares = shares or {}
    highest = max(shares.values(), default=0.0) or 1.0
    step_x, step_y, margin = radius * sqrt(3) / 2, radius / 2, 1.6 * radius

    def place(row: int, column: int, corner: tuple[int, int] = (0, 0)) -> tuple[float, float]:
        x = 1 + 2 * column + row + corner[0]
        y = 2 + 3 * row + corner[1]
        return margin + x * step_x, margin + y * step_y

    def points(corners: Iterable[tuple[int, int, tuple[int, int]]]) -> str:
        return " ".join("{:.2f},{:.2f}".format(*place(*corner)) for corner in corners)

    width = 2 * margin + (2 * columns + rows - 1) * step_x
    height = 2 * margin + (3 * rows + 1) * step_y
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.2f} {height:.2f}" '
        f'width="{width:.0f}" height="{height:.0f}" font-family="sans-serif" font-size="{0.7 * radius:.2f}">',
        f"<title>Hex {rows}x{columns}: {status(state)}</title>",
    ]
    # The borders lie under the cells, which cover their inner half.
    top = [(0, column, corner) for column in range(columns) for corner in (_UPPER_LEFT, _TOP, _UPPER_RIGHT)]
    bottom = [
        (rows - 1, column, corner) for column in range(columns) for corner in (_LOWER_LEFT, _BOTTOM, _LOWER_RIGHT)
    ]
    left = [(row, 0, corner) for row in range(rows) for corner in (_UPPER_LEFT, _LOWER_LEFT, _BOTTOM)]
    right = [(row, columns - 1, corner) for row in range(rows) for corner in (_TOP, _UPPER_RIGHT, _LOWER_RIGHT)]
    for name, sides, ink in (("white", (left, right), _INKS[1]), ("black", (top, bottom), _INKS[0])):
        for side in sides:
            line = f'points="{points(side)}" fill="none" stroke-linejoin="round"'
            if name == "white":  # visible on a white page
                parts.append(f'<polyline {line} stroke="#888888" stroke-width="{0.5 * radius:.2f}"/>')
            parts.append(f'<polyline class="{name}-edge" {line} stroke="{ink}" stroke-width="{0.42 * radius:.2f}"/>')
    for row in range(rows):
        for column in range(columns):
            corners = points((row, column, corner) for corner in _HEXAGON)
            parts.append(f'<polygon points="{corners}" fill="{_FIELD}" stroke="#7a6a45" stroke-width="1"/>')
            if row * columns + column in tinted:
                parts.append(f'<polygon class="region" points="{corners}" fill="#1f6feb" fill-opacity="0.4"/>')
            x, y = place(row, column)
            stone = state.stone_at(row, column)
            if stone >= 0:
                parts.append(
                    f'<circle class="{_COLOUR_NAMES[stone]}-stone" cx="{x:.2f}" cy="{y:.2f}" r="{0.62 * radius:.2f}" '
                    f'fill="{_INKS[stone]}" stroke="#222222"/>'
                )
            share = shares.get(row * columns + column, 0.0)
            if stone < 0 and share >= SMALLEST_SHARE:
                parts.append(
                    f'<polygon class="share" points="{corners}" fill="#1f6feb" '
                    f'fill-opacity="{0.8 * share / highest:.3f}"/>'
                    f'<text x="{x:.2f}" y="{y:.2f}" text-anchor="middle" dominant-baseline="central">'
                    f"{100 * share:.0f}</text>"
                )
            if row * columns + column in marked:
                parts.append(f'<circle class="mark" cx="{x:.2f}" cy="{y:.2f}" r="{0.2 * radius:.2f}" fill="#c0392b"/>')
    centred = 'text-anchor="middle" dominant-baseline="central"'
    for column in range(columns):
        x, y = place(0, column)
        parts.append(f'<text x="{x - step_x:.2f}" y="{y - 1.75 * radius:.2f}" {centred}>{column_letter(column)}</text>')
    for row in range(rows):
        x, y = place(row, 0)
        parts.append(f'<text x="{x - 1.65 * radius:.2f}" y="{y:.2f}" {centred}>{row + 1}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


# --- the board as data (boardai.drawing.board) -----------------------------------------------------------------


def board_cells(state: Any) -> str:
    """The cells, one line a row: `.` empty, `B` black, `W` white."""
    columns = range(state.columns())
    return "\n".join("".join(_STONES[state.stone_at(row, column)] for column in columns) for row in range(state.rows()))


def position_text(rule: str, rows: Sequence[str], player: int) -> str:
    """The text of cells as `board_cells` has them; the player to move follows from the number of stones.

    Args:
        rule: the text's last field, `swap` or `no-swap`.
        rows: the cells.
        player: not used.
    """
    cells = "/".join(re.sub(r"\.+", lambda empty: str(len(empty.group())), row.lower()) for row in rows)
    return f"{cells} {'w' if cells.count('b') > cells.count('w') else 'b'} {rule}"


def action_cells(state: Any, action: int) -> list[int]:
    """The cell a legal action puts a stone on; none for `swap`."""
    if not state.is_legal(action):
        raise ValueError(f"action {quoted(action)} is not legal in position {quoted(state.to_string())}")
    return [int(action)] if action < state.rows() * state.columns() else []


def player_pieces(state: Any, player: int) -> str:
    """The letter of a player's stones, which a swap may have changed."""
    return _STONES[state.colour_of(player)]


def cell_shape(state: Any) -> str:
    """Hexagons."""
    return "hexagon"


def piece_name(state: Any, piece: str) -> str:
    """The colour of a stone."""
    return _COLOUR_NAMES[_colour_of_stone(piece)]


def piece_colour(state: Any, piece: str) -> str:
    """A stone keeps its colour where the players swap theirs."""
    return _INKS[_colour_of_stone(piece)]


def _colour_of_stone(piece: str) -> int:
    if piece not in ("B", "W"):
        raise ValueError(f"Hex has no stone {quoted(piece)}; it has B and W")
    return "BW".index(piece)


def cell_colours(state: Any) -> str:
    """Of the board."""
    return _FIELD


def edge_pieces(state: Any) -> str:
    """Black joins top and bottom, white joins left and right."""
    return "BWBW"


BOARD = (
    board_cells,
    action_cells,
    player_pieces,
    cell_shape,
    piece_name,
    piece_colour,
    cell_colours,
    edge_pieces,
)
