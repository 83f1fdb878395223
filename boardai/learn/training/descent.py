"""Steps of gradient descent: learning rate, optimiser, and the distribution of a batch's parts.

A batch is computed in equal parts, and a step uses the means of their results. On a CPU each part has a thread, because
JAX computes a part on one core. Accelerators share the parts, with one program for a whole step: every device has all
the weights and some of the parts, the results are averaged between devices, and each makes the same step. While a step
is computed, the next batch is sampled and transferred.

The learning rate is an argument of each step: linear warm-up, then a cosine over the run's progress, or constant.
Progress is the share of the run that is done, in iterations or in time; optax's schedules do not have it, because they
only depend on the step.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple, Self

import jax
import jax.numpy as jnp
import numpy as np
import optax

from boardai.basics.threads import cores
from boardai.learn.network.devices import ROWS, SharedRows, computes_in_threads
from boardai.learn.network.network import Leaves, Network, flat, nested
from boardai.learn.training.config import LearnConfig
from boardai.learn.training.losses import Loss

Arrays = Mapping[str, np.ndarray]
Metrics = dict[str, jax.Array]
Found = tuple[Leaves, Leaves, Metrics]
"""Results of a part of a batch, or means over the parts: gradients, new statistics of normalisation, metrics."""


class Weights(NamedTuple):
    """Everything that a step changes.

    Attributes:
        parameters: trainable leaves.
        statistics: batch normalisation's leaves.
        average: both, averaged over steps; None without averaging.
        optimizer_state: state of the optax optimiser.
    """

    parameters: Leaves
    statistics: Leaves
    average: tuple[Leaves, Leaves] | None
    optimizer_state: Any


def learning_rate(config: LearnConfig, step: int, progress: float) -> float:
    """The rate at a training step.

    Args:
        config: peak rate, warm-up, schedule and final rate.
        step: training steps done before this one.
        progress: share of the whole run that is done, 0 to 1.
    """
    warm = min(1.0, (step + 1) / max(1, config.warmup_steps))
    if config.schedule == "constant":
        return config.learning_rate * warm
    cosine = 0.5 * (1.0 + math.cos(math.pi * min(1.0, max(0.0, progress))))
    return config.learning_rate * warm * (config.final_learning_rate + (1.0 - config.final_learning_rate) * cosine)


def average_decay(config: LearnConfig, step: int) -> float:
    """Share of the old average kept at a step; low at first, so that the random start soon loses influence.

    min(configured, (1 + steps) / (10 + steps))
    """
    return min(config.ema.decay, (1 + step) / (10 + step))


def optimizer(config: LearnConfig) -> optax.GradientTransformation:
    """The optax chain without the learning rate, which scales its result; decay touches kernels only."""

    def kernels(leaves: Any) -> Any:
        return jax.tree.map(lambda leaf: leaf.ndim > 1, leaves)

    decay = optax.add_decayed_weights(config.weight_decay, mask=kernels)
    clip = optax.clip_by_global_norm(config.gradient_clip)
    if config.optimizer == "adamw":
        return optax.chain(clip, optax.scale_by_adam(b1=config.momentum), decay)
    # The decay acts like an L2 term in the loss: it passes through the momentum.
    return optax.chain(clip, decay, optax.trace(config.momentum))


def by_name(own: optax.GradientTransformation, names: Sequence[str]) -> optax.GradientTransformation:
    """An optimiser that gets nested dictionaries, for leaves with these names: masks and labels can use them."""

    def init(parameters: Any) -> Any:
        return own.init(nested(names, parameters))

    def update(gradients: Any, state: Any, parameters: Any = None) -> tuple[Any, Any]:
        updates, state = own.update(nested(names, gradients), state, nested(names, parameters))
        return flat(names, updates), state

    return optax.GradientTransformation(init, update)


def refuse_other_rates(fresh: Any, stored: Sequence[Any]) -> None:
    """Rejects hyperparameters that a stored state of `optax.inject_hyperparams` would silently override.

    Values that a schedule sets are not compared, because they change with the steps.

    Args:
        fresh: an optimiser's state before its first step.
        stored: leaves of a later state, in the same order.

    Raises:
        ValueError: naming the first number that differs.
    """
    leaves = jax.tree_util.tree_flatten_with_path(fresh)[0]
    injected, of_schedules = (jax.tree_util.GetAttrKey(name) for name in ("hyperparams", "hyperparams_states"))
    scheduled = {path[: place + 2] for path, _ in leaves for place, key in enumerate(path) if key == of_schedules}
    for (path, value), old in zip(leaves, stored, strict=True):
        if path[-2:-1] != (injected,) or (*path[:-2], of_schedules, path[-1]) in scheduled:
            continue
        if not np.array_equal(value, old):
            name = jax.tree_util.keystr(path[-1:], simple=True)
            raise ValueError(
                f"optimizer: {name} is {np.asarray(value)!s}, and {np.asarray(old)!s} in the run's state, where "
                "optax.inject_hyperparams keeps it: give it as it was"
            )


def _kept_at_zero(update: jax.Array, leaf: jax.Array) -> jax.Array:
    """The update of a pruned kernel, whose zero weights stay 0."""
    return jnp.where(leaf == 0, 0, update) if leaf.ndim > 1 else update


class Descent:
    """The step.

    Args:
        network: the function.
        config: optimiser, losses and averaging.
        loss: the loss.
        own: the user's optimiser, with its own learning rates; None: that of the settings.
    """

    def __init__(
        self, network: Network, config: LearnConfig, loss: Loss, own: optax.GradientTransformation | None = None
    ):
        self.network, self.config = network, config
        self._loss, self._scaled = loss, own is None
        self._optimizer = optimizer(config) if own is None else by_name(own, network.parameter_names)

    def initial(self) -> Weights:
        """The initial weights, those of the network.

        Raises:
            ValueError: the user's optimiser needs more than gradients, state and parameters.
        """
        parameters, statistics = self.network.parameters, self.network.statistics
        average = (parameters, statistics) if self.config.ema.decay > 0 else None
        state = self._optimizer.init(parameters)
        if not self._scaled:
            try:
                jax.eval_shape(self._optimizer.update, parameters, state, parameters)
            except TypeError as error:
                fault = "it must update by gradients, state and parameters alone, not by the loss as lbfgs does"
                raise ValueError(f"optimizer: {fault}: {error}") from error
        return Weights(parameters, statistics, average, state)

    def rates(self, step: int, progress: float) -> np.ndarray:
        """The arguments of `updated` at a step: the learning rate, and the share of the old average that is kept."""
        rates = (learning_rate(self.config, step, progress), average_decay(self.config, step))
        return np.array(rates, np.float32)

    def gradients(self, parameters: Leaves, statistics: Leaves, batch: Any) -> Found:
        """The gradients, statistics and metrics of one part of a batch."""

        def loss_of(parameters: Leaves) -> tuple[jax.Array, Any]:
            outputs, new_statistics = self.network.apply_training(
                parameters, statistics, batch["planes"], batch.get("actions")
            )
            loss, metrics = self._loss(outputs, batch, self.config.loss)
            return loss, (new_statistics, metrics)

        (_, (new_statistics, metrics)), gradients = jax.value_and_grad(loss_of, has_aux=True)(parameters)
        return gradients, new_statistics, metrics

    def updated(self, weights: Weights, found: Found, rates: jax.Array) -> tuple[Weights, Metrics]:
        """Applies a step: the optimiser, then the average."""
        parameters, _, average, optimizer_state = weights
        gradients, statistics, metrics = found
        rate, decay = rates[0], rates[1]
        updates, optimizer_state = self._optimizer.update(gradients, optimizer_state, parameters)
        if self.network.config.sparsity:
            updates = jax.tree.map(_kept_at_zero, updates, parameters)
        parameters = optax.apply_updates(parameters, optax.tree.scale(-rate, updates) if self._scaled else updates)
        if average is not None:
            average = optax.incremental_update((parameters, statistics), average, 1.0 - decay)
        metrics = {**metrics, "gradient_norm": optax.tree.norm(gradients)}
        return Weights(parameters, statistics, average, optimizer_state), metrics


class Steps(ABC):
    """Consecutive training steps; called with the initial weights, it returns itself, a context manager.

    Args:
        descent: the step.
        shards: number of parts of a batch.
    """

    def __init__(self, descent: Descent, shards: int):
        self._descent, self._shards = descent, shards
        self._results: list[Metrics] = []
        self._weights: Weights

    def __call__(self, weights: Weights) -> Self:
        """Sets the initial weights and returns the object."""
        self._weights, self._results = weights, []
        return self

    def __enter__(self) -> Self:
        return self

    @abstractmethod
    def __exit__(self, *error: object) -> None: ...

    @abstractmethod
    def step(self, batch: Arrays, rates: np.ndarray) -> None:
        """Begins a step; returns when the previous one is done, whose batch may then be refilled.

        Args:
            batch: arrays of B rows, which must stay unchanged until then.
            rates: the result of `Descent.rates`.
        """

    @abstractmethod
    def end(self) -> tuple[Weights, list[Metrics]]:
        """The weights after the last step, and every step's metrics."""


