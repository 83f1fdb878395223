"""A training batch: written by the replay buffer and read by the losses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from boardai import native


class TrainingBatch:
    """NumPy arrays that are allocated once and refilled, one for each requested column of the replay buffer.

    All values are for the player to move. Unknown numbers are NaN, such as the remaining plies of a game that was
    resigned. `batch.outcome` is the array of the column `outcome`. The columns that always exist are

        planes: float32 `[B, H, W, C]`, input of the network.
        policy: float32 `[B, A]`, the search's policy; each row adds up to 1.
        outcome: float32 `[B]`, outcome of the game: -1, 0 or 1.
        search_value: float32 `[B]`, value from the search of this ply, -1 to 1.
        moves_left: float32 `[B]`, plies from here to the end of the game by the rules.
        plies_ahead: float32 `[B]`, plies that were played from here, to the end or to the point where it was stopped.
        score: float32 `[B]`, the game's final score in points; 0 if the game has none.
        legal: uint8 `[B, A]`, 1 where a policy index is a legal action; a row of zeros means unknown.

    and others by name; native/boardai/search/records/columns-inl.hpp has a list.

    Args:
        shape: shape of one observation, (height, width, channels).
        policy_size: number of policy indices.
        rows: number of positions.
        auxiliary: float32 columns by name, with the extents of one position's part.

    Attributes:
        auxiliary: the additional columns by name.

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
        """The arrays by name, as a JAX tree."""
        return dict(self._arrays)

    def to_native(self) -> Any:
        """The arrays in the form for the native buffer; the batch must outlive the result."""
        return native_columns(self._arrays)


def native_columns(columns: Mapping[str, np.ndarray]) -> Any:
    """Arrays in the form for writing by the native buffer; they must outlive the result.

    Args:
        columns: arrays by name, float32 or uint8.
    """
    arrays = native.namespace("boardai/search/records/columns").BatchArrays()
    for name, array in columns.items():
        (arrays.add_bytes if array.dtype == np.uint8 else arrays.add_floats)(name, array, array.size)
    return arrays
