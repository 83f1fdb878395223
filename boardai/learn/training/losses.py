"""The loss of the learner.

    loss = cross-entropy(search policy, network policy)                     policy
         + value * (target - value)^2   or   cross-entropy(WDL)             value
         - entropy_bonus * entropy(network policy)
         + for each auxiliary target (targets.py) its weight * its loss

Outcomes may be discounted by the plies to the end; a target is then less than a certain win even in a won game.

Silver et al. 2018; the weights of the terms are in `LossConfig`, weight decay is part of the optimiser. Each term is a
mean over the rows with a known target.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import chex
import jax
import jax.numpy as jnp
import numpy as np

from boardai.learn.network.heads import Outputs
from boardai.learn.network.network import Network
from boardai.learn.targets import TARGETS, cross_entropy, log_policy, mean_of
from boardai.learn.training.config import LossConfig

CALIBRATION_BINS = 10
_OF_POLICIES = ("policy_loss", "policy_entropy", "target_entropy", "top1")


def entropy(logarithms: jax.Array) -> jax.Array:
    """Mean over the rows of -sum(p * log p), in nats."""
    return -jnp.mean(jnp.sum(jnp.exp(logarithms) * logarithms, axis=1))


def value_target(batch: dict[str, jax.Array], q_share: float) -> jax.Array:
    """(1 - q_share) * outcome + q_share * search value, `[B]`."""
    return (1.0 - q_share) * batch["outcome"] + q_share * batch["search_value"]


def win_draw_loss_target(batch: dict[str, jax.Array], q_share: float) -> jax.Array:
    """Probabilities of win, draw and loss, `[B, 3]`.

    A search only has q = P(win) - P(loss). Of all matching distributions, the one with the most draws is used: q > 0
    means a win with probability q and otherwise a draw.
    """

    def probabilities(value: jax.Array) -> jax.Array:
        return jnp.stack([jnp.maximum(value, 0.0), 1.0 - jnp.abs(value), jnp.maximum(-value, 0.0)], axis=1)

    return (1.0 - q_share) * probabilities(batch["outcome"]) + q_share * probabilities(batch["search_value"])


Answer = jax.Array | tuple[jax.Array, dict[str, jax.Array]]
Loss = Callable[[Outputs, dict[str, jax.Array], LossConfig], Answer]


def with_usual_metrics(loss: Loss) -> Callable[..., tuple[jax.Array, dict[str, jax.Array]]]:
    """A user's loss with the learner's interface; it also reports the metrics of the usual loss.

    Args:
        loss: as `losses`; may return only the scalar, without metrics.
    """

    def wrapped(
        outputs: Outputs, batch: dict[str, jax.Array], config: LossConfig
    ) -> tuple[jax.Array, dict[str, jax.Array]]:
        answer = loss(outputs, batch, config)
        total, own = answer if isinstance(answer, tuple) else (answer, {})
        chex.assert_rank(total, 0)
        return total, {**losses(outputs, batch, config)[1], "loss": total, **own}

    return wrapped


def discounted(batch: Mapping[str, Any], config: LossConfig) -> Any:
    """The outcomes, each multiplied by discount ** (plies to the end by the rules), `[B]`.

    A stopped game is assumed to have had `unplayed_plies` more, so that its outcome counts as if it had been played out
    from there.
    """
    if config.discount == 1:
        return batch["outcome"]
    # NumPy for NumPy arrays, because JAX would compile for every new shape; JAX for traced ones.
    xp = np if isinstance(batch["outcome"], np.ndarray) else jnp
    left = xp.where(xp.isnan(batch["moves_left"]), batch["plies_ahead"] + config.unplayed_plies, batch["moves_left"])
    return batch["outcome"] * config.discount**left


def searches_calibrated(values: Mapping[str, np.ndarray], config: LossConfig) -> dict[str, list[Any]]:
    """Metrics of the agreement between search values and game outcomes.

    Args:
        values: columns of positions: search_value, outcome, moves_left, plies_ahead; each `[n]`.
        config: discounts the outcomes.

    Returns:
        value_plies: number of positions by search value, in ten equal bins from -1 to 1; value_calibration: the mean of
        their outcomes, None for an empty bin.
    """
    bins = np.clip(np.floor((values["search_value"] + 1.0) * (CALIBRATION_BINS / 2)), 0, CALIBRATION_BINS - 1)
    place, ends = bins.astype(np.int64), np.asarray(discounted(values, config), np.float64)
    plies = np.bincount(place, minlength=CALIBRATION_BINS)
    sums = np.bincount(place, ends, minlength=CALIBRATION_BINS)
    means = [float(total / count) if count else None for total, count in zip(sums, plies, strict=True)]
    return {"value_plies": plies.tolist(), "value_calibration": means}


def auxiliary_columns(config: LossConfig, network: Network) -> dict[str, tuple[int, ...]]:
    """The additional columns that a batch needs, each with the shape of one position's part.

    Raises:
        ValueError: a loss has a weight but the network lacks its head.
    """
    architecture = network.config.architecture
    columns = {}
    for name, target in TARGETS.items():
        weight = getattr(config, name)
        if weight == 0:
            continue
        head = network.heads.auxiliary.get(name)
        if head is None and architecture == "residual":
            raise ValueError(f"learn.loss.{name}: its weight is {weight}, but network.{name} is off")
        if head is None:
            raise ValueError(f"network.architecture: {architecture} has no {name}, but learn.loss.{name} is {weight}")
        if target.column is not None:
            columns[target.column] = tuple(head.shape[1:])
    return columns


def losses(outputs: Outputs, batch: dict[str, jax.Array], config: LossConfig) -> tuple[jax.Array, dict[str, jax.Array]]:
    """The loss of a batch and its metrics.

    Args:
        outputs: outputs of the network.
        batch: arrays of a `TrainingBatch`.
        config: weights and targets.

    Returns:
        The loss, and metrics: scalars to average over steps, and arrays `[CALIBRATION_BINS]` to add up.
    """
    legal = batch["legal"] if config.mask_illegal else None
    logarithms = log_policy(outputs.policy, legal)
    policy, value = batch["policy"], outputs.value
    outcome = discounted(batch, config)
    batch = {**batch, "outcome": outcome}
    chex.assert_equal_shape([value, outcome])
    metrics: dict[str, jax.Array] = {}
    metrics["policy_loss"] = cross_entropy(policy, logarithms)
    target = value_target(batch, config.q_share)
    if outputs.value_logits is None:
        metrics["value_loss"] = jnp.mean(jnp.square(target - value))
    else:
        wanted = win_draw_loss_target(batch, config.q_share)
        metrics["value_loss"] = cross_entropy(wanted, jax.nn.log_softmax(outputs.value_logits))
    metrics["policy_entropy"] = entropy(logarithms)
    total = metrics["policy_loss"] + config.value * metrics["value_loss"]
    if config.entropy_bonus > 0:
        total -= config.entropy_bonus * metrics["policy_entropy"]
    for name, auxiliary in TARGETS.items():
        if (weight := getattr(config, name)) > 0:
            metrics[f"{name}_loss"] = auxiliary.loss(outputs.auxiliary[name], batch, config)
            total += weight * metrics[f"{name}_loss"]
    decided = outcome != 0
    metrics |= {
        "loss": total,
        "target_entropy": cross_entropy(policy, jnp.log(jnp.maximum(policy, 1e-30))),
        "top1": mean_of(jnp.argmax(logarithms, axis=1) == jnp.argmax(policy, axis=1), jnp.any(policy > 0, axis=1)),
        "value_sign": jnp.sum(decided & (outcome * value > 0)) / jnp.maximum(1, jnp.sum(decided)),
    }
    return total, metrics | _calibration(value, target)


def without_policies(metrics: dict[str, Any]) -> dict[str, Any]:
    """The metrics without those that compare the policy with a search's, for learners whose targets have no search."""
    return {name: value for name, value in metrics.items() if name not in _OF_POLICIES}


def _calibration(value: jax.Array, target: jax.Array) -> dict[str, jax.Array]:
    """By bin of the predicted value: number of positions, sum of predictions, sum of targets."""
    bins = jnp.clip(jnp.floor((value + 1.0) * (CALIBRATION_BINS / 2)), 0, CALIBRATION_BINS - 1)
    member = jax.nn.one_hot(bins.astype(jnp.int32), CALIBRATION_BINS)
    return {
        "calibration_count": member.sum(0),
        "calibration_prediction": value @ member,
        "calibration_outcome": target @ member,
    }
