"""One training batch: what the replay buffer writes and the losses read."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np


@dataclass(frozen=True)
class TrainingBatch:
    """NumPy arrays made once and refilled. Everything is told from the side of the player to move.

    The arrays stand in the order in which the native buffer takes them.

    Attributes:
        planes: float32 `[B, H, W, C]`, what the network sees.
        policy: float32 `[B, A]`, the search's policy; each row adds up to 1.
        outcome: float32 `[B]`, how the game ended: -1, 0 or 1.
        search_value: float32 `[B]`, what the search of this ply thought the position worth, -1 to 1.
        moves_left: float32 `[B]`, plies from here to the end of the game.
        score: float32 `[B]`, the game's final score in points; 0 where the game has none.
        legal: uint8 `[B, A]`, 1 where a policy index is a legal action; a row of zeros means that nobody said.
    """

    planes: np.ndarray
    policy: np.ndarray
    outcome: np.ndarray
    search_value: np.ndarray
    moves_left: np.ndarray
    score: np.ndarray
    legal: np.ndarray

    @classmethod
    def empty(cls, shape: tuple[int, int, int], policy_size: int, batch_size: int) -> TrainingBatch:
        """A batch of zeros.

        Args:
            shape: of one observation, (height, width, channels).
            policy_size: number of policy indices.
            batch_size: rows.

        Raises:
            ValueError: batch_size below 1.
        """
        if batch_size < 1:
            raise ValueError(f"batch_size: must be at least 1, got {batch_size}")
        scalars = {
            name: np.zeros(batch_size, np.float32) for name in ("outcome", "search_value", "moves_left", "score")
        }
        return cls(
            planes=np.zeros((batch_size, *shape), np.float32),
            policy=np.zeros((batch_size, policy_size), np.float32),
            legal=np.zeros((batch_size, policy_size), np.uint8),
            **scalars,
        )

    def __len__(self) -> int:
        return len(self.outcome)

    def arrays(self) -> dict[str, np.ndarray]:
        """The arrays by name: a tree that JAX can take."""
        return {field.name: getattr(self, field.name) for field in fields(self)}
