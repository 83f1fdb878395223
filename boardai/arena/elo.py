"""Elo differences from match scores, with intervals by pairs of games.

The two games of an opening, with colours swapped, are one observation: in an unbalanced opening each side wins once.
Counting pairs by their points (0, 1/2, 1, 3/2, 2) keeps this information, as does the sequential
test that belongs to it (`boardai.arena.sprt`).

Formulas:
  Elo difference of an expected score s: D = -400 log10(1/s - 1)
  Profile likelihood: with counts f_i of pair scores a_i, n pairs in all, the most likely distribution of mean m is
      p_i = (f_i / n) / (1 + t (a_i - m)), with t such that the mean is m,
  and 2 sum f_i ln(1 + t (a_i - m)) is chi-square with one degree of freedom (Owen 1988). The interval holds the
  means where it is at most 3.84. It never leaves 0..1, and is not empty if all pairs ended alike: the extreme
  scores 0 and 2 count as possible even if they did not occur.

Papers: Elo, The Rating of Chessplayers (1978); Owen, Empirical likelihood ratio confidence intervals (1988).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import NormalDist

CHI_SQUARE_95 = 3.841458820694124
# A pair's points over 2, so that 1/2 is an even match.
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
# Scale of Elo's performance: 2000 / 7, about 200 times the root of 2.
_DIFFERENCE_SCALE, _MOST_DIFFERENCE = 2000 / 7, 800.0
_UNSEEN = 1e-7  # the weight of a score that did not occur


def elo_of_score(score: float) -> float:
    """The Elo difference that makes this score expected; infinite at 0 and 1.

    >>> from boardai.arena import elo_of_score
    >>> round(elo_of_score(0.75))
    191

    Raises:
        ValueError: the score is not in 0..1.
    """
    if not 0.0 <= score <= 1.0:
        raise ValueError(f"a score lies between 0 and 1, got {score}")
    if score in (0.0, 1.0):
        return math.inf if score else -math.inf
    return -400 * math.log10(1 / score - 1)


def score_of_elo(elo: float) -> float:
    """The expected score, 0 to 1, at an Elo difference.

    >>> from boardai.arena import score_of_elo
    >>> [round(score_of_elo(elo), 2) for elo in (-400, 0, 100, 200)]
    [0.09, 0.5, 0.64, 0.76]
    """
    return 1 / (1 + 10 ** (-elo / 400))


def performance(score: float, opponents: float) -> float:
    """Elo's performance rating: the opponents' mean rating plus the Elo difference that corresponds to the score.

    The difference is 2000/7 Phi^-1(score), clipped to +-800, where Phi is the normal distribution function. This is
    Elo's own model, in which a player's performance in a game has a standard deviation of 200 points; FIDE's table of
    differences is based on it.

    >>> from boardai.arena import performance
    >>> [round(performance(score, opponents=1500)) for score in (0.5, 0.75, 1.0)]
    [1500, 1693, 2300]

    Args:
        score: share of points, 0 to 1.
        opponents: the mean of their ratings, one for each game.

    Raises:
        ValueError: the score is not in 0..1.
    """
    if not 0.0 <= score <= 1.0:
        raise ValueError(f"a score lies between 0 and 1, got {score}")
    most = _MOST_DIFFERENCE
    if score in (0.0, 1.0):
        return opponents + (most if score else -most)
    return opponents + max(-most, min(most, _DIFFERENCE_SCALE * NormalDist().inv_cdf(score)))


def pair_counts(pairs: Iterable[tuple[float, float]]) -> tuple[int, int, int, int, int]:
    """The number of pairs that scored 0, 1/2, 1, 3/2 and 2 points.

    Args:
        pairs: the points (0, 1/2, 1) of the two games of each opening.
    """
    counts = [0] * 5
    for first, second in pairs:
        counts[round(2 * (first + second))] += 1
    return counts[0], counts[1], counts[2], counts[3], counts[4]


def mean_score(counts: Sequence[int]) -> float:
    """The share of points.

    Raises:
        ValueError: there are no pairs.
    """
    pairs = sum(counts)
    if pairs == 0:
        raise ValueError("no pair of games has been finished")
    return sum(count * score for count, score in zip(counts, PAIR_SCORES, strict=True)) / pairs


def log_likelihood(counts: Sequence[int], mean: float) -> float:
    """The log-likelihood of the counts under the most likely distribution with that mean, minus its maximum.

    Args:
        counts: pairs by points.
        mean: an expected score, between 0 and 1.

    Raises:
        ValueError: the mean is not between 0 and 1.
    """
    if not 0.0 < mean < 1.0:
        raise ValueError(f"an expected score lies between 0 and 1 (both excluded), got {mean}")
    weights = [float(count) or _UNSEEN for count in counts]
    offsets = [score - mean for score in PAIR_SCORES]
    # The mean of p falls as t grows; at the ends all weight is on an extreme score. Newton's steps, or the midpoint
    # if they would leave the interval.
    low, high = -1 / offsets[-1], -1 / offsets[0]
    t = 0.0
    for _ in range(200):
        terms = [1 + t * offset for offset in offsets]
        if min(terms) <= 0:
            break
        parts = [offset / term for offset, term in zip(offsets, terms, strict=True)]
        slope = sum(w * part for w, part in zip(weights, parts, strict=True))
        low, high = (t, high) if slope > 0 else (low, t)
        following = t + slope / sum(w * part * part for w, part in zip(weights, parts, strict=True))
        if not low < following < high:
            following = (low + high) / 2
        if abs(following - t) <= 1e-14 * abs(t) or following in (low, high):
            break
        t = following
    tiny = 1e-300
    return -sum(w * math.log(max(tiny, 1 + t * offset)) for w, offset in zip(weights, offsets, strict=True))


def score_interval(counts: Sequence[int]) -> tuple[float, float]:
    """The 95 % interval of the expected score; 0 to 1 without pairs.

    >>> from boardai.arena import score_interval
    >>> low, high = score_interval([0, 2, 10, 6, 2])  # pairs of games that scored 0, 1/2, 1, 3/2 and 2 points
    >>> round(low, 2), round(high, 2)
    (0.51, 0.69)

    Args:
        counts: pairs of games by points: 0, 1/2, 1, 3/2 and 2.
    """
    if sum(counts) == 0:
        return 0.0, 1.0
    mean = mean_score(counts)

    def edge(outside: float) -> float:
        inside = mean
        if inside == outside:
            return outside
        for _ in range(40):
            middle = (inside + outside) / 2
            if middle in (inside, outside):
                break
            if -2 * log_likelihood(counts, middle) <= CHI_SQUARE_95:
                inside = middle
            else:
                outside = middle
        return inside

    return edge(0.0), edge(1.0)


def elo_interval(counts: Sequence[int]) -> tuple[float, float, float]:
    """The Elo difference and the ends of its 95 % interval.

    >>> from boardai.arena import elo_interval
    >>> [round(elo) for elo in elo_interval([0, 2, 10, 6, 2])]  # pairs of 0, 1/2, 1, 3/2 and 2 points
    [70, 9, 142]

    Args:
        counts: pairs of games by points: 0, 1/2, 1, 3/2 and 2.

    Raises:
        ValueError: there are no pairs.
    """
    low, high = score_interval(counts)
    return elo_of_score(mean_score(counts)), elo_of_score(low), elo_of_score(high)
