"""What the faces of the solvers share: proof-number search and df-pn.

The native side is `native/boardai/search/solvers/solver.hpp`.
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
from boardai.search.run import Progress, check_searchable, finished, limits, reporting

_LONGEST_LINE = 4096
_INFINITE = 0x3FFF_FFFF
_ANSWERS = {1: True, 0: False, -1: None}


def _number(number: int) -> int | str:
    """A proof or disproof number; text, since JSON knows no infinity."""
    return int(number) if number < _INFINITE else "infinite"


def solve(
    method: str,
    template: str,
    options: Any,
    state: Any,
    *,
    depth: int | None,
    nodes: int | None,
    seconds: float | None,
    evaluator: str | EvaluationFunction | None,
    progress: Progress | None,
    tree: bool | int | None = None,
) -> SearchResult:
    """Runs one of the solvers.

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
        tree: keep the tree; a number limits its rows.
    """
    check_searchable(state)
    asked = limits(depth=depth, nodes=nodes, seconds=seconds)
    rows = tree_rows(tree)
    searched, name = (state, "none") if evaluator is None else with_evaluator(state, evaluator)
    arguments = (name, rows) if template == "Pns" else (name,)
    search = native.template(template, searched)(native.native_state(searched), options, *arguments)
    start = time.perf_counter()

    def collect() -> SearchResult | None:
        return _result(search, state, method, time.perf_counter() - start)

    with reporting(search, progress, collect):
        result = finished(lambda: search.run(asked), collect)
    return replace(result, tree=SearchTree.from_record(search.tree(), state)) if rows else result


def _result(search: Any, state: Any, method: str, seconds: float) -> SearchResult | None:
    found = search.result()
    if found.action < 0:
        return None
    line = np.empty(_LONGEST_LINE, np.int32)
    pv = line[: search.principal_variation(line, line.size)].tolist()
    can_win, can_draw = _ANSWERS[found.can_win], _ANSWERS[found.can_draw]
    value = 1 if can_win else -1 if can_draw is False else 0 if can_win is False and can_draw else None
    notes: dict[str, Any] = {
        "can win": can_win,
        "can draw": can_draw,
        "proof number": _number(found.proof),
        "disproof number": _number(found.disproof),
    }
    if found.length >= 0:
        notes["plies of the proof"] = int(found.length)
    if found.collections:
        notes["memory swept"] = int(found.collections)
    if found.memory_full:
        notes["memory full"] = True
    if found.line_too_long:
        notes["ended at a line of plies"] = _LONGEST_LINE
    return SearchResult(
        action=int(found.action),
        value=value,
        policy={action: float(action == found.action) for action in state.legal_actions()},
        pv=pv or [int(found.action)],
        nodes=int(found.nodes),
        depth=int(found.deepest),
        seconds=seconds,
        player=state.current_player(),
        method=method,
        state=state.clone(),
        outcome=value,
        hash_use=float(found.memory_use),
        notes=notes,
    )
