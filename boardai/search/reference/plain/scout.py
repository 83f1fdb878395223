"""Scout in plain Python: measure the first move, then only test whether another one is better.

    EVAL(s) = EVAL of the first child, then of each child c for which TEST(c > best)
    TEST(s > v): is some child's value above v? One such child is enough.

Paper: Pearl 1980, SCOUT: a simple game-searching algorithm with proven optimal properties. Cost: asymptotically
optimal. The steps are those of `native/boardai/search/plain/scout.hpp`, whose values and node counts are the same.
"""

from typing import Any

from boardai.search.reference.plain.leaves import INFINITE, Evaluation, Found, Search, less, own_evaluation


def scout(
    state: Any,
    depth: int | None,
    evaluate: Evaluation = own_evaluation,
    points: float = 0,
    by_evaluation: bool = True,
) -> Found:
    """Searches a state that is not terminal.

    Args:
        state: start state; it is not changed.
        depth: plies; None: to the end of the game.
        evaluate: static value for the side to move.
        points: value of a point of the margin of a finished game; 0: games count by win or loss.
        by_evaluation: tries moves in the order of their static values; otherwise by action number.
    """
    search = Search(evaluate, points, by_evaluation)

    def evaluated(state: Any, depth: int | None, ply: int) -> tuple[int, int]:
        """EVAL: the value for the player to move, and the action (-1 at a leaf)."""
        # 1. Leaf: its value for the player to move.
        if search.is_leaf(state, depth):
            return search.value(state, ply), -1
        best, best_action = -INFINITE, -1
        for place, action in enumerate(search.ordered(state, depth)):
            child = state.child(action)
            # 2. Every child but the first is tested: is it better than the best so far?
            if place > 0 and not better(state, child, depth, ply, best):
                continue
            # 3. The first child, and every better one, is fully evaluated.
            found = evaluated(child, less(depth), ply + 1)[0]
            best = found if child.current_player() == state.current_player() else -found
            best_action = action
        return best, best_action

    def exceeds(state: Any, depth: int | None, ply: int, bound: int) -> bool:
        """TEST: is the position's value above `bound` for the player to move in it?"""
        if search.is_leaf(state, depth):
            return search.value(state, ply) > bound
        # 4. One child above the bound is enough.
        actions = search.ordered(state, depth)
        return any(better(state, state.child(action), depth, ply, bound) for action in actions)

    def better(state: Any, child: Any, depth: int | None, ply: int, bound: int) -> bool:
        """Is the child's value above `bound` for the player to move in `state`?"""
        if child.current_player() == state.current_player():
            return exceeds(child, less(depth), ply + 1, bound)
        # -value > bound means value < -bound, that is, not value > -bound - 1, as scores are integers.
        return not exceeds(child, less(depth), ply + 1, -bound - 1)

    best, action = evaluated(state, depth, 0)
    return search.found(best, action)
