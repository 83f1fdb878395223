"""Options of principal variation search. cmake/write_options.py writes options.hpp from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from boardai.basics.quoting import quoted
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

    >>> state = boardai.load("chess").initial_state()
    >>> for options in (boardai.search.PvsOptions(), boardai.search.PvsOptions.sound()):
    ...     result = boardai.search.pvs(state, depth=4, options=options)
    ...     print(state.san(result.action), result.value, result.nodes)
    d4 74 272
    d4 39 2113
    """

    cutoffs: bool = option(True, "alpha-beta; off: plain minimax, with every window open", group="The search itself")
    null_window: bool = option(True, "all but the first move by a null window first; off: plain alpha-beta")
    iterative_deepening: bool = option(True, "off: one search at the depth limit")
    aspiration: int = option(25, "half width of an iteration's first window (margin); 0: open", low=0, high=100_000)
    aspiration_gradual: bool = option(True, "a failing window is widened step by step; off: it is opened at once")
    mate_distance: bool = option(True, "a quicker win than one already found is impossible: cut")
    repetition_draws: bool = option(True, "a position met again on the searched line is a draw")
    multi_pv: int = option(1, "so many best moves get an exact score and a line", low=1, high=4096)
    endings: bool = option(
        True, "near its end the game solves the position itself, where it can (Reversi): exact whatever the depth"
    )
    table_megabytes: float = option(
        16, "size of the transposition table; 0: none", low=0, high=1_048_576, group="Transposition table"
    )
    always_replace: bool = option(False, "the table replaces whatever the key falls on")
    same_depth: bool = option(False, "only table scores of the very depth asked for: the value is then minimax's")
    hash_move: bool = option(True, "the table's move first", group="Order of moves")
    capture_order: bool = option(True, "noisy moves (captures) first, in the game's own order")
    capture_values: bool = option(
        True,
        "the game says what captures are worth: that is their order, and what exchange and delta pruning, ProbCut by "
        "captures and threat_order go by; off: they are tried by what cut off elsewhere, and only the evaluator says "
        "what anything is worth",
    )
    killers: bool = option(True, "then two moves that cut off sister positions")
    history: bool = option(True, "then by how often a move cut off elsewhere")
    continuation: bool = option(True, "and how often after the moves before it")
    quiet_order: bool = option(True, "the game's own order of quiet moves, where it has one")
    skipped_move_order: bool = option(
        False, "quiet moves by the best follow-up if the opponent skips a move (Kála 2015, A4)"
    )
    threat_order: bool = option(False, "all moves by 2 x taken + attacked + promoted (Kála 2015, D6)")
    internal_deepening: bool = option(True, "where the table has no move, a shallower search finds one")
    width: int = option(
        0,
        "at most so many moves of a position, the most promising by an evaluator that tells them (Hex's "
        "`connected_...`); 0: all that it does not rule out",
        low=0,
        high=4096,
        group="Pruning and reducing (may change the value)",
    )
    null_move: bool = option(True, "a move skipped and still above beta: cut")
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
        0,
        "how far outside, by the model: in standard deviations of its error; 0: as the evaluator says (1.5, learned "
        "tables 1)",
        low=0,
        high=100,
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
        False,
        "finished games are worth their margin, not win or loss: values are points (discs)",
        group="Games decided by points",
    )

    @classmethod
    def sound(cls, **changes: Any) -> PvsOptions:
        """No technique that may change the value: with a depth limit, `value` is minimax's at that depth.

        Args:
            **changes: other fields.
        """
        off = dict.fromkeys((*_UNSOUND, "repetition_draws", "endings"), False)
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
            raise ValueError(f"preset must be one of {', '.join(_LADDER)}, not {quoted(name)}")
        fields: dict[str, Any] = dict.fromkeys((*_UNSOUND, *_MODERN), False)
        fields |= {"table_megabytes": 0, "aspiration": 0}
        for step in _LADDER:
            fields |= _LADDER[step]
            if step == name:
                break
        return cls(**(fields | changes))


