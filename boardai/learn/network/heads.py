"""The outputs of a network: the heads on top of the tower.

The last layer of every head is computed in float32. If the board is on a canvas with a mask, cells off the board are
zero in every input, and moves there have no probability in a convolutional policy.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from flax import nnx

from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.layers import ConvBlock, pooled
from boardai.learn.targets import NEVER


class Outputs(NamedTuple):
    """The outputs of all heads.

    Attributes:
        policy: logits float32 `[B, A]`.
        value: expected outcome for the player to move, float32 `[B]` in -1..1.
        value_logits: logits of win, draw and loss, float32 `[B, 3]`; None if the value is a single number.
        auxiliary: outputs of auxiliary heads, float32 by the target's name (targets.py); searches use only
            `moves_left`.
        unrolled: outputs for the latent states after each of some actions (muzero.py); () if not requested.
    """

    policy: jax.Array
    value: jax.Array
    value_logits: jax.Array | None = None
    auxiliary: dict[str, jax.Array] = {}  # noqa: RUF012
    unrolled: tuple[Outputs, ...] = ()

    def forecasts(self) -> jax.Array:
        """The value, the probability of a draw and the plies left, `[B, 3]`; 0 if the head is missing."""
        nothing = jnp.zeros_like(self.value)
        draws = nothing if self.value_logits is None else nnx.softmax(self.value_logits)[:, 1]
        return jnp.stack([self.value, draws, self.auxiliary.get("moves_left", nothing)], axis=1)


class DensePolicyHead(nnx.Module):
    """1x1 convolution, then one dense layer onto all logits, or two with a narrow layer in between (`policy_rank`)."""

    def __init__(
        self, height: int, width: int, policy_size: int, config: NetworkConfig, rngs: nnx.Rngs, dtype: Any = jnp.float32
    ):
        self.conv = ConvBlock(config.channels, config.policy_channels, 1, rngs, dtype)
        features, rank = height * width * config.policy_channels, config.policy_rank
        self.narrow = nnx.Linear(features, rank, use_bias=False, rngs=rngs) if rank else None
        self.dense = nnx.Linear(rank or features, policy_size, rngs=rngs)

    def __call__(self, x: jax.Array, mask: jax.Array | None = None) -> jax.Array:
        x = self.conv(x, mask, relu=True)
        x = x.reshape(x.shape[0], -1).astype(jnp.float32)
        return self.dense(x if self.narrow is None else self.narrow(x))


class ConvPolicyHead(nnx.Module):
    """Only convolutions: one plane of logits per policy plane; the extras come from pooled features."""

    def __init__(
        self, height: int, width: int, policy_size: int, config: NetworkConfig, rngs: nnx.Rngs, dtype: Any = jnp.float32
    ):
        planes, self.extras = divmod(policy_size, height * width)
        if planes == 0:
            raise ValueError(
                f"network.policy_head: 'conv' needs at least one policy plane; this game has {policy_size} "
                f"policy indices on {height}x{width} cells; use 'dense'"
            )
        self.conv = ConvBlock(config.channels, config.channels, 3, rngs, dtype)
        self.planes = nnx.Conv(config.channels, planes, (1, 1), rngs=rngs)
        self.extra = nnx.Linear(3 * config.channels, self.extras, rngs=rngs) if self.extras else None

    def __call__(self, x: jax.Array, mask: jax.Array | None = None) -> jax.Array:
        x = self.conv(x, mask, relu=True)
        # A 1x1 convolution as a product that writes plane by plane, in the order of policy indices. With many planes,
        # transposing a convolution's output would take longer than computing it.
        cells = x.astype(jnp.float32).reshape(x.shape[0], -1, x.shape[-1]).transpose(0, 2, 1)
        assert self.planes.bias is not None
        planes = jnp.matmul(self.planes.kernel[...][0, 0].T, cells) + self.planes.bias[...][:, None]
        if mask is not None:
            planes = jnp.where(mask.reshape(mask.shape[0], 1, -1), planes, NEVER)
        logits = planes.reshape(x.shape[0], -1)
        if self.extra is not None:
            logits = jnp.concatenate([logits, self.extra(pooled(x, mask))], axis=1)
        return logits


class NumbersHead(nnx.Module):
    """1x1 convolution, a hidden layer, a few numbers: the value, or another property of the whole position."""

    def __init__(
        self, height: int, width: int, outputs: int, config: NetworkConfig, rngs: nnx.Rngs, dtype: Any = jnp.float32
    ):
        self.conv = ConvBlock(config.channels, config.value_channels, 1, rngs, dtype)
        self.dense = config.value_features == "dense"
        features = config.value_channels * (height * width if self.dense else 3)
        self.hidden = nnx.Linear(features, config.value_hidden, dtype=dtype, rngs=rngs)
        self.out = nnx.Linear(config.value_hidden, outputs, rngs=rngs)

    def __call__(self, x: jax.Array, mask: jax.Array | None = None) -> jax.Array:
        x = self.conv(x, mask, relu=True)
        x = x.reshape(x.shape[0], -1) if self.dense else pooled(x, mask)
        return self.out(nnx.relu(self.hidden(x)).astype(jnp.float32))


class CellsHead(nnx.Module):
    """1x1 convolutions onto numbers for each cell."""

    def __init__(self, outputs: int, config: NetworkConfig, rngs: nnx.Rngs, dtype: Any = jnp.float32):
        self.conv = ConvBlock(config.channels, config.channels, 1, rngs, dtype)
        self.out = nnx.Conv(config.channels, outputs, (1, 1), rngs=rngs)

    def __call__(self, x: jax.Array, mask: jax.Array | None = None) -> jax.Array:
        return self.out(self.conv(x, mask, relu=True).astype(jnp.float32))


def win_draw_loss_value(logits: jax.Array) -> jax.Array:
    """P(win) - P(loss) of logits `[B, 3]`."""
    probabilities = nnx.softmax(logits)
    return probabilities[:, 0] - probabilities[:, 2]
