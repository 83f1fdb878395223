"""An evaluation that is refitted as the replay buffer grows, to the results of its games and to search values.

    1. Positions that are new in the buffer are read once: the features of quiet positions, the results of their games
       and the values of the searches.
    2. The search values are recalibrated: converted by a logistic with the scale that would have predicted the results
       best.
    3. The weights are fitted by logistic regression (logistic.py) from 0, to a mixture of both.

Only the newer half of all games so far is used: the first games come from players without knowledge. The weights depend
only on the buffer's content, so a resumed run continues with the same ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix, vstack

from boardai.game import Game
from boardai.learn.data.datasets import fitted_scale
from boardai.learn.data.teacher import SCALE
from boardai.learn.linear_evaluation.logistic import Examples, cross_entropy, expected, fit, gather
from boardai.learn.self_play.replay import ReplayBuffer
from boardai.search.evaluations.linear import FeatureSet, LinearEvaluation

UNIT = 100  # unit of the searches' margins: an expected score of 64 %
# Values from here on are from a search that saw the end, or the result itself.
_CERTAIN = 0.999
_STEPS = 100
# Maximum number of quiet positions to learn from.
_POSITIONS = 100_000


@dataclass(frozen=True)
class _Seen:
    """Quiet positions of the buffer.

    Attributes:
        numbers: numbers of the positions, counted from the run's first, int64 `[n]`.
        counts: count of each feature, float32 `[n, features]`.
        results: results of their games for the player to move, -1 to 1, `[n]`.
        searched: search values for the player to move, -1 to 1, `[n]`.
    """

    numbers: np.ndarray
    counts: csr_matrix
    results: np.ndarray
    searched: np.ndarray

    def since(self, number: int) -> _Seen:
        """The positions from a number on."""
        first = int(np.searchsorted(self.numbers, number))
        return _Seen(self.numbers[first:], self.counts[first:], self.results[first:], self.searched[first:])


class ReplayEvaluation:
    """A linear evaluation of the positions in a replay buffer.

    Args:
        game: the game.
        features: name and options of a feature set (`boardai.search.evaluations.linear.FeatureSet`).
        result_share: share of the games' results in the targets; the rest is the search values.

    Raises:
        ValueError: the game has no such features.
    """

    def __init__(self, game: Game, features: str, result_share: float):
        self._game, self._result_share = game, result_share
        self._features = FeatureSet(features, game.initial_state())
        empty = np.zeros(0)
        counts = csr_matrix((0, self._features.size), dtype=np.float32)
        self._seen = _Seen(empty.astype(np.int64), counts, empty, empty)
        self._end = 0  # number of the first position that has not been read

    def fitted(self, replay: ReplayBuffer, stop: Callable[[], None] = lambda: None) -> LinearEvaluation | None:
        """The weights for the buffer's present positions.

        Args:
            replay: the buffer, always the same one.
            stop: called often; may raise.

        Returns:
            None: the buffer has no position of a decided game.
        """
        self._look(replay, stop)
        seen = self._seen
        if not seen.results.any():
            return None
        targets = self._targets(seen)
        weights = np.zeros(self._features.size)
        used = np.unique(seen.counts.indices)  # the others stay 0: only few of a game's patterns ever occur
        examples = Examples(seen.counts[:, used], targets)
        weights[used] = fit(examples, weights[used], SCALE, steps=_STEPS, progress=lambda step, loss: stop())
        card = {
            "game": self._game.spec,
            "stages": self._features.stages,
            "groups": self._features.groups,
            "positions": len(examples),
            "loss": cross_entropy(seen.counts @ weights, targets, SCALE),
        }
        return LinearEvaluation(
            self._features.spec,
            weights.astype(np.float32),
            points=1.0,
            unit=UNIT,
            scale=2 * SCALE / math.log(10),
            card=card,
        )

    def _look(self, replay: ReplayBuffer, stop: Callable[[], None]) -> None:
        """1. Adds the buffer's new positions, and drops old ones."""
        begin = replay.positions_added - replay.size
        oldest = max(begin, replay.positions_added // 2)
        first = max(self._end, oldest)
        new = replay.positions_added - first
        drawn = replay.newest(new, ("quiet", "outcome", "search_value"))
        rows = np.flatnonzero(drawn["quiet"])

        def positions() -> Iterator[tuple[Any, float]]:
            for done, row in enumerate(rows):
                if done % 1000 == 0:
                    stop()
                yield replay.native_state(first - begin + int(row)), 0.0

        kept = self._seen.since(oldest)
        if len(rows) == 0:
            self._seen, self._end = kept, replay.positions_added
            return
        new_counts = gather(self._features, positions()).counts
        whole = _Seen(
            numbers=np.concatenate([kept.numbers, first + rows]),
            counts=vstack([kept.counts, new_counts], format="csr"),
            results=np.concatenate([kept.results, drawn["outcome"][rows]]),
            searched=np.concatenate([kept.searched, drawn["search_value"][rows]]),
        )
        self._seen = whole.since(int(whole.numbers[-_POSITIONS:][0]))
        self._end = replay.positions_added

    def _targets(self, seen: _Seen) -> np.ndarray:
        """2. The expected score of each position's player to move, 0 to 1."""
        results, searched = (1 + seen.results) / 2, (1 + seen.searched) / 2
        guessed = np.abs(seen.searched) < _CERTAIN
        scores = np.arctanh(np.clip(seen.searched[guessed], -_CERTAIN, _CERTAIN))
        try:
            searched[guessed] = expected(scores, fitted_scale(scores, seen.results[guessed]))
        except ValueError:  # search values do not predict the results: only the results are used
            searched[guessed] = results[guessed]
        return self._result_share * results + (1 - self._result_share) * searched
