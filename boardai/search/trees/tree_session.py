"""The common part of PUCT and Gumbel search: one tree, searched step by step and kept from move to move.

The native side is `native/boardai/search/trees/puct/puct.hpp`, a forest of trees, of which one is used here.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from boardai import native
from boardai.basics.arguments import whole_number
from boardai.basics.setting import LARGEST_INT, Setting
from boardai.search.batches import as_asked
from boardai.search.evaluated import (
    EvaluatedState,
    Network,
    Outcome,
    Priors,
    check_evaluator,
    check_planes,
)
from boardai.search.function import SimulationKeywords
from boardai.search.function import TreeKeywords as RowKeywords
from boardai.search.kind import EACH_TIME
from boardai.search.limits import Limits
from boardai.search.results.result import SearchResult
from boardai.search.results.tree import SearchTree
from boardai.search.run import limit_root
from boardai.search.session import Session

UNLIMITED = 2**62
_MOST_ACTIONS = 4096  # ActionList::capacity
_NOTHING = np.zeros(1)  # empty arrays cannot be passed to C++


class TreeKeywords(SimulationKeywords, RowKeywords, total=False):
    """Keywords of `puct` and `gumbel`, in addition to their options."""

    rollouts: int
    noise: Sequence[float] | None


TAKES = {
    "rollouts": Setting(1, low=0, high=LARGEST_INT, name="rollouts", kinds=(int,)),
    "noise": Setting(None, group=EACH_TIME),
}


class TreeSession(Session):
    """A tree that is searched from move to move.

    If a state is the root, or up to two plies later, the search continues in the tree; `simulations` is the number of
    additional ones. A root with `root_actions` is created again.
    """

    lives_on = True

    def __init__(self, *, rollouts: int = 1, seed: int = 0, **keywords: Any) -> None:
        super().__init__(seed=seed, **keywords)
        TAKES["rollouts"].check(rollouts)
        check_evaluator(self._evaluator)
        if self.options.cache_mb and not isinstance(self._evaluator, Network):
            raise ValueError("cache_mb caches a network's answers: it needs evaluator=Network(f)")
        if self.options.reads_forecasts and not isinstance(self._evaluator, Network):
            raise ValueError(
                "draw_score and moves_left_effect read a network's forecasts: they need evaluator=Network(f)"
            )
        self._native_options = self.options.to_native()
        self._leaf = native.options(
            "LeafOptions",
            "boardai/search/trees/leaf",
            {"rollouts": rollouts, "evaluator_share": 0.0 if self._evaluator == "" else 1.0},
        )
        self._forest: Any = None
        self._kind: Any = None  # kind of states that the forest is for
        self._root: Any = None  # the state at the tree's root; None: unknown, and the next search starts from scratch
        self._planes: Any = None

    @property
    def state(self) -> Any:
        """The position at the root (a copy); None before the first search."""
        root = self._root.state if isinstance(self._root, EvaluatedState) else self._root
        return None if root is None else root.clone()

    def advance(self, action: int) -> bool:
        """Plays an action from the root; the rest of the tree is dropped.

        Returns:
            Whether the tree had the position after the action.

        Raises:
            ValueError: the action is not legal, or nothing has been searched.
            RuntimeError: this search is in use.
        """
        with self._used():
            if self._root is None:
                raise ValueError("advance() before the first search")
            return self._advance(whole_number("an action", action))

    def forget(self) -> None:
        """Frees the tree: the next search starts from scratch.

        Raises:
            RuntimeError: this search is in use.
        """
        with self._used():
            self._forest = self._root = self._planes = self._kind = None

    def _prepared(self, root: Any, limits: Limits, rows: int, **own: Any) -> tuple[Any, Callable[[], None]]:
        only = limits.root_actions_of(root)
        simulations = limits.simulations
        if simulations is None:
            simulations = self.options.simulations if limits.seconds is None else UNLIMITED
        more = min(int(simulations), UNLIMITED)
        # With a function of scores, a state with that function as evaluation is searched.
        searched = root if isinstance(self._evaluator, Outcome | Network) else self._with_evaluator(root)[0]
        forest = self._forest_for(searched)
        noise = own.get("noise")
        given = None if noise is None else _noise(noise, len(root.legal_actions() if only is None else only))

        def run() -> None:
            self._go_to(searched, only, given)
            forest.begin(more, float(limits.seconds or 0))
            try:
                self._search(searched)
            finally:
                forest.publish()

        return forest, run

    def _finished(self, search: Any, result: SearchResult, root: Any, rows: int, **own: Any) -> SearchResult:
        return replace(result, tree=SearchTree.from_record(search.record(0, rows), root)) if rows else result

    def _forest_for(self, root: Any) -> Any:
        """The native forest for this kind of state."""
        template = native.template("Puct", root)
        kind = (template, getattr(root, "observation_shape", None))
        if self._kind != kind:
            by_network = isinstance(self._evaluator, Network)
            if by_network:
                check_planes(root)
                self._planes = np.empty((self.options.rows_per_tree, *root.observation_shape), np.float32)
            self._root = None
            self._forest = self._make(template, by_network)
            self._compile(root)
            self._kind = kind
        return self._forest

    def _make(self, template: Any, by_network: bool) -> Any:
        return template(1, self._native_options, self._seed, by_network)

    def _compile(self, root: Any) -> None:
        """Calls the functions of a search with nothing to do, so that they are compiled before the clock runs."""
        forest = self._forest
        nothing, actions = np.empty(1, np.float32), np.empty(1, np.int32)
        if isinstance(self._evaluator, Outcome):
            forest.select_state(0)
            forest.leaf_path(0, actions, 0)
            forest.leaf_actions(0, actions, 0)
            with contextlib.suppress(ValueError):  # raised because no position waits
                forest.backup_state(0, nothing, 0, 0.0)
        elif isinstance(self._evaluator, Network):
            forest.select(self._planes, self._planes.size)
            forest.backup(nothing, 0, nothing, 0)
        else:
            forest.search(self._leaf, self._with_evaluator(root)[1])
        forest.publish()

    def _go_to(self, root: Any, only: np.ndarray | None, noise: np.ndarray | None) -> None:
        """Moves the tree's root to this state and keeps the part below it, or nothing if actions are restricted."""
        self._forest.set_root_noise(0, _NOTHING, 0)  # removes unused noise of an earlier root
        if noise is not None:
            self._forest.set_root_noise(0, noise, noise.size)
        before, self._root = self._root, None  # in case the game raises an error below
        state = native.native_state(root)
        if before is None or only is not None or not self._forest.advance_to(0, state):
            limit_root(self._forest, only)
            self._forest.set_root(0, state)
        self._root = root

    def _advance(self, action: int) -> bool:
        after = self._root.child(action)
        self._root = None
        kept = bool(self._forest.advance(0, action))
        self._root = after
        return kept

    def _search(self, root: Any) -> None:
        if isinstance(self._evaluator, Outcome):
            self._ask_about_states(self._evaluator, root)
        elif isinstance(self._evaluator, Network):
            ask_and_tell(self._forest, self._evaluator.function, self._planes, self.options.reads_forecasts)
        else:
            self._forest.search(self._leaf, self._with_evaluator(root)[1])

    def _with_evaluator(self, root: Any) -> tuple[Any, Any]:
        """The state to search, and the native spec of its evaluator."""
        if isinstance(root, EvaluatedState):
            return root, native.evaluation_spec("own")
        if self._evaluator == "":  # leaves are evaluated only by random games
            return root, native.evaluation_spec("")
        return super()._with_evaluator(root)

    def _ask_about_states(self, evaluate: Outcome, root: Any) -> None:
        path, actions = np.empty(256, np.int32), np.empty(_MOST_ACTIONS, np.int32)
        forest = self._forest
        while forest.select_state(0):
            length = forest.leaf_path(0, path, path.size)
            if length > path.size:
                path = np.empty(2 * length, np.int32)
                length = forest.leaf_path(0, path, path.size)
            count = forest.leaf_actions(0, actions, actions.size)
            position = root.clone()
            for action in path[:length].tolist():
                position.apply(action)
            priors, value = evaluate(position)
            logits = _logits(priors, actions[:count].tolist(), position)
            forest.backup_state(0, logits, logits.size, value)


