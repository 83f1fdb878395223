"""Chess boards for people: as text, for terminals and `str(state)`, and as SVG, for notebooks and pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from math import hypot
from typing import Any

from boardai.basics.quoting import quoted

_FIGURINES = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))
_NAMES = dict(zip("KQRBNP", ("king", "queen", "rook", "bishop", "knight", "pawn"), strict=True))
_FILES = "abcdefgh"

# --- text ------------------------------------------------------------------------------------------------------


def board_text(state: Any, *, unicode: bool = False, flipped: bool = False) -> str:
    """The board as text, White's pieces in capitals, followed by facts that a picture of the board does not show.

    Args:
        state: a chess state.
        unicode: chess symbols in place of letters.
        flipped: seen from Black's side.
    """
    squares, fields = _read_fen(state.to_string())
    order = range(7, -1, -1) if flipped else range(8)
    lines = []
    for rank in range(8) if flipped else range(7, -1, -1):
        row = [squares.get(8 * rank + file, ".") for file in order]
        lines.append(f"{rank + 1}  " + " ".join(_FIGURINES.get(piece, piece) if unicode else piece for piece in row))
    lines.append("   " + " ".join(_FILES[file] for file in order))
    return "\n".join([*lines, _status(state, fields)])


def _status(state: Any, fields: list[str]) -> str:
    """The line below the board: whose move it is or how the game ended, castling rights, counters."""
    if state.is_terminal():
        return {1: "White has won", 0: "Draw", -1: "Black has won"}[state.outcome(0)]
    side, castling, en_passant, halfmove, fullmove = fields
    parts = [f"move {fullmove}, {'White' if side == 'w' else 'Black'} to play"]
    if state.is_check():
        parts.append("in check")
    if castling != "-":
        parts.append(f"castling {castling}")
    if en_passant != "-":
        parts.append(f"en passant {en_passant}")
    if halfmove != "0":
        parts.append(f"{halfmove} half-move{'' if halfmove == '1' else 's'} without capture or pawn move")
    return "; ".join(parts)


def _read_fen(fen: str) -> tuple[dict[int, str], list[str]]:
    """Pieces by square (0 is a1, 63 is h8) and the FEN's other five fields, of a FEN that a state wrote."""
    placement, *fields = fen.split(" ")
    squares = {}
    for rank, row in zip(range(7, -1, -1), placement.split("/"), strict=True):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                squares[8 * rank + file] = letter
                file += 1
    return squares, fields


# --- SVG -------------------------------------------------------------------------------------------------------

_LIGHT, _DARK, _FRAME = "#f1e7d3", "#b08a66", "#4a3b2f"
_ARROW, SMALLEST_SHARE = "#1f6feb", 0.01  # less is not drawn
_LIGHT_MOVED, _DARK_MOVED, _CHECK = "#f3e08a", "#cfae4e", "#d9352a"
_COLOURS = {
    # `color` is what inner lines are drawn in, so that they show on the piece's own fill.
    "white": 'fill="#ffffff" stroke="#262220" color="#262220"',
    "black": 'fill="#332d2a" stroke="#181412" color="#e9e2d8"',
}

# Each piece in a box of 100 x 100, standing on the same foot.
_FOOT = '<path d="M24 89 V84 Q24 78 31 78 H69 Q76 78 76 84 V89 Z"/>'


def _outline(path: str) -> str:
    return f'<path d="{path}"/>'


def _inner(path: str) -> str:
    return f'<path d="{path}" fill="none" stroke="currentColor"/>'


def _disc(x: float, y: float, radius: float) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius}"/>'


_SHAPES = {
    "pawn": _outline("M41 44 Q42 62 31 78 H69 Q58 62 59 44 Z") + _disc(50, 33, 14),
    "rook": _outline("M35 42 L32 78 H68 L65 42 Z")
    + _outline("M27 18 H38 V26 H45 V18 H55 V26 H62 V18 H73 V36 L66 43 H34 L27 36 Z")
    + _inner("M35 43 H65 M33 70 H67"),
    "knight": _outline(
        "M33 78 C33 64 47 60 49 47 C43 53 38 51 34 56 C31 61 27 64 22 60 C17 56 19 51 23 46 C28 39 28 33 33 28"
        " L32 15 L43 22 C63 22 78 42 73 78 Z"
    )
    + _inner("M35 35 a2 2 0 1 0 4 0 a2 2 0 1 0 -4 0 M25 54 L28 51 M53 30 C64 37 68 52 66 70"),
    "bishop": _outline("M41 68 Q41 75 31 78 H69 Q59 75 59 68 Z")
    + _outline("M50 22 C31 36 29 54 39 64 H61 C71 54 69 36 50 22 Z")
    + _disc(50, 17, 5.5)
    + _outline("M36 64 H64 V70 H36 Z")
    + _inner("M50 36 V54 M42 45 H58"),
    "queen": _outline("M17 32 L33 55 L33 23 L44 52 L50 19 L56 52 L67 23 L67 55 L83 32 L71 78 H29 Z")
    + "".join(_disc(x, y, 5) for x, y in ((17, 30), (33, 21), (50, 17), (67, 21), (83, 30)))
    + _inner("M31 69 Q50 63 69 69"),
    "king": _outline("M46 8 H54 V13 H60 V20 H54 V28 H46 V20 H40 V13 H46 Z")
    + _outline("M50 27 C61 35 57 45 50 53 C43 45 39 35 50 27 Z")
    + _outline(
        "M31 78 C31 72 31 72 27 66 C13 50 22 36 36 37 C45 38 50 46 50 56 C50 46 55 38 64 37 C78 36 87 50 73 66"
        " C69 72 69 72 69 78 Z"
    )
    + _inner("M32 70 Q50 63 68 70"),
}


