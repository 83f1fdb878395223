"""Chess and Chess960: the complete rules, FEN, SAN, UCI move text and AlphaZero's encodings. README.md is the card."""

from __future__ import annotations

import functools
from typing import Any

from boardai import native
from boardai.game import Game
from boardai.games.chess.drawing import board_svg, board_text
from boardai.native_state import refuse_text

# No game is longer: 96 pawn moves and 30 captures at most, each ending a run of reversible moves, and one run more.
_LONGEST_RUNS = 96 + 30 + 1
_CLASSICAL_START = 518
_HISTORY = 7
# Every state class that is compiled ahead.
STATE_TYPES = ("boardai::chess::State",)


def load(
    *,
    chess960: bool = False,
    position: int | None = None,
    fen: str | None = None,
    claim_draws: bool = True,
    history: int = _HISTORY,
) -> Game:
    """Chess.

    Args:
        chess960: castling follows Chess960's rules and is written as king takes rook (`e1h1`); other start positions
            and castling rights are accepted.
        position: Scharnagl number of the start position, 0 to 959; None is 518, the classical one. Numbers other
            than 518 need `chess960`.
        fen: start from this position (FEN, X-FEN or Shredder-FEN) instead.
        claim_draws: the game ends where a player may claim a draw: at the third occurrence of a position and after
            50 moves by each side without capture or pawn move. False: only where it is drawn without a claim, at
            the fifth occurrence and after 75 moves.
        history: earlier positions that the planes show, 0 to 7: 14 planes each beside the present one's 14 and 7 more.

    Raises:
        ValueError: a parameter is not of its kind, or the FEN is malformed or impossible (field and reason named).
    """
    for name, value in (("chess960", chess960), ("claim_draws", claim_draws)):
        if not isinstance(value, bool):
            raise ValueError(f"{name} must be true or false, not {value!r}")
    if not isinstance(history, int) or isinstance(history, bool):
        raise ValueError(f"history must be a number of earlier positions from 0 to {_HISTORY}, not {history!r}")
    if position is not None and (not isinstance(position, int) or isinstance(position, bool)):
        raise ValueError(f"position must be a Scharnagl number from 0 to 959, not {position!r}")
    if fen is not None and not isinstance(fen, str):
        raise ValueError(f"fen must be text, not {fen!r}")
    if fen is not None and position is not None:
        raise ValueError("position and fen both name a start position: give one of them")
    cls = state_class()
    if fen is not None:
        initial = cls.from_fen(fen, chess960, claim_draws)
    else:
        initial = cls.start(_CLASSICAL_START if position is None else position, chess960, claim_draws)
    given = {"chess960": chess960, "position": position, "fen": fen, "claim_draws": claim_draws, "history": history}
    defaults = {"chess960": False, "position": None, "fen": None, "claim_draws": True, "history": _HISTORY}
    return Game(
        "chess",
        initial.with_history(history),
        params={name: value for name, value in given.items() if value != defaults[name]},
        max_length=_LONGEST_RUNS * (100 if claim_draws else 150),
        svg=board_svg,
        format_action=lambda state, action: state.san(action),
        parse_action=lambda state, text: state.action_from_san(text),
        player_names=("White", "Black"),
        describe_ending=_ending,
        opponent="pvs:nodes=200000",
    )


def _ending(state: Any) -> str:
    """Why a finished game is over."""
    if state.is_checkmate():
        return "checkmate"
    if state.is_stalemate():
        return "stalemate"
    if state.is_insufficient_material():
        return "neither side can mate"
    if state.occurrences() >= (3 if state.claims_draws() else 5):
        return f"the position occurred {state.occurrences()} times"
    return f"{state.halfmove_clock() // 2} moves without capture or pawn move"


@functools.cache
def state_class(cpp_type: str = "boardai::chess::State") -> Any:
    """The class of chess states; pickles find it by this."""
    cls = native.bind(
        cpp_type,
        header="games/chess/bind.hpp",
        module=__name__,
        name="State",
        doc="A chess game in progress: a position and the history that the draw rules and the network planes need.",
        draw=board_text,
        unchecked=(
            "position",
            "is_noisy",
            "gain",
            "exchange_at_least",
            "action_group",
            "skip",
            "hash_after",
            "type_at",
        ),
    )
    for method in _chess_methods(cls):
        method.__module__ = __name__
        setattr(cls, method.__name__, method)
    return cls


def _chess_methods(cls: Any) -> list[Any]:
    """What chess adds to the contract, with Python's own strings."""
    cpp_san, cpp_from_san, cpp_shredder_fen = cls.san, cls.action_from_san, cls.shredder_fen
    cpp_gives_check, cpp_exchange_value, cpp_threat_order = cls.gives_check, cls.exchange_value, cls.threat_order

    def san(self: Any, action: int) -> str:
        """A legal action in standard algebraic notation.

        Raises:
            ValueError: the action is not legal here.
        """
        return str(cpp_san(self, action))

    def action_from_san(self: Any, text: str) -> int:
        """The legal action of a SAN text; `+ # ! ?` at its end and `0-0` are understood.

        Raises:
            ValueError: it is not SAN, names no legal move, or more than one.
        """
        try:
            return cpp_from_san(self, text)
        except TypeError:
            refuse_text(text)
            raise

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
        """Centipawns that a legal action wins if both sides go on taking on its target square as long as it pays.

        The least valuable man takes first (static exchange evaluation); pins are not seen.

        Raises:
            ValueError: the action is not legal here.
        """
        return int(cpp_exchange_value(self, _legal(self, action)))

    def threat_order(self: Any, action: int) -> int:
        """Kála's priority of a legal action: twice the man taken, the men attacked from there, the promotion's worth.

        Raises:
            ValueError: the action is not legal here.
        """
        return int(cpp_threat_order(self, _legal(self, action)))

    def perft(self: Any, depth: int) -> int:
        """Leaves of the tree of legal moves of that depth; draws do not cut it. Ctrl-C interrupts it.

        Raises:
            ValueError: the depth is negative.
        """
        return int(native.template("Perft", self).count(self, depth))

    return [san, action_from_san, fen, shredder_fen, gives_check, exchange_value, threat_order, perft]


def _legal(state: Any, action: int) -> int:
    """The action, if it is legal.

    Raises:
        ValueError: it is not.
    """
    if not state.is_legal(action):
        raise ValueError(f"action {action!r} is not legal in position {state.to_string()}")
    return action
