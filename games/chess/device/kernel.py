"""Alpha-beta as a kernel: each program of the card searches one position (Kála 2015, G1), 64 squares side by side.

The search is that of alpha_beta.py with the same rules, order of moves, values and counts. There, all searches take a
step together, and each operation of XLA runs over all of them. Here, each search is a program of its own, whose
memory is its boards and lists of moves; a search that has ended waits for no other. Thesis and kernel share the
layout: one thread per square, and a move's place in the list by counting.

The kernel is written in Pallas and lowered by Triton. On a processor Pallas interprets it, one program after the other,
which takes two to four times as long as the loop in alpha_beta.py.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton

from boardai.games.chess.device.alpha_beta import Found
from boardai.games.chess.device.mailbox import LEAPS, PLACES, RAYS, SLOTS, is_enemy, kind_of, worth_by_comparison

_SQUARES = 64
_PROMOTIONS = SLOTS - 9  # the first slot of a promotion to less than a queen
_HALF = 28  # slots of four rays
_INT, _FLOAT = jnp.int32, jnp.float32


def _steps() -> np.ndarray:
    """Of each colour and slot: rows down, columns to the right, and the direction as a number: int32 `[2, 3, 73]`."""
    table = np.zeros((2, 3, SLOTS), np.int32)
    for black, ahead in enumerate((-1, 1)):
        steps = [(n * down, n * right, way) for way, (down, right) in enumerate(RAYS) for n in range(1, 8)]
        steps += [(down, right, 0) for down, right in LEAPS]
        steps += [(ahead, side, RAYS.index((ahead, side))) for side in (0, 1, -1) for _ in range(3)]
        table[black] = np.array(steps).T
    return table


class _Memory(NamedTuple):
    """Places in a program's part of the memory, in numbers of 32 bits.

    Attributes:
        boards: one per ply, 64 each.
        words: moves in their order, one list per ply, 256 each.
        raw: moves as they are found, 256.
        keys: by which they are ordered, 256.
        worth: of the first piece of the opponent by direction and square, 8 x 64.
        attacks: attacked squares of each kind of piece, by square, 6 x 64.
        unused: where a masked store points, 64: Pallas' interpreter writes there what was there.
        size: of all.
    """

    boards: int
    words: int
    raw: int
    keys: int
    worth: int
    attacks: int
    unused: int
    size: int


def _memory(depth: int) -> _Memory:
    sizes = [depth * _SQUARES, depth * PLACES, PLACES, PLACES, 8 * _SQUARES, 6 * _SQUARES, _SQUARES]
    return _Memory(0, *np.cumsum(sizes).tolist())


class _Program(NamedTuple):
    """The resources of a program: its memory, the table of steps, and whether Pallas interprets it."""

    memory: Any
    steps: Any
    places: _Memory
    interpreted: bool

    def load(self, place: Any, mask: Any = None) -> jax.Array:
        """Numbers of the memory; 0 where the mask is not set."""
        return triton.load(self.memory.at[place], mask=mask, other=None if mask is None else 0)

    def store(self, place: Any, value: jax.Array, mask: Any = None) -> None:
        triton.store(self.memory.at[place], value, mask=mask)

    def wait(self) -> None:
        """Waits until what one thread has stored can be loaded by all."""
        if not self.interpreted:
            triton.debug_barrier()


def _material(board: jax.Array) -> jax.Array:
    return jnp.sum(jnp.where(board > 7, -worth_by_comparison(board), worth_by_comparison(board)))


def _misses_king(board: jax.Array) -> jax.Array:
    return (jnp.max((board == 6).astype(_INT)) == 0) | (jnp.max((board == 13).astype(_INT)) == 0)


class _Squares(NamedTuple):
    """Vectors over a board's squares: number, row, column, code, and kind where the piece is the mover's."""

    number: jax.Array
    row: jax.Array
    column: jax.Array
    code: jax.Array
    kind: jax.Array


def _there(
    program: _Program, board: jax.Array, squares: _Squares, down: Any, right: Any
) -> tuple[jax.Array, jax.Array]:
    """Whether the square that many rows down and columns to the right is on the board, and what is on it."""
    row, column = squares.row + down, squares.column + right
    on = (row >= 0) & (row < 8) & (column >= 0) & (column < 8)
    return on, program.load(board + jnp.where(on, 8 * row + column, 0), on)


def _generate(program: _Program, ply: jax.Array, white: jax.Array) -> jax.Array:
    """Lists the moves of the board of a ply in its place of the memory, in their order, and returns their number."""
    places = program.places
    board, number = places.boards + ply * _SQUARES, jnp.arange(_SQUARES, dtype=_INT)
    code = program.load(board + number)
    own = (code > 0) & ~is_enemy(code, white)
    squares = _Squares(number, number >> 3, number & 7, code, jnp.where(own, kind_of(code), 0))
    slots = _slots(program, board, squares, white)
    many = sum(jax.lax.population_count(part) for part in slots)
    up_to = jnp.cumsum(many)
    count = jnp.sum(many)
    program.wait()
    _list(program, board, squares, white, slots, up_to)
    program.wait()
    place = jnp.arange(PLACES, dtype=_INT)
    used = place < count
    key, word = program.load(places.keys + place, used), program.load(places.raw + place, used)

    def counted(other: jax.Array, rank: jax.Array) -> jax.Array:
        return rank + (program.load(places.keys + other) > key)

    rank = jax.lax.fori_loop(0, count, counted, jnp.zeros_like(place))
    program.store(places.words + ply * PLACES + jnp.where(used, rank, place), word, used)
    program.wait()
    return count


def _slots(program: _Program, board: jax.Array, squares: _Squares, white: jax.Array) -> list[jax.Array]:
    """Which slots of each square are moves, as bits: rays 0 to 3, rays 4 to 7, leaps and promotions.

    It stores what is worth taking from each square by direction and by kind of piece.
    """
    kind, zeros = squares.kind, jnp.zeros_like(squares.kind)
    enemy = functools.partial(is_enemy, white=white)
    pawn, ahead = kind == 1, _choice(white, 0, 4)
    first, last = squares.row == _choice(white, 6, 1), squares.row == _choice(white, 1, 6)

    def ray(way: jax.Array, carry: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
        """The moves along one direction, and the sums over directions of the values of captures."""
        low, high, promotions, by_pawn, straight, diagonal, by_king = carry
        down, right = (triton.load(program.steps.at[part * SLOTS + 7 * way]) for part in range(2))
        is_straight = way & 1 == 0
        slides = (kind == 5) | (kind == _choice(is_straight, 4, 3))
        forward, aside = pawn & (way == ahead), pawn & ((way == (ahead + 1 & 7)) | (way == (ahead + 7 & 7)))

        def stepped(step: jax.Array, state: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
            is_open, worth, bits = state
            on, code = _there(program, board, squares, step * down, step * right)
            foe = enemy(code)
            moves = (slides | ((kind == 6) & (step == 1))) & ((code == 0) | foe)
            moves = moves | (forward & (code == 0) & ((step == 1) | ((step == 2) & first)))
            moves = (moves | (aside & foe & (step == 1))) & is_open & on
            worth = jnp.where(is_open & foe, worth_by_comparison(code), worth)
            return is_open & on & (code == 0), worth, bits | moves.astype(_INT) << step - 1

        _, worth, bits = jax.lax.fori_loop(1, 8, stepped, (jnp.full(kind.shape, True), zeros, zeros))
        program.store(program.places.worth + way * _SQUARES + squares.number, worth)
        code = _there(program, board, squares, down, right)[1]
        near = jnp.where(enemy(code), worth_by_comparison(code), 0)
        # To less than a queen: straight on, to the right by White's view, to the left; three bits each.
        place = jnp.where(way == ahead, jnp.int32(0), _choice((way == 1) | (way == 3), 3, 6))
        promotes = (bits & 1 == 1) & (forward | aside) & last
        here = bits << (way & 3) * 7
        return (
            low | jnp.where(way < 4, here, 0),
            high | jnp.where(way < 4, 0, here),
            promotions | promotes.astype(_INT) * 7 << place,
            by_pawn + jnp.where((way == (ahead + 1 & 7)) | (way == (ahead + 7 & 7)), near, 0),
            straight + jnp.where(is_straight, worth, 0),
            diagonal + jnp.where(is_straight, 0, worth),
            by_king + near,
        )

    carry = jax.lax.fori_loop(0, len(RAYS), ray, (zeros,) * 7)
    low, high, promotions, by_pawn, straight, diagonal, by_king = carry
    leaps, by_knight = zeros, zeros
    for number, (down, right) in enumerate(LEAPS):
        on, code = _there(program, board, squares, down, right)
        by_knight = by_knight + jnp.where(enemy(code), worth_by_comparison(code), 0)
        leaps = leaps | ((kind == 2) & on & ((code == 0) | enemy(code))).astype(_INT) << number
    worths = (by_pawn, by_knight, diagonal, straight, straight + diagonal, by_king)
    for number, worth in enumerate(worths):
        program.store(program.places.attacks + number * _SQUARES + squares.number, worth)
    return [low, high, leaps | promotions << 8]


def _choice(condition: jax.Array, one: int, other: int) -> jax.Array:
    """One of two numbers. Triton's lowering of `where` would take two Python numbers for truth values."""
    return jnp.where(condition, jnp.int32(one), jnp.int32(other))


