"""A step of gradient descent as pure functions: gradients of a part of a batch, and what is made of their means.

Who computes the parts, threads (in_threads.py) or devices (on_devices.py), changes nothing here.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import jax
import numpy as np
import optax

from boardai.learn.network.network import Leaves, Network
from boardai.learn.training.config import LearnConfig
from boardai.learn.training.losses import Loss
from boardai.learn.training.schedule import average_decay, learning_rate, optimizer

Arrays = Mapping[str, np.ndarray]
Metrics = dict[str, jax.Array]
Found = tuple[Leaves, Leaves, Metrics]
"""Of a part of a batch, or as means over the parts: gradients, batch normalisation's new statistics, metrics."""


class Weights(NamedTuple):
    """Everything that a step changes.

    Attributes:
        parameters: trainable leaves.
        statistics: batch normalisation's leaves.
        average: both, averaged over steps; None where nothing is averaged.
        optimizer_state: optax's.
    """

    parameters: Leaves
    statistics: Leaves
    average: tuple[Leaves, Leaves] | None
    optimizer_state: Any


class Descent:
    """The step.

    Args:
        network: the function.
        config: optimiser, losses and averaging.
        loss: what is minimised.
    """

    def __init__(self, network: Network, config: LearnConfig, loss: Loss):
        self.network, self.config = network, config
        self._loss, self._optimizer = loss, optimizer(config)

    def initial(self) -> Weights:
        """Before the first step: the network's own weights."""
        parameters, statistics = self.network.parameters, self.network.statistics
        average = (parameters, statistics) if self.config.ema.decay > 0 else None
        return Weights(parameters, statistics, average, self._optimizer.init(parameters))

    def rates(self, step: int, progress: float) -> np.ndarray:
        """What `updated` takes at a step: the learning rate and the share of the old average that is kept."""
        rates = (learning_rate(self.config, step, progress), average_decay(self.config, step))
        return np.array(rates, np.float32)

    def gradients(self, parameters: Leaves, statistics: Leaves, batch: Any) -> Found:
        """What one part of a batch says."""

        def loss_of(parameters: Leaves) -> tuple[jax.Array, Any]:
            outputs, new_statistics = self.network.apply_training(parameters, statistics, batch["planes"])
            loss, metrics = self._loss(outputs, batch, self.config.loss)
            return loss, (new_statistics, metrics)

        (_, (new_statistics, metrics)), gradients = jax.value_and_grad(loss_of, has_aux=True)(parameters)
        return gradients, new_statistics, metrics

    def updated(self, weights: Weights, found: Found, rates: jax.Array) -> tuple[Weights, Metrics]:
        """The step: the optimiser, the average."""
        parameters, _, average, optimizer_state = weights
        gradients, statistics, metrics = found
        rate, decay = rates[0], rates[1]
        updates, optimizer_state = self._optimizer.update(gradients, optimizer_state, parameters)
        parameters = optax.apply_updates(parameters, optax.tree.scale(-rate, updates))
        if average is not None:
            average = optax.incremental_update((parameters, statistics), average, 1.0 - decay)
        metrics = {**metrics, "gradient_norm": optax.tree.norm(gradients)}
        return Weights(parameters, statistics, average, optimizer_state), metrics
