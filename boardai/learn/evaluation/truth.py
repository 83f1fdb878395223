"""A player's moves against the exact values of all moves (`boardai.records.truth`)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from boardai.players import Player, Turn
from boardai.records.truth import TruePosition

_AT_ONCE = 256  # positions that are searched together


def compared_with_truth(
    player: Player,
    positions: Sequence[TruePosition],
    stop: Callable[[], None] = lambda: None,
    done: Callable[[int], None] = lambda positions: None,
) -> dict[str, Any]:
    """The quality of a player's moves, and the accuracy of its values.

    >>> from boardai.learn.evaluation.truth import compared_with_truth
    >>> from boardai.players import load_agent
    >>> from boardai.records.truth import TruePosition
    >>> game = boardai.load("hex", size=2)
    >>> positions = [TruePosition(game.initial_state(), {0: -1, 1: 1, 2: 1, 3: -1})]
    >>> compared_with_truth(load_agent("dfpn", game), positions)
    {'best_move': 1.0, 'result_kept': 1.0, 'value_correlation': None}

    Args:
        player: the player to measure.
        positions: positions with the values of all moves.
        stop: called often; may raise.
        done: called with the number of finished positions.

    Returns:
        `best_move`: share of positions in which it plays a move of the highest value; `result_kept`: share in which its
        move keeps the game-theoretic result; `value_correlation`: Pearson's correlation of its values with those
        results (1, 0, -1), None if a value is unknown or an unbounded score, or if all are equal.
    """
    best = kept = 0
    values: list[float | None] = []
    for first in range(0, len(positions), _AT_ONCE):
        stop()
        some = positions[first : first + _AT_ONCE]
        thoughts = player.think_many([Turn(one.state) for one in some])
        for one, thought in zip(some, thoughts, strict=True):
            best += thought.action in one.best
            kept += thought.action in one.keeping
            result = thought.result
            values.append(None if result is None or result.is_score else result.value)
        done(first + len(some))
    return {
        "best_move": best / len(positions),
        "result_kept": kept / len(positions),
        "value_correlation": _correlation(values, [one.outcome for one in positions]),
    }


def _correlation(values: Sequence[float | None], outcomes: Sequence[int]) -> float | None:
    known = [value for value in values if value is not None]
    if len(known) < len(values) or np.ptp(known) == 0 or np.ptp(outcomes) == 0:
        return None
    found = float(np.corrcoef(known, outcomes)[0, 1])
    return found if math.isfinite(found) else None
