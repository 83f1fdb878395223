"""A transposition table in the device's memory, which all lanes of alpha_beta.py share (Kála 2015, 5 and 6).

An entry is written by one lane in each step, the first of those that want its slot, so results are the same in every
run. An entry holds for one depth only: so values are those of the search without a table.
"""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

_EXACT, _LOWER, _UPPER = 1, 2, 3
# Two random numbers for each code on each square, and for White's turn; a position's key is their sum.
_random = np.random.default_rng(2015)
_PIECES = _random.integers(0, 2**32, (14, 64, 2), np.uint32)
_PIECES[0] = 0
_TURN = _random.integers(0, 2**32, 2, np.uint32)


class Table(NamedTuple):
    """Entries of positions.

    Attributes:
        key: the second number of the position's key, uint32 `[2**bits]`.
        value: float32 `[2**bits]`.
        about: plies that were searched, times 4, and what the value is: exact, a lower or an upper bound; 0 in an
            empty entry. The upper 16 bits are those of the key's first number. uint32 `[2**bits]`.
    """

    key: jax.Array
    value: jax.Array
    about: jax.Array


def empty_table(bits: int) -> Table:
    """A table of `2**bits` entries."""
    size = 2**bits
    return Table(jnp.zeros(size, jnp.uint32), jnp.zeros(size, jnp.float32), jnp.zeros(size, jnp.uint32))


def hashed(board: jax.Array, white: jax.Array) -> jax.Array:
    """Keys of positions: uint32 `[N, 2]`.

    Args:
        board: int8 `[N, 64]`.
        white: whether White is to move, bool `[N]`.
    """
    numbers = jnp.asarray(_PIECES)[board.astype(jnp.int32), jnp.arange(64)]
    return jnp.sum(numbers, 1, dtype=jnp.uint32) + jnp.where(white[:, None], jnp.asarray(_TURN), jnp.uint32(0))


def _about(key: jax.Array, plies: jax.Array, kind: jax.Array) -> jax.Array:
    return (key[:, 0] & jnp.uint32(0xFFFF0000)) | (4 * plies + kind).astype(jnp.uint32)


def _slot(table: Table, key: jax.Array) -> jax.Array:
    return (key[:, 0] & jnp.uint32(len(table.key) - 1)).astype(jnp.int32)


def known_value(
    table: Table, key: jax.Array, plies: jax.Array, alpha: jax.Array, beta: jax.Array
) -> tuple[jax.Array, jax.Array]:
    """Whether the table has a value of each position that decides a window, and that value: `[N]` each.

    Args:
        table: it.
        key: of the positions, uint32 `[N, 2]`.
        plies: to search from there, int32 `[N]`.
        alpha: lower bounds, float32 `[N]`.
        beta: upper bounds, float32 `[N]`.
    """
    slot = _slot(table, key)
    value, about = table.value[slot], table.about[slot]
    kind = (about & 3).astype(jnp.int32)
    found = (table.key[slot] == key[:, 1]) & (kind > 0) & (about == _about(key, plies, kind))
    decides = (kind == _EXACT) | ((kind == _LOWER) & (value >= beta)) | ((kind == _UPPER) & (value <= alpha))
    return found & decides, jnp.where(kind == _LOWER, beta, jnp.where(kind == _UPPER, alpha, value))


def stored(
    table: Table,
    new: jax.Array,
    key: jax.Array,
    plies: jax.Array,
    value: jax.Array,
    alpha: jax.Array,
    beta: jax.Array,
) -> Table:
    """The table with the values of fail-hard searches in it; an existing entry is replaced.

    Args:
        table: it.
        new: which lanes have a value, bool `[N]`.
        key: of their positions, uint32 `[N, 2]`.
        plies: that were searched, int32 `[N]`.
        value: float32 `[N]`.
        alpha: lower bounds of the search, float32 `[N]`.
        beta: upper bounds, float32 `[N]`.
    """
    kind = jnp.where(value <= alpha, _UPPER, jnp.where(value >= beta, _LOWER, _EXACT))
    nowhere = len(table.key)
    slot = jnp.where(new, _slot(table, key), nowhere)
    order = jnp.argsort(slot, stable=True)
    sorted_slots = slot[order]
    again = jnp.concatenate([jnp.zeros(1, bool), sorted_slots[1:] == sorted_slots[:-1]])
    place = jnp.where(again, nowhere, sorted_slots)
    return Table(
        table.key.at[place].set(key[order, 1], mode="drop"),
        table.value.at[place].set(value[order], mode="drop"),
        table.about.at[place].set(_about(key, plies, kind)[order], mode="drop"),
    )
