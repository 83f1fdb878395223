"""Options of principal variation search. cmake/write_options.py writes options.hpp from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from boardai.basics.quoting import quoted
from boardai.basics.setting import Choices, setting
from boardai.search.option import Options
from boardai.search.plain.options import (
    ALPHA,
    BETA,
    KNOWLEDGE,
    KNOWLEDGE_OR_POINTS,
    OPEN_ALPHA,
    OPEN_BETA,
    check_window,
)

PvsParallel = Literal["lazy", "root", "aspiration"]
PARALLEL = Choices(
    "PvsParallel",
    lazy="each searches everything and learns from the others through the table",
    root="the root's moves are tasks",
    aspiration="each searches everything with its own window",
)


@dataclass(frozen=True, kw_only=True)
class PvsOptions(Options):
    """How principal variation search searches; every technique can be switched off separately.

    Margins are in hundredths of the evaluator's unit (chess: a pawn), so techniques that use margins do nothing with
    evaluators without a unit. The options from `internal_reduction` to `quiescence_checks` may change the value
    (unsound): `PvsOptions.sound()` has none of them.

    >>> state = boardai.load("chess").initial_state()
    >>> for options in (boardai.search.PvsOptions(), boardai.search.PvsOptions.sound()):
    ...     result = boardai.search.pvs(state, depth=4, options=options)
    ...     print(state.san(result.action), result.value, result.nodes)
    e3 22 361
    Nf3 14 3200
    """

    cutoffs: bool = setting(
        True, "alpha-beta cutoffs; off: plain minimax, every window open", group="The search itself"
    )
    null_window: bool = setting(True, "a null window first for all moves but the first; off: plain alpha-beta")
    iterative_deepening: bool = setting(True, "off: one search at the depth limit")
    aspiration: int = setting(
        25, "half width of an iteration's first window, in margin units; 0: open", low=0, high=100_000
    )
    aspiration_gradual: bool = setting(
        True, "after a fail high or low the window is widened step by step; off: it is opened at once"
    )
    alpha: int = setting(OPEN_ALPHA, ALPHA, low=OPEN_ALPHA, high=OPEN_BETA)
    beta: int = setting(OPEN_BETA, BETA, low=OPEN_ALPHA, high=OPEN_BETA)
    mate_distance: bool = setting(True, "cuts off if a quicker win than the one already found is impossible")
    repetition_draws: bool = setting(True, "a position that recurs on the searched line is a draw")
    multi_pv: int = setting(1, "number of best moves that get an exact score and a line", low=1, high=4096)
    endings: bool = setting(
        True, "the game's own solver is used near the end, if it has one (Reversi): exact at any depth"
    )
    knowledge: bool = setting(False, KNOWLEDGE)
    table_megabytes: float = setting(
        16, "size of the transposition table; 0: none", low=0, high=1_048_576, group="Transposition table"
    )
    always_replace: bool = setting(False, "a new entry always replaces the old one in its slot")
    same_depth: bool = setting(
        False, "uses only table scores of exactly the required depth: the value is then minimax's"
    )
    hash_move: bool = setting(True, "tries the table's move first", group="Order of moves")
    capture_order: bool = setting(True, "tries noisy moves (captures) first, in the game's own order")
    capture_values: bool = setting(
        True,
        "uses the game's capture values for move ordering, exchange and delta pruning, ProbCut by "
        "captures and threat_order; off: captures are ordered by earlier cutoffs, and only the evaluator "
        "has values",
    )
    killers: bool = setting(True, "tries two moves next that caused cutoffs in sister positions")
    history: bool = setting(True, "orders quiet moves by how often they caused cutoffs elsewhere")
    continuation: bool = setting(True, "also by how often they did so after the same previous moves")
    quiet_order: bool = setting(True, "uses the game's own order of quiet moves, if it has one")
    skipped_move_order: bool = setting(
        False, "orders quiet moves by the best follow-up after a null move of the opponent (Kála 2015, A4)"
    )
    threat_order: bool = setting(False, "orders all moves by 2 x captured + attacked + promoted value (Kála 2015, D6)")
    far_continuation: bool = setting(True, "also after the same move four plies before")
    capture_history: bool = setting(
        False, "orders noisy moves also by how often they caused cutoffs elsewhere, if the game groups similar ones"
    )
    internal_deepening: bool = setting(False, "if the table has no move, a shallower search finds one")
    internal_reduction: bool = setting(
        True,
        "searches a ply less if the table has no move, or one from a much shallower search; not if "
        "`internal_deepening` finds one",
        group="Pruning and reducing (may change the value)",
    )
    width: int = setting(
        0,
        "Shannon's type B: at most this many moves per position, the first in the order, only below the "
        "root and not in check, and all moves if these lose; or an evaluator's candidate moves (Hex's "
        "`connected_...`), also at the root; 0: all",
        low=0,
        high=4096,
    )
    correction_history: bool = setting(
        True,
        "corrects the static evaluation by search results of positions with the same features, if the "
        "game names such features (chess: pawns, pieces of each side)",
    )
    null_move: bool = setting(True, "cuts off if the value is still above beta after a null move")
    null_move_reduction: int = setting(4, "minimum depth reduction of the null-move search", low=1, high=16)
    null_move_verification: bool = setting(True, "deep null-move cutoffs are verified by a search without null moves")
    null_move_twice: bool = setting(False, "allows a null move after a null move (recursive null moves)")
    reverse_futility: bool = setting(True, "cuts off near the horizon if the static value is far above beta")
    futility: bool = setting(True, "omits quiet moves near the horizon if the static value is far below alpha")
    razoring: bool = setting(True, "near the horizon quiescence decides if the static value is very far below alpha")
    late_move_reductions: bool = setting(True, "moves late in the order are first searched to a smaller depth")
    late_move_pruning: bool = setting(True, "omits very late quiet moves near the horizon")
    exchange_pruning: bool = setting(True, "omits moves near the horizon that lose much by exchanges (SEE)")
    probcut: bool = setting(
        True,
        "cuts off if a shallow search is far enough outside the window; by the evaluator's own model of "
        "shallow and deep values (Reversi's `positional`), else by captures that win much",
    )
    probcut_deviations: float = setting(
        0,
        "how far outside the window, in standard deviations of the model's error; 0: the evaluator's own "
        "number (1.5, learned tables 1)",
        low=0,
        high=100,
    )
    mating_endings: bool = setting(
        True,
        "prunes nothing by margins where the game says that the win is far and the evaluation leads to it "
        "(chess: won endings without pawns)",
    )
    check_extension: bool = setting(
        True,
        "a position in check is searched one ply deeper",
        group="Extensions and the horizon (may change the value)",
    )
    singular_extensions: bool = setting(
        True,
        "searches the table's move deeper if all others are worse, less deep if others may be as good, "
        "and cuts off if two moves are good enough; in games with noisy moves",
    )
    root_check_extension: int = setting(
        0,
        "plies beyond the depth to which checks of the root's player are followed (Kála 2015, C5); the "
        "search then ends with the first win it finds, even if there is a quicker one",
        low=0,
        high=64,
    )
    quiescence: bool = setting(True, "follows noisy moves beyond the depth")
    delta_pruning: bool = setting(True, "omits noisy moves in quiescence that cannot raise the score to alpha")
    quiescence_null_move: bool = setting(
        False, "stand pat above beta counts only if it survives the opponent's captures (a null move first)"
    )
    quiescence_checks: bool = setting(False, "follows quiet checks at the first ply beyond the depth")
    threads: int = setting(
        1,
        "number of threads; 1 gives the same result every time; games in Python always use one",
        low=1,
        high=1024,
        group="Threads",
    )
    parallel: PvsParallel = setting("lazy", "how several threads share the work", choices=PARALLEL)
    points: bool = setting(
        False,
        "finished games count by their margin, not as win or loss: values are points (discs)",
        group="Games decided by points",
    )

    def check_together(self) -> None:
        if self.knowledge and self.points:
            raise ValueError(KNOWLEDGE_OR_POINTS)
        check_window(self.alpha, self.beta)
        has_window = self.alpha > OPEN_ALPHA or self.beta < OPEN_BETA
        if has_window and not self.cutoffs:
            raise ValueError("a window (alpha, beta) needs cutoffs: without them every value is exact")
        if self.threads > 1 and self.parallel != "lazy" and self.multi_pv > 1:
            raise ValueError("multi_pv above 1 with several threads needs parallel = lazy")
        if self.threads > 1 and self.parallel != "lazy" and has_window:
            raise ValueError("a window (alpha, beta) with several threads needs parallel = lazy")

    @classmethod
    def sound(cls, **changes: Any) -> PvsOptions:
        """Options without techniques that may change the value: with a depth limit, `value` is minimax's at that depth.

        Args:
            **changes: other fields.
        """
        off = dict.fromkeys((*_UNSOUND, "repetition_draws", "endings"), False)
        return cls(**(off | {"same_depth": True} | changes))

    @classmethod
    def preset(cls, name: str, **changes: Any) -> PvsOptions:
        """The series of engines in Kála 2015, section 7, each of which adds one technique to the one before.

        C1 minimax; C2 alpha-beta, which stops searching where a mate is known; C3 with moves ordered by 2 Hs + Hn + Hp;
        C4 with iterative deepening; C5 with checks by the root's player searched beyond the depth. All evaluate only
        material: `evaluator="material"`. None has a table, quiescence or modern pruning.

        Args:
            name: C1, C2, C3, C4 or C5.
            **changes: other fields.

        Raises:
            ValueError: no such preset.
        """
        if name not in _LADDER:
            raise ValueError(f"preset must be one of {', '.join(_LADDER)}, not {quoted(name)}")
        fields: dict[str, Any] = dict.fromkeys((*_UNSOUND, *_MODERN), False)
        fields |= {"table_megabytes": 0, "aspiration": 0}
        for step in _LADDER:
            fields |= _LADDER[step]
            if step == name:
                break
        return cls(**(fields | changes))


_UNSOUND = (
    "internal_reduction",
    "correction_history",
    "null_move",
    "null_move_twice",
    "reverse_futility",
    "futility",
    "razoring",
    "late_move_reductions",
    "late_move_pruning",
    "exchange_pruning",
    "probcut",
    "check_extension",
    "singular_extensions",
    "quiescence",
    "delta_pruning",
    "quiescence_checks",
    "quiescence_null_move",
)
_MODERN = (
    "null_window",
    "repetition_draws",
    "endings",
    "hash_move",
    "capture_order",
    "killers",
    "history",
    "continuation",
    "far_continuation",
    "capture_history",
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


# --- as keywords, for type checkers; from here on the file is written by cmake/write_options.py ---


class PvsOptionKeywords(TypedDict, total=False):
    """Those of `PvsOptions`."""

    options: PvsOptions | None
    cutoffs: bool
    null_window: bool
    iterative_deepening: bool
    aspiration: int
    aspiration_gradual: bool
    alpha: int
    beta: int
    mate_distance: bool
    repetition_draws: bool
    multi_pv: int
    endings: bool
    knowledge: bool
    table_megabytes: float
    always_replace: bool
    same_depth: bool
    hash_move: bool
    capture_order: bool
    capture_values: bool
    killers: bool
    history: bool
    continuation: bool
    quiet_order: bool
    skipped_move_order: bool
    threat_order: bool
    far_continuation: bool
    capture_history: bool
    internal_deepening: bool
    internal_reduction: bool
    width: int
    correction_history: bool
    null_move: bool
    null_move_reduction: int
    null_move_verification: bool
    null_move_twice: bool
    reverse_futility: bool
    futility: bool
    razoring: bool
    late_move_reductions: bool
    late_move_pruning: bool
    exchange_pruning: bool
    probcut: bool
    probcut_deviations: float
    mating_endings: bool
    check_extension: bool
    singular_extensions: bool
    root_check_extension: int
    quiescence: bool
    delta_pruning: bool
    quiescence_null_move: bool
    quiescence_checks: bool
    threads: int
    parallel: PvsParallel
    points: bool
