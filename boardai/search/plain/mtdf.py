"""MTD(f): minimax by zero-window questions and a table.

The search is C++ (`native/boardai/search/plain/mtdf.hpp` has idea, formula and paper);
`boardai.search.reference.plain.mtdf` is the same in plain Python.
"""

from __future__ import annotations

from typing import Any

from boardai import native
from boardai.search.evaluated import Evaluator, with_evaluator
from boardai.search.plain.options import MtdfOptions
from boardai.search.results.result import SearchResult
from boardai.search.run import Progress, limits, run_search, searched_copy, with_options


def mtdf(
    state: Any,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    evaluator: Evaluator = "",
    seed: int = 0,
    progress: Progress | None = None,
    on_interrupt: str = "raise",
    **options: Any,
) -> SearchResult:
    """MTD(f) from one state, by the four steps of docs/search/mtdf.md.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> result = boardai.search.mtdf(state, depth=3)
    >>> result.value == boardai.search.minimax(state, depth=3).value
    True

    The depth grows from 1 to `depth`, until another limit, or, without limits, to the end of the game; the last
    complete depth counts. It ends early where a win or loss is proven, which no further ply could change.

    Args:
        state: a state of any game; it is not changed.
        depth: plies.
        nodes: most positions to visit.
        seconds: wall time.
        evaluator: values at the depth: a name of `evaluators(state)`, a function, `Outcome(f)`, `Network(f)`.
        seed: not used: nothing here is random.
        progress: gets the result so far, at most ten times a second.
        on_interrupt: what Ctrl-C does: `raise` KeyboardInterrupt, or `return` the best so far.
        **options: fields of `MtdfOptions`; or all at once, `options=MtdfOptions(...)`.

    Returns:
        The result; its value is minimax's. `notes["passes"]` counts the questions put to the root.

    Raises:
        ValueError: the game is over, a limit or option is out of range, or the game lacks what an option needs.
        TypeError: no such option.
    """
    chosen = with_options(mtdf, MtdfOptions(), options).to_native()
    root = searched_copy(state, evaluator)
    asked = limits(depth=depth, nodes=nodes, seconds=seconds)
    searched, spec = with_evaluator(root, evaluator)
    search = native.template("Mtdf", searched)(chosen, spec)
    start = native.native_state(searched)
    return run_search(
        search, lambda: search.run(start, asked), root, "mtdf", progress=progress, on_interrupt=on_interrupt
    )
