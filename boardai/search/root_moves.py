"""A search restricted to some moves (`go searchmoves`): each is searched separately, from the position after it.

For searches without `root_actions`: the plain ones, from minimax to MTD(f). One ply later no move has to be excluded:
the value of a move is that of the position after it, from the mover's view. All moves are searched to one depth after
the other, the best first.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from boardai.search.results.result import SearchResult
from boardai.search.results.result_data import NOT_SEARCHED
from boardai.search.results.wording import EVALUATION_LIMIT, WIN_SCORE

_DEEPEST = 250  # plies


@dataclass
class RootMoves:
    """A search among some moves of a state.

    Attributes:
        search: a function of a state, with limits as keywords; it searches to a depth and returns scores.
        state: the root; it is not changed.
        actions: legal actions, at least one.
        limits: `depth`, `nodes` or `seconds`, for all of them together.
        halted: returns whether to stop now.
        by_points: finished games count by their margin, in points.
    """

    search: Callable[..., SearchResult]
    state: Any
    actions: Sequence[int]
    limits: dict[str, Any]
    halted: Callable[[], bool]
    by_points: bool = False
    _found: dict[int, SearchResult] = field(default_factory=dict)
    _nodes: int = 0
    _began: float = field(default_factory=time.monotonic)

    def best(self, progress: Callable[[SearchResult], None] | None) -> SearchResult:
        """The result for these moves, as if the others did not exist.

        Args:
            progress: receives the result after each depth.
        """
        order = list(self.actions)
        # The move itself is the first ply of the depth.
        for depth in range(1, max(2, self.limits.get("depth", _DEEPEST))):
            for action in order:
                self._look(action, depth)
            order.sort(key=lambda action: -_worth(self._found.get(action)))
            if self.halted() or self._left() is None:
                break
            if all(_is_decided(self._found[one].value) for one in order):
                break
            if progress is not None:
                progress(self._together(order))
        return self._together(order)

    def _look(self, action: int, depth: int) -> None:
        """Searches one move, unless time is up and it already has a result."""
        left = None if self.halted() else self._left()
        if left is None:
            return
        child = self.state.child(action)
        if child.is_terminal():
            self._found[action] = self._ended(action, child)
            return
        behind = self.search(child, **left, depth=depth)
        self._nodes += behind.nodes
        if behind.is_unsearched:
            return
        whole = behind.depth >= depth or _is_decided(behind.value)
        if whole or action not in self._found:  # a stopped search is less reliable than that of the previous depth
            self._found[action] = self._before(action, behind)

    def _left(self) -> dict[str, Any] | None:
        """The remaining limits, except the depth; None: one is used up."""
        left: dict[str, Any] = {}
        if "seconds" in self.limits:
            left["seconds"] = self.limits["seconds"] - self._seconds
        if "nodes" in self.limits:
            left["nodes"] = self.limits["nodes"] - self._nodes
        return left if all(value > 0 for value in left.values()) else None

    @property
    def _seconds(self) -> float:
        return time.monotonic() - self._began

    def _ended(self, action: int, child: Any) -> SearchResult:
        """The result of a move that ends the game."""
        player = self.state.current_player()
        outcome = int(child.outcome(player))
        return self._of_line(
            [action],
            int(child.score(player)) if self.by_points else outcome * (WIN_SCORE - 1),
            point=float(self.by_points),
            nodes=1,
            depth=1,
            outcome=outcome,
            plies_to_end=None if self.by_points else 1,
        )

    def _before(self, action: int, behind: SearchResult) -> SearchResult:
        """A result converted to the position one move earlier."""
        player = self.state.current_player()
        value = behind.value_for(player)
        if value is not None and _is_decided(value):
            value += -1 if value > 0 else 1  # a ply further from the end
        outcome = behind.outcome
        return self._of_line(
            [action, *behind.pv],
            value,
            nodes=behind.nodes,
            depth=behind.depth + 1,
            seconds=behind.seconds,
            method=behind.method,
            outcome=outcome if outcome is None or behind.player == player else -outcome,
            plies_to_end=None if behind.plies_to_end is None else behind.plies_to_end + 1,
            point=behind.point,
            hash_use=behind.hash_use,
            notes={"selective depth": behind.notes["selective depth"] + 1} if "selective depth" in behind.notes else {},
        )

    def _of_line(self, line: list[int], value: float | None, *, method: str = "", **others: Any) -> SearchResult:
        """A result for the state whose policy is only the first move of the line."""
        return SearchResult.of_line(self.state, line, method=method, value=value, policy={line[0]: 1.0}, **others)

    def _together(self, order: list[int]) -> SearchResult:
        """Combines the results of all moves, best first; moves without a result get no value."""
        if len(self._found) < len(order):
            notes = {NOT_SEARCHED: "no depth"}
            return self._of_line(order[:1], None, nodes=max(self._nodes, 1), seconds=self._seconds, notes=notes)
        values = {action: self._found[action].value for action in order}
        best = self._found[order[0]]
        longest = max(one.notes.get("selective depth", 1) for one in self._found.values())
        return replace(
            best,
            nodes=max(self._nodes, 1),
            seconds=self._seconds,
            action_values={action: value for action, value in values.items() if value is not None},
            notes={"lines": [self._found[action].pv for action in order], "selective depth": longest},
        )


def _is_decided(value: float | None) -> bool:
    return value is not None and abs(value) >= EVALUATION_LIMIT


def _worth(result: SearchResult | None) -> float:
    """The sort key of moves; moves without a result come last."""
    if result is None:
        return -math.inf
    assert result.value is not None  # only solvers return no value
    return float(result.value)
