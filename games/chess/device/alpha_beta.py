"""Alpha-beta inside one compiled loop: N searches side by side, each a state machine (Kála 2015, 7.3).

All lanes take a step together: each makes its next move, lists the moves after it, and goes back where there is
nothing left. Lanes may hold N different positions; one position with N windows that do not overlap, of which one lane
finds the value (parallel aspiration, D10); or one position's moves (splits.py). By default nothing is shared between
lanes. The rules are those of mailbox.py: king capture, material.

Kála judged three more variants unfit for a card without trying them. They are switches here: a bound that all lanes
share, a transposition table that all lanes share, and iterative deepening inside the program.

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
from boardai.games.chess.device.table import Table, empty_table, hashed, known_value, stored

# No material is worth half a pawn, so no window loses a value on its bound.
WINDOWS = ((-1000.0, -2.5), (-2.5, -0.5), (-0.5, 1.5), (1.5, 1000.0))


class Found(NamedTuple):
    """What N searches found.

    Attributes:
        value: White's material less Black's, or the bound it is beyond: float32 `[N]`.
        move: the best move, as words of `Moves`; -1 if none was better than the window: int32 `[N]`.
        positions: number of positions visited, int32 `[N]`.
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
        positions: positions visited so far.
        done: whether the search is over.
        steps: of the machine.
        limit: plies of the lane's iteration.
        table: of all lanes, if there is one.
        keys: of the positions, uint32 `[N, depth, 2]`, if there is a table.
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
    limit: jax.Array
    table: Table | None
    keys: jax.Array | None


class _Task(NamedTuple):
    """What stays the same during a search; see `search`."""

    white: jax.Array
    depth: int
    limits: jax.Array
    alpha: jax.Array
    beta: jax.Array
    deepen: bool
    shared: bool


@functools.partial(jax.jit, static_argnames=("depth", "deepen", "shared", "table"))
def search(
    board: jax.Array,
    white: jax.Array,
    depth: int,
    alpha: jax.Array,
    beta: jax.Array,
    limits: jax.Array | None = None,
    first: jax.Array | None = None,
    *,
    deepen: bool = False,
    shared: bool = False,
    table: int = 0,
) -> Found:
    """Searches N positions.

    Args:
        board: int8 `[N, 64]`, as `as_boards` gives them.
        white: whether White is to move, bool `[N]`.
        depth: plies, at least 1.
        alpha: lower bounds, float32 `[N]`.
        beta: upper bounds, above alpha, float32 `[N]`.
        limits: plies of each lane if they differ, 1 to `depth`, int32 `[N]`.
        first: a move of each root that is searched first, as words of `Moves`, int32 `[N]`; -1 for none.
        deepen: whether each lane searches to 1, 2, ... plies inside this call, the best move of the last iteration
            first. `positions` are those of all iterations.
        shared: whether the lanes are all moves of one position, and the best value that a lane has found is a bound
            of all others. The value of a lane whose move is not better is infinite, in favour of the side to move.
        table: the lanes share a transposition table of `2**table` entries, which starts empty; 0 for none.

    Raises:
        ValueError: a depth below 1, a negative table size, or `deepen` together with `shared`.
    """
    if depth < 1 or table < 0:
        raise ValueError(f"depth must be at least 1 and table at least 0, got {depth} and {table}")
    if deepen and shared:
        raise ValueError("a shared bound is of one depth: deepen cannot be combined with shared")
    n = board.shape[0]
    alpha, beta = alpha.astype(jnp.float32), beta.astype(jnp.float32)
    limits = jnp.full((n,), depth, jnp.int32) if limits is None else limits.astype(jnp.int32)
    by_ply, zeros = jnp.zeros((n, depth), jnp.int32), jnp.zeros((n,), jnp.int32)
    board = board.astype(jnp.int8)
    moves = generate(board, white)
    if first is not None:
        moves = moves._replace(words=_first(moves.words, first))
    leaves = _leaves(board, white, moves, alpha, beta)
    over = misses_king(board)
    one_ply, at_once = limits == 1, over | (limits == 1) | (moves.count == 0)
    looked_at = 1 + jnp.where(over, 0, jnp.where(one_ply, leaves.positions, 0))
    if deepen:
        moves = moves._replace(words=_first(moves.words, jnp.where(at_once, -1, leaves.move)))
        looked_at = looked_at + jnp.where(at_once, 0, 1 + leaves.positions)
    value = jnp.where(one_ply, leaves.value, jnp.where(white, alpha, beta))
    lanes = _Lanes(
        boards=jnp.zeros((n, depth, 64), jnp.int8).at[:, 0].set(board),
        words=jnp.zeros((n, depth, PLACES), jnp.int32).at[:, 0].set(moves.words),
        count=by_ply.at[:, 0].set(moves.count),
        next=by_ply,
        alpha=by_ply.astype(jnp.float32).at[:, 0].set(alpha),
        beta=by_ply.astype(jnp.float32).at[:, 0].set(beta),
        ply=zeros,
        move=jnp.where(one_ply & ~over, leaves.move, -1),
        value=jnp.where(over, evaluate(board).astype(jnp.float32), value),
        positions=looked_at,
        done=at_once,
        steps=jnp.int32(0),
        limit=jnp.minimum(limits, 2) if deepen else limits,
        table=empty_table(table) if table else None,
        keys=jnp.zeros((n, depth, 2), jnp.uint32) if table else None,
    )
    step = functools.partial(_step, task=_Task(white, depth, limits, alpha, beta, deepen, shared))
    lanes = jax.lax.while_loop(lambda lanes: ~jnp.all(lanes.done), step, lanes)
    value = lanes.value
    if shared:  # the side that chooses among the lanes is the one that is not to move in them
        worse = jnp.where(white, value >= lanes.beta[:, 0], value <= lanes.alpha[:, 0])
        value = jnp.where(worse, jnp.where(white, jnp.inf, -jnp.inf), value)
    return Found(value, lanes.move, lanes.positions, lanes.steps)


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


