"""Gumbel search: a policy improved by planning, with few simulations.

The search is C++ (`native/boardai/search/trees/gumbel.hpp` has idea, formulas and paper, `puct_tree.hpp` the tree);
`boardai.search.reference.trees.gumbel` is the same algorithm in plain Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boardai.search.results.result import SearchResult
from boardai.search.run import Progress, with_options
from boardai.search.trees.forest import Evaluate, ForestSearch, Network
from boardai.search.trees.options import GumbelOptions


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
