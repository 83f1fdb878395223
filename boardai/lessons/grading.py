"""How hard a puzzle is: how far a search has to look until it keeps to the right move.

Grade 1 is found with the fewest positions, and each grade takes ten times as many as the one before. The search is
alpha-beta with the game's default evaluation, so a grade is the same on any machine.
"""

from __future__ import annotations

from typing import Any

from boardai.lessons.lesson import GRADES
from boardai.search import pvs

_NODES = tuple(10 * 10**grade for grade in range(GRADES - 1))  # 10 to 10,000


def difficulty(state: Any, right: int, by_points: bool = False) -> int:
    """The grade of a position, from 1 to 5.

    >>> from boardai.lessons.grading import difficulty
    >>> state = boardai.load("chess").from_string("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    >>> difficulty(state, state.action_from_san("Ra8"))
    2

    Args:
        state: the position.
        right: the right move.
        by_points: whether the margin counts, and not only the winner.
    """
    for grade, nodes in reversed(list(enumerate(_NODES, 1))):
        if int(pvs(state, nodes=nodes, points=by_points).action) != right:
            return grade + 1
    return 1
