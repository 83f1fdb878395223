"""The three networks of MuZero, which learn a model of the game alongside policy and value.

    representation h   planes [B, H, W, C] -> stem -> blocks -> s0                  the latent state of a position
    dynamics g         s [B, H, W, N], action planes -> stem -> blocks -> s'        the latent state after an action
    prediction f       s -> policy head -> logits [B, A];  value head -> value [B]

Latent states have no prescribed meaning: they are only trained to predict policies and values. Each is scaled to
[0, 1], like the action planes that are stacked with it in the dynamics' input.

h and f are the residual network (residual.py), so every player for that network can use these two; g has the same
number of blocks. There are no rewards: in board games the outcome is the only one, and the value predicts it.

Schrittwieser et al., "Mastering Atari, Go, chess and shogi by planning with a learned model" (2020), appendices E to G.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any

import jax
import jax.numpy as jnp
from flax import nnx

from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.heads import Outputs
from boardai.learn.network.layers import ConvBlock
from boardai.learn.network.residual import PolicyValueNetwork, Shape, blocks_of

_GRADIENT_SHARE = 0.5  # share of the dynamics' gradient that a state gets (appendix G)
_LEAST_SPAN = 1e-5


class MuZeroNetwork(PolicyValueNetwork):
    """Representation, dynamics and prediction.

    Args:
        shape: shape of an observation: height, width, channels.
        policy_size: number of actions.
        config: config of the residual network.
        rngs: random streams of the initial weights.

    Raises:
        ValueError: settings that do not fit the shape, or a canvas or mask, which latent states do not have.
    """

    def __init__(self, shape: Shape, policy_size: int, config: NetworkConfig, rngs: nnx.Rngs):
        super().__init__(shape, policy_size, config, rngs)
        if config.canvas or config.board_plane >= 0:
            raise ValueError(
                "network.canvas, network.board_plane: not available with a latent state, which has no board to mark"
            )
        self.board = shape[:2]
        cells = shape[0] * shape[1]
        self.policy_planes, self.extras = divmod(policy_size, cells)
        planes = config.channels + self.policy_planes + self.extras
        self.dynamics_stem = ConvBlock(planes, config.channels, 3, rngs, self.dtype)
        self.dynamics_blocks = blocks_of(self.board, config, rngs, self.dtype)

    def __call__(self, planes: jax.Array, actions: jax.Array | None = None) -> Outputs:
        """The output of f for h(planes), and for the latent states that g computes from it for consecutive actions.

        Args:
            planes: `[B, H, W, C]`.
            actions: policy indices, int32 `[B, K]`; the outputs of the K latent states after them are `unrolled`.
        """
        state = self.represent(planes)
        if actions is None:
            return self.heads(state)
        # A loop that is compiled once; the running statistics pass through it as values.
        parts: Any = nnx.split(self, nnx.Param, nnx.BatchStat)
        graph, weights, statistics = parts

        def follow(carry: tuple[jax.Array, Any], action: jax.Array) -> tuple[tuple[jax.Array, Any], jax.Array]:
            state, statistics = carry
            model = nnx.merge(graph, weights, statistics)
            # Without this scale, the gradients of K steps would add up in the first state.
            state = _GRADIENT_SHARE * state + jax.lax.stop_gradient((1 - _GRADIENT_SHARE) * state)
            state = model.dynamics(state, action)
            return (state, nnx.state(model, nnx.BatchStat)), state

        (_, statistics), later = jax.lax.scan(follow, (state, statistics), actions.T)
        nnx.update(self, statistics)
        # All states in one batch: so the heads normalise the first state as in play, by the statistics of all.
        states = jnp.concatenate([state[None], later])
        outputs = self.heads(states.reshape(-1, *state.shape[1:]))
        outputs = jax.tree.map(lambda array: array.reshape(len(states), -1, *array.shape[1:]), outputs)
        first, *unrolled = (jax.tree.map(itemgetter(step), outputs) for step in range(len(states)))
        return first._replace(unrolled=tuple(unrolled))

    def represent(self, planes: jax.Array) -> jax.Array:
        """h: the latent states `[B, H, W, N]` of positions, float32 from 0 to 1."""
        return scaled(self.tower(planes))

    def dynamics(self, state: jax.Array, actions: jax.Array) -> jax.Array:
        """g: the latent states after one action each, `[B]`."""
        x = jnp.concatenate([state, self.action_planes(actions)], axis=3).astype(self.dtype)
        x = self.dynamics_stem(x, relu=True)
        for block in self.dynamics_blocks:
            x = block(x)
        return scaled(x)

    def action_planes(self, actions: jax.Array) -> jax.Array:
        """A 1 in the plane and cell of an action `[B]`; a plane of ones for an action without a cell (a pass)."""
        height, width = self.board
        cells, count = height * width, len(actions)
        one = jax.nn.one_hot(actions, self.policy_planes * cells + self.extras)
        on_board = one[:, : self.policy_planes * cells].reshape(count, self.policy_planes, height, width)
        extra = one[:, self.policy_planes * cells :, None, None]
        whole = jnp.broadcast_to(extra, (count, self.extras, height, width))
        return jnp.concatenate([on_board, whole], axis=1).transpose(0, 2, 3, 1)


def scaled(state: jax.Array) -> jax.Array:
    """Each state scaled to [0, 1]: (s - min s) / (max s - min s), float32 (appendix G)."""
    state = state.astype(jnp.float32)
    low, high = (bound(state, axis=(1, 2, 3), keepdims=True) for bound in (jnp.min, jnp.max))
    return (state - low) / jnp.maximum(high - low, _LEAST_SPAN)
