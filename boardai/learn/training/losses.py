"""What the learner minimises.

    loss = cross-entropy(search policy, network policy)                     policy
         + value * (target - value)^2   or   cross-entropy(WDL)             value
         - entropy_bonus * entropy(network policy)
         + soft_policy * cross-entropy(search policy ^ (1/T), soft policy)  KataGo
         + moves_left * Huber(plies to the end)                             Leela Chess Zero
         + score * Huber(final score)                                       KataGo

Outcomes may be discounted by the plies to the end; a target is then less than a certain win even in a won game.

Silver et al. 2018; the weights are `LossConfig`'s, weight decay is the optimiser's. Each term is a mean over the batch.
"""

from __future__ import annotations

from collections.abc import Callable

import chex
import jax
import jax.numpy as jnp
import optax

from boardai.learn.network.heads import MOVES_UNIT, SCORE_UNIT, Outputs
from boardai.learn.network.network import Network
from boardai.learn.training.config import LossConfig

CALIBRATION_BINS = 10
# Far below any logit, yet finite: 0 times it is 0.
_NEVER = -1e30


def check_heads(config: LossConfig, network: Network) -> None:
    """Raises ValueError where a loss has a weight but the network lacks its head."""
    architecture = network.config.architecture
    for name in ("soft_policy", "moves_left", "score"):
        weight = getattr(config, name)
        if weight > 0 and getattr(network.heads, name) is None:
            if architecture == "residual":
                raise ValueError(f"learn.loss.{name}: its weight is {weight}, but network.{name} is off")
            raise ValueError(f"network.architecture: {architecture} has no {name}, but learn.loss.{name} is {weight}")


def log_policy(logits: jax.Array, legal: jax.Array | None) -> jax.Array:
    """Logarithms of the policy, `[B, A]`; far below zero for illegal moves.

    Args:
        logits: `[B, A]`.
        legal: `[B, A]`, not 0 where legal; a row of zeros masks nothing. None: nowhere.
    """
    if legal is not None:
        allowed = legal > 0
        allowed |= ~jnp.any(allowed, axis=1, keepdims=True)
        logits = jnp.where(allowed, logits, _NEVER)
    return jax.nn.log_softmax(logits)


def cross_entropy(target: jax.Array, logarithms: jax.Array) -> jax.Array:
    """Mean over the rows of -sum(target * log p)."""
    chex.assert_equal_shape([target, logarithms])
    return -jnp.mean(jnp.sum(target * logarithms, axis=1))


def entropy(logarithms: jax.Array) -> jax.Array:
    """Mean over the rows of -sum(p * log p), in nats."""
    return -jnp.mean(jnp.sum(jnp.exp(logarithms) * logarithms, axis=1))


def softened(policy: jax.Array, temperature: float) -> jax.Array:
    """The policy ** (1 / temperature), each row made to add up to 1 again; moves without probability get none."""
    power = jnp.where(policy > 0, jnp.where(policy > 0, policy, 1.0) ** (1.0 / temperature), 0.0)
    return power / jnp.maximum(jnp.sum(power, axis=1, keepdims=True), 1e-30)


def value_target(batch: dict[str, jax.Array], q_share: float) -> jax.Array:
    """(1 - q_share) * outcome + q_share * search value, `[B]`."""
    return (1.0 - q_share) * batch["outcome"] + q_share * batch["search_value"]


def win_draw_loss_target(batch: dict[str, jax.Array], q_share: float) -> jax.Array:
    """Probabilities of win, draw and loss, `[B, 3]`.

    A search says only q = P(win) - P(loss). Of all that fit, the one with the most draws is taken: q > 0 becomes a win
    with probability q and else a draw.
    """

    def probabilities(value: jax.Array) -> jax.Array:
        return jnp.stack([jnp.maximum(value, 0.0), 1.0 - jnp.abs(value), jnp.maximum(-value, 0.0)], axis=1)

    return (1.0 - q_share) * probabilities(batch["outcome"]) + q_share * probabilities(batch["search_value"])