def _first(words: jax.Array, move: jax.Array) -> jax.Array:
    """Lists of moves with one moved to the front, if it is in the list: `[N, 256]`."""
    is_it = words == move[:, None]
    place = jnp.where(jnp.any(is_it, 1), jnp.argmax(is_it, 1), -1)[:, None]
    number = jnp.arange(PLACES)
    order = jnp.where(
        (number > 0) & (number <= place), number - 1, jnp.where(number == 0, jnp.maximum(place, 0), number)
    )
    return jnp.take_along_axis(words, order, 1)


def _step(lanes: _Lanes, task: _Task) -> _Lanes:
    """The next move of each lane's node is made; the new node is gone into, or has a value at once."""
    ply, busy = lanes.ply, ~lanes.done
    number = _at(lanes.next, ply)
    word = jnp.take_along_axis(_at(lanes.words, ply), number[:, None], 1)[:, 0]
    board, alpha, beta = make(_at(lanes.boards, ply), word), _at(lanes.alpha, ply), _at(lanes.beta, ply)
    below = ply + 1
    maximising = task.white ^ (below % 2 == 1)
    moves = generate(board, maximising)

    # A position without a king has its material value; above the leaves all moves are generated together.
    over, lowest = misses_king(board), below == lanes.limit - 1
    leaves = _leaves(board, maximising, moves, alpha, beta)
    value = jnp.where(lowest, leaves.value, jnp.where(maximising, alpha, beta))
    value = jnp.where(over, evaluate(board).astype(jnp.float32), value)
    deeper = ~(over | lowest | (moves.count == 0)) & busy
    looked_at = 1 + jnp.where(lowest & ~over, leaves.positions, 0)
    place = jnp.minimum(below, task.depth - 1)
    if lanes.table is not None and lanes.keys is not None:
        key = hashed(board, maximising)
        has, stored = known_value(lanes.table, key, lanes.limit - below, alpha, beta)
        value, deeper = jnp.where(deeper & has, stored, value), deeper & ~has
        lanes = lanes._replace(keys=_put(lanes.keys, place, deeper, key))
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
    lanes = _returned(lanes, busy & ~deeper, value, task)
    if task.deepen:
        lanes = _deepened(lanes, busy & lanes.done & (lanes.limit < task.limits), task)
    return _shared(lanes, task) if task.shared else lanes


def _returned(lanes: _Lanes, known: jax.Array, value: jax.Array, task: _Task) -> _Lanes:
    """Values of children go up, fail-hard, as far as nodes are cut off or have no move left.

    Args:
        lanes: each at a node of which it has just tried a move.
        known: for which of them the move's value is known.
        value: it.
        task: of the search.
    """
    for _ in range(task.depth - 1):
        ply = lanes.ply
        maximising = task.white ^ (ply % 2 == 1)
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
        if lanes.table is not None and lanes.keys is not None:
            above = jnp.maximum(ply - 1, 0)  # its window is the one in which this node was entered
            low, high = _at(lanes.alpha, above), _at(lanes.beta, above)
            new = finished & (ply > 0) & (low < high)  # a window closed by a shared bound has no value
            key = _at(lanes.keys, ply)
            lanes = lanes._replace(table=stored(lanes.table, new, key, lanes.limit - ply, worth, low, high))
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


def _deepened(lanes: _Lanes, which: jax.Array, task: _Task) -> _Lanes:
    """Some lanes, whose iteration is over, begin the next one; their best move comes first."""
    words = _first(lanes.words[:, 0], lanes.move)
    return lanes._replace(
        words=lanes.words.at[:, 0].set(jnp.where(which[:, None], words, lanes.words[:, 0])),
        next=lanes.next.at[:, 0].set(jnp.where(which, 0, lanes.next[:, 0])),
        alpha=lanes.alpha.at[:, 0].set(jnp.where(which, task.alpha, lanes.alpha[:, 0])),
        beta=lanes.beta.at[:, 0].set(jnp.where(which, task.beta, lanes.beta[:, 0])),
        move=jnp.where(which, -1, lanes.move),
        positions=lanes.positions + which,
        done=lanes.done & ~which,
        limit=lanes.limit + which,
    )


def _shared(lanes: _Lanes, task: _Task) -> _Lanes:
    """The best value of the lanes that are done is a bound of the others; those that cannot be better end."""
    busy, chosen_by_white = ~lanes.done, ~task.white
    low = jnp.max(jnp.where(lanes.done & chosen_by_white, lanes.value, -jnp.inf))
    high = jnp.min(jnp.where(lanes.done & ~chosen_by_white, lanes.value, jnp.inf))
    alpha = jnp.where(busy[:, None], jnp.maximum(lanes.alpha, low), lanes.alpha)
    beta = jnp.where(busy[:, None], jnp.minimum(lanes.beta, high), lanes.beta)
    closed = busy & (alpha[:, 0] >= beta[:, 0])
    value = jnp.where(closed, jnp.where(chosen_by_white, alpha[:, 0], beta[:, 0]), lanes.value)
    return lanes._replace(alpha=alpha, beta=beta, value=value, done=lanes.done | closed)


def _leaves(board: jax.Array, maximising: jax.Array, moves: Moves, alpha: jax.Array, beta: jax.Array) -> Found:
    """The value of a node from all its moves, if each leads to a leaf; `positions` are those up to the cutoff."""
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