@dataclass(frozen=True, kw_only=True)
class PvsMargins(Options):
    """The numbers of principal variation search: every margin and limit of its steps, for tuners and experiments.

    Which technique is on is the business of `PvsOptions`. Margins are in hundredths of the evaluator's unit (chess:
    centipawns), depths and reductions in plies. The headings are the steps of docs/search/pvs.md.

    >>> bolder = boardai.search.PvsMargins(razoring=250, delta=150)
    >>> bolder == boardai.search.PvsMargins.from_text("razoring:250+delta:150")  # as in an agent's spec
    True
    >>> state = boardai.load("chess").initial_state()
    >>> boardai.search.pvs(state, depth=4, margins=bolder).depth
    4
    """

    aspiration_from: int = option(
        4, "least depth of an iteration with a window", low=2, high=1000, group="2. Aspiration"
    )
    aspiration_growth: int = option(2, "times as wide is the window after one that failed", low=2, high=16)
    aspiration_open: int = option(
        4, "parallel: windows wider than so many first ones reach to the end", low=1, high=1000
    )
    check_extension_lines: int = option(
        2, "none beyond so many times the iteration's depth", low=0, high=100, group="Check extension"
    )
    razoring_to: int = option(2, "largest depth", low=0, high=16, group="5a. Razoring")
    razoring: int = option(300, "margin below alpha for each ply of depth", low=0, high=10_000)
    reverse_futility_to: int = option(8, "largest depth", low=0, high=16, group="5b. Reverse futility")
    reverse_futility: int = option(
        75, "margin above beta for each ply of depth, one less when improving", low=0, high=10_000
    )
    null_move_from: int = option(
        3, "least depth", low=1, high=1000, group="5c. Null move; its least reduction is an option"
    )
    null_move_depth: int = option(4, "reduced by a ply more for each so many plies of depth", low=1, high=1000)
    null_move_margin: int = option(200, "reduced by a ply more for each such margin above beta", low=1, high=10_000)
    null_move_margin_most: int = option(3, "but by no more than so many for that", low=0, high=16)
    null_move_verify_from: int = option(12, "least depth of a cut that is verified", low=1, high=1000)
    probcut_from: int = option(3, "least depth, with a model of the evaluator's", low=1, high=1000, group="5d. ProbCut")
    probcut_captures_from: int = option(5, "least depth, by captures", low=1, high=1000)
    probcut_captures: int = option(180, "margin above beta, by captures", low=0, high=10_000)
    probcut_reduction: int = option(4, "plies less for the search that confirms a capture", low=1, high=16)
    internal_deepening_from: int = option(5, "least depth", low=2, high=1000, group="6. Internal deepening")
    internal_deepening_reduction: int = option(2, "plies less in an open window", low=1, high=16)
    internal_deepening_divisor: int = option(2, "else the depth divided by this less", low=1, high=16)
    quiet_order_from: int = option(
        2, "least depth at which the game orders its quiet moves", low=0, high=1000, group="7. Order of moves"
    )
    skipped_move_from: int = option(2, "least depth of the skipped-move order", low=0, high=1000)
    move_pruning_to: int = option(
        8, "largest depth of all of 7a", low=0, high=16, group="7a. Moves that are not searched"
    )
    late_move_base: int = option(
        3, "quiet moves before the others are late, half as many if not improving;", low=0, high=10_000
    )
    late_move_growth: int = option(1, "and more by this times the depth squared", low=0, high=10_000)
    futility_to: int = option(6, "largest depth", low=0, high=16)
    futility_base: int = option(80, "margin below alpha,", low=0, high=10_000)
    futility: int = option(90, "and more for each ply of depth", low=0, high=10_000)
    exchange_noisy: int = option(25, "margin times depth squared that a noisy move may lose", low=0, high=10_000)
    exchange_quiet: int = option(55, "margin times depth that a quiet move may lose", low=0, high=10_000)
    late_move_reduction_from: int = option(
        3,
        "least depth",
        low=1,
        high=1000,
        group="7b. Late move reductions: base + ln(depth) ln(number of the move) / divisor plies",
    )
    late_move_reduction_number: int = option(
        1, "number of the first reduced move, the first of all being 0,", low=1, high=10_000
    )
    late_move_reduction_number_pv: int = option(2, "in an open window,", low=1, high=10_000)
    late_move_reduction_number_root: int = option(3, "and at the root", low=1, high=10_000)
    late_move_reduction_base: float = option(0.4, "plies", low=0, high=16)
    late_move_reduction_divisor: float = option(2.1, "larger: less", low=0.1, high=1000)
    late_move_reduction_history: int = option(8000, "history score worth a ply", low=1, high=1_000_000)
    quiescence_plies: int = option(
        3,
        "plies in which all noisy moves are followed; beyond them one of each position",
        low=0,
        high=10_000,
        group="10. Quiescence",
    )
    delta: int = option(200, "margin that a capture may miss alpha by, beside what it takes", low=0, high=10_000)
    evasions: int = option(3, "quiet moves out of check are among the first so many, or left out", low=0, high=10_000)

    @classmethod
    def from_text(cls, text: str) -> PvsMargins:
        """Margins as an agent's spec has them, the others as usual: `razoring:250+delta:150`.

        Raises:
            ValueError: there is no such margin, or a value is none or out of range.
        """
        values: dict[str, Any] = {}
        for part in text.split("+") if text else []:
            name, _, number = (piece.strip() for piece in part.partition(":"))
            if name not in cls.table:
                raise ValueError(f"margins: there is no {quoted(name)}; there are {', '.join(cls.table)}")
            try:
                values[name] = cls.table[name].kind(number)
            except ValueError:
                raise ValueError(f"{name} must be {cls.table[name].wanted}, not {quoted(number)}") from None
        return cls(**values)


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
    "endings",
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
