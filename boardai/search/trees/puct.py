"""PUCT: Monte-Carlo tree search guided by a network, a function of the state, or random games.

The search is C++ (`native/boardai/search/trees/puct_tree.hpp` has idea, formula and papers); this module is its
Python face for one state. `boardai.search.reference.trees.puct` is the same algorithm in plain Python, `puct_graph`
beside it the variant on graphs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from boardai import native
from boardai.search.results.result import SearchResult
from boardai.search.run import Progress, with_options
from boardai.search.trees.forest import Evaluate, ForestSearch, Network, ask_and_tell

__all__ = ["Network", "PuctOptions", "PuctSearch", "ask_and_tell", "puct"]


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


class PuctSearch(ForestSearch):
    """A PUCT tree that lives on from move to move.

        search = PuctSearch(state, network=network)
        result = search.run(simulations=800)
        search.advance(result.action)  # and the opponent's answer, when it is known

    Args:
        state: where to search; it is not changed.
        network: as in `puct`, like the rest.
        evaluate: a function of the state.
        rollouts: random games per leaf without either.
        seed: of noise and random games.
        **options: fields of `PuctOptions`.
    """

    def __init__(
        self,
        state: Any,
        *,
        network: Network | None = None,
        evaluate: Evaluate | None = None,
        rollouts: int = 1,
        seed: int = 0,
        **options: Any,
    ) -> None:
        super().__init__(
            state,
            with_options(puct, PuctOptions(simulations=800), options),
            method="puct",
            network=network,
            evaluate=evaluate,
            rollouts=rollouts,
            seed=seed,
        )


def puct(
    state: Any,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    network: Network | None = None,
    evaluate: Evaluate | None = None,
    rollouts: int = 1,
    noise: Sequence[float] | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    tree: bool | int | None = None,
    **options: Any,
) -> SearchResult:
    """Searches one state, by the three steps of docs/search/puct.md.

    Args:
        state: a state of any game; it is not changed.
        simulations: how many; 800 where `seconds` is not given either.
        seconds: wall time.
        network: from planes `[n, height, width, channels]` float32 to logits `[n, policy_size]` and values `[n]` in
            [-1, 1] for the player to move. It must not keep the planes: they are overwritten.
        evaluate: instead of a network, a function of one state (its own copy) that gives priors by action, of any
            positive weights (None: all alike), and a value in [-1, 1] for the player to move.
        rollouts: random games per leaf where neither is given: then priors are uniform and a leaf is worth their mean
            (plain Monte-Carlo tree search); 0: every leaf is worth 0.
        noise: a Dirichlet sample for the root instead of a drawn one: one number for each legal action in ascending
            order. It weighs `dirichlet_fraction`.
        seed: of root noise and random games.
        progress: gets the result so far, at most ten times a second.
        tree: keep the most visited part of the tree in `result.tree`; a number limits its rows.
        **options: other fields of `PuctOptions`.

    Returns:
        The result; `action` is the most visited action. `notes`: the tree's `bytes`, `evaluations` of the network or
        function, the share of `cache hits`, and `pool full` where the tree has used its memory up. Ctrl-C gives the
        best so far.

    Raises:
        ValueError: the game is over, a limit or option is out of range, or an answer has wrong shapes or values.
        TypeError: no such option.
    """
    search = PuctSearch(
        state,
        network=network,
        evaluate=evaluate,
        rollouts=rollouts,
        seed=seed,
        **({} if simulations is None else {"simulations": simulations}),
        **options,
    )
    if noise is not None:
        search.set_noise(noise)
    return search.run(simulations=simulations, seconds=seconds, progress=progress, tree=tree)
