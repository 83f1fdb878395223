"""The AlphaZero network: a residual tower with a policy and a value head, in Flax NNX.

Tower: a 3x3 stem, then blocks of two 3x3 convolutions with batch normalisation and an identity skip (He et al.,
"Deep Residual Learning", 2015), as in Silver et al., "A general reinforcement learning algorithm that masters chess,
shogi and Go through self-play" (2018). Kernels start as He normal.
In inference the running statistics are used, so a row's result does not depend on the other rows of its batch.
"""

from typing import Any

import chex
import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx

from boardai.learn.config import NetworkConfig

Leaves = tuple[jax.Array, ...]

# Layers onto logits and value. They start small: the first policy is close to uniform, the first values close to 0.
LAST_LAYERS = ("policy/dense", "policy/planes", "policy/extra", "value/out")


class ConvBlock(nnx.Module):
    """Convolution without bias, then batch normalisation."""

    def __init__(self, inputs: int, outputs: int, kernel: int, rngs: nnx.Rngs):
        self.conv = nnx.Conv(inputs, outputs, (kernel, kernel), padding="SAME", use_bias=False, rngs=rngs)
        self.norm = nnx.BatchNorm(outputs, momentum=0.95, epsilon=1e-4, rngs=rngs)

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.norm(self.conv(x))


class ResidualBlock(nnx.Module):
    """relu(x + conv(relu(conv(x))))."""

    def __init__(self, channels: int, rngs: nnx.Rngs):
        self.first = ConvBlock(channels, channels, 3, rngs)
        self.second = ConvBlock(channels, channels, 3, rngs)

    def __call__(self, x: jax.Array) -> jax.Array:
        return nnx.relu(x + self.second(nnx.relu(self.first(x))))


class DensePolicyHead(nnx.Module):
    """1x1 convolution, then one dense layer onto all logits."""

    def __init__(self, height: int, width: int, policy_size: int, config: NetworkConfig, rngs: nnx.Rngs):
        self.conv = ConvBlock(config.channels, config.policy_channels, 1, rngs)
        features = height * width * config.policy_channels
        self.dense = nnx.Linear(features, policy_size, rngs=rngs)

    def __call__(self, x: jax.Array) -> jax.Array:
        x = nnx.relu(self.conv(x))
        return self.dense(x.reshape(x.shape[0], -1))


class ConvPolicyHead(nnx.Module):
    """Convolutions only: one plane of logits per policy plane; the extras come from pooled features."""

    def __init__(self, height: int, width: int, policy_size: int, config: NetworkConfig, rngs: nnx.Rngs):
        planes, extras = divmod(policy_size, height * width)
        if planes == 0:
            raise ValueError(
                f"network.policy_head: 'conv' needs at least one policy plane; this game has {policy_size} "
                f"policy indices on {height}x{width} cells; use 'dense'"
            )
        self.extras = extras
        self.conv = ConvBlock(config.channels, config.channels, 3, rngs)
        self.planes = nnx.Conv(config.channels, planes, (1, 1), rngs=rngs)
        if extras:
            self.extra = nnx.Linear(config.channels, extras, rngs=rngs)

    def __call__(self, x: jax.Array) -> jax.Array:
        x = nnx.relu(self.conv(x))
        # Policy indices are plane-major.
        logits = self.planes(x).transpose(0, 3, 1, 2).reshape(x.shape[0], -1)
        if self.extras:
            logits = jnp.concatenate([logits, self.extra(x.mean((1, 2)))], axis=1)
        return logits


class ValueHead(nnx.Module):
    """1x1 convolution, a hidden layer, tanh: the expected outcome for the side to move."""

    def __init__(self, height: int, width: int, config: NetworkConfig, rngs: nnx.Rngs):
        self.conv = ConvBlock(config.channels, config.value_channels, 1, rngs)
        features = height * width * config.value_channels
        self.hidden = nnx.Linear(features, config.value_hidden, rngs=rngs)
        self.out = nnx.Linear(config.value_hidden, 1, rngs=rngs)

    def __call__(self, x: jax.Array) -> jax.Array:
        x = nnx.relu(self.conv(x))
        x = nnx.relu(self.hidden(x.reshape(x.shape[0], -1)))
        return jnp.tanh(self.out(x)[:, 0])


class PolicyValueNetwork(nnx.Module):
    """Planes float32 [B, H, W, C] to policy logits [B, A] and values [B] in -1..1."""

    def __init__(self, shape: tuple[int, int, int], policy_size: int, config: NetworkConfig, rngs: nnx.Rngs):
        height, width, channels = shape
        self.shape, self.policy_size = tuple(shape), policy_size
        self.stem = ConvBlock(channels, config.channels, 3, rngs)
        self.blocks = nnx.List([ResidualBlock(config.channels, rngs) for _ in range(config.blocks)])
        head = DensePolicyHead if config.policy_head == "dense" else ConvPolicyHead
        self.policy = head(height, width, policy_size, config, rngs)
        self.value = ValueHead(height, width, config, rngs)

    def __call__(self, planes: jax.Array) -> tuple[jax.Array, jax.Array]:
        chex.assert_shape(planes, (None, *self.shape))
        x = nnx.relu(self.stem(planes))
        for block in self.blocks:
            x = block(x)
        logits, value = self.policy(x), self.value(x)
        chex.assert_shape(logits, (planes.shape[0], self.policy_size))
        chex.assert_shape(value, (planes.shape[0],))
        return logits, value


