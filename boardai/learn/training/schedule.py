"""How large a training step is and how it is made: the learning rate over a run, the optimiser, the average's decay.

The rate is an argument of each step: linear warm-up, then a cosine over the run's progress, or constant. Progress is
the share of the run that is behind, in iterations or in time, which optax's schedules, functions of the step alone, do
not know.
"""

from __future__ import annotations

import math

import jax
import optax

from boardai.learn.training.config import LearnConfig


def learning_rate(config: LearnConfig, step: int, progress: float) -> float:
    """The rate at a training step.

    Args:
        config: peak, warm-up, schedule and end.
        step: training steps done before this one.
        progress: of the whole run, 0 to 1.
    """
    warm = min(1.0, (step + 1) / max(1, config.warmup_steps))
    if config.schedule == "constant":
        return config.learning_rate * warm
    cosine = 0.5 * (1.0 + math.cos(math.pi * min(1.0, max(0.0, progress))))
    return config.learning_rate * warm * (config.final_learning_rate + (1.0 - config.final_learning_rate) * cosine)


def average_decay(config: LearnConfig, step: int) -> float:
    """Share of the old average kept at a training step; low at first, so that the random start is soon forgotten.

    min(configured, (1 + steps) / (10 + steps))
    """
    return min(config.ema.decay, (1 + step) / (10 + step))


def optimizer(config: LearnConfig) -> optax.GradientTransformation:
    """The optax chain without the learning rate, which scales its result; decay touches kernels only."""

    def kernels(leaves: tuple[jax.Array, ...]) -> tuple[bool, ...]:
        return tuple(leaf.ndim > 1 for leaf in leaves)

    decay = optax.add_decayed_weights(config.weight_decay, mask=kernels)
    clip = optax.clip_by_global_norm(config.gradient_clip)
    if config.optimizer == "adamw":
        return optax.chain(clip, optax.scale_by_adam(b1=config.momentum), decay)
    # L2 in the loss: the decay goes through the momentum.
    return optax.chain(clip, decay, optax.trace(config.momentum))
