"""Reversi boards for people: as text, for terminals and `str(state)`, and as SVG, for notebooks and pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boardai.basics.quoting import quoted

_NAMES = ("dark", "light")


def _rows(state: Any) -> list[str]:
    """The board's rows, in the characters of board files."""
    height, width, _ = state.observation_shape
    text = state.to_string()
    return [text[row * width : (row + 1) * width] for row in range(height)]


def column_name(index: int) -> str:
    """The letter of a column, from 0."""
    return chr(ord("a") + index)


def _placements(state: Any) -> set[tuple[int, int]]:
    """Rows and columns where the side to move may place a disc."""
    height, width, _ = state.observation_shape
    return {divmod(action, width) for action in state.legal_actions() if action < height * width}


# --- text ------------------------------------------------------------------------------------------------------


def board_text(state: Any, *, moves: bool = True) -> str:
    """The board as text: X dark, O light, `-` empty, blank where there is no cell; the score and turn below it.

    Args:
        state: a Reversi state.
        moves: marks the cells where the side to move may place a disc with `*`.
    """
    placements = _placements(state) if moves else set()
    rows = _rows(state)
    lines = ["   " + " ".join(column_name(index) for index in range(len(rows[0])))]
    for row, cells in enumerate(rows):
        shown = ("*" if (row, column) in placements else cell for column, cell in enumerate(cells))
        lines.append(f"{row + 1:>2} " + " ".join(shown).replace("#", " ").rstrip())
    return "\n".join([*lines, _status(state, rows)])


def _status(state: Any, rows: list[str]) -> str:
    dark, light = (sum(row.count(disc) for row in rows) for disc in "XO")
    score = f"dark (X) {dark}, light (O) {light}"
    if state.is_terminal():
        ending = {1: "dark has won", 0: "a draw", -1: "light has won"}[state.outcome(0)]
    else:
        ending = f"{_NAMES[state.current_player()]} to {'play' if _placements(state) else 'pass'}"
    return f"{score}; {ending}"


# --- SVG -------------------------------------------------------------------------------------------------------

_LINE, _LAST = "#1d5c39", "#e0c341"
_FIELD = "#2e8b57"
_DISC_COLOURS = {"X": "#1b1b1b", "O": "#f7f7f2"}
_CELL_STYLE = f'fill="{_FIELD}" stroke="{_LINE}" stroke-width="1.5"'
_DISC = {
    "X": f'class="dark" fill="{_DISC_COLOURS["X"]}" stroke="#000000"',
    "O": f'class="light" fill="{_DISC_COLOURS["O"]}" stroke="#8a8a80"',
}
_CELL = 40
SMALLEST_SHARE = 0.005  # less is not drawn


