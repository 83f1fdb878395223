"""Training steps on a CPU: the equal parts of a batch by a thread each, because JAX computes one on one core."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Any

import jax
import numpy as np

from boardai.basics.threads import cores
from boardai.learn.training.descent import Arrays, Descent, Found, Metrics, Weights


class StepsInThreads:
    """Training steps one after the other; use it as a context manager.

    Args:
        descent: the step.
        shards: parts of a batch.
    """

    def __init__(self, descent: Descent, shards: int):
        self._shards = shards
        self._gradients = jax.jit(descent.gradients)
        # Nothing is donated: the weights of a network for CPUs are copied in no time.
        self._update = jax.jit(lambda weights, parts, rates: descent.updated(weights, _means(parts), rates))

    def __call__(self, weights: Weights) -> StepsInThreads:
        """The same, to begin with these weights."""
        self._weights = weights
        self._parts: list[Future[Any]] = []
        self._results: list[Metrics] = []
        return self

    def __enter__(self) -> StepsInThreads:
        self._pool = ThreadPoolExecutor(min(self._shards, cores()))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.shutdown()

    def step(self, batch: Arrays, rates: np.ndarray) -> None:
        """Begins a step; returns once the one before is done, whose batch may be refilled.

        Args:
            batch: arrays of B rows, which stay as they are until then.
            rates: of `Descent.rates`.
        """
        self._finish()
        rows = len(batch["outcome"]) // self._shards
        self._rates = rates
        self._parts = [
            self._pool.submit(self._part, {name: array[first : first + rows] for name, array in batch.items()})
            for first in range(0, rows * self._shards, rows)
        ]

    def end(self) -> tuple[Weights, list[Metrics]]:
        """The weights after the last step, and every step's metrics."""
        self._finish()
        return self._weights, self._results

    def _part(self, arrays: Arrays) -> Any:
        return jax.block_until_ready(self._gradients(self._weights.parameters, self._weights.statistics, arrays))

    def _finish(self) -> None:
        """Waits for the parts of the step that was begun, and makes it."""
        if self._parts:
            found = [part.result() for part in self._parts]
            self._weights, metrics = self._update(self._weights, found, self._rates)
            self._results.append(metrics)
            self._parts = []


def _means(parts: list[Found]) -> Found:
    """Means over the parts; of what metrics count, sums."""
    gradients, statistics = jax.tree.map(lambda *part: sum(part) / len(parts), *[part[:2] for part in parts])
    metrics: dict[str, Any] = {
        name: sum(part[2][name] for part in parts) / (len(parts) if value.ndim == 0 else 1)
        for name, value in parts[0][2].items()
    }
    return gradients, statistics, metrics
