"""The AlphaZero network: a residual tower with a policy and a value head, in Flax NNX.

    planes [B, H, W, C] -> stem -> block -> ... -> block -> policy head -> logits [B, A]
                                                         -> value head  -> value  [B]

Tower: a 3x3 stem, then blocks of two 3x3 convolutions with batch normalisation and an identity skip (He et al.,
"Deep Residual Learning", 2015), as in Silver et al., "A general reinforcement learning algorithm that masters chess,
shogi and Go through self-play" (2018). Kernels start as He normal. `layers.py` has the blocks, `heads.py` the heads;
with `body` "attention" the blocks are those of `attention.py`.
"""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx

from boardai.learn.network.attention import AttentionBlock
from boardai.learn.network.config import WHOLE_BITS, NetworkConfig
from boardai.learn.network.heads import (
    CellsHead,
    ConvPolicyHead,
    DensePolicyHead,
    NumbersHead,
    Outputs,
    win_draw_loss_value,
)
from boardai.learn.network.layers import ConvBlock, ResidualBlock
from boardai.learn.targets import TARGETS

Shape = tuple[int, int, int]

# Last layers of the heads. They start small: the first policy is close to uniform, the first values close to 0.
LAST_LAYERS = (
    *(f"{head}/{layer}" for head in ("policy", *TARGETS) for layer in ("dense", "planes", "extra")),
    *(f"{head}/out" for head in ("value", *TARGETS)),
)

# Last layers of an attention block's two parts, which are added to the skip connections.
LAST_OF_ATTENTION = ("/projection", "/contract")


def compute_dtype(config: NetworkConfig) -> Any:
    """The type of the tower's arithmetic: bfloat16 on an accelerator unless the settings say otherwise.

    float32 for `int8` and `int16`, whose rounding is done in `layers.RoundedConv`.
    """
    if config.precision in WHOLE_BITS:
        return jnp.float32
    if config.precision == "auto":
        return jnp.float32 if jax.default_backend() == "cpu" else jnp.bfloat16
    return jnp.dtype(config.precision)


def blocks_of(board: tuple[int, int], config: NetworkConfig, rngs: nnx.Rngs, dtype: Any) -> nnx.List[nnx.Module]:
    """The blocks of a tower for a board of this height and width."""

    def block(number: int) -> nnx.Module:
        if config.body == "attention":
            return AttentionBlock(board[0] * board[1], config.channels, config.heads, rngs, dtype)
        pooling = config.global_pooling > 0 and number % config.global_pooling == 0
        squeeze = config.squeeze_excitation
        return ResidualBlock(config.channels, rngs, squeeze=squeeze, pooling=pooling, dtype=dtype)

    return nnx.List([block(number) for number in range(1, config.blocks + 1)])


class PolicyValueNetwork(nnx.Module):
    """The residual network.

    Args:
        shape: shape of the canvas: height, width, channels.
        policy_size: number of logits on that canvas.
        config: tower and heads.
        rngs: random streams of the initial weights.

    Raises:
        ValueError: settings that are incompatible with the shape.
    """

    def __init__(self, shape: Shape, policy_size: int, config: NetworkConfig, rngs: nnx.Rngs):
        height, width, channels = shape
        if config.board_plane >= channels:
            raise ValueError(f"network.board_plane: this game has planes 0 to {channels - 1}, got {config.board_plane}")
        self.board_plane = config.board_plane
        self.dtype = compute_dtype(config)
        self.stem = ConvBlock(channels, config.channels, 3, rngs, self.dtype, of_planes=True)

        self.blocks = blocks_of((height, width), config, rngs, self.dtype)
        policy_head = DensePolicyHead if config.policy_head == "dense" else ConvPolicyHead

        def head(kind: str, count: int) -> nnx.Module:
            if kind == "policy":
                return policy_head(height, width, policy_size, config, rngs, self.dtype)
            if kind == "numbers":
                return NumbersHead(height, width, count, config, rngs, self.dtype)
            return CellsHead(count, config, rngs, self.dtype)

        self.policy = head("policy", 0)
        self.win_draw_loss = config.value_head == "wdl"
        self.value = head("numbers", 3 if self.win_draw_loss else 1)
        self.auxiliary = tuple(name for name in TARGETS if getattr(config, name))
        for name in self.auxiliary:
            kind = TARGETS[name].head
            setattr(self, name, head(kind, getattr(config, name) if kind == "cells" else TARGETS[name].count))

    def __call__(self, planes: jax.Array) -> Outputs:
        mask = None
        if self.board_plane >= 0:
            mask = planes[..., self.board_plane : self.board_plane + 1] > 0
            planes = planes * mask
        return self.heads(self.tower(planes, mask), mask)

    def tower(self, planes: jax.Array, mask: jax.Array | None = None) -> jax.Array:
        """The blocks' output for planes: `[B, H, W, channels]`."""
        x = self.stem(planes.astype(self.dtype), mask, relu=True)
        for block in self.blocks:
            x = block(x, mask)
        return x

    def heads(self, x: jax.Array, mask: jax.Array | None = None) -> Outputs:
        """The heads' outputs for the tower's output."""
        value = self.value(x, mask)
        return Outputs(
            policy=self.policy(x, mask),
            value=win_draw_loss_value(value) if self.win_draw_loss else jnp.tanh(value[:, 0]),
            value_logits=value if self.win_draw_loss else None,
            auxiliary={name: TARGETS[name].decode(getattr(self, name)(x, mask)) for name in self.auxiliary},
        )


def initial_value(name: str, leaf: Any, rng: np.random.Generator) -> jax.Array:
    """The initial value of a leaf; drawn by NumPy, so it is the same on every device and version of JAX."""
    layer, _, kind = name.rpartition("/")
    if kind in ("scale", "var"):
        return jnp.ones(leaf.shape, leaf.dtype)
    if kind in ("bias", "mean"):
        return jnp.zeros(leaf.shape, leaf.dtype)
    assert kind == "kernel", name
    fan_in = np.prod(leaf.shape[:-1])
    starts_small = layer in LAST_LAYERS or layer.endswith(LAST_OF_ATTENTION)
    deviation = np.sqrt(2 / fan_in) * (0.1 if starts_small else 1.0)
    return jnp.asarray(rng.normal(0.0, deviation, leaf.shape), leaf.dtype)
