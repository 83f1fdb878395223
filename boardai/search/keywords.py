"""The options of searches as keywords, for type checkers. Written by cmake/write_options.py."""

from __future__ import annotations

from typing import TypedDict

from boardai.search.plain.options import (
    AlphaBetaOptions,
    MinimaxOptions,
    MoveOrdering,
    MtdfOptions,
    NegamaxOptions,
    ScoutOptions,
)
from boardai.search.pvs.options import PvsOptions, PvsParallel
from boardai.search.solvers.options import AndOrOptions, DfPnOptions, PnsOptions, SolverQuestion
from boardai.search.trees.options import (
    GumbelOptions,
    MctsChoice,
    MctsOptions,
    MctsParallel,
    MctsPlayouts,
    PuctOptions,
    QTransform,
)


class MinimaxOptionKeywords(TypedDict, total=False):
    """Those of `MinimaxOptions`."""

    options: MinimaxOptions | None
    average_best: int
    average_worst: int
    change_threshold: int
    deeper: int
    shallower: int
    points: bool


class NegamaxOptionKeywords(TypedDict, total=False):
    """Those of `NegamaxOptions`."""

    options: NegamaxOptions | None
    points: bool


class AlphaBetaOptionKeywords(TypedDict, total=False):
    """Those of `AlphaBetaOptions`."""

    options: AlphaBetaOptions | None
    fail_soft: bool
    ordering: MoveOrdering
    points: bool
    alpha: int
    beta: int


class ScoutOptionKeywords(TypedDict, total=False):
    """Those of `ScoutOptions`."""

    options: ScoutOptions | None
    ordering: MoveOrdering
    points: bool


class MtdfOptionKeywords(TypedDict, total=False):
    """Those of `MtdfOptions`."""

    options: MtdfOptions | None
    megabytes: int
    ordering: MoveOrdering
    points: bool


class PvsOptionKeywords(TypedDict, total=False):
    """Those of `PvsOptions`."""

    options: PvsOptions | None
    cutoffs: bool
    null_window: bool
    iterative_deepening: bool
    aspiration: int
    aspiration_gradual: bool
    mate_distance: bool
    repetition_draws: bool
    multi_pv: int
    endings: bool
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
    internal_deepening: bool
    width: int
    null_move: bool
    null_move_reduction: int
    null_move_verification: bool
    reverse_futility: bool
    futility: bool
    razoring: bool
    late_move_reductions: bool
    late_move_pruning: bool
    exchange_pruning: bool
    probcut: bool
    probcut_deviations: float
    check_extension: bool
    root_check_extension: int
    quiescence: bool
    delta_pruning: bool
    threads: int
    parallel: PvsParallel
    points: bool


class AndOrOptionKeywords(TypedDict, total=False):
    """Those of `AndOrOptions`."""

    options: AndOrOptions | None
    ordering: MoveOrdering


class PnsOptionKeywords(TypedDict, total=False):
    """Those of `PnsOptions`."""

    options: PnsOptions | None
    question: SolverQuestion
    megabytes: int
    mobility: bool
    unit: int


class DfPnOptionKeywords(TypedDict, total=False):
    """Those of `DfPnOptions`."""

    options: DfPnOptions | None
    question: SolverQuestion
    megabytes: int
    mobility: bool
    unit: int
    epsilon: float
    knowledge: bool
    widening: float
    checks_only: bool
    threads: int


class PuctOptionKeywords(TypedDict, total=False):
    """Those of `PuctOptions`."""

    options: PuctOptions | None
    leaves_per_tree: int
    tree_mb: int
    cache_mb: int
    graph: bool
    solver: bool
    repetition_draws: bool
    endings: bool
    quiet_plies: int
    knowledge: int
    c_base: float
    c_init: float
    c_scale: float
    fpu_reduction: float
    q_transform: QTransform
    dirichlet_alpha: float
    dirichlet_fraction: float
    forced_playouts: float
    virtual_loss: float
    early_stop: bool


class GumbelOptionKeywords(TypedDict, total=False):
    """Those of `GumbelOptions`."""

    options: GumbelOptions | None
    leaves_per_tree: int
    tree_mb: int
    cache_mb: int
    graph: bool
    solver: bool
    repetition_draws: bool
    endings: bool
    quiet_plies: int
    knowledge: int
    considered: int
    scale: float
    value_scale: float
    maxvisit_init: float
    rescale_values: bool
    mixed_value: bool


class MctsOptionKeywords(TypedDict, total=False):
    """Those of `MctsOptions`."""

    options: MctsOptions | None
    c: float
    lowest: float
    highest: float
    rollouts: int
    rollout_plies: int
    evaluator_share: float
    evaluator_scale: float
    shuffle: bool
    solver: bool
    rave: bool
    rave_k: float
    rave_bias: float
    rave_c: float
    playouts: MctsPlayouts
    prior: float
    knowledge: int
    prune: bool
    choice: MctsChoice
    megabytes: float
    threads: int
    parallel: MctsParallel
    virtual_loss: float
