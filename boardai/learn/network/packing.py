"""Encoding of planes on the way to an accelerator: one bit per cell of a 0/1 plane, one number for a constant plane.

Other planes (Hex: distances from edges) are sent unchanged.

    1. A few random games show which planes have values other than 0 and 1, and which of these are constant over the
       board (chess: counters).
    2. On the host, planes become bits, 32 times smaller; the constant and the other planes' numbers are sent next to
       them.
    3. On the device the original planes are restored, as the first part of the network's program.

A batch that does not fit this encoding, because the games did not show all values of a plane, is detected and sent
unchanged.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from boardai import native
from boardai.game import Game
from boardai.learn.network.network import Leaves, Network

_GAMES, _PLIES = 8, 512


class PackedPlanes:
    """A network that takes packed planes.

    Args:
        network: the function.
        numbers: channels that are constant over the board.
        fields: channels with other values per cell; all remaining channels are zeros and ones.

    Attributes:
        apply: `Network.apply_folded`, jitted, with the result of `packed` instead of the planes.
    """

    def __init__(self, network: Network, numbers: Sequence[int], fields: Sequence[int] = ()):
        self.shape, self.numbers, self.fields = network.shape, tuple(numbers), tuple(fields)
        functions = native.namespace("boardai/network/pack_planes").network
        self._kinds = np.full(self.shape[2], int(functions.flags), np.uint8)
        self._kinds[list(self.numbers)] = int(functions.number)
        self._kinds[list(self.fields)] = int(functions.field)
        self._pack = native.released(functions.pack_planes)

        def apply(
            folded: Leaves,
            bits: jax.Array,
            numbers: jax.Array,
            fields: jax.Array,
            rows: jax.Array,
            piece: int,
            asked: jax.Array | None = None,
        ) -> Any:
            return network.apply_folded(folded, self.expanded(bits, numbers, fields), rows, piece, asked=asked)

        self.apply = jax.jit(apply, static_argnames="piece")

    @staticmethod
    def of(network: Network, game: Game) -> PackedPlanes:
        """Makes one for the planes of a game, which are classified by random games."""
        rng, numbers, fields = random.Random(0), set[int](), set[int]()
        for _ in range(_GAMES):
            state = game.initial_state()
            for _ in range(_PLIES):
                if state.is_terminal():
                    break
                planes = np.asarray(state.observation())
                counted = ((planes != 0) & (planes != 1)).any(axis=(0, 1))
                uneven = (planes != planes[0, 0]).any(axis=(0, 1))
                numbers.update(np.flatnonzero(counted).tolist())
                fields.update(np.flatnonzero(counted & uneven).tolist())
                state.apply(rng.choice(state.legal_actions()))
        return PackedPlanes(network, sorted(numbers - fields), sorted(fields))

    def packed(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
        """Bits, numbers and fields; None: they cannot represent all planes.

        Bits are uint8 `[B, ceil(H * W * C / 8)]`, the lowest bit first, numbers float32 `[B, len(numbers)]`, fields
        float32 `[B, H, W, len(fields)]`.

        Args:
            planes: float32 `[B, H, W, C]`, contiguous.
        """
        rows, (height, width, channels) = len(planes), self.shape
        bits = np.empty((rows, -(-height * width * channels // 8)), np.uint8)
        numbers = np.empty((rows, len(self.numbers)), np.float32)
        fields = np.empty((rows, height, width, len(self.fields)), np.float32)
        extents = (rows, height * width, channels)
        if not self._pack(planes, *extents, self._kinds, bits, _or_one(numbers), _or_one(fields)):
            return None
        return bits, numbers, fields

    def expanded(self, bits: jax.Array, numbers: jax.Array, fields: jax.Array) -> jax.Array:
        """The original planes, `[B, H, W, C]`."""
        flags = jnp.unpackbits(bits, axis=1, count=int(np.prod(self.shape)), bitorder="little")
        planes = flags.reshape(-1, *self.shape).astype(jnp.float32)
        for column, channel in enumerate(self.numbers):
            planes = planes.at[..., channel].set(numbers[:, column, None, None])
        for column, channel in enumerate(self.fields):
            planes = planes.at[..., channel].set(fields[..., column])
        return planes


def _or_one(array: np.ndarray) -> np.ndarray:
    """The array, or one with a valid address if it is empty."""
    return array if array.size else np.empty(1, array.dtype)
