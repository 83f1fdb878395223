"""Update rules that move the weights of a linear evaluation towards the target values of positions.

Everything about returns is seen from player 0. V(t) is the present value of row t, R the result of the game. With

    next(t) = V(t + 1), or the value the search found at t      (`bootstrap`)
    G(T-1)  = R, or next(T-1) where the game was cut short
    G(t)    = (1 - lambda) next(t) + lambda G(t + 1)

lambda = 0 is TD(0), lambda = 1 Monte-Carlo. A move that was made at random says little about what the position was
worth: with `cut` nothing is learned at such a row, and the row before it takes V(t + 1) alone, whatever came of it.

Sutton 1988, Learning to predict by the methods of temporal differences; Watkins 1989 cuts traces at exploratory moves.
The backward view, with eligibility traces, sums up to the same changes (tests/learn/tables/test_returns.py).

V(t) = f(sum over the features of row t of weight * count), seen from the row's side to move; f is the identity where
the value is a margin, tanh where it is an outcome. e(t) = G(t) - V(t) is the row's error, from the same side.

MOUSE(mu) (MOnte-Carlo learning Using heuriStic Error reduction; Tournavitis 2002), at the end of an epoch, weight by
weight, E its summed error and N how often it counted:

    1. E <- mu E + the epoch's errors;  N <- mu N + the epoch's counts
    2. where N >= MinCount:  weight <- weight + alpha E / N, and E and N begin again from 0

Errors of earlier epochs are those of an evaluation that was worse, so they are worth less, and their count with them,
or the mean would not stay a mean. A weight that counts often follows the present errors alone; one that counts rarely
collects until it may be trusted. (What happens to E and N after a step the sources do not say; `after_step = "keep"`
is the other way, in which old errors continue to act.)

Steps after every game. Each row changes the weight of each of its features by g = e(t) * count * f' / n(t), n(t)
being the sum of |count| over the row's features:

    plain     weight += rate * sum of g
    tc        weight += rate * |N| / A * sum of g, N summing all g so far and A their sizes: temporal coherence (Beal
              and Smith 1999); the step shrinks where a weight is pulled to and fro
    adagrad   weight += rate * sum of g / sqrt of the sum of g^2 so far (Duchi, Hazan and Singer 2011)

With f the identity a rate of 1 corrects sum(count^2) / sum(|count|) of a position's error at once: all of it where
every count is 1 or -1 (Reversi's tables), more where features count several times (chess: 1.0 to 3.0).
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import NamedTuple

import jax
import jax.numpy as jnp

_PLIES = 16  # few different lengths, so that little is compiled


def padded_plies(longest: int) -> int:
    """How many rows to give to games of which the longest has this many plies."""
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
        values: V(t) for player 0, float32 `[games, plies]`; after a game's last row anything finite.
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
    # After the last row of a finished game stands its result, after that of a cut one nothing new.
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
    """Settings of returns; see `lambda_returns`. Hashable, since it is compiled in.

    Attributes:
        outcome: values are outcomes, f is tanh; else margins.
        search: bootstrap by the search's value.
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
    """An update's data for the metrics; float32 `[games, plies]`, 0 where there is no row.

    Attributes:
        of_return: e(t), from player 0's side.
        of_result: R - V(t); 0 in cut games.
    """

    of_return: jax.Array
    of_result: jax.Array


def _values(weights: jax.Array, batch: Batch, rule: ReturnRule) -> tuple[jax.Array, jax.Array]:
    """V for player 0, and f' times sign; `weights` has a last element for features that are not there."""
    sums = jnp.sum(weights[batch.index] * batch.count, axis=-1)
    if not rule.outcome:
        return batch.sign * sums + batch.constant, batch.sign
    squashed = jnp.tanh(sums)
    return batch.sign * squashed + batch.constant, batch.sign * (1 - squashed**2)


def _errors(
    weights: jax.Array, batch: Batch, trace: jax.Array, rule: ReturnRule
) -> tuple[jax.Array, jax.Array, Errors]:
    """Rows' pulls on their features' sums, whether they are learned from, and the errors."""
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
    """Step 1 of MOUSE without its discount: adds games' errors and counts to E and N.

    Args:
        kept: E and N.
        weights: float32 `[weights]`.
        batch: the games.
        trace: lambda.
        rule: of the returns.

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
        kept: E and N with the epoch's added.
        alpha: the step.
        mu: the discount.
        least: MinCount.
        keep: E and N live on after a step.

    Returns:
        Weights, E and N, and how many weights changed.
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
    """Steps after every game, one game after another; each is judged by the weights that those before it left.

    Args:
        weights: float32 `[weights]`.
        kept: of `tc` and `adagrad`.
        batch: the games.
        trace: lambda.
        rate: of the steps.
        rule: of the returns.
        kind: `plain`, `tc` or `adagrad`.

    Returns:
        Weights, what is kept, and the errors as they were before each game's step.
    """

    def step(state: tuple[jax.Array, Accumulators], game: Batch) -> tuple[tuple[jax.Array, Accumulators], Errors]:
        weights, kept = state
        one: Batch = jax.tree.map(lambda column: column[None], game)
        pull, _, errors = _errors(weights, one, trace, rule)
        known = jnp.maximum(jnp.sum(jnp.abs(one.count), axis=-1), 1.0)
        pulls = ((pull / known)[..., None] * one.count).reshape(-1)
        # Only what the game's features touch is read and written: tables are large.
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
        # What is not there has taken its part of the sums; it stays 0.
        return (weights.at[-1].set(0.0), kept), jax.tree.map(lambda column: column[0], errors)

    grown = Accumulators(*(jnp.append(column, 0.0) for column in kept))
    (weights, grown), errors = jax.lax.scan(step, (jnp.append(weights, 0.0), grown), batch)
    return weights[:-1], Accumulators(*(column[:-1] for column in grown)), errors
