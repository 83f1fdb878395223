"""Scout: measure the first move, then only test whether another is better.

The search is C++ (`native/boardai/search/plain/scout.hpp` has idea, formula and paper);
`boardai.search.reference.plain.scout` is the same in plain Python.
"""

from __future__ import annotations

from typing import Any

from boardai.search.evaluated import Evaluator
from boardai.search.plain.depth_first import search_depth_first
from boardai.search.plain.options import ScoutOptions
from boardai.search.results.result import SearchResult
from boardai.search.run import Progress, with_options


def scout(
    state: Any,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    evaluator: Evaluator = "",
    seed: int = 0,
    progress: Progress | None = None,
    tree: bool | int | None = None,
    on_interrupt: str = "raise",
    **options: Any,
) -> SearchResult:
    """Scout from one state, by the four steps of docs/search/scout.md.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> result = boardai.search.scout(state, depth=3)
    >>> result.value == boardai.search.minimax(state, depth=3).value
    True

    Args:
        state: a state of any game; it is not changed.
        depth: plies; limits work as in `alphabeta`.
        nodes: most positions to visit.
        seconds: wall time.
        evaluator: values at the depth: a name of `evaluators(state)`, a function, `Outcome(f)`, `Network(f)`.
        seed: not used: nothing here is random.
        progress: gets the result so far, at most ten times a second.
        tree: keep the tree in `result.tree`; a number limits its rows. A move that was tested and then valued in full
            has two rows.
        on_interrupt: what Ctrl-C does: `raise` KeyboardInterrupt, or `return` the best so far.
        **options: fields of `ScoutOptions`; or all at once, `options=ScoutOptions(...)`.

    Returns:
        The result. A move whose test said no has only a bound, "at most".

    Raises:
        ValueError: the game is over, a limit or option is out of range, or the game lacks what an option needs.
        TypeError: no such option.
    """
    return search_depth_first(
        "scout",
        "Scout",
        with_options(scout, ScoutOptions(), options).to_native(),
        state,
        depth=depth,
        nodes=nodes,
        seconds=seconds,
        evaluator=evaluator,
        progress=progress,
        tree=tree,
        on_interrupt=on_interrupt,
    )
