"""The sequential test: bounds, the normal approximation, error rates in simulated matches."""

import math
import random

import pytest
from refusals import refused

from boardai.arena.elo import PAIR_SCORES, mean_score, score_of_elo
from boardai.arena.sprt import Sprt


def test_bounds_are_walds() -> None:
    low, high = Sprt(0, 10).bounds
    assert (low, high) == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert Sprt(0, 10, alpha=0.01, beta=0.1).bounds == pytest.approx((math.log(0.1 / 0.99), math.log(90)))


@pytest.mark.parametrize("elos", [(5, 5), (5, 0), (math.nan, 1), (0, math.inf)])
def test_hypotheses_are_checked(elos: tuple[float, float]) -> None:
    with refused("smaller"):
        Sprt(*elos)
    with refused("alpha"):
        Sprt(0, 5, alpha=0.7)


def test_ratio_of_many_pairs_is_the_normal_one() -> None:
    counts = (400, 900, 2000, 1100, 600)
    test = Sprt(0, 4)
    mean, pairs = mean_score(counts), sum(counts)
    variance = sum(c * (a - mean) ** 2 for c, a in zip(counts, PAIR_SCORES, strict=True)) / pairs
    low, high = score_of_elo(0), score_of_elo(4)
    expected = pairs * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert test.log_ratio(counts) == pytest.approx(expected, rel=0.02)


def test_verdicts() -> None:
    test = Sprt(0, 50)
    assert test.log_ratio((0,) * 5) == 0 and test.verdict((0,) * 5) == ""
    assert test.verdict((1, 2, 10, 30, 60)) == "passed"
    assert test.verdict((60, 30, 10, 2, 1)) == "failed"
    assert test.verdict((3, 8, 30, 12, 6)) == ""


def _run(test: Sprt, elo: float, rng: random.Random) -> str:
    """A match between players of that difference; pairs are drawn from a distribution of the right mean."""
    mean = score_of_elo(elo)
    counts = [0] * 5
    for pair in range(4000):
        counts[sum(rng.random() < mean for _ in range(2)) * 2] += 1
        if pair % 4 == 3 and test.verdict(counts):
            return test.verdict(counts)
    return ""


@pytest.mark.parametrize(("elo", "right"), [(0, "failed"), (60, "passed")])
def test_errors_are_as_rare_as_promised(elo: float, right: str) -> None:
    rng = random.Random(5)
    verdicts = [_run(Sprt(0, 60), elo, rng) for _ in range(120)]
    assert "" not in verdicts
    # 5 % promised: 12 or more wrong ones of 120 have a probability of about 1 %.
    assert sum(verdict != right for verdict in verdicts) < 12