def steps_of(descent: Descent, shards: int) -> Steps:
    """The kind of steps for this machine."""
    in_threads = computes_in_threads() and jax.process_count() == 1
    return StepsInThreads(descent, shards) if in_threads else StepsOnDevices(descent, shards)


class StepsInThreads(Steps):
    """Steps on a CPU, with one thread for each part of a batch."""

    def __init__(self, descent: Descent, shards: int):
        super().__init__(descent, shards)
        self._gradients = jax.jit(descent.gradients)
        # No buffers are donated: copying the weights of a network for CPUs takes hardly any time.
        self._update = jax.jit(lambda weights, parts, rates: descent.updated(weights, _means(parts), rates))
        self._parts: list[Future[Any]] = []

    def __call__(self, weights: Weights) -> Self:
        """Sets the initial weights and returns the object."""
        self._parts = []
        return super().__call__(weights)

    def __enter__(self) -> Self:
        self._pool = ThreadPoolExecutor(min(self._shards, cores()))
        return self

    def __exit__(self, *error: object) -> None:
        self._pool.shutdown()

    def step(self, batch: Arrays, rates: np.ndarray) -> None:
        """Begins a step."""
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
        """Waits for the parts of the current step, and applies it."""
        if self._parts:
            found = [part.result() for part in self._parts]
            self._weights, metrics = self._update(self._weights, found, self._rates)
            self._results.append(metrics)
            self._parts = []


