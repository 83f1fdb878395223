"""Minimax in plain Python, as in the lecture: two functions that call each other.

    value(s) = f(s)                       at a leaf
               max over children          where the player to move at the root moves
               min over children          where the opponent moves

Paper: Shannon 1950, Programming a computer for playing chess. Cost: b^L positions for b moves per position at depth L.
The steps are those of `native/boardai/search/plain/minimax.hpp`, whose values and node counts are the same.
"""

from typing import Any

from boardai.search.reference.plain.leaves import INFINITE, Evaluation, Found, Search, Watch, less, own_evaluation


def minimax(
    state: Any,
    depth: int | None,
    evaluate: Evaluation = own_evaluation,
    points: float = 0,
    watch: Watch | None = None,
) -> Found:
    """Searches a state that is not terminal.

    Args:
        state: start state; it is not changed.
        depth: plies; None: to the end of the game.
        evaluate: static value for the side to move.
        points: value of a point of the margin of a finished game; 0: games count by win or loss.
        watch: called with each step.
    """
    search = Search(evaluate, points)
    watch = watch or Watch()
    root_player = state.current_player()

    def value(state: Any, depth: int | None, ply: int) -> float:
        # 1. Leaf: f, from the view of the player to move at the root.
        if search.is_leaf(state, depth):
            leaf = search.value(state, ply)
            return leaf if state.current_player() == root_player else -leaf
        return largest(state, depth, ply) if state.current_player() == root_player else smallest(state, depth, ply)

    def largest(state: Any, depth: int | None, ply: int) -> float:
        # 2. Own level: the largest child.
        best: float = -INFINITE
        for action in state.legal_actions():
            best = max(best, tried(state, action, depth, ply))
        return best

    def smallest(state: Any, depth: int | None, ply: int) -> float:
        # 3. Opponent's level: the smallest child.
        best: float = INFINITE
        for action in state.legal_actions():
            best = min(best, tried(state, action, depth, ply))
        return best

    def tried(state: Any, action: int, depth: int | None, ply: int) -> float:
        watch.look(action)
        found = value(state.child(action), less(depth), ply + 1)
        watch.back(found)
        return found

    search.nodes += 1
    values = {action: tried(state, action, depth, 0) for action in state.legal_actions()}
    action = max(values, key=lambda a: values[a])
    return search.found(values[action], action)
