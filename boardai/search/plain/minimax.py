"""Minimax, with averaging and variable depth, and negamax: the searches all others are measured by.

The searches are C++ (`native/boardai/search/plain/minimax.hpp` and `negamax.hpp` have ideas, formulas and papers).
`boardai.search.reference` has the same in plain Python: minimax.py, averaging.py, negamax.py.
"""

from __future__ import annotations

from typing import Any

from boardai.search.evaluated import Evaluator
from boardai.search.plain.depth_first import search_depth_first
from boardai.search.plain.options import MinimaxOptions, NegamaxOptions
from boardai.search.results.result import SearchResult
from boardai.search.run import Progress, with_options


def minimax(
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
    """Minimax from one state, by the three steps of docs/search/minimax.md.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> result = boardai.search.minimax(state, depth=3)
    >>> result.depth, result.nodes
    (3, 586)

    A depth alone means one search to that depth; no limit at all, to the end of the game. With `nodes` or `seconds` the
    depth grows from 1, and the last complete depth counts.

    Args:
        state: a state of any game; it is not changed.
        depth: plies.
        nodes: most positions to visit.
        seconds: wall time.
        evaluator: values at the depth: a name of `evaluators(state)`, a function, `Outcome(f)`, `Network(f)`.
        seed: not used: nothing here is random.
        progress: gets the result so far, at most ten times a second.
        tree: keep the tree in `result.tree`; a number limits its rows.
        on_interrupt: what Ctrl-C does: `raise` KeyboardInterrupt, or `return` the best so far.
        **options: fields of `MinimaxOptions`; or all at once, `options=MinimaxOptions(...)`.

    Returns:
        The result. `action_values` has every move's exact value; with averaging they are fractions.

    Raises:
        ValueError: the game is over, or a limit or option is out of range.
        TypeError: no such option.
    """
    return search_depth_first(
        "minimax",
        "Minimax",
        with_options(minimax, MinimaxOptions(), options).to_native(),
        state,
        depth=depth,
        nodes=nodes,
        seconds=seconds,
        evaluator=evaluator,
        progress=progress,
        tree=tree,
        on_interrupt=on_interrupt,
    )


def negamax(
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
    """Negamax from one state: minimax's value and nodes by one rule for both players.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> result = boardai.search.negamax(state, depth=3)
    >>> result.nodes == boardai.search.minimax(state, depth=3).nodes
    True

    Args:
        state: a state of any game; it is not changed.
        depth: plies; limits work as in `minimax`.
        nodes: most positions to visit.
        seconds: wall time.
        evaluator: values at the depth: a name of `evaluators(state)`, a function, `Outcome(f)`, `Network(f)`.
        seed: not used: nothing here is random.
        progress: gets the result so far, at most ten times a second.
        tree: keep the tree in `result.tree`; a number limits its rows.
        on_interrupt: what Ctrl-C does: `raise` KeyboardInterrupt, or `return` the best so far.
        **options: fields of `NegamaxOptions`; or all at once, `options=NegamaxOptions(...)`.

    Raises:
        ValueError: the game is over, or a limit or option is out of range.
        TypeError: no such option.
    """
    return search_depth_first(
        "negamax",
        "Negamax",
        with_options(negamax, NegamaxOptions(), options).to_native(),
        state,
        depth=depth,
        nodes=nodes,
        seconds=seconds,
        evaluator=evaluator,
        progress=progress,
        tree=tree,
        on_interrupt=on_interrupt,
    )
