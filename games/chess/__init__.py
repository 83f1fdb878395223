"""Chess and Chess960: the complete rules, FEN, SAN, UCI move text and AlphaZero's encodings. README.md is the card."""

from __future__ import annotations

import functools
import operator
from collections.abc import Mapping
from typing import Any

from boardai import native
from boardai.basics.arguments import number_in, whole_number
from boardai.basics.quoting import quoted
from boardai.game import Game, PlugIns
from boardai.games.chess.drawing import BOARD, board_svg, board_text, position_text
from boardai.games.chess.lc0_planes import policy_cells
from boardai.native_state import cpp_text

# No game is longer: 96 pawn moves and 30 captures at most, each ending a run of reversible moves, and one run more.
_LONGEST_RUNS = 96 + 30 + 1
_CLASSICAL_START = 518
_HISTORY = 7
_ENCODINGS = ("alphazero", "lc0")
# The value of a pawn in the evaluators' unit; people count in pawns (evaluators.hpp).
_PAWN = 100
# Pieces whose small letters begin no pawn's move, as the bishop's does.
_NO_FILES = ("n", "r", "q", "k")
# Where phases of a game begin and end, for tables of judged moves; the numbers of pieces are lichess's.
_OPENING_PIECES, _ENDGAME_PIECES, _OPENING_MOVES = 10, 6, 15
_NO_PIECES = (-1, 0, 5, 6, 11)  # empty squares, pawns and kings
# Of the levels, from the usual start, against the level below (docs/web.md).
_LEVEL_SCORES = {"easy": 0.965, "medium": 0.985, "strong": 0.965}
# Every state class that is compiled ahead.
STATE_TYPES = ("boardai::chess::State",)


