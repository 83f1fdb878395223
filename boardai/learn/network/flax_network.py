"""A trained network for other programs of JAX and flax: a pure function and its variables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import jax

from boardai import device
from boardai.learn.network.network import Leaves, Network, flat, nested

Variables = dict[str, Any]


class FlaxNetwork(NamedTuple):
    """A pure function and its variables, returned by `boardai.learn.TrainedRun.flax`.

    >>> import flax, jax, numpy as np
    >>> apply, parameters, state = boardai.learn.open_run("runs/hex").flax()
    >>> logits, values = jax.jit(apply)(parameters, state, np.zeros((2, 3, 3, 3), np.float32))
    >>> logits.shape, values.shape, parameters["stem"]["conv"]["kernel"].shape
    ((2, 9), (2,), (3, 3, 3, 32))
    >>> names = flax.traverse_util.flatten_dict({"parameters": parameters, "statistics": state}, sep="/")
    >>> "parameters/stem/conv/kernel" in names  # as in checkpoints and exported files
    True

    Attributes:
        apply: (parameters, state, planes float32 `[B, H, W, C]`) to logits `[B, A]` and values `[B]` in [-1, 1] for the
            player to move, by the running statistics: a row's result does not depend on the other rows.
        parameters: trainable arrays, as nested dictionaries.
        state: means and variances of batch normalisation, as nested dictionaries; empty without such layers.
    """

    apply: Callable[[Variables, Variables, Any], tuple[jax.Array, jax.Array]]
    parameters: Variables
    state: Variables

    @staticmethod
    def of(network: Network, parameters: Leaves, statistics: Leaves) -> FlaxNetwork:
        """Makes one from a network and its weights."""
        names = network.parameter_names, network.statistic_names

        def apply(parameters: Variables, state: Variables, planes: Any) -> tuple[jax.Array, jax.Array]:
            return network.apply(flat(names[0], parameters), flat(names[1], state), planes)

        return FlaxNetwork(apply, nested(names[0], parameters), nested(names[1], statistics))

    def root_fn(self, rules: device.DeviceRules[Any]) -> Any:
        """`boardai.device.root_fn` with this network; its weights are (parameters, state).

        Args:
            rules: the game's rules on the device.
        """
        return device.root_fn(rules, self._of_weights)

    def recurrent_fn(self, rules: device.DeviceRules[Any]) -> Any:
        """`boardai.device.recurrent_fn` with this network; its weights are (parameters, state).

        Args:
            rules: the game's rules on the device.
        """
        return device.recurrent_fn(rules, self._of_weights)

    def _of_weights(self, weights: tuple[Variables, Variables], planes: Any) -> tuple[jax.Array, jax.Array]:
        return self.apply(*weights, planes)
