"""Win chances from scores; accuracy and marks from lost win chances.

Formulas, with centipawns c for the player to move, and win chances w from 0 to 1 (a draw is half a win):
  lichess   w = 1 / (1 + exp(-0.00368208 c)), c within +-1000; fitted to games of players rated 2300.
            A move's accuracy in per cent is 103.1668 exp(-0.04354 * 100 (before - after)) - 3.1669, within 0..100.
            A game's is the mean of two means over its moves: one weighted by how much the chances varied around each
            move (standard deviation in a window, within 0.5..12 points), and the harmonic one.
  Houdini   +1.00 is 80 %, +2.00 is 95 %, +3.00 is 99 %; between them linear in the logarithm of the odds.
  fitted    w = 1 / (1 + exp(-k c)), with the k that maximises the likelihood of the results of recorded games.

A drop of 10, 20 and 30 points of win chance makes an inaccuracy, a mistake and a blunder. The classes of chess.com's
expected points are drops of 2, 5, 10 and 20 points: excellent, good, inaccuracy, mistake, and blunder beyond.

Sources: lichess.org/page/accuracy and lila's `AccuracyPercent` (the game's accuracy); support.chess.com, "How are moves
classified?" (expected points); Houdini's manual (Houdart), as quoted by Kostin (2025).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from boardai.game import Game
from boardai.learn.data.labellers import logistic_scale
from boardai.records.move_reports import MoveReport
from boardai.search.results.result import SearchResult
from boardai.search.results.wording import EVALUATION_LIMIT

_LICHESS_SLOPE = 0.00368208  # a centipawn
_LICHESS_MOST = 1000  # centipawns
_HOUDINI = ((0.0, 0.5), (100.0, 0.8), (200.0, 0.95), (300.0, 0.99))
CENTIPAWNS = "centipawns"
# Losses of win chance from which a move is marked, and the names of the marks.
MARKS = ((0.3, "??", "blunder"), (0.2, "?", "mistake"), (0.1, "?!", "inaccuracy"))
# chess.com's name of a move, by its largest loss of expected points.
EXPECTED_POINTS = ((0.0, "best"), (0.02, "excellent"), (0.05, "good"), (0.1, "inaccuracy"), (0.2, "mistake"))
_WINDOW = (2, 8)  # moves, at least and at most
_VARIATION = (0.5, 12.0)  # points of win chance


def win_chance(centipawns: float) -> float:
    """The win chance by lichess's formula, 0 to 1.

    >>> from boardai.judging import win_chance
    >>> [round(win_chance(score), 2) for score in (-300, 0, 100, 300, 5000)]
    [0.25, 0.5, 0.59, 0.75, 0.98]
    """
    bounded = max(-_LICHESS_MOST, min(_LICHESS_MOST, centipawns))
    return 1 / (1 + math.exp(-_LICHESS_SLOPE * bounded))


def houdini_chance(centipawns: float) -> float:
    """The win chance by Houdini's map, 0 to 1; beyond three pawns it is extrapolated from two and three.

    >>> from boardai.judging import houdini_chance
    >>> [round(houdini_chance(score), 2) for score in (-100, 0, 50, 100, 200, 300)]
    [0.2, 0.5, 0.67, 0.8, 0.95, 0.99]
    """
    size = abs(centipawns)
    place = next((n for n in range(1, len(_HOUDINI)) if size <= _HOUDINI[n][0]), len(_HOUDINI) - 1)
    (low, below), (high, above) = _HOUDINI[place - 1], _HOUDINI[place]
    odds = _log_odds(below) + (size - low) / (high - low) * (_log_odds(above) - _log_odds(below))
    return 1 / (1 + math.exp(-min(700.0, odds) * (1 if centipawns >= 0 else -1)))


def fitted_slope(scores: Sequence[float], results: Sequence[float]) -> float:
    """The k of 1 / (1 + exp(-k score)) that maximises the likelihood of the results; a draw counts as half of each.

    >>> from boardai.judging import fitted_slope
    >>> slope = fitted_slope([-200, -100, 100, 100, 100, 100, 200, 0], [0, 0, 1, 1, 1, 0, 1, 0.5])
    >>> round(1 / (1 + 2.718281828 ** (-100 * slope)), 2)
    0.83

    Args:
        scores: scores for a player.
        results: that player's results, 0 to 1, one for each score.

    Returns:
        The slope, limited so that the largest score gives at most odds of a million; 0 if scores carry no information.

    Raises:
        ValueError: there are no scores, or the numbers of scores and results differ.
    """
    x, y = np.asarray(scores, float), np.asarray(results, float)
    if not len(x) or len(x) != len(y):
        raise ValueError(f"expected a result for each score, got {len(x)} scores and {len(y)} results")
    size = float(np.max(np.abs(x)))
    if size == 0:
        return 0.0
    low, high = 0.0, math.log(1e6) / size

    def slope_of_likelihood(k: float) -> float:
        return float(np.sum(x * (y - 1 / (1 + np.exp(-np.clip(k * x, -700, 700))))))

    if slope_of_likelihood(low) <= 0:
        return 0.0
    for _ in range(60):  # the derivative falls as k grows
        middle = (low + high) / 2
        low, high = (middle, high) if slope_of_likelihood(middle) > 0 else (low, middle)
    return (low + high) / 2


def chance_of(value: MoveReport, unit: str, scale: float, points_scale: float) -> float | None:
    """The win chance of a value, for the player whose value it is; None: there is no value.

    Args:
        value: value of a position.
        unit: unit of its scores (`Game.score_unit`).
        scale: for scores of another unit, the score with odds of 10 to 1 (`score_scale`).
        points_scale: the same for points.
    """
    if value.win_in is not None:
        return 1.0 if value.win_in > 0 else 0.0
    if value.outcome is not None:
        return (1 + value.outcome) / 2
    if value.score is not None:
        return win_chance(value.score) if unit == CENTIPAWNS else _by_scale(value.score, scale)
    return None if value.points is None else _by_scale(value.points, points_scale)


def expected_outcome(result: SearchResult, value: float | None, scale: float) -> float:
    """The expected outcome for the player to move by a search's value, from -1 to 1; 0 if there is no value.

    Args:
        result: result of the search.
        value: value of the position or of a move.
        scale: score with odds of 10 to 1 (`score_scale`); 0 for values that are expected outcomes.
    """
    if result.outcome is not None and value == result.value:
        return float(result.outcome)
    if value is None:
        return 0.0
    if not scale:
        return max(-1.0, min(1.0, value))
    if abs(value) >= EVALUATION_LIMIT:
        return 1.0 if value > 0 else -1.0
    return 2 * _by_scale(value, scale) - 1


def score_scale(game: Game, evaluator: str, points: bool = False) -> float:
    """The score with odds of 10 to 1, in the evaluation's unit or in points; cached."""
    key = (game.spec, evaluator, points)
    if key not in _SCALES:
        try:
            _SCALES[key] = logistic_scale(game, evaluator, points)
        except ValueError:
            _SCALES[key] = 400.0  # an evaluation that is 0 everywhere
    return _SCALES[key]


