"""Networks that evaluate batches of one fixed size.

A jitted function is then traced only once; a row's outputs depend on the size of its batch. A caller with fewer rows
pads the batch, one with more rows makes several calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

import numpy as np

FORECASTS = 3
"""Columns of forecasts: the value for the player to move, the probability of a draw, the plies left."""


class BatchEvaluator(Protocol):
    """A network at one batch size: a trained one (`boardai.learn.network.inference.Evaluator`), or a caller's.

    Attributes:
        shape: shape of one observation, (height, width, channels).
        policy_size: number of logits.
        batch_size: rows of every call.
        has_forecasts: values are `[rows, 3]`: the value, the probability of a draw, the plies left.
    """

    shape: tuple[int, int, int]
    policy_size: int
    batch_size: int
    has_forecasts: bool

    def with_forecasts(self, draws: bool, moves_left: bool) -> BatchEvaluator:
        """The same with forecasts as outputs.

        Args:
            draws: the probabilities of draws are needed; else they may be 0.
            moves_left: the plies left are needed; else they may be 0.

        Raises:
            ValueError: it cannot predict what is needed.
        """

    def planes(self) -> np.ndarray:
        """A zeroed input buffer, float32 `[batch_size, H, W, C]`."""

    def computed_rows(self, rows: int) -> int:
        """The number of rows computed when this many are needed."""

    def __call__(
        self, planes: np.ndarray, rows: int | None = None, asked: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Logits `[rows, policy_size]` and values `[rows]` of the first rows of a full buffer; None: of all rows.

        `asked`: policy indices `[batch_size, K]`, the only ones whose logits are returned, `[rows, K]`.
        """


class CallersNetwork:
    """A caller's function as a `BatchEvaluator`, with checks of its outputs.

    Args:
        function: planes `[batch_size, H, W, C]` to logits `[batch_size, policy_size]` and values `[batch_size]`.
        shape: shape of one observation.
        policy_size: number of logits.
        batch_size: rows of every call.
        has_forecasts: values are `[batch_size, 3]`, with the columns of `FORECASTS`.
    """

    def __init__(
        self,
        function: Callable[[np.ndarray], tuple[Any, Any]],
        shape: tuple[int, int, int],
        policy_size: int,
        batch_size: int,
        *,
        has_forecasts: bool = False,
    ) -> None:
        self.shape, self.policy_size, self.batch_size = shape, policy_size, batch_size
        self.has_forecasts = has_forecasts
        self._function = function

    def with_forecasts(self, draws: bool, moves_left: bool) -> CallersNetwork:
        """The same; its function must return forecasts."""
        return CallersNetwork(
            self._function, self.shape, self.policy_size, self.batch_size, has_forecasts=draws or moves_left
        )

    def planes(self) -> np.ndarray:
        """A zeroed input buffer."""
        return np.zeros((self.batch_size, *self.shape), np.float32)

    def computed_rows(self, rows: int) -> int:
        """The whole batch: the function always computes all rows."""
        return self.batch_size

    def __call__(
        self, planes: np.ndarray, rows: int | None = None, asked: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """The function's outputs for the first rows.

        Raises:
            ValueError: arrays of another shape.
        """
        logits, values = self._function(planes)
        logits = checked_array("the network's logits", logits, (self.batch_size, self.policy_size))
        values = as_asked("the network's values", values, self.batch_size, self.has_forecasts)
        if asked is not None:
            logits = np.take_along_axis(logits, asked, axis=1)
        return np.ascontiguousarray(logits[:rows]), np.ascontiguousarray(values[:rows])


def checked_array(name: str, given: Any, shape: tuple[int, ...]) -> np.ndarray:
    """The array as float32.

    Raises:
        ValueError: it has another shape.
    """
    array = np.asarray(given, np.float32)
    if array.shape != shape:
        raise ValueError(f"{name}: expected {list(shape)}, got {list(array.shape)}")
    return array


def as_asked(name: str, given: Any, rows: int, forecasts: bool) -> np.ndarray:
    """A network's values as a search reads them: float32 `[rows]`, or with forecasts `[rows, 3]`.

    A search that reads only values also accepts an evaluator with forecasts.

    Raises:
        ValueError: it has another shape.
    """
    array = np.asarray(given, np.float32)
    if not forecasts and array.shape == (rows, FORECASTS):
        array = array[:, 0]
    expected = (rows, FORECASTS) if forecasts else (rows,)
    if array.shape != expected:
        why = ": draw_score and moves_left_effect read the value, the probability of a draw and the plies left"
        raise ValueError(f"{name}: expected {list(expected)}, got {list(array.shape)}{why if forecasts else ''}")
    return np.ascontiguousarray(array)


def padded(evaluator: BatchEvaluator) -> Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]:
    """An evaluator of one batch size as a function of any number of rows; complete batches are passed on unchanged.

    Returns:
        planes `[n, H, W, C]` -> logits `[n, policy_size]` and values `[n]`, or `[n, 3]` with forecasts.
    """
    buffer = evaluator.planes()
    size = evaluator.batch_size

    def ask(planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        if planes.shape[1:] != evaluator.shape:
            raise ValueError(f"the network takes planes {list(evaluator.shape)}, not {list(planes.shape[1:])}")
        logits = np.empty((len(planes), evaluator.policy_size), np.float32)
        values = np.empty((len(planes), FORECASTS) if evaluator.has_forecasts else len(planes), np.float32)
        for start in range(0, len(planes), size):
            chunk = planes[start : start + size]
            rows = len(chunk)
            if rows < size:
                buffer[:rows] = chunk
                chunk = buffer
            logits[start : start + rows], values[start : start + rows] = evaluator(chunk, rows)
        return logits, values

    return ask


def evaluate_states(
    evaluator: BatchEvaluator, states: Sequence[Any], buffer: np.ndarray
) -> Iterator[tuple[Sequence[Any], np.ndarray, np.ndarray]]:
    """Evaluates unfinished states in batches: yields states with their logits `[n, policy_size]` and values `[n]`.

    Args:
        evaluator: the network.
        states: of its game, any number.
        buffer: a buffer from `evaluator.planes()`.
    """
    for start in range(0, len(states), evaluator.batch_size):
        chunk = states[start : start + evaluator.batch_size]
        for row, state in enumerate(chunk):
            buffer[row] = state.observation()
        yield chunk, *evaluator(buffer, len(chunk))
