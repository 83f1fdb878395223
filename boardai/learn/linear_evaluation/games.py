"""Games for learning linear evaluations: played in C++ by a shallow search, returned as arrays of features.

native/boardai/search/self_play/learning_games.hpp defines how they are played and what a row is.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from boardai import native
from boardai.learn.linear_evaluation.rules import padded_plies
from boardai.search.evaluations.linear import FeatureSet

_FEATURES = 4  # the number of features per position is padded to a multiple of it, so that few shapes are compiled


@dataclass(frozen=True)
class PlayedGames:
    """Games as columns, padded to the longest game and the position with the most features.

    Attributes:
        index: features, int32 `[games, plies, features]`; an empty place has the number of weights.
        count: how often each feature counts, float32, same shape; 0 in an empty place.
        sign: +1 if the features are from player 0's view, else -1; float32 `[games, plies]`.
        constant: added to a row's value for player 0: the result, if the row is the end of a finished game.
        random: whether the move made there was random; bool.
        searched: the search's value for player 0; NaN without a search.
        actions: int32 `[games, plies]`.
        lengths: plies of each game, int32 `[games]`.
        results: result of each game for player 0, float32 `[games]`; 0 for a stopped one.
        ended: whether the game was played to its end, bool `[games]`.
        evaluations: number of positions the searches evaluated.
        seconds: duration of playing.
    """

    index: np.ndarray
    count: np.ndarray
    sign: np.ndarray
    constant: np.ndarray
    random: np.ndarray
    searched: np.ndarray
    actions: np.ndarray
    lengths: np.ndarray
    results: np.ndarray
    ended: np.ndarray
    evaluations: int
    seconds: float

    @property
    def rows(self) -> np.ndarray:
        """Which places have a row, bool `[games, plies]`."""
        return np.arange(self.sign.shape[1])[None, :] < self.lengths[:, None]


class GamePlayer:
    """Plays games on one board with any weights.

    Args:
        start: start position of the games.
        features: the feature set.
        options: fields of `boardai::LearningGamesOptions`.

    Raises:
        ValueError: an option is out of range.
    """

    def __init__(self, start: Any, features: FeatureSet, options: dict[str, Any]) -> None:
        self._start = native.native_state(start)
        self._features = features
        values = native.options("LearningGamesOptions", "boardai/search/self_play/learning_games", options)
        self._games = native.template("LearningGames", start)(features.native, values)

    def play(self, weights: np.ndarray, seed: int, first: int, games: int) -> PlayedGames:
        """Plays games `first`, `first + 1`, ...; they are independent of other games and of the number of threads.

        Args:
            weights: float32 `[features.size]`.
            seed: seed of the random choices.
            first: number of the first game.
            games: number of games.

        Raises:
            ValueError: the number of weights is wrong.
        """
        played = self._games
        began = time.perf_counter()
        played.play(self._start, np.ascontiguousarray(weights, np.float32), len(weights), seed, first, games)
        seconds = time.perf_counter() - began
        size = played.size()
        lengths, results, ended = np.empty(games, np.int32), np.empty(games, np.float32), np.empty(games, np.uint8)
        played.games(lengths, results, ended)
        rows = int(size.rows)
        sign, constant, searched = (np.empty(rows, np.float32) for _ in range(3))
        random, features, actions = np.empty(rows, np.uint8), np.empty(rows, np.int32), np.empty(rows, np.int32)
        played.rows(sign, constant, random, searched, features)
        played.actions(actions)
        index, count = np.empty(max(1, size.features), np.int32), np.empty(max(1, size.features), np.float32)
        played.features(index, count)

        plies = padded_plies(int(lengths.max()))
        most = -(-max(1, int(features.max())) // _FEATURES) * _FEATURES
        there = np.arange(plies)[None, :] < lengths[:, None]
        rows_features = np.zeros((games, plies), np.int32)
        rows_features[there] = features
        slots = np.arange(most)[None, None, :] < rows_features[:, :, None]

        def by_row(values: np.ndarray, empty: Any) -> np.ndarray:
            padded = np.full((games, plies), empty, values.dtype)
            padded[there] = values
            return padded

        all_index = np.full((games, plies, most), self._features.size, np.int32)
        all_count = np.zeros((games, plies, most), np.float32)
        all_index[slots] = index[: int(size.features)]
        all_count[slots] = count[: int(size.features)]
        return PlayedGames(
            all_index, all_count, by_row(sign, 1.0), by_row(constant, 0.0), by_row(random, 0).astype(bool),
            by_row(searched, np.nan), by_row(actions, -1), lengths, results, ended.astype(bool),
            int(size.evaluations), seconds,
        )  # fmt: skip
