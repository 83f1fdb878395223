"""A board as an SVG picture, for games that draw none of their own, and what notebooks show of a state."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from boardai.basics.quoting import in_markup
from boardai.drawing.board import EMPTY, Board, offers
from boardai.drawing.layout import Layout

_CELL = 40  # width of a cell
_MARGIN = 24
_LINE, _LAST, _SHARE, _QUIET = "#8a7a55", "#c2410c", "#1f6feb", "#666666"
_FIELD = "#efe4c8"
# Light and dark distinguish the players in grey as well.
_DISCS = (("#2b2a28", "#ffffff"), ("#fffdf7", "#2b2a28"))
SMALLEST_SHARE = 0.005  # less is not drawn


def grid_svg(board: Board, shares: Mapping[int, float] | None = None) -> str:
    """The board as SVG text.

    >>> from boardai.drawing import grid_svg
    >>> state = boardai.load("hex", size=3).initial_state()
    >>> grid_svg(boardai.Board.of(state)).startswith("<svg")
    True

    Args:
        board: the board to draw.
        shares: shares of actions, 0 to 1, such as a policy; the last cell of an action is tinted and shows the
            percentage.

    Returns:
        One `<svg>` element, which can be used in a page with others.
    """
    by_cell: dict[int, float] = {}
    for action, share in (shares or {}).items():
        if cells := board.actions.get(int(action), ()):
            by_cell[cells[-1]] = by_cell.get(cells[-1], 0.0) + share
    highest = max(by_cell.values(), default=0.0) or 1.0
    layout = Layout.of(board)
    extent_x, extent_y = (2 * _MARGIN + _CELL * extent for extent in (layout.width, layout.height))

    def place(x: float, y: float) -> tuple[float, float]:
        return _MARGIN + _CELL * x, _MARGIN + _CELL * y

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{extent_x:.0f}" height="{extent_y:.0f}"'
        f' viewBox="0 0 {extent_x:.0f} {extent_y:.0f}" role="img" font-family="sans-serif" text-anchor="middle">',
        f"<title>{in_markup(' / '.join(board.rows))}</title>",
    ]
    pieces = "".join(board.rows)
    for cell in layout.cells:
        piece = pieces[cell.number]
        x, y = place(cell.x, cell.y)
        outline = " ".join(f"{x + _CELL * dx:.1f},{y + _CELL * dy:.1f}" for dx, dy in layout.outline)
        parts.append(f'<polygon points="{outline}" fill="{_FIELD}" stroke="{_LINE}" stroke-width="1"/>')
        share = by_cell.get(cell.number, 0.0)
        if share >= SMALLEST_SHARE:
            opacity = 0.8 * share / highest
            parts.append(f'<polygon class="share" points="{outline}" fill="{_SHARE}" fill-opacity="{opacity:.3f}"/>')
        if piece != EMPTY:
            parts.append(_piece(board, piece, x, y))
        if cell.number in board.last:
            parts.append(
                f'<circle class="last" cx="{x:.1f}" cy="{y:.1f}" r="{0.45 * _CELL:.1f}" fill="none"'
                f' stroke="{_LAST}" stroke-width="3"/>'
            )
        if share >= SMALLEST_SHARE:
            parts.append(f'<text x="{x:.1f}" y="{y:.1f}" dy="0.35em" font-size="13">{100 * share:.0f}</text>')
    parts.append(f'<g fill="{_QUIET}" font-size="12">')
    for name, at_x, at_y in (*layout.column_labels, *layout.row_labels):
        x, y = place(at_x, at_y)
        parts.append(f'<text x="{x:.1f}" y="{y:.1f}" dy="0.35em">{in_markup(name)}</text>')
    return "\n".join([*parts, "</g>", "</svg>"])


def _piece(board: Board, piece: str, x: float, y: float) -> str:
    """A disc in its player's colour with its letter; for a piece of neither, the letter alone."""
    owner = board.owner(piece)
    label = f'<text x="{x:.1f}" y="{y:.1f}" dy="0.35em" font-size="17"'
    if owner is None:
        return f"{label}>{in_markup(piece)}</text>"
    fill, ink = _DISCS[owner]
    return (
        f'<circle class="player-{owner}" cx="{x:.1f}" cy="{y:.1f}" r="{0.4 * _CELL:.1f}" fill="{fill}"'
        f' stroke="#2b2a28"/>{label} fill="{ink}">{in_markup(piece)}</text>'
    )


def drawn_svg(
    draw: Callable[..., str], state: Any, shares: Mapping[int, float] | None = None, whose: str = "this game"
) -> str:
    """A state drawn by a function of the game's own.

    Args:
        draw: returns SVG text for a state; it may take `shares=`.
        state: the state.
        shares: drawn on the board.
        whose: named in the error.

    Raises:
        ValueError: there are shares, and the function takes none.
    """
    if shares is None:
        return str(draw(state))
    if "shares" not in inspect.signature(draw).parameters:
        raise ValueError(f"{whose} draws no shares of moves: its svg function takes no shares=")
    return str(draw(state, shares=shares))


def state_svg(state: Any, shares: Mapping[int, float] | None = None) -> str:
    """A state as a picture, if the game draws none: its grid, or its text if it has no grid."""
    try:
        board = Board.of(state, with_actions=bool(shares))
    except ValueError:
        if offers(state, "board_cells"):
            raise
        return _text_svg(str(state.to_string()))
    return grid_svg(board, shares)


def _text_svg(text: str) -> str:
    lines = [text[start : start + 80] for start in range(0, max(len(text), 1), 80)]
    width, height = 20 + 8 * max(map(len, lines)), 20 + 18 * len(lines)
    spans = "".join(f'<tspan x="10" dy="18">{in_markup(line)}</tspan>' for line in lines)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        ' role="img"><text y="6" font-family="DejaVu Sans Mono, monospace" font-size="13" xml:space="preserve">'
        f"{spans}</text></svg>"
    )
