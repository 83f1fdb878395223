"""SPSA: tunes numbers of a player by games against itself.

Idea: all numbers are changed at the same time, each up or down at random, and the player with one set of numbers plays
the player with the opposite set. The numbers then move a little towards those of the winner. A single pair of games
carries almost no information, but thousands of them find the direction, for any number of parameters.

    c_k = c (N / k)^0.101         perturbation of the numbers in iteration k of N; c at the end
    a_k = r c^2 ((A + N) / (A + k))^0.602    A = N / 10
    value += a_k / c_k * direction * (games won - games lost)

Spall 1992, "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation"; and 1998,
"Implementation of the simultaneous perturbation algorithm", for the exponents and for A.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from boardai.basics.quoting import quoted
from boardai.basics.seeds import seed_of

_ALPHA, _GAMMA = 0.602, 0.101
_OFFSET = 0.1  # A, as a share of all iterations


@dataclass(frozen=True)
class Tuned:
    """A number to be tuned.

    Attributes:
        name: name of the number.
        start: initial value.
        least: minimum.
        most: maximum.
        step: perturbation in the last iterations; larger at first.
        whole: whether players take only whole numbers.

    Raises:
        ValueError: `least` is not below `most`, the start is outside, or the step is not above 0.
    """

    name: str
    start: float
    least: float
    most: float
    step: float
    whole: bool = False

    def __post_init__(self) -> None:
        """Checks the numbers."""
        numbers = (self.start, self.least, self.most, self.step)
        if not all(math.isfinite(one) for one in numbers) or not self.least < self.most or self.step <= 0:
            raise ValueError(f"{self.name}: expected least < most and a step above 0, got {quoted(numbers)}")
        if not self.least <= self.start <= self.most:
            raise ValueError(f"{self.name}: {self.start:g} is not between {self.least:g} and {self.most:g}")

    def within(self, value: float) -> float:
        """The nearest allowed number."""
        return min(self.most, max(self.least, value))


@dataclass
class Spsa:
    """The state of a tuning: the present numbers.

    >>> from boardai.arena.spsa import Spsa, Tuned
    >>> tuning = Spsa((Tuned("width", 10, 0, 100, 2),), iterations=1000)
    >>> up, down = tuning.candidates(1)
    >>> up["width"] != down["width"] and up["width"] + down["width"] == 20
    True

    Attributes:
        tuned: the numbers.
        iterations: number of planned iterations.
        rate: change of the numbers in the last iterations, as a share of their steps.
        seed: seed of the directions.
        values: present values, in the order of `tuned`.
        done: number of finished iterations.

    Raises:
        ValueError: nothing to tune, the same name twice, or a number out of range.
    """

    tuned: Sequence[Tuned]
    iterations: int
    rate: float = 0.002
    seed: int = 0
    values: list[float] = field(default_factory=list)
    done: int = 0

    def __post_init__(self) -> None:
        """Checks the numbers; the values begin at their starts."""
        names = [one.name for one in self.tuned]
        if not names or len(set(names)) != len(names):
            raise ValueError(f"SPSA needs numbers of different names, not {quoted(names)}")
        if self.iterations < 1 or not 0 < self.rate < math.inf:
            raise ValueError(f"SPSA needs iterations and a rate above 0, got {self.iterations} and {self.rate:g}")
        self.values = self.values or [one.start for one in self.tuned]
        if len(self.values) != len(names):
            raise ValueError(f"SPSA: {len(self.values)} values for {len(names)} numbers")

    def candidates(self, iteration: int) -> tuple[dict[str, float], dict[str, float]]:
        """The two sets of numbers of an iteration, counted from 1: up and down along its direction.

        Whole numbers are rounded at random, so that their mean is the exact value.
        """
        rng = random.Random(seed_of(self.seed, "rounding", iteration))
        found: tuple[dict[str, float], dict[str, float]] = ({}, {})
        for one, value, direction in zip(self.tuned, self.values, self._directions(iteration), strict=True):
            shift = direction * self._shift(one, iteration)
            for numbers, wanted in zip(found, (value + shift, value - shift), strict=True):
                number = one.within(wanted)
                numbers[one.name] = math.floor(number + rng.random()) if one.whole else number
        return found

    def update(self, results: Mapping[int, float]) -> None:
        """Updates the numbers.

        Args:
            results: of iterations played with the present numbers: games won minus games lost by the first
                candidate.
        """
        moved = list(self.values)
        for iteration, result in sorted(results.items()):
            later = (1 + _OFFSET) * self.iterations / (_OFFSET * self.iterations + iteration)
            for place, (one, direction) in enumerate(zip(self.tuned, self._directions(iteration), strict=True)):
                rate = self.rate * one.step**2 * later**_ALPHA / self._shift(one, iteration)
                moved[place] = one.within(moved[place] + rate * direction * result)
        self.values = moved
        self.done += len(results)

    def best(self) -> dict[str, float]:
        """The numbers in the form that players take."""
        pairs = zip(self.tuned, self.values, strict=True)
        return {one.name: float(round(value)) if one.whole else value for one, value in pairs}

    def to_data(self) -> dict[str, Any]:
        """The data for a file: everything except `tuned`."""
        return {"values": self.values, "done": self.done}

    def restore(self, data: Mapping[str, Any]) -> None:
        """Continues with the data of `to_data`."""
        self.values, self.done = data["values"], data["done"]

    def _shift(self, one: Tuned, iteration: int) -> float:
        return one.step * (self.iterations / min(iteration, self.iterations)) ** _GAMMA

    def _directions(self, iteration: int) -> list[int]:
        rng = random.Random(seed_of(self.seed, "direction", iteration))
        return [rng.choice((-1, 1)) for _ in self.tuned]
