"""AND/OR search: who wins, and the strategy that does it.

The search is C++ (`native/boardai/search/solvers/and_or.hpp` has idea, formula and papers);
`boardai.search.reference.solvers.and_or` is the same in plain Python.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import numpy as np

from boardai import native
from boardai.search.evaluated import EvaluationFunction, with_evaluator
from boardai.search.plain.depth_first import tree_rows
from boardai.search.results.result import SearchResult
from boardai.search.results.tree import SearchTree
from boardai.search.run import Progress, check_searchable, finished, limits, reporting, with_options
from boardai.search.solvers.options import AndOrOptions
from boardai.search.solvers.strategy import Strategy


def and_or(
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
    """Proves the outcome of a game by a strategy, by the steps of docs/search/and_or.md.

    Asks whether the player to move can force a win, then whether the other one can, then whether the player to move
    can force a draw.

    Args:
        state: a state of any game; it is not changed.
        depth: plies within which the goal must be reached; None: to the end of the game.
        nodes: most positions to visit. With `nodes` or `seconds` the depth grows from 1 until the outcome is known.
        seconds: wall time.
        evaluator: for `ordering="evaluation"`: a name of `evaluators(state)`, or a function of the state.
        seed: not used: nothing here is random.
        progress: gets the result so far, at most ten times a second.
        tree: keep the tree of the last question in `result.tree`; a number limits its rows.
        **options: fields of `AndOrOptions`.

    Returns:
        The result. `value` and `outcome` are +1, 0, -1 or None if unproven; `strategy` proves it (the opponent's where
        the player to move has lost), `pv` is its longest line. Without a proof, `action` is just a legal move.

    Raises:
        ValueError: the game is over, a limit or option is out of range, or the game lacks what an option needs.
        TypeError: no such option.
    """
    check_searchable(state)
    asked = limits(depth=depth, nodes=nodes, seconds=seconds)
    rows = tree_rows(tree)
    chosen = with_options(and_or, AndOrOptions(), options).to_native()
    searched, name = with_evaluator(state, evaluator)
    search = native.template("AndOr", searched)(chosen, name)
    root = native.native_state(searched)
    start = time.perf_counter()

    def collect() -> SearchResult | None:
        return _result(search, state, time.perf_counter() - start)

    with reporting(search, progress, collect):
        result = finished(lambda: search.run(root, asked, rows), collect)
    return replace(result, tree=SearchTree.from_record(search.tree(), state)) if rows else result


def _result(search: Any, state: Any, seconds: float) -> SearchResult | None:
    found = search.result()
    if found.action < 0:
        return None
    strategy = _strategy(search, found, state) if found.has_strategy else None
    line = [int(found.action)] if strategy is None else strategy.longest_line()
    action = line[0]  # of a lost position: what holds out longest against the strategy
    outcome = int(found.outcome) if found.decided else None
    notes: dict[str, Any] = {"leaves": int(found.leaves)}
    if strategy is not None:
        notes["moves in the strategy"] = len(strategy)
    return SearchResult(
        action=action,
        value=outcome,
        policy={legal: float(legal == action) for legal in state.legal_actions()},
        pv=line,
        nodes=int(found.nodes),
        depth=int(found.depth),
        seconds=seconds,
        player=state.current_player(),
        method="and_or",
        state=state.clone(),
        outcome=outcome,
        notes=notes,
        strategy=strategy,
    )


def _strategy(search: Any, found: Any, state: Any) -> Strategy:
    plies, actions = np.empty(found.strategy_size, np.int32), np.empty(found.strategy_size, np.int32)
    search.strategy(plies, actions)
    return Strategy(state.clone(), int(found.player), int(found.goal), plies, actions)
