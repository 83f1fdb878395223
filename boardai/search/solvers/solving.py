"""What the faces of the solvers share.

The native side is `native/boardai/search/solvers/solver.hpp`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from boardai import native
from boardai.search.evaluated import Evaluator, with_evaluator
from boardai.search.results.result import SearchResult
from boardai.search.results.strategy import Strategy
from boardai.search.results.tree import SearchTree
from boardai.search.run import Progress, limits, run_search, searched_copy, tree_rows

STRATEGY_MOVES = 1_000_000
POSITIONS = 200_000


def solve(
    method: str,
    template: str,
    options: Any,
    state: Any,
    *,
    depth: int | None,
    nodes: int | None,
    seconds: float | None,
    evaluator: Evaluator | None,
    progress: Progress | None,
    on_interrupt: str,
    tree: bool | int | None = None,
    strategy: bool | int | None = None,
    positions: bool | int | None = None,
) -> SearchResult:
    """Runs proof-number search or df-pn.

    Args:
        method: its name in `boardai.search`.
        template: the native class.
        options: its native options.
        state: what to solve; it is not changed.
        depth: plies after which an open position counts as not won.
        nodes: most nodes.
        seconds: wall time.
        evaluator: what the numbers of open leaves start from; None: nothing.
        progress: gets the result so far, at most ten times a second.
        on_interrupt: what Ctrl-C does: `raise` or `return`.
        tree: keep the tree (`Pns`); a number limits its rows.
        strategy: write the strategy down (`DfPn`); a number limits its moves.
        positions: hand on the positions solved on the way (`DfPn`); a number limits them.
    """
    root = searched_copy(state)
    asked = limits(depth=depth, nodes=nodes, seconds=seconds)
    rows = tree_rows(tree)
    moves = tree_rows(strategy, most=STRATEGY_MOVES, name="strategy")
    kept = tree_rows(positions, most=POSITIONS, name="positions")
    searched, spec = (root, "none") if evaluator is None else with_evaluator(root, evaluator)
    search = native.template(template, searched)(options, spec)
    start = native.native_state(searched)
    arguments = (start, asked, rows) if template == "Pns" else (start, asked, moves, kept)
    result = run_search(
        search, lambda: search.run(*arguments), root, method, progress=progress, on_interrupt=on_interrupt
    )
    if rows:
        return replace(result, tree=SearchTree.from_record(search.tree(), root))
    if kept:
        result = replace(result, positions=solved_positions(search, root))
    return replace(result, strategy=found_strategy(search, root)) if moves else result


def solved_positions(search: Any, root: Any) -> list[tuple[Any, int, int | None]]:
    """The positions that `DfPn` has solved on its way: each a state, its outcome, and a move that wins or None.

    Args:
        search: after its run.
        root: the state that it solved.
    """
    count = search.positions_solved()
    if count == 0:
        return []
    outcomes, actions = np.empty(count, np.int32), np.empty(count, np.int32)
    search.solved_columns(outcomes, actions)
    found = []
    for number, (outcome, action) in enumerate(zip(outcomes.tolist(), actions.tolist(), strict=True)):
        found.append((root.from_string(str(search.solved_text(number))), outcome, action if outcome > 0 else None))
    return found


def found_strategy(search: Any, root: Any) -> Strategy | None:
    """The strategy that a native solver has written down; None: it has none.

    Args:
        search: `AndOr` or `DfPn`, after its run.
        root: the state that it solved.
    """
    found = search.strategy()
    if found.size() == 0:
        return None
    plies, actions = np.empty(found.size(), np.int32), np.empty(found.size(), np.int32)
    found.columns(plies, actions)
    return Strategy(root, int(found.player), int(found.goal), plies, actions)
