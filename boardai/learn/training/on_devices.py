"""Training steps on accelerators: the parts of a batch spread over all local devices, one program for a whole step.

Every device has all the weights and some of the parts; what they find is averaged between the devices, and each makes
the same step. While a step is computed, the next batch is sampled and on its way. A step overwrites the weights it
began with: it works on a copy, so that whoever stops between two steps still has those from before the first.
"""

from __future__ import annotations

from types import TracebackType
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from boardai.learn.network.devices import ROWS, SharedRows
from boardai.learn.training.descent import Arrays, Descent, Found, Metrics, Weights


class StepsOnDevices:
    """Training steps one after the other; use it as a context manager.

    Args:
        descent: the step.
        shards: parts of a batch. As many devices share them as divide them equally.

    Attributes:
        shared: those devices.
    """

    def __init__(self, descent: Descent, shards: int):
        self._descent, self._shards = descent, shards
        self.shared = SharedRows(shards)
        self._step = jax.jit(self._stepped, donate_argnums=0)

    def __call__(self, weights: Weights) -> StepsOnDevices:
        """The same, to begin with these weights."""
        self._weights: Weights = jax.device_put(jax.tree.map(jnp.copy, weights), self.shared.everywhere)
        self._results: list[Metrics] = []
        return self

    def __enter__(self) -> StepsOnDevices:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # The last steps may still read their batches, which are the caller's to refill.
        jax.block_until_ready(self._results)

    def step(self, batch: Arrays, rates: np.ndarray) -> None:
        """Begins a step; returns once the one before is done, whose batch may be refilled.

        Args:
            batch: arrays of B rows, which stay as they are until then.
            rates: of `Descent.rates`.
        """
        parts = {name: array.reshape(self._shards, -1, *array.shape[1:]) for name, array in batch.items()}
        self._weights, metrics = self._step(self._weights, jax.device_put(parts, self.shared.split), rates)
        jax.block_until_ready(self._results[-1:])
        self._results.append(metrics)

    def end(self) -> tuple[Weights, list[Metrics]]:
        """The weights after the last step, on the first device, and every step's metrics."""
        return jax.tree.map(lambda leaf: leaf.addressable_data(0), self._weights), self._results

    def _stepped(self, weights: Weights, batch: Any, rates: jax.Array) -> tuple[Weights, Metrics]:
        everywhere, split = self.shared.everywhere.spec, self.shared.split.spec
        found = jax.shard_map(
            self._found,
            mesh=self.shared.mesh,
            in_specs=(everywhere, everywhere, split),
            out_specs=everywhere,
            check_vma=False,  # else JAX would add the devices' gradients up by itself
        )(weights.parameters, weights.statistics, batch)
        return self._descent.updated(weights, found, rates)

    def _found(self, parameters: Any, statistics: Any, batch: Any) -> Found:
        """What one device does: its parts one after the other; then the means over all devices' parts."""
        parts = jax.lax.map(lambda part: self._descent.gradients(parameters, statistics, part), batch)
        gradients, new_statistics, metrics = parts
        means = jax.tree.map(lambda part: jax.lax.pmean(jnp.mean(part, axis=0), ROWS), (gradients, new_statistics))
        together = {
            # Scalars are means; by bins of the predicted value there are sums.
            name: jax.lax.pmean(jnp.mean(part), ROWS) if part.ndim == 1 else jax.lax.psum(jnp.sum(part, axis=0), ROWS)
            for name, part in metrics.items()
        }
        return *means, together
