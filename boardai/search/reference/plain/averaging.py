"""Averaging minimax and variable depth in plain Python: two refinements of minimax.

Averaging smooths errors of the evaluation: the value of a level is the mean of its m best children (own levels) or of
its n worst (the opponent's). m = n = 1 is minimax. Variable depth lets a line end where the evaluation is stable: from
`shallower` plies before the depth to `deeper` plies after it, at the first position whose last move changed f by at
most the threshold.

Paper: Ószi 2021, MSc thesis, ELTE, sections 4.3.1 and 4.3.2. The steps are those of
`native/boardai/search/plain/minimax.hpp`, whose values and node counts are the same.
"""

from typing import Any

from boardai.search.reference.plain.leaves import Evaluation, Found, Search, own_evaluation


def averaging(
    state: Any,
    depth: int,
    evaluate: Evaluation = own_evaluation,
    average_best: int = 1,
    average_worst: int = 1,
    change_threshold: int = 0,
    deeper: int = 0,
    shallower: int = 0,
) -> Found:
    """Searches a state that is not terminal.

    Args:
        state: start state; it is not changed.
        depth: plies.
        evaluate: static value for the side to move.
        average_best: m.
        average_worst: n.
        change_threshold: a move that changes f by more is not quiet.
        deeper: number of plies beyond the depth for a line that is not quiet.
        shallower: number of plies before the depth at which a quiet line may end.
    """
    search = Search(evaluate)
    root_player = state.current_player()

    def f(state: Any, ply: int) -> float:
        """The static value for the player to move at the root."""
        found = search.value(state, ply)
        return found if state.current_player() == root_player else -found

    def ends_here(parent: Any, state: Any, ply: int) -> bool:
        # 1b. Variable depth.
        if state.is_terminal() or ply == depth + deeper:
            return True
        if ply < depth - shallower:
            return False
        return deeper == shallower == 0 or abs(f(parent, ply - 1) - f(state, ply)) <= change_threshold

    def value(parent: Any, state: Any, ply: int) -> float:
        # 1. Leaf: f, from the view of the player to move at the root.
        if search.is_leaf(state, 0 if ends_here(parent, state, ply) else None):
            return f(state, ply)
        # 2. Own level: the m largest. 3. Opponent's level: the n smallest.
        own = state.current_player() == root_player
        values = sorted((value(state, state.child(a), ply + 1) for a in state.legal_actions()), reverse=own)
        # 2b, 3b. Their mean.
        chosen = values[: average_best if own else average_worst]
        return sum(chosen) / len(chosen)

    search.nodes += 1
    values = {action: value(state, state.child(action), 1) for action in state.legal_actions()}
    chosen = sorted(values.values(), reverse=True)[:average_best]
    action = max(values, key=lambda a: values[a])
    return Found(sum(chosen) / len(chosen), action, search.nodes, search.leaves)
