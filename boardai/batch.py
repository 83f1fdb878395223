"""Many games at once, stepped natively: the vectorised environment for learners that move all games together.

>>> batch = boardai.Batch(boardai.load("reversi"), 256, seed=1, auto_reset=True)
>>> scores = np.where(batch.legal_mask(), rng.random((256, batch.policy_size)), -1)
>>> batch.apply(scores.argmax(1))
>>> finished, rewards = batch.terminated, batch.rewards
"""

from __future__ import annotations

from typing import Any

import numpy as np

from boardai import native
from boardai.game import Game


class Batch:
    """N games side by side; it speaks policy indices. Row i is game i.

    Results depend neither on `threads` nor on the other rows.

    Attributes:
        game: the game.
        policy_size: A, the number of policy indices.
        observation_shape: (H, W, C) of one observation.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        seed: int = 0,
        *,
        auto_reset: bool = False,
        random_plies: int = 0,
        threads: int = 1,
        start: Any = None,
    ) -> None:
        """Starts N games.

        Args:
            game: any game with a network encoding: native, compiled at run time, or written in Python.
            n: how many games.
            seed: of the random openings.
            auto_reset: start a fresh game where one has ended, in the same `apply` that reports its rewards.
            random_plies: each game opens with 0 to this many uniformly random plies.
            threads: used inside the native calls; Python-written games always run on one.
            start: a state to begin from; the game's own start by default.

        Raises:
            ValueError: an option out of range, the start is over, or the game has no encoding.
        """
        state = game.initial_state() if start is None else start
        values = {"size": n, "seed": seed, "auto_reset": auto_reset, "random_plies": random_plies, "threads": threads}
        options = native.options("BatchOptions", "boardai/core/batch", values)
        self.game = game
        self.policy_size = game.policy_size
        self.observation_shape = game.observation_shape
        self._auto_reset = bool(auto_reset)
        self._is_native = native.is_native(state)
        self._batch = native.template("Batch", state)(native.native_state(state), options)

    def __len__(self) -> int:
        """N."""
        return int(self._batch.size())

    def state(self, row: int) -> Any:
        """A copy of the state of a row.

        Raises:
            IndexError: there is no such row.
        """
        if not 0 <= row < len(self):
            raise IndexError(f"row {row} of a batch of {len(self)}")
        state = self._batch.state(row)
        return state.clone() if self._is_native else state.object().clone()

    def reset(self) -> None:
        """Fresh games everywhere, with openings that were not played before."""
        self._batch.reset()

    def apply(self, indices: Any) -> None:
        """Plays one action in every game that is not over.

        Args:
            indices: policy indices, integers `[N]`; those of finished games are ignored.

        Raises:
            ValueError: wrong shape or type, or an index that is not legal; the message names the row, and no game
                has moved.
        """
        given = np.asarray(indices)
        if given.shape != (len(self),) or given.dtype.kind not in "iu":
            raise ValueError(f"indices must be integers [{len(self)}], got {given.dtype} {list(given.shape)}")
        beyond = np.flatnonzero((given < 0) | (given >= self.policy_size)) if given.dtype != np.int32 else ()
        running = [row for row in beyond if self._auto_reset or not self.terminated[row]]
        if running:
            raise ValueError(f"row {running[0]}: index {given[running[0]]} is outside [0, {self.policy_size})")
        converted = np.ascontiguousarray(given, np.int32)
        self._batch.apply(converted, converted.size)

    def legal_mask(self) -> np.ndarray:
        """Which indices are legal: bool `[N, A]`; all False in a finished game."""
        mask = np.empty((len(self), self.policy_size), np.uint8)
        self._batch.legal_mask(mask, mask.size)
        return mask.view(bool)

    def observations(self, out: np.ndarray | None = None) -> np.ndarray:
        """What a network sees of each game, from its side to move: float32 `[N, H, W, C]`.

        Args:
            out: an array of that shape to fill; a new one by default.

        Raises:
            ValueError: `out` has another shape or type, or is not C-contiguous and writeable.
        """
        shape = (len(self), *self.observation_shape)
        if out is None:
            out = np.empty(shape, np.float32)
        elif out.shape != shape or out.dtype != np.float32 or not (out.flags.c_contiguous and out.flags.writeable):
            raise ValueError(
                f"out must be a writeable C-contiguous float32 {list(shape)}, got {out.dtype} {list(out.shape)}"
            )
        self._batch.observations(out, out.size)
        return out

    @property
    def rewards(self) -> np.ndarray:
        """Outcomes of the games that the last `apply` ended, 0 elsewhere: float32 `[N, 2]`, a column per player."""
        rewards = np.empty((len(self), 2), np.float32)
        self._batch.rewards(rewards, rewards.size)
        return rewards

    @property
    def terminated(self) -> np.ndarray:
        """Which games are over: bool `[N]`. With auto_reset: which the last `apply` ended."""
        flags = np.empty(len(self), np.uint8)
        self._batch.terminated(flags, flags.size)
        return flags.view(bool)

    @property
    def current_players(self) -> np.ndarray:
        """Who moves in each game: int32 `[N]`, 0 or 1."""
        players = np.empty(len(self), np.int32)
        self._batch.current_players(players, players.size)
        return players
