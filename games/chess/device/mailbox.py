"""Kála's board and moves (2015, D2 to D9) for N positions at once: the rules that his engine on a graphics card had.

A board is 64 numbers, a8 first, row by row: 0 empty, 1 to 6 White's pawn, knight, bishop, rook, queen and king, and 7
more for Black's. There is no castling and no en passant, and a king may be left to be taken: a missing king shows in
the evaluation, which is material alone. A list of moves is in a fixed order, so that it can be made again instead of
being kept (D1): by squares, within a square last generated first (D8), then by priority 2 Hs + Hn + Hp, equal ones as
they were (D6, D9).

Defects of the thesis: 128 places for moves are too few for some legal positions, which have 218; here there are 256.
Not specified there: a pawn on the last rank becomes a queen, rook, bishop or knight.

`games/chess/mailbox/search.hpp` is the same search for one processor.
"""

from __future__ import annotations

from functools import reduce
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from boardai.device.bitboards import set_bit
from boardai.device.rules import settled
from boardai.games.chess.device.pieces import pieces_of
from boardai.games.chess.mailbox import pesto_table

PLACES = 256  # for the moves of a position
VALUES = (0, 1, 3, 3, 5, 9, 200)
# Directions as rows down and columns to the right: north, then clockwise.
RAYS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
LEAPS = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
# Of each square: seven steps in each direction, leaps, and nine promotions to less than a queen.
SLOTS = 56 + 8 + 9
_OFF = 64


def _tables() -> tuple[np.ndarray, np.ndarray]:
    """Target squares `[64, 73]` by square and slot, for White's promotions and for Black's; 64 is off the board."""
    both = []
    for forward in (-1, 1):
        table = np.full((64, SLOTS), _OFF, np.int32)
        for square in range(64):
            row, column = divmod(square, 8)
            steps = [(n * r, n * c) for r, c in RAYS for n in range(1, 8)] + list(LEAPS)
            steps += [(forward, side) for side in (0, 1, -1) for _ in range(3)]
            for slot, (down, right) in enumerate(steps):
                if 0 <= row + down < 8 and 0 <= column + right < 8:
                    table[square, slot] = 8 * (row + down) + column + right
        both.append(table)
    return both[0], both[1]


_WHITE_TARGETS, _BLACK_TARGETS = _tables()
_ON_RAYS = (_WHITE_TARGETS[:, :56] != _OFF).T.reshape(8, 7, 64, 1)
_ON_LEAPS = (_WHITE_TARGETS[:, 56:64] != _OFF).T[:, :, None]
_WORTH = np.array([0, *VALUES[1:], 0, *VALUES[1:]], np.int32)  # by code
_SIGNED = np.array([0, *VALUES[1:], 0, *(-value for value in VALUES[1:])], np.int32)
_STRAIGHT = (np.arange(8) % 2 == 0)[:, None, None]
_NEAR = (np.arange(7) == 0)[:, None, None]
# The direction of each slot; leapers need none.
_WHITE_WAYS, _BLACK_WAYS = (
    np.concatenate([np.repeat(np.arange(8), 7), np.zeros(8, np.int64), np.repeat(ahead, 3)])
    for ahead in ([0, 1, 7], [4, 3, 5])
)


class Moves(NamedTuple):
    """The moves of N positions, in the order in which they are searched.

    Attributes:
        words: from-square, to-square from bit 6 on, code of the piece after the move from bit 12 on (promotions
            differ): int32 `[N, 256]`.
        priority: 2 Hs + Hn + Hp, int32 `[N, 256]`.
        count: how many there are, int32 `[N]`; what follows has no meaning.
    """

    words: jax.Array
    priority: jax.Array
    count: jax.Array


def kind_of(code: jax.Array) -> jax.Array:
    """1 to 6, pawn to king, of either side; 0 for an empty square."""
    return jnp.where(code > 7, code - 7, code)


def worth_of(code: jax.Array) -> jax.Array:
    """Of a piece of either side, int32; 0 for an empty square."""
    return jnp.asarray(_WORTH)[code]


