"""How much chance there is in the choice of a move, as a game goes on."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal

from boardai.basics.quoting import quoted
from boardai.search.results.result import SearchResult


@dataclass(frozen=True, kw_only=True)
class TemperatureSchedule:
    """The temperature of each ply: moves are drawn by visits^(1 / temperature), and at 0 the best is played.

    AlphaZero draws at 1 for 30 plies and plays the best afterwards; others let it fall.

    Attributes:
        start: at the first ply.
        end: after `plies`.
        plies: how long it takes to the end.
        shape: `step` (at `start` until then), `linear` (a straight line) or `halving` (halved every `plies` / 5, and
            `end` from then on).
    """

    start: float = 1.0
    end: float = 0.0
    plies: int = 30
    shape: Literal["step", "linear", "halving"] = "step"

    def __post_init__(self) -> None:
        if not (self.start >= 0 and self.end >= 0 and self.plies >= 0):
            raise ValueError(f"start, end and plies must be at least 0, got {self}")
        if self.shape not in ("step", "linear", "halving"):
            raise ValueError(f"shape must be step, linear or halving, not {quoted(self.shape)}")

    def at(self, ply: int) -> float:
        """The temperature of a ply, counted from 0."""
        if ply >= self.plies:
            return self.end
        if self.shape == "linear":
            return self.start + (self.end - self.start) * ply / self.plies
        if self.shape == "halving":
            return max(self.end, self.start * 0.5 ** (5 * ply // self.plies))
        return self.start


def draw_action(result: SearchResult, temperature: float, rng: random.Random) -> int:
    """An action by the shares of a search's visits, among those that its policy leaves: no proven loss.

    Args:
        result: of a Monte-Carlo search.
        temperature: actions are drawn in proportion to visits^(1 / temperature); 0: the search's own choice.
        rng: the only source of chance.

    Raises:
        ValueError: the temperature is negative, or the result has no visits.
    """
    if not temperature >= 0:
        raise ValueError(f"temperature must be at least 0, got {temperature}")
    if not result.visits:
        raise ValueError("the result has no visits to draw by")
    if temperature == 0:
        return result.action
    numbers = result.visits if any(result.visits.values()) else result.priors
    shares = {action: number for action, number in numbers.items() if result.policy.get(action, 0.0) > 0}
    largest = max(shares.values())  # relative to it, so that a small temperature does not overflow
    weights = [(share / largest) ** (1 / temperature) for share in shares.values()]
    return rng.choices(list(shares), weights)[0]
