"""A factorial match: the effects of several changes to a player, measured in the same games.

Idea: in each iteration every change is given to one of two players at random, and the other plays without it. A
least-squares fit of the results on the changes gives each change's effect, from all games: twenty changes need as
many games as one. An effect is an average over the presence of the other changes, so combine changes that leave the
player about as strong as it is.

    y_i = sum over changes k of x_ik e_k + error    y: points won minus points lost per game, x: 1 or -1

Fisher 1935, "The Design of Experiments", chapter 6.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from boardai.arena.match import NORMAL_95
from boardai.basics.seeds import seed_of

_ELO_OF_A_POINT = 800 / math.log(10)  # Elo for one more point won than lost per game: the slope at even chances


@dataclass(frozen=True)
class Change:
    """Settings of a player that are changed together.

    Attributes:
        name: name of the change.
        values: the settings by name.
    """

    name: str
    values: Mapping[str, Any]


@dataclass(frozen=True)
class Effect:
    """The effect of a change.

    Attributes:
        name: of the change.
        elo: Elo difference that it causes.
        low: lower end of its 95 % interval.
        high: upper end.
    """

    name: str
    elo: float
    low: float
    high: float


@dataclass
class Factorial:
    """The state of a factorial match.

    >>> from boardai.arena.factorial import Change, Factorial
    >>> match = Factorial((Change("wide", {"width": 9}), Change("deep", {"depth": 4})), iterations=100)
    >>> first, second = match.candidates(1)
    >>> sorted({**first, **second}) == ["depth", "width"] and len(first) + len(second) == 2
    True

    Attributes:
        changes: the changes that are measured.
        iterations: number of planned iterations.
        games: games per iteration.
        seed: seed of the random assignment.
        results: of each iteration so far: games won minus games lost by the first player.

    Raises:
        ValueError: no change, a setting in two changes, or no iteration.
    """

    changes: Sequence[Change]
    iterations: int
    games: int = 2
    seed: int = 0
    results: dict[int, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Checks the changes."""
        settings = [name for change in self.changes for name in change.values]
        if not self.changes or not all(change.values for change in self.changes):
            raise ValueError("a factorial match needs changes")
        for name in settings:
            if settings.count(name) > 1:
                raise ValueError(f"{name} is in two changes, but a player can have only one of them")
        if self.iterations < 1 or self.games < 1:
            raise ValueError(f"a factorial match needs iterations and games, got {self.iterations} and {self.games}")

    @property
    def done(self) -> int:
        """Number of finished iterations."""
        return len(self.results)

    def candidates(self, iteration: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """The settings of the two players of an iteration, counted from 1: each change is in one of them."""
        sides: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
        for change, lot in zip(self.changes, self._lots(iteration), strict=True):
            sides[lot < 0].update(change.values)
        return sides

    def update(self, results: Mapping[int, float]) -> None:
        """Adds results: for each iteration, games won minus games lost by the first player."""
        self.results |= results

    def effects(self) -> list[Effect]:
        """The effect of each change, in order; none while there are too few results for intervals."""
        lots = np.array([self._lots(number) for number in self.results], np.float64).reshape(-1, len(self.changes))
        won = np.array(list(self.results.values())) / self.games
        free = len(lots) - len(self.changes)
        if free < 1 or np.linalg.matrix_rank(lots) < len(self.changes):
            return []
        fitted = np.linalg.lstsq(lots, won, rcond=None)[0]
        variance = float(((won - lots @ fitted) ** 2).sum()) / free
        errors = np.sqrt(variance * np.diag(np.linalg.inv(lots.T @ lots)))
        rows = zip(self.changes, _ELO_OF_A_POINT * fitted, _ELO_OF_A_POINT * NORMAL_95 * errors, strict=True)
        return [Effect(change.name, float(elo), float(elo - error), float(elo + error)) for change, elo, error in rows]

    def to_data(self) -> dict[str, Any]:
        """The data for a file: everything except the changes."""
        return {"results": sorted(self.results.items())}

    def restore(self, data: Mapping[str, Any]) -> None:
        """Continues with the data of `to_data`."""
        self.results = {int(number): float(result) for number, result in data["results"]}

    def _lots(self, iteration: int) -> list[int]:
        rng = random.Random(seed_of(self.seed, "lots", iteration))
        return [rng.choice((-1, 1)) for _ in self.changes]
