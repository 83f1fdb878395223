"""Gumbel search: a policy improved by planning, with few simulations.

The search is C++ (`native/boardai/search/trees/gumbel.hpp` has idea, formulas and paper, `puct_tree.hpp` the tree);
`boardai.search.reference.trees.gumbel` is the same algorithm in plain Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from boardai import native
from boardai.search.results.result import SearchResult
from boardai.search.run import Progress, with_options
from boardai.search.trees.forest import Evaluate, ForestSearch, Network


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


class GumbelSearch(ForestSearch):
    """A Gumbel tree that lives on from move to move: see `PuctSearch`. Every root has noise of its own.

    Args:
        state: where to search; it is not changed.
        network: as in `gumbel`, like the rest.
        evaluate: a function of the state.
        rollouts: random games per leaf without either.
        seed: of noise and random games.
        **options: fields of `GumbelOptions`.
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
            with_options(gumbel, GumbelOptions(simulations=200), options),
            method="gumbel",
            network=network,
            evaluate=evaluate,
            rollouts=rollouts,
            seed=seed,
        )


def gumbel(
    state: Any,
    *,
    simulations: int = 200,
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
    """Searches one state, by the five steps of docs/search/gumbel.md.

    Args:
        state: a state of any game; it is not changed.
        simulations: how many; the rounds are laid out for them.
        seconds: wall time that may end the search before; its rounds are then incomplete.
        network: from planes `[n, height, width, channels]` float32 to logits `[n, policy_size]` and values `[n]` in
            [-1, 1] for the player to move. It must not keep the planes: they are overwritten.
        evaluate: instead of a network, a function of one state, as in `puct`.
        rollouts: random games per leaf where neither is given; 0: every leaf is worth 0.
        noise: Gumbel samples for the root instead of drawn ones: one for each legal action in ascending order.
        seed: of root noise and random games.
        progress: gets the result so far, at most ten times a second.
        tree: keep the most visited part of the tree in `result.tree`; a number limits its rows.
        **options: other fields of `GumbelOptions`.

    Returns:
        The result; `action` is the winner of sequential halving, `policy` the improved policy to train on. `notes` as
        in `puct`. Ctrl-C gives the best so far.

    Raises:
        ValueError: the game is over, a limit or option is out of range, or an answer has wrong shapes or values.
        TypeError: no such option.
    """
    search = GumbelSearch(
        state, network=network, evaluate=evaluate, rollouts=rollouts, seed=seed, simulations=simulations, **options
    )
    if noise is not None:
        search.set_noise(noise)
    return search.run(simulations=simulations, seconds=seconds, progress=progress, tree=tree)
