"""Positions shown to a network through a symmetry of the board, which is drawn from what the network would see.

Equal planes always get the same symmetry, as in native searches (native/boardai/core/encoding.hpp). The hash differs,
so the device and the native search draw equally often, but not the same for each position.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from boardai.device.rules import DeviceRules, Network


def answers(
    rules: DeviceRules[Any], state: Any, network: Network, symmetry_seed: int | None
) -> tuple[jax.Array, jax.Array]:
    """A network's output for N positions: logits `[N, A]` and values `[N]`.

    Args:
        rules: of the game.
        state: the states of N games.
        network: planes to logits and values.
        symmetry_seed: each position is shown through a symmetry that follows from this and its planes; None: as it is.
    """
    planes = rules.observe(state)
    if symmetry_seed is None or rules.symmetries == 1:
        return network(planes)
    view = rules.view(state, drawn(planes, symmetry_seed, rules.symmetries))
    images = rules.cell_images
    flat = planes.reshape(len(planes), images.shape[1], -1)
    came_from = jnp.asarray(np.argsort(images, 1))[view]
    logits, values = network(jnp.take_along_axis(flat, came_from[:, :, None], 1).reshape(planes.shape))
    # Actions that are no cell, such as a pass, look the same through every symmetry.
    rest = np.broadcast_to(
        np.arange(images.shape[1], rules.policy_size), (len(images), rules.policy_size - images.shape[1])
    )
    goes_to = jnp.asarray(np.concatenate([images, rest], 1).astype(np.int32))[view]
    return jnp.take_along_axis(logits, goes_to, 1), values


def drawn(planes: jax.Array, seed: int, number: int) -> jax.Array:
    """The number of a symmetry for each observation: int32 `[N]`."""
    bits = jax.lax.bitcast_convert_type(planes.reshape(len(planes), -1).astype(jnp.float32), jnp.uint32)
    bits ^= bits >> 23  # the low bits of small whole numbers are all 0
    factors = np.random.default_rng(seed).integers(0, 1 << 32, bits.shape[1], np.uint32) | np.uint32(1)
    key = jnp.sum(bits * factors, 1, dtype=jnp.uint32)
    for factor in (0x85EBCA6B, 0xC2B2AE35):  # spreads all bits over all others, as the end of MurmurHash3 does
        key = (key ^ (key >> 16)) * jnp.uint32(factor)
    return ((key ^ (key >> 16)) % jnp.uint32(number)).astype(jnp.int32)
