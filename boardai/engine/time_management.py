"""How much of a clock a move may take: plain arithmetic, in seconds.

A move has an aim, where a search usually ends, and a most, beyond which it never goes. Between the two the search's own
course decides: a best move that keeps changing, or a value that falls, is worth more time.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

LEAST = 0.001  # even a flag about to fall leaves a millisecond
DEFAULT_OVERHEAD = 0.01

_MOVES_EXPECTED = 40  # still to come, where nobody says
_MOST_MOVES = 50  # a control further away than so many moves is not saved for
_STRETCH = 4.0  # the most is so many times the aim
_SHARE = 0.6  # and no more than this share of the clock, unless the control comes with this very move
_LAST_SHARE = 0.9
_CHANGED, _FALLEN = 1.8, 1.5  # what a changed best move and a fallen value are worth
_SETTLED = 0.6  # one that has never changed
_LATE = 0.4  # a change within this last part of the search counts as one
_FALL = 30.0  # in the unit of scores (chess: centipawns)


@dataclass(frozen=True)
class Clock:
    """What a player's clock shows.

    Attributes:
        remaining: seconds; negative where the flag has fallen.
        increment: seconds added after each move.
        moves_to_go: until more time is added; None: the time is for the whole game.
    """

    remaining: float
    increment: float = 0.0
    moves_to_go: int | None = None


@dataclass(frozen=True)
class Budget:
    """Of one move, in seconds from its beginning.

    Attributes:
        aim: where a search usually ends.
        most: where it ends in any case.
    """

    aim: float
    most: float


@dataclass(frozen=True)
class Glimpse:
    """What a search told on its way.

    Attributes:
        seconds: since it began.
        action: its best.
        value: for the player to move, in the unit of scores; None: not a score.
    """

    seconds: float
    action: int
    value: float | None = None


def of_clock(clock: Clock, overhead: float = DEFAULT_OVERHEAD) -> Budget:
    """What one move may take of a clock.

    Args:
        clock: of the player to move.
        overhead: lost with each move on the way between the programs.
    """
    moves = _MOVES_EXPECTED if clock.moves_to_go is None else max(1, min(clock.moves_to_go, _MOST_MOVES))
    at_hand = max(0.0, clock.remaining - overhead)
    # Increments to come belong to the budget, the overhead of every move does not.
    in_all = clock.remaining + (moves - 1) * clock.increment - moves * (overhead + LEAST)
    most = max(0.0, min(at_hand * (_LAST_SHARE if moves == 1 else _SHARE), in_all))
    aim = min(in_all / moves, most)
    return Budget(max(LEAST, aim), max(LEAST, min(_STRETCH * aim, most)))


def of_fixed_time(seconds: float, overhead: float = DEFAULT_OVERHEAD) -> Budget:
    """What a move of a fixed time takes: all of it but the overhead, at least half."""
    whole = max(LEAST, seconds - overhead, seconds / 2)
    return Budget(whole, whole)


def aim_by_course(budget: Budget, course: Sequence[Glimpse]) -> float:
    """Where a search that took this course should end, in seconds from its beginning.

    Args:
        budget: of the move.
        course: what it told so far, in order.
    """
    if budget.aim >= budget.most or len(course) < 2:
        return min(budget.aim, budget.most)
    last = course[-1]
    changes = [later.seconds for earlier, later in itertools.pairwise(course) if earlier.action != later.action]
    factor = 1.0
    if not changes:
        factor = _SETTLED
    elif changes[-1] > (1 - _LATE) * last.seconds:
        factor = _CHANGED
    best = max((one.value for one in course if one.value is not None), default=None)
    if best is not None and last.value is not None and best - last.value > _FALL:
        factor *= _FALLEN
    return min(factor * budget.aim, budget.most)
