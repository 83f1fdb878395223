"""How much of a clock a move may take: arithmetic, without any clock."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boardai
from boardai.clocks import Clock, TimeControl
from boardai.clocks.management import (
    LEAST,
    Budget,
    ClockState,
    SearchSample,
    aim_by_course,
    budget_from_clock,
    budget_from_seconds,
)
from boardai.players.thinking import sample_of

clock_states = st.builds(
    ClockState,
    remaining=st.floats(-5, 10_000),
    increment=st.floats(0, 100),
    moves_to_go=st.none() | st.integers(-1, 200),
)


@given(clock_states, st.floats(0, 1))
def test_no_move_takes_more_than_the_clock_shows(clock_state: ClockState, overhead: float) -> None:
    budget = budget_from_clock(clock_state, overhead)
    assert LEAST <= budget.aim <= budget.hard_limit <= max(LEAST, clock_state.remaining - overhead)


@pytest.mark.parametrize(
    ("seconds", "increment", "to_go", "overhead"),
    [(1, 0.02, None, 0.01), (60, 0, None, 0.01), (10, 0.3, None, 0.2), (5, 0, 40, 0.01), (300, 3, 20, 0.1)],
)
def test_a_long_game_ends_in_time(seconds: float, increment: float, to_go: int | None, overhead: float) -> None:
    """100 moves, every third as long as it may be, with all of their overhead lost."""
    remaining = seconds
    for move in range(100):
        left = None if to_go is None else to_go - move % to_go
        budget = budget_from_clock(ClockState(remaining, increment, left), overhead)
        remaining -= (budget.aim if move % 3 else budget.hard_limit) + overhead
        assert remaining > 0
        remaining += increment + (seconds if left == 1 else 0)


def test_more_time_and_fewer_moves_are_worth_more() -> None:
    times = [1.0, 10.0, 100.0]
    aims = [budget_from_clock(ClockState(time)).aim for time in times]
    assert aims == sorted(aims) and aims[0] < aims[-1]
    assert budget_from_clock(ClockState(10, moves_to_go=2)).aim > budget_from_clock(ClockState(10, moves_to_go=20)).aim
    assert budget_from_clock(ClockState(10, increment=1)).aim > budget_from_clock(ClockState(10)).aim
    assert budget_from_clock(ClockState(10, moves_to_go=1)).hard_limit > 8
    assert budget_from_clock(ClockState(10), overhead=0.1).aim < budget_from_clock(ClockState(10), overhead=0).aim


@pytest.mark.parametrize("number", [0, -1, -(2**40)])
def test_what_is_not_above_zero_was_not_sent(number: int) -> None:
    assert budget_from_clock(ClockState(10.0, moves_to_go=number)) == budget_from_clock(ClockState(10.0))
    assert budget_from_clock(ClockState(10.0, increment=number)) == budget_from_clock(ClockState(10.0, increment=0.0))
    assert budget_from_clock(ClockState(10.0, period=number)) == budget_from_clock(ClockState(10.0, period=0.0))
    assert budget_from_clock(ClockState(10.0), moves=number) == budget_from_clock(ClockState(10.0), moves=1)


def test_a_fixed_time_is_used_up_to_the_overhead() -> None:
    assert budget_from_seconds(1.0, 0.01) == Budget(0.99, 0.99)
    assert budget_from_seconds(0.01, 0.01) == Budget(0.005, 0.005)
    assert budget_from_seconds(-1, 0.01) == Budget(LEAST, LEAST)


def test_the_course_of_a_search_decides_between_aim_and_most() -> None:
    budget = Budget(1.0, 4.0)

    def course(*reported: tuple[int, float]) -> list[SearchSample]:
        return [SearchSample(0.1 * (1 + number), action, value) for number, (action, value) in enumerate(reported)]

    settled = course((1, 10), (1, 12), (1, 11))
    early_change = course((2, 10), *itertools.repeat((1, 12), 9))
    late_change = course(*itertools.repeat((1, 12), 8), (2, 12), (2, 12))
    falling = course(*itertools.repeat((1, 12), 8), (2, -50), (2, -50))
    aims = [aim_by_course(budget, one) for one in (settled, early_change, late_change, falling)]
    assert aims == sorted(aims) and len(set(aims)) == 4
    assert aims[0] < budget.aim == aims[1] and aims[-1] <= budget.hard_limit
    assert aim_by_course(budget, []) == budget.aim
    assert aim_by_course(Budget(2.0, 2.0), falling) == 2.0  # a fixed time is not stretched
    assert aim_by_course(Budget(3.0, 4.0), falling) == 4.0


def test_a_best_move_with_most_of_the_nodes_is_decided_sooner() -> None:
    def aim(share: float | None, action: int = 1) -> float:
        first = SearchSample(0.1, 1, 12, share)
        return aim_by_course(Budget(1.0, 4.0), [first, first, SearchSample(0.8, action, 12, share)])

    assert aim(0.95) < aim(0.8) < 1.0 < aim(0.4) < aim(0.2) < 2.0
    assert aim(1.0) < aim(None) < aim(0.2)  # not counted: as where the best move has never changed
    assert aim(0.4) < aim(0.4, action=2) <= 4.0


def test_a_search_that_deepens_counts_the_nodes_of_its_best_move() -> None:
    state = boardai.load("chess").from_string("6k1/5ppp/8/8/8/8/5PPP/3qR1K1 w - - 0 1")
    found = boardai.search.pvs(state, depth=6)
    share = sample_of(found, 0.25).share
    assert share == found.action_nodes[found.action] / sum(found.action_nodes.values()) and 0 < share <= 1
    alone = boardai.search.mtdf(boardai.load("reversi").initial_state(), depth=4)
    assert len(alone.action_nodes) == 1 and sample_of(alone, 0.25).share is None  # it does not count the others'


def test_a_search_by_visits_ends_when_no_action_can_catch_up() -> None:
    budget = Budget(1.0, 4.0)

    def aim(ahead: int, behind: bool = False, seconds: float = 0.5) -> float:
        return aim_by_course(budget, [SearchSample(seconds, 3, simulations=1000, ahead=ahead, behind=behind)])

    assert aim(999) == 1.0 and aim(1001) == 0.5  # 1,000 simulations are still to come
    assert aim(0, behind=True) == 1.5 and aim(1999, behind=True) == 1.5 and aim(2001, behind=True) == 0.5
    assert aim_by_course(Budget(1.0, 1.2), [SearchSample(0.5, 3, simulations=1000, behind=True)]) == 1.2
    assert aim_by_course(Budget(1.0, 1.0), [SearchSample(0.5, 3, simulations=1000, ahead=9999)]) == 1.0  # a fixed time


def test_samples_of_a_search_by_visits() -> None:
    state = boardai.load("hex", size=5).initial_state()
    found = boardai.search.mcts(state, simulations=500)
    sample = sample_of(found, 0.25)
    most, second = sorted(found.visits.values())[-1:-3:-1]
    assert (sample.seconds, sample.action, sample.simulations) == (0.25, found.action, 500)
    assert sample.ahead == most - second and sample.value is None
    by_depth = sample_of(boardai.search.pvs(state, depth=2), 0.25)
    assert by_depth.simulations == 0 and by_depth.value is not None
    assert sample_of(boardai.search.gumbel(state, simulations=50), 0.25).simulations == 0


def test_a_clock_as_it_is_read() -> None:
    clock = Clock(TimeControl(100, increment=4))
    clock.start(0, 0.0)
    assert ClockState.of(clock, 0, 50.0) == ClockState(50.0, 4.0)
    assert ClockState.of(clock, 1, 50.0) == ClockState(100.0, 4.0)
    byo_yomi = Clock(TimeControl(10, periods=2, period=20))
    byo_yomi.start(0, 0.0)
    assert ClockState.of(byo_yomi, 0, 4.0) == ClockState(6.0, period=20.0)
    assert ClockState.of(byo_yomi, 0, 14.0) == ClockState(0.0, period=16.0)


def test_periods_are_used_and_never_left() -> None:
    for clock_state in (ClockState(0.0, period=20.0), ClockState(5.0, period=20.0)):
        budget = budget_from_clock(clock_state, 0.1)
        assert 9 < budget.aim <= budget.hard_limit < clock_state.remaining + 20 - 0.1
    assert (
        budget_from_clock(ClockState(600.0, period=20.0), 0.1).aim
        > budget_from_clock(ClockState(600.0), 0.1, moves=60).aim
    )


def test_fewer_moves_are_expected_as_a_game_goes_on() -> None:
    for game in (boardai.load("hex", size=7), boardai.load("reversi"), boardai.load("reversi", board="6x6")):
        state, expected = game.initial_state(), []
        while not state.is_terminal():
            expected.append(game.moves_expected(state))
            state.apply(state.legal_actions()[0])
        assert expected[0] > expected[-1] >= 1 and all(b - a <= 0 for a, b in itertools.pairwise(expected))
    assert boardai.load("chess").moves_expected(boardai.load("chess").initial_state()) == 40
    small = boardai.load("hex", size=3)
    assert small.moves_expected(small.initial_state()) <= 9
