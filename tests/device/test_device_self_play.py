"""Self-play on the device: its games are games of the rules, and what is learned from them is how they ended."""

from __future__ import annotations

import itertools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest
from refusals import refused

import boardai
from boardai import device


def blank_network(rules: device.DeviceRules[Any]) -> Any:
    return lambda planes: (jnp.zeros((len(planes), rules.policy_size)), jnp.zeros(len(planes)))


@pytest.mark.thorough
def test_what_was_played_is_replayed_natively() -> None:
    """Moves, planes, ends, outcomes and targets, over two calls that continue each other; some games are stopped."""
    spec, number, plies, longest = "hex:size=3", 16, 11, 7
    game, rules = boardai.load(spec), device.rules(spec)
    play = jax.jit(
        lambda games: device.self_play(rules, games, blank_network(rules), plies, 4, opening_plies=3, max_plies=longest)
    )
    games = device.open_games(rules, number, jax.random.key(1), opening_plies=3)
    rows = []
    for _ in range(2):
        games, played = play(games)
        rows.append(jax.tree.map(np.asarray, played))
    whole = jax.tree.map(lambda *parts: np.concatenate(parts), *rows)
    targets, known = jax.tree.map(np.asarray, device.value_targets(jax.tree.map(jnp.asarray, whole)))
    stopped = 0
    for column in range(number):
        state, begun, openings = game.initial_state(), 0, True
        for row in range(2 * plies):
            np.testing.assert_array_equal(whole.observations[row, column], state.observation())
            assert whole.players[row, column] == state.current_player()
            openings = openings and bool(whole.random[row, column])
            assert openings == whole.random[row, column], "random moves come first"
            assert row - begun < 3 or not openings
            weights = whole.action_weights[row, column]
            assert weights.sum() == pytest.approx(1, abs=1e-5)
            legal = {state.policy_index(action): action for action in state.legal_actions()}
            assert not np.delete(weights, list(legal)).any()
            state.apply(legal[int(whole.actions[row, column])])
            over = state.is_terminal()
            assert whole.ended[row, column] == (over or row + 1 - begun == longest)
            outcome = np.array([state.outcome(0), state.outcome(1)]) if over else np.zeros(2)
            np.testing.assert_array_equal(whole.outcomes[row, column], outcome)
            if whole.ended[row, column]:
                stopped += not over
                movers = whole.players[begun : row + 1, column]
                np.testing.assert_array_equal(targets[begun : row + 1, column], outcome[movers])
                np.testing.assert_array_equal(known[begun : row + 1, column], ~whole.random[begun : row + 1, column])
                state, begun, openings = game.initial_state(), row + 1, True
        assert not known[begun:, column].any(), "games that continue teach nothing yet"
        assert games.plies[column] == 2 * plies - begun
    assert stopped


def winning_share(logits: Any) -> float:
    """How often the likeliest legal move wins, of the positions of Hex 3x3 two plies from the start that can be won."""
    game, won, found = boardai.load("hex:size=3"), 0, 0
    for first, second in itertools.permutations(range(9), 2):
        state = game.initial_state().child(first).child(second)
        winning = [one for one in state.legal_actions() if boardai.search.dfpn(state.child(one)).outcome == -1]
        if winning:
            predicted = np.asarray(logits(jnp.asarray(state.observation())[None]))[0]
            best = max(state.legal_actions(), key=lambda one: predicted[state.policy_index(one)])
            won, found = won + 1, found + (best in winning)
    return found / won


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_games_search_and_update_are_one_program_that_learns() -> None:
    """Hex 3x3: after a minute the network alone finds winning moves two plies from the start, as it did not before."""
    rules, number, plies = device.rules("hex:size=3"), 64, 16
    inputs, size = int(np.prod(rules.observation_shape)), rules.policy_size
    optimiser = optax.adam(5e-3)

    def network(weights: Any, planes: jax.Array) -> tuple[jax.Array, jax.Array]:
        hidden = jax.nn.relu(planes.reshape(len(planes), -1) @ weights["in"])
        answers = hidden @ weights["out"]
        return answers[:, :-1], jnp.tanh(answers[:, -1])

    def loss(weights: Any, played: device.PlayedPlies) -> jax.Array:
        targets, known = device.value_targets(played)
        flat = jax.tree.map(lambda array: array.reshape(-1, *array.shape[2:]), played)
        logits, values = network(weights, flat.observations)
        errors = optax.softmax_cross_entropy(logits, flat.action_weights) + (values - targets.ravel()) ** 2
        return jnp.sum(jnp.where(known.ravel(), errors, 0.0)) / jnp.maximum(1, known.sum())

    def iteration(weights: Any, moments: Any, games: device.OpenGames) -> Any:
        games, played = device.self_play(
            rules, games, lambda planes: network(weights, planes), plies, 16, opening_plies=3
        )
        gradients = jax.grad(loss)(weights, played)
        updates, moments = optimiser.update(gradients, moments)
        return optax.apply_updates(weights, updates), moments, games

    first, second = jax.random.split(jax.random.key(0))
    weights = {
        "in": jax.random.normal(first, (inputs, 64)) / inputs**0.5,
        "out": jax.random.normal(second, (64, size + 1)) * 0.01,
    }
    games = device.open_games(rules, number, jax.random.key(2), opening_plies=3)
    before = winning_share(lambda planes: network(weights, planes)[0])
    step, moments = jax.jit(iteration, donate_argnums=(0, 1, 2)), optimiser.init(weights)
    for _ in range(1200):
        weights, moments, games = step(weights, moments, games)
    assert before < 0.8 < 0.95 <= winning_share(lambda planes: network(weights, planes)[0])


def test_what_is_too_small_is_refused() -> None:
    rules = device.rules("hex:size=3")
    games, network = device.open_games(rules, 2, jax.random.key(0)), blank_network(rules)
    with refused("plies"):
        device.self_play(rules, games, network, 0, 4)
    with refused("opening_plies"):
        device.self_play(rules, games, network, 1, 4, opening_plies=-1)
    with refused("max_plies"):
        device.self_play(rules, games, network, 1, 4, max_plies=0)
    with refused("n"):
        device.open_games(rules, 0, jax.random.key(0))
