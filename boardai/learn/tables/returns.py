"""What the value of each position of a game should have been: lambda-returns.

Everything is seen from player 0. V(t) is the present value of row t, R the result of the game. With

    next(t) = V(t + 1), or the value the search found at t      (`bootstrap`)
    G(T-1)  = R, or next(T-1) where the game was cut short
    G(t)    = (1 - lambda) next(t) + lambda G(t + 1)

lambda = 0 is TD(0), lambda = 1 Monte-Carlo. A move that was made at random says little about what the position was
worth: with `cut` nothing is learned at such a row, and the row before it takes V(t + 1) alone, whatever came of it.

Sutton 1988, Learning to predict by the methods of temporal differences; Watkins 1989 cuts traces at exploratory moves.
The backward view, with eligibility traces, sums up to the same changes (tests/learn/tables/test_returns.py).
"""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp

_PLIES = 16  # few different lengths, so that little is compiled


def padded_plies(longest: int) -> int:
    """How many rows to give to games of which the longest has so many plies."""
    return -(-max(1, longest) // _PLIES) * _PLIES


@functools.partial(jax.jit, static_argnames=("search", "cut"))
def lambda_returns(
    values: jax.Array,
    results: jax.Array,
    ended: jax.Array,
    lengths: jax.Array,
    random: jax.Array,
    searched: jax.Array,
    trace: jax.Array | float,
    *,
    search: bool = False,
    cut: bool = False,
) -> tuple[jax.Array, jax.Array]:
    """Lambda-returns of padded games.

    Args:
        values: V(t) for player 0, float32 `[games, plies]`; behind a game's last row anything finite.
        results: R for player 0, `[games]`.
        ended: whether the game was played to its end, bool `[games]`.
        lengths: rows of each game, int32 `[games]`.
        random: whether the move at a row was random, bool `[games, plies]`.
        searched: the search's value for player 0, not a number where there was none; `[games, plies]`.
        trace: lambda, 0 to 1.
        search: next(t) is the search's value where there is one.
        cut: random moves cut the trace.

    Returns:
        G(t), and whether row t is to be learned from (bool); both `[games, plies]`.
    """
    plies = values.shape[1]
    place = jnp.arange(plies)
    there = place[None, :] < lengths[:, None]
    last = place[None, :] == lengths[:, None] - 1
    after = jnp.concatenate([values[:, 1:], values[:, -1:]], axis=1)
    # Behind the last row of a finished game stands its result, behind that of a cut one nothing new.
    final = jnp.take_along_axis(values, lengths[:, None] - 1, axis=1)
    following = jnp.where(last, jnp.where(ended[:, None], results[:, None], final), after)
    if search:
        following = jnp.where(jnp.isnan(searched) | (last & ended[:, None]), following, searched)
    # A row whose follower made a random move does not look beyond it.
    blind = jnp.concatenate([random[:, 1:], jnp.zeros_like(random[:, :1])], axis=1) & cut

    def step(behind: jax.Array, row: tuple[jax.Array, ...]) -> tuple[jax.Array, jax.Array]:
        next_value, is_last, is_blind = row
        mixed = (1 - trace) * next_value + trace * behind
        found = jnp.where(is_last | is_blind, next_value, mixed)
        return found, found

    start = jnp.zeros(values.shape[0], values.dtype)
    rows = (following.T, last.T, (blind & ~last).T)
    _, returns = jax.lax.scan(step, start, rows, reverse=True)
    learn = there & ~(random & cut)
    return returns.T, learn
