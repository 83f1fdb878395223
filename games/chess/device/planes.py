"""The network's input for N games: AlphaZero's planes, from the words of positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from boardai.device.bitboards import BITS, both, without
from boardai.games.chess.device.pieces import FULL, Board, Pieces, turned

if TYPE_CHECKING:
    from boardai.games.chess.device.rules import State

# Looked up, for XLA's division is not the nearest number's everywhere.
_HUNDREDTHS = jnp.asarray(np.arange(201, dtype=np.float32) / np.float32(100))


def recorded(state: State) -> jax.Array:
    """A position as 17 words: its seven boards, the square of en passant, and whether it had occurred before."""
    repeated = jnp.where(state.occurrences > 1, FULL[0], np.uint32(0))
    return jnp.stack([*(word for board in (*state.pieces, state.en_passant) for word in board), repeated], 1)


def observed(state: State, history: int) -> jax.Array:
    """The planes: float32 `[N, 8, 8, 14 (history + 1) + 7]`."""
    rows = [recorded(state), *(state.past[:, number] for number in range(history))]
    boards = [board for number, row in enumerate(rows) for board in _planes(row, number % 2 == 1)]
    words = jnp.stack([jnp.stack(words, 1) for words in zip(*boards, strict=True)], 1)  # [N, 2, planes]
    bits = words[:, :, None, :] >> np.arange(BITS, dtype=np.uint32)[:, None] & np.uint32(1)
    placed = bits.reshape(bits.shape[0], 8, 8, words.shape[2]).astype(jnp.float32)
    facts = jnp.stack(
        [
            state.side.astype(jnp.float32),
            _HUNDREDTHS[jnp.minimum(state.number, 200)],
            *state.rights.astype(jnp.float32).T,
            _HUNDREDTHS[state.halfmoves.astype(jnp.int32)],
        ],
        1,
    )
    everywhere = jnp.broadcast_to(facts[:, None, None, :], (*placed.shape[:3], 7))
    return jnp.concatenate([placed, everywhere], 3)


def _planes(row: jax.Array, by_opponent: bool) -> list[Board]:
    """The fourteen planes of a recorded position; one that the opponent had to move in is seen from the other side."""
    boards: list[Any] = [(row[:, number], row[:, number + 1]) for number in range(0, 16, 2)]
    pieces, en_passant = Pieces(*boards[:7]), boards[7]
    if by_opponent:
        pieces, en_passant = pieces.turned(), turned(en_passant)
    kinds = (
        pieces.pawns,
        pieces.knights,
        without(pieces.diagonals, pieces.straights),
        without(pieces.straights, pieces.diagonals),
        both(pieces.diagonals, pieces.straights),
        pieces.kings,
    )
    sides = [both(kind, side) for side in (pieces.own, pieces.other) for kind in kinds]
    return [*sides, en_passant, (row[:, 16], row[:, 16])]
