from typing import Protocol

from boardai.contract import NativeState
from boardai.game import Game

LARGEST_SIDE: int
DEFAULT_SIZE: int
STATE_TYPES: tuple[str, ...]

VIEWS: tuple[str, ...]

def state_class(cpp_type: str) -> type[HexState]: ...

class HexState(NativeState, Protocol):
    """A Hex position; made by `Game.initial_state()` and `Game.from_string()`.

    >>> state = boardai.load("hex", size=3, swap=True).initial_state()
    >>> state.apply(state.action_from_string("b2"))
    >>> "swap" in [state.action_to_string(action) for action in state.legal_actions()], state.stone_at(1, 1)
    (True, 0)
    """

    def rows(self) -> int:
        """Rows of the board; black crosses them."""
    def columns(self) -> int:
        """Columns of the board; white crosses them."""
    def swap_rule(self) -> bool:
        """Whether the game is played with the swap rule."""
    def absolute_view(self) -> bool:
        """Whether networks see the board as it is, instead of as the mover's."""
    def edge_planes(self) -> bool:
        """Whether networks see how near each cell is to each edge."""
    def swap_available(self) -> bool:
        """Whether `swap` is legal now."""
    def swapped(self) -> bool:
        """Whether the second player has swapped."""
    def stones_played(self) -> int:
        """Stones on the board."""
    def colour_to_move(self) -> int:
        """0 = black, joins top and bottom; 1 = white, joins left and right."""
    def colour_of(self, player: int) -> int:
        """The colour of a player; ValueError if there is no such player."""
    def stone_at(self, row: int, column: int) -> int:
        """The colour of the stone on a cell, counted from 0; -1 for none; ValueError if there is no such cell."""
    def shortest_connection(self, player: int) -> int | None:
        """Stones the player still needs if the opponent only looked on; 0 = has won, None = has lost."""
    def shortest_path(self, player: int) -> list[int]:
        """The cells of one shortest connection, own stones included; empty if there is none."""
    def board_cells(self) -> str:
        """The cells, one line a row: `.` empty, `B` black, `W` white."""
    def action_cells(self, action: int) -> list[int]:
        """The cell a legal action puts a stone on, none for `swap`, by number; ValueError if not legal."""
    def player_pieces(self, player: int) -> str:
        """The letter of a player's stones, which a swap may have changed."""
    def cell_shape(self) -> str:
        """`hexagon`."""
    def piece_name(self, piece: str) -> str:
        """The colour of a stone; ValueError if there is no such stone."""
    def piece_colour(self, piece: str) -> str:
        """The same as `#rrggbb`."""
    def cell_colours(self) -> str:
        """Of the board."""
    def edge_pieces(self) -> str:
        """Black joins top and bottom, white joins left and right."""

class Hex(Game[HexState]):
    """Hex; made by `boardai.load("hex")`, with these parameters.

    >>> boardai.load("hex", rows=3, cols=5, swap=True).spec
    'hex:rows=3,cols=5,swap=true'
    """

    def __init__(
        self,
        *,
        size: int | None = None,
        rows: int | None = None,
        cols: int | None = None,
        swap: bool = False,
        view: str = "mover",
        edges: bool = False,
    ) -> None: ...
