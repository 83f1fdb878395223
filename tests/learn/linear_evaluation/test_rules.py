"""How weights follow returns: MOUSE(mu) and steps after every game, against plain loops."""

from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

from boardai.learn.linear_evaluation.rules import (
    Accumulators,
    Batch,
    ReturnRule,
    lambda_returns,
    mouse_collect,
    mouse_step,
    step_games,
)

WEIGHTS, GAMES, PLIES, FEATURES = 11, 5, 7, 3


def batch(seed: int = 0) -> Batch:
    rng = np.random.default_rng(seed)
    index = rng.integers(0, WEIGHTS, (GAMES, PLIES, FEATURES)).astype(np.int32)
    count = rng.choice([1.0, 0.5, -1.0], index.shape).astype(np.float32)
    missing = rng.random(index.shape) < 0.2
    index[missing], count[missing] = WEIGHTS, 0.0
    lengths = rng.integers(2, PLIES + 1, GAMES).astype(np.int32)
    behind = np.arange(PLIES)[None, :] >= lengths[:, None]
    index[behind], count[behind] = WEIGHTS, 0.0
    columns = Batch(
        index=index,
        count=count,
        sign=np.where(rng.random((GAMES, PLIES)) < 0.5, 1, -1).astype(np.float32),
        constant=np.where(rng.random((GAMES, PLIES)) < 0.1, 0.5, 0).astype(np.float32),
        random=rng.random((GAMES, PLIES)) < 0.3,
        searched=np.where(rng.random((GAMES, PLIES)) < 0.3, np.nan, rng.normal(size=(GAMES, PLIES))).astype(np.float32),
        lengths=lengths,
        results=rng.normal(size=GAMES).clip(-1, 1).astype(np.float32),
        ended=rng.random(GAMES) < 0.8,
    )
    return Batch(*(jnp.asarray(vars(columns)[name]) for name in vars(columns)))


def plain(weights: np.ndarray, games: Batch, game: int, rule: ReturnRule) -> tuple[np.ndarray, np.ndarray]:
    """V for player 0 and f' times sign, row by row."""
    values, slopes = [], []
    for t in range(PLIES):
        total = sum(
            weights[i] * c for i, c in zip(games.index[game, t], games.count[game, t], strict=True) if i < WEIGHTS
        )
        squashed = np.tanh(total) if rule.outcome else total
        sign = float(games.sign[game, t])
        values.append(sign * squashed + float(games.constant[game, t]))
        slopes.append(sign * (1 - squashed**2 if rule.outcome else 1.0))
    return np.array(values), np.array(slopes)


def pulls(weights: np.ndarray, games: Batch, game: int, trace: float, rule: ReturnRule) -> list[tuple[int, int, float]]:
    """(row, weight, error * f' * count) of every feature that is learned from."""
    values, slopes = plain(weights, games, game, rule)
    one: dict[str, Any] = {
        name: getattr(games, name)[game][None] for name in ("random", "searched", "lengths", "results", "ended")
    }
    if rule.outcome:
        one["searched"] = jnp.tanh(one["searched"])
    returns, learn = lambda_returns(
        jnp.asarray(values, jnp.float32)[None], trace=jnp.float32(trace), search=rule.search, cut=rule.cut, **one
    )
    found = []
    for t in range(PLIES):
        if learn[0, t]:
            for i, c in zip(games.index[game, t].tolist(), games.count[game, t].tolist(), strict=True):
                if i < WEIGHTS:
                    found.append((t, i, (float(returns[0, t]) - values[t]) * slopes[t] * c))
    return found


RULES = [
    ReturnRule(outcome, search, cut) for outcome in (False, True) for search, cut in ((False, False), (True, True))
]