def _means(parts: list[Found]) -> Found:
    """Means over the parts; sums of metrics that are counts."""
    gradients, statistics = jax.tree.map(lambda *part: sum(part) / len(parts), *[part[:2] for part in parts])
    metrics: dict[str, Any] = {
        name: sum(part[2][name] for part in parts) / (len(parts) if value.ndim == 0 else 1)
        for name, value in parts[0][2].items()
    }
    return gradients, statistics, metrics


class StepsOnDevices(Steps):
    """Steps on accelerators, or on several hosts; as many devices as possible share a batch's parts equally.

    A step overwrites its initial weights, so it works on a copy: code that is interrupted between two steps still has
    the weights from before the first.

    Attributes:
        shared: the devices.
    """

    def __init__(self, descent: Descent, shards: int):
        super().__init__(descent, shards)
        try:
            self.shared = SharedRows(shards, hosts=True)
        except ValueError as error:
            raise ValueError(f"learn.shards: {error}") from None
        self._step = jax.jit(self._stepped, donate_argnums=0)

    def __call__(self, weights: Weights) -> Self:
        """Sets the initial weights and returns the object."""
        return super().__call__(self.shared.put(jax.tree.map(jnp.copy, weights), self.shared.everywhere))

    def __exit__(self, *error: object) -> None:
        # The last steps may still read their batches, which the caller may refill.
        jax.block_until_ready(self._results)

    def step(self, batch: Arrays, rates: np.ndarray) -> None:
        """Begins a step."""
        parts = {name: array.reshape(self._shards, -1, *array.shape[1:]) for name, array in batch.items()}
        self._weights, metrics = self._step(self._weights, self.shared.put(parts, self.shared.split), rates)
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
            check_vma=False,  # otherwise JAX would add up the devices' gradients itself
        )(weights.parameters, weights.statistics, batch)
        return self._descent.updated(weights, found, rates)

    def _found(self, parameters: Any, statistics: Any, batch: Any) -> Found:
        """The computation of one device: its parts in sequence, then the means over all devices' parts."""
        parts = jax.lax.map(lambda part: self._descent.gradients(parameters, statistics, part), batch)
        gradients, new_statistics, metrics = parts
        means = jax.tree.map(lambda part: jax.lax.pmean(jnp.mean(part, axis=0), ROWS), (gradients, new_statistics))
        together = {
            # Scalars are averaged; arrays by bin of the predicted value are summed.
            name: jax.lax.pmean(jnp.mean(part), ROWS) if part.ndim == 1 else jax.lax.psum(jnp.sum(part, axis=0), ROWS)
            for name, part in metrics.items()
        }
        return *means, together
