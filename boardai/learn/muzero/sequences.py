"""Positions from the replay buffer with the K moves that were played from them.

The native buffer draws positions; a sequence is a position and its successors in the buffer. The policy indices of the
moves between them are stored here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from boardai.learn.self_play.game_files import Contents
from boardai.learn.self_play.replay import ReplayBuffer
from boardai.learn.self_play.searched_games import searched_games
from boardai.learn.training.batch import TrainingBatch, native_columns


def sequence_columns(steps: int, policy_size: int) -> dict[str, tuple[int, ...]]:
    """Additional columns of a batch of sequences; the usual columns are those of a sequence's first position.

    actions: policy indices of the moves; random ones after the end of the game.
    unrolled_policy: the searches' policies after each move; zeros after the end.
    unrolled_outcome: outcome of the game for the player to move after each move, also after its end; NaN after the end
        of a stopped game.

    Args:
        steps: K.
        policy_size: A.
    """
    return {"actions": (steps,), "unrolled_policy": (steps, policy_size), "unrolled_outcome": (steps,)}


class SequenceReplay(ReplayBuffer):
    """The newest positions of a run, drawn with the following moves; arguments as in `ReplayBuffer`.

    Requires that all plies of a game after the opening are learned from, and that players alternate.
    """

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._actions = np.zeros(0, np.int32)  # policy indices of the moves played in the stored positions

    def add_games(self, parts: list[bytes], iteration: int) -> Contents:
        """Appends games; see `ReplayBuffer.add_games`."""
        added = super().add_games(parts, iteration)
        new = np.fromiter(self._played(parts), np.int32, added.positions)
        self._actions = np.concatenate([self._actions, new])[-self.size :]
        return added

    def sample_into(self, batch: TrainingBatch, seed: int) -> None:
        """Fills a batch, which has the usual columns and `sequence_columns`, with sequences drawn uniformly.

        Raises:
            ValueError: the buffer is empty.
        """
        rng = np.random.default_rng(seed)
        window = max(1, self.window)
        first = self.size - window + rng.integers(window, size=len(batch))
        arrays = batch.arrays()
        actions, policy, outcome = (arrays.pop(name) for name in sequence_columns(0, 0))
        self._gather(first, arrays)
        steps = np.arange(1, actions.shape[1] + 1)
        ahead = batch.plies_ahead[:, None]
        goes_on = steps < ahead
        later = first[:, None] + steps
        self._gather(np.where(goes_on, later, first[:, None]).ravel(), {"policy": policy})
        policy[~goes_on] = 0
        played = self._actions[np.minimum(later - 1, self.size - 1)]
        absorbed = rng.integers(policy.shape[2], size=actions.shape)
        actions[:] = np.where(steps <= ahead, played, absorbed)
        outcome[:] = batch.outcome[:, None] * (-1.0) ** steps
        outcome[~goes_on & np.isnan(batch.moves_left[:, None])] = np.nan

    def _gather(self, numbers: np.ndarray, columns: dict[str, np.ndarray]) -> None:
        """Columns of positions by their numbers, without random symmetries."""
        rows = np.ascontiguousarray(numbers, np.int64)
        self._native.gather(rows, 0, False, len(rows), native_columns(columns))

    def _played(self, parts: list[bytes]) -> Iterator[int]:
        """The policy index of each move made in a position that is learned from."""
        for game in searched_games(parts, self._game, "games"):
            state = game.start
            for move in game.moves:
                if move.policy:
                    yield state.policy_index(move.action)
                state.apply(move.action)
