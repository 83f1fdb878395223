"""Bitboards of any size as words of 32 bits, one array `[N]` a word, so that a processor's vectors run along the games.

Bit `cell % 32` of word `cell // 32` is a cell. Boards have their batch last: an array of words may have further axes
before it. `Lines` moves in all eight directions: four go to higher cells, four to lower ones, each four along an axis
of their own, so that one operation serves them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

Words = Sequence[Any]  # uint32 arrays of one shape, or numbers

BITS = 32


def words_of(cells: np.ndarray) -> list[np.uint32]:
    """The words of a board that is given cell by cell, as numbers.

    >>> words_of(np.array([[True, False], [False, True]]))
    [np.uint32(9)]

    Args:
        cells: bool, of any shape, in the order of cells.
    """
    flat = np.asarray(cells, bool).ravel()
    bits = np.zeros(-(-flat.size // BITS) * BITS, np.uint64)
    bits[: flat.size] = flat
    rows = bits.reshape(-1, BITS) << np.arange(BITS, dtype=np.uint64)
    return [np.uint32(row.sum()) for row in rows]


def full(words: Words, n: int) -> tuple[jax.Array, ...]:
    """A board for each of N games, `[N]` a word."""
    return tuple(jnp.full((n,), word, jnp.uint32) for word in words)


def single(cells: jax.Array, count: int) -> tuple[jax.Array, ...]:
    """Boards with one cell each; a number that is not a cell gives an empty board.

    Args:
        cells: numbers.
        count: number of words.
    """
    word, bit = cells // BITS, jnp.uint32(1) << (cells % BITS).astype(jnp.uint32)
    return tuple(jnp.where(word == number, bit, jnp.uint32(0)) for number in range(count))


def both(left: Words, right: Words) -> tuple[Any, ...]:
    """The cells of both."""
    return tuple(a & b for a, b in zip(left, right, strict=True))


def either(left: Words, right: Words) -> tuple[Any, ...]:
    """The cells of one or both."""
    return tuple(a | b for a, b in zip(left, right, strict=True))


def without(left: Words, right: Words) -> tuple[Any, ...]:
    """The cells of the first that are not in the second."""
    return tuple(a & ~b for a, b in zip(left, right, strict=True))


def chosen(condition: Any, left: Words, right: Words) -> tuple[jax.Array, ...]:
    """The first board where the condition holds, else the second."""
    return tuple(jnp.where(condition, a, b) for a, b in zip(left, right, strict=True))


def where(condition: Any, board: Words) -> tuple[jax.Array, ...]:
    """The board where the condition holds, else an empty one."""
    return tuple(jnp.where(condition, word, jnp.uint32(0)) for word in board)


def is_any(board: Words) -> jax.Array:
    """Whether any cell is set."""
    found: jax.Array = reduce(jnp.bitwise_or, board) != 0
    return found


def count(board: Words) -> jax.Array:
    """How many cells there are, int32."""
    return sum((jax.lax.population_count(word).astype(jnp.int32) for word in board), start=jnp.int32(0))


def moved(board: Words, by: int) -> tuple[Any, ...]:
    """Shifts every cell to the cell number `by` higher, or lower if `by` is negative. Cells outside are lost."""
    size = len(board)
    word, bit = divmod(abs(by), BITS)
    out = []
    for number in range(size):
        near, far = (number - word, number - word - 1) if by >= 0 else (number + word, number + word + 1)
        parts = []
        if 0 <= near < size:
            parts.append(board[near] << np.uint32(bit) if by >= 0 else board[near] >> np.uint32(bit))
        if bit and 0 <= far < size:
            rest = np.uint32(BITS - bit)
            parts.append(board[far] >> rest if by >= 0 else board[far] << rest)
        out.append(reduce(jnp.bitwise_or, parts) if parts else board[0] & np.uint32(0))
    return tuple(out)


def cells_of(board: Words, cells: int) -> jax.Array:
    """Cell by cell: uint32 `[N, cells]`, 0 or 1, from words `[N]`."""
    bits = jnp.stack(board, 1)[:, :, None] >> np.arange(BITS, dtype=np.uint32)
    return bits.reshape(bits.shape[0], len(board) * BITS)[:, :cells] & np.uint32(1)


class Lines:
    """The eight directions of a board of squares, of any outline.

    A direction's number 0 to 3 is right, ahead left, ahead, ahead right where it goes to higher cells, and the opposite
    of these where it goes to lower ones: one number is one line.

    Args:
        board: bool `[H, W]`, at most 31 wide: the existing cells. Lines end at missing ones.
    """

    def __init__(self, board: np.ndarray) -> None:
        self.height, self.width = board.shape
        self.board = words_of(board)
        self._by = np.array([1, self.width - 1, self.width, self.width + 1], np.uint32)[:, None]
        steps = ((0, 1), (1, -1), (1, 0), (1, 1))
        self._targets = {
            up: self._arrivals(board, [(up * row, up * column) for row, column in steps]) for up in (1, -1)
        }

    def _arrivals(self, board: np.ndarray, steps: list[tuple[int, int]]) -> list[np.ndarray]:
        """The cells in which a step of each direction can end, `[4, 1]` per word."""
        padded = np.pad(board, 1)
        rows = [
            words_of(board & padded[1 - row : 1 - row + self.height, 1 - column : 1 - column + self.width])
            for row, column in steps
        ]
        return [np.array(words, np.uint32)[:, None] for words in zip(*rows, strict=True)]

    def step(self, board: Words, up: int) -> tuple[Any, ...]:
        """One step in four directions: words `[4, N]`.

        Args:
            board: words `[N]` or `[4, N]`, one board for each direction.
            up: 1: to higher cells, -1: to lower ones.
        """
        return both(self._shifted(board, up), self._targets[up])

    def _shifted(self, board: Words, up: int) -> tuple[Any, ...]:
        by, rest, last = self._by, np.uint32(BITS) - self._by, len(board) - 1
        if up > 0:
            return tuple(word << by | board[i - 1] >> rest if i else word << by for i, word in enumerate(board))
        return tuple(word >> by | board[i + 1] << rest if i < last else word >> by for i, word in enumerate(board))

    def runs(self, begin: Words, through: Words, up: int) -> tuple[Any, ...]:
        """The cells of `through` that are in unbroken lines from `begin`: words `[4, N]`, a board for each direction.

        Args:
            begin: where lines begin; itself it does not belong to them. Words `[N]` or `[4, N]`.
            through: words `[N]` or `[4, N]`.
            up: as in `step`.
        """
        passable = both(through, self._targets[up])
        first = both(passable, self._shifted(begin, up))
        # Rounds are a loop: otherwise XLA computes much of them several times, and takes longer to compile.
        rounds = max(self.height, self.width) - 2

        def further(_: Any, run: tuple[Any, ...]) -> tuple[Any, ...]:
            return either(run, both(passable, self._shifted(run, up)))

        return jax.lax.fori_loop(0, rounds, further, first) if rounds > 0 else first


def joined(board: Words) -> tuple[Any, ...]:
    """Boards `[..., 4, N]` of four directions as one, `[..., N]`."""
    return tuple(reduce(jnp.bitwise_or, [word[..., line, :] for line in range(4)]) for word in board)


def set_bit(word: jax.Array, number: jax.Array) -> jax.Array:
    """The index of a word's set bit of that number, both counted from 0: int32. The word must have enough set bits."""
    bit = jnp.zeros_like(number)
    for width in (16, 8, 4, 2, 1):  # it is in the lower half if that has enough of them
        low = jax.lax.population_count(word & np.uint32((1 << width) - 1)).astype(jnp.int32)
        upper = number >= low
        number, bit = jnp.where(upper, number - low, number), jnp.where(upper, bit + width, bit)
        word = jnp.where(upper, word >> np.uint32(width), word)
    return bit
