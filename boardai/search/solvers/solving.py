"""Sessions of the solvers: they return a strategy and other solved positions in addition to a result.

The native side is `native/boardai/search/solvers/solver.hpp`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from boardai.basics.setting import Setting
from boardai.search.limits import Limits
from boardai.search.results.result import SearchResult
from boardai.search.results.strategy import Strategy
from boardai.search.run import tree_rows
from boardai.search.session import Session

STRATEGY_MOVES = 1_000_000
POSITIONS = 200_000
NO_EVALUATOR = {"evaluator": Setting(None, kinds=(str,))}
"""Used in `takes=` for a search without an evaluator by default."""


class Solving(Session):
    """A solver that returns its strategy."""

    def _finished(self, search: Any, result: SearchResult, root: Any, rows: int, **own: Any) -> SearchResult:
        found = super()._finished(search, result, root, rows)
        return replace(found, strategy=found_strategy(search, root))


class DfPnSession(Solving):
    """df-pn, which returns a strategy and solved positions on request."""

    def _prepared(self, root: Any, limits: Limits, rows: int, **own: Any) -> tuple[Any, Callable[[], None]]:
        for name, asked in own.items():
            if asked and (limits.depth is not None or self.options.checks_only):
                raise ValueError(f"{name}: with a depth or checks_only, the answer does not hold for the whole game")
        return super()._prepared(root, limits, rows, **own)

    def _outputs(self, rows: int, **own: Any) -> tuple[int, ...]:
        moves = tree_rows(own.get("strategy"), STRATEGY_MOVES, "strategy")
        return moves, tree_rows(own.get("positions"), POSITIONS, "positions")

    def _finished(self, search: Any, result: SearchResult, root: Any, rows: int, **own: Any) -> SearchResult:
        positions = solved_positions(search, root) if own.get("positions") else result.positions
        return super()._finished(search, replace(result, positions=positions), root, rows)


def solved_positions(search: Any, root: Any) -> list[tuple[Any, int, int | None]]:
    """The positions that `DfPn` solved on the way: state, outcome, and a winning move or None.

    Args:
        search: the native search after its run.
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
    """The strategy of a native solver, or None.

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
