"""One training batch: what the replay buffer writes and the losses read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from boardai import native


class TrainingBatch:
    """NumPy arrays that are allocated once and refilled, one for each requested column of the replay buffer.

    Everything is seen from the side of the player to move. A number that is not known is NaN: the plies that were left
    in a game that was resigned, say. `batch.outcome` is the array of the column `outcome`. Always there are

        planes: float32 `[B, H, W, C]`, what the network sees.
        policy: float32 `[B, A]`, the search's policy; each row adds up to 1.
        outcome: float32 `[B]`, how the game ended: -1, 0 or 1.
        search_value: float32 `[B]`, what the search of this ply thought the position worth, -1 to 1.
        moves_left: float32 `[B]`, plies from here to the end of the game by its rules.
        plies_ahead: float32 `[B]`, plies from here that were played, to the end or to where the game was stopped.
        score: float32 `[B]`, the game's final score in points; 0 where the game has none.
        legal: uint8 `[B, A]`, 1 where a policy index is a legal action; a row of zeros means unknown.

    and further ones by name; native/boardai/search/records/columns-inl.hpp says what there is.

    Args:
        shape: shape of one observation, (height, width, channels).
        policy_size: number of policy indices.
        rows: positions.
        auxiliary: float32 columns by name, with the extents of one position's part.

    Attributes:
        auxiliary: as given.

    Raises:
        ValueError: no row.
    """

    def __init__(
        self,
        shape: tuple[int, int, int],
        policy_size: int,
        rows: int,
        auxiliary: Mapping[str, tuple[int, ...]] | None = None,
    ) -> None:
        if rows < 1:
            raise ValueError(f"batch_size: must be at least 1, got {rows}")
        self._arrays: dict[str, np.ndarray] = {
            "planes": np.zeros((rows, *shape), np.float32),
            "policy": np.zeros((rows, policy_size), np.float32),
            "legal": np.zeros((rows, policy_size), np.uint8),
        }
        self.auxiliary = dict(auxiliary or {})
        numbers = ("outcome", "search_value", "moves_left", "plies_ahead", "score")
        for name, extents in (dict.fromkeys(numbers, ()) | self.auxiliary).items():
            self._arrays[name] = np.zeros((rows, *extents), np.float32)

    def __getattr__(self, name: str) -> np.ndarray:
        arrays: dict[str, np.ndarray] = self.__dict__.get("_arrays", {})
        try:
            return arrays[name]
        except KeyError:
            raise AttributeError(f"the batch has no column {name}; it has {', '.join(arrays)}") from None

    def __len__(self) -> int:
        return len(self._arrays["outcome"])

    def arrays(self) -> dict[str, np.ndarray]:
        """The arrays by name: a tree that JAX can take."""
        return dict(self._arrays)

    def to_native(self) -> Any:
        """The arrays as the native buffer takes them; the batch must outlive the result."""
        return native_columns(self._arrays)


def native_columns(columns: Mapping[str, np.ndarray]) -> Any:
    """Arrays as the native buffer writes into them; they must outlive the result.

    Args:
        columns: by name, float32 or uint8.
    """
    arrays = native.namespace("boardai/search/records/columns").BatchArrays()
    for name, array in columns.items():
        (arrays.add_bytes if array.dtype == np.uint8 else arrays.add_floats)(name, array, array.size)
    return arrays
