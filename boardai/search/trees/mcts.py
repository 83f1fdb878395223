"""UCT: Monte-Carlo tree search by upper confidence bounds, with random games or any other value at the leaves.

The search is C++: `native/boardai/search/trees/mcts_tree.hpp` has idea, formulas and papers, docs/search/mcts.md
tells it at length, and `boardai.search.reference.trees.mcts` is the same in plain Python. For networks see
`boardai.search.puct`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from boardai import native
from boardai.search.evaluated import EvaluationFunction, with_evaluator
from boardai.search.results.result import SearchResult
from boardai.search.results.tree import SearchTree
from boardai.search.run import (
    Progress,
    check_searchable,
    checked_seed,
    finished,
    limits,
    reporting,
    with_options,
)
from boardai.search.trees.options import MctsOptions

LeafValue = Callable[[Any], float]

DEFAULT_SIMULATIONS = 1000
TREE_ROWS = 1000  # tree=True keeps so many rows at most
_NO_OUTCOME = 2


class Mcts:
    """A search that keeps its tree, for playing a game: what is known below the moves played is used again.

    Args:
        evaluator: a static evaluation: a name of `boardai.search.evaluators(state)`, or a function of the state. Named
            without `evaluator_share` or `rollout_plies`, it takes the place of random games.
        leaf_value: a function: state -> its value in [-1, 1] for the player to move, in the place of random games.
            Python is called for every simulation, on one thread (docs/search/mcts.md has the rate).
        seed: of everything random.
        **options: fields of `MctsOptions`.

    Raises:
        TypeError: no such option.
        ValueError: options exclude each other.
    """

    def __init__(
        self,
        *,
        evaluator: str | EvaluationFunction = "",
        leaf_value: LeafValue | None = None,
        seed: int = 0,
        **options: Any,
    ) -> None:
        if evaluator and not {"evaluator_share", "rollout_plies"} & options.keys():
            options["evaluator_share"] = 1
        self.options = with_options(mcts, MctsOptions(), options)
        if leaf_value is not None and (evaluator or self.options.threads > 1):
            raise ValueError("leaf_value goes neither with an evaluator nor with several threads")
        self._native_options = self.options.to_native()
        self._evaluator = evaluator
        self._leaf_value = leaf_value
        self._seed = checked_seed(seed)
        self._search: Any = None
        self._template: Any = None

    def search(
        self,
        state: Any,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        progress: Progress | None = None,
        tree: bool | int | None = None,
    ) -> SearchResult:
        """Searches a state. Where it is the last one searched, or up to two plies later, the tree is used again.

        Arguments and errors as of `mcts`.
        """
        check_searchable(state)
        if simulations is None and seconds is None:
            simulations = DEFAULT_SIMULATIONS
        asked = limits(nodes=simulations, seconds=seconds)
        rows = _tree_rows(tree)
        searched, name = with_evaluator(state, self._evaluator)
        search = self._prepared(searched, name)
        root = native.native_state(searched)
        start = time.perf_counter()

        def collect() -> SearchResult | None:
            return self._result(state, time.perf_counter() - start)

        def run() -> None:
            if self._leaf_value is None:
                search.run(root, asked)
            else:
                self._ask_and_tell(state, root, asked)

        with reporting(search, progress, collect):
            result = finished(run, collect)
        return replace(result, tree=SearchTree.from_record(search.tree(rows), state)) if rows else result

    def advance(self, action: int) -> None:
        """Tells that an action was taken from the searched state; what is not below it is forgotten.

        Raises:
            ValueError: it is not legal there, or nothing has been searched.
        """
        if self._search is None:
            raise ValueError("advance() before the first search")
        self._search.advance(action)

    def upper_bounds(self) -> dict[int, float]:
        """UCB of each action of the searched state, in the unit of the utilities; infinite where unvisited.

        Raises:
            ValueError: nothing has been searched.
        """
        if self._search is None:
            raise ValueError("upper_bounds() before the first search")
        actions, _, _, _, bounds = self._table(self._search.summary().actions)
        return dict(zip(actions, bounds, strict=True))

    def _prepared(self, state: Any, evaluator: str) -> Any:
        """The native search for this kind of state."""
        template = native.template("Mcts", state)
        if self._template is not template:
            self._template = template
            self._search = template(self._native_options, evaluator, self._seed)
        return self._search

    def _ask_and_tell(self, state: Any, root: Any, asked: Any) -> None:
        search, value = self._search, self._leaf_value
        assert value is not None
        is_native = native.is_native(state)
        search.begin(root, asked)
        while search.select():
            leaf = search.leaf()
            # A copy each: the function may keep it.
            search.tell(float(value(type(state)(leaf) if is_native else leaf.object().clone())))

    def _table(self, size: int) -> tuple[list[Any], ...]:
        actions, outcomes = np.empty(size, np.int32), np.empty(size, np.int32)
        visits = np.empty(size, np.int64)
        values, bounds = np.empty(size, np.float64), np.empty(size, np.float64)
        self._search.table(actions, visits, values, outcomes, bounds, size)
        return tuple(column.tolist() for column in (actions, visits, values, outcomes, bounds))

    def _result(self, state: Any, seconds: float) -> SearchResult | None:
        found = self._search.summary()
        if found.action < 0:
            return None
        actions, visits, values, outcomes, _ = self._table(found.actions)
        total = sum(visits)
        line = np.empty(int(found.depth) + 2, np.int32)
        length = self._search.line(line, line.size)
        return SearchResult(
            action=int(found.action),
            value=float(found.value),
            policy={action: count / total for action, count in zip(actions, visits, strict=True)},
            pv=line[:length].tolist(),
            nodes=int(found.positions),
            simulations=int(found.simulations),
            depth=int(found.depth),
            seconds=seconds,
            player=state.current_player(),
            method="mcts",
            state=state.clone(),
            visits=dict(zip(actions, visits, strict=True)),
            action_values={a: v for a, v, n in zip(actions, values, visits, strict=True) if n > 0},
            outcome=int(found.value) if found.proven else None,
            notes={
                "megabytes": round(found.used_bytes / 2**20, 3),
                "pool_full": bool(found.pool_full),
                "reused": int(found.reused),
                "proven_moves": sum(outcome != _NO_OUTCOME for outcome in outcomes),
            },
        )


def mcts(
    state: Any,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    evaluator: str | EvaluationFunction = "",
    leaf_value: LeafValue | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    tree: bool | int | None = None,
    **options: Any,
) -> SearchResult:
    """UCT from one state, by the four steps of docs/search/mcts.md.

    Args:
        state: a state of any game; it is not changed.
        simulations: how many; 1,000 where neither limit is given.
        seconds: wall time. At least one simulation is run.
        evaluator: a static evaluation: a name of `boardai.search.evaluators(state)`, or a function of the state. Named
            without `evaluator_share` or `rollout_plies`, it takes the place of random games.
        leaf_value: a function: state -> its value in [-1, 1] for the player to move, in the place of random games.
        seed: of everything random; on one thread equal seeds give equal results.
        progress: gets the result so far, at most ten times a second.
        tree: keep the most visited part of the tree in `result.tree`; a number limits its rows.
        **options: fields of `MctsOptions`.

    Returns:
        The result. `value` and `action_values` are mean outcomes in [-1, 1], whatever the utilities; `outcome` is set
        where the position is proven. `notes` has `megabytes` in use, `pool_full` (no memory was left for new
        positions), `reused` (visits the root had before) and `proven_moves`.

    Raises:
        ValueError: the game is over, a limit or an option is out of range, or a leaf's value is.
        TypeError: no such option.
    """
    search = Mcts(evaluator=evaluator, leaf_value=leaf_value, seed=seed, **options)
    return search.search(state, simulations=simulations, seconds=seconds, progress=progress, tree=tree)


def _tree_rows(tree: bool | int | None) -> int:
    if isinstance(tree, bool) or tree is None:
        return TREE_ROWS if tree else 0
    if not isinstance(tree, int) or tree < 1:
        raise ValueError(f"tree must be True, False or the most rows to keep, not {tree!r}")
    return tree
