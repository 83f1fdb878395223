"""What PUCT and Gumbel search share: one tree, asked step by step, that lives on from move to move.

The native side is `native/boardai/search/trees/puct.hpp`, a forest of trees; here it holds one.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from boardai import native
from boardai.search.plain.depth_first import tree_rows
from boardai.search.results.result import SearchResult
from boardai.search.results.tree import SearchTree
from boardai.search.run import Progress, check_searchable, checked_seed, finished, limits, reporting
from boardai.search.trees.options import TreeOptions

Network = Callable[[np.ndarray], tuple[Any, Any]]
Evaluate = Callable[[Any], tuple[Mapping[int, float] | None, float]]

UNLIMITED = 2**31 - 1
_MOST_ACTIONS = 4096  # ActionList::capacity
_UNPROVEN = -2  # PuctTree::unproven


class ForestSearch:
    """A search tree that lives on from move to move.

    Args:
        state: where to search; it is not changed.
        options: how.
        method: the search's name.
        network: see `boardai.search.puct`.
        evaluate: see `boardai.search.puct`.
        rollouts: see `boardai.search.puct`.
        seed: of noise and random games.

    Raises:
        ValueError: the game is over, an option is out of range, or what is to evaluate does not fit the game.
    """

    def __init__(
        self,
        state: Any,
        options: TreeOptions,
        *,
        method: str,
        network: Network | None = None,
        evaluate: Evaluate | None = None,
        rollouts: int = 1,
        seed: int = 0,
    ) -> None:
        check_searchable(state)
        if network is not None and evaluate is not None:
            raise ValueError("network and evaluate are two ways to value positions: give one")
        if network is not None and not native.encodable(state):
            raise ValueError(
                "a network needs planes and policy indices, which this game has not: give evaluate=, a function of "
                "the state, or neither for random games"
            )
        if options.cache_mb and network is None:
            raise ValueError("cache_mb keeps what a network said: it needs network=")
        self._state = state.clone()
        self._options, self._method = options, method
        self._network, self._evaluate, self._rollouts = network, evaluate, rollouts
        self._forest = native.template("Puct", state)(1, options.to_native(), checked_seed(seed), network is not None)
        self._forest.set_root(0, native.native_state(state))
        self._planes = None
        if network is not None:
            self._planes = np.empty((options.leaves_per_tree, *state.observation_shape), np.float32)

    @property
    def state(self) -> Any:
        """The position at the root (a copy)."""
        return self._state.clone()

    def set_noise(self, noise: Sequence[float]) -> None:
        """Gives the next root its noise, instead of drawn noise.

        Args:
            noise: one number for each legal action in ascending order; a Dirichlet sample, or for a Gumbel search
                Gumbel samples.

        Raises:
            ValueError: another number of numbers, or one that is not finite.
        """
        numbers = np.ascontiguousarray(noise, np.float64)
        count = len(self._state.legal_actions())
        if numbers.shape != (count,) or not np.isfinite(numbers).all():
            raise ValueError(f"noise must be {count} finite numbers, one for each legal action")
        self._forest.set_root_noise(0, numbers, numbers.size)

    def advance(self, action: int) -> bool:
        """Goes on from the position after a legal action, and keeps what is known of it.

        Returns:
            Whether the tree had anything to keep.

        Raises:
            ValueError: the action is not legal.
        """
        kept = bool(self._forest.advance(0, action))
        self._state.apply(action)
        return kept

    def run(
        self,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        progress: Progress | None = None,
        tree: bool | int | None = None,
    ) -> SearchResult:
        """Searches, on top of what the tree knows.

        Args:
            simulations: that many more; None: the options', or with `seconds` no limit.
            seconds: wall time.
            progress: gets the result so far, at most ten times a second.
            tree: keep the most visited part of the tree in `result.tree`; a number limits its rows.

        Raises:
            ValueError: the game is over, a limit is out of range, or an answer of the network or of `evaluate` cannot
                be used.
        """
        check_searchable(self._state)
        limits(seconds=seconds)
        rows = tree_rows(tree)
        if simulations is None:
            simulations = self._options.simulations if seconds is None else UNLIMITED
        before = self._forest.summary(0)
        self._forest.set_simulations(0, min(before.simulations + simulations, UNLIMITED))
        start = time.perf_counter()
        self._forest.start_clock(seconds or 0.0)

        def collect() -> SearchResult | None:
            return self._result(time.perf_counter() - start, before)

        with reporting(self._forest, progress, collect):
            result = finished(self._search, collect)
        if not rows:
            return result
        return replace(result, tree=SearchTree.from_record(self._forest.record(0, rows), self._state))

    def _search(self) -> None:
        if self._evaluate is not None:
            self._ask_about_states(self._evaluate)
        elif self._network is not None:
            assert self._planes is not None
            ask_and_tell(self._forest, self._network, self._planes)
        else:
            self._forest.search_by_rollouts(self._rollouts)

    def _ask_about_states(self, evaluate: Evaluate) -> None:
        path, actions = np.empty(256, np.int32), np.empty(_MOST_ACTIONS, np.int32)
        forest = self._forest
        while forest.select_state(0):
            length = forest.leaf_path(0, path, path.size)
            if length > path.size:
                path = np.empty(2 * length, np.int32)
                length = forest.leaf_path(0, path, path.size)
            count = forest.leaf_actions(0, actions, actions.size)
            position = self._state.clone()
            for action in path[:length].tolist():
                position.apply(action)
            priors, value = _judgement(evaluate(position))
            logits = _logits(priors, actions[:count].tolist(), position)
            forest.backup_state(0, logits, logits.size, value)

    def _result(self, seconds: float, before: Any) -> SearchResult | None:
        forest = self._forest
        found = forest.summary(0)
        count = found.actions
        if count == 0:
            return None
        actions, visits = np.empty(count, np.int32), np.empty(count, np.int32)
        priors, values = np.empty(count, np.float32), np.empty(count, np.float64)
        shares = np.empty(count, np.float64)
        forest.visits(0, actions, visits, priors, values, count)
        forest.policy(0, shares, count)
        line = np.empty(found.depth + 1, np.int32)
        length = forest.principal_variation(0, line, line.size)
        keys = actions.tolist()
        notes: dict[str, Any] = {"bytes": int(found.bytes)}
        if self._network is not None or self._evaluate is not None:
            notes["evaluations"] = int(found.evaluations - before.evaluations)
        lookups = found.cache_lookups - before.cache_lookups
        if lookups:
            notes["cache hits"] = (found.cache_hits - before.cache_hits) / lookups
        if found.full:
            notes["pool full"] = True
        return SearchResult(
            action=int(found.action),
            value=float(found.value),
            policy=dict(zip(keys, shares.tolist(), strict=True)),
            pv=line[:length].tolist(),
            nodes=int(found.positions),
            simulations=int(found.simulations - before.simulations),
            depth=int(found.depth),
            seconds=seconds,
            player=self._state.current_player(),
            method=self._method,
            state=self._state.clone(),
            visits=dict(zip(keys, visits.tolist(), strict=True)),
            priors=dict(zip(keys, priors.tolist(), strict=True)),
            action_values={a: v for a, v, n in zip(keys, values.tolist(), visits.tolist(), strict=True) if n > 0},
            outcome=None if found.outcome == _UNPROVEN else int(found.outcome),
            notes=notes,
        )


def ask_and_tell(forest: Any, network: Network, planes: np.ndarray) -> None:
    """Runs all searches of a native forest to their end, or until its clock stops them.

    Args:
        forest: a native `Puct`.
        network: gets the rows to evaluate, `[n, height, width, channels]`.
        planes: the buffer they stand in, `[rows, height, width, channels]`.
    """
    while rows := forest.select(planes, planes.size):
        logits, values = network(planes[:rows])
        # On the host before the next select() overwrites the planes: JAX may still read them until then.
        logits = np.ascontiguousarray(logits, np.float32)
        values = np.ascontiguousarray(values, np.float32)
        forest.backup(logits, logits.size, values, values.size)


def _judgement(answer: Any) -> tuple[Mapping[int, float] | None, float]:
    """What a caller's `evaluate` gave, checked."""
    match answer:
        case (None | Mapping() as priors, int() | float() | np.number() as value):
            return priors, float(value)
    raise ValueError(f"evaluate must give priors (action to number, or None) and a value, not {answer!r}")


def _logits(priors: Mapping[int, float] | None, actions: list[int], state: Any) -> np.ndarray:
    """Logits whose softmax are the priors, for these legal actions."""
    if priors is None:
        return np.zeros(len(actions), np.float32)
    weights = [priors.get(action, 0.0) for action in actions]
    if not all(weight >= 0 and math.isfinite(weight) for weight in weights) or not any(weights):
        raise ValueError(
            f"the priors of the legal actions must be numbers of at least 0, not all 0, in position {state.to_string()}"
        )
    largest = max(weights)
    return np.array([math.log(weight / largest) if weight / largest > 0 else -1e9 for weight in weights], np.float32)
