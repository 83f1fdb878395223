"""The loss of MuZero.

    loss = l(0) + 1/K * (l(1) + ... + l(K))
    l(k) = cross-entropy(search policy of ply t + k, policy of the k-th latent state)     policy
         + value * (outcome for the player to move there - value of the k-th latent state)^2  value

l(0) is AlphaZero's loss of the position itself (boardai/learn/training/losses.py). The scale 1/K makes the size of the
dynamics' gradients independent of K. After the end of a game there is no policy target, but still a value target.

Schrittwieser et al. 2020, appendix G; in board games without rewards the value target is the outcome.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp

from boardai.learn.network.heads import Outputs
from boardai.learn.training.config import LossConfig
from boardai.learn.training.losses import losses, win_draw_loss_target


def muzero_loss(
    outputs: Outputs, batch: dict[str, jax.Array], config: LossConfig
) -> tuple[jax.Array, dict[str, jax.Array]]:
    """The loss of a batch.

    Args:
        outputs: outputs of the positions, and `unrolled` of K latent states.
        batch: columns of sequences.py.
        config: weights of the losses.

    Returns:
        The loss, and the metrics unrolled_policy_loss and unrolled_value_loss, means over the K unrolled steps.
    """
    total, _ = losses(outputs, batch, config)
    steps = len(outputs.unrolled)
    policy_loss = value_loss = jnp.zeros(())
    for step, predicted in enumerate(outputs.unrolled):
        target, outcome = batch["unrolled_policy"][:, step], batch["unrolled_outcome"][:, step]
        # A row of zeros means no policy target.
        policy_loss += jnp.mean(-jnp.sum(target * jax.nn.log_softmax(predicted.policy), axis=1)) / steps
        known = ~jnp.isnan(outcome)
        errors = _value_errors(predicted, jnp.where(known, outcome, 0.0))
        value_loss += jnp.mean(jnp.where(known, errors, 0.0)) / steps
    metrics = {"unrolled_policy_loss": policy_loss, "unrolled_value_loss": value_loss}
    return total + policy_loss + config.value * value_loss, metrics


def _value_errors(predicted: Outputs, outcome: jax.Array) -> jax.Array:
    """`[B]`: the squared error, or the cross-entropy of win, draw and loss."""
    if predicted.value_logits is None:
        return jnp.square(outcome - predicted.value)
    wanted = win_draw_loss_target({"outcome": outcome, "search_value": outcome}, 0.0)
    return -jnp.sum(wanted * jax.nn.log_softmax(predicted.value_logits), axis=1)
