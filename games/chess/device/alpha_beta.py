"""Alpha-beta inside one compiled loop: N searches side by side, each a state machine (Kála 2015, 7.3).

All lanes take a step together: each makes its next move, lists the moves behind it, and goes back where there is
nothing left. Lanes may hold N different positions; or one position with N windows that do not overlap, of which one
lane finds the value (parallel aspiration, D10). Nothing is shared between lanes. The rules are those of mailbox.py:
king capture, material.

Kála kept the number of each ply's next move alone, and made its list again at every return (D1), for want of memory. A
list is a kilobyte, and is kept here: so each node takes one step. And since a step costs all lanes the same, a node
above the leaves looks at all its leaves in one: their material follows from what each move takes. Values, best moves
and positions counted are those of the search that visits them one by one.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from boardai.games.chess.device.mailbox import (
    PLACES,
    Moves,
    evaluate,
    generate,
    make,
    misses_king,
    worth_of,
)

# No material is worth half a pawn, so no window loses a value on its bound.
WINDOWS = ((-1000.0, -2.5), (-2.5, -0.5), (-0.5, 1.5), (1.5, 1000.0))


class Found(NamedTuple):
    """What N searches found.

    Attributes:
        value: White's material less Black's, or the bound it is beyond: float32 `[N]`.
        move: the best, as words of `Moves`; -1 where none was better than the window: int32 `[N]`.
        positions: that were looked at, int32 `[N]`.
        steps: of the machine, the same for all lanes.
    """

    value: jax.Array
    move: jax.Array
    positions: jax.Array
    steps: jax.Array


class _Lanes(NamedTuple):
    """The state of the machine: `[N]`, or `[N, depth]` by ply.

    Attributes:
        boards: int8 `[N, depth, 64]`.
        words: moves in their order, int32 `[N, depth, 256]`.
        count: how many there are.
        next: the number of the next one.
        alpha: lower bound.
        beta: upper bound.
        ply: of the node the lane is at.
        move: the best at the root so far.
        value: of the root, once it is done.
        positions: looked at so far.
        done: whether the search is over.
        steps: of the machine.
    """

    boards: jax.Array
    words: jax.Array
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


@functools.partial(jax.jit, static_argnums=2)
def search(board: jax.Array, white: jax.Array, depth: int, alpha: jax.Array, beta: jax.Array) -> Found:
    """Searches N positions to the same depth.

    Args:
        board: int8 `[N, 64]`, as `as_boards` gives them.
        white: whether White is to move, bool `[N]`.
        depth: plies, at least 1.
        alpha: lower bounds, float32 `[N]`.
        beta: upper bounds, above alpha, float32 `[N]`.

    Raises:
        ValueError: a depth below 1.
    """
    if depth < 1:
        raise ValueError(f"depth must be at least 1, got {depth}")
    n = board.shape[0]
    by_ply, zeros = jnp.zeros((n, depth), jnp.int32), jnp.zeros((n,), jnp.int32)
    board = board.astype(jnp.int8)
    moves = generate(board, white)
    leaves = _leaves(board, white, moves, alpha, beta)
    over = misses_king(board)
    at_once = over if depth > 1 else jnp.ones_like(over)
    bound = jnp.where(white, alpha, beta).astype(jnp.float32)
    value = jnp.where(over, evaluate(board).astype(jnp.float32), leaves.value if depth == 1 else bound)
    lanes = _Lanes(
        boards=jnp.zeros((n, depth, 64), jnp.int8).at[:, 0].set(board),
        words=jnp.zeros((n, depth, PLACES), jnp.int32).at[:, 0].set(moves.words),
        count=by_ply.at[:, 0].set(moves.count),
        next=by_ply,
        alpha=by_ply.astype(jnp.float32).at[:, 0].set(alpha),
        beta=by_ply.astype(jnp.float32).at[:, 0].set(beta),
        ply=zeros,
        move=jnp.where(over, -1, leaves.move) if depth == 1 else zeros - 1,
        value=value,
        positions=1 + (jnp.where(over, 0, leaves.positions) if depth == 1 else zeros),
        done=at_once | (moves.count == 0),
        steps=jnp.int32(0),
    )
    step = functools.partial(_step, white=white, depth=depth)
    lanes = jax.lax.while_loop(lambda lanes: ~jnp.all(lanes.done), step, lanes)
    return Found(lanes.value, lanes.move, lanes.positions, lanes.steps)


def aspirate(board: np.ndarray, white: bool, depth: int, windows: tuple[tuple[float, float], ...] = WINDOWS) -> Found:
    """One position by parallel aspiration: the lane whose value lies inside its window has the answer.

    Args:
        board: int8 `[64]`.
        white: whether White is to move.
        depth: plies.
        windows: that follow each other, with bounds that no material has.

    Returns:
        The answer as one lane's, `[1]`; its `positions` are those of all lanes.

    Raises:
        ValueError: no lane has the value: the windows do not cover it, or it is a bound.
    """
    alpha, beta = (np.array(bounds, np.float32) for bounds in zip(*windows, strict=True))
    many = len(windows)
    found = search(np.tile(board, (many, 1)), np.full(many, white), depth, alpha, beta)
    value = np.asarray(found.value)
    (inside,) = np.nonzero((alpha < value) & (value < beta))
    if len(inside) != 1:
        raise ValueError(f"no window has the value inside it: {windows} gave {value.tolist()}")
    lane = inside[0]
    return Found(found.value[lane][None], found.move[lane][None], found.positions.sum()[None], found.steps)


def _at(by_ply: jax.Array, ply: jax.Array) -> jax.Array:
    index = ply.reshape(-1, *[1] * (by_ply.ndim - 1))
    return jnp.take_along_axis(by_ply, index, 1)[:, 0]


def _put(by_ply: jax.Array, ply: jax.Array, where: jax.Array, value: jax.Array) -> jax.Array:
    """The array with the entry of that ply replaced, in lanes where the condition holds."""
    rows = jnp.arange(ply.shape[0])
    condition = where.reshape(-1, *[1] * (by_ply.ndim - 2))
    return by_ply.at[rows, ply].set(jnp.where(condition, value.astype(by_ply.dtype), _at(by_ply, ply)))


def _step(lanes: _Lanes, white: jax.Array, depth: int) -> _Lanes:
    """The next move of each lane's node is made; the new node is gone into, or has a value at once."""
    ply, busy = lanes.ply, ~lanes.done
    number = _at(lanes.next, ply)
    word = jnp.take_along_axis(_at(lanes.words, ply), number[:, None], 1)[:, 0]
    board, alpha, beta = make(_at(lanes.boards, ply), word), _at(lanes.alpha, ply), _at(lanes.beta, ply)
    below = ply + 1
    maximising = white ^ (below % 2 == 1)
    moves = generate(board, maximising)

    # A position without a king is worth its material; above the leaves all moves are looked at together.
    over, lowest = misses_king(board), below == depth - 1
    leaves = _leaves(board, maximising, moves, alpha, beta)
    value = jnp.where(lowest, leaves.value, jnp.where(maximising, alpha, beta))
    value = jnp.where(over, evaluate(board).astype(jnp.float32), value)
    deeper = ~(over | lowest | (moves.count == 0)) & busy
    looked_at = 1 + jnp.where(lowest & ~over, leaves.positions, 0)
    place = jnp.minimum(below, depth - 1)
    counters = _put(lanes.next, ply, busy, number + 1)
    lanes = lanes._replace(
        boards=_put(lanes.boards, place, deeper, board),
        words=_put(lanes.words, place, deeper, moves.words),
        count=_put(lanes.count, place, deeper, moves.count),
        next=_put(counters, place, deeper, jnp.zeros_like(ply)),
        alpha=_put(lanes.alpha, place, deeper, alpha),
        beta=_put(lanes.beta, place, deeper, beta),
        ply=jnp.where(deeper, place, ply),
        positions=lanes.positions + jnp.where(busy, looked_at, 0),
        steps=lanes.steps + 1,
    )
    return _returned(lanes, busy & ~deeper, value, white, depth)


