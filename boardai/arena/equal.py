"""The number of simulations at which an opponent equals an agent, interpolated between the rungs of a ladder.

Idea: the agent plays the same opponent with increasing numbers N of simulations. Against x = log2 N its score
follows a falling logistic curve,
    p(x) = 1 / (1 + exp(b (x - x0))),  b >= 0,
and x0, where it is 1/2, is the answer. The maximum-likelihood x0 and b follow from all games; as in
`boardai.arena.ratings` a draw is half a win and half a loss, and one drawn game is added to each rung. The interval
holds the x0 for which twice the loss of log-likelihood, with the best b for each, is at most 3.84 (95 %).

Limits: an opponent whose Elo is far from linear in log N between the rungs needs narrower rungs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from boardai.arena.elo import CHI_SQUARE_95

_BEYOND = 6.0  # doublings outside the ladder that are searched
_STEPS = 1600
_STEEPEST = 8.0  # in log odds per doubling; 1,400 Elo points


@dataclass(frozen=True)
class Rung:
    """The agent's score against one number of simulations.

    Attributes:
        simulations: number of simulations of the opponent.
        points: points of the agent.
        games: number of games.
    """

    simulations: int
    points: float
    games: int


@dataclass(frozen=True)
class Equal:
    """The number of simulations at which the opponent equals the agent.

    Attributes:
        simulations: the most likely number; None: the games do not even determine it roughly.
        low: lower end of the 95 % interval; None: below the searched range.
        high: upper end; None: above it.
        elo_per_doubling: Elo points that the opponent gains against this agent by twice the simulations.
        extrapolated: whether the most likely number is outside the ladder.
    """

    simulations: float | None
    low: float | None
    high: float | None
    elo_per_doubling: float
    extrapolated: bool

    def score(self, simulations: float) -> float:
        """The fitted score of the agent against this many simulations."""
        if self.simulations is None:
            return math.nan
        slope = self.elo_per_doubling * math.log(10) / 400
        return 1 / (1 + math.exp(slope * math.log2(simulations / self.simulations)))


def equal_simulations(rungs: Sequence[Rung]) -> Equal:
    """Fits the curve.

    Args:
        rungs: at least two numbers of simulations.

    Raises:
        ValueError: fewer than two rungs, or a rung without games.
    """
    if len({rung.simulations for rung in rungs}) < 2:
        raise ValueError("at least two numbers of simulations are needed")
    if any(rung.games < 1 or rung.simulations < 1 for rung in rungs):
        raise ValueError("every rung needs games and a number of simulations")
    x = np.array([math.log2(rung.simulations) for rung in rungs])
    games = np.array([rung.games + 1.0 for rung in rungs])
    points = np.array([rung.points + 0.5 for rung in rungs])
    centres = np.linspace(x.min() - _BEYOND, x.max() + _BEYOND, _STEPS)
    slopes, likelihoods = _best_slopes(x[None, :] - centres[:, None], points, games)
    best = int(np.argmax(likelihoods))
    inside = np.flatnonzero(2 * (likelihoods[best] - likelihoods) <= CHI_SQUARE_95)
    low, high = int(inside[0]) - 1, int(inside[-1]) + 1  # to the next ones that are surely outside
    at_end = best in (0, _STEPS - 1)
    centre = float(centres[best])
    return Equal(
        simulations=None if at_end else 2.0**centre,
        low=None if low < 0 else float(2.0 ** centres[low]),
        high=None if high == _STEPS else float(2.0 ** centres[high]),
        elo_per_doubling=float(slopes[best]) * 400 / math.log(10),
        extrapolated=at_end or not x.min() <= centre <= x.max(),
    )


def _best_slopes(distances: np.ndarray, points: np.ndarray, games: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The most likely slope for each centre, and its log-likelihood.

    Args:
        distances: distances of the rungs from each centre, `[centres, rungs]`.
        points: points scored on each rung.
        games: games played there.
    """
    low, high = np.zeros(len(distances)), np.full(len(distances), _STEEPEST)
    for _ in range(40):  # the likelihood is concave in the slope: where it falls, the maximum is below
        slopes = (low + high) / 2
        expected = games / (1 + np.exp(slopes[:, None] * distances))
        rises = np.sum((expected - points) * distances, axis=1) > 0
        low, high = np.where(rises, slopes, low), np.where(rises, high, slopes)
    slopes = (low + high) / 2
    z = -slopes[:, None] * distances
    return slopes, np.sum(points * z - games * np.logaddexp(0, z), axis=1)


def in_words(agent: str, opponent: str, found: Equal, rungs: Sequence[Rung]) -> str:
    """The result as a sentence."""
    least, most = (number_text(of(rung.simulations for rung in rungs)) for of in (min, max))
    low, high = (None if value is None else number_text(value) for value in (found.low, found.high))
    if low is not None and high is not None:
        interval = f"95 % interval: from {low} to {high}"
    elif low is not None:
        interval = f"95 % interval: at least {low}"
    elif high is not None:
        interval = f"95 % interval: at most {high}"
    else:
        interval = "the games do not bound it"
    if found.simulations is None:
        return f"{opponent} does not equal {agent} with {least} to {most} simulations per move ({interval})"
    outside = f", outside the ladder of {least} to {most}" if found.extrapolated else ""
    equal = number_text(found.simulations)
    return f"{agent} equals {opponent} with about {equal} simulations per move{outside} ({interval})"


def number_text(value: float) -> str:
    """A number rounded to two digits: 1,234 becomes 1,200."""
    digits = max(0, math.floor(math.log10(value)) - 1) if value >= 1 else 0
    return f"{round(value, -digits):,.0f}"