def _list(
    program: _Program, board: jax.Array, squares: _Squares, white: jax.Array, slots: list[jax.Array], up_to: jax.Array
) -> None:
    """Stores words and keys of all moves: by squares, within a square the last slot first."""
    table = _choice(white, 0, 3 * SLOTS)

    def listed(slot: jax.Array, seen: jax.Array) -> jax.Array:
        down, right, way = (triton.load(program.steps.at[table + part * SLOTS + slot]) for part in range(3))
        part = jnp.where(slot < _HALF, slots[0], jnp.where(slot < 2 * _HALF, slots[1], slots[2]))
        shift = slot - _choice(slot < _HALF, 0, _HALF) - _choice(slot < 2 * _HALF, 0, _HALF)
        which = (part >> shift & 1) == 1
        target = jnp.where(which, squares.number + 8 * down + right, 0)
        taken = program.load(board + target, which)
        row = target >> 3
        promotes = (squares.kind == 1) & ((row == 0) | (row == 7))
        lesser = 4 - jax.lax.rem(slot - _PROMOTIONS, jnp.int32(3))  # rook, bishop, knight; else a queen
        piece = jnp.where(slot >= _PROMOTIONS, lesser, jnp.int32(5)) + _choice(white, 0, 7)
        after = jnp.where(promotes, piece, squares.code)
        kind = kind_of(after)
        slides = (kind == 5) | (kind == _choice(way & 1 == 0, 4, 3))
        attacks = program.load(program.places.attacks + jnp.maximum(kind - 1, 0) * _SQUARES + target, which)
        # A piece that moves along lines sees back over the square it has left.
        back = program.load(program.places.worth + (way + 4 & 7) * _SQUARES + squares.number, which & slides)
        priority = 2 * worth_by_comparison(taken) + attacks + back + jnp.where(promotes, worth_by_comparison(after), 0)
        place, elsewhere = up_to - 1 - seen, program.places.unused + squares.number
        word = squares.number | target << 6 | after << 12
        program.store(jnp.where(which, program.places.raw + place, elsewhere), word, which)
        program.store(jnp.where(which, program.places.keys + place, elsewhere), priority * PLACES - place, which)
        return seen + which.astype(_INT)

    jax.lax.fori_loop(0, SLOTS, listed, jnp.zeros_like(up_to))