@pytest.mark.parametrize("rule", RULES)
def test_mouse_collects_errors_and_counts(rule: ReturnRule) -> None:
    games, weights = batch(), np.random.default_rng(1).normal(size=WEIGHTS).astype(np.float32)
    errors, counts, missed = np.zeros(WEIGHTS), np.zeros(WEIGHTS), np.zeros((GAMES, PLIES))
    for game in range(GAMES):
        for _, i, pull in pulls(weights, games, game, 0.7, rule):
            errors[i] += pull
        values, _ = plain(weights, games, game, rule)
        there = np.arange(PLIES) < int(games.lengths[game])
        if games.ended[game]:
            missed[game, there] = float(games.results[game]) - values[there]
        for t in range(int(games.lengths[game])):
            if not (rule.cut and games.random[game, t]):
                for i, c in zip(games.index[game, t].tolist(), games.count[game, t].tolist(), strict=True):
                    if i < WEIGHTS:
                        counts[i] += abs(c)
    kept = Accumulators(jnp.ones(WEIGHTS), 2 * jnp.ones(WEIGHTS))
    kept, seen = mouse_collect(kept, jnp.asarray(weights), games, jnp.float32(0.7), rule=rule)
    np.testing.assert_allclose(kept.first, 1 + errors, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(kept.second, 2 + counts, rtol=1e-6)
    np.testing.assert_allclose(seen.of_result, missed, rtol=1e-5, atol=1e-6)
    there = np.arange(PLIES)[None, :] < np.asarray(games.lengths)[:, None]
    assert not np.asarray(seen.of_return)[~there].any()


@pytest.mark.parametrize("keep", [False, True])
def test_mouse_changes_what_counted_often_enough(keep: bool) -> None:
    weights = jnp.asarray([1.0, 2.0, 3.0])
    kept = Accumulators(jnp.asarray([8.0, -6.0, 5.0]), jnp.asarray([4.0, 20.0, 25.0]))
    settings = (jnp.float32(value) for value in (0.1, 0.5, 20.0))
    weights, kept, changed = mouse_step(weights, kept, *settings, keep=keep)
    assert int(changed) == 2
    np.testing.assert_allclose(weights, [1.0, 2.0 - 0.1 * 6 / 20, 3.0 + 0.1 * 5 / 25])
    # What waits is worth mu of what it was, its count too; what has acted begins again, or continues acting.
    np.testing.assert_allclose(kept.first, [4.0, -3.0, 2.5] if keep else [4.0, 0.0, 0.0])
    np.testing.assert_allclose(kept.second, [2.0, 10.0, 12.5] if keep else [2.0, 0.0, 0.0])


def test_a_rare_weight_is_changed_at_last() -> None:
    # Three counts an epoch never reach 20 at once, but 3 / (1 - 0.95) = 60 is where they go.
    weights, kept = jnp.zeros(1), Accumulators(jnp.zeros(1), jnp.zeros(1))
    epochs = 0
    while float(weights[0]) == 0 and epochs < 50:
        kept = Accumulators(kept.first + 6.0, kept.second + 3.0)
        settings = (jnp.float32(value) for value in (0.5, 0.95, 20.0))
        weights, kept, _ = mouse_step(weights, kept, *settings, keep=False)
        epochs += 1
    assert epochs == 8
    np.testing.assert_allclose(weights, [1.0], rtol=1e-6)  # half of the mean error, which is 2


@pytest.mark.parametrize("kind", ["plain", "tc", "adagrad"])
@pytest.mark.parametrize("rule", RULES)
def test_steps_after_every_game(kind: str, rule: ReturnRule) -> None:
    games, rate, trace = batch(3), 0.3, 0.6
    weights = np.random.default_rng(4).normal(size=WEIGHTS)
    first, second = np.zeros(WEIGHTS), np.zeros(WEIGHTS)
    new, kept, _ = step_games(
        jnp.asarray(weights, jnp.float32), Accumulators(jnp.zeros(WEIGHTS), jnp.zeros(WEIGHTS)), games,
        jnp.float32(trace), jnp.float32(rate), rule=rule, kind=kind,
    )  # fmt: skip
    for game in range(GAMES):
        found = [
            (i, pull / max(1.0, float(jnp.abs(games.count[game, t]).sum())))
            for t, i, pull in pulls(weights, games, game, trace, rule)
        ]
        before = first.copy(), second.copy()
        for i, pull in found:
            first[i] += pull
            second[i] += {"plain": 0.0, "tc": abs(pull), "adagrad": pull**2}[kind]
        for i, pull in found:
            if kind == "tc":
                size = before[1][i]
                pull *= abs(before[0][i]) / size if size > 0 else 1.0
            elif kind == "adagrad":
                pull /= np.sqrt(second[i]) + 1e-8
            weights[i] += rate * pull
    np.testing.assert_allclose(new, weights, rtol=2e-4, atol=1e-5)
    if kind != "plain":
        np.testing.assert_allclose(kept.second, second, rtol=2e-3, atol=1e-6)
