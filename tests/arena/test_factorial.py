"""A factorial match: lots, effects and their intervals."""

import random

import pytest
from refusals import refused

from boardai.arena.factorial import Change, Factorial

CHANGES = [Change(name, {name: 1}) for name in "abcde"]


def played(iterations: int, worth: dict[str, float], seed: int = 0, noise: float = 1.0) -> Factorial:
    """Iterations whose results are what the changes are worth, in points a game, and noise."""
    match, rng = Factorial(CHANGES, iterations, games=2, seed=seed), random.Random(seed)
    for number in range(1, iterations + 1):
        first, second = match.candidates(number)
        shares = sum(worth.get(name, 0) for name in first) - sum(worth.get(name, 0) for name in second)
        match.update({number: 2 * shares + rng.gauss(0, noise)})
    return match


def test_each_change_is_on_one_side_and_on_both_equally_often() -> None:
    match = Factorial(CHANGES, 400)
    sides = [match.candidates(number) for number in range(1, 401)]
    assert sides == [match.candidates(number) for number in range(1, 401)]
    assert all(sorted({**one, **other}) == list("abcde") and not set(one) & set(other) for one, other in sides)
    for name in "abcde":
        assert 150 < sum(name in first for first, _ in sides) < 250
    together = sum(("a" in first) == ("b" in first) for first, _ in sides)
    assert 150 < together < 250  # lots of two changes have nothing to do with each other


def test_effects_are_found_in_their_intervals() -> None:
    """0.1 points a game are 35 Elo; of 200 intervals of 95 % most hold the truth, and not all."""
    match = played(4000, {"a": 0.1, "b": -0.05})
    found = {effect.name: effect for effect in match.effects()}
    assert found["a"].low > 0 > found["b"].high
    assert found["a"].elo == pytest.approx(34.7, abs=10) and found["c"].elo == pytest.approx(0, abs=10)
    held = [
        effect.low <= 347.4 * {"a": 0.1}.get(effect.name, 0) <= effect.high
        for seed in range(40)
        for effect in played(100, {"a": 0.1}, seed).effects()
    ]
    assert len(held) == 200 and 180 <= sum(held) < 200


def test_too_few_results_give_no_effect() -> None:
    assert played(5, {}).effects() == []
    assert len(played(60, {}).effects()) == 5


def test_a_match_goes_on_from_its_data() -> None:
    whole = played(50, {"a": 0.2})
    again = Factorial(CHANGES, 50)
    again.restore(whole.to_data())
    assert again.done == 50 and again.effects() == whole.effects()


def test_what_cannot_be_measured_is_refused() -> None:
    with refused("changes"):
        Factorial([], 10)
    with refused("width"):
        Factorial([Change("x", {"width": 1}), Change("y", {"width": 2})], 10)
    with refused("iterations"):
        Factorial(CHANGES, 0)
