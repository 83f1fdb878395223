"""A tower's block by attention: every cell of the board looks at every other one.

    y = x + joined(attention(norm(x)))          a head's weights: softmax over the cells of q . k / sqrt(d) + pairs
    x = y + back(relu(wide(norm(y))))

Vaswani et al., "Attention is all you need" (2017), with the normalisation in front (Xiong et al., "On layer
normalization in the transformer architecture", 2020), so that it trains without a long warm-up. Where two cells stand
to each other is no part of their features: each head learns a number for each pair of cells instead, which is added
before the softmax (Shaw et al., "Self-attention with relative position representations", 2018, in its simplest form).
Leela Chess Zero's networks have had bodies of attention since 2022, in a form of their own.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from flax import nnx

WIDER = 2  # the dense layer within a block has so many times the channels
_NEVER = -1e9  # added to what a softmax must not choose


class PairBias(nnx.Module):
    """What each head adds where a cell looks at another one.

    Args:
        heads: of the block.
        cells: of the board, or of its canvas.
    """

    def __init__(self, heads: int, cells: int) -> None:
        self.bias = nnx.Param(jnp.zeros((heads, cells, cells)))

    def __call__(self) -> jax.Array:
        return self.bias.get_value()


class AttentionBlock(nnx.Module):
    """Attention, then two dense layers of each cell by itself, both added to what comes in.

    Args:
        cells: of the board, or of its canvas.
        channels: of the tower.
        heads: they share the channels, of which each must have as many.
        rngs: of the initial weights.
        dtype: of the arithmetic; normalisation and softmax are computed in float32.
    """

    def __init__(self, cells: int, channels: int, heads: int, rngs: nnx.Rngs, dtype: Any = jnp.float32) -> None:
        self.heads, self.dtype = heads, dtype
        self.look = nnx.LayerNorm(channels, rngs=rngs)
        self.parts = nnx.Linear(channels, 3 * channels, dtype=dtype, rngs=rngs)
        self.pairs = PairBias(heads, cells)
        self.joined = nnx.Linear(channels, channels, dtype=dtype, rngs=rngs)
        self.think = nnx.LayerNorm(channels, rngs=rngs)
        self.wide = nnx.Linear(channels, WIDER * channels, dtype=dtype, rngs=rngs)
        self.back = nnx.Linear(WIDER * channels, channels, dtype=dtype, rngs=rngs)

    def __call__(self, x: jax.Array, mask: jax.Array | None = None) -> jax.Array:
        """The block's outputs.

        Args:
            x: `[B, H, W, channels]`.
            mask: the board's cells, bool `[B, H, W, 1]`; nobody looks at others, and these stay 0.
        """
        batch, height, width, channels = x.shape
        y = x.reshape(batch, height * width, channels)
        seen = None if mask is None else mask.reshape(batch, 1, 1, height * width)
        y = y + self.joined(self._attention(self.look(y).astype(self.dtype), seen))
        y = y + self.back(nnx.relu(self.wide(self.think(y).astype(self.dtype))))
        y = y.reshape(x.shape)
        return y if mask is None else y * mask

    def _attention(self, x: jax.Array, seen: jax.Array | None) -> jax.Array:
        """What each cell `[B, N, channels]` gathers from all that are seen."""
        batch, cells, channels = x.shape
        share = channels // self.heads
        queries, keys, values = jnp.moveaxis(self.parts(x).reshape(batch, cells, 3, self.heads, share), 2, 0)
        likeness = jnp.einsum("bnhd,bmhd->bhnm", queries, keys).astype(jnp.float32) / share**0.5 + self.pairs()
        if seen is not None:
            likeness = jnp.where(seen, likeness, _NEVER)
        weights = nnx.softmax(likeness).astype(x.dtype)
        return jnp.einsum("bhnm,bmhd->bnhd", weights, values).reshape(batch, cells, channels)
