"""Shared code of the minimax reference implementations: leaf values, move ordering, and the result.

Scores are whole numbers for the player to move: an evaluation inside +-30,000, or 32,000 - n for a game won in n plies
from the searched state, so that quicker wins are larger.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

WIN_SCORE = 32_000
INFINITE = WIN_SCORE + 1

Evaluation = Callable[[Any], int]


def points_of(value: float, point: float) -> float:
    """A score in points, where one is worth `point`: the whole margin that has this score, if there is one."""
    whole = round(value / point)
    return whole if round(whole * point) == value else value / point


def own_evaluation(state: Any) -> int:
    """The game's own static value for the side to move, 0 where it has none."""
    return state.evaluate() if hasattr(state, "evaluate") else 0


class Watch:
    """Receives a reference implementation's steps; by default nothing does. `boardai.trace` listens.

    Steps nest as the search does: what lies between `look` and its `back` happens below that action.
    """

    def look(self, action: int, alpha: int = -INFINITE, beta: int = INFINITE) -> None:
        """An action is tried next, in this window as the player sees it who has the choice."""

    def back(self, value: float, cut: bool = False) -> None:
        """The action's value, for the player who has the choice; in minimax always for the player at the root.

        Args:
            value: the action's.
            cut: the other actions here are not tried.
        """


@dataclass
class Search:
    """One search: its evaluation of leaves, and its counts.

    Attributes:
        evaluate: the static value for the side to move of a game that continues.
        points: value of a point of the margin of a finished game, in the unit of `evaluate`; 0: games count by win or
            loss.
        by_evaluation: moves are tried in the order of how the position after them looks, where two plies or more are
            left; else, and among equals, by number.
        nodes: positions visited.
        leaves: of these, evaluated ones and finished games.
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
        """The actions in the order to try them in; `depth` is the plies left."""
        actions = state.legal_actions()
        if not self.by_evaluation or (depth is not None and depth < 2):
            return actions
        return sorted(actions, key=lambda action: -self.looks(state, action))

    def looks(self, state: Any, action: int) -> int:
        """The static value of the position after an action, for the player who takes it: a win is a win however far."""
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
