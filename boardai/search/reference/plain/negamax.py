"""Negamax in plain Python: minimax with one rule for both players.

    value(s) = f(s) for the player to move                     at a leaf
               max over children c of -value(c)                otherwise
               (+value(c) where the same player moves again)

Paper: Knuth and Moore 1975, An analysis of alpha-beta pruning. Cost: exactly the positions that minimax visits. The
steps are those of `native/boardai/search/plain/negamax.hpp`, whose values and node counts are the same.
"""

from typing import Any

from boardai.search.reference.plain.leaves import Evaluation, Found, Search, less, own_evaluation


def negamax(state: Any, depth: int | None, evaluate: Evaluation = own_evaluation, points: float = 0) -> Found:
    """Searches a state that is not terminal.

    Args:
        state: start state; it is not changed.
        depth: plies; None: to the end of the game.
        evaluate: static value for the side to move.
        points: value of a point of the margin of a finished game; 0: games count by win or loss.
    """
    search = Search(evaluate, points)

    def value(state: Any, depth: int | None, ply: int) -> tuple[float, int]:
        """The value for the player to move, and the action (-1 at a leaf)."""
        # 1. Leaf: f for the player to move.
        if search.is_leaf(state, depth):
            return search.value(state, ply), -1
        # 2. The largest child, seen from the mover's side; max() keeps the first of equals.
        return max(
            ((seen_from_here(state, state.child(action), depth, ply), action) for action in state.legal_actions()),
            key=lambda pair: pair[0],
        )

    def seen_from_here(state: Any, child: Any, depth: int | None, ply: int) -> float:
        """The child's value for the player who moves in `state`."""
        found = value(child, less(depth), ply + 1)[0]
        return found if child.current_player() == state.current_player() else -found

    best, action = value(state, depth, 0)
    return search.found(best, action)
