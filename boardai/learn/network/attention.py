"""A tower's block with attention: every cell of the board attends to every other one.

    y = x + projection(attention(norm(x)))      per head: softmax over the cells of q . k / sqrt(d) + bias
    x = y + contract(relu(expand(norm(y))))

Vaswani et al., "Attention is all you need" (2017), with normalisation first (Xiong et al., "On layer normalization in
the transformer architecture", 2020), so that it trains without a long warm-up. The relative position of two cells is
not part of their features: instead each head learns a number for each pair of cells, which is added before the softmax
(Shaw et al., "Self-attention with relative position representations", 2018, in its simplest form). Leela Chess Zero's
networks have used attention since 2022, in their own form.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from flax import nnx

EXPANSION = 2  # width of the hidden layer of the feed-forward part, as a multiple of the tower's channels
_NEVER = -1e9  # added to logits that the softmax must exclude


class AttentionBlock(nnx.Module):
    """Attention, then two dense layers applied to each cell, each with a skip connection.

    Args:
        cells: number of cells of the board, or of its canvas.
        channels: channels of the tower.
        heads: number of heads; each has an equal share of the channels.
        rngs: random streams of the initial weights.
        dtype: type of the arithmetic; normalisation and softmax are computed in float32.
    """

    def __init__(self, cells: int, channels: int, heads: int, rngs: nnx.Rngs, dtype: Any = jnp.float32) -> None:
        self.heads, self.dtype = heads, dtype
        self.attention_norm = nnx.LayerNorm(channels, rngs=rngs)
        self.query_key_value = nnx.Linear(channels, 3 * channels, dtype=dtype, rngs=rngs)
        self.bias = nnx.Param(jnp.zeros((heads, cells, cells)))  # for each pair of cells
        self.projection = nnx.Linear(channels, channels, dtype=dtype, rngs=rngs)
        self.feed_forward_norm = nnx.LayerNorm(channels, rngs=rngs)
        self.expand = nnx.Linear(channels, EXPANSION * channels, dtype=dtype, rngs=rngs)
        self.contract = nnx.Linear(EXPANSION * channels, channels, dtype=dtype, rngs=rngs)

    def __call__(self, x: jax.Array, mask: jax.Array | None = None) -> jax.Array:
        """The block's outputs.

        Args:
            x: `[B, H, W, channels]`.
            mask: the board's cells, bool `[B, H, W, 1]`; other cells are not attended to and stay 0.
        """
        batch, height, width, channels = x.shape
        y = x.reshape(batch, height * width, channels)
        seen = None if mask is None else mask.reshape(batch, 1, 1, height * width)
        y = y + self.projection(self._attention(self.attention_norm(y).astype(self.dtype), seen))
        y = y + self.contract(nnx.relu(self.expand(self.feed_forward_norm(y).astype(self.dtype))))
        y = y.reshape(x.shape)
        return y if mask is None else y * mask

    def _attention(self, x: jax.Array, seen: jax.Array | None) -> jax.Array:
        """The attention output of each cell `[B, N, channels]` over all visible cells."""
        batch, cells, channels = x.shape
        share = channels // self.heads
        queries, keys, values = jnp.moveaxis(self.query_key_value(x).reshape(batch, cells, 3, self.heads, share), 2, 0)
        likeness = jnp.einsum("bnhd,bmhd->bhnm", queries, keys).astype(jnp.float32) / share**0.5 + self.bias.get_value()
        if seen is not None:
            likeness = jnp.where(seen, likeness, _NEVER)
        weights = nnx.softmax(likeness).astype(x.dtype)
        return jnp.einsum("bhnm,bmhd->bnhd", weights, values).reshape(batch, cells, channels)
