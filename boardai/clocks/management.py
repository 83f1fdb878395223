"""How much of a clock a move may take: plain arithmetic, in seconds.

A move has an aim, where a search usually ends, and a most, beyond which it never goes. Between the two the search's own
course decides. One that deepens: a best move that keeps changing, or has few of the nodes, or a value that falls, is
worth more time. One that visits the best move most: it ends as soon as no other move can catch up, and continues where
another looks better (S.-C. Huang, R. Coulom and S.-S. Lin 2010, Time management for Monte-Carlo tree search applied to
the game of Go: their STOP and BEHIND).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from boardai.clocks.control import Clock

LEAST = 0.001  # even a flag about to fall leaves a millisecond
DEFAULT_OVERHEAD = 0.01
MOVES_EXPECTED = 40  # still to come, if unknown

_MOST_MOVES = 50  # a control further away than this many moves is not saved for
_STRETCH = 4.0  # the most is this many times the aim
_SHARE = 0.6  # and no more than this share of the clock, unless the control comes with this very move
_LAST_SHARE = 0.9
_PERIOD_AIM, _PERIOD_MOST = 0.5, 0.9  # of a period of byo-yomi, which comes back with every move
_CHANGED, _FALLEN = 1.8, 1.5  # factors for a changed best move and a fallen value
_SETTLED = 0.6  # one that has never changed, where the nodes of moves are not counted
_NO_SHARE, _BY_SHARE = 1.8, 1.25  # the factor is the first number less the second times the best move's share of nodes
_CHANGED_SHARE = 1.3  # instead of _CHANGED, since a changed best move also has a smaller share of the nodes
_LATE = 0.4  # a change within this last part of the search counts as one
_FALL = 30.0  # in the unit of scores (chess: centipawns)
_BEHIND = 1.5  # factor if the most visited move is not the best by its value


@dataclass(frozen=True)
class ClockState:
    """The state of a player's clock.

    Attributes:
        remaining: seconds; negative where the flag has fallen.
        increment: seconds added after each move.
        moves_to_go: until more time is added; None: the time is for the whole game. Programs send 0 or less for that,
            which means the same; so does an increment or a period below 0: there is none.
        period: seconds of byo-yomi that every move may take once the remaining ones are used up.
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
        """That of a player's clock at this moment."""
        left = clock.left(player, now)
        if left.in_byo_yomi:
            return cls(0.0, period=left.seconds)
        return cls(left.seconds, clock.control.increment, period=clock.control.period)


@dataclass(frozen=True)
class Budget:
    """Of one move, in seconds from its beginning.

    Attributes:
        aim: where a search usually ends.
        most: time at which it ends in any case.
    """

    aim: float
    hard_limit: float


@dataclass(frozen=True)
class SearchSample:
    """The progress report of a search.

    Attributes:
        seconds: since it began.
        action: its best.
        value: for the player to move, in the unit of scores; None: not a score.
        share: of all nodes below the root, those below the best move; None: not counted.
        simulations: run until then by a search that visits the best move most; 0: by any other.
        ahead: visits that the most visited move has more than the next.
        after: whether that one looks better by its value.
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
        clock_state: of the player to move.
        overhead: lost with each move on the way between the programs.
        moves: that the player will probably still make, if known from the rules or from experience.
    """
    moves = max(1, moves) if clock_state.moves_to_go is None else min(clock_state.moves_to_go, _MOST_MOVES)
    at_hand = max(0.0, clock_state.remaining - overhead)
    # Increments to come belong to the budget, the overhead of every move does not.
    in_all = clock_state.remaining + (moves - 1) * clock_state.increment - moves * (overhead + LEAST)
    most = max(0.0, min(at_hand * (_LAST_SHARE if moves == 1 else _SHARE), in_all))
    aim = min(in_all / moves, most)
    if clock_state.period:  # the rest before it is spent as freely as the periods
        aim = max(aim, _PERIOD_AIM * clock_state.period - overhead)
        return Budget(
            max(LEAST, aim), max(LEAST, aim, min(_STRETCH * aim, at_hand + _PERIOD_MOST * clock_state.period))
        )
    return Budget(max(LEAST, aim), max(LEAST, min(_STRETCH * aim, most)))


def thinking_seconds(clock: Clock, player: int, now: float, overhead: float, moves: int) -> float:
    """How long a program should think that only needs to know when to end: the aim of a running clock.

    Args:
        clock: of the game.
        player: whose.
        now: as the clock takes it.
        overhead: see `budget_from_clock`.
        moves: see `budget_from_clock`.
    """
    return budget_from_clock(ClockState.of(clock, player, now), overhead, moves).aim


def budget_from_seconds(seconds: float, overhead: float = DEFAULT_OVERHEAD) -> Budget:
    """The time for a move with a fixed time: all except the overhead, at least half."""
    whole = max(LEAST, seconds - overhead, seconds / 2)
    return Budget(whole, whole)


def aim_by_course(budget: Budget, course: Sequence[SearchSample]) -> float:
    """Where a search that took this course should end, in seconds from its beginning.

    Args:
        budget: of the move.
        course: its reports so far, in order.
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
