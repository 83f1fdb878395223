"""A plain feed-forward network for values only: every cell is connected to every unit (Ószi 2021, section 5).

By name: `--network.architecture boardai.learn.network.dense:DenseNetwork`.

    planes, as one row of numbers -> `blocks` layers of `channels` units -> a layer of `value_hidden` units -> the value

All hidden units are rectified. The value is a softmax over win, draw and loss (`value_head="wdl"`), which for two
outcomes equals the thesis's sigmoid, with cross-entropy loss; or tanh of one unit, with squared errors. The thesis
states only the last hidden layer, 170 units. Numbers that are equal for all cells of a plane (such as the player to
move) are repeated for each cell, which does not change what the network can represent.

There is no policy: its logits are 0, so that PUCT uses only the value.
"""

from __future__ import annotations

import itertools
from typing import Any

import jax
import jax.numpy as jnp
from flax import nnx

from boardai.learn.network.heads import Outputs, win_draw_loss_value


class DenseNetwork(nnx.Module):
    """Planes [B, H, W, C] to values [B]; logits are 0.

    Args:
        shape: height, width, channels.
        policy_size: number of logits.
        config: the run's network settings: `blocks`, `channels`, `value_hidden` and `value_head`.
        rngs: random streams of the initial weights.

    Attributes:
        planes: number of planes that are used, from the first; None: all.
    """

    planes: int | None = None

    def __init__(self, shape: tuple[int, int, int], policy_size: int, config: Any, rngs: nnx.Rngs) -> None:
        height, width, channels = shape
        self.policy_size = policy_size
        self.seen = min(channels, self.planes or channels)
        self.three = config.value_head == "wdl"
        widths = [height * width * self.seen, *[config.channels] * config.blocks, config.value_hidden]
        # Rectification halves the mean square of the activations; twice the variance compensates (He 2015).
        drawn = nnx.initializers.he_normal()
        self.hidden = nnx.List(
            [
                nnx.Linear(inputs, outputs, kernel_init=drawn, rngs=rngs)
                for inputs, outputs in itertools.pairwise(widths)
            ]
        )
        self.out = nnx.Linear(widths[-1], 3 if self.three else 1, rngs=rngs)

    def __call__(self, planes: jax.Array) -> Outputs:
        x = planes[..., : self.seen].reshape(planes.shape[0], -1)
        for layer in self.hidden:
            x = nnx.relu(layer(x))
        found = self.out(x)
        policy = jnp.zeros((planes.shape[0], self.policy_size))
        if self.three:
            return Outputs(policy=policy, value=win_draw_loss_value(found), value_logits=found)
        return Outputs(policy=policy, value=jnp.tanh(found[:, 0]))