Answer = jax.Array | tuple[jax.Array, dict[str, jax.Array]]
Loss = Callable[[Outputs, dict[str, jax.Array], LossConfig], Answer]


def with_usual_metrics(loss: Loss) -> Callable[..., tuple[jax.Array, dict[str, jax.Array]]]:
    """A loss of one's own as the learner takes it, with the metrics of the usual one beside its own.

    Args:
        loss: as `losses`; its metrics (scalars by name) may be left out.
    """

    def wrapped(
        outputs: Outputs, batch: dict[str, jax.Array], config: LossConfig
    ) -> tuple[jax.Array, dict[str, jax.Array]]:
        answer = loss(outputs, batch, config)
        total, own = answer if isinstance(answer, tuple) else (answer, {})
        chex.assert_rank(total, 0)
        return total, {**losses(outputs, batch, config)[1], "loss": total, **own}

    return wrapped


def losses(outputs: Outputs, batch: dict[str, jax.Array], config: LossConfig) -> tuple[jax.Array, dict[str, jax.Array]]:
    """The loss of a batch and its metrics.

    Args:
        outputs: of the network.
        batch: arrays of a `TrainingBatch`.
        config: weights and targets.

    Returns:
        The loss, and metrics: scalars to be averaged over steps, and arrays `[CALIBRATION_BINS]` to be added up.
    """
    legal = batch["legal"] if config.mask_illegal else None
    logarithms = log_policy(outputs.policy, legal)
    policy, value = batch["policy"], outputs.value
    outcome = batch["outcome"]
    if config.discount < 1:
        outcome = outcome * config.discount ** batch["moves_left"]
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
    if config.soft_policy > 0:
        assert outputs.soft_policy is not None
        soft = softened(policy, config.soft_temperature)
        metrics["soft_policy_loss"] = cross_entropy(soft, log_policy(outputs.soft_policy, legal))
        total += config.soft_policy * metrics["soft_policy_loss"]
    if config.moves_left > 0:
        assert outputs.moves_left is not None
        metrics["moves_left_loss"] = _huber(outputs.moves_left, batch["moves_left"], MOVES_UNIT)
        total += config.moves_left * metrics["moves_left_loss"]
    if config.score > 0:
        assert outputs.score is not None
        metrics["score_loss"] = _huber(outputs.score, batch["score"], SCORE_UNIT)
        total += config.score * metrics["score_loss"]
    decided = outcome != 0
    metrics |= {
        "loss": total,
        "target_entropy": -jnp.mean(jnp.sum(jax.scipy.special.xlogy(policy, policy), axis=1)),
        "top1": jnp.mean(jnp.argmax(logarithms, axis=1) == jnp.argmax(policy, axis=1)),
        "value_sign": jnp.sum(decided & (outcome * value > 0)) / jnp.maximum(1, jnp.sum(decided)),
    }
    return total, metrics | _calibration(value, outcome)


def _huber(said: jax.Array, target: jax.Array, unit: float) -> jax.Array:
    """The mean; beyond a unit it grows evenly: one long game, or one high score, does not drown the rest."""
    return jnp.mean(optax.losses.huber_loss(said / unit, target / unit))


def _calibration(value: jax.Array, outcome: jax.Array) -> dict[str, jax.Array]:
    """By bin of the predicted value: number of positions, sum of predictions, sum of outcomes."""
    bins = jnp.clip(jnp.floor((value + 1.0) * (CALIBRATION_BINS / 2)), 0, CALIBRATION_BINS - 1)
    member = jax.nn.one_hot(bins.astype(jnp.int32), CALIBRATION_BINS)
    return {
        "calibration_count": member.sum(0),
        "calibration_prediction": value @ member,
        "calibration_outcome": outcome @ member,
    }
