"""Shared code of the minimax reference implementations: leaf values, move ordering, and the result.

Scores are integers for the player to move: an evaluation within +-30,000, or 32,000 - n for a win n plies from the
searched state, so that quicker wins are larger.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

WIN_SCORE = 32_000
INFINITE = WIN_SCORE + 1

Evaluation = Callable[[Any], int]


def points_of(value: float, point: float) -> float:
    """A score in points of `point` each; an integer if it is exactly the score of a whole margin."""
    whole = round(value / point)
    return whole if round(whole * point) == value else value / point


def own_evaluation(state: Any) -> int:
    """The game's own static evaluation for the side to move, 0 if it has none."""
    return state.evaluate() if hasattr(state, "evaluate") else 0


class Watch:
    """Receives a reference implementation's steps; the base class ignores them, `boardai.trace` records them.

    Calls are nested like the search: those between a `look` and its `back` belong to positions below that action.
    """

    def look(self, action: int, alpha: int = -INFINITE, beta: int = INFINITE) -> None:
        """An action is tried, with this window, which is from the side of the player to move."""

    def back(self, value: float, cut: bool = False) -> None:
        """The action's value, for the player to move; in minimax always for the player at the root.

        Args:
            value: value of the action.
            cut: whether the remaining actions are cut off.
        """


@dataclass
class Search:
    """One search: its evaluation of leaves, and its counts.

    Attributes:
        evaluate: static value for the side to move of an unfinished game.
        points: value of a point of the margin of a finished game, in the unit of `evaluate`; 0: games count by win or
            loss.
        by_evaluation: moves are ordered by the static value of the position after them if two or more plies are left;
            otherwise, and for equal values, by number.
        nodes: positions visited.
        leaves: number of these that were evaluated or finished.
    """

    evaluate: Evaluation = own_evaluation
    points: float = 0
    by_evaluation: bool = True
    nodes: int = 0
    leaves: int = 0

    def is_leaf(self, state: Any, depth: int | None) -> bool:
        """Counts the position; `depth` is the plies left, None in a search to the end of the game."""
        self.nodes += 1
        leaf = depth == 0 or state.is_terminal()
        self.leaves += leaf
        return leaf

    def value(self, state: Any, ply: int) -> int:
        """A leaf's value for the player to move, `ply` plies from the searched state."""
        player = state.current_player()
        if not state.is_terminal():
            return self.evaluate(state)
        if self.points:
            return round(state.score(player) * self.points)
        return state.outcome(player) * (WIN_SCORE - ply)

    def ordered(self, state: Any, depth: int | None) -> list[int]:
        """The actions in the order of the search; `depth` is the plies left."""
        actions = state.legal_actions()
        if not self.by_evaluation or (depth is not None and depth < 2):
            return actions
        return sorted(actions, key=lambda action: -self.looks(state, action))

    def looks(self, state: Any, action: int) -> int:
        """The static value of the position after an action, for the player who moves; all wins have the same value."""
        child = state.child(action)
        value = self.value(child, 0)
        return value if child.current_player() == state.current_player() else -value

    def found(self, value: float, action: int) -> Found:
        """The search's result: the value, in points if finished games are valued by points."""
        in_points = points_of(value, self.points) if self.points else value
        return Found(in_points, action, self.nodes, self.leaves)


@dataclass(frozen=True)
class Found:
    """The result of a reference implementation: the mover's value, the first best action, and the counts."""

    value: float
    action: int
    nodes: int
    leaves: int


def less(depth: int | None) -> int | None:
    """One ply less."""
    return None if depth is None else depth - 1