def worth_by_comparison(code: jax.Array) -> jax.Array:
    """As `worth_of`, by comparisons in place of a table: many times as fast for many pieces."""
    kind = kind_of(code)
    return reduce(
        lambda found, pair: jnp.where(kind == pair[0], pair[1], found),
        enumerate(VALUES),
        jnp.zeros(code.shape, jnp.int32),
    )


def evaluate(board: jax.Array) -> jax.Array:
    """White's material less Black's, a pawn being 1 and a king 200: int32 `[N]` (D7)."""
    return jnp.sum(jnp.asarray(_SIGNED)[board], 1)


def pesto(board: jax.Array) -> jax.Array:
    """24 times PeSTO's centipawns, White's less Black's: int32 `[N]`."""
    numbers = jnp.asarray(pesto_table().reshape(-1, 3))
    middle, end, phase = (
        jnp.sum(numbers[:, part][board.astype(jnp.int32) * 64 + jnp.arange(64)], 1) for part in range(3)
    )
    phase = jnp.minimum(phase, 24)
    return middle * phase + end * (24 - phase)


def misses_king(board: jax.Array) -> jax.Array:
    """Whether a king has been taken: bool `[N]`."""
    return ~(jnp.any(board == 6, 1) & jnp.any(board == 13, 1))


def make(board: jax.Array, words: jax.Array) -> jax.Array:
    """The boards after a move each: `[N, 64]`.

    Args:
        board: int8 `[N, 64]`.
        words: as in `Moves`, `[N]`.
    """
    squares = jnp.arange(64)
    begin, end, after = words & 63, words >> 6 & 63, words >> 12
    moved = jnp.where(squares == end[:, None], after[:, None].astype(board.dtype), board)
    return jnp.where(squares == begin[:, None], jnp.zeros_like(board), moved)


class _Sight(NamedTuple):
    """What can be seen along all lines from all squares. The batch is last, so that a processor's vectors run along it.

    Attributes:
        open: whether each step of a ray is on the board and all squares before it are empty: bool `[8, 7, 64, N]`.
        there: the piece at each step, int8 `[8, 7, 64, N]`.
        worth: of the first of the opponent's pieces in each direction, 0 where an own one or none comes first:
            int32 `[8, 64, N]`.
        near: worth of the opponent's pieces a king's step away in each direction, int32 `[8, 64, N]`.
        leaps: the pieces a knight's move away, int8 `[8, 64, N]`.
    """

    open: jax.Array
    there: jax.Array
    worth: jax.Array
    near: jax.Array
    leaps: jax.Array


def is_enemy(code: jax.Array, white: jax.Array) -> jax.Array:
    """Whether a piece is the opponent's of the side to move."""
    return jnp.where(white, code > 7, (code > 0) & (code < 7))


def _sight(board: jax.Array, white: jax.Array) -> _Sight:
    """Args: board: int8 `[64, N]`; white: bool `[N]`."""
    n = board.shape[1]
    padded = settled(jnp.pad(board.reshape(8, 8, n), ((7, 7), (7, 7), (0, 0))))

    def moved(down: int, right: int) -> jax.Array:
        return padded[7 + down : 15 + down, 7 + right : 15 + right].reshape(64, n)

    there = jnp.stack([jnp.stack([moved(step * d, step * r) for step in range(1, 8)]) for d, r in RAYS])
    leaps = jnp.stack([moved(down, right) for down, right in LEAPS])
    there, leaps = settled((there, leaps))
    opens = [jnp.broadcast_to(_ON_RAYS[:, 0], there[:, 0].shape)]
    for step in range(1, 7):
        opens.append(opens[-1] & (there[:, step - 1] == 0) & _ON_RAYS[:, step])
    is_open = settled(jnp.stack(opens, 1))
    worth = settled(jnp.where(is_enemy(there, white), worth_by_comparison(there), 0))
    return _Sight(is_open, there, jnp.sum(jnp.where(is_open, worth, 0), 1), worth[:, 0], leaps)