_SCALES: dict[tuple[str, str, bool], float] = {}


def scale_of_search(game: Game, arguments: Mapping[str, Any]) -> float:
    """The `score_scale` of a search's scores, by its arguments for the evaluator and points."""
    return score_scale(game, str(arguments.get("evaluator", "")), bool(arguments.get("points")))


def move_accuracy(before: float, after: float) -> float:
    """A move's accuracy in per cent, 0 to 100, from the win chances of the best move and of the played one.

    >>> from boardai.judging import move_accuracy
    >>> [round(move_accuracy(0.6, after)) for after in (0.6, 0.5, 0.3)]
    [100, 64, 25]
    """
    lost = 100 * max(0.0, before - after)
    return max(0.0, min(100.0, 103.1668 * math.exp(-0.04354 * lost) - 3.1669))


def game_accuracy(chances: Sequence[tuple[float, float]]) -> float:
    """A player's accuracy in a game, per cent: the mean of the weighted and the harmonic mean over its moves.

    Args:
        chances: before and after each of the player's moves, for the player; at least one.
    """
    accuracies = [move_accuracy(*pair) for pair in chances]
    size = max(_WINDOW[0], min(_WINDOW[1], len(chances) // 5))
    course = [100 * chance for pair in chances for chance in pair]
    weights = []
    for number in range(len(chances)):
        window = course[max(0, 2 * number + 2 - 2 * size) : 2 * number + 2]
        weights.append(max(_VARIATION[0], min(_VARIATION[1], float(np.std(window)))))
    weighted = sum(w * a for w, a in zip(weights, accuracies, strict=True)) / sum(weights)
    harmonic = len(accuracies) / sum(1 / max(accuracy, 1e-3) for accuracy in accuracies)
    return (weighted + harmonic) / 2


def mark(lost: float) -> str:
    """The mark of a move that loses this much of the win chance: `?!`, `?`, `??` or "".

    >>> from boardai.judging.chances import mark
    >>> [mark(lost) for lost in (0.05, 0.1, 0.25, 0.4)]
    ['', '?!', '?', '??']
    """
    # Chances are sums of rounded numbers: 0.0999999 counts as 0.1.
    return next((sign for least, sign, _ in MARKS if lost >= least - 1e-9), "")


def expected_points_class(lost: float) -> str:
    """chess.com's name of a move that loses this much of the win chance: `best`, `excellent` ... `blunder`."""
    return next((name for most, name in EXPECTED_POINTS if lost <= most + 1e-9), "blunder")


def _by_scale(value: float, scale: float) -> float:
    return 1 / (1 + 10 ** max(-300.0, min(300.0, -value / scale)))


def _log_odds(chance: float) -> float:
    return math.log(chance / (1 - chance))
