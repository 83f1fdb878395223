"""What the faces of the plain depth-first searches share: minimax, negamax, alpha-beta and Scout.

The native side is `native/boardai/search/plain/depth_first.hpp`.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import numpy as np

from boardai import native
from boardai.search.evaluated import EvaluationFunction, with_evaluator
from boardai.search.results.result import SearchResult
from boardai.search.results.tree import SearchTree
from boardai.search.run import Progress, check_searchable, finished, limits, reporting

TREE_ROWS = 100_000  # tree=True keeps so many rows at most
_BOUNDS = {1: "at least", 2: "at most"}  # by the numbers of RowKind


def tree_rows(tree: bool | int | None) -> int:
    """The row limit that a face's `tree=` means; 0: no tree.

    Raises:
        ValueError: it is neither true, false nor a positive whole number.
    """
    if isinstance(tree, bool) or tree is None:
        return TREE_ROWS if tree else 0
    if not isinstance(tree, int) or tree < 1:
        raise ValueError(f"tree must be True, False or the most rows to keep, not {tree!r}")
    return tree


def search_depth_first(
    method: str,
    template: str,
    options: Any,
    state: Any,
    *,
    depth: int | None,
    nodes: int | None,
    seconds: float | None,
    evaluator: str | EvaluationFunction,
    progress: Progress | None,
    tree: bool | int | None,
    whole: bool = True,
) -> SearchResult:
    """Runs one of these searches.

    Args:
        method: its name in `boardai.search`.
        template: the native class.
        options: its native options.
        state: where to search; it is not changed.
        depth: plies.
        nodes: most positions to visit.
        seconds: wall time.
        evaluator: a name or a function of the state.
        progress: gets the result so far, at most ten times a second.
        tree: keep the tree; a number limits its rows.
        whole: values are whole numbers.
    """
    check_searchable(state)
    asked = limits(depth=depth, nodes=nodes, seconds=seconds)
    rows = tree_rows(tree)
    searched, name = with_evaluator(state, evaluator)
    search = native.template(template, searched)(options, name)
    root = native.native_state(searched)
    start = time.perf_counter()

    def collect() -> SearchResult | None:
        return read_result(search, state, method, time.perf_counter() - start, whole)

    with reporting(search, progress, collect):
        result = finished(lambda: search.run(root, asked, rows), collect)
    return replace(result, tree=SearchTree.from_record(search.tree(), state)) if rows else result


def read_result(search: Any, state: Any, method: str, seconds: float, whole: bool) -> SearchResult | None:
    found = search.result()
    if found.action < 0:
        return None
    number: Any = int if whole else float
    # cppyy refuses empty arrays, hence one element at least.
    line, actions, kinds = (np.empty(max(1, size), np.int32) for size in (found.line_length, *2 * (found.move_count,)))
    values, counts = np.empty(max(1, found.move_count), np.float64), np.empty(max(1, found.move_count), np.int64)
    search.columns(line, actions, values, kinds, counts)
    moves = actions[: found.move_count].tolist()
    notes: dict[str, Any] = {"leaves": int(found.leaves)}
    if found.kind in _BOUNDS:
        notes["value is"] = _BOUNDS[found.kind]
    return SearchResult(
        action=int(found.action),
        value=number(found.value),
        policy={action: float(action == found.action) for action in state.legal_actions()},
        pv=line[: found.line_length].tolist(),
        nodes=int(found.nodes),
        depth=int(found.depth),
        seconds=seconds,
        player=state.current_player(),
        method=method,
        state=state.clone(),
        action_values={move: number(value) for move, value in zip(moves, values.tolist(), strict=False)},
        bounds={move: _BOUNDS[kind] for move, kind in zip(moves, kinds.tolist(), strict=False) if kind in _BOUNDS},
        outcome=int(found.outcome) if found.proven else None,
        plies_to_end=int(found.plies_to_end) if found.plies_to_end >= 0 else None,
        leaf_value=float(found.leaf_value),
        notes=notes,
    )
