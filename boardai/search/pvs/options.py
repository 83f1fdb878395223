"""Options of principal variation search."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from boardai import native
from boardai.search.run import choice_number

PARALLEL = ("lazy", "root", "aspiration")


@dataclass(frozen=True, kw_only=True)
class PvsOptions:
    """How principal variation search searches; every technique can be switched off by itself.

    Margins are in hundredths of the evaluator's unit (chess: a pawn), so that techniques which rest on margins do
    nothing for evaluators that name no unit. Those marked (unsound) may change the value: `PvsOptions.sound()` has
    none of them.

    Attributes:
        cutoffs: alpha-beta; off: plain minimax, with every window open.
        null_window: all but the first move by a null window first; off: plain alpha-beta.
        iterative_deepening: off: one search at the depth limit.
        aspiration: half width of an iteration's first window (margin); 0: open.
        aspiration_gradual: a failing window is widened step by step; off: it is opened at once.
        mate_distance: a quicker win than one already found is impossible: cut.
        repetition_draws: a position met again on the searched line is a draw.
        multi_pv: so many best moves get an exact score and a line.
        table_megabytes: size of the transposition table; 0: none.
        always_replace: the table replaces whatever the key falls on.
        same_depth: only table scores of the very depth asked for: the value is then minimax's.
        hash_move: the table's move first.
        capture_order: noisy moves (captures) first, in the game's own order.
        killers: then two moves that cut off sister positions.
        history: then by how often a move cut off elsewhere.
        continuation: and how often after the moves before it.
        quiet_order: the game's own order of quiet moves, where it has one.
        skipped_move_order: quiet moves by the best follow-up if the opponent skips a move (Kála 2015, A4).
        threat_order: all moves by 2 x taken + attacked + promoted (Kála 2015, D6).
        internal_deepening: where the table has no move, a shallower search finds one.
        null_move: a move skipped and still above beta: cut (unsound, as are all the following).
        null_move_reduction: plies less for it, at least.
        null_move_verification: deep null-move cuts are confirmed by a search without them.
        reverse_futility: far above beta near the horizon: cut.
        futility: far below alpha near the horizon: no quiet moves.
        razoring: very far below alpha near the horizon: quiescence decides.
        late_move_reductions: moves late in the order are searched less deeply first.
        late_move_pruning: very late quiet moves near the horizon are not searched.
        exchange_pruning: moves that lose an exchange badly are not searched near the horizon.
        probcut: a shallow search, far outside the window, tells what a deep one would find: cut. By the evaluator's own
            model of both (Reversi's `positional`), else by captures that win much.
        probcut_deviations: how far outside, by the model: in standard deviations of its error.
        check_extension: a player in check looks one ply further.
        root_check_extension: plies of checks by the player to move at the root, beyond the depth (Kála 2015, C5); then
            the search ends with the first win it finds, though there may be a quicker one.
        quiescence: noisy moves are followed beyond the depth.
        delta_pruning: but not those that cannot lift the score to alpha.
        threads: 1 gives the same result every time. Python-written games are searched by one.
        parallel: how several threads share the work (docs/search/parallel.md): `lazy`, each searches everything and
            learns from the others through the table; `root`, the root's moves are tasks; `aspiration`, each searches
            everything by a window of its own.
        points: finished games are worth their margin (discs), not win or loss.
    """

    cutoffs: bool = True
    null_window: bool = True
    iterative_deepening: bool = True
    aspiration: int = 25
    aspiration_gradual: bool = True
    mate_distance: bool = True
    repetition_draws: bool = True
    multi_pv: int = 1
    table_megabytes: float = 16
    always_replace: bool = False
    same_depth: bool = False
    hash_move: bool = True
    capture_order: bool = True
    killers: bool = True
    history: bool = True
    continuation: bool = True
    quiet_order: bool = True
    skipped_move_order: bool = False
    threat_order: bool = False
    internal_deepening: bool = True
    null_move: bool = True
    null_move_reduction: int = 3
    null_move_verification: bool = True
    reverse_futility: bool = True
    futility: bool = True
    razoring: bool = True
    late_move_reductions: bool = True
    late_move_pruning: bool = True
    exchange_pruning: bool = True
    probcut: bool = True
    probcut_deviations: float = 1.5
    check_extension: bool = True
    root_check_extension: int = 0
    quiescence: bool = True
    delta_pruning: bool = True
    threads: int = 1
    parallel: str = "lazy"
    points: bool = False

    @classmethod
    def sound(cls, **changes: Any) -> PvsOptions:
        """No technique that may change the value: with a depth limit, `value` is minimax's at that depth.

        Args:
            **changes: other fields.
        """
        off = dict.fromkeys((*_UNSOUND, "repetition_draws"), False)
        return cls(**(off | {"same_depth": True} | changes))

    @classmethod
    def preset(cls, name: str, **changes: Any) -> PvsOptions:
        """The ladder of Kála 2015, section 7, where each engine adds one thing to the one before.

        C1 minimax; C2 alpha-beta, which stops looking where a mate is known; C3 with moves ordered by 2 Hs + Hn + Hp;
        C4 with iterative deepening; C5 with checks of the root's player followed beyond the depth. All evaluate by
        material alone: `evaluator="material"`. None has a table, quiescence or any pruning of later years.

        Args:
            name: C1, C2, C3, C4 or C5.
            **changes: other fields.

        Raises:
            ValueError: there is no such preset.
        """
        if name not in _LADDER:
            raise ValueError(f"preset must be one of {', '.join(_LADDER)}, not {name!r}")
        fields: dict[str, Any] = dict.fromkeys((*_UNSOUND, *_MODERN), False)
        fields |= {"table_megabytes": 0, "aspiration": 0}
        for step in _LADDER:
            fields |= _LADDER[step]
            if step == name:
                break
        return cls(**(fields | changes))

    def to_native(self) -> Any:
        """The C++ options struct.

        Raises:
            ValueError: a value is not of its kind.
        """
        values = asdict(self) | {"parallel": choice_number("parallel", self.parallel, PARALLEL)}
        return native.options("PvsOptions", "boardai/search/pvs/options", values)


_UNSOUND = (
    "null_move",
    "reverse_futility",
    "futility",
    "razoring",
    "late_move_reductions",
    "late_move_pruning",
    "exchange_pruning",
    "probcut",
    "check_extension",
    "quiescence",
    "delta_pruning",
)
_MODERN = (
    "null_window",
    "repetition_draws",
    "hash_move",
    "capture_order",
    "killers",
    "history",
    "continuation",
    "quiet_order",
    "internal_deepening",
)
_LADDER: dict[str, dict[str, Any]] = {
    "C1": {"cutoffs": False, "mate_distance": False, "iterative_deepening": False},
    "C2": {"cutoffs": True, "mate_distance": True},
    "C3": {"threat_order": True},
    "C4": {"iterative_deepening": True},
    "C5": {"root_check_extension": 3},
}