def _slots(board: jax.Array, white: jax.Array, sight: _Sight) -> jax.Array:
    """Which slots are moves: bool `[73, 64, N]`."""
    own = jnp.where(white, (board > 0) & (board < 7), board > 7)
    kind = jnp.where(own, kind_of(board), 0)
    free = sight.open & ~is_enemy(sight.there, ~white)  # up to the first own piece
    slides = jnp.where(_STRAIGHT, kind == 4, kind == 3) | (kind == 5)
    rays = free & (slides[:, None] | ((kind == 6) & _NEAR))
    leaps = (kind == 2) & _ON_LEAPS & ~is_enemy(sight.leaps, ~white)

    pawn = kind == 1
    empty, enemy = (sight.there == 0) & _ON_RAYS, is_enemy(sight.there, white)
    first = jnp.where(white, _row(6), _row(1))
    last = jnp.where(white, _row(1), _row(6))
    once = pawn & jnp.where(white, empty[0, 0], empty[4, 0])
    twice = once & jnp.where(white, empty[0, 1], empty[4, 1]) & first
    right, left = pawn & jnp.where(white, enemy[1, 0], enemy[3, 0]), pawn & jnp.where(white, enemy[7, 0], enemy[5, 0])
    for way, step, moves, for_white in (
        (0, 0, once, True), (0, 1, twice, True), (1, 0, right, True), (7, 0, left, True),
        (4, 0, once, False), (4, 1, twice, False), (3, 0, right, False), (5, 0, left, False),
    ):  # fmt: skip
        rays = rays.at[way, step].set(rays[way, step] | (moves & (white == for_white)))
    promotions = jnp.repeat(jnp.stack([once & last, right & last, left & last]), 3, axis=0)
    return jnp.concatenate([rays.reshape(56, *board.shape), leaps, promotions])


