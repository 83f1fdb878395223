"""Functions for any rules on the device: random moves, random games, and perft."""

from __future__ import annotations

import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from boardai.device.bitboards import BITS, set_bit
from boardai.device.rules import DeviceRules, settled

_GROUP = 16


def sample(mask: jax.Array, key: jax.Array) -> jax.Array:
    """A uniformly random legal move of each game: int32 `[N]`; 0 if there is none.

    Uses one random number per game, not one per move.

    >>> import jax
    >>> from boardai import device
    >>> rules = device.rules("hex:size=3")
    >>> device.sample(rules.legal_mask(rules.init(5)), jax.random.key(0)).shape
    (5,)

    Args:
        mask: bool `[N, A]`.
        key: JAX's.
    """
    mask = settled(mask)
    n, size = mask.shape
    # A word's bits are far apart in the mask: so they are packed many words at a time.
    bits = jnp.pad(mask, ((0, 0), (0, -size % BITS))).reshape(n, BITS, -(-size // BITS))
    words = jnp.sum(bits.astype(jnp.uint32) << np.arange(BITS, dtype=np.uint32)[:, None], 1, dtype=jnp.uint32)
    counts = jax.lax.population_count(words).astype(jnp.int32)
    legal = jnp.sum(counts, 1)
    wanted = jax.random.randint(key, (n,), 0, jnp.maximum(legal, 1))
    # Words in groups: a sum over all words before each would take longer than all the rest.
    groups = jnp.pad(counts, ((0, 0), (0, -counts.shape[1] % _GROUP))).reshape(n, -(-counts.shape[1] // _GROUP), _GROUP)
    group, left = _where(jnp.sum(groups, 2), wanted)
    place, left = _where(_picked(groups, group), left)
    word = jnp.minimum(group * _GROUP + place, words.shape[1] - 1)
    rest = _picked(words, word)
    bit = set_bit(rest, left)
    return jnp.where(legal > 0, bit * words.shape[1] + word, 0).astype(jnp.int32)


def _where(counts: jax.Array, wanted: jax.Array) -> tuple[jax.Array, jax.Array]:
    """In which of K parts `[N, K]` the wanted one is, counted from 0, and the how many-th of that part it is."""
    up_to = jnp.cumsum(counts, 1)
    part = jnp.minimum(jnp.sum(up_to <= wanted[:, None], 1), counts.shape[1] - 1)
    return part, wanted - _picked(up_to - counts, part)


def _picked(array: jax.Array, place: jax.Array) -> jax.Array:
    """The entry `place` of each row."""
    index = place.reshape(-1, *[1] * (array.ndim - 1))
    return jnp.take_along_axis(array, index, 1)[:, 0]


@functools.partial(jax.jit, static_argnums=(0, 3))
def random_games(rules: DeviceRules[Any], state: Any, key: jax.Array, plies: int) -> Any:
    """The states after `plies` random moves in each game; games that end before stay at their final position.

    >>> import jax
    >>> from boardai import device
    >>> rules = device.rules("hex:size=3")
    >>> state = device.random_games(rules, rules.init(4), jax.random.key(0), 9)
    >>> bool(rules.is_over(state).all())
    True

    Args:
        rules: of the game.
        state: the start of the games.
        key: JAX's.
        plies: moves of each game.
    """

    def ply(state: Any, key: jax.Array) -> tuple[Any, None]:
        return rules.step(state, sample(rules.legal_mask(state), key)), None

    return jax.lax.scan(ply, state, jax.random.split(key, plies))[0]


def perft(rules: DeviceRules[Any], depth: int, at_once: int = 4096) -> int:
    """The number of move sequences of a given length, counted breadth first; draws by rule also end sequences.

    >>> from boardai import device
    >>> device.perft(device.rules("reversi"), 4)
    244

    Args:
        rules: of the game.
        depth: plies.
        at_once: batch size: the number of positions processed together.

    Raises:
        ValueError: a negative depth, or no position at once.
    """
    if depth < 0 or at_once < 1:
        raise ValueError(f"depth must be at least 0 and at_once 1, got {depth} and {at_once}")
    legal_mask, step = jax.jit(rules.legal_mask), jax.jit(rules.step)

    def leaves(state: Any, used: int, depth: int) -> int:
        mask = np.asarray(legal_mask(state))[:used]
        if depth == 1:
            return int(mask.sum())
        rows, actions = np.nonzero(mask)
        found = 0
        for begin in range(0, len(rows), at_once):
            part = (
                np.resize(rows[begin : begin + at_once], at_once),
                np.resize(actions[begin : begin + at_once], at_once),
            )
            children = step(jax.tree.map(lambda array: array[part[0]], state), jnp.asarray(part[1]))  # noqa: B023
            found += leaves(children, min(at_once, len(rows) - begin), depth - 1)
        return found

    return 1 if depth == 0 else leaves(rules.init(at_once), 1, depth)