class Chess(Game[Any]):
    """Chess; `boardai.load("chess", **params)`.

    >>> boardai.load("chess", chess960=True, position=0).initial_state().to_string()
    'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'
    >>> boardai.load("chess", claim_draws=False).spec
    'chess:claim_draws=false'

    Args:
        chess960: castling follows Chess960's rules and is written as king takes rook (`e1h1`); other start positions
            and castling rights are accepted.
        position: Scharnagl number of the start position, 0 to 959; None is 518, the classical one. Numbers other
            than 518 need `chess960`.
        fen: start from this position (FEN, X-FEN or Shredder-FEN) instead.
        claim_draws: the game ends where a player may claim a draw: at the third occurrence of a position and after
            50 moves by each side without capture or pawn move. False: only where it is drawn without a claim, at
            the fifth occurrence and after 75 moves.
        history: earlier positions that the planes show, 0 to 7: 14 planes each, besides the present one's 21.
        attacks: 12 more planes show the squares attacked by each kind of piece.
        encoding: what networks see and say: "alphazero", or "lc0", planes and policy of Leela Chess Zero: 13 planes for
            each position and 8 more, and a number for each of 1,858 moves.

    Raises:
        ValueError: a parameter is not of its kind, or the FEN is malformed or impossible (field and reason named).
    """

    name = "chess"
    plug_ins = PlugIns(
        files="game_files",
        serving="serving",
        uci="uci",
        openspiel="openspiel",
        benchmarks="benchmarks",
        device="device",
        layers="layers",
    )
    player_names = ("White", "Black")
    score_unit = "centipawns"
    includes_network = True
    plain_evaluator = "material"
    opponent = "pvs:nodes=200000,evaluator=nnue"
    in_position_text = ("position", "fen", "history", "attacks", "encoding")
    choices = {  # noqa: RUF012  (never changed)
        "chess960": (False, True),
        "position": (_CLASSICAL_START, *(number for number in range(960) if number != _CLASSICAL_START)),
        "claim_draws": (True, False),
    }

    position_text = staticmethod(position_text)

    def __init__(
        self,
        *,
        chess960: bool = False,
        position: int | None = None,
        fen: str | None = None,
        claim_draws: bool = True,
        history: int = _HISTORY,
        attacks: bool = False,
        encoding: str = "alphazero",
    ) -> None:
        for name, value in (("chess960", chess960), ("claim_draws", claim_draws)):
            if not isinstance(value, bool):
                raise ValueError(f"{name} must be true or false, not {quoted(value)}")
        history = number_in("history", history, 0, _HISTORY, "number of earlier positions")
        if position is not None:
            position = number_in("position", position, 0, 959, "Scharnagl number")
        if fen is not None and not isinstance(fen, str):
            raise ValueError(f"fen must be text, not {quoted(fen)}")
        if fen is not None and position is not None:
            raise ValueError("position and fen both name a start position: give one of them")
        if position is not None and position != _CLASSICAL_START and not chess960:
            raise ValueError(f"position: start position {position} needs chess960")
        # A method that may raise changes an existing state: of a new one, cppyy would leak the memory.
        initial = state_class(STATE_TYPES[0]).start(
            _CLASSICAL_START if position is None else position, chess960, claim_draws
        )
        if fen is not None:
            initial = initial.from_string(fen)
        initial.show_history(history)
        initial.show_attacks(attacks)
        initial.show_as(encoding)
        given = {
            "chess960": (chess960, False), "position": (position, None), "fen": (fen, None),
            "claim_draws": (claim_draws, True), "history": (history, _HISTORY), "attacks": (attacks, False),
            "encoding": (encoding, "alphazero"),
        }  # fmt: skip
        super().__init__(initial, {name: value for name, (value, default) in given.items() if value != default})
        self.max_length = _LONGEST_RUNS * (100 if claim_draws else 150)
        self._history, self._attacks, self._shown_as = history, attacks, encoding
        if not chess960 and fen is None:
            self.level_scores = _LEVEL_SCORES

    def with_operations(self, state: Any, operations: Mapping[str, str]) -> Any:
        """With EPD's counters: `hmvc`, half-moves since a capture or pawn move, and `fmvn`, the move's number."""
        if not operations.keys() & {"hmvc", "fmvn"}:
            return state
        fields = state.to_string().split()
        for opcode, number, usual in (("hmvc", 4, "0"), ("fmvn", 5, "1")):
            if opcode in operations:
                if fields[number] not in (usual, operations[opcode]):
                    raise ValueError(
                        f"{opcode} is {quoted(operations[opcode])}, but the position says {fields[number]}"
                    )
                fields[number] = operations[opcode]
        return state.from_string(" ".join(fields))

    def other_starts(self) -> list[Any]:
        """The 960 start positions of Chess960, with its rules; none where a position is set."""
        if "fen" in self.params or "position" in self.params:
            return []
        draws = self.params.get("claim_draws", True)
        return [state_class(STATE_TYPES[0]).start(number, True, draws) for number in range(960)]

    @property
    def policy_cells(self) -> tuple[int, ...] | None:
        """Of Lc0's policy; AlphaZero's is planes already."""
        return policy_cells() if self._shown_as == "lc0" else None

    def to_network_view(self, state: Any) -> Any:
        """The same game, as networks see it: this many earlier positions, attacks or not, by this encoding."""
        seen = state.clone()
        seen.show_history(self._history)
        seen.show_attacks(self._attacks)
        seen.show_as(self._shown_as)
        return seen

    def format_action(self, state: Any, action: int) -> str:
        """SAN."""
        return str(state.san(action))

    def parse_action(self, state: Any, text: str) -> int:
        """UCI's text or SAN; what can be nothing else may be written small or large: `o-o`, `nf3`, `E4`."""
        try:
            return super().parse_action(state, text)
        except ValueError:
            move = text.strip()
        if move.startswith("o-"):
            move = move.upper()
        elif move[:1] in _NO_FILES:
            move = move[:1].upper() + move[1:]
        elif len(move) == 2:
            move = move.lower()
        return int(state.action_from_san(move))

    def describe_ending(self, state: Any) -> str:
        """Checkmate, stalemate, or which rule ended it."""
        if state.is_checkmate():
            return "checkmate"
        if state.is_stalemate():
            return "stalemate"
        if state.is_insufficient_material():
            return "neither side can mate"
        if state.occurrences() >= (3 if state.claims_draws() else 5):
            return f"the position occurred {state.occurrences()} times"
        return f"{state.halfmove_clock() // 2} moves without capture or pawn move"

    def describe_claim(self, state: Any) -> str:
        """The reason why a draw may be claimed, if `claim_draws` is off."""
        if state.is_terminal():
            return ""
        if state.occurrences() >= 3:
            return f"the position occurred {state.occurrences()} times"
        if state.halfmove_clock() >= 100:
            return f"{state.halfmove_clock() // 2} moves without capture or pawn move"
        return ""

    def phase(self, state: Any) -> str:
        """By pieces other than pawns and kings: at most 6 are an endgame; the opening ends with 10, or at move 15."""
        pieces = sum(state.piece_at(square) not in _NO_PIECES for square in range(64))
        if pieces <= _ENDGAME_PIECES:
            return "endgame"
        return "opening" if pieces > _OPENING_PIECES and state.fullmove_number() <= _OPENING_MOVES else "middle game"

    def describe_advantage(self, score: float) -> str:
        """In pawns, with the one decimal place that people give."""
        pawns = round(score / _PAWN, 1)
        return f"{pawns} pawns" if pawns else ""