def _noise(noise: Sequence[float], count: int) -> np.ndarray:
    """Checks the root's noise."""
    numbers = np.ascontiguousarray(noise, np.float64)
    if numbers.shape != (count,) or not np.isfinite(numbers).all():
        raise ValueError(f"noise must be {count} finite numbers, one for each legal action")
    return numbers


def ask_and_tell(
    forest: Any,
    network: Callable[[np.ndarray], tuple[Any, Any]],
    planes: np.ndarray,
    forecasts: bool = False,
) -> None:
    """Runs all searches of a native forest to their end, or until its clock or a caller stops them.

    Args:
        forest: a native `Puct`.
        network: gets the rows to evaluate, `[n, height, width, channels]`.
        planes: the buffer of these rows, `[rows, height, width, channels]`.
        forecasts: the searches use values `[n, 3]`.

    Raises:
        ValueError: outputs of another shape.
    """
    while rows := forest.select(planes, planes.size):
        logits, values = network(planes[:rows])
        # Copied to the host before the next select() overwrites the planes, which JAX may still read until then.
        logits = np.ascontiguousarray(logits, np.float32)
        values = as_asked("the network's values", values, rows, forecasts)
        forest.backup(logits, logits.size, values, values.size)


def _logits(priors: Priors, actions: list[int], state: Any) -> np.ndarray:
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