def _row(number: int) -> np.ndarray:
    return (np.arange(64) // 8 == number)[:, None]


def generate(board: jax.Array, white: jax.Array) -> Moves:
    """All moves of N positions, ordered (D8, D6, D9).

    Args:
        board: int8 `[N, 64]`.
        white: whether White is to move, bool `[N]`.
    """
    columns = settled(board.T)
    sight = settled(_sight(columns, white))
    origin, slot, count = _compacted(settled(_slots(columns, white, sight)))
    target = jnp.where(
        white[:, None], jnp.asarray(_WHITE_TARGETS)[origin, slot], jnp.asarray(_BLACK_TARGETS)[origin, slot]
    )
    target = jnp.minimum(target, 63)
    before, captured = (jnp.take_along_axis(board, index, 1).astype(jnp.int32) for index in (origin, target))
    row = target // 8
    is_pawn = kind_of(before) == 1
    promotes = is_pawn & ((row == 0) | (row == 7))
    piece = jnp.where(slot >= 64, 4 - (slot - 64) % 3, 5)  # rook, bishop, knight; else a queen
    after = jnp.where(promotes, piece + jnp.where(white, 0, 7)[:, None], before)
    gained = jnp.where(promotes, worth_of(after), 0)
    attacks = _attacked(sight, white, origin, slot, target, kind_of(after))
    priority = 2 * worth_of(captured) + attacks + gained
    words = origin | target << 6 | after << 12
    return settled(_ordered(words, priority, count))


def _compacted(slots: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    """From-square and slot of each place of the list, `[N, 256]`, and how many are used.

    A prefix sum over the squares gives the end of each square's moves; they are filled in backwards from there.
    """
    padded = jnp.pad(slots, ((0, 96 - SLOTS), (0, 0), (0, 0))).reshape(3, 32, *slots.shape[1:])
    bits = padded.astype(jnp.uint32) << np.arange(32, dtype=np.uint32)[:, None, None]
    words = settled(jnp.sum(bits, 1, dtype=jnp.uint32).transpose(2, 1, 0))
    counts = jax.lax.population_count(words).astype(jnp.int32)
    up_to = settled(jnp.cumsum(jnp.sum(counts, 2), 1))
    place = jnp.arange(PLACES)
    origin = jnp.zeros((slots.shape[2], PLACES), jnp.int32)  # the first square whose moves end after the place
    for half in (32, 16, 8, 4, 2, 1):
        ends = jnp.take_along_axis(up_to, origin + half - 1, 1)
        origin = jnp.where(ends <= place, origin + half, origin)
    origin = jnp.minimum(origin, 63)
    wanted = jnp.take_along_axis(up_to, origin, 1) - 1 - place  # the how many-th of its square, from 0
    chosen = [jnp.take_along_axis(words[:, :, part], origin, 1) for part in range(3)]
    sizes = [jax.lax.population_count(word).astype(jnp.int32) for word in chosen]
    second, third = wanted >= sizes[0], wanted >= sizes[0] + sizes[1]
    left = wanted - jnp.where(third, sizes[0] + sizes[1], jnp.where(second, sizes[0], 0))
    rest = jnp.where(third, chosen[2], jnp.where(second, chosen[1], chosen[0]))
    bit = jnp.where(third, 64, jnp.where(second, 32, 0)) + set_bit(rest, left)
    used = place < up_to[:, -1:]
    return jnp.where(used, origin, 0), jnp.where(used, bit, 0), up_to[:, -1]


def _attacked(
    sight: _Sight, white: jax.Array, origin: jax.Array, slot: jax.Array, target: jax.Array, kind: jax.Array
) -> jax.Array:
    """Hn: the value of attacks of the moved piece from its target square, with its old square empty."""
    straight, diagonal = jnp.sum(sight.worth[::2], 0), jnp.sum(sight.worth[1::2], 0)
    leaps = jnp.sum(jnp.where(is_enemy(sight.leaps, white), worth_by_comparison(sight.leaps), 0), 0)
    near = sight.near
    ahead = jnp.where(white, near[1] + near[7], near[3] + near[5])
    kinds = jnp.stack([ahead, leaps, diagonal, straight, straight + diagonal, jnp.sum(near, 0)], 1)
    by_kind = settled(kinds.transpose(2, 0, 1))
    index = target * 6 + jnp.maximum(kind - 1, 0)
    found = jnp.take_along_axis(by_kind.reshape(by_kind.shape[0], -1), index, 1)
    # A piece that moves along lines sees back over the square it has left.
    way = jnp.where(white[:, None], jnp.asarray(_WHITE_WAYS)[slot], jnp.asarray(_BLACK_WAYS)[slot])
    back = (way + 4) % 8
    worth = settled(sight.worth.transpose(2, 1, 0))
    behind = jnp.take_along_axis(worth.reshape(worth.shape[0], -1), origin * 8 + back, 1)
    slides = (kind == 5) | jnp.where(way % 2 == 0, kind == 4, kind == 3)
    return found + jnp.where(slides, behind, 0)


def _ordered(words: jax.Array, priority: jax.Array, count: jax.Array) -> Moves:
    """By priority, the highest first, equal ones as they were (D9): a key's lower part is the place."""
    place = jnp.arange(PLACES)
    key = jnp.where(place < count[:, None], priority, -1)
    alone = jnp.sort(key * PLACES - place, 1, descending=True)
    order = -alone % PLACES
    return Moves(jnp.take_along_axis(words, order, 1), (alone + order) // PLACES, count)


def as_boards(fens: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Boards int8 `[N, 64]` and whether White is to move, bool `[N]`; castling and en passant are left out.

    Args:
        fens: positions that chess can read.
    """
    codes = {
        letter: 1 + number + 7 * black for black in (0, 1) for number, letter in enumerate(("PNBRQK", "pnbrqk")[black])
    }
    boards = np.zeros((len(fens), 64), np.int8)
    for number, fen in enumerate(fens):
        boards[number] = [codes.get(letter, 0) for letter in pieces_of(fen)]
    return boards, np.array([fen.split()[1] == "w" for fen in fens])