def _leaves(
    program: _Program, ply: jax.Array, count: jax.Array, material: jax.Array, white: jax.Array, low: Any, high: Any
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Value, best move or -1, and positions of a node whose moves all lead to leaves; see alpha_beta.py."""
    place = jnp.arange(PLACES, dtype=_INT)
    there = place < count
    board, words = program.places.boards + ply * _SQUARES, program.places.words + ply * PLACES
    word = program.load(words + place, there)
    before, taken = program.load(board + (word & 63), there), program.load(board + (word >> 6 & 63), there)
    gain = (worth_by_comparison(taken) + worth_by_comparison(word >> 12) - worth_by_comparison(before)).astype(_FLOAT)
    sign = _choice(white, 1, -1).astype(_FLOAT)
    alpha, beta = jnp.where(white, low, -high), jnp.where(white, high, -low)  # from the mover's side
    values = jnp.where(there, sign * material + gain, -jnp.inf)
    best = jnp.max(values)
    cut = jnp.min(jnp.where(values >= beta, place, PLACES))
    is_cut = cut < PLACES
    chosen = jnp.where(is_cut, cut, jnp.min(jnp.where(values == best, place, PLACES)))
    found = is_cut | (best > alpha)
    move = jnp.where(found, program.load(words + jnp.where(found, chosen, 0)), -1)
    value = sign * jnp.where(is_cut, beta, jnp.maximum(alpha, best))
    return value, move, jnp.where(is_cut, cut + 1, count)


class _State(NamedTuple):
    """Of a program's search; see `_Lanes` of alpha_beta.py. Vectors are by ply, as long as the next power of two."""

    count: jax.Array
    next: jax.Array
    alpha: jax.Array
    beta: jax.Array
    ply: jax.Array
    move: jax.Array
    value: jax.Array
    positions: jax.Array
    done: jax.Array
    steps: jax.Array


def _at(by_ply: jax.Array, ply: jax.Array) -> jax.Array:
    return jnp.sum(jnp.where(jnp.arange(by_ply.shape[0]) == ply, by_ply, 0))


def _put(by_ply: jax.Array, ply: jax.Array, value: Any) -> jax.Array:
    return jnp.where(jnp.arange(by_ply.shape[0]) == ply, value, by_ply)


def _step(state: _State, program: _Program, white: jax.Array, depth: int) -> _State:
    """Makes the next move of the node; the new node is entered, or has a value at once, which is backed up."""
    places, ply, squares = program.places, state.ply, jnp.arange(_SQUARES, dtype=_INT)
    number, alpha, beta = (_at(by_ply, ply) for by_ply in (state.next, state.alpha, state.beta))
    word = program.load(places.words + ply * PLACES + number)
    board = program.load(places.boards + ply * _SQUARES + squares)
    board = jnp.where(squares == (word & 63), 0, jnp.where(squares == (word >> 6 & 63), word >> 12, board))
    below = ply + 1
    program.store(places.boards + below * _SQUARES + squares, board)
    program.wait()
    maximising = white == (below & 1 == 0)
    material, over, lowest = _material(board).astype(_FLOAT), _misses_king(board), below == depth - 1
    count = _generate(program, below, maximising)
    by_leaves, _, looked_at = _leaves(program, below, count, material, maximising, alpha, beta)
    value = jnp.where(over, material, jnp.where(lowest, by_leaves, jnp.where(maximising, alpha, beta)))
    deeper = ~(over | lowest | (count == 0))
    entered = jnp.where(deeper, below, -1)  # no ply where the node has a value at once
    state = state._replace(
        count=_put(state.count, entered, count),
        next=_put(_put(state.next, ply, number + 1), entered, 0),
        alpha=_put(state.alpha, entered, alpha),
        beta=_put(state.beta, entered, beta),
        ply=jnp.where(deeper, below, ply),
        positions=state.positions + 1 + jnp.where(lowest & ~over, looked_at, 0),
        steps=state.steps + 1,
    )
    up = functools.partial(_returned, program=program, white=white)
    return jax.lax.while_loop(lambda carry: carry[1], up, (state, ~deeper, value))[0]


def _returned(carry: tuple, program: _Program, white: jax.Array) -> tuple:
    """A child's value reaches its node, fail-hard. The node's is known if it is cut off or has no move left."""
    state, _, value = carry
    ply = state.ply
    number, count, alpha, beta = (_at(by_ply, ply) for by_ply in (state.next, state.count, state.alpha, state.beta))
    maximising = white == (ply & 1 == 0)
    cut = jnp.where(maximising, value >= beta, value <= alpha)
    better = ~cut & jnp.where(maximising, value > alpha, value < beta)
    alpha, beta = jnp.where(better & maximising, value, alpha), jnp.where(better & ~maximising, value, beta)
    finished, at_root = cut | (number >= count), ply == 0
    worth = jnp.where(maximising == cut, beta, alpha)  # cut off: the bound beyond; else the best that was found
    tried = program.load(program.places.words + ply * PLACES + number - 1)
    state = state._replace(
        alpha=_put(state.alpha, ply, alpha),
        beta=_put(state.beta, ply, beta),
        move=jnp.where((cut | better) & at_root, tried, state.move),
        done=state.done | (finished & at_root),
        value=jnp.where(finished & at_root, worth, state.value),
        ply=jnp.where(finished & ~at_root, ply - 1, ply),
    )
    return state, finished & ~at_root, worth


def _kernel(
    board: Any, white: Any, alpha: Any, beta: Any, steps: Any, value: Any, move: Any, positions: Any, taken: Any,
    memory: Any, *, depth: int, interpreted: bool,
) -> None:  # fmt: skip
    """One program: the search of one position."""
    program = _Program(memory, steps, _memory(depth), interpreted)
    squares, none = jnp.arange(_SQUARES, dtype=_INT), jnp.int32(0)
    root, is_white, low, high = board[...].astype(_INT), white[0] != 0, alpha[0], beta[0]
    program.store(squares, root)
    program.wait()
    material, over = _material(root).astype(_FLOAT), _misses_king(root)
    count = _generate(program, none, is_white)
    by_leaves, best, looked_at = _leaves(program, none, count, material, is_white, low, high)
    one_ply = depth == 1
    by_ply = jnp.zeros(pl.next_power_of_2(depth), _INT)
    first = by_leaves if one_ply else jnp.where(is_white, low, high)
    state = _State(
        count=_put(by_ply, none, count),
        next=by_ply,
        alpha=_put(by_ply.astype(_FLOAT), none, low),
        beta=_put(by_ply.astype(_FLOAT), none, high),
        ply=none,
        move=jnp.where(over, -1, best) if one_ply else jnp.int32(-1),
        value=jnp.where(over, material, first),
        positions=1 + (jnp.where(over, 0, looked_at) if one_ply else none),
        done=over | (count == 0) | one_ply,
        steps=none,
    )
    step = functools.partial(_step, program=program, white=is_white, depth=depth)
    state = jax.lax.while_loop(lambda state: ~state.done, step, state)
    value[0], move[0], positions[0], taken[0] = state.value, state.move, state.positions, state.steps


@functools.partial(jax.jit, static_argnames=("depth", "interpreted"))
def search(
    board: jax.Array,
    white: jax.Array,
    depth: int,
    alpha: jax.Array,
    beta: jax.Array,
    *,
    interpreted: bool | None = None,
) -> Found:
    """Searches N positions, each in a separate program; the results are those of `alpha_beta.search`.

    Args:
        board: int8 `[N, 64]`, as `as_boards` gives them.
        white: whether White is to move, bool `[N]`.
        depth: plies, at least 1.
        alpha: lower bounds, float32 `[N]`.
        beta: upper bounds, above alpha, float32 `[N]`.
        interpreted: whether Pallas interprets the kernel; by default where JAX's device is no CUDA card.

    Returns:
        `steps` are those of the longest search.

    Raises:
        ValueError: a depth below 1.
    """
    if depth < 1:
        raise ValueError(f"depth must be at least 1, got {depth}")
    interpreted = jax.default_backend() != "gpu" if interpreted is None else interpreted
    n, size = board.shape[0], _memory(depth).size
    one = pl.BlockSpec((1,), lambda number: (number,))
    row = functools.partial(pl.BlockSpec, index_map=lambda number: (number, 0))
    table = jnp.asarray(_steps().reshape(-1))
    *found, steps, _ = pl.pallas_call(
        functools.partial(_kernel, depth=depth, interpreted=interpreted),
        grid=(n,),
        in_specs=[row((None, _SQUARES)), one, one, one, pl.BlockSpec(table.shape, lambda number: (0,))],
        out_specs=[one, one, one, one, row((None, size))],
        out_shape=[jax.ShapeDtypeStruct((n,), dtype) for dtype in (_FLOAT, _INT, _INT, _INT)]
        + [jax.ShapeDtypeStruct((n, size), _INT)],
        interpret=interpreted,
        compiler_params=None if interpreted else triton.CompilerParams(num_warps=2, num_stages=1),
    )(board, white.astype(_INT), alpha.astype(_FLOAT), beta.astype(_FLOAT), table)
    return Found(*found, jnp.max(steps))
