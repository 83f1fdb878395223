"""Alpha-beta, fail-hard and fail-soft, at a fixed depth or to the end of the game.

The search is C++ (`native/boardai/search/plain/alphabeta.hpp` has idea, formula and papers);
`boardai.search.reference.plain.alphabeta` is the same in plain Python.
"""

from __future__ import annotations

from typing import Any

from boardai.search.evaluated import Evaluator
from boardai.search.plain.depth_first import search_depth_first
from boardai.search.plain.options import AlphaBetaOptions
from boardai.search.results.result import SearchResult
from boardai.search.run import Progress, with_options


def alphabeta(
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
    """Alpha-beta from one state, by the four steps of docs/search/alphabeta.md.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> result = boardai.search.alphabeta(state, depth=3)
    >>> whole = boardai.search.minimax(state, depth=3)
    >>> result.value == whole.value, result.nodes < whole.nodes
    (True, True)

    A depth alone means one search to that depth; no limit at all, to the end of the game. With `nodes` or `seconds` the
    depth grows from 1, each time with the moves ordered by the values before, and the last complete depth counts.

    Args:
        state: a state of any game; it is not changed.
        depth: plies.
        nodes: most positions to visit.
        seconds: wall time.
        evaluator: values at the depth: a name of `evaluators(state)`, a function, `Outcome(f)`, `Network(f)`.
        seed: not used: nothing here is random.
        progress: gets the result so far, at most ten times a second.
        tree: keep the tree, pruned moves included, in `result.tree`; a number limits its rows.
        on_interrupt: what Ctrl-C does: `raise` KeyboardInterrupt, or `return` the best so far.
        **options: fields of `AlphaBetaOptions`; or all at once, `options=AlphaBetaOptions(...)`.

    Returns:
        The result. `bounds` says which of `action_values` are only bounds; `notes["value is"]` is there where the value
        itself lies outside the root's window.

    Raises:
        ValueError: the game is over, a limit or option is out of range, or the game lacks what an option needs.
        TypeError: no such option.
    """
    return search_depth_first(
        "alphabeta",
        "AlphaBeta",
        with_options(alphabeta, AlphaBetaOptions(), options).to_native(),
        state,
        depth=depth,
        nodes=nodes,
        seconds=seconds,
        evaluator=evaluator,
        progress=progress,
        tree=tree,
        on_interrupt=on_interrupt,
    )
