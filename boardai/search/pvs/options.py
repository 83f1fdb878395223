"""Options of principal variation search. cmake/write_options.py writes options.hpp from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from boardai.search.option import Choices, Options, option

PvsParallel = Literal["lazy", "root", "aspiration"]
PARALLEL = Choices(
    "PvsParallel",
    lazy="each searches everything and learns from the others through the table",
    root="the root's moves are tasks",
    aspiration="each searches everything by a window of its own",
)


@dataclass(frozen=True, kw_only=True)
class PvsOptions(Options, rules=True):
    """How principal variation search searches; every technique can be switched off by itself.

    Margins are in hundredths of the evaluator's unit (chess: a pawn), so that techniques which rest on margins do
    nothing for evaluators that name no unit. From `null_move` to `delta_pruning` they may change the value (unsound):
    `PvsOptions.sound()` has none of them.
    """

    cutoffs: bool = option(True, "alpha-beta; off: plain minimax, with every window open", group="The search itself")
    null_window: bool = option(True, "all but the first move by a null window first; off: plain alpha-beta")
    iterative_deepening: bool = option(True, "off: one search at the depth limit")
    aspiration: int = option(25, "half width of an iteration's first window (margin); 0: open", low=0, high=100_000)
    aspiration_gradual: bool = option(True, "a failing window is widened step by step; off: it is opened at once")
    mate_distance: bool = option(True, "a quicker win than one already found is impossible: cut")
    repetition_draws: bool = option(True, "a position met again on the searched line is a draw")
    multi_pv: int = option(1, "so many best moves get an exact score and a line", low=1, high=4096)
    table_megabytes: float = option(
        16, "size of the transposition table; 0: none", low=0, high=1_048_576, group="Transposition table"
    )
    always_replace: bool = option(False, "the table replaces whatever the key falls on")
    same_depth: bool = option(False, "only table scores of the very depth asked for: the value is then minimax's")
    hash_move: bool = option(True, "the table's move first", group="Order of moves")
    capture_order: bool = option(True, "noisy moves (captures) first, in the game's own order")
    killers: bool = option(True, "then two moves that cut off sister positions")
    history: bool = option(True, "then by how often a move cut off elsewhere")
    continuation: bool = option(True, "and how often after the moves before it")
    quiet_order: bool = option(True, "the game's own order of quiet moves, where it has one")
    skipped_move_order: bool = option(
        False, "quiet moves by the best follow-up if the opponent skips a move (Kála 2015, A4)"
    )
    threat_order: bool = option(False, "all moves by 2 x taken + attacked + promoted (Kála 2015, D6)")
    internal_deepening: bool = option(True, "where the table has no move, a shallower search finds one")
    null_move: bool = option(
        True, "a move skipped and still above beta: cut", group="Pruning and reducing (may change the value)"
    )
    null_move_reduction: int = option(3, "plies less for it, at least", low=1, high=16)
    null_move_verification: bool = option(True, "deep null-move cuts are confirmed by a search without them")
    reverse_futility: bool = option(True, "far above beta near the horizon: cut")
    futility: bool = option(True, "far below alpha near the horizon: no quiet moves")
    razoring: bool = option(True, "very far below alpha near the horizon: quiescence decides")
    late_move_reductions: bool = option(True, "moves late in the order are searched less deeply first")
    late_move_pruning: bool = option(True, "very late quiet moves near the horizon are not searched")
    exchange_pruning: bool = option(True, "moves that lose an exchange badly are not searched near the horizon")
    probcut: bool = option(
        True,
        "a shallow search, far outside the window, tells what a deep one would find: cut; by the evaluator's own model "
        "of both (Reversi's `positional`), else by captures that win much",
    )
    probcut_deviations: float = option(
        1.5, "how far outside, by the model: in standard deviations of its error", low=0, high=100
    )
    check_extension: bool = option(
        True, "a player in check looks one ply further", group="Extensions and the horizon (may change the value)"
    )
    root_check_extension: int = option(
        0,
        "plies of checks by the player to move at the root, beyond the depth (Kála 2015, C5); then the search ends "
        "with the first win it finds, though there may be a quicker one",
        low=0,
        high=64,
    )
    quiescence: bool = option(True, "noisy moves are followed beyond the depth")
    delta_pruning: bool = option(True, "but not those that cannot lift the score to alpha")
    threads: int = option(
        1,
        "1 gives the same result every time; Python-written games are searched by one",
        low=1,
        high=1024,
        group="Threads",
    )
    parallel: PvsParallel = option("lazy", "how several threads share the work", choices=PARALLEL)
    points: bool = option(
        False, "finished games are worth their margin (discs), not win or loss", group="Games decided by points"
    )

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
