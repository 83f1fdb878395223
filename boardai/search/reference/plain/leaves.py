"""What the minimax twins share: leaf values, and what such a search returns.

Scores are whole numbers for the player to move: an evaluation inside +-30,000, or 32,000 - n for a game won in n plies
from the searched state, so that quicker wins are larger.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

WIN_SCORE = 32_000
INFINITE = WIN_SCORE + 1

Evaluation = Callable[[Any], int]


def own_evaluation(state: Any) -> int:
    """The game's own static value for the side to move, 0 where it has none."""
    return state.evaluate() if hasattr(state, "evaluate") else 0


class Watch:
    """Who is told of a twin's steps; by default nobody. `boardai.trace` listens.

    Steps nest as the search does: what lies between `look` and its `back` happens below that action.
    """

    def look(self, action: int, alpha: int = -INFINITE, beta: int = INFINITE) -> None:
        """An action is tried next, in this window as the player sees it who has the choice."""

    def back(self, value: float, cut: bool = False) -> None:
        """What came back of it, for the player who has the choice; in minimax always for the player at the root.

        Args:
            value: the action's.
            cut: the other actions here are not tried.
        """


@dataclass
class Search:
    """One search: how it evaluates leaves, and what it has counted.

    Attributes:
        evaluate: the static value for the side to move of a game that goes on.
        points: finished games count by their margin.
        nodes: positions visited.
        leaves: of these, evaluated ones and finished games.
    """

    evaluate: Evaluation = own_evaluation
    points: bool = False
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
        return state.score(player) if self.points else state.outcome(player) * (WIN_SCORE - ply)


@dataclass(frozen=True)
class Found:
    """What a twin found: the value for the player to move, the first best action, and the counts."""

    value: float
    action: int
    nodes: int
    leaves: int


def less(depth: int | None) -> int | None:
    """One ply less."""
    return None if depth is None else depth - 1
