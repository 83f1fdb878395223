"""The reference's value network (Kostin 2025, section 3), as a separate architecture.

By name: `--network.architecture boardai.learn.network.value_network:ValueNetwork`, or `:PieceValueNetwork`
for 12 planes alone.

    conv 3x3 to 64, norm, relu -> conv 3x3 to 128, norm, relu -> conv 3x3 to 128, norm, relu -> conv 1x1 to 32, relu
    -> dense to 256, relu -> dense to 1, tanh

It is built as printed: on its 12 planes of 8x8 it has the printed 757,985 parameters, less the 320 biases before a
normalisation, which cancels them. Its inputs and its output are corrected: the original saw the pieces from White's
side, did not know whose move it was, and evaluated for White, so one position had two right answers. Here planes and
value are those of the player to move: in chess the first 12 planes (own and the opponent's current pieces) are the same
information from the side to move.

There is no policy: its logits are 0, so that PUCT uses only the value.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from flax import nnx

from boardai.learn.network.heads import Outputs
from boardai.learn.network.layers import ConvBlock

WIDTHS = (64, 128, 128)
REDUCED, HIDDEN = 32, 256


class ValueNetwork(nnx.Module):
    """Planes [B, H, W, C] to values [B]; logits are 0.

    Args:
        shape: height, width, channels.
        policy_size: number of logits.
        config: the run's network settings; this architecture's sizes are fixed.
        rngs: random streams of the initial weights.
        planes: number of planes that are used, from the first; None: all.
    """

    planes: int | None = None

    def __init__(self, shape: tuple[int, int, int], policy_size: int, config: Any, rngs: nnx.Rngs) -> None:
        height, width, channels = shape
        self.policy_size = policy_size
        self.seen = min(channels, self.planes or channels)
        blocks, inputs = [], self.seen
        for outputs in WIDTHS:
            blocks.append(ConvBlock(inputs, outputs, 3, rngs))
            inputs = outputs
        self.blocks = nnx.List(blocks)
        self.reduce = nnx.Conv(inputs, REDUCED, (1, 1), rngs=rngs)
        self.hidden = nnx.Linear(REDUCED * height * width, HIDDEN, rngs=rngs)
        self.out = nnx.Linear(HIDDEN, 1, rngs=rngs)

    def __call__(self, planes: jax.Array) -> Outputs:
        x = planes[..., : self.seen]
        for block in self.blocks:
            x = block(x, relu=True)
        x = nnx.relu(self.reduce(x)).reshape(x.shape[0], -1)
        value = jnp.tanh(self.out(nnx.relu(self.hidden(x)))[:, 0])
        return Outputs(policy=jnp.zeros((planes.shape[0], self.policy_size)), value=value)


class PieceValueNetwork(ValueNetwork):
    """The same on 12 planes: in chess the current pieces, without history, castling rights and clocks."""

    planes = 12
