"""Ratings of many players from all their games (Bradley-Terry), on the Elo scale, with one player fixed at 0.

Formula: player i scores against j, on average,
    p_ij = 1 / (1 + 10^((R_j - R_i) / 400));
the ratings R maximise the likelihood of the points scored, where a draw counts as half a win and half a loss:
    L(R) = sum over pairs of players  s_ij ln p_ij + (n_ij - s_ij) ln (1 - p_ij).
L is concave; Newton's method finds the maximum in a few steps. A player who won or lost every game would be infinitely
far away, so between any two players who met one drawn game is added (`prior`), as in BayesElo. If only it holds a
player near the anchor, its rating depends on the number of games and not on its strength: such a rating
is reported as a bound.

Intervals: 95 %, normal, from the inverse of -L'' with the anchor's rating fixed at 0: they describe the distance to the
anchor. A rating far above all opponents is uncertain upwards, and its interval is only approximate.
Games with draws, and pairs of games with colours swapped, scatter less than this assumes, so intervals are too
wide rather than too narrow.

Papers: Zermelo, Die Berechnung der Turnier-Ergebnisse (1929); Bradley and Terry, Rank analysis of incomplete block
designs (1952); Ford, Solution of a ranking problem from binary comparisons (1957); Coulom, Whole-history rating
(2008), on the prior.

Complexity: in a run players meet few others, so -L'' is sparse, and so are its factors if players are
eliminated in a good order (minimum degree; Liu, Modification of the minimum-degree algorithm by multiple elimination,
1985). A step is then linear in the number of players; if all met all, it would be cubic.

A player whose rating is no longer needed can be left out (`forget`); the evidence of its games about the others
stays. Near the maximum the logarithm of their likelihood is quadratic (Laplace's approximation), and a quadratic
function from which some variables are integrated out is one of the rest, whose curvature is the Schur complement.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from boardai.arena.elo import elo_of_score
from boardai.arena.match import NORMAL_95
from boardai.basics.quoting import quoted

if TYPE_CHECKING:
    from scipy.sparse import csc_matrix

_ELO = 400 / math.log(10)  # Elo points in one unit of the logarithm of the odds
_STEPS = 100
_COLUMNS = 64  # columns of the inverse, at the same time
# By whether a chain of points connects the anchor with the player, and the reverse.
_BOUNDS: dict[tuple[bool, bool], Literal["", "at least", "at most", "unknown"]] = {
    (True, True): "",
    (False, True): "at least",
    (True, False): "at most",
    (False, False): "unknown",
}


@dataclass(frozen=True, slots=True)
class Meeting:
    """Games between two players.

    >>> from boardai.arena import Meeting, fit_ratings
    >>> meetings = [Meeting("new", "old", points=15, games=20), Meeting("old", "random", points=19.5, games=20)]
    >>> fit_ratings(meetings, anchor="random").names
    ('new', 'old', 'random')

    Attributes:
        first: a player's name.
        second: the other player's name.
        points: points of the first player; a draw is half a point.
        games: number of games.
    """

    first: str
    second: str
    points: float
    games: int


@dataclass(frozen=True)
class Rating:
    """The rating of a player.

    >>> from boardai.arena import Meeting, fit_ratings
    >>> new = fit_ratings([Meeting("new", "old", points=15, games=20)], anchor="old").players["new"]
    >>> print(f"{new.elo:+.0f} [{new.low:+.0f}, {new.high:+.0f}] by {new.points} of {new.games} points")
    +180 [+11, +349] by 15.0 of 20 points

    Attributes:
        elo: Elo points above the anchor.
        low: lower end of the 95 % interval.
        high: upper end of the interval.
        points: number of points scored.
        games: number of games played.
        bound: "at least" if no player connected with the anchor by a chain of points has ever scored against this
            player (or against those that have exchanged points with it); then only `low` is known. "at most" is the
            opposite, with `high`; "unknown" if both hold; otherwise "".
    """

    elo: float
    low: float
    high: float
    points: float
    games: int
    bound: Literal["", "at least", "at most", "unknown"] = ""

    def words(self) -> str:
        """The rating as text: `+180 [+11, +349]`, or a bound: `at least +158`.

        >>> from boardai.arena import Meeting, fit_ratings
        >>> fit_ratings([Meeting("new", "old", points=20, games=20)], anchor="old").players["new"].words()
        'at least +158'
        """
        return rating_words(self.elo, self.low, self.high, self.bound)


def rating_words(elo: float, low: float, high: float, bound: str = "") -> str:
    """The rating as text, from its parts (`Rating.words`)."""
    if bound == "unknown":
        return bound
    if bound:
        return f"{bound} {low if bound == 'at least' else high:+z.0f}"
    return f"{elo:+z.0f} [{low:+z.0f}, {high:+z.0f}]"


@dataclass(frozen=True, eq=False)
class Ratings:
    """Ratings of all players.

    >>> from boardai.arena import Meeting, fit_ratings
    >>> ratings = fit_ratings([Meeting("new", "old", 15, 20), Meeting("old", "random", 19.5, 20)], anchor="random")
    >>> ratings.names, ratings.players["random"].elo
    (('new', 'old', 'random'), 0.0)
    >>> [round(elo) for elo in ratings.difference("new", "old")]
    [180, 11, 349]

    Attributes:
        names: the players, best first.
        anchor: the player whose rating is 0.
        players: the rating of each.
    """

    names: tuple[str, ...]
    anchor: str
    players: dict[str, Rating]
    _order: dict[str, int]
    _curvature: csc_matrix  # of the likelihood, with the sign changed, without the anchor's row and column

    @cached_property
    def _factored(self) -> Any:
        """A factorisation, which takes most of the time of an interval; cached for all of them."""
        return _factors(self._curvature)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_factored"}  # cannot be pickled

    def difference(self, first: str, second: str) -> tuple[float, float, float]:
        """The Elo difference of the first player to the second, with the ends of its 95 % interval.

        Raises:
            ValueError: there is no such player.
        """
        for name in (first, second):
            if name not in self.players:
                raise ValueError(f"no rating of {quoted(name)}; there are {', '.join(self.names)}")
        apart = np.zeros((len(self._order), 1))
        for name, sign in ((first, 1), (second, -1)):
            apart[self._order[name]] += sign
        between = apart[_others(self._order, self.anchor)]
        variance = float(np.sum(between * self._factored.solve(between)))
        spread = NORMAL_95 * _ELO * math.sqrt(max(0.0, variance))
        elo = self.players[first].elo - self.players[second].elo
        return elo, elo - spread, elo + spread


@dataclass(frozen=True, eq=False)
class EarlierGames:
    """The evidence of forgotten players' games about the others (`forget`), in units of log odds.

    Attributes:
        anchor: the player fixed at 0.
        players: players that these games concern, without the anchor.
        ratings: their ratings when the games were left out: `[players]`.
        slope: gradient of the games' log-likelihood there: `[players]`.
        curvature: negative Hessian of the log-likelihood there: `[players, players]`.
        taken: pairs of players, including the anchor: a chain of points leads from the second to the first.
    """

    anchor: str
    players: tuple[str, ...]
    ratings: np.ndarray
    slope: np.ndarray
    curvature: np.ndarray
    taken: frozenset[tuple[str, str]]

    @staticmethod
    def none(anchor: str) -> EarlierGames:
        """Whether nothing was left out."""
        return EarlierGames(anchor, (), np.zeros(0), np.zeros(0), np.zeros((0, 0)), frozenset())


def reachable(meetings: Iterable[Meeting], start: str, earlier: EarlierGames | None = None) -> set[str]:
    """The players connected with one by a chain of games; those in earlier games count as connected with the anchor."""
    neighbours: dict[str, set[str]] = {}
    if earlier is not None:
        neighbours = {name: {earlier.anchor} for name in earlier.players} | {earlier.anchor: {*earlier.players}}
    for meeting in meetings:
        if meeting.games:
            neighbours.setdefault(meeting.first, set()).add(meeting.second)
            neighbours.setdefault(meeting.second, set()).add(meeting.first)
    return _reached(neighbours, start)


def _reached(neighbours: dict[Any, set[Any]], start: Any) -> set[Any]:
    """All players that can be reached."""
    found, waiting = {start}, [start]
    while waiting:
        new = neighbours.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found


def _chained(taken: Iterable[tuple[int, int]], start: int) -> set[int]:
    """All players that can be reached by a chain of points, each taken from the next."""
    beaten: dict[int, set[int]] = {}
    for one, other in taken:
        beaten.setdefault(one, set()).add(other)
    return _reached(beaten, start)


def fit_ratings(
    meetings: Iterable[Meeting],
    anchor: str,
    prior: float = 1.0,
    *,
    only: Collection[str] | None = None,
    earlier: EarlierGames | None = None,
) -> Ratings:
    """Fits the ratings of all players.

    >>> from boardai.arena import Meeting, fit_ratings
    >>> ratings = fit_ratings([Meeting("a", "b", 15, 20), Meeting("b", "c", 12, 20), Meeting("c", "a", 4, 20)], "c")
    >>> for name in ratings.names:
    ...     print(f"{name} {ratings.players[name].elo:+.0f}")
    a +234
    b +61
    c +0

    Args:
        meetings: all games; the same two players may meet any number of times.
        anchor: the player whose rating is 0.
        prior: number of drawn games added between every two players that met. With 0 nothing is added.
        only: the players whose ratings are returned; all games count in any case. None: all players. With thousands of
            players, their intervals take most of the time.
        earlier: a summary of games that are not among the meetings (`forget`); points and games do not include them.

    Raises:
        ValueError: no games were played, the anchor played none, some players have no game that links them to it, or,
            with a prior of 0, a rating is infinite.
    """
    games, points = _counted(meetings)
    pairs = _Pairs.of(games, points, anchor, prior, earlier)
    order, number = pairs.order, pairs.number
    # Players reached from the anchor lost points to players linked with it; those who reach it took some.
    taken = {(number[first], number[second]) for first, second in _taken(points, earlier)}
    from_anchor = _chained(taken, number[anchor])
    to_anchor = _chained({(second, first) for first, second in taken}, number[anchor])
    if prior == 0 and len(from_anchor & to_anchor) < len(order):
        raise ValueError("some players won or lost every game against the rest: without a prior ratings are infinite")
    theta = _newton(pairs)
    curvature = pairs.curvature(theta)
    wanted = [name for name in order if only is None or name in only]
    spreads = _spreads(curvature, pairs.free, [number[name] for name in wanted])
    played, scored = dict.fromkeys(order, 0.0), dict.fromkeys(order, 0.0)
    for (first, second), count in games.items():
        played[first] += count
        scored[first] += points[first, second]
    players = {}
    for name, spread in zip(wanted, spreads, strict=True):
        index = number[name]
        value = float(_ELO * theta[index])
        bound = _BOUNDS[index in from_anchor, index in to_anchor]
        players[name] = Rating(value, value - spread, value + spread, scored[name], int(played[name]), bound)
    names = tuple(sorted(wanted, key=lambda name: -players[name].elo))
    return Ratings(names, anchor, players, number, curvature)


def ladder_ratings(names: Sequence[str], scores: Mapping[str, float]) -> dict[str, float]:
    """Ratings of players who each met only the one below: sums of the differences by the scores.

    Without further games these are the maximum-likelihood ratings. The error of each step adds to those above it.

    >>> from boardai.arena.ratings import ladder_ratings
    >>> found = ladder_ratings(["weak", "fair", "good", "best"], {"fair": 0.76, "good": 0.64})
    >>> {name: round(elo) for name, elo in found.items()}
    {'weak': 0, 'fair': 200, 'good': 300}

    Args:
        names: the players, the weakest first.
        scores: score of a player against the one below, above 0 and below 1, as a share of the points.

    Returns:
        Elo points above the weakest, up to the first player without a score; {} if that is the second one.

    Raises:
        ValueError: a score is 0 or 1, which gives no finite difference.
    """
    found = dict.fromkeys(names[:1], 0.0)
    for below, name in itertools.pairwise(names):
        if name not in scores:
            break
        step = elo_of_score(scores[name])
        if math.isinf(step):
            raise ValueError(f"{name} scored {scores[name]:g} against {below}, which gives no finite difference")
        found[name] = found[below] + step
    return found if len(found) > 1 else {}


def forget(
    meetings: Iterable[Meeting],
    leaving: Collection[str],
    anchor: str,
    prior: float = 1.0,
    earlier: EarlierGames | None = None,
) -> tuple[list[Meeting], EarlierGames]:
    """Leaves players out of the games, and keeps the evidence of their games about the others.

    Ratings fitted to the result are those fitted to all games, unless further games move them far: the
    likelihood of the games left out is approximated by a normal distribution around the present ratings.

    Args:
        meetings: all games except earlier ones.
        leaving: the players to leave out; not the anchor.
        anchor: the player whose rating is 0.
        prior: drawn games added between any two who met; more than 0.
        earlier: what was left out before.

    Returns:
        The games among the others, one `Meeting` for two of them; and what the rest says, `earlier` included.

    Raises:
        ValueError: as `fit_ratings`.
    """
    games, points = _counted(meetings)
    pairs = _Pairs.of(games, points, anchor, prior, earlier)
    theta = _newton(pairs)
    gone = np.isin(np.arange(len(theta)), [pairs.number[name] for name in leaving])
    part = replace(pairs, meetings=pairs.meetings[:, gone[pairs.first] | gone[pairs.second]])
    matrix = part.curvature(theta)
    touched = np.flatnonzero(np.diff(matrix.indptr))  # whom these games speak of, by row
    out, rest = (touched[gone[part.free[touched]] == side] for side in (True, False))
    across = matrix[out][:, rest].toarray()
    curvature = matrix[rest][:, rest].toarray()
    if len(out) and len(rest):
        curvature -= across.T @ _factors(matrix[out][:, out].tocsc()).solve(across)
    names = tuple(pairs.order[player] for player in part.free[rest])
    gone_points = {
        (pairs.order[first], pairs.order[second]): share
        for first, second, share in zip(part.first, part.second, part.points - prior / 2, strict=True)
    }
    left = EarlierGames(
        anchor,
        names,
        theta[part.free[rest]],
        part.slope(theta)[part.free[rest]],
        (curvature + curvature.T) / 2,
        _bridged(_taken(gone_points, earlier), {*leaving}),
    )
    kept = [
        Meeting(first, second, points[first, second], int(count))
        for (first, second), count in games.items()
        if first < second and not {first, second} & {*leaving}
    ]
    return kept, left


def _counted(meetings: Iterable[Meeting]) -> tuple[dict[tuple[str, str], float], dict[tuple[str, str], float]]:
    """Games, and points of the first one, of all who met, each pair in both directions."""
    games: dict[tuple[str, str], float] = {}
    points: dict[tuple[str, str], float] = {}
    for one in meetings:
        if not 0 <= one.points <= one.games:
            raise ValueError(f"{one.first} against {one.second}: {one.points} points in {one.games} games")
        if one.first == one.second:
            raise ValueError(f"{one.first} played against itself")
        if one.games:
            for pair, share in (
                ((one.first, one.second), one.points),
                ((one.second, one.first), one.games - one.points),
            ):
                games[pair] = games.get(pair, 0) + one.games
                points[pair] = points.get(pair, 0) + share
    return games, points


def _taken(points: Mapping[tuple[str, str], float], earlier: EarlierGames | None) -> set[tuple[str, str]]:
    """Who took points, and from whom."""
    return {pair for pair, share in points.items() if share > 0} | {*(earlier.taken if earlier else ())}


def _bridged(taken: set[tuple[str, str]], leaving: set[str]) -> frozenset[tuple[str, str]]:
    """The same chains of points among the others, where those who leave were links."""
    onwards: dict[str, set[str]] = {}
    for one, other in taken:
        onwards.setdefault(one, set()).add(other)
    through = {name: others for name, others in onwards.items() if name in leaving}
    return frozenset(
        (one, end)
        for one, others in onwards.items()
        if one not in leaving
        for end in set().union(others, *(_reached(through, other) for other in others & leaving)) - leaving - {one}
    )


def _others(number: dict[str, int], anchor: str) -> np.ndarray:
    """All players but the anchor, by number."""
    return np.delete(np.arange(len(number)), number[anchor])


@dataclass(frozen=True)
class _Pairs:
    """The pairs who met, in both directions: players by number, games, and the first one's points.

    In a long run few players meet each other, so sums over pairs are much smaller than a table of all.
    `free` are all players except the anchor, `known` those in earlier games.
    """

    order: tuple[str, ...]
    number: dict[str, int]
    meetings: np.ndarray  # [4, pairs]: two players, games, points
    free: np.ndarray
    known: np.ndarray
    earlier: EarlierGames

    @staticmethod
    def of(
        games: Mapping[tuple[str, str], float],
        points: Mapping[tuple[str, str], float],
        anchor: str,
        prior: float,
        earlier: EarlierGames | None,
    ) -> _Pairs:
        """Numbers the players; all must be linked with the anchor."""
        earlier = earlier or EarlierGames.none(anchor)
        before = (anchor, *earlier.players) if earlier.players else ()
        order = tuple(dict.fromkeys([*(name for pair in games for name in pair), *before]))
        if anchor not in order:
            raise ValueError(f"{anchor}, the player rated 0, has played no games")
        together = reachable((Meeting(*pair, 0, 1) for pair in games), anchor, earlier)
        if apart := [name for name in order if name not in together]:
            raise ValueError(f"no games link {', '.join(apart)} with {anchor}")
        number = {name: index for index, name in enumerate(order)}
        rows = [
            (number[first], number[second], count + prior, points[first, second] + prior / 2)
            for (first, second), count in games.items()
        ]
        known = np.array([number[name] for name in earlier.players], int)
        return _Pairs(order, number, np.array(rows, float).reshape(-1, 4).T, _others(number, anchor), known, earlier)

    @cached_property
    def first(self) -> np.ndarray:
        """The first player of each pair."""
        return self.meetings[0].astype(int)

    @cached_property
    def second(self) -> np.ndarray:
        """The second player of each pair."""
        return self.meetings[1].astype(int)

    @property
    def games(self) -> np.ndarray:
        """The number of their games."""
        return self.meetings[2]

    @property
    def points(self) -> np.ndarray:
        """The points of the first player."""
        return self.meetings[3]

    def expected(self, theta: np.ndarray) -> np.ndarray:
        """For each pair, the expected score of the first player in a game."""
        return 1 / (1 + np.exp(np.clip(theta[self.second] - theta[self.first], -500, 500)))

    def likelihood(self, theta: np.ndarray) -> float:
        """Its logarithm."""
        moved = theta[self.known] - self.earlier.ratings
        before = float(moved @ self.earlier.slope - moved @ self.earlier.curvature @ moved / 2)
        return before + float(np.sum(self.points * np.log(np.maximum(self.expected(theta), 1e-300))))

    def slope(self, theta: np.ndarray) -> np.ndarray:
        """The gradient of the likelihood, by player."""
        slope = np.bincount(self.first, self.points - self.games * self.expected(theta), len(theta)).astype(float)
        moved = theta[self.known] - self.earlier.ratings
        slope[self.known] += self.earlier.slope - self.earlier.curvature @ moved
        return slope

    def curvature(self, theta: np.ndarray) -> csc_matrix:
        """The negative Hessian of the likelihood, without the fixed anchor: `[players - 1, players - 1]`."""
        from scipy.sparse import csc_matrix  # only needed by matches with ratings

        p = self.expected(theta)
        weight = self.games * p * (1 - p)
        place = np.full(len(theta), -1)
        place[self.free] = range(len(self.free))
        rows, columns = place[self.first], place[self.second]
        moving, diagonal = (rows >= 0) & (columns >= 0), place[self.free]
        known = place[self.known]
        met = np.bincount(self.first, weight, len(theta))[self.free]
        diagonal, met = diagonal[met > 0], met[met > 0]
        values = np.concatenate([met, -weight[moving], self.earlier.curvature.ravel()])
        places = (
            np.concatenate([diagonal, rows[moving], np.repeat(known, len(known))]),
            np.concatenate([diagonal, columns[moving], np.tile(known, len(known))]),
        )
        return csc_matrix((values, places), (len(self.free), len(self.free)))


def _factors(matrix: csc_matrix) -> Any:
    """Solves for the matrix, which is symmetric and positive definite, so no pivoting is needed."""
    from scipy.sparse.linalg import splu

    return splu(matrix, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True})


def _newton(pairs: _Pairs) -> np.ndarray:
    """The maximum, in units of log odds."""
    theta = np.zeros(len(pairs.order))
    value = pairs.likelihood(theta)
    for _ in range(_STEPS):
        step = _factors(pairs.curvature(theta)).solve(pairs.slope(theta)[pairs.free])
        length = 1.0
        while length > 1e-6:  # a full step may overshoot far from the maximum
            trial = theta.copy()
            trial[pairs.free] += length * step
            following = pairs.likelihood(trial)
            if following >= value - 1e-12 * abs(value):
                break
            length /= 2
        theta, value = trial, following
        if np.max(np.abs(step)) < 1e-10:
            break
    return theta


def _spreads(curvature: csc_matrix, free: np.ndarray, players: list[int]) -> list[float]:
    """Half of the 95 % interval of some players' distances to the anchor, in Elo points."""
    factors, row = _factors(curvature), {int(player): index for index, player in enumerate(free)}
    spread = dict.fromkeys(players, 0.0)
    moving = [player for player in players if player in row]
    for begin in range(0, len(moving), _COLUMNS):
        some = moving[begin : begin + _COLUMNS]
        rows, columns = [row[player] for player in some], np.arange(len(some))
        units = np.zeros((len(free), len(some)))
        units[rows, columns] = 1
        variances = factors.solve(units)[rows, columns]
        for player, variance in zip(some, variances, strict=True):
            spread[player] = NORMAL_95 * _ELO * math.sqrt(max(0.0, float(variance)))
    return [spread[player] for player in players]
