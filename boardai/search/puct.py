"""PUCT: Monte-Carlo tree search guided by a network, or by random games where there is none.

The search is C++ (`native/boardai/search/puct_tree.hpp` has idea, formula and paper); this module is its Python face
for one state. `boardai.search.reference.puct` is the same algorithm in plain Python.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from boardai import native
from boardai.search.result import SearchResult

Network = Callable[[np.ndarray], tuple[Any, Any]]


@dataclass(frozen=True, kw_only=True)
class PuctOptions:
    """How PUCT searches.

    Attributes:
        simulations: per search; 0 evaluates the root alone.
        c_base: how slowly exploration grows with visits.
        c_init: exploration at few visits.
        c_scale: multiplies both.
        fpu_reduction: how far below its parent's value an unvisited action starts.
        dirichlet_alpha: concentration of the root noise; smaller is spikier.
        dirichlet_fraction: share of noise in the root's priors; 0: none.
        leaves_per_tree: positions that wait for the network together, in one batch.
        virtual_loss: value taken from each edge for each waiting leaf, with `leaves_per_tree` > 1.
    """

    simulations: int = 16
    c_base: float = 19652
    c_init: float = 1.25
    c_scale: float = 1
    fpu_reduction: float = 0
    dirichlet_alpha: float = 0.3
    dirichlet_fraction: float = 0
    leaves_per_tree: int = 1
    virtual_loss: float = 1

    def to_native(self) -> Any:
        """The C++ options struct."""
        return native.options("PuctOptions", "boardai/search/puct", asdict(self))


def puct(
    state: Any,
    *,
    simulations: int = 800,
    network: Network | None = None,
    rollouts: int = 1,
    seed: int = 0,
    **options: Any,
) -> SearchResult:
    """Searches one state.

    Args:
        state: a state of any game with a network encoding; it is not changed.
        simulations: how many.
        network: from planes `[n, height, width, channels]` float32 to logits `[n, policy_size]` and values `[n]` in
            [-1, 1] for the player to move. It must not keep the planes: they are overwritten. None: priors are
            uniform and a leaf is worth the mean result of random games from it (plain Monte-Carlo tree search).
        rollouts: random games per leaf without a network; 0: every leaf is worth 0.
        seed: of root noise and random games.
        **options: other fields of `PuctOptions`.

    Returns:
        The result; `action` is the most visited action.

    Raises:
        ValueError: the game is over, an option is out of range, or the network's answer has wrong shapes or values.
        TypeError: no such option.
    """
    chosen = replace(PuctOptions(simulations=simulations), **options)
    if state.is_terminal():
        raise ValueError(f"the game is over, there is nothing to search, in position {state.to_string()}")
    start = time.perf_counter()
    tree = native.template("Puct", state)(1, chosen.to_native(), seed)
    tree.set_root(0, native.native_state(state))
    if network is None:
        tree.search_by_rollouts(rollouts)
    else:
        _ask_and_tell(tree, network, np.empty((chosen.leaves_per_tree, *state.observation_shape), np.float32))
    return _result(tree, state.clone(), time.perf_counter() - start)


def _ask_and_tell(tree: Any, network: Network, planes: np.ndarray) -> None:
    """Runs the search to its end; `planes` is its buffer."""
    while rows := tree.select(planes, planes.size):
        logits, values = network(planes[:rows])
        # On the host before the next select() overwrites the planes: JAX may still read them until then.
        logits = np.ascontiguousarray(logits, np.float32)
        values = np.ascontiguousarray(values, np.float32)
        tree.backup(logits, logits.size, values, values.size)


def _result(tree: Any, state: Any, seconds: float) -> SearchResult:
    count = tree.root_action_count(0)
    actions, visits = np.empty(count, np.int32), np.empty(count, np.int32)
    priors, values = np.empty(count, np.float32), np.empty(count, np.float64)
    tree.visits(0, actions, visits, priors, values, count)
    line = np.empty(tree.depth(0) + 1, np.int32)
    length = tree.principal_variation(0, line, line.size)
    weights = visits if visits.any() else priors
    keys = actions.tolist()
    return SearchResult(
        action=tree.best_action(0),
        value=tree.root_value(0),
        policy=dict(zip(keys, (weights / weights.sum()).tolist(), strict=True)),
        pv=line[:length].tolist(),
        nodes=tree.position_count(0),
        simulations=tree.simulations_done(0),
        depth=tree.depth(0),
        seconds=seconds,
        visits=dict(zip(keys, visits.tolist(), strict=True)),
        priors=dict(zip(keys, priors.tolist(), strict=True)),
        action_values={a: v for a, v, n in zip(keys, values.tolist(), visits.tolist(), strict=True) if n > 0},
        player=state.current_player(),
        method="puct",
        state=state,
    )
