"""A board for terminals that have colours and Unicode: symbols on coloured cells, the last move's cells lit."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

from boardai.drawing.board import EMPTY, OUTSIDE, Board
from boardai.drawing.look import DARK, LIGHT, Look, brightness, is_light

# A terminal draws symbols thinly: white ones need cells that are darker than those of pictures.
_BRIGHTEST_CELL = 165.0
_FIELD, _LAST, _ALARM = "#b59f78", "#d4b13f", "#c0392b"
_NEIGHBOUR_SHARE = 0.92  # relative to a square's brightness if all have one colour, so that cells can be distinguished
_TARGET = "·"
_TARGET_SHARE = 0.55  # of a cell's brightness


def coloured_board(board: Board, look: Look) -> Text:
    """The board as lines of coloured text; a dot where a legal action may put a piece.

    >>> from boardai.drawing.coloured import coloured_board
    >>> state = boardai.load("hex", size=3).initial_state()
    >>> drawn = coloured_board(boardai.Board.of(state), boardai.drawing.Look.of(state))
    >>> [line.strip() for line in drawn.plain.splitlines()][:2]
    ['a b c', '1  · · ·  1']

    Args:
        board: the position; with its legal actions, if they are to be shown.
        look: of the same state.

    Returns:
        Lines without a line break at the end. Sides that belong to a player have that player's colour.
    """
    hexagonal = board.cell_shape == "hexagon"
    # A row of hexagons is shifted by half a cell, so their cells are two characters wide.
    width = max(2 if hexagonal else 3, max(map(len, board.column_names)) + 1)
    margin = max(map(len, board.row_names))
    fields = [_dimmed(colour, look.cell_colours) for colour in look.cell_colours] or [_FIELD]
    if len(fields) == 1 and not hexagonal:
        fields.append(_scaled(fields[0], _NEIGHBOUR_SHARE))
    targets = {cells[-1] for cells in board.actions.values() if len(set(cells)) == 1}
    sides = {side: _side(look, side) for side in ("top", "right", "bottom", "left")}
    framed = hexagonal or bool(look.edges)

    def names(side: str, row: int) -> Text:
        line = Text(" " * (margin + 2 + _shift(row, width, hexagonal)))
        inner = "".join(_padded(name, width, hexagonal) for name in board.column_names)
        return line.append(f" {inner}" if hexagonal else inner, sides[side])

    lines = [names("top", -1)] if framed else []
    for row, cells in enumerate(board.rows):
        line = Text(" " * _shift(row, width, hexagonal))
        line.append(f" {board.row_names[row]:>{margin}} ", sides["left"])
        if hexagonal:
            line.append(" ", Style(bgcolor=fields[0]))
        for column, piece in enumerate(cells):
            number = row * board.width + column
            if piece == OUTSIDE:
                line.append(" " * width)
                continue
            field = fields[(row + column) % len(fields)]
            field = _ALARM if number in board.alarms else _LAST if number in board.last else field
            shown = look.pieces[piece].symbol if piece != EMPTY else _TARGET if number in targets else " "
            line.append(_padded(shown, width, hexagonal), Style(color=_ink(look, piece, field), bgcolor=field))
        if framed:
            line.append(f" {board.row_names[row]:<{margin}} ", sides["right"])
        lines.append(line)
    lines.append(names("bottom", len(board.rows)))
    return Text("\n").join(lines)


def swatch(look: Look, pieces: str) -> Text:
    """The look of a player's pieces: the symbol of the first of them, on a cell."""
    field = _dimmed(look.cell_colours[0], look.cell_colours) if look.cell_colours else _FIELD
    piece = look.pieces[pieces[0]]
    return Text(f" {piece.symbol} ", Style(color=piece.colour or piece.ink, bgcolor=field))


def _shift(row: int, width: int, hexagonal: bool) -> int:
    """The number of characters by which a row, or the names above (-1) and below the board, are shifted right."""
    return max(row, 0) * width // 2 if hexagonal else 0


def _padded(text: str, width: int, hexagonal: bool) -> str:
    """In the middle of a square; at the left of half a hexagon's row, which begins with a blank."""
    return text.ljust(width) if hexagonal else text.center(width)


def _side(look: Look, side: str) -> Style:
    """For the names along a side of the board: the colour of the player who has to join it."""
    piece = look.pieces.get(look.edges.get(side, ""))
    return Style(color=piece.ink, bgcolor=piece.colour) if piece is not None and piece.colour else Style(dim=True)


def _ink(look: Look, piece: str, field: str) -> str:
    if piece == EMPTY:
        return _scaled(field, _TARGET_SHARE)
    return look.pieces[piece].colour or (DARK if is_light(field) else LIGHT)


def _dimmed(colour: str, colours: Sequence[str]) -> str:
    """A cell's colour, darkened so that the lightest cells are dark enough; the differences remain."""
    return _scaled(colour, min(_BRIGHTEST_CELL / max(1.0, *map(brightness, colours)), 1.0))


def _scaled(colour: str, share: float) -> str:
    return "#" + "".join(f"{round(int(colour[at : at + 2], 16) * share):02x}" for at in (1, 3, 5))
