"""Principal variation search in plain Python: iterative deepening, a table, and trust in the first move.

    pvs(s, alpha, beta, d):  the first move with the window (alpha, beta), every other one with (alpha, alpha + 1),
    which only tests whether it is better; if so, again with (alpha, beta).

Paper: Marsland and Campbell 1982, Parallel search of strongly ordered game trees. Cost: about b^(d/2) positions for b
moves per position when the first moves are the best. The steps are those of `native/boardai/search/pvs/pvs.hpp`; with
`MATCHING` options its values and node counts are the same. The techniques that make the native search strong
(quiescence, pruning, reductions, better order: steps 2, 5, 6 and 10) are left out.
"""

from typing import Any

from boardai.search.reference.plain.leaves import INFINITE, WIN_SCORE, Evaluation, Found, Search, own_evaluation

_DECIDED = 30_000

# Fields of PvsOptions with which the native search is equal to this one.
MATCHING = {
    "same_depth": True,
    "aspiration": 0,
    **dict.fromkeys(("mate_distance", "repetition_draws", "internal_deepening", "quiescence", "delta_pruning"), False),
    "endings": False,
    **dict.fromkeys(("capture_order", "killers", "history", "continuation", "quiet_order"), False),
    **dict.fromkeys(("null_move", "reverse_futility", "futility", "razoring", "probcut", "check_extension"), False),
    **dict.fromkeys(("late_move_reductions", "late_move_pruning", "exchange_pruning"), False),
    **dict.fromkeys(("far_continuation", "capture_history", "internal_reduction", "correction_history"), False),
    "singular_extensions": False,
}


def pvs(state: Any, depth: int, evaluate: Evaluation = own_evaluation, points: float = 0) -> Found:
    """Searches a state that is not terminal.

    Args:
        state: start state; it is not changed.
        depth: plies of the last iteration.
        evaluate: static value for the side to move.
        points: value of a point of the margin of a finished game; 0: games count by win or loss.
    """
    search = Search(evaluate, points)
    table: dict[int, tuple[int, str, int, int]] = {}  # hash -> depth, bound, score, action

    def visit(state: Any, alpha: int, beta: int, depth: int, ply: int) -> int:
        """The value for the player to move: exact inside the window, else a bound."""
        # 3. The end of the game, or depth 0.
        if search.is_leaf(state, depth):
            return search.value(state, ply)
        # 4. The table decides a null window, or at least suggests a move.
        known_depth, bound, score, table_action = table.get(state.hash(), (-1, "", 0, -1))
        score = from_table(score, ply)
        useful = bound == "exact" or (bound == "lower" and score >= beta) or (bound == "upper" and score <= alpha)
        if beta - alpha == 1 and known_depth == depth and useful:
            return score
        # 7. The moves, the table's first.
        actions = sorted(state.legal_actions(), key=lambda action: action != table_action)
        return best_of(state, actions, alpha, beta, depth, ply, table_action)[0]

    def best_of(state: Any, actions: list[int], alpha: int, beta: int, depth: int, ply: int, known: int) -> Any:
        lowest, best = alpha, -INFINITE
        better: list[int] = []  # moves better than all moves before them
        for place, action in enumerate(actions):
            child = state.child(action)
            # 7c. The first move is assumed to be the best; 8. a better one is searched again.
            value = move_value(state, child, alpha, beta if place == 0 else alpha + 1, depth, ply)
            if place > 0 and alpha < value < beta:
                value = move_value(state, child, alpha, beta, depth, ply)
            # 7d. Better than alpha: remember it. At least beta: the opponent will not allow this position.
            best = max(best, value)
            if value > alpha:
                alpha = value
                better.append(action)
                if alpha >= beta:
                    break
        # 9. Store.
        bound = "lower" if best >= beta else "exact" if best > lowest else "upper"
        table[state.hash()] = (depth, bound, to_table(best, ply), better[-1] if better else known)
        return best, better

    def move_value(state: Any, child: Any, alpha: int, beta: int, depth: int, ply: int) -> int:
        """The child's value for the player who moves in `state`: the sign changes only if the player does."""
        if child.current_player() == state.current_player():
            return visit(child, alpha, beta, depth - 1, ply + 1)
        return -visit(child, -beta, -alpha, depth - 1, ply + 1)

    # 1. Iterative deepening; the best move of an iteration is first in the next one, then the earlier best moves.
    actions = state.legal_actions()
    for iteration in range(1, depth + 1):
        search.nodes += 1
        value, better = best_of(state, actions, -INFINITE, INFINITE, iteration, 0, -1)
        actions = better[::-1] + [action for action in actions if action not in better]
        if not points and abs(value) >= _DECIDED and WIN_SCORE - abs(value) <= iteration:
            break  # no shorter win can be found
    return search.found(value, actions[0])


def to_table(score: int, ply: int) -> int:
    """Converts a win's distance from the searched state to one from the position, which other lines can reach too."""
    return score + ply if score >= _DECIDED else score - ply if score <= -_DECIDED else score


def from_table(score: int, ply: int) -> int:
    """The inverse of `to_table`."""
    return score - ply if score >= _DECIDED else score + ply if score <= -_DECIDED else score