@functools.cache
def state_class(cpp_type: str) -> Any:
    """The class of chess states; pickles find it by this.

    >>> from boardai.games.chess import STATE_TYPES, state_class
    >>> isinstance(boardai.load("chess").initial_state(), state_class(STATE_TYPES[0]))
    True

    Args:
        cpp_type: one of `STATE_TYPES`, `boardai::chess::State`.

    Raises:
        ValueError: there is no such type.
    """
    if cpp_type not in STATE_TYPES:
        raise ValueError(f"chess has no state class {quoted(cpp_type)}")
    return native.bind(
        cpp_type,
        header="games/chess/bind.hpp",
        module=__name__,
        name="State",
        doc="A chess game in progress: a position and the history that the draw rules and the network planes need.",
        draw=board_text,
        svg=board_svg,
        hooks=BOARD,
        shipped_default="nnue",
        public=(
            "null_move_allowed",
            "claims_draws",
            "fullmove_number",
            "halfmove_clock",
            "history",
            "history_key",
            "is_check",
            "is_checkmate",
            "is_chess960",
            "is_insufficient_material",
            "is_stalemate",
            "mirrored",
            "occurrences",
            "plies_until_draw",
            "shows_attacks",
            "start",
        ),
        methods=_chess_methods,
    )


def _chess_methods(cls: Any) -> list[Any]:
    """What chess adds to the contract, with Python's own strings."""
    cpp_san, cpp_from_san, cpp_shredder_fen = cls.san, cls.action_from_san, cls.shredder_fen
    cpp_gives_check, cpp_exchange_value, cpp_threat_order = cls.gives_check, cls.exchange_value, cls.threat_order
    cpp_piece_at, cpp_mirror_action = cls.piece_at, cls.mirror_action
    cpp_repeats_within, cpp_repetition_ahead = cls.repeats_within, cls.repetition_ahead
    cpp_show_history, cpp_show_attacks, cpp_show_as_lc0 = cls.show_history, cls.show_attacks, cls.show_as_lc0
    cpp_shows_as_lc0 = cls.shows_as_lc0
    cpp_reversible_moves = cls.reversible_moves

    def san(self: Any, action: int) -> str:
        """A legal action in standard algebraic notation.

        Raises:
            ValueError: the action is not legal here.
        """
        return str(cpp_san(self, _legal(self, action)))

    def action_from_san(self: Any, text: str) -> int:
        """The legal action of a SAN text; `+ # ! ?` at its end and `0-0` are understood.

        Raises:
            ValueError: it is not SAN, names no legal move, or more than one.
        """
        return cpp_from_san(self, cpp_text(text))

    def fen(self: Any) -> str:
        """The position as FEN, the same as `to_string()`; in Chess960 as X-FEN."""
        return self.to_string()

    def shredder_fen(self: Any) -> str:
        """The position as Shredder-FEN: castling rights are the rooks' files."""
        return str(cpp_shredder_fen(self))

    def gives_check(self: Any, action: int) -> bool:
        """Whether the opponent is in check after a legal action.

        Raises:
            ValueError: the action is not legal here.
        """
        return bool(cpp_gives_check(self, _legal(self, action)))

    def exchange_value(self: Any, action: int) -> int:
        """Centipawns that a legal action wins if both sides continue taking on its target square as long as it pays.

        The least valuable piece captures first (static exchange evaluation); pins are not seen.

        Raises:
            ValueError: the action is not legal here.
        """
        return int(cpp_exchange_value(self, _legal(self, action)))

    def threat_order(self: Any, action: int) -> int:
        """Kála's priority of a legal action: twice the piece taken, the pieces attacked from there, a promotion.

        Raises:
            ValueError: the action is not legal here.
        """
        return int(cpp_threat_order(self, _legal(self, action)))

    def reversible_moves(self: Any) -> tuple[Any, list[int]]:
        """The moves since the last capture, pawn move or loss of a castling right, and the state before them.

        A state contains only this history, which repetitions depend on; earlier positions cannot come back.

        Returns:
            (start, moves): a state without history, and the actions that lead from it to here, oldest first.

        Raises:
            ValueError: the state was unpickled from bytes that no game makes.
        """
        moves, start = native.namespace().ActionList(), cls(self)
        cpp_reversible_moves(self, moves, start)
        return start, [moves[number] for number in range(moves.size())]

    def perft(self: Any, depth: int) -> int:
        """Leaves of the tree of legal moves of that depth; draws do not cut it. Ctrl-C interrupts it.

        Raises:
            ValueError: the depth is negative.
        """
        return int(native.template("Perft", self).count(self, whole_number("depth", depth)))

    def piece_at(self: Any, square: int) -> int:
        """0 to 5 for White's P N B R Q K, 6 to 11 for Black's, -1 for none; square 0 is a1, 7 is h1, 63 is h8.

        Raises:
            ValueError: no such square.
        """
        return int(cpp_piece_at(self, whole_number("square", square)))

    def mirror_action(self: Any, action: int) -> int:
        """The action in `mirrored()` that corresponds to a legal action here.

        Raises:
            ValueError: the action is not legal here.
        """
        return int(cpp_mirror_action(self, _legal(self, action)))

    def show_history(self: Any, earlier: int) -> None:
        """Sets the number of earlier positions in the planes, 0 to 7; does not change the position.

        Raises:
            ValueError: another number.
        """
        cpp_show_history(self, whole_number("history", earlier))

    def show_attacks(self: Any, shown: bool) -> None:
        """Sets whether 12 more planes show the squares attacked by each kind of piece.

        Raises:
            ValueError: neither true nor false.
        """
        if not isinstance(shown, bool):
            raise ValueError(f"attacks must be true or false, not {quoted(shown)}")
        cpp_show_attacks(self, shown)

    def show_as(self: Any, encoding: str) -> None:
        """Sets the layout of planes and policy indices: "alphazero" or "lc0".

        Raises:
            ValueError: another text.
        """
        if encoding not in _ENCODINGS:
            raise ValueError(f"encoding must be {' or '.join(_ENCODINGS)}, not {quoted(encoding)}")
        cpp_show_as_lc0(self, encoding == "lc0")

    def encoding(self: Any) -> str:
        """How planes and policy indices are laid out: "alphazero" or "lc0"."""
        return _ENCODINGS[bool(cpp_shows_as_lc0(self))]

    def repeats_within(self: Any, plies: int) -> bool:
        """Whether this position stood on the board at most that many plies ago."""
        return bool(cpp_repeats_within(self, _plies(plies)))

    def repetition_ahead(self: Any, plies: int) -> int:
        """How many plies ago a position was that one move brings back: at most `plies`, or ending the game; else 0."""
        return int(cpp_repetition_ahead(self, _plies(plies)))

    return [
        san, action_from_san, fen, shredder_fen, gives_check, exchange_value, threat_order, perft, piece_at,
        mirror_action, reversible_moves, show_history, show_attacks, show_as, encoding,
        repeats_within, repetition_ahead,
    ]  # fmt: skip


def _plies(plies: Any) -> int:
    """A number of plies.

    Raises:
        ValueError: it is negative.
    """
    number = whole_number("plies", plies)
    if number < 0:
        raise ValueError(f"plies must be at least 0, not {number}")
    return number


def _legal(state: Any, action: int) -> int:
    """The action, if it is legal.

    Raises:
        ValueError: it is not.
    """
    if not state.is_legal(action):
        raise ValueError(f"action {quoted(action)} is not legal in position {state.to_string()}")
    return operator.index(action)
