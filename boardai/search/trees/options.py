"""Options of PUCT, Gumbel search and UCT."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from boardai import native
from boardai.search.run import choice_number

# By the numbers of the C++ enumerations.
PARALLEL = ("tree", "root", "children")
CHOICES = ("visits", "value", "robust_max")


@dataclass(frozen=True, kw_only=True)
class PuctOptions:
    """How PUCT searches.

    Attributes:
        simulations: per search; 0 evaluates the root alone.
        c_base: how slowly exploration grows with visits.
        c_init: exploration at few visits.
        c_scale: multiplies both.
        fpu_reduction: how far below its parent's value an unvisited action starts.
        q_transform: what is added to the exploration term: `none` (Q itself), `min_max` (stretched from [-1, 1] to
            [0, 1], unvisited actions a loss) or `parent_and_siblings` (stretched from the lowest to the highest value
            around).
        dirichlet_alpha: concentration of the root noise; smaller is spikier.
        dirichlet_fraction: share of noise in the root's priors; 0: none.
        forced_playouts: k of KataGo's forced playouts: an action of the root, once tried, is tried again until it has
            sqrt(k * prior * visits) visits; `policy` leaves out what that added. 0: none.
        leaves_per_tree: positions that wait for the network together, in one batch.
        virtual_loss: value taken from each edge for each waiting leaf, with `leaves_per_tree` > 1.
        unobserved_counts: waiting leaves count as visits without a value, instead of as losses.
        tree_mb: memory of the tree; a full one goes on among the positions it has, and `notes` says so.
        cache_mb: memory for what the network said; 0: none.
        graph: positions reached by several ways are one.
        solver: proven wins, losses and draws are not searched again; a proven root ends the search.
        repetition_draws: a position that was on the board before, in the game or on the searched line, is a draw (games
            whose positions come back: chess).
        early_stop: ends when the most visited action cannot change any more.
    """

    simulations: int = 16
    c_base: float = 19652
    c_init: float = 1.25
    c_scale: float = 1
    fpu_reduction: float = 0
    q_transform: str = "none"
    dirichlet_alpha: float = 0.3
    dirichlet_fraction: float = 0
    forced_playouts: float = 0
    leaves_per_tree: int = 1
    virtual_loss: float = 1
    unobserved_counts: bool = False
    tree_mb: int = 1024
    cache_mb: int = 0
    graph: bool = False
    solver: bool = False
    repetition_draws: bool = False
    early_stop: bool = False

    def to_native(self) -> Any:
        """The C++ options struct."""
        return native.options("PuctOptions", "boardai/search/trees/puct", asdict(self))


@dataclass(frozen=True, kw_only=True)
class GumbelOptions:
    """How a Gumbel search plans.

    Attributes:
        simulations: per search; the rounds of sequential halving are laid out for them.
        considered: root actions drawn without replacement, between which the simulations decide.
        scale: of the Gumbel noise; 0: none, for playing one's best.
        value_scale: how much values weigh against logits.
        maxvisit_init: visits that the weight of values starts from.
        rescale_values: the values of a position are stretched to [0, 1].
        mixed_value: unvisited actions get the mixed value; else the position's own evaluation.
        leaves_per_tree: positions that wait for the network together, in one batch.
        tree_mb: memory of the tree; a full one goes on among the positions it has, and `notes` says so.
        cache_mb: memory for what the network said; 0: none.
        graph: positions reached by several ways are one.
        solver: proven wins, losses and draws are not searched again; a proven root ends the search.
        repetition_draws: a position that was on the board before, in the game or on the searched line, is a draw (games
            whose positions come back: chess).
    """

    simulations: int = 16
    considered: int = 16
    scale: float = 1
    value_scale: float = 0.1
    maxvisit_init: float = 50
    rescale_values: bool = True
    mixed_value: bool = True
    leaves_per_tree: int = 1
    tree_mb: int = 1024
    cache_mb: int = 0
    graph: bool = False
    solver: bool = False
    repetition_draws: bool = False

    def to_native(self) -> Any:
        """The C++ options struct.

        Raises:
            ValueError: no action is considered.
        """
        if self.considered < 1:
            raise ValueError(f"considered must be at least 1, got {self.considered}")
        values = asdict(self)
        own = ("considered", "scale", "value_scale", "maxvisit_init", "rescale_values", "mixed_value")
        nested = {name: values.pop(name) for name in own}
        return native.options("PuctOptions", "boardai/search/trees/puct", {**values, "gumbel": nested})


@dataclass(frozen=True, kw_only=True)
class MctsOptions:
    """How UCT searches.

    Attributes:
        c: exploration constant of UCB, in the unit of the utilities.
        lowest: utility of a loss.
        highest: utility of a win; a draw is half way. 0 and 10 with 10 rollouts: the number of games won.
        rollouts: random games from a leaf.
        rollout_plies: a random game stops after so many plies, at the evaluator's value; 0: at its end.
        evaluator_share: of the evaluator in a leaf's value: 0 random games alone, 1 the evaluator alone.
        evaluator_scale: the score that is worth tanh(1) = 0.76 of a win; 0: the evaluator's own.
        shuffle: unvisited actions are tried in random order; False: in ascending order.
        solver: proven outcomes are backed up as such, and a proven position ends the search.
        rave: all-moves-as-first statistics, for games in which an action means the same whenever it is taken (Hex).
        rave_k: visits of a position at which they weigh as much as the actions' own results.
        rave_bias: above 0: their weight by least mean squared error instead, for this bias (in winning probability).
        rave_c: with `rave`, the exploration constant in place of `c`.
        choice: the action played: `visits` (robust child), `value` (max child), or `robust_max`: the one that is both,
            for which the last fifth of the limits waits.
        megabytes: for the tree. When they are used up the search goes on without storing new positions.
        threads: 1 gives the same result for the same seed.
        parallel: what threads share: one `tree`; nothing but the `root`'s visits; or the simulation of all `children`
            of a position at once.
        virtual_loss: losses that a running simulation counts as for the other threads; 0: a visit without a result.
    """

    c: float = 1
    lowest: float = -1
    highest: float = 1
    rollouts: int = 1
    rollout_plies: int = 0
    evaluator_share: float = 0
    evaluator_scale: float = 0
    shuffle: bool = True
    solver: bool = True
    rave: bool = False
    rave_k: float = 30_000
    rave_bias: float = 0
    rave_c: float = 0
    choice: str = "visits"
    megabytes: float = 256
    threads: int = 1
    parallel: str = "tree"
    virtual_loss: float = 0

    def to_native(self) -> Any:
        """The C++ options struct.

        Raises:
            ValueError: a value is not of its kind.
        """
        values = asdict(self)
        for name, known in (("choice", CHOICES), ("parallel", PARALLEL)):
            values[name] = choice_number(name, values[name], known)
        return native.options("MctsOptions", "boardai/search/trees/mcts_options", values)
