"""Elo by pairs: closed forms, scipy, and simulated matches."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused
from scipy.optimize import minimize
from scipy.stats import chi2

from boardai.arena.elo import (
    CHI_SQUARE_95,
    PAIR_SCORES,
    elo_interval,
    elo_of_score,
    log_likelihood,
    mean_score,
    pair_counts,
    score_interval,
    score_of_elo,
)

COUNTS = st.tuples(*[st.integers(0, 60)] * 5).filter(lambda counts: sum(counts) > 0)


def test_elo_and_score_are_inverse() -> None:
    assert elo_of_score(0.5) == 0 and elo_of_score(0.0) == -math.inf and elo_of_score(1.0) == math.inf
    assert elo_of_score(10 / 11) == pytest.approx(400)
    for elo in (-700, -35, 0, 12.5, 300):
        assert elo_of_score(score_of_elo(elo)) == pytest.approx(elo)
    with refused("1.1"):
        elo_of_score(1.1)


def test_pairs_are_counted_by_their_points() -> None:
    assert pair_counts([(0, 0), (0.5, 0), (1, 0), (0.5, 0.5), (0, 1), (1, 0.5), (1, 1)]) == (1, 1, 3, 1, 1)
    assert mean_score((1, 0, 0, 0, 3)) == 0.75
    with refused("pair"):
        mean_score((0, 0, 0, 0, 0))


def test_the_quantile_is_scipys() -> None:
    assert pytest.approx(chi2.ppf(0.95, 1)) == CHI_SQUARE_95


@pytest.mark.parametrize(("lost", "won"), [(10, 30), (3, 3), (40, 1)])
@pytest.mark.parametrize("mean", [0.1, 0.4, 0.5, 0.85])
def test_likelihood_of_two_outcomes_is_the_binomials(lost: int, won: int, mean: float) -> None:
    share = won / (won + lost)
    expected = won * math.log(mean / share) + lost * math.log((1 - mean) / (1 - share))
    assert log_likelihood((lost, 0, 0, 0, won), mean) == pytest.approx(expected, abs=1e-4)


def test_likelihood_of_equal_pairs() -> None:
    # All 20 pairs won: the likeliest distribution of mean m wins a share m of the pairs and loses the others.
    assert log_likelihood((0, 0, 0, 0, 20), 0.9) == pytest.approx(20 * math.log(0.9), abs=1e-4)
    # All shared: what is missing to the mean comes from pairs won.
    assert log_likelihood((0, 0, 20, 0, 0), 0.55) == pytest.approx(20 * math.log(0.9), abs=1e-4)


@pytest.mark.parametrize("counts", [(3, 8, 20, 9, 6), (0, 2, 5, 7, 1), (9, 1, 2, 0, 4)])
@pytest.mark.parametrize("mean", [0.35, 0.5, 0.62])
def test_likelihood_is_the_greatest_under_the_constraint(counts: tuple[int, ...], mean: float) -> None:
    """Against scipy's own constrained optimiser."""
    total = sum(counts)
    start = [0.2] * 5

    def loss(p: list[float]) -> float:
        return -sum(c * math.log(max(x, 1e-12)) for c, x in zip(counts, p, strict=True))

    best = minimize(
        loss,
        start,
        bounds=[(0, 1)] * 5,
        constraints=[
            {"type": "eq", "fun": lambda p: sum(p) - 1},
            {"type": "eq", "fun": lambda p: sum(a * x for a, x in zip(PAIR_SCORES, p, strict=True)) - mean},
        ],
        method="SLSQP",
        options={"ftol": 1e-12, "maxiter": 500},
    )
    free = loss([max(c / total, 1e-12) for c in counts])
    assert log_likelihood(counts, mean) == pytest.approx(free - best.fun, abs=1e-3)


def test_interval_of_many_pairs_is_the_normal_one() -> None:
    counts = (400, 900, 2000, 1100, 600)
    mean, pairs = mean_score(counts), sum(counts)
    variance = sum(c * (a - mean) ** 2 for c, a in zip(counts, PAIR_SCORES, strict=True)) / pairs
    spread = 1.959964 * math.sqrt(variance / pairs)
    assert score_interval(counts) == pytest.approx((mean - spread, mean + spread), abs=2e-5)
    elo, low, high = elo_interval(counts)
    assert elo == pytest.approx(elo_of_score(mean)) and low < elo < high


@pytest.mark.parametrize("pairs", [1, 5, 50])
def test_interval_of_equal_pairs(pairs: int) -> None:
    low, high = score_interval((0, 0, 0, 0, pairs))
    assert high == 1 and low == pytest.approx(math.exp(-CHI_SQUARE_95 / 2 / pairs), abs=1e-4)
    low, high = score_interval((0, 0, pairs, 0, 0))
    assert low == pytest.approx(1 - high, abs=1e-6) and high == pytest.approx(
        1 - math.exp(-CHI_SQUARE_95 / 2 / pairs) / 2, abs=1e-4
    )


@given(COUNTS)
def test_interval_holds_the_mean_and_is_symmetric(counts: tuple[int, ...]) -> None:
    low, high = score_interval(counts)
    assert 0 <= low <= mean_score(counts) <= high <= 1 and low < high
    other_low, other_high = score_interval(counts[::-1])
    assert (other_low, other_high) == pytest.approx((1 - high, 1 - low), abs=1e-6)
    # Twice the games: a narrower interval within a hair.
    wide = score_interval([2 * count for count in counts])
    assert wide[1] - wide[0] < high - low


@pytest.mark.parametrize(
    "shares", [(0.05, 0.1, 0.5, 0.25, 0.1), (0.3, 0.0, 0.4, 0.0, 0.3), (0.0, 0.02, 0.1, 0.18, 0.7)]
)
def test_interval_covers_the_truth_about_95_times_in_100(shares: tuple[float, ...]) -> None:
    rng = random.Random(11)
    truth = sum(a * x for a, x in zip(PAIR_SCORES, shares, strict=True))
    covered = 0
    for _ in range(150):
        drawn = rng.choices(range(5), shares, k=60)
        low, high = score_interval([drawn.count(place) for place in range(5)])
        covered += low <= truth <= high
    assert 0.91 <= covered / 150 <= 0.99


def test_no_pairs_say_nothing() -> None:
    assert score_interval((0,) * 5) == (0, 1)
    with refused("excluded"):
        log_likelihood((1,) * 5, 1.0)
