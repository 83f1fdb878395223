"""MTD(f) in plain Python.

    mtdf(f, d):  g = f, lower = -infinity, upper = +infinity
                 while lower < upper:
                     b = g + 1 if g == lower else g
                     g = value(root, d, b)            # at least b?
                     upper = g if g < b;  lower = g otherwise

Paper: Plaat, Schaeffer, Pijls, de Bruin 1996, Best-first fixed-depth minimax algorithms (Artificial Intelligence 87).
Cost: on average fewer nodes than alpha-beta with the same table. The steps are those of
`native/boardai/search/plain/mtdf.hpp`, whose values and node counts are the same as long as no table entry is lost.
"""

import math
from collections.abc import Callable
from typing import Any

from boardai.search.reference.plain.leaves import INFINITE, Evaluation, Found, Search, own_evaluation

DECIDED = 30_000  # scores from here on are wins, and their negatives losses
Entry = tuple[int, int, float, bool]  # best action, bound, plies searched (infinite: to the end), is it a lower bound


def shifted(score: int, plies: int) -> int:
    """A win's score for a position that is `plies` plies nearer to its end."""
    return score + plies if score >= DECIDED else score - plies if score <= -DECIDED else score


def mtdf(
    state: Any,
    depth: int,
    evaluate: Evaluation = own_evaluation,
    points: float = 0,
    asked: Callable[[int, int, int, int], None] = lambda depth, lower, upper, beta: None,
    by_evaluation: bool = True,
) -> Found:
    """Searches a state that is not terminal.

    Args:
        state: start state; it is not changed.
        depth: plies.
        evaluate: static value for the side to move.
        points: value of a point of the margin of a finished game; 0: games count by win or loss.
        asked: called with each pass: its depth, the bounds known before it, and its beta.
        by_evaluation: tries moves in the order of their static values; otherwise by action number.
    """
    search = Search(evaluate, points, by_evaluation)
    table: dict[Any, Entry] = {}

    def value(state: Any, depth: int, ply: int, beta: int) -> tuple[int, bool]:
        """Step 3: a bound that shows whether the value is at least beta; whether it depends only on finished games."""
        if search.is_leaf(state, depth):
            return search.value(state, ply), state.is_terminal()
        entry = table.get(state)
        if entry and ply > 0 and entry[2] in (depth, math.inf):
            score = shifted(entry[1], -ply)
            if (score >= beta) == entry[3]:
                return score, entry[2] == math.inf
        actions = sorted(search.ordered(state, depth), key=lambda action: not entry or action != entry[0])
        best, best_action, complete = -INFINITE, -1, True
        for action in actions:
            child = state.child(action)
            if child.current_player() == state.current_player():
                score, whole = value(child, depth - 1, ply + 1, beta)
            else:
                # "At least beta for the mover" is "less than 1 - beta for the other player".
                score, whole = value(child, depth - 1, ply + 1, 1 - beta)
                score = -score
            if score > best:
                best, best_action = score, action
            if score >= beta:  # at least: this child alone proves it
                complete = whole
                break
            complete = complete and whole
        # 4. Store.
        table[state] = (best_action, shifted(best, ply), math.inf if complete else depth, best >= beta)
        return best, complete

    def pin_down(guess: int, depth: int) -> tuple[int, int, bool]:
        """Step 2: the root's value and move, and whether they depend only on finished games."""
        lower, upper, action, complete = -INFINITE, INFINITE, -1, {}
        while lower < upper:
            beta = guess + 1 if guess == lower else guess
            asked(depth, lower, upper, beta)
            guess, whole = value(state, depth, 0, beta)
            complete[guess >= beta] = whole
            if guess < beta:
                upper = guess
            else:
                lower, action = guess, table[state][0]
        return guess, action, all(complete.values())

    # 1. Iterative deepening: the first guess is the value two plies before, else one before, else an evaluation.
    scores = [search.evaluate(state)]
    for plies in range(1, depth + 1):
        guess = scores[plies - 2] if plies > 2 else scores[-1]
        score, action, complete = pin_down(guess, plies)
        scores.append(score)
        if complete or abs(score) >= DECIDED:
            break
    return search.found(score, action)
