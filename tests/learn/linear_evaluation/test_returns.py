"""Lambda-returns: by hand, against the definition, and the backward view with eligibility traces."""

import jax.numpy as jnp
import numpy as np
import pytest

from boardai.learn.linear_evaluation.rules import lambda_returns

Games = dict[str, np.ndarray]


def some_games(rng: np.random.Generator, games: int = 6, plies: int = 12) -> Games:
    searched = rng.normal(size=(games, plies)).astype(np.float32)
    searched[rng.random((games, plies)) < 0.3] = np.nan
    return {
        "values": rng.normal(size=(games, plies)).astype(np.float32),
        "results": rng.choice([-1.0, 0.0, 1.0], games).astype(np.float32),
        "ended": rng.random(games) < 0.7,
        "lengths": rng.integers(1, plies + 1, games).astype(np.int32),
        "random": rng.random((games, plies)) < 0.3,
        "searched": searched,
    }


def returns(games: Games, trace: float, **options: bool) -> tuple[np.ndarray, np.ndarray]:
    columns = {name: jnp.asarray(column) for name, column in games.items()}
    found, learn = lambda_returns(**columns, trace=jnp.float32(trace), **options)
    return np.asarray(found), np.asarray(learn)


def by_definition(games: Games, game: int, trace: float, search: bool, cut: bool) -> list[float]:
    """G(t) as the module's text defines it, from the end backwards."""
    length, values = int(games["lengths"][game]), games["values"][game].astype(float)
    found = [0.0] * length
    for t in range(length - 1, -1, -1):
        last = t == length - 1
        following = float(games["results"][game]) if last and games["ended"][game] else values[t + 1 - last]
        if search and not (last and games["ended"][game]) and not np.isnan(games["searched"][game, t]):
            following = float(games["searched"][game, t])
        blind = cut and not last and games["random"][game, t + 1]
        found[t] = following if last or blind else (1 - trace) * following + trace * found[t + 1]
    return found


@pytest.mark.parametrize("search", [False, True])
@pytest.mark.parametrize("cut", [False, True])
@pytest.mark.parametrize("trace", [0.0, 0.4, 0.9, 1.0])
def test_the_definition(trace: float, search: bool, cut: bool) -> None:
    games = some_games(np.random.default_rng(1))
    found, learn = returns(games, trace, search=search, cut=cut)
    for game, length in enumerate(games["lengths"]):
        expected = by_definition(games, game, trace, search, cut)
        np.testing.assert_allclose(found[game, :length], expected, rtol=1e-5, atol=1e-6)
        assert not learn[game, length:].any()
        np.testing.assert_array_equal(learn[game, :length], ~(games["random"][game, :length] & cut))


def test_the_ends_of_lambda() -> None:
    games = some_games(np.random.default_rng(2)) | {"ended": np.ones(6, bool)}
    monte_carlo, _ = returns(games, 1.0)
    one_step, _ = returns(games, 0.0)
    for game, length in enumerate(games["lengths"]):
        np.testing.assert_allclose(monte_carlo[game, :length], games["results"][game])
        following = [*games["values"][game, 1:length], games["results"][game]]
        np.testing.assert_allclose(one_step[game, :length], following)


@pytest.mark.parametrize("trace", [0.0, 0.5, 0.8, 1.0])
def test_forward_and_backward_view_are_equal(trace: float) -> None:
    """Sutton 1988: over a game, sum of (G(t) - V(t)) x(t) = sum of TD errors times eligibility traces."""
    rng = np.random.default_rng(3)
    games = some_games(rng) | {"ended": np.ones(6, bool)}
    found, _ = returns(games, trace)
    for game, length in enumerate(games["lengths"]):
        features = rng.random((length, 5))  # gradients of V(t)
        values = games["values"][game, :length].astype(float)
        forward = sum((found[game, t] - values[t]) * features[t] for t in range(length))
        eligibility, backward = np.zeros(5), np.zeros(5)
        for t in range(length):
            following = values[t + 1] if t + 1 < length else games["results"][game]
            eligibility = trace * eligibility + features[t]
            backward += (following - values[t]) * eligibility
        np.testing.assert_allclose(forward, backward, rtol=1e-5, atol=1e-5)
