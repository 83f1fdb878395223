"""From scores to win chances, accuracies and marks: against the numbers that their sources print."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused

from boardai.judging.chances import (
    chance_of,
    expected_points_class,
    fitted_slope,
    game_accuracy,
    houdini_chance,
    mark,
    move_accuracy,
    win_chance,
)
from boardai.records import MoveReport

CHANCES = st.floats(0, 1)


@pytest.mark.parametrize("centipawns", [-700, -50, 0, 35, 300, 1000])
def test_lichess_formula(centipawns: int) -> None:
    percent = 50 + 50 * (2 / (1 + math.exp(-0.00368208 * centipawns)) - 1)
    assert 100 * win_chance(centipawns) == pytest.approx(percent)
    assert win_chance(centipawns) + win_chance(-centipawns) == pytest.approx(1)


def test_houdini_map_at_its_points() -> None:
    found = [houdini_chance(100 * pawns) for pawns in (0, 1, 2, 3)]
    assert found == pytest.approx([0.5, 0.8, 0.95, 0.99])
    assert houdini_chance(-200) == pytest.approx(0.05) and houdini_chance(1e9) == 1.0


@given(st.floats(-5000, 5000), st.floats(-5000, 5000))
def test_maps_rise(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert houdini_chance(low) <= houdini_chance(high) and win_chance(low) <= win_chance(high)


@given(st.floats(0.001, 0.02))
def test_a_slope_is_found_again(slope: float) -> None:
    scores = [10.0 * n for n in range(-40, 41)]
    assert fitted_slope(scores, [1 / (1 + math.exp(-slope * score)) for score in scores]) == pytest.approx(
        slope, rel=1e-4
    )


def test_slopes_at_the_ends() -> None:
    assert fitted_slope([100, -100], [0, 1]) == 0.0, "scores that contradict the results give no slope"
    assert 0 < fitted_slope([100, -100], [1, 0]) < 1, "no infinity where they decide everything"
    assert fitted_slope([0.0], [1]) == 0.0
    for scores in ([], [1.0]):
        with refused("score"):
            fitted_slope(scores, [])


@given(CHANCES, CHANCES)
def test_accuracy_falls_with_what_is_lost(before: float, after: float) -> None:
    accuracy = move_accuracy(before, after)
    assert 0 <= accuracy <= 100
    if after >= before:
        assert accuracy == pytest.approx(100, abs=0.001)


def test_published_accuracies() -> None:
    """103.1668 exp(-0.04354 d) - 3.1669, at drops of d points."""
    assert move_accuracy(0.7, 0.6) == pytest.approx(103.1668 * math.exp(-0.4354) - 3.1669)
    assert move_accuracy(1, 0) == 0.0


@given(st.lists(st.tuples(CHANCES, CHANCES), min_size=1, max_size=60))
def test_a_games_accuracy_lies_between_those_of_its_moves(chances: list[tuple[float, float]]) -> None:
    found, moves = game_accuracy(chances), [move_accuracy(*pair) for pair in chances]
    assert min(moves) - 1e-6 <= found <= max(moves) + 1e-6 or found <= 0.01


def test_marks_and_classes() -> None:
    assert [mark(lost) for lost in (0.0999, 0.7 - 0.6, 0.2, 0.3)] == ["", "?!", "?", "??"]
    lost = (0.0, 0.01, 0.04, 0.07, 0.15, 0.5)
    found = [expected_points_class(one) for one in lost]
    assert found == ["best", "excellent", "good", "inaccuracy", "mistake", "blunder"]


def test_what_a_value_stands_for() -> None:
    def chance(value: MoveReport, unit: str = "") -> float | None:
        return chance_of(value, unit, 400.0, 10.0)

    assert chance(MoveReport(win_in=3, points=2.0)) == 1.0 and chance(MoveReport(win_in=-3)) == 0.0
    assert chance(MoveReport(outcome=-0.5)) == 0.25 and chance(MoveReport()) is None
    assert chance(MoveReport(score=400)) == pytest.approx(10 / 11) == chance(MoveReport(points=10))
    assert chance(MoveReport(score=100), "centipawns") == win_chance(100)
