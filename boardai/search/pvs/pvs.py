"""Principal variation search: alpha-beta with iterative deepening and everything that makes it strong.

The search is C++ (`native/boardai/search/pvs/pvs.hpp` has idea, formula, steps and papers);
`boardai.search.reference.pvs.pvs` is its plain core in Python.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from boardai import native
from boardai.search.evaluated import EvaluationFunction, with_evaluator
from boardai.search.plain.depth_first import tree_rows
from boardai.search.pvs.options import PvsOptions
from boardai.search.results.result import SearchResult
from boardai.search.results.tree import SearchTree
from boardai.search.results.wording import plies_to_win
from boardai.search.run import Progress, check_searchable, finished, limits, reporting, with_options

_BOUNDS = {1: "at most", 2: "at least"}  # by the numbers of Bound
_DEFAULT_SECONDS = 1.0


class Pvs:
    """A search that keeps its table, and what it learned about the order of moves, from one state to the next.

    For the searches of one game: an agent keeps one through its game. `forget()` makes it as new.

    Args:
        evaluator: values beyond the depth: a name of `evaluators(state)`, or a function of the state.
        tree: keep the tree of the last completed iteration in `result.tree`; a number limits its rows.
        options: all options at once.
        **changes: fields of `PvsOptions`.

    Raises:
        TypeError: no such option.
    """

    def __init__(
        self,
        *,
        evaluator: str | EvaluationFunction = "",
        tree: bool | int | None = None,
        options: PvsOptions | None = None,
        **changes: Any,
    ) -> None:
        self.options = with_options(pvs, options or PvsOptions(), changes)
        self._evaluator = evaluator
        self._rows = tree_rows(tree)
        self._native: Any = None
        self._searched: Any = None  # which kind of state the native search is for

    def forget(self) -> None:
        """Empties the table and forgets what was learned."""
        if self._native is not None:
            self._native.forget()

    def search(
        self,
        state: Any,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: Progress | None = None,
    ) -> SearchResult:
        """Searches one state until a limit is reached, or nothing is left to find; without limits, for one second.

        Args:
            state: a state of any game; it is not changed.
            depth: iterations of iterative deepening, each a ply deeper.
            nodes: positions to visit.
            seconds: wall time.
            progress: gets the result so far, at most ten times a second.

        Returns:
            The result. `bounds` says which of `action_values` are only bounds, `notes["lines"]` has the lines of the
            `multi_pv` best moves, `notes["longest line"]` the plies of the longest line looked at.

        Raises:
            ValueError: the game is over, a limit or an option is out of range, or the evaluator is unknown.
        """
        check_searchable(state)
        if depth is None and nodes is None and seconds is None:
            seconds = _DEFAULT_SECONDS
        asked = limits(depth=depth, nodes=nodes, seconds=seconds)
        searched, name = with_evaluator(state, self._evaluator)
        kind = (type(state), getattr(state, "observation_shape", None))
        if self._native is None or self._searched != kind:
            self._native = native.template("Pvs", searched)(self.options.to_native(), name, self._rows)
            self._searched = kind
        search, root = self._native, native.native_state(searched)

        def collect() -> SearchResult | None:
            return self._result(state)

        with reporting(search, progress, collect):
            result = finished(lambda: search.run(root, asked), collect)
        if self._rows and result.depth > 0:
            tree = SearchTree.from_record(search.tree(), state).with_variation(result.pv, "pvs")
            result = replace(result, tree=tree)
        return result

    def _result(self, state: Any) -> SearchResult | None:
        search = self._native
        found = search.summary()
        if found.action < 0:
            return None
        count = int(found.lines)
        actions, scores, bounds = (np.empty(count, np.int32) for _ in range(3))
        nodes = np.empty(count, np.int64)
        search.moves(actions, scores, bounds, nodes, count)
        buffer = np.empty(max(1, int(found.longest_line) + 2), np.int32)
        lines = [
            buffer[: search.line(i, buffer, buffer.size)].tolist() for i in range(min(self.options.multi_pv, count))
        ]
        value = int(found.value)
        plies = None if self.options.points else plies_to_win(value)
        table = list(zip(actions.tolist(), scores.tolist(), bounds.tolist(), strict=True))
        return SearchResult(
            action=int(found.action),
            value=value,
            policy={action: float(action == found.action) for action in state.legal_actions()},
            pv=lines[0],
            nodes=int(found.nodes),
            depth=int(found.depth),
            seconds=float(found.seconds),
            player=state.current_player(),
            method="pvs",
            state=state.clone(),
            action_values={action: score for action, score, bound in table if bound},
            bounds={action: _BOUNDS[bound] for action, _, bound in table if bound in _BOUNDS},
            outcome=None if plies is None else (1 if value > 0 else -1),
            plies_to_end=plies,
            leaf_value=float(found.leaf_value),
            hash_use=float(found.table_use) if self.options.table_megabytes else None,
            notes={"longest line": int(found.longest_line), "lines": lines},
        )


def pvs(
    state: Any,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    evaluator: str | EvaluationFunction = "",
    seed: int = 0,
    progress: Progress | None = None,
    tree: bool | int | None = None,
    **options: Any,
) -> SearchResult:
    """Principal variation search from one state, by the ten steps of docs/search/pvs.md.

    Args:
        state: a state of any game; it is not changed.
        depth: iterations of iterative deepening, each a ply deeper.
        nodes: positions to visit.
        seconds: wall time. Without any limit: one second.
        evaluator: values beyond the depth: a name of `evaluators(state)`, or a function of the state.
        seed: not used: nothing here is random.
        progress: gets the result so far, at most ten times a second.
        tree: keep the tree of the last completed iteration in `result.tree`; a number limits its rows.
        **options: fields of `PvsOptions`; or `options=PvsOptions(...)`.

    Returns:
        The result, as `Pvs.search` describes it.

    Raises:
        ValueError: the game is over, a limit or an option is out of range, or the evaluator is unknown.
        TypeError: no such option.
    """
    search = Pvs(evaluator=evaluator, tree=tree, **options)
    return search.search(state, depth=depth, nodes=nodes, seconds=seconds, progress=progress)
