"""MTD(f): minimax by zero-window questions and a table.

The search is C++ (`native/boardai/search/plain/mtdf.hpp` has idea, formula and paper);
`boardai.search.reference.plain.mtdf` is the same in plain Python.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from boardai import native
from boardai.search.evaluated import EvaluationFunction, with_evaluator
from boardai.search.plain.depth_first import read_result
from boardai.search.plain.options import MtdfOptions
from boardai.search.results.result import SearchResult
from boardai.search.run import Progress, check_searchable, finished, limits, reporting, with_options


def mtdf(
    state: Any,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    evaluator: str | EvaluationFunction = "",
    seed: int = 0,
    progress: Progress | None = None,
    **options: Any,
) -> SearchResult:
    """MTD(f) from one state, by the four steps of docs/search/mtdf.md.

    The depth grows from 1 to `depth`, until another limit, or, without limits, to the end of the game; the last
    complete depth counts. It ends early where a win or loss is proven, which no further ply could change.

    Args:
        state: a state of any game; it is not changed.
        depth: plies.
        nodes: most positions to visit.
        seconds: wall time.
        evaluator: values at the depth: a name of `evaluators(state)`, or a function of the state.
        seed: not used: nothing here is random.
        progress: gets the result so far, at most ten times a second.
        **options: fields of `MtdfOptions`.

    Returns:
        The result; its value is minimax's. `notes["passes"]` counts the questions put to the root.

    Raises:
        ValueError: the game is over, a limit or option is out of range, or the game lacks what an option needs.
        TypeError: no such option.
    """
    chosen = with_options(mtdf, MtdfOptions(), options).to_native()
    check_searchable(state)
    asked = limits(depth=depth, nodes=nodes, seconds=seconds)
    searched, name = with_evaluator(state, evaluator)
    search = native.template("Mtdf", searched)(chosen, name)
    root = native.native_state(searched)
    start = time.perf_counter()

    def collect() -> SearchResult | None:
        result = read_result(search, state, "mtdf", time.perf_counter() - start, True)
        if result is None:
            return None
        notes = result.notes | {"passes": int(search.passes())}
        return replace(result, hash_use=float(search.hash_use()), notes=notes)

    with reporting(search, progress, collect):
        return finished(lambda: search.run(root, asked), collect)
