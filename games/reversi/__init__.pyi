from typing import Any, Protocol

from boardai.contract import NativeState
from boardai.game import Game
from boardai.games.reversi.endgame import solve_endgame as solve_endgame

STATE_TYPES: tuple[str, ...]

VIEWS: tuple[str, ...]

COUNTS: tuple[str, ...]

def available_boards() -> list[str]: ...
def board_of(game: Game) -> Any: ...
def state_class(cpp_type: str) -> type[State]: ...

class State(NativeState, Protocol):
    """A Reversi position; made by `Game.initial_state()` and `Game.from_string()`.

    >>> state = boardai.load("reversi").initial_state()
    >>> state.apply(state.action_from_string("f5"))
    >>> state.score(0), state.score(1)
    (3, -3)
    """

    def score(self, player: int) -> int:
        """Disc difference now: the discs of that player (0 dark, 1 light) minus the opponent's.

        Of a finished game the empty cells are the winner's, as federations count them, unless the game was loaded with
        `count="discs"`.
        """
    def counts_empty(self) -> bool:
        """Whether the empty cells of a finished game count for the winner."""
    def absolute_view(self) -> bool:
        """Whether networks see dark's and light's discs, instead of the mover's and the opponent's."""
    def board_cells(self) -> str:
        """The cells, one line a row: `.` empty, blank where there is no cell, `X` dark, `O` light."""
    def action_cells(self, action: int) -> list[int]:
        """The cell a legal action puts a disc on, none for a pass, by number; ValueError if not legal."""
    def player_pieces(self, player: int) -> str:
        """The character of a player's discs."""
    def player_score(self, player: int) -> int:
        """The number of a player's discs."""
    def describe_margin(self, margin: float) -> str:
        """A final margin as people say it: `3.5 discs`."""
    def piece_name(self, piece: str) -> str:
        """The colour of a disc; ValueError if there is no such disc."""
    def piece_colour(self, piece: str) -> str:
        """The same as `#rrggbb`."""
    def cell_colours(self) -> str:
        """Of the board."""

class Reversi(Game[State]):
    """Reversi; made by `boardai.load("reversi")`, with these parameters.

    >>> boardai.load("reversi", board="6x6").spec
    'reversi:board=6x6'
    """

    def __init__(self, *, board: str = "8x8", view: str = "mover", count: str = "federation") -> None: ...
