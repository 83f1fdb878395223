"""Update rules that move the weights of a linear evaluation towards the target values of positions.

All returns are from player 0's side. V(t) is the present value of row t, R the result of the game. With

    next(t) = V(t + 1), or the value the search found at t      (`bootstrap`)
    G(T-1)  = R, or next(T-1) if the game was stopped
    G(t)    = (1 - lambda) next(t) + lambda G(t + 1)

lambda = 0 is TD(0), lambda = 1 Monte-Carlo. A random move says little about the value of the position before it: with
`cut`, nothing is learned at its row, and the target of the row before it is V(t + 1) alone, regardless of what follows.

Sutton 1988, Learning to predict by the methods of temporal differences; Watkins 1989 cuts traces at exploratory moves.
The backward view, with eligibility traces, gives the same total changes
(tests/learn/linear_evaluation/test_returns.py).

V(t) = f(sum over the features of row t of weight * count), from the side to move of the row; f is the identity if the
value is a margin, tanh if it is an outcome. e(t) = G(t) - V(t) is the row's error, from the same side.

MOUSE(mu) (MOnte-Carlo learning Using heuriStic Error reduction; Tournavitis 2003) updates each weight at the end of an
epoch. With E its summed error and N how often it counted:

    1. E <- mu E + the epoch's errors;  N <- mu N + the epoch's counts
    2. if N >= MinCount:  weight <- weight + alpha E / N, and E and N are reset to 0

Errors of earlier epochs are those of a worse evaluation, so they are discounted, together with their count, so that E /
N remains a mean. A weight that counts often follows only the present errors; one that counts rarely collects them until
there are enough. (The sources do not say what happens to E and N after a step; `after_step = "keep"` is the
alternative, in which old errors remain.)

Steps after every game: each row changes the weight of each of its features by g = e(t) * count * f' / n(t), where n(t)
is the sum of |count| over the row's features:

    plain     weight += rate * sum of g
    tc        weight += rate * |N| / A * sum of g, N being the sum of all g so far and A that of |g|: temporal coherence
              (Beal and Smith 1999); the step shrinks for a weight that is moved back and forth
    adagrad   weight += rate * sum of g / sqrt of the sum of g^2 so far (Duchi, Hazan and Singer 2011)

With f the identity, a rate of 1 corrects sum(count^2) / sum(|count|) of a position's error at once: all of it if every
count is 1 or -1 (Reversi's tables), more if features count several times (chess: 1.0 to 3.0).
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import NamedTuple

import jax
import jax.numpy as jnp

_PLIES = 16  # lengths are padded to multiples of it, so that few shapes are compiled


def padded_plies(longest: int) -> int:
    """The number of rows for games of which the longest has this many plies."""
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
        values: V(t) for player 0, float32 `[games, plies]`; any finite numbers after a game's last row.
        results: R for player 0, `[games]`.
        ended: whether the game was played to its end, bool `[games]`.
        lengths: rows of each game, int32 `[games]`.
        random: whether the move at a row was random, bool `[games, plies]`.
        searched: the search's value for player 0, NaN without a search; `[games, plies]`.
        trace: lambda, 0 to 1.
        search: next(t) is the search's value if there is one.
        cut: random moves cut the trace.

    Returns:
        G(t), and whether row t is to be learned from (bool); both `[games, plies]`.
    """
    plies = values.shape[1]
    place = jnp.arange(plies)
    there = place[None, :] < lengths[:, None]
    last = place[None, :] == lengths[:, None] - 1
    after = jnp.concatenate([values[:, 1:], values[:, -1:]], axis=1)
    # The value after the last row is the result in a finished game, and the row's own value in a stopped one.
    final = jnp.take_along_axis(values, lengths[:, None] - 1, axis=1)
    following = jnp.where(last, jnp.where(ended[:, None], results[:, None], final), after)
    if search:
        following = jnp.where(jnp.isnan(searched) | (last & ended[:, None]), following, searched)
    # A row before a random move does not look beyond it.
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


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Batch:
    """Games as arrays; see `boardai.learn.linear_evaluation.games.PlayedGames`."""

    index: jax.Array
    count: jax.Array
    sign: jax.Array
    constant: jax.Array
    random: jax.Array
    searched: jax.Array
    lengths: jax.Array
    results: jax.Array
    ended: jax.Array


class ReturnRule(NamedTuple):
    """Settings of returns; see `lambda_returns`. Hashable, because it is a static argument of compiled functions.

    Attributes:
        outcome: values are outcomes, and f is tanh; otherwise margins.
        search: bootstraps from the search's value.
        cut: random moves cut traces.
    """

    outcome: bool
    search: bool
    cut: bool


class Accumulators(NamedTuple):
    """Per weight, float32 `[weights]`: MOUSE's E and N; TC's N and A; AdaGrad's sum of squares is `second`."""

    first: jax.Array
    second: jax.Array


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Errors:
    """An update's errors for the metrics; float32 `[games, plies]`, 0 for empty places.

    Attributes:
        of_return: e(t), from player 0's side.
        of_result: R - V(t); 0 in stopped games.
    """

    of_return: jax.Array
    of_result: jax.Array


def _values(weights: jax.Array, batch: Batch, rule: ReturnRule) -> tuple[jax.Array, jax.Array]:
    """V for player 0, and f' times sign; `weights` has an additional last element for empty places."""
    sums = jnp.sum(weights[batch.index] * batch.count, axis=-1)
    if not rule.outcome:
        return batch.sign * sums + batch.constant, batch.sign
    squashed = jnp.tanh(sums)
    return batch.sign * squashed + batch.constant, batch.sign * (1 - squashed**2)


