"""Hex on the device: stones as bitboards, and of each colour those that are joined to its first edge."""

from __future__ import annotations

from functools import reduce
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from boardai.device.bitboards import (
    both,
    cells_of,
    chosen,
    either,
    full,
    is_any,
    moved,
    single,
    where,
    without,
    words_of,
)
from boardai.device.rules import DeviceRules, kept, outcomes, refuse_parameters
from boardai.game import Game

Board = tuple[jax.Array, ...]


class State(NamedTuple):
    """N games. Boards have a uint32 `[N]` for every 32 cells, row by row, with an empty column after the last.

    Attributes:
        black: black's stones.
        white: white's.
        from_top: black's stones that are joined to the top.
        from_left: white's that are joined to the left.
        stones: on the board, int16 `[N]`.
        swapped: whether `swap` has been played, bool `[N]`.
        winner: the colour that has won, 0 or 1; -1 as long as none has: int8 `[N]`.
    """

    black: Board
    white: Board
    from_top: Board
    from_left: Board
    stones: jax.Array
    swapped: jax.Array
    winner: jax.Array


class Rules(DeviceRules[State]):
    """The rules on a board of one size."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        refuse_parameters(game, ("edges",))
        start = game.initial_state()
        rows, columns = start.rows(), start.columns()
        self._side = max(rows, columns)
        self._swap, self._absolute = bool(game.params.get("swap")), game.params.get("view") == "absolute"
        self._stride = self._side + 1  # the empty column keeps neighbours from reaching around the edge
        board = np.zeros((self._side, self._stride), bool)
        board[:rows, :columns] = True
        self._board = words_of(board)
        edges = [np.zeros_like(board) for _ in range(4)]
        edges[0][0, :columns] = edges[1][rows - 1, :columns] = edges[2][:rows, 0] = edges[3][:rows, columns - 1] = True
        self._top, self._bottom, self._left, self._right = map(words_of, edges)
        self._shown = jnp.asarray(board[:, : self._side])
        self.symmetries = 2
        self.cell_images = np.stack(
            [self.cell_images[0], half_turned(self._side, rows, columns), half_turned(self._side, columns, rows)]
        )

    def init(self, n: int) -> State:
        nothing = full([np.uint32(0)] * len(self._board), n)
        zeros = jnp.zeros((n,), jnp.int16)
        return State(nothing, nothing, nothing, nothing, zeros, zeros != 0, jnp.full((n,), -1, jnp.int8))

    def _white_moves(self, state: State) -> jax.Array:
        return state.stones % 2 == 1

    def _can_swap(self, state: State) -> jax.Array:
        return self._swap & (state.stones == 1) & ~state.swapped & (state.winner < 0)

    def _seen(self, board: Board, mirrored: jax.Array) -> jax.Array:
        """The board as the side to move sees it: bool `[N, S, S]`."""
        cells = cells_of(board, self._side * self._stride) != 0
        cells = cells.reshape(mirrored.shape[0], self._side, self._stride)[:, :, : self._side]
        return jnp.where(mirrored[:, None, None], cells.transpose(0, 2, 1), cells)

    def _mirrored(self, state: State) -> jax.Array:
        return self._white_moves(state) & (not self._absolute)

    def legal_mask(self, state: State) -> jax.Array:
        empty = without(self._board, either(state.black, state.white))
        seen = self._seen(where(state.winner < 0, empty), self._mirrored(state))
        mask = seen.reshape(seen.shape[0], self._side**2)
        return jnp.concatenate([mask, self._can_swap(state)[:, None]], 1) if self._swap else mask

    def _step(self, state: State, actions: jax.Array) -> State:
        white = self._white_moves(state)
        swaps = actions == self._side**2 if self._swap else jnp.zeros_like(white)
        seen_row, seen_column = actions // self._side, actions % self._side
        mirrored = self._mirrored(state)
        row, column = jnp.where(mirrored, seen_column, seen_row), jnp.where(mirrored, seen_row, seen_column)
        placed = where(~swaps, single(row * self._stride + column, len(self._board)))
        own = either(chosen(white, state.white, state.black), placed)
        first, last = chosen(white, self._left, self._top), chosen(white, self._right, self._bottom)
        begin = either(chosen(white, state.from_left, state.from_top), both(placed, first))
        joined = self._joined(begin, own)
        won = is_any(both(joined, last))
        after = State(
            chosen(white, state.black, own),
            chosen(white, own, state.white),
            chosen(white, state.from_top, joined),
            chosen(white, joined, state.from_left),
            state.stones + ~swaps,
            state.swapped | swaps,
            jnp.where(won, white.astype(jnp.int8), state.winner),
        )
        return kept(state.winner >= 0, state, after)

    def _joined(self, begin: Board, own: Board) -> Board:
        """The stones that chains of neighbours join to those where it begins."""

        def grown(found: Board) -> Board:
            near = [moved(found, by) for by in (1, -1, self._stride, -self._stride, self._stride - 1, 1 - self._stride)]
            return either(found, both(own, reduce(either, near)))

        def goes_on(pair: tuple[Board, Board]) -> Any:
            return jnp.any(is_any(without(pair[1], pair[0])))

        return jax.lax.while_loop(goes_on, lambda pair: (pair[1], grown(pair[1])), (begin, grown(begin)))[1]

    def observe(self, state: State) -> jax.Array:
        white, mirrored = self._white_moves(state), self._mirrored(state)
        second = mirrored if not self._absolute else jnp.zeros_like(white)
        planes = [
            self._seen(chosen(second, state.white, state.black), mirrored),
            self._seen(chosen(second, state.black, state.white), mirrored),
            jnp.where(mirrored[:, None, None], self._shown.T, self._shown),
        ]
        if self._swap:
            planes.append(planes[2] & self._can_swap(state)[:, None, None])
        if self._absolute:
            planes.append(planes[2] & white[:, None, None])
        return jnp.stack(planes, -1).astype(jnp.float32)

    def view(self, state: State, symmetry: jax.Array) -> jax.Array:
        return jnp.where(symmetry == 0, 0, 1 + self._mirrored(state))

    def is_over(self, state: State) -> jax.Array:
        return state.winner >= 0

    def player(self, state: State) -> jax.Array:
        return self._white_moves(state).astype(jnp.int32) ^ state.swapped

    def outcome(self, state: State) -> jax.Array:
        player = state.winner ^ state.swapped.astype(jnp.int8)
        return outcomes(jnp.where(state.winner < 0, 0, 1 - 2 * player))


def half_turned(side: int, rows: int, columns: int) -> np.ndarray:
    """Where the cells of a square go when the board in its corner is turned by 180 degrees: int32 `[S * S]`."""
    images = np.arange(side * side, dtype=np.int32).reshape(side, side)
    images[:rows, :columns] = images[:rows, :columns][::-1, ::-1].copy()
    return images.ravel()
