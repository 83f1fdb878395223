"""Training steps of an accumulator network, with one thread per part of a batch."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import jax
import numpy as np
import optax

from boardai.basics.threads import cores
from boardai.learn.accumulator.model import Parameters, Shape, gradient, within_limits
from boardai.learn.accumulator.rows import by_pieces
from boardai.learn.data.scored_games import Block
from boardai.learn.training.config import LearnConfig
from boardai.learn.training.descent import optimizer
from boardai.learn.training.learner import numbered

Trees = dict[str, dict[str, Any]]


class AccumulatorDescent:
    """The weights under training and the optimiser's state.

    Args:
        shape: shape of the network.
        parameters: initial weights.
        config: optimiser and batches.
        steepness: the network's output times this is the logarithm of the odds.

    Attributes:
        parameters: weights after the last step.
    """

    def __init__(self, shape: Shape, parameters: Parameters, config: LearnConfig, steepness: float) -> None:
        self.shape, self.parameters = shape, within_limits(parameters, shape)
        self._shards, self._steepness = config.shards, np.float32(steepness)
        self._optimizer = optimizer(config)
        self._state = self._optimizer.init(self.parameters)
        self._update = jax.jit(self._updated)
        self._pool = ThreadPoolExecutor(min(self._shards, cores()))

    def step(self, block: Block, wanted: np.ndarray, rate: float) -> tuple[jax.Array, jax.Array]:
        """Runs one training step.

        Args:
            block: the positions; their scores are ignored.
            wanted: targets, float32: the expected points, 0 to 1.
            rate: learning rate.

        Returns:
            The mean squared error before the step, and the gradient's norm. JAX may still be computing them.
        """
        size = len(wanted) // self._shards
        parts = [slice(first, first + size) for first in range(0, size * self._shards, size)]
        found = list(self._pool.map(lambda part: self._part(block, wanted, part), parts))
        self.parameters, self._state, error, norm = self._update(self.parameters, self._state, found, rate)
        return error, norm

    def trees(self) -> Trees:
        """Everything that a checkpoint stores of it."""
        return {"masters": dict(self.parameters), "optimizer": numbered(self._state)}

    def restore(self, trees: Trees) -> None:
        """Restores the result of `trees`."""
        self.parameters = dict(trees["masters"])
        leaves = [trees["optimizer"][name] for name in numbered(self._state)]
        self._state = jax.tree.unflatten(jax.tree.structure(self._state), leaves)

    def _part(self, block: Block, wanted: np.ndarray, part: slice) -> tuple[Parameters, jax.Array]:
        """The gradient and the error of a part of a batch."""
        rows = Block(block.columns[part], block.bucket[part], wanted[part], block.result[part])
        rows = by_pieces(rows, self.shape.inputs)
        found: tuple[Parameters, jax.Array] = gradient(
            self.parameters, (rows.columns, rows.bucket, rows.score), self._steepness
        )
        return found

    def _updated(self, parameters: Parameters, state: Any, found: list[Any], rate: Any) -> tuple[Any, ...]:
        means, error = jax.tree.map(lambda *part: sum(part) / len(part), *found)
        updates, state = self._optimizer.update(means, state, parameters)
        moved = optax.apply_updates(parameters, optax.tree.scale(-rate, updates))
        return within_limits(moved, self.shape), state, error, optax.tree.norm(means)
