"""How many simulations equal an agent: known curves are found again."""

import math
import random

import pytest

from boardai.arena.equal import Rung, equal_simulations, in_words

LADDER = (100, 200, 400, 800, 1600)


def truth(simulations: int, even: float, slope: float) -> float:
    return 1 / (1 + math.exp(slope * math.log2(simulations / even)))


@pytest.mark.parametrize("even", [150, 400, 1000])
@pytest.mark.parametrize("slope", [0.3, 1.0])
def test_an_exact_curve_is_found_again(even: float, slope: float) -> None:
    games = 100_000
    rungs = [Rung(n, games * truth(n, even, slope), games) for n in LADDER]
    found = equal_simulations(rungs)
    assert found.simulations == pytest.approx(even, rel=0.01) and not found.extrapolated
    assert found.elo_per_doubling == pytest.approx(slope * 400 / math.log(10), rel=0.01)
    assert found.low is not None and found.high is not None and found.low < found.simulations < found.high
    assert found.score(even) == pytest.approx(0.5, abs=0.01)
    assert found.score(1600) == pytest.approx(truth(1600, even, slope), abs=0.01)


def test_intervals_hold_the_truth_about_95_times_in_100() -> None:
    rng = random.Random(3)
    inside = 0
    for _ in range(150):
        rungs = [Rung(n, sum(rng.random() < truth(n, 500, 0.6) for _ in range(60)), 60) for n in LADDER]
        found = equal_simulations(rungs)
        inside += (found.low or 0) <= 500 <= (found.high or math.inf)
    assert 0.9 <= inside / 150 <= 1.0


def test_agents_beyond_the_ladder_are_reported() -> None:
    strong = equal_simulations([Rung(n, 60, 60) for n in LADDER])
    assert strong.high is None and strong.low is not None and strong.low > 1600 and strong.extrapolated
    words = in_words("a", "mcts", strong, [Rung(n, 60, 60) for n in LADDER])
    assert "at least" in words and ("does not equal" in words or "outside the ladder of 100 to 1,600" in words)
    weak = equal_simulations([Rung(n, 0, 60) for n in LADDER])
    assert weak.low is None and weak.high is not None and weak.high < 100
    assert "at most" in in_words("a", "mcts", weak, [Rung(n, 0, 60) for n in LADDER])
    # Nothing says where it is: every score is even, whatever the number.
    flat = equal_simulations([Rung(n, 30, 60) for n in LADDER])
    assert flat.low is None and flat.high is None
    assert "do not bound it" in in_words("a", "mcts", flat, [Rung(n, 30, 60) for n in LADDER])


def test_the_sentence() -> None:
    rungs = [Rung(100, 80, 100), Rung(400, 50, 100), Rung(1600, 20, 100)]
    words = in_words("puct", "mcts", equal_simulations(rungs), rungs)
    assert words.startswith("puct equals mcts with about 400 simulations per move (95 % interval: from 3")


@pytest.mark.parametrize("rungs", [[], [Rung(5, 1, 2)], [Rung(5, 1, 2), Rung(5, 0, 2)], [Rung(5, 1, 2), Rung(6, 0, 0)]])
def test_too_little_is_refused(rungs: list[Rung]) -> None:
    with pytest.raises(ValueError):
        equal_simulations(rungs)
