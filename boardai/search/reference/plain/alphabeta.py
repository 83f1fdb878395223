"""Alpha-beta in plain Python, fail-hard and fail-soft.

    value(s, alpha, beta) = max over children c of -value(c, -beta, -alpha), alpha rising with the best child,
                            ended as soon as a child reaches beta

Papers: Knuth and Moore 1975, An analysis of alpha-beta pruning; fail-soft: Fishburn 1983, Another optimization of
alpha-beta search. Cost: b^ceil(L/2) + b^floor(L/2) - 1 leaves when the best move comes first, b^L when it comes last.
The steps are those of `native/boardai/search/plain/alphabeta.hpp`, whose values and node counts are the same.
"""

from typing import Any

from boardai.search.reference.plain.leaves import INFINITE, Evaluation, Found, Search, Watch, less, own_evaluation


def alphabeta(
    state: Any,
    depth: int | None,
    evaluate: Evaluation = own_evaluation,
    points: float = 0,
    fail_soft: bool = True,
    alpha: int = -INFINITE,
    beta: int = INFINITE,
    watch: Watch | None = None,
    by_evaluation: bool = True,
) -> Found:
    """Searches a state that is not terminal.

    Args:
        state: start state; it is not changed.
        depth: plies; None: to the end of the game.
        evaluate: static value for the side to move.
        points: value of a point of the margin of a finished game; 0: games count by win or loss.
        fail_soft: values outside the window are returned as found, not clipped to it.
        alpha: lower end of the root's window.
        beta: upper end of the root's window.
        watch: called with each step.
        by_evaluation: tries moves in the order of their static values; otherwise by action number.
    """
    search = Search(evaluate, points, by_evaluation)
    watch = watch or Watch()

    def value(state: Any, depth: int | None, ply: int, alpha: int, beta: int) -> tuple[int, int]:
        """The value for the player to move, and the first action that reached it (-1 at a leaf)."""
        # 1. Leaf: its value for the player to move.
        if search.is_leaf(state, depth):
            return search.value(state, ply), -1
        # 2. Each child with the window from its side. Fail-soft also remembers the best child below alpha.
        actions = search.ordered(state, depth)
        best, best_action = (-INFINITE if fail_soft else alpha), actions[0]
        for action in actions:
            child = state.child(action)
            watch.look(action, alpha, beta)
            if child.current_player() == state.current_player():
                found = value(child, less(depth), ply + 1, alpha, beta)[0]
            else:
                found = -value(child, less(depth), ply + 1, -beta, -alpha)[0]
            if found > best:
                best, best_action = found, action
            # 3. A better move: the window shrinks.
            alpha = max(alpha, found)
            watch.back(found, cut=found >= beta)
            # 4. Cutoff: the opponent will not allow this position.
            if found >= beta:
                return (found if fail_soft else beta), best_action
        return best, best_action

    best, action = value(state, depth, 0, alpha, beta)
    return search.found(best, action)
