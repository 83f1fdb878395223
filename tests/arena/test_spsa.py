"""SPSA finds the top of a hill from noisy games, within its bounds, the same way every time."""

from __future__ import annotations

import json
import math
import random

import pytest
from refusals import refused

from boardai.arena.spsa import Spsa, Tuned


def climbed(iterations: int, seed: int = 0, batch: int = 1) -> Spsa:
    """Tunes two numbers whose best values are 60 and 1.5; a number is worth 200 Elo at its start."""
    tuning = Spsa((Tuned("margin", 20, 0, 200, 8, True), Tuned("rate", 3.0, 0, 6, 0.3)), iterations, 0.02, seed)
    rng = random.Random(seed)

    def elo(numbers: dict[str, float]) -> float:
        return -200 * ((numbers["margin"] - 60) / 40) ** 2 - 200 * ((numbers["rate"] - 1.5) / 1.5) ** 2

    while tuning.done < iterations:
        results = {}
        for iteration in range(tuning.done + 1, min(tuning.done + batch, iterations) + 1):
            up, down = tuning.candidates(iteration)
            chance = 1 / (1 + 10 ** ((elo(down) - elo(up)) / 400))
            results[iteration] = sum(1 if rng.random() < chance else -1 for _ in range(8))
        tuning.update(results)
    return tuning


@pytest.mark.parametrize("batch", [1, 4])
def test_it_climbs_to_the_best_numbers(batch: int) -> None:
    tuning = climbed(3000, batch=batch)
    found = tuning.best()
    assert found["margin"] == pytest.approx(60, abs=12) and float(found["margin"]).is_integer()
    assert found["rate"] == pytest.approx(1.5, abs=0.45)


def test_the_same_games_give_the_same_numbers() -> None:
    assert climbed(200, seed=3).values == climbed(200, seed=3).values != climbed(200, seed=4).values


def test_it_goes_on_from_what_was_saved() -> None:
    whole = Spsa((Tuned("x", 1, 0, 9, 0.5),), 40, 0.1)
    for iteration in range(1, 41):
        whole.update({iteration: iteration % 3 - 1.0})
        if iteration == 17:
            saved = json.loads(json.dumps(whole.to_data()))
    again = Spsa((Tuned("x", 1, 0, 9, 0.5),), 40, 0.1, **saved)
    for iteration in range(18, 41):
        assert again.candidates(iteration)[0]["x"] >= 0
        again.update({iteration: iteration % 3 - 1.0})
    assert again.values == whole.values and again.done == 40


def test_candidates_lie_on_both_sides_within_the_bounds_and_draw_nearer() -> None:
    tuning = Spsa((Tuned("whole", 2, 0, 4, 1.5, True), Tuned("other", 0.5, 0.4, 9, 0.3)), 1000)
    means = []
    for iteration in (1, 1000):
        up, down = tuning.candidates(iteration)
        assert all(float(one["whole"]).is_integer() and 0 <= one["whole"] <= 4 for one in (up, down))
        assert min(up["other"], down["other"]) == 0.4
        means.append(max(up["other"], down["other"]) - 0.5)
    assert means[0] > means[1] == pytest.approx(0.3)
    rounded = [tuning.candidates(iteration)[0]["whole"] for iteration in range(900, 1000)]
    assert len(set(rounded)) > 2


@pytest.mark.parametrize(
    ("numbers", "place"),
    [((5, 0, 4, 1), "x"), ((1, 1, 1, 1), "x"), ((1, 0, 2, 0), "x"), ((math.nan, 0, 2, 1), "x")],
)
def test_numbers_without_room_are_refused(numbers: tuple[float, ...], place: str) -> None:
    with refused(place):
        Tuned("x", *numbers)


def test_nothing_to_tune_is_refused() -> None:
    with refused("SPSA"):
        Spsa((), 10)
    with refused("x"):
        Spsa((Tuned("x", 1, 0, 2, 1), Tuned("x", 1, 0, 2, 1)), 10)
    with refused("SPSA", "iterations"):
        Spsa((Tuned("x", 1, 0, 2, 1),), 0)
