"""Time management: how much of a clock's time a move may use. Plain arithmetic, in seconds.

A move has an aim, the time at which a search usually ends, and a maximum, which it never exceeds. Between the two the
progress of the search decides. A search by iterative deepening gets more time if its best move keeps changing or has
few of the nodes, or if its value falls. A search whose result is the most visited move ends as soon as no other move
can catch up, and continues if another move has a better value (S.-C. Huang, R. Coulom and S.-S. Lin 2010, Time
management for Monte-Carlo tree search applied to the game of Go: their STOP and BEHIND).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from boardai.clocks.control import Clock

LEAST = 0.001  # the minimum for a move, even if the flag is about to fall
DEFAULT_OVERHEAD = 0.01
MOVES_EXPECTED = 40  # number of moves still to come, if unknown

_MOST_MOVES = 50  # no time is saved for a time control that is further away
_STRETCH = 4.0  # ratio of maximum and aim
_SHARE = 0.6  # largest share of the clock for a move, unless the time control is reached with it
_LAST_SHARE = 0.9
_PERIOD_AIM, _PERIOD_MOST = 0.5, 0.9  # shares of a byo-yomi period, which is renewed with every move
_CHANGED, _FALLEN = 1.8, 1.5  # factors for a changed best move and a fallen value
_SETTLED = 0.6  # factor for a best move that has never changed, if nodes are not counted by move
_NO_SHARE, _BY_SHARE = 1.8, 1.25  # the factor is the first minus the second times the best move's share of nodes
_CHANGED_SHARE = 1.3  # instead of _CHANGED, since a changed best move also has a smaller share of the nodes
_LATE = 0.4  # only changes in this last part of the search count
_FALL = 30.0  # a falling value; in the unit of scores (chess: centipawns)
_BEHIND = 1.5  # factor if the most visited move does not have the best value


@dataclass(frozen=True)
class ClockState:
    """The state of a player's clock.

    Attributes:
        remaining: seconds; negative if the flag has fallen.
        increment: seconds added after each move.
        moves_to_go: moves until more time is added; None: the time is for the whole game. Some programs send 0 or less
            for this, which is read as None; an increment or a period below 0 is read as 0.
        period: seconds of byo-yomi for every move once the remaining time is used up.
    """

    remaining: float
    increment: float = 0.0
    moves_to_go: int | None = None
    period: float = 0.0

    def __post_init__(self) -> None:
        if self.moves_to_go is not None and self.moves_to_go <= 0:
            object.__setattr__(self, "moves_to_go", None)
        object.__setattr__(self, "increment", max(0.0, self.increment))
        object.__setattr__(self, "period", max(0.0, self.period))

    @classmethod
    def of(cls, clock: Clock, player: int, now: float) -> Self:
        """The state of a player's clock at this moment."""
        left = clock.left(player, now)
        if left.in_byo_yomi:
            return cls(0.0, period=left.seconds)
        return cls(left.seconds, clock.control.increment, period=clock.control.period)


@dataclass(frozen=True)
class Budget:
    """The time for one move, in seconds from its beginning.

    Attributes:
        aim: time at which a search usually ends.
        most: time at which it ends in any case.
    """

    aim: float
    hard_limit: float


@dataclass(frozen=True)
class SearchSample:
    """The progress report of a search.

    Attributes:
        seconds: time since the search began.
        action: the best action.
        value: its value for the player to move, in the unit of scores; None: it is not a score.
        share: nodes below the best move, as a share of all nodes below the root; None: not counted.
        simulations: simulations so far, for a search whose result is the most visited move; otherwise 0.
        ahead: visits of the most visited move minus those of the second.
        after: whether the second has the better value.
    """

    seconds: float
    action: int
    value: float | None = None
    share: float | None = None
    simulations: int = 0
    ahead: int = 0
    behind: bool = False


def budget_from_clock(
    clock_state: ClockState, overhead: float = DEFAULT_OVERHEAD, moves: int = MOVES_EXPECTED
) -> Budget:
    """The time of a clock for one move.

    Args:
        clock_state: clock of the player to move.
        overhead: time lost with each move in communication between programs.
        moves: number of moves that the player will probably still make, known from the rules or from experience.
    """
    moves = max(1, moves) if clock_state.moves_to_go is None else min(clock_state.moves_to_go, _MOST_MOVES)
    at_hand = max(0.0, clock_state.remaining - overhead)
    # Future increments belong to the budget; the overhead of future moves is subtracted.
    in_all = clock_state.remaining + (moves - 1) * clock_state.increment - moves * (overhead + LEAST)
    most = max(0.0, min(at_hand * (_LAST_SHARE if moves == 1 else _SHARE), in_all))
    aim = min(in_all / moves, most)
    if clock_state.period:  # the time before byo-yomi may be used as freely as the periods
        aim = max(aim, _PERIOD_AIM * clock_state.period - overhead)
        return Budget(
            max(LEAST, aim), max(LEAST, aim, min(_STRETCH * aim, at_hand + _PERIOD_MOST * clock_state.period))
        )
    return Budget(max(LEAST, aim), max(LEAST, min(_STRETCH * aim, most)))


def thinking_seconds(clock: Clock, player: int, now: float, overhead: float, moves: int) -> float:
    """Thinking time for a program that cannot adapt it to its search: the aim of a running clock.

    Args:
        clock: the clocks of the game.
        player: the player to move.
        now: the current time, as for the clock.
        overhead: see `budget_from_clock`.
        moves: see `budget_from_clock`.
    """
    return budget_from_clock(ClockState.of(clock, player, now), overhead, moves).aim


def budget_from_seconds(seconds: float, overhead: float = DEFAULT_OVERHEAD) -> Budget:
    """The time for a move with a fixed time: all except the overhead, at least half."""
    whole = max(LEAST, seconds - overhead, seconds / 2)
    return Budget(whole, whole)


def aim_by_course(budget: Budget, course: Sequence[SearchSample]) -> float:
    """The time at which a search with this progress should end, in seconds from its beginning.

    Args:
        budget: the budget of the move.
        course: the reports of the search so far, in order.
    """
    if course and course[-1].simulations and budget.aim < budget.hard_limit:
        return _aim_by_visits(budget, course[-1])
    if budget.aim >= budget.hard_limit or len(course) < 2:
        return min(budget.aim, budget.hard_limit)
    last = course[-1]
    changes = [later.seconds for earlier, later in itertools.pairwise(course) if earlier.action != later.action]
    changed = bool(changes) and changes[-1] > (1 - _LATE) * last.seconds
    if last.share is not None:
        factor = (_NO_SHARE - _BY_SHARE * last.share) * (_CHANGED_SHARE if changed else 1.0)
    else:
        factor = _CHANGED if changed else 1.0 if changes else _SETTLED
    best = max((one.value for one in course if one.value is not None), default=None)
    if best is not None and last.value is not None and best - last.value > _FALL:
        factor *= _FALLEN
    return min(factor * budget.aim, budget.hard_limit)


def _aim_by_visits(budget: Budget, last: SearchSample) -> float:
    aim = min((_BEHIND if last.behind else 1.0) * budget.aim, budget.hard_limit)
    to_come = last.simulations / last.seconds * (aim - last.seconds)
    return last.seconds if last.ahead > to_come else aim