def board_svg(
    state: Any,
    *,
    last_action: int | None = None,
    flipped: bool = False,
    coordinates: bool = True,
    size: int = 400,
    shares: Mapping[int, float] | None = None,
) -> str:
    """The board as an SVG picture; a king in check glows red.

    Args:
        state: a chess state.
        last_action: the action that led here; its squares are highlighted.
        flipped: seen from Black's side.
        coordinates: files and ranks on a frame around the board.
        size: width and height, in pixels.
        shares: of actions, 0 to 1, such as a policy: an arrow for each, broad and dense by its share, and per cent.

    Returns:
        One `<svg>` element, which can be used in a page with others.
    """
    squares, fields = _read_fen(state.to_string())
    margin = 30 if coordinates else 0
    extent = 800 + 2 * margin
    moved = set() if last_action is None else {last_action & 63, last_action >> 6 & 63}
    king = "K" if fields[0] == "w" else "k"
    checked = [square for square, piece in squares.items() if piece == king and state.is_check()]

    def corner(square: int) -> tuple[int, int]:
        file, rank = square % 8, square // 8
        return margin + 100 * (7 - file if flipped else file), margin + 100 * (rank if flipped else 7 - rank)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 {extent} {extent}"'
        f' role="img" aria-label="Chess position {state.to_string()}">'
    ]
    if coordinates:
        parts.append(f'<rect width="{extent}" height="{extent}" fill="{_FRAME}"/>')
        parts.append(_labels(flipped, margin, extent))
    for square in range(64):
        x, y = corner(square)
        dark = (square // 8 + square) % 2 == 0
        colour = (_DARK_MOVED if dark else _LIGHT_MOVED) if square in moved else _DARK if dark else _LIGHT
        parts.append(f'<rect x="{x}" y="{y}" width="100" height="100" fill="{colour}"/>')
        if square in checked:
            parts.append(
                f'<circle class="check" cx="{x + 50}" cy="{y + 50}" r="48" fill="{_CHECK}" fill-opacity="0.35"/>'
                f'<circle cx="{x + 50}" cy="{y + 50}" r="38" fill="{_CHECK}" fill-opacity="0.6"/>'
            )
    for square, piece in sorted(squares.items()):
        x, y = corner(square)
        parts.append(_piece(piece, x, y))
    parts += _arrows(shares or {}, corner)
    parts.append("</svg>")
    return "\n".join(parts)


def _arrows(shares: Mapping[int, float], corner: Callable[[int], tuple[int, int]]) -> list[str]:
    """An arrow for each move, the most likely one on top; promotions of one pawn to one square are one arrow."""
    moves: dict[tuple[int, int], float] = {}
    for action, share in shares.items():
        move = action & 63, action >> 6 & 63
        moves[move] = moves.get(move, 0.0) + share
    highest = max(moves.values(), default=0.0)
    parts = []
    for (start, end), share in sorted(moves.items(), key=lambda entry: entry[1]):
        if share < SMALLEST_SHARE:
            continue
        (x, y), (to_x, to_y) = ((a + 50, b + 50) for a, b in map(corner, (start, end)))
        length = hypot(to_x - x, to_y - y) or 1.0
        width = 4 + 14 * share / highest
        # Along the arrow and across it; the head is as long as it is broad.
        u, v = (to_x - x) / length, (to_y - y) / length
        neck_x, neck_y = to_x - 2.2 * width * u, to_y - 2.2 * width * v
        head = f"{to_x:.1f},{to_y:.1f} {neck_x - 1.4 * width * v:.1f},{neck_y + 1.4 * width * u:.1f} "
        head += f"{neck_x + 1.4 * width * v:.1f},{neck_y - 1.4 * width * u:.1f}"
        parts.append(
            f'<g class="share" fill="{_ARROW}" stroke="{_ARROW}" opacity="{0.25 + 0.6 * share / highest:.3f}">'
            f'<line x1="{x}" y1="{y}" x2="{neck_x:.1f}" y2="{neck_y:.1f}" stroke-width="{width:.1f}"/>'
            f'<polygon points="{head}" stroke="none"/></g>'
        )
        if share >= 0.05:
            parts.append(
                f'<text x="{to_x}" y="{to_y + 44}" font-family="sans-serif" font-size="22" text-anchor="middle"'
                f' fill="#0b2d63">{100 * share:.0f}</text>'
            )
    return parts


def _piece(letter: str, x: int, y: int) -> str:
    name, colour = _NAMES[letter.upper()], "white" if letter.isupper() else "black"
    return (
        f'<g class="{colour} {name}" transform="translate({x} {y})" {_COLOURS[colour]} stroke-width="3"'
        f' stroke-linejoin="round" stroke-linecap="round">{_SHAPES[name]}{_FOOT}</g>'
    )


def _labels(flipped: bool, margin: int, extent: int) -> str:
    """File and rank names on all four sides of the frame."""
    parts = [f'<g fill="{_LIGHT}" font-family="sans-serif" font-size="22" text-anchor="middle">']
    for index in range(8):
        along = margin + 100 * index + 50
        file = _FILES[7 - index if flipped else index]
        rank = index + 1 if flipped else 8 - index
        for across in (margin // 2, extent - margin // 2):
            parts.append(f'<text x="{along}" y="{across + 7}">{file}</text>')
            parts.append(f'<text x="{across}" y="{along + 7}">{rank}</text>')
    return "".join([*parts, "</g>"])


# --- the board as data (boardai.drawing.board) -----------------------------------------------------------------


def board_cells(state: Any) -> str:
    """The squares, the eighth rank first, one line a rank; `.` empty, White's pieces in capitals."""
    squares, _ = _read_fen(state.to_string())
    return "\n".join("".join(squares.get(8 * rank + file, ".") for file in range(8)) for rank in range(7, -1, -1))


def action_cells(state: Any, action: int) -> list[int]:
    """The squares a legal move starts from and ends on, as `8 * row + column` from the eighth rank's a-file.

    A castling king ends on its new square; in Chess960 on its rook's square, which belongs to no other move.
    """
    if not state.is_legal(action):
        raise ValueError(f"action {quoted(action)} is not legal in position {quoted(state.to_string())}")
    move = state.action_to_string(action)
    return [8 * (8 - int(square[1])) + _FILES.index(square[0]) for square in (move[:2], move[2:4])]


def player_pieces(state: Any, player: int) -> str:
    """The letters of a player's pieces, 0 White and 1 Black."""
    if player not in (0, 1):
        raise ValueError(f"player must be 0 or 1, not {quoted(player)}")
    return ("KQRBNP", "kqrbnp")[player]


def row_names(state: Any) -> str:
    """The ranks, from the top."""
    return "8 7 6 5 4 3 2 1"


def position_text(rows: Sequence[str], player: int) -> str:
    """The FEN of squares as in `board_cells`; castling rights follow from the places of kings and rooks."""
    placement = "/".join(re.sub(r"\.+", lambda empty: str(len(empty.group())), row) for row in rows)
    corners = {"K": (7, "R", 7), "Q": (7, "R", 0), "k": (0, "r", 7), "q": (0, "r", 0)}
    rights = ""
    for right, (row, rook, file) in corners.items():
        king = "K" if rook == "R" else "k"
        home = len(rows) == 8 and len(rows[row]) == 8
        rights += right if home and rows[row][4] == king and rows[row][file] == rook else ""
    return f"{placement} {'wb'[player]} {rights or '-'} - 0 1"


def alarm_cells(state: Any) -> list[int]:
    """The square of a king in check."""
    if not state.is_check():
        return []
    squares, fields = _read_fen(state.to_string())
    king = "K" if fields[0] == "w" else "k"
    return [8 * (7 - square // 8) + square % 8 for square, piece in squares.items() if piece == king]


def piece_name(state: Any, piece: str) -> str:
    """Such as `white knight`."""
    _check_piece(piece)
    return f"{'white' if piece.isupper() else 'black'} {_NAMES[piece.upper()]}"


def piece_picture(state: Any, piece: str) -> str:
    """The piece as the pictures of boards have it."""
    _check_piece(piece)
    return _piece(piece, 0, 0)


def _check_piece(piece: str) -> None:
    if piece not in _FIGURINES:
        raise ValueError(f"chess has no piece {quoted(piece)}; it has {', '.join(_FIGURINES)}")


def piece_colour(state: Any, piece: str) -> str:
    """White and black, whatever the piece."""
    _check_piece(piece)
    return "#ffffff" if piece.isupper() else "#181412"


def piece_symbol(state: Any, piece: str) -> str:
    """Outlined for White, filled for Black, as in print: the sides differ without colour as well."""
    _check_piece(piece)
    return _FIGURINES[piece]


def cell_colours(state: Any) -> str:
    """Light squares, a8 among them, and dark ones."""
    return f"{_LIGHT} {_DARK}"


BOARD = (
    board_cells,
    action_cells,
    player_pieces,
    row_names,
    alarm_cells,
    piece_name,
    piece_colour,
    piece_picture,
    piece_symbol,
    cell_colours,
)
