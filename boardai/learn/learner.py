"""Gradient descent on the AlphaZero loss.

    loss = cross-entropy(search policy, network policy) + weight * (outcome - value) ** 2 + weight decay

Silver et al. 2018; optax supplies the optimisers. The learning rate is an argument of each step: linear warm-up, then
a cosine over the run's progress.
"""

import math
from collections.abc import Callable
from typing import Any

import chex
import jax
import jax.numpy as jnp
import numpy as np
import optax

from boardai.learn.batch import TrainingBatch
from boardai.learn.config import LearnConfig
from boardai.learn.network import Leaves, Network

Fill = Callable[[int, TrainingBatch], None]
Trees = dict[str, dict[str, Any]]


def learning_rate(config: LearnConfig, step: int, progress: float) -> float:
    """The rate at a training step.

    Args:
        config: peak, warm-up and end.
        step: training steps done before this one.
        progress: of the whole run, 0 to 1.
    """
    warm = min(1.0, (step + 1) / max(1, config.warmup_steps))
    cosine = 0.5 * (1.0 + math.cos(math.pi * min(1.0, max(0.0, progress))))
    return config.learning_rate * warm * (config.final_learning_rate + (1.0 - config.final_learning_rate) * cosine)


def optimizer(config: LearnConfig) -> optax.GradientTransformation:
    """The optax chain without the learning rate, which scales its result; decay touches kernels only."""

    def kernels(leaves: Leaves) -> tuple[bool, ...]:
        return tuple(leaf.ndim > 1 for leaf in leaves)

    decay = optax.add_decayed_weights(config.weight_decay, mask=kernels)
    clip = optax.clip_by_global_norm(config.gradient_clip)
    if config.optimizer == "adamw":
        return optax.chain(clip, optax.scale_by_adam(b1=config.momentum), decay)
    # L2 in the loss: the decay goes through the momentum.
    return optax.chain(clip, decay, optax.trace(config.momentum))


class Learner:
    """The weights under training and the optimiser's state.

    Args:
        network: the function; its initial weights are the start.
        config: optimiser and loss.
    """

    def __init__(self, network: Network, config: LearnConfig):
        self.network, self.config = network, config
        self.parameters, self.statistics = network.parameters, network.statistics
        self._optimizer = optimizer(config)
        self.optimizer_state = self._optimizer.init(self.parameters)
        self.steps = 0
        # Two batches: the next one is sampled while JAX may still read the last one.
        self._batches = [TrainingBatch.empty(network.shape, network.policy_size, config.batch_size) for _ in range(2)]
        # Nothing is donated: after an interrupted iteration the old weights are still whole.
        self._step = jax.jit(self._make_step())

    def play_weights(self) -> tuple[Leaves, Leaves]:
        """Parameters and statistics for self-play and matches."""
        return self.parameters, self.statistics

    def trees(self) -> Trees:
        """Everything a checkpoint stores, as named trees of named arrays: network, optimizer."""
        return {
            "network": self.network.named(self.parameters, self.statistics),
            "optimizer": _numbered(self.optimizer_state),
        }

    def restore(self, trees: Trees) -> None:
        """Takes over what `trees()` gave; `steps` is the caller's to set.

        Raises:
            KeyError: an array is missing.
        """
        self.parameters, self.statistics = self.network.leaves(trees["network"])
        stored = [trees["optimizer"][name] for name in _numbered(self.optimizer_state)]
        self.optimizer_state = jax.tree.unflatten(jax.tree.structure(self.optimizer_state), stored)

    def train(self, steps: int, progress: float, fill: Fill, stop: Callable[[], None] = lambda: None) -> dict[str, Any]:
        """Runs `steps` training steps.

        Args:
            steps: how many.
            progress: of the whole run, 0 to 1, for the schedule.
            fill: called as fill(step, batch) to write one batch; `step` counts over the whole run.
            stop: called before every step; may raise.

        Returns:
            Means over the steps: policy_loss, value_loss, loss, policy_entropy (of the network), target_entropy,
            top1 (share of positions where both policies name the same action), value_sign (share of decided games
            whose winner the value names), gradient_norm, and the last learning_rate.

        Raises:
            FloatingPointError: the loss is not finite.
        """
        if steps == 0:
            return {}
        results: list[dict[str, jax.Array]] = []
        for index in range(steps):
            stop()
            batch = self._batches[index % 2]
            if index >= 2:
                jax.block_until_ready(results[index - 2])
            fill(self.steps, batch)
            rate = learning_rate(self.config, self.steps, progress)
            self.parameters, self.statistics, self.optimizer_state, metrics = self._step(
                self.parameters, self.statistics, self.optimizer_state, batch.arrays(), np.float32(rate)
            )
            results.append(metrics)
            self.steps += 1
        host = jax.device_get(results)
        means = {name: float(np.mean([result[name] for result in host], dtype=np.float64)) for name in host[0]}
        if not math.isfinite(means["loss"]):
            raise FloatingPointError(
                f"learn: the loss is {means['loss']} at step {self.steps}; lower learn.learning_rate "
                f"(now {self.config.learning_rate}) or learn.gradient_clip"
            )
        return {**means, "learning_rate": rate}

    def _make_step(self) -> Callable[..., Any]:
        network, config, chain = self.network, self.config, self._optimizer

        def loss_of(parameters: Leaves, statistics: Leaves, batch: dict[str, jax.Array]) -> tuple[jax.Array, Any]:
            policy, values = batch["policy"], batch["outcome"]
            logits, value, statistics = network.apply_training(parameters, statistics, batch["planes"])
            chex.assert_equal_shape([logits, policy])
            chex.assert_equal_shape([value, values])
            log_probability = jax.nn.log_softmax(logits)
            policy_loss = -jnp.mean(jnp.sum(policy * log_probability, axis=1))
            value_loss = jnp.mean(jnp.square(values - value))
            decided = values != 0
            metrics = {
                "policy_loss": policy_loss,
                "value_loss": value_loss,
                "policy_entropy": -jnp.mean(jnp.sum(jnp.exp(log_probability) * log_probability, axis=1)),
                "target_entropy": -jnp.mean(jnp.sum(jax.scipy.special.xlogy(policy, policy), axis=1)),
                "top1": jnp.mean(jnp.argmax(logits, axis=1) == jnp.argmax(policy, axis=1)),
                "value_sign": jnp.sum(decided & (values * value > 0)) / jnp.maximum(1, jnp.sum(decided)),
            }
            return policy_loss + config.value_weight * value_loss, (statistics, metrics)

        def step(
            parameters: Leaves,
            statistics: Leaves,
            optimizer_state: Any,
            batch: dict[str, jax.Array],
            rate: jax.Array,
        ) -> tuple[Leaves, Leaves, Any, dict[str, jax.Array]]:
            (loss, (statistics, metrics)), gradients = jax.value_and_grad(loss_of, has_aux=True)(
                parameters, statistics, batch
            )
            updates, optimizer_state = chain.update(gradients, optimizer_state, parameters)
            parameters = optax.apply_updates(parameters, jax.tree.map(lambda update: -rate * update, updates))
            return (
                parameters,
                statistics,
                optimizer_state,
                {**metrics, "loss": loss, "gradient_norm": jnp.sqrt(sum(jnp.vdot(leaf, leaf) for leaf in gradients))},
            )

        return step


def _numbered(tree: Any) -> dict[str, Any]:
    """A pytree's leaves by number: what is stored does not depend on optax's class names."""
    return {f"{index:04d}": leaf for index, leaf in enumerate(jax.tree.leaves(tree))}