def board_svg(
    state: Any,
    *,
    last_action: int | None = None,
    moves: bool = True,
    coordinates: bool = True,
    size: int = 400,
    shares: Mapping[int, float] | None = None,
) -> str:
    """The board as an SVG picture.

    Args:
        state: a Reversi state.
        last_action: the action that led here; its disc is marked.
        moves: dots where the side to move may place a disc.
        coordinates: letters for columns and numbers for rows, outside the board.
        size: length of the picture's longer side, in pixels.
        shares: of actions, 0 to 1, such as a policy: cells are tinted by them and show per cent.

    Returns:
        One `<svg>` element, which can be used in a page with others.
    """
    rows = _rows(state)
    height, width = len(rows), len(rows[0])
    margin = _CELL // 2 if coordinates else 0
    extent = (width * _CELL + 2 * margin, height * _CELL + 2 * margin)
    scale = size / max(extent)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{extent[0] * scale:g}" height="{extent[1] * scale:g}"'
        f' viewBox="0 0 {extent[0]} {extent[1]}" role="img" aria-label="Reversi position {state.to_string()}">'
    ]
    if coordinates:
        parts.append(_labels(width, height, margin))
    placements = _placements(state) if moves else set()
    shares = shares or {}
    highest = max(shares.values(), default=0.0) or 1.0
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            if cell == "#":
                continue
            x, y = margin + column * _CELL, margin + row * _CELL
            middle = f'cx="{x + _CELL // 2}" cy="{y + _CELL // 2}"'
            parts.append(f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" {_CELL_STYLE}/>')
            if cell in _DISC:
                parts.append(f'<circle {_DISC[cell]} {middle} r="{_CELL * 0.42:g}" stroke-width="1"/>')
            elif (share := shares.get(row * width + column, 0.0)) >= SMALLEST_SHARE:
                parts.append(
                    f'<rect class="share" x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" fill="{_LAST}"'
                    f' fill-opacity="{0.8 * share / highest:.3f}"/><text x="{x + _CELL // 2}" y="{y + _CELL // 2}"'
                    f' dy="0.35em" font-family="sans-serif" font-size="{_CELL * 0.35:g}" text-anchor="middle">'
                    f"{100 * share:.0f}</text>"
                )
            elif (row, column) in placements:
                parts.append(f'<circle class="move" {middle} r="{_CELL * 0.09:g}" fill="{_LINE}"/>')
            if last_action == row * width + column:
                parts.append(f'<circle class="last" {middle} r="{_CELL * 0.12:g}" fill="{_LAST}"/>')
    parts.append("</svg>")
    return "\n".join(parts)


def _labels(width: int, height: int, margin: int) -> str:
    """Letters above and numbers to the left of the board."""
    names = [(margin + column * _CELL + _CELL // 2, margin // 2, column_name(column)) for column in range(width)]
    names += [(margin // 2, margin + row * _CELL + _CELL // 2, str(row + 1)) for row in range(height)]
    texts = "".join(f'<text x="{x}" y="{y}" dy="0.35em">{name}</text>' for x, y, name in names)
    style = f'font-family="sans-serif" font-size="{_CELL * 0.3:g}" text-anchor="middle" fill="#555"'
    return f"<g {style}>{texts}</g>"


# --- the board as data (boardai.drawing.board) -----------------------------------------------------------------


def board_cells(state: Any) -> str:
    """The cells, one line a row: `.` empty, blank where the board has no cell, `X` dark, `O` light."""
    return "\n".join(_rows(state)).replace("-", ".").replace("#", " ")


def position_text(rows: Sequence[str], player: int) -> str:
    """The text of cells as `board_cells` has them."""
    return f"{_written(''.join(rows))} {'XO'[player]}"


def board_parameters(rows: Sequence[str], player: int) -> dict[str, Any]:
    """The parameters of a game that begins with these cells: a board file's text."""
    cells = "\n".join(_written(row) for row in rows)
    return {"board": f"name: drawn\nto move: {_NAMES[player]}\n\n{cells}\n"}


def _written(cells: str) -> str:
    """Cells in the characters of board files."""
    return cells.replace(".", "-").replace(" ", "#")


def action_cells(state: Any, action: int) -> list[int]:
    """The cell a legal action puts a disc on; none for a pass."""
    if not state.is_legal(action):
        raise ValueError(f"action {quoted(action)} is not legal in position {quoted(state.to_string())}")
    height, width, _ = state.observation_shape
    return [int(action)] if action < height * width else []


def player_pieces(state: Any, player: int) -> str:
    """The character of a player's discs."""
    if player not in (0, 1):
        raise ValueError(f"player must be 0 or 1, not {quoted(player)}")
    return "XO"[player]


def piece_name(state: Any, piece: str) -> str:
    """The colour of a disc."""
    return _NAMES[_player_of(piece)]


def piece_colour(state: Any, piece: str) -> str:
    """Dark and light."""
    return _DISC_COLOURS["XO"[_player_of(piece)]]


def _player_of(piece: str) -> int:
    if piece not in ("X", "O"):
        raise ValueError(f"Reversi has no disc {quoted(piece)}; it has X and O")
    return "XO".index(piece)


def cell_colours(state: Any) -> str:
    """Of the board."""
    return _FIELD


def player_score(state: Any, player: int) -> int:
    """The number of a player's discs."""
    return state.to_string()[:-1].count(player_pieces(state, player))


def describe_margin(state: Any, margin: float) -> str:
    """A final margin as people say it: `3.5 discs`."""
    return f"{margin:g} {'disc' if margin == 1 else 'discs'}"


BOARD = (
    board_cells,
    action_cells,
    player_pieces,
    piece_name,
    piece_colour,
    cell_colours,
    player_score,
    describe_margin,
)
