"""Ratings of many players from all their games (Bradley-Terry), on the Elo scale, one player standing at 0.

Formula: player i scores against j, on average,
    p_ij = 1 / (1 + 10^((R_j - R_i) / 400));
the ratings R are those under which the points scored are likeliest, a draw counting as half a win and half a loss:
    L(R) = sum over pairs of players  s_ij ln p_ij + (n_ij - s_ij) ln (1 - p_ij).
L is concave; Newton's method finds the maximum in a few steps. Who won or lost every game would be infinitely far
away, so between any two who met one drawn game is added (`prior`), as BayesElo does.

Intervals: 95 %, normal, from the inverse of -L'' with the anchor's rating held at 0: they speak of the distance to the
anchor. A rating far above everybody it met is uncertain upwards, and the interval of that is only roughly right.
Games with draws, and games in pairs with colours swapped, scatter less than this assumes, so intervals err on the
wide side.

Papers: Zermelo, Die Berechnung der Turnier-Ergebnisse (1929); Bradley and Terry, Rank analysis of incomplete block
designs (1952); Ford, Solution of a ranking problem from binary comparisons (1957); Coulom, Whole-history rating
(2008), on the prior. Complexity: players^3 a step.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from boardai.arena.match import NORMAL_95

_ELO = 400 / math.log(10)  # Elo points in one unit of the logarithm of the odds
_STEPS = 100


@dataclass(frozen=True)
class Meeting:
    """Games between two players.

    Attributes:
        first: a player's name.
        second: the other's.
        points: the first one's, a draw being half a point.
        games: how many.
    """

    first: str
    second: str
    points: float
    games: int


@dataclass(frozen=True)
class Rating:
    """What is known of a player.

    Attributes:
        elo: above the anchor.
        low: where the 95 % interval begins.
        high: where it ends.
        points: scored.
        games: played.
    """

    elo: float
    low: float
    high: float
    points: float
    games: int


@dataclass(frozen=True, eq=False)
class Ratings:
    """Ratings of all players.

    Attributes:
        names: the players, best first.
        anchor: the one that stands at 0.
        players: the rating of each.
    """

    names: tuple[str, ...]
    anchor: str
    players: dict[str, Rating]
    _order: tuple[str, ...]
    _covariance: np.ndarray

    def difference(self, first: str, second: str) -> tuple[float, float, float]:
        """How far the first player stands above the second, and the 95 % interval of that."""
        i, j = self._order.index(first), self._order.index(second)
        covariance = self._covariance
        spread = NORMAL_95 * math.sqrt(max(0.0, covariance[i, i] + covariance[j, j] - 2 * covariance[i, j]))
        elo = self.players[first].elo - self.players[second].elo
        return elo, elo - spread, elo + spread


def reachable(meetings: Iterable[Meeting], start: str) -> set[str]:
    """The players who are connected with one by a chain of games."""
    neighbours: dict[str, set[str]] = {}
    for meeting in meetings:
        if meeting.games:
            neighbours.setdefault(meeting.first, set()).add(meeting.second)
            neighbours.setdefault(meeting.second, set()).add(meeting.first)
    found, waiting = {start}, [start]
    while waiting:
        new = neighbours.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found


def fit_ratings(meetings: Iterable[Meeting], anchor: str, prior: float = 1.0) -> Ratings:
    """The ratings of everybody who played.

    Args:
        meetings: all games; the same two players may meet any number of times.
        anchor: stands at 0.
        prior: drawn games added between any two who met. With 0 nothing is added.

    Raises:
        ValueError: nobody played, the anchor did not, some players have no game that links them to it, or, with a
            prior of 0, somebody's rating is infinite.
    """
    games: dict[tuple[str, str], float] = {}
    points: dict[tuple[str, str], float] = {}
    for one in meetings:
        if not 0 <= one.points <= one.games:
            raise ValueError(f"{one.first} against {one.second}: {one.points} points in {one.games} games")
        if one.first == one.second:
            raise ValueError(f"{one.first} met itself")
        if one.games:
            for pair, share in (
                ((one.first, one.second), one.points),
                ((one.second, one.first), one.games - one.points),
            ):
                games[pair] = games.get(pair, 0) + one.games
                points[pair] = points.get(pair, 0) + share
    order = tuple(dict.fromkeys(name for pair in games for name in pair))
    if anchor not in order:
        raise ValueError(f"{anchor}, which is to stand at 0, has played no games")
    together = reachable((Meeting(*pair, 0, 1) for pair in games), anchor)
    if apart := [name for name in order if name not in together]:
        raise ValueError(f"no games link {', '.join(apart)} with {anchor}")

    number = {name: index for index, name in enumerate(order)}
    size = len(order)
    n, s = np.zeros((size, size)), np.zeros((size, size))
    for (first, second), count in games.items():
        n[number[first], number[second]] = count + prior
        s[number[first], number[second]] = points[first, second] + prior / 2
    free = [index for index in range(size) if order[index] != anchor]

    if not _bounded(s):
        raise ValueError("some players won or lost every game against the rest: without a prior ratings are infinite")
    theta, covariance = _newton(n, s, free)
    elo, covariance = _ELO * theta, _ELO**2 * covariance
    players = {}
    for name, index in number.items():
        spread = NORMAL_95 * math.sqrt(max(0.0, covariance[index, index]))
        scored = sum(share for (first, _), share in points.items() if first == name)
        played = sum(count for (first, _), count in games.items() if first == name)
        value = float(elo[index])
        players[name] = Rating(value, value - spread, value + spread, scored, int(played))
    names = tuple(sorted(order, key=lambda name: -players[name].elo))
    return Ratings(names, anchor, players, order, covariance)


def _bounded(s: np.ndarray) -> bool:
    """Whether there is a maximum: from everybody to everybody there is a chain of points scored (Ford 1957)."""
    for scored in (s > 0, s.T > 0):
        found, waiting = {0}, [0]
        while waiting:
            new = set(np.flatnonzero(scored[waiting.pop()]).tolist()) - found
            found |= new
            waiting += new
        if len(found) < len(s):
            return False
    return True


def _newton(n: np.ndarray, s: np.ndarray, free: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """The maximum and its covariance, in units of log odds."""
    theta = np.zeros(len(n))
    covariance = np.zeros_like(n)
    if not free:
        return theta, covariance

    def expected(theta: np.ndarray) -> np.ndarray:
        return 1 / (1 + np.exp(np.clip(theta[None, :] - theta[:, None], -500, 500)))

    def likelihood(theta: np.ndarray) -> float:
        return float(np.sum(s * np.log(np.maximum(expected(theta), 1e-300))))

    value = likelihood(theta)
    rows = np.ix_(free, free)
    for _ in range(_STEPS):
        p = expected(theta)
        slope = np.sum(s - n * p, axis=1)[free]
        weight = n * p * (1 - p)
        curvature = (np.diag(weight.sum(axis=1)) - weight)[rows]
        step = np.linalg.solve(curvature, slope)
        length = 1.0
        while length > 1e-6:  # a full step may overshoot far from the maximum
            trial = theta.copy()
            trial[free] += length * step
            following = likelihood(trial)
            if following >= value - 1e-12 * abs(value):
                break
            length /= 2
        theta, value = trial, following
        if np.max(np.abs(step)) < 1e-10:
            break
    p = expected(theta)
    weight = n * p * (1 - p)
    covariance[rows] = np.linalg.inv((np.diag(weight.sum(axis=1)) - weight)[rows])
    return theta, covariance
