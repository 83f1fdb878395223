"""Growing a network during a run: more or wider blocks, with the same output at first.

A small network learns the basics from many cheap games; a large one pays off later. When the network grows, it keeps
its weights and, up to rounding, its outputs:
    deeper: a new block's last normalisation has scale 0, so the block adds nothing to its skip connection;
    wider:  a new channel has weights from all old channels but none to them, so it has no effect yet.
Training then uses both, because the gradients of these zeros are not 0. The momentum of new weights starts at 0.

Chen, Goodfellow and Shlens, "Net2Net: accelerating learning via knowledge transfer" (2016), with other initial values;
Goyal et al., "Accurate, large minibatch SGD" (2017), for the zero scale.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from boardai.learn.network.config import Size
from boardai.learn.network.network import Leaves, Network
from boardai.learn.settings import require
from boardai.learn.targets import TARGETS

# Dense layers whose inputs are means, scaled means and maxima of all channels, one group after the other.
_POOLED_INPUTS = ("weigh/squeeze", "pooling/dense", *(f"{head}/extra" for head in ("policy", *TARGETS)))


def size_of(network: Network) -> Size:
    """The size of a network's tower."""
    return Size(network.config.blocks, network.config.channels)


def of_size(network: Network, size: Size, seed: int) -> Network:
    """The same network with a tower of another size, with new weights.

    Raises:
        ValueError: a user-written network, whose layers are unknown, or a tower of attention.
    """
    architecture = network.config.architecture
    require(architecture == "residual", "growth.stages", f"{architecture} is not known to grow; residual does")
    require(network.config.body == "convolution", "growth.stages", "a tower of attention does not grow")
    config = dataclasses.replace(network.config, blocks=size.blocks, channels=size.channels)
    return Network(network.shape, network.policy_size, config, seed, policy_cells=network.policy_cells)


def grown(small: Network, large: Network, weights: tuple[Leaves, Leaves]) -> tuple[Leaves, Leaves]:
    """Weights of the large network that give the same output as those of the small one.

    Args:
        small: the network before.
        large: the same network with a larger tower; new weights keep their initial values.
        weights: parameters and statistics of the small one.
    """
    new = large.named(large.parameters, large.statistics)
    return large.leaves(_placed(small.named(*weights), new, unheard=True))


def grown_state(small: Network, large: Network, state: Any, new: Any) -> Any:
    """An optimiser's state for the large network: the old weights' entries, zeros for the new ones.

    Args:
        small: the network before.
        large: the network after.
        state: the state of the optimiser, for the small network's parameters.
        new: the same optimiser's first state for the large network's.
    """

    def of_parameters(part: Any) -> bool:
        return type(part) is tuple and len(part) > 0 and not any(isinstance(leaf, tuple) for leaf in part)

    def place(old: Any, fresh: Any) -> Any:
        if not of_parameters(old):
            return old
        zeros = {name: jnp.zeros_like(leaf) for name, leaf in zip(large.parameter_names, fresh, strict=True)}
        named = dict(zip(small.parameter_names, old, strict=True))
        placed = _placed(named, zeros, unheard=False)
        return tuple(placed[name] for name in large.parameter_names)

    return jax.tree.map(place, state, new, is_leaf=of_parameters)


def _placed(small: Mapping[str, Any], large: Mapping[str, Any], *, unheard: bool) -> dict[str, jax.Array]:
    """The large network's leaves with the small one's copied into them.

    Args:
        small: leaves by name.
        large: leaves by name.
        unheard: new weights must not affect old channels.
    """
    placed = {}
    for name, leaf in large.items():
        if name in small:
            placed[name] = _corner(name, np.asarray(small[name]), np.array(leaf), unheard)
        elif unheard and name.endswith("second/norm/scale"):
            placed[name] = np.zeros(leaf.shape, leaf.dtype)
        else:
            placed[name] = leaf
    return {name: jnp.asarray(leaf) for name, leaf in placed.items()}


def _corner(name: str, small: np.ndarray, large: np.ndarray, unheard: bool) -> np.ndarray:
    """The large array with the small one copied into its first rows and columns."""
    shape: Sequence[int] = large.shape
    if name.removesuffix("/kernel").endswith(_POOLED_INPUTS) and name.endswith("kernel"):
        small, large = (one.reshape(3, one.shape[0] // 3, one.shape[1]) for one in (small, large))
    if unheard and name.endswith("kernel"):
        large[..., small.shape[-2] :, : small.shape[-1]] = 0
    large[tuple(map(slice, small.shape))] = small
    return large.reshape(shape)
