"""What accumulator networks of chess look at, from mailbox boards: the inputs `pieces:mirrored=1,buckets=1`.

`games/chess/evaluation/accumulator_inputs.hpp` says what they are.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp

from boardai.games.chess.device.mailbox import kind_of

INPUTS = 768
_MOST = 32  # pieces on a board


def columns(board: jax.Array, white: jax.Array) -> jax.Array:
    """The inputs that are on as both players see a position, the player to move first: int32 `[N, 2, 32]`.

    Places without an input have the number 768. A player without a king sees the board as one on the files a to d.

    Args:
        board: int8 `[N, 64]`, with 32 pieces at most.
        white: whether White is to move, bool `[N]`.
    """
    board = board.astype(jnp.int32)
    square, kind = jnp.arange(64), kind_of(board) - 1
    seen = []
    for black in (False, True):
        king = jnp.argmax(board == (13 if black else 6), 1)
        mirror = jnp.where(king % 8 >= 4, 7, 0)[:, None]
        theirs = (board > 7) != black
        placed = (square ^ (0 if black else 56)) ^ mirror  # a8 is the first square of a mailbox, a1 of a player
        column = jnp.where(board > 0, 384 * theirs + 64 * kind + placed, INPUTS)
        seen.append(jnp.sort(column, 1)[:, :_MOST])
    first, second = (jnp.where(white[:, None], seen[n], seen[1 - n]) for n in (0, 1))
    return jnp.stack([first, second], 1)


def bucket(board: jax.Array, buckets: int) -> jax.Array:
    """The row of output weights of each position, by its number of pieces: int32 `[N]`.

    A board with fewer than two pieces, on which a king was taken, has the row of two.
    """
    pieces = jnp.sum(board != 0, 1)
    return jnp.clip((pieces - 2) * buckets // 31, 0, buckets - 1)
