"""Options of PUCT, Gumbel search and UCT. cmake/write_options.py writes options.hpp from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from boardai.basics.quoting import LONGEST_PATH, shortened
from boardai.basics.setting import LARGEST_INT, Choices, setting
from boardai.search.option import RULE_SUFFIXES, NativeMember, Options

QTransform = Literal["none", "min_max", "parent_and_siblings"]
Q_TRANSFORM = Choices(
    "QTransform",
    none="Q itself",
    min_max="rescaled from [-1, 1] to [0, 1], unvisited actions a loss",
    parent_and_siblings="rescaled from the lowest to the highest value of parent and siblings",
)
PuctFormula = Literal["puct"]
PUCT_FORMULAS = Choices(
    "PuctFormula",
    puct="the one with the highest Q + c(N) * P * sqrt(N) / (1 + n)",
    written="the one that the user's rule scores highest",
)
PuctChoice = Literal["visits"]
PUCT_CHOICES = Choices("PuctChoice", visits="the most visited", written="the one that the user's rule scores highest")
MctsParallel = Literal["tree", "root", "children"]
PARALLEL = Choices(
    "MctsParallel",
    tree="one tree",
    root="nothing: one tree per thread, whose root visits are added up",
    children="one tree, in which all children of a new position are simulated at once",
)
MctsSelection = Literal["ucb", "ucb_tuned", "ments"]
SELECTIONS = Choices(
    "MctsSelection",
    ucb="the highest upper confidence bound",
    ucb_tuned="the same with UCB1-tuned, which explores an action less where its results hardly vary",
    ments="drawn by a soft maximum of the values, which is backed up in place of their mean (maximum entropy search)",
    written="the user's rules",
)
MctsChoice = Literal["visits", "value", "robust_max", "lcb"]
CHOICES = Choices(
    "MctsChoice",
    visits="the most visited, robust child",
    value="the one with the highest value, max child",
    robust_max="the move that is both; the last fifth of the limits is used to find it",
    lcb="the one with the highest lower confidence bound of its value",
    written="the one that the user's rule scores highest",
)
MctsPlayouts = Literal["random", "saving", "patterns"]
PLAYOUTS = Choices(
    "MctsPlayouts",
    random="uniformly random moves",
    saving="random moves, but threats of the last move are answered (Hex: bridges are saved)",
    patterns="the same, and moves with good patterns are played more often",
)


def rows_per_leaf(quiet_plies: int) -> int:
    """The number of network rows that a leaf may need: the leaf, and the quiet position that provides its value."""
    return 2 if quiet_plies else 1


@dataclass(frozen=True, kw_only=True)
class TreeOptions(Options, struct=False):
    """The common options of PUCT and Gumbel search."""

    simulations: int = setting(16, "per search; 0 only evaluates the root", low=0, high=LARGEST_INT)
    leaves_per_tree: int = setting(1, "leaves of a tree that are evaluated in one batch", low=1, high=65_536)
    tree_mb: int = setting(
        1024,
        "memory of the tree; when it is full the search continues without new nodes, and `notes` reports it",
        low=1,
        high=16_384,
    )
    cache_mb: int = setting(0, "memory for cached network outputs; 0: none", low=0, high=1_048_576)
    graph: bool = setting(False, "positions reached in several ways share a node")
    solver: bool = setting(False, "proven wins, losses and draws are not searched again; a proven root ends the search")
    repetition_draws: bool = setting(
        False,
        "a position that occurred before, in the game or on the searched line, is a draw (games in which positions "
        "recur: chess)",
    )
    endings: bool = setting(
        True, "positions near the end have the value that the game's own solver proves, if it has one (Reversi)"
    )
    quiet_plies: int = setting(
        0,
        "a leaf has the value of the position after its winning exchanges, played by both sides for at most this many "
        "plies; 0: its own value (games with known exchanges: chess)",
        low=0,
        high=64,
    )
    knowledge: int = setting(
        0,
        "visits after which the game's knowledge analyses a position (the root at once): who wins, which actions are "
        "dominated (Hex); needs solver; 0: never",
        low=0,
        high=LARGEST_INT,
    )

    @property
    def reads_draws(self) -> bool:
        """Whether the network must predict the probability of a draw."""
        return False

    @property
    def reads_moves_left(self) -> bool:
        """Whether the network must predict the number of plies left."""
        return False

    @property
    def reads_forecasts(self) -> bool:
        """Whether the network must predict either of them."""
        return self.reads_draws or self.reads_moves_left

    def check_together(self) -> None:
        if self.knowledge and not self.solver:
            raise ValueError("knowledge needs solver = true, which keeps its proofs")

    @property
    def rows_per_leaf(self) -> int:
        """The number of network rows that a leaf may need."""
        return rows_per_leaf(self.quiet_plies)

    @property
    def rows_per_tree(self) -> int:
        """The number of network rows that the leaves of a tree may need together."""
        return self.leaves_per_tree * self.rows_per_leaf


@dataclass(frozen=True, kw_only=True)
class PuctSelection(Options, struct=False):
    """How PUCT chooses an action."""

    c_base: float = setting(19652, "how slowly exploration grows with visits", above=0)
    c_init: float = setting(1.25, "exploration at few visits", low=0)
    c_scale: float = setting(1, "multiplies both", low=0)
    fpu_reduction: float = setting(0, "how far below its parent's value an unvisited action starts", low=0)
    q_transform: QTransform = setting("none", "what the value contributes to an action's score", choices=Q_TRANSFORM)
    dirichlet_alpha: float = setting(0.3, "concentration of the root noise; smaller is spikier", above=0)
    dirichlet_fraction: float = setting(0, "share of noise in the root's priors; 0: none", low=0, high=1)
    forced_playouts: float = setting(
        0,
        "k of KataGo's forced playouts: a visited action of the root gets at least sqrt(k * prior * "
        "visits) visits; the policy excludes the additional ones; 0: none",
        low=0,
    )
    selection: PuctFormula | str = setting(
        "puct",
        "which action a simulation follows, and which value it backs up (or a file of rules in C++)",
        choices=PUCT_FORMULAS,
        suffixes=RULE_SUFFIXES,
    )
    choice: PuctChoice | str = setting(
        "visits", "the action played (or a file with a rule in C++)", choices=PUCT_CHOICES, suffixes=RULE_SUFFIXES
    )

    def check_together(self) -> None:
        super().check_together()
        if self.is_written and self.q_transform != "none":
            raise ValueError("a file for selection reads Q itself: q_transform must be none")

    @property
    def is_written(self) -> bool:
        """Whether `selection` names a file."""
        return self.selection.endswith(RULE_SUFFIXES)

    @property
    def has_choice(self) -> bool:
        """Whether `choice` names a file."""
        return self.choice.endswith(RULE_SUFFIXES)


@dataclass(frozen=True, kw_only=True)
class PuctOptions(
    PuctSelection,
    TreeOptions,
    member=NativeMember(
        "PuctRule",
        "rule",
        "boardai/search/trees/puct/puct_rule.hpp",
        "of `selection` and `choice`, if they are written",
    ),
):
    """How PUCT searches.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> curious = boardai.search.PuctOptions(simulations=200, c_init=5.0)
    >>> [max(boardai.search.puct(state, seed=1, options=one).visits.values())
    ...  for one in (boardai.search.PuctOptions(simulations=200), curious)]
    [91, 36]
    """

    virtual_loss: float = setting(
        1,
        "with several leaves_per_tree: losses that a waiting leaf counts as for the others; 0: a visit without a value",
        low=0,
    )
    early_stop: bool = setting(False, "ends the search when the most visited action cannot change any more")
    draw_score: float = setting(
        0,
        "value of a draw for the root's player, its negative for the opponent; unless 0, the network must "
        "predict draws",
        low=-1,
        high=1,
    )
    moves_left_effect: float = setting(
        0,
        "maximum change of an action's value for a shorter win or a longer loss; the network must predict "
        "the remaining plies (Lc0: 0.0345); 0: none",
        low=0,
        high=1,
    )
    moves_left_slope: float = setting(0.0027, "change per ply", low=0)
    moves_left_threshold: float = setting(
        0.8, "applies only if the position's absolute value is above this", low=0, below=1
    )

    def check_together(self) -> None:
        super().check_together()
        for name in ("draw_score", "moves_left_effect"):
            if self.graph and getattr(self, name):
                raise ValueError(f"{name} cannot be combined with graph: positions share only values")
        if self.is_written and self.moves_left_effect:
            raise ValueError(
                "moves_left_effect is a part of PUCT's formula: it cannot be combined with a file for selection"
            )
        if self.has_choice and self.early_stop:
            raise ValueError(
                "early_stop waits for the most visited action: it cannot be combined with a file for choice"
            )

    def native_values(self) -> tuple[str, dict[str, Any]]:
        name, values = super().native_values()
        if self.is_written or self.has_choice:
            from boardai.search.trees.written_rules import puct_rule  # needs the compiled library

            values["rule"] = puct_rule(self.selection, self.choice)
            if values["rule"].has_backup():
                self._check_backup()
        return name, values

    def _check_backup(self) -> None:
        """Rejects options that cannot be combined with a user's backup.

        Raises:
            ValueError: naming the option.
        """
        for name, keeps in (("graph", "positions share values by a mean"), ("draw_score", "draws are a mean")):
            if getattr(self, name):
                raise ValueError(
                    f"{name} cannot be combined with backup() in selection {shortened(self.selection, LONGEST_PATH)}: "
                    f"{keeps}"
                )

    def to_native(self) -> Any:
        is_shared = not (self.is_written or self.has_choice)  # a file may have changed since the last search
        return super().to_native() if is_shared else self.new_native()

    @property
    def reads_draws(self) -> bool:
        """Whether the network must predict the probability of a draw."""
        return self.draw_score != 0

    @property
    def reads_moves_left(self) -> bool:
        """Whether the network must predict the number of plies left."""
        return self.moves_left_effect > 0


@dataclass(frozen=True, kw_only=True)
class GumbelSelection(Options, struct=False):
    """How Gumbel search chooses an action."""

    considered: int = setting(
        16,
        "number of root actions, sampled without replacement, among which the simulations are divided",
        low=1,
        high=4096,
        off=0,
    )
    scale: float = setting(1, "scale of the Gumbel noise; 0: none, for the strongest play", low=0)
    value_scale: float = setting(0.1, "weight of values relative to logits", low=0)
    maxvisit_init: float = setting(50, "visits added to the maximum visit count in the weight of values", low=0)
    rescale_values: bool = setting(True, "rescales the values of a position to [0, 1]")
    mixed_value: bool = setting(True, "unvisited actions get the mixed value; off: the position's own evaluation")


@dataclass(frozen=True, kw_only=True)
class GumbelOptions(GumbelSelection, TreeOptions, within=("PuctOptions", "gumbel")):
    """How a Gumbel search plans; the rounds of sequential halving are planned for `simulations`.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> four = boardai.search.GumbelOptions(simulations=32, considered=4)
    >>> visits = boardai.search.gumbel(state, seed=1, options=four).visits
    >>> sorted(visits.values())
    [0, 0, 0, 0, 0, 4, 4, 12, 12]
    """


@dataclass(frozen=True, kw_only=True)
class MctsOptions(Options):
    """How UCT searches.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> for options in (boardai.search.MctsOptions(), boardai.search.MctsOptions(solver=False)):
    ...     result = boardai.search.mcts(state, simulations=5000, seed=1, options=options)
    ...     print(result.outcome, result.simulations < 5000)  # a proof ends the search
    1 True
    None False
    """

    c: float = setting(1, "exploration constant of UCB, in the unit of the utilities", low=0)
    lowest: float = setting(-1, "utility of a loss")
    highest: float = setting(
        1,
        "utility of a win, above that of a loss; a draw is in the middle; with 0, 10 and 10 rollouts it "
        "counts games won",
    )
    rollouts: int = setting(1, "random games from a leaf", low=1, high=1_000_000)
    rollout_plies: int = setting(
        0, "plies after which a random game stops with the evaluator's value; 0: at its end", low=0, high=1_000_000
    )
    evaluator_share: float = setting(
        0, "share of the evaluator in a leaf's value: 0 only random games, 1 only the evaluator", low=0, high=1
    )
    evaluator_scale: float = setting(
        0, "the score that counts as tanh(1) = 0.76 of a win; 0: the evaluator's own scale", low=0
    )
    shuffle: bool = setting(True, "unvisited actions are tried in random order, not in ascending order")
    solver: bool = setting(True, "proven outcomes are backed up as such, and a proven position ends the search")
    rave: bool = setting(
        False,
        "all-moves-as-first statistics, for games in which an action has the same effect at any time (Hex)",
    )
    rave_k: float = setting(
        30_000, "visits of a position at which RAVE weighs as much as the actions' own results", above=0
    )
    rave_bias: float = setting(
        0,
        "above 0: the weight of RAVE by least mean squared error instead, for this bias in winning probability",
        low=0,
    )
    rave_c: float = setting(0, "with `rave`, the exploration constant in place of `c`", low=0)
    playouts: MctsPlayouts = setting(
        "random",
        "how random games are played; all but `random` need a game with its own playouts (Hex)",
        choices=PLAYOUTS,
    )
    prior: float = setting(
        0, "weight of the game's own prior for an action, which fades with visits (Hex); 0: none", low=0
    )
    knowledge: int = setting(
        0,
        "visits after which the game's knowledge analyses a position (the root at once): who wins, which actions are "
        "dominated (Hex); 0: never",
        low=0,
        high=LARGEST_INT,
    )
    prune: bool = setting(
        True, "with `knowledge`, dominated actions are not searched; otherwise it only determines the winner"
    )
    selection: MctsSelection | str = setting(
        "ucb",
        "which action a simulation follows, and which value it backs up (or a file of rules in C++)",
        choices=SELECTIONS,
        suffixes=RULE_SUFFIXES,
    )
    temperature: float = setting(0.1, "with `selection` ments: temperature of the soft maximum, in outcomes", above=0)
    epsilon: float = setting(
        0.1,
        "with `selection` ments: exploration; a random action is taken with probability epsilon * actions / ln(visits)",
        above=0,
    )
    choice: MctsChoice | str = setting(
        "visits", "the action played (or a file with a rule in C++)", choices=CHOICES, suffixes=RULE_SUFFIXES
    )
    lcb_deviations: float = setting(
        2, "with `choice` lcb: the bound is this many standard deviations below the value", low=0
    )
    megabytes: float = setting(
        256,
        "memory of the tree for all threads together, at least 1 each; when it is full the search continues without "
        "new nodes",
        low=1,
        high=32_000,
    )
    threads: int = setting(1, "number of threads; 1 gives the same result for the same seed", low=1, high=1024)
    parallel: MctsParallel = setting("tree", "what threads share", choices=PARALLEL)
    virtual_loss: float = setting(
        0,
        "losses that a running simulation counts as for the other threads; 0: a visit without a value",
        low=0,
    )

    def check_together(self) -> None:
        utilities = self.highest - self.lowest
        if utilities <= 0:
            raise ValueError("highest must be above lowest")
        # The sums in selection must stay finite.
        if not all(number < 1e100 for number in (utilities, self.c / utilities, self.rave_c / utilities)):
            raise ValueError("highest - lowest, and c and rave_c in its unit, must be below 1e100")
        if self.megabytes < self.threads:
            raise ValueError(f"megabytes must be at least 1 per thread, not {self.megabytes} for {self.threads}")
        if self.rave and self.selection != "ucb":
            raise ValueError("rave selects by its own formula: it needs selection = ucb")
        if self.playouts != "random" and self.rollout_plies:
            raise ValueError("rollout_plies needs playouts = random")
        if self.knowledge and not self.solver:
            raise ValueError("knowledge needs solver = true, which keeps its proofs")
        if self.parallel == "children":
            for name in ("rave", "knowledge", "prior"):
                if getattr(self, name):
                    raise ValueError(f"{name} cannot be combined with parallel = children")


# --- as keywords, for type checkers; from here on the file is written by cmake/write_options.py ---


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
    selection: PuctFormula | str
    choice: PuctChoice | str
    virtual_loss: float
    early_stop: bool
    draw_score: float
    moves_left_effect: float
    moves_left_slope: float
    moves_left_threshold: float


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
    selection: MctsSelection | str
    temperature: float
    epsilon: float
    choice: MctsChoice | str
    lcb_deviations: float
    megabytes: float
    threads: int
    parallel: MctsParallel
    virtual_loss: float
