"""PUCT: Monte-Carlo tree search guided by a network, a function of the state, or random games.

The search is C++ (`native/boardai/search/trees/puct_tree.hpp` has idea, formula and papers); this module is its
Python face for one state. `boardai.search.reference.trees.puct` is the same algorithm in plain Python, `puct_graph`
beside it the variant on graphs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boardai.search.results.result import SearchResult
from boardai.search.run import Progress, with_options
from boardai.search.trees.forest import Evaluate, ForestSearch, Network, ask_and_tell
from boardai.search.trees.options import PuctOptions

__all__ = ["Network", "PuctOptions", "PuctSearch", "ask_and_tell", "puct"]


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
