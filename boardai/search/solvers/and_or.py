"""AND/OR search: who wins, and the strategy that does it.

The search is C++ (`native/boardai/search/solvers/and_or.hpp` has idea, formula and papers);
`boardai.search.reference.solvers.and_or` is the same in plain Python.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from boardai import native
from boardai.search.evaluated import Evaluator, with_evaluator
from boardai.search.results.result import SearchResult
from boardai.search.results.tree import SearchTree
from boardai.search.run import Progress, limits, run_search, searched_copy, tree_rows, with_options
from boardai.search.solvers.options import AndOrOptions
from boardai.search.solvers.solving import found_strategy


def and_or(
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
    """Proves the outcome of a game by a strategy, by the steps of docs/search/and_or.md.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> result = boardai.search.and_or(state)
    >>> result.value, result.strategy.check()
    (1, 48)

    Asks whether the player to move can force a win, then whether the other one can, then whether the player to move
    can force a draw.

    Args:
        state: a state of any game; it is not changed.
        depth: plies within which the goal must be reached; None: to the end of the game.
        nodes: most positions to visit. With `nodes` or `seconds` the depth grows from 1 until the outcome is known.
        seconds: wall time.
        evaluator: for `ordering="evaluation"`: a name of `evaluators(state)`, a function, `Outcome(f)`, `Network(f)`.
        seed: not used: nothing here is random.
        progress: gets the result so far, at most ten times a second.
        tree: keep the tree of the last question in `result.tree`; a number limits its rows.
        on_interrupt: what Ctrl-C does: `raise` KeyboardInterrupt, or `return` the best so far.
        **options: fields of `AndOrOptions`; or all at once, `options=AndOrOptions(...)`.

    Returns:
        The result. `value` and `outcome` are +1, 0, -1 or None if unproven; `strategy` proves it (the opponent's where
        the player to move has lost), `pv` is its longest line. Without a proof, `action` is just a legal move.

    Raises:
        ValueError: the game is over, a limit or option is out of range, or the game lacks what an option needs.
        TypeError: no such option.
    """
    root = searched_copy(state)
    asked = limits(depth=depth, nodes=nodes, seconds=seconds)
    rows = tree_rows(tree)
    chosen = with_options(and_or, AndOrOptions(), options).to_native()
    searched, spec = with_evaluator(root, evaluator)
    search = native.template("AndOr", searched)(chosen, spec)
    start = native.native_state(searched)
    result = run_search(
        search, lambda: search.run(start, asked, rows), root, "and_or", progress=progress, on_interrupt=on_interrupt
    )
    result = replace(result, strategy=found_strategy(search, root))
    return replace(result, tree=SearchTree.from_record(search.tree(), root)) if rows else result