class Network:
    """A network as a pure function of its variables, so that they can be trained, stored and swapped.

    Args:
        shape: observation shape (height, width, channels).
        policy_size: number of logits.
        config: size of the tower and heads.
        seed: of the initial weights.

    Attributes:
        parameters: trainable leaves, in a fixed order.
        statistics: the running means and variances of batch normalisation.
    """

    def __init__(self, shape: tuple[int, int, int], policy_size: int, config: NetworkConfig, seed: int):
        self.shape, self.policy_size = shape, policy_size
        # Only shapes: JAX would compile for seconds to draw the weights.
        model = nnx.eval_shape(lambda: PolicyValueNetwork(shape, policy_size, config, nnx.Rngs(0)))
        parts: Any = nnx.split(model, nnx.Param, nnx.BatchStat)
        self._graph, parameters, statistics = parts
        shapes, self._parameter_tree = _flat(parameters)
        self.parameter_names = _names(parameters)
        rng = np.random.default_rng(seed)
        self.parameters = tuple(_initial(*leaf, rng) for leaf in zip(self.parameter_names, shapes, strict=True))
        shapes, self._statistic_tree = _flat(statistics)
        self.statistic_names = _names(statistics)
        self.statistics = tuple(_initial(*leaf, rng) for leaf in zip(self.statistic_names, shapes, strict=True))
        # One compilation per batch size, shared by all the weights it is given.
        self.jitted_apply = jax.jit(self.apply)

    @property
    def parameter_count(self) -> int:
        """Trainable numbers."""
        return sum(int(np.prod(leaf.shape)) for leaf in self.parameters)

    def named(self, parameters: Leaves, statistics: Leaves) -> dict[str, jax.Array]:
        """All weights by name, as they are stored."""
        names = self.parameter_names + self.statistic_names
        return dict(zip(names, parameters + statistics, strict=True))

    def leaves(self, named: dict[str, jax.Array]) -> tuple[Leaves, Leaves]:
        """The inverse of `named`.

        Raises:
            KeyError: a weight is missing.
        """
        return (
            tuple(named[name] for name in self.parameter_names),
            tuple(named[name] for name in self.statistic_names),
        )

    def apply(self, parameters: Leaves, statistics: Leaves, planes: jax.Array) -> tuple[jax.Array, jax.Array]:
        """Inference: logits [B, A] and values [B], by the running statistics."""
        model = self._merge(parameters, statistics)
        model.eval()
        return model(planes)

    def apply_training(
        self, parameters: Leaves, statistics: Leaves, planes: jax.Array
    ) -> tuple[jax.Array, jax.Array, Leaves]:
        """Training: logits [B, A], values [B] by the batch's own statistics, and the new running statistics."""
        model = self._merge(parameters, statistics)
        model.train()
        logits, value = model(planes)
        return logits, value, _flat(nnx.state(model, nnx.BatchStat))[0]

    def _merge(self, parameters: Leaves, statistics: Leaves) -> PolicyValueNetwork:
        return nnx.merge(
            self._graph,
            jax.tree.unflatten(self._parameter_tree, parameters),
            jax.tree.unflatten(self._statistic_tree, statistics),
        )


def _initial(name: str, leaf: Any, rng: np.random.Generator) -> jax.Array:
    """The initial value of a leaf; drawn by NumPy, so it is the same on every device and version of JAX."""
    layer, _, kind = name.rpartition("/")
    if kind in ("scale", "var"):
        return jnp.ones(leaf.shape, leaf.dtype)
    if kind in ("bias", "mean"):
        return jnp.zeros(leaf.shape, leaf.dtype)
    assert kind == "kernel", name
    fan_in = np.prod(leaf.shape[:-1])
    deviation = np.sqrt(2 / fan_in) * (0.1 if layer in LAST_LAYERS else 1.0)
    return jnp.asarray(rng.normal(0.0, deviation, leaf.shape), leaf.dtype)


def _flat(state: Any) -> tuple[Leaves, Any]:
    # Tuples of arrays: JAX flattens them in C++, an nnx.State costs a Python loop at each call.
    leaves, tree = jax.tree.flatten(state)
    return tuple(leaves), tree


def _names(state: Any) -> tuple[str, ...]:
    paths = jax.tree_util.tree_flatten_with_path(state)[0]
    names = ("/".join(str(getattr(key, "key", getattr(key, "name", key))) for key in path) for path, _ in paths)
    return tuple(name.removesuffix("/value") for name in names)
