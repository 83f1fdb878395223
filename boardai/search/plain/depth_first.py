"""What the faces of the plain depth-first searches share: minimax, negamax, alpha-beta and Scout.

The native side is `native/boardai/search/plain/depth_first.hpp`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from boardai import native
from boardai.search.evaluated import Evaluator, with_evaluator
from boardai.search.results.result import SearchResult
from boardai.search.results.tree import SearchTree
from boardai.search.run import Progress, limits, run_search, searched_copy, tree_rows


def search_depth_first(
    method: str,
    template: str,
    options: Any,
    state: Any,
    *,
    depth: int | None,
    nodes: int | None,
    seconds: float | None,
    evaluator: Evaluator,
    progress: Progress | None,
    tree: bool | int | None,
    on_interrupt: str,
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
        evaluator: what evaluates.
        progress: gets the result so far, at most ten times a second.
        tree: keep the tree; a number limits its rows.
        on_interrupt: what Ctrl-C does: `raise` or `return`.
    """
    root = searched_copy(state, evaluator)
    asked = limits(depth=depth, nodes=nodes, seconds=seconds)
    rows = tree_rows(tree)
    searched, spec = with_evaluator(root, evaluator)
    search = native.template(template, searched)(options, spec)
    start = native.native_state(searched)
    result = run_search(
        search, lambda: search.run(start, asked, rows), root, method, progress=progress, on_interrupt=on_interrupt
    )
    return replace(result, tree=SearchTree.from_record(search.tree(), root)) if rows else result
