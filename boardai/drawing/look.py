"""The look of a game's pieces and cells, as data: names for people, colours, and the game's own pictures.

A state says it by more hooks, in Python and in C++ alike, all of them optional and none of them depending on the
position:

    piece_name(piece) -> str       what people call a piece, "white knight"; by default the player's name
    piece_colour(piece) -> str     of its disc, "#rrggbb"; by default dark for the first player, light for the second
    piece_picture(piece) -> str    SVG elements in a box of 100 x 100 that are drawn instead of a disc; "" for the disc
    piece_symbol(piece) -> str     one character for it on a terminal with colours; by default a disc (an outlined
                                   one for a light colour), or its letter where a player has several kinds
    cell_colours() -> str          of the cells, "#rrggbb"; two colours with a blank between are a chequered board
    edge_pieces() -> str           four characters, for the top, right, bottom and left side of the board: a piece
                                   whose colour the side has, as of the one who has to join it, or "."
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any
from xml.etree import ElementTree

from boardai.basics.quoting import quoted
from boardai.drawing.board import EMPTY, OUTSIDE, Board, offers
from boardai.drawing.layout import SIDES, Layout

_COLOUR = re.compile("#[0-9a-fA-F]{6}")
# Light and dark distinguish the players in grey as well.
DARK, LIGHT = "#2b2a28", "#fffdf7"
DISC, LIGHT_DISC = "●", "○"  # they differ without colour as well
_PLAYERS = ("first player", "second player")


@dataclass(frozen=True)
class PieceLook:
    """The look of a piece.

    Attributes:
        name: what people call it.
        colour: of its disc; "" for a piece of neither player, which is a letter alone.
        ink: of the letter on it, dark or light, whichever can be read.
        letter: letter on the disc; "" if there is none.
        picture: SVG elements in a box of 100 x 100; "" for a plain disc.
        symbol: one character, for terminals.
    """

    name: str
    colour: str
    ink: str
    letter: str
    picture: str
    symbol: str


@dataclass(frozen=True)
class Look:
    """A game's board without a position on it.

    >>> look = boardai.drawing.Look.of(boardai.load("chess").initial_state())
    >>> look.pieces["n"].name, look.cell_colours, look.layout.cells[0].name
    ('black knight', ('#f1e7d3', '#b08a66'), 'a8')

    Attributes:
        layout: where the cells lie.
        pieces: what each character of a board is.
        cell_colours: none (the drawing code chooses), one, or two of a chequered board, the upper left cell's first.
        edges: the sides of the board that belong to a player, with a piece of that player.
    """

    layout: Layout
    pieces: dict[str, PieceLook]
    cell_colours: tuple[str, ...]
    edges: dict[str, str]

    @classmethod
    def of(cls, state: Any, players: Sequence[str] = _PLAYERS) -> Look:
        """The look of a state's game.

        Args:
            state: any of the game's states.
            players: what people call player 0 and player 1, for pieces that have no name of their own.

        Raises:
            ValueError: the game has no grid, or a hook returns something invalid.
        """
        board = Board.of(state, with_actions=False)
        shown = "".join(board.pieces) + "".join(board.rows)
        pieces = {piece: _piece(state, board, piece, players) for piece in shown if piece not in (EMPTY, OUTSIDE)}
        return cls(Layout.of(board), pieces, _cell_colours(state), _edges(state))

    def to_dict(self) -> dict[str, Any]:
        """The same as plain values that JSON has."""
        return {
            "layout": self.layout.to_dict(),
            "pieces": {piece: asdict(look) for piece, look in self.pieces.items()},
            "cell_colours": list(self.cell_colours),
            "edges": self.edges,
        }


def _piece(state: Any, board: Board, piece: str, players: Sequence[str]) -> PieceLook:
    owner = board.owner(piece)
    name = str(state.piece_name(piece)) if offers(state, "piece_name") else ""
    picture = str(state.piece_picture(piece)) if offers(state, "piece_picture") else ""
    try:
        ElementTree.fromstring(f"<g>{picture}</g>")
    except ElementTree.ParseError as error:
        raise ValueError(f"piece_picture({piece!r}): not an SVG: {error}") from None
    colour = ("", DARK, LIGHT)[0 if owner is None else 1 + owner]
    if offers(state, "piece_colour"):
        colour = _colour(str(state.piece_colour(piece)), f"piece_colour({piece!r})")
    # Where a player has one kind of piece, its colour identifies it; capitals do not count as another kind.
    kinds = set() if owner is None else {one.casefold() for one in board.pieces[owner]}
    letter = "" if len(kinds) == 1 else piece
    ink = DARK if not colour or is_light(colour) else LIGHT
    symbol = str(state.piece_symbol(piece)) if offers(state, "piece_symbol") else letter
    symbol = symbol or (LIGHT_DISC if colour and is_light(colour) else DISC)
    if len(symbol) != 1 or not symbol.isprintable():
        raise ValueError(f"piece_symbol({piece!r}): expected one character, got {quoted(symbol)}")
    name = name or (str(players[owner]) if owner is not None else piece)
    return PieceLook(name, colour, ink, letter, picture, symbol)


def brightness(colour: str) -> float:
    """Of `#rrggbb`, as the eye sees it: 0 to 255."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def is_light(colour: str) -> bool:
    """Whether dark letters can be read on it."""
    return brightness(colour) > 140


def _cell_colours(state: Any) -> tuple[str, ...]:
    colours = str(state.cell_colours()).split() if offers(state, "cell_colours") else []
    if len(colours) > 2:
        raise ValueError(f"cell_colours(): expected one or two colours with a blank between, got {len(colours)}")
    return tuple(_colour(one, "cell_colours()") for one in colours)


def _edges(state: Any) -> dict[str, str]:
    pieces = str(state.edge_pieces()) if offers(state, "edge_pieces") else EMPTY * len(SIDES)
    if len(pieces) != len(SIDES):
        raise ValueError(f"edge_pieces(): expected {len(SIDES)} characters ({', '.join(SIDES)}), got {quoted(pieces)}")
    return {side: piece for side, piece in zip(SIDES, pieces, strict=True) if piece != EMPTY}


def _colour(text: str, place: str) -> str:
    if not _COLOUR.fullmatch(text):
        raise ValueError(f"{place}: expected a colour such as '#2e8b57', got {quoted(text)}")
    return text