def _errors(
    weights: jax.Array, batch: Batch, trace: jax.Array, rule: ReturnRule
) -> tuple[jax.Array, jax.Array, Errors]:
    """Each row's gradient for the sum of its features, whether it is learned from, and the errors."""
    values, slope = _values(weights, batch, rule)
    searched = jnp.tanh(batch.searched) if rule.outcome else batch.searched
    returns, learn = lambda_returns(
        values, batch.results, batch.ended, batch.lengths, batch.random, searched, trace,
        search=rule.search, cut=rule.cut,
    )  # fmt: skip
    there = jnp.arange(values.shape[1])[None, :] < batch.lengths[:, None]
    error = jnp.where(learn, returns - values, 0.0)
    missed = jnp.where(there & batch.ended[:, None], batch.results[:, None] - values, 0.0)
    return error * slope, learn, Errors(error, missed)


@functools.partial(jax.jit, static_argnames=("rule",), donate_argnums=(0,))
def mouse_collect(
    kept: Accumulators, weights: jax.Array, batch: Batch, trace: jax.Array, *, rule: ReturnRule
) -> tuple[Accumulators, Errors]:
    """Step 1 of MOUSE without its discount: adds the errors and counts of games to E and N.

    Args:
        kept: E and N.
        weights: float32 `[weights]`.
        batch: the games.
        trace: lambda.
        rule: settings of the returns.

    Returns:
        E and N, and the errors.
    """
    padded = jnp.append(weights, 0.0)
    pull, learn, errors = _errors(padded, batch, trace, rule)
    flat = batch.index.reshape(-1)
    error = jax.ops.segment_sum((pull[..., None] * batch.count).reshape(-1), flat, padded.size)[:-1]
    often = jnp.where(learn[..., None], jnp.abs(batch.count), 0.0)
    count = jax.ops.segment_sum(often.reshape(-1), flat, padded.size)[:-1]
    return Accumulators(kept.first + error, kept.second + count), errors


@functools.partial(jax.jit, static_argnames=("keep",), donate_argnums=(0, 1))
def mouse_step(
    weights: jax.Array, kept: Accumulators, alpha: jax.Array, mu: jax.Array, least: jax.Array, *, keep: bool
) -> tuple[jax.Array, Accumulators, jax.Array]:
    """Step 2 of MOUSE, then the discount for the next epoch.

    Args:
        weights: float32 `[weights]`.
        kept: E and N, including this epoch.
        alpha: step size.
        mu: the discount.
        least: MinCount.
        keep: E and N are kept after a step.

    Returns:
        Weights, E and N, and the number of changed weights.
    """
    ripe = kept.second >= least
    step = jnp.where(ripe, alpha * kept.first / jnp.maximum(kept.second, 1e-9), 0.0)
    live_on = mu * (jnp.ones_like(mu) if keep else ~ripe)
    return weights + step, Accumulators(kept.first * live_on, kept.second * live_on), jnp.sum(ripe)


@functools.partial(jax.jit, static_argnames=("rule", "kind"), donate_argnums=(0, 1))
def step_games(
    weights: jax.Array,
    kept: Accumulators,
    batch: Batch,
    trace: jax.Array,
    rate: jax.Array,
    *,
    rule: ReturnRule,
    kind: str,
) -> tuple[jax.Array, Accumulators, Errors]:
    """Steps after every game, one game after another; each game is evaluated by the weights after the earlier ones.

    Args:
        weights: float32 `[weights]`.
        kept: accumulators of `tc` and `adagrad`.
        batch: the games.
        trace: lambda.
        rate: learning rate.
        rule: settings of the returns.
        kind: `plain`, `tc` or `adagrad`.

    Returns:
        Weights, accumulators, and the errors before each game's step.
    """

    def step(state: tuple[jax.Array, Accumulators], game: Batch) -> tuple[tuple[jax.Array, Accumulators], Errors]:
        weights, kept = state
        one: Batch = jax.tree.map(lambda column: column[None], game)
        pull, _, errors = _errors(weights, one, trace, rule)
        known = jnp.maximum(jnp.sum(jnp.abs(one.count), axis=-1), 1.0)
        pulls = ((pull / known)[..., None] * one.count).reshape(-1)
        # Only the entries of the game's features are read and written: the tables are large.
        touched = one.index.reshape(-1)
        if kind == "plain":
            change = pulls
        elif kind == "tc":
            pulled, size = kept.first[touched], kept.second[touched]
            change = jnp.where(size > 0, jnp.abs(pulled) / jnp.maximum(size, 1e-30), 1.0) * pulls
            kept = Accumulators(kept.first.at[touched].add(pulls), kept.second.at[touched].add(jnp.abs(pulls)))
        else:
            kept = Accumulators(kept.first, kept.second.at[touched].add(pulls**2))
            change = pulls / (jnp.sqrt(kept.second[touched]) + 1e-8)
        weights = weights.at[touched].add(rate * change)
        # Empty places have been added to the last element, which stays 0.
        return (weights.at[-1].set(0.0), kept), jax.tree.map(lambda column: column[0], errors)

    grown = Accumulators(*(jnp.append(column, 0.0) for column in kept))
    (weights, grown), errors = jax.lax.scan(step, (jnp.append(weights, 0.0), grown), batch)
    return weights[:-1], Accumulators(*(column[:-1] for column in grown)), errors
