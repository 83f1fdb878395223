"""Reversi on the device, on boards of any outline: discs as bitboards, lines filled in eight directions."""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from boardai.device.bitboards import (
    Lines,
    both,
    cells_of,
    chosen,
    count,
    either,
    full,
    is_any,
    joined,
    single,
    where,
    without,
    words_of,
)
from boardai.device.rules import DeviceRules, kept, outcomes
from boardai.game import Game
from boardai.games.reversi import board_of

Board = tuple[jax.Array, ...]


class State(NamedTuple):
    """N games.

    Attributes:
        own: discs of the side to move, a uint32 `[N]` for every 32 cells.
        other: the opponent's, likewise.
        placements: where the side to move can place a disc, likewise.
        player: player to move, int8 `[N]`.
        over: which games are over, bool `[N]`.
    """

    own: Board
    other: Board
    placements: Board
    player: jax.Array
    over: jax.Array


class Rules(DeviceRules[State]):
    """The rules on one board."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        board = board_of(game)
        rows, _ = game.initial_state().to_string().rsplit(" ", 1)
        grid = np.array(list(rows)).reshape(board.height(), board.width())
        self._cells = grid.size
        self._lines = Lines(grid != "#")
        self._on_board = jnp.asarray(grid != "#", jnp.float32)
        self._discs = words_of(grid == "X"), words_of(grid == "O")
        self._first = int(board.first_player())
        self._absolute = game.params.get("view") == "absolute"
        self.cell_images = images_of(grid != "#")
        self.symmetries = len(self.cell_images)

    def init(self, n: int) -> State:
        own, other = (full(self._discs[side], n) for side in (self._first, 1 - self._first))
        over = jnp.zeros((n,), bool)
        return State(own, other, self._placements(own, other), jnp.full((n,), self._first, jnp.int8), over)

    def _placements(self, own: Board, other: Board) -> Board:
        """Where discs of `other` would be bracketed."""
        ends = [joined(self._lines.step(self._lines.runs(own, other, up), up)) for up in (1, -1)]
        return without(either(*ends), either(own, other))

    def legal_mask(self, state: State) -> jax.Array:
        cells = cells_of(state.placements, self._cells) != 0
        passes = ~is_any(state.placements) & ~state.over
        return jnp.concatenate([cells, passes[:, None]], 1)

    def _step(self, state: State, actions: jax.Array) -> State:
        placed = both(single(actions, len(state.own)), self._lines.board)  # a pass places nothing
        flipped = where(False, placed)
        for up in (1, -1):
            run = self._lines.runs(placed, state.other, up)
            bracketed = is_any(both(self._lines.step(run, up), state.own))
            flipped = either(flipped, joined(where(bracketed, run)))
        mover, opponent = without(state.other, flipped), either(either(state.own, placed), flipped)
        placements = self._placements(mover, opponent)
        stuck = ~is_any(placements)
        # Rare enough among many games to be worth a question.
        both_stuck = stuck & jax.lax.cond(
            jnp.any(stuck & ~state.over),
            lambda: ~is_any(self._placements(opponent, mover)),
            lambda: jnp.zeros_like(stuck),
        )
        after = State(mover, opponent, placements, 1 - state.player, both_stuck)
        return kept(state.over, state, after)

    def observe(self, state: State) -> jax.Array:
        light = (state.player == 1) & self._absolute
        first, second = chosen(light, state.other, state.own), chosen(light, state.own, state.other)
        planes = [cells_of(board, self._cells).astype(jnp.float32) for board in (first, second, state.placements)]
        shown = [plane.reshape(plane.shape[0], *self._on_board.shape) for plane in planes]
        shown.append(jnp.broadcast_to(self._on_board, shown[0].shape))
        if self._absolute:
            shown.append(jnp.broadcast_to(light[:, None, None], shown[0].shape).astype(jnp.float32))
        return jnp.stack(shown, -1)

    def is_over(self, state: State) -> jax.Array:
        return state.over

    def player(self, state: State) -> jax.Array:
        return state.player.astype(jnp.int32)

    def outcome(self, state: State) -> jax.Array:
        ahead = jnp.sign(count(state.own) - count(state.other))
        return outcomes(jnp.where(state.over, jnp.where(state.player == 0, ahead, -ahead), 0))


def images_of(shape: np.ndarray) -> np.ndarray:
    """Where the cells go by each symmetry of a shape, bool `[H, W]`: int32 `[S, H * W]`, the identity first."""
    numbers = np.arange(shape.size, dtype=np.int32).reshape(shape.shape)
    found = []
    for turned in (lambda grid: grid, np.transpose):
        for rows in (1, -1):
            for columns in (1, -1):
                seen = turned(shape)[::rows, ::columns]
                if seen.shape == shape.shape and (seen == shape).all():
                    found.append(turned(numbers)[::rows, ::columns].ravel())
    return np.stack(found)
