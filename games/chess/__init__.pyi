from typing import Protocol

from boardai.contract import NativeState
from boardai.game import Game

STATE_TYPES: tuple[str, ...]

def state_class(cpp_type: str) -> type[State]: ...

class State(NativeState, Protocol):
    """A chess game in progress; made by `Game.initial_state()` and `Game.from_string()`.

    >>> state = boardai.load("chess").initial_state()
    >>> state.apply(state.action_from_san("e4"))
    >>> state.fen(), state.is_check()
    ('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1', False)
    >>> [state.san(action) for action in state.legal_actions()][:3]
    ['a5', 'b5', 'c5']
    """

    def san(self, action: int) -> str:
        """A legal action in standard algebraic notation; ValueError if it is not legal."""
    def action_from_san(self, text: str) -> int:
        """The legal action of a SAN text; ValueError if it is not SAN, not legal or ambiguous."""
    def fen(self) -> str:
        """The position as FEN; of Chess960, as X-FEN."""
    def shredder_fen(self) -> str:
        """The position as Shredder-FEN, castling rights by the rooks' files."""
    def perft(self, depth: int) -> int:
        """Leaves of the tree of legal moves; draws do not cut it. ValueError if depth is negative."""
    def is_check(self) -> bool:
        """Whether the king of the side to move is attacked."""
    def is_checkmate(self) -> bool:
        """Whether it is, and no legal move helps."""
    def is_stalemate(self) -> bool:
        """Whether there is no legal move, without check."""
    def is_insufficient_material(self) -> bool:
        """Whether neither side has what it takes to mate."""
    def occurrences(self) -> int:
        """How often this position has occurred in the game, this time included."""
    def halfmove_clock(self) -> int:
        """Plies since the last capture or pawn move."""
    def fullmove_number(self) -> int:
        """The number of the move: 1 at the start, one more after each of Black's."""
    def piece_at(self, square: int) -> int:
        """0 to 5 for White's P N B R Q K, 6 to 11 for Black's, -1 for none; square 0 is a1, 7 is h1, 63 is h8."""
    def is_chess960(self) -> bool:
        """Whether castling follows Chess960's rules and is written as king takes rook."""
    def claims_draws(self) -> bool:
        """Whether the game ends where a player may claim a draw."""
    def history(self) -> int:
        """Earlier positions that the planes show."""
    def reversible_moves(self) -> tuple[State, list[int]]:
        """The moves since the last capture, pawn move or loss of a castling right, and the state before them."""
    def show_history(self, earlier: int) -> None:
        """From now on planes show this many of the last positions, 0 to 7; ValueError if out of range."""
    def shows_attacks(self) -> bool:
        """Whether the planes show what each kind of piece attacks."""
    def show_attacks(self, shown: bool) -> None:
        """Says whether planes show that from now on; ValueError unless true or false."""
    def encoding(self) -> str:
        """How planes and policy indices are laid out: "alphazero" or "lc0"."""
    def show_as(self, encoding: str) -> None:
        """Says how they are from now on; ValueError if it is neither."""
    def repeats_within(self, plies: int) -> bool:
        """Whether this position stood on the board at most that many plies ago."""
    def history_key(self) -> int:
        """64 bits over what `hash()` leaves out and the draw rules need: counters, and positions that may come back."""
    def plies_until_draw(self) -> int:
        """Half-moves until the move count alone may end the game."""
    def repetition_ahead(self, plies: int) -> int:
        """How many plies ago a position was that one move brings back: at most `plies`, or ending the game; else 0."""
    def mirrored(self) -> State:
        """The position with the colours swapped, seen from the other side; a start position, without history."""
    def mirror_action(self, action: int) -> int:
        """The action that means in `mirrored()` what `action` means here."""
    def null_move_allowed(self) -> bool:
        """Whether a search may skip a move here: not in check, and with more than one minor piece."""
    def gives_check(self, action: int) -> bool:
        """Whether a legal action gives check; ValueError if it is not legal."""
    def exchange_value(self, action: int) -> int:
        """What a legal action wins by captures on its target square, in centipawns; ValueError if it is not legal."""
    def threat_order(self, action: int) -> int:
        """Kála's move priority of a legal action; ValueError if it is not legal."""
    def board_cells(self) -> str:
        """The squares, the eighth rank first, one line a rank; `.` empty, White's pieces in capitals."""
    def action_cells(self, action: int) -> list[int]:
        """The squares a legal move starts from and ends on, by number; ValueError if not legal."""
    def player_pieces(self, player: int) -> str:
        """The letters of a player's pieces."""
    def row_names(self) -> str:
        """The ranks, from the top."""
    def alarm_cells(self) -> list[int]:
        """The square of a king in check, by number."""
    def piece_name(self, piece: str) -> str:
        """Such as `white knight`; ValueError if there is no such piece."""
    def piece_colour(self, piece: str) -> str:
        """White or black as `#rrggbb`; ValueError if there is no such piece."""
    def piece_picture(self, piece: str) -> str:
        """SVG elements in a box of 100 x 100; ValueError if there is no such piece."""
    def piece_symbol(self, piece: str) -> str:
        """A filled chess symbol, the same for both sides; ValueError if there is no such piece."""
    def cell_colours(self) -> str:
        """Of light and dark squares."""

class Chess(Game[State]):
    """Chess and Chess960; made by `boardai.load("chess")`, with these parameters.

    >>> boardai.load("chess", chess960=True, position=0).initial_state().to_string()
    'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'
    """

    def __init__(
        self,
        *,
        chess960: bool = False,
        position: int | None = None,
        fen: str | None = None,
        claim_draws: bool = True,
        history: int = 7,
        attacks: bool = False,
    ) -> None: ...
