"""How much of a clock a move may take: arithmetic, without any clock."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardai.engine.time_management import (
    LEAST,
    Budget,
    Clock,
    Glimpse,
    aim_by_course,
    of_clock,
    of_fixed_time,
)

clocks = st.builds(
    Clock,
    remaining=st.floats(-5, 10_000),
    increment=st.floats(0, 100),
    moves_to_go=st.none() | st.integers(-1, 200),
)


@given(clocks, st.floats(0, 1))
def test_no_move_takes_more_than_the_clock_shows(clock: Clock, overhead: float) -> None:
    budget = of_clock(clock, overhead)
    assert LEAST <= budget.aim <= budget.most <= max(LEAST, clock.remaining - overhead)


@pytest.mark.parametrize(
    ("seconds", "increment", "to_go", "overhead"),
    [(1, 0.02, None, 0.01), (60, 0, None, 0.01), (10, 0.3, None, 0.2), (5, 0, 40, 0.01), (300, 3, 20, 0.1)],
)
def test_a_long_game_ends_in_time(seconds: float, increment: float, to_go: int | None, overhead: float) -> None:
    """100 moves, every third as long as it may be, with all of their overhead lost."""
    remaining = seconds
    for move in range(100):
        left = None if to_go is None else to_go - move % to_go
        budget = of_clock(Clock(remaining, increment, left), overhead)
        remaining -= (budget.aim if move % 3 else budget.most) + overhead
        assert remaining > 0
        remaining += increment + (seconds if left == 1 else 0)


def test_more_time_and_fewer_moves_are_worth_more() -> None:
    times = [1.0, 10.0, 100.0]
    aims = [of_clock(Clock(time)).aim for time in times]
    assert aims == sorted(aims) and aims[0] < aims[-1]
    assert of_clock(Clock(10, moves_to_go=2)).aim > of_clock(Clock(10, moves_to_go=20)).aim
    assert of_clock(Clock(10, increment=1)).aim > of_clock(Clock(10)).aim
    assert of_clock(Clock(10, moves_to_go=1)).most > 8
    assert of_clock(Clock(10), overhead=0.1).aim < of_clock(Clock(10), overhead=0).aim


def test_a_fixed_time_is_used_up_to_the_overhead() -> None:
    assert of_fixed_time(1.0, 0.01) == Budget(0.99, 0.99)
    assert of_fixed_time(0.01, 0.01) == Budget(0.005, 0.005)
    assert of_fixed_time(-1, 0.01) == Budget(LEAST, LEAST)


def test_the_course_of_a_search_decides_between_aim_and_most() -> None:
    budget = Budget(1.0, 4.0)

    def course(*told: tuple[int, float]) -> list[Glimpse]:
        return [Glimpse(0.1 * (1 + number), action, value) for number, (action, value) in enumerate(told)]

    settled = course((1, 10), (1, 12), (1, 11))
    early_change = course((2, 10), *itertools.repeat((1, 12), 9))
    late_change = course(*itertools.repeat((1, 12), 8), (2, 12), (2, 12))
    falling = course(*itertools.repeat((1, 12), 8), (2, -50), (2, -50))
    aims = [aim_by_course(budget, one) for one in (settled, early_change, late_change, falling)]
    assert aims == sorted(aims) and len(set(aims)) == 4
    assert aims[0] < budget.aim == aims[1] and aims[-1] <= budget.most
    assert aim_by_course(budget, []) == budget.aim
    assert aim_by_course(Budget(2.0, 2.0), falling) == 2.0  # a fixed time is not stretched
    assert aim_by_course(Budget(3.0, 4.0), falling) == 4.0