def _returned(lanes: _Lanes, known: jax.Array, value: jax.Array, white: jax.Array, depth: int) -> _Lanes:
    """Values of children go up, fail-hard, as far as nodes are cut off or have no move left.

    Args:
        lanes: each at a node of which it has just tried a move.
        known: in which of them the move's value is known.
        value: it.
        white: whether White moves at the root.
        depth: of the search.
    """
    for _ in range(depth - 1):
        ply = lanes.ply
        maximising = white ^ (ply % 2 == 1)
        alpha, beta = _at(lanes.alpha, ply), _at(lanes.beta, ply)
        number = _at(lanes.next, ply)
        cut = known & jnp.where(maximising, value >= beta, value <= alpha)
        better = known & ~cut & jnp.where(maximising, value > alpha, value < beta)
        tried = jnp.take_along_axis(_at(lanes.words, ply), jnp.maximum(number - 1, 0)[:, None], 1)[:, 0]
        alpha = jnp.where(better & maximising, value, alpha)
        beta = jnp.where(better & ~maximising, value, beta)
        finished = cut | (known & (number >= _at(lanes.count, ply)))
        worth = jnp.where(maximising == cut, beta, alpha)  # cut off: the bound beyond; else the best that was found
        at_root = finished & (ply == 0)
        lanes = lanes._replace(
            alpha=_put(lanes.alpha, ply, better, alpha),
            beta=_put(lanes.beta, ply, better, beta),
            move=jnp.where((cut | better) & (ply == 0), tried, lanes.move),
            done=lanes.done | at_root,
            value=jnp.where(at_root, worth, lanes.value),
            ply=jnp.where(finished & ~at_root, ply - 1, ply),
        )
        known, value = finished & ~at_root, worth
    return lanes


def _leaves(board: jax.Array, maximising: jax.Array, moves: Moves, alpha: jax.Array, beta: jax.Array) -> Found:
    """What a node makes of all its moves, when each leads to a leaf; `positions` are those up to the cutoff."""
    sign = jnp.where(maximising, 1, -1).astype(jnp.float32)
    low, high = jnp.where(maximising, alpha, -beta), jnp.where(maximising, beta, -alpha)  # from the mover's side
    begin, end, after = moves.words & 63, moves.words >> 6 & 63, moves.words >> 12
    before, taken = (jnp.take_along_axis(board, square, 1) for square in (begin, end))
    gain = worth_of(taken) + worth_of(after) - worth_of(before)
    values = (sign * evaluate(board))[:, None] + gain
    there = jnp.arange(PLACES) < moves.count[:, None]
    values = jnp.where(there, values, -jnp.inf)
    cuts = values >= high[:, None]
    is_cut, first = jnp.any(cuts, 1), jnp.argmax(cuts, 1)
    best = jnp.max(values, 1)
    place = jnp.where(is_cut, first, jnp.argmax(values, 1))
    word = jnp.take_along_axis(moves.words, place[:, None], 1)[:, 0]
    return Found(
        sign * jnp.where(is_cut, high, jnp.maximum(low, best)),
        jnp.where(is_cut | (best > low), word, -1),
        jnp.where(is_cut, first + 1, moves.count),
        jnp.int32(0),
    )
