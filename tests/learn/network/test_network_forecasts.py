"""Forecasts of networks for searches: draws and plies left; and policies that are no planes of the board."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import pytest
from refusals import refused

import boardai
from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Network
from boardai.players.player import Turn
from boardai.players.searches import network_search

SMALL = {"blocks": 1, "channels": 8, "value_hidden": 8}


def evaluator_of(size: int, **heads: object) -> tuple[Network, Evaluator]:
    game = boardai.load("hex", size=3)
    network = Network(game.observation_shape, game.policy_size, NetworkConfig(**SMALL, **heads), seed=1)
    return network, Evaluator(network, network.parameters, network.statistics, size)


@pytest.mark.thorough
def test_forecasts_are_what_the_heads_say() -> None:
    network, evaluator = evaluator_of(16, value_head="wdl", moves_left=True)
    planes = np.random.default_rng(0).random((16, *network.shape)).astype(np.float32)
    logits, values = evaluator(planes)
    reported = evaluator.with_forecasts(True, True)
    same_logits, forecasts = reported(planes, 11)
    assert not evaluator.has_forecasts and reported.has_forecasts
    assert forecasts.shape == (11, 3)
    predicted = network.outputs(network.parameters, network.statistics, jnp.asarray(planes))
    draws = np.exp(predicted.value_logits)[:, 1] / np.exp(predicted.value_logits).sum(axis=1)
    np.testing.assert_allclose(same_logits, logits[:11], atol=1e-5)
    np.testing.assert_allclose(forecasts[:, 0], values[:11], atol=1e-5)
    np.testing.assert_allclose(forecasts[:, 1], draws[:11], atol=1e-5)
    np.testing.assert_allclose(forecasts[:, 2], predicted.auxiliary["moves_left"][:11], rtol=1e-4)


def test_a_network_without_the_head_is_refused() -> None:
    _, plain = evaluator_of(4)
    with refused("draw_score"):
        plain.with_forecasts(True, False)
    with refused("moves_left_effect"):
        plain.with_forecasts(False, True)
    _, half = evaluator_of(4, moves_left=True)
    assert (half.with_forecasts(False, True)(half.planes())[1][:, 1] == 0).all()


@pytest.mark.parametrize("reuse", [False, True])
def test_agents_search_by_forecasts(reuse: bool) -> None:
    game = boardai.load("hex", size=3)
    _, evaluator = evaluator_of(4, value_head="wdl", moves_left=True)
    text = f"puct:simulations=12,draw_score=-0.2,moves_left_effect=0.3,moves_left_threshold=0,reuse={reuse}"
    player = network_search(text).player(game, evaluator, 1)
    state = game.initial_state()
    thoughts = player.think_many([Turn(state, game=number, actions=[]) for number in range(3)])
    assert [state.is_legal(thought.action) for thought in thoughts] == [True] * 3
    assert player.think(state).action in state.legal_actions()
    with refused("moves_left_effect"):
        network_search(text).player(game, evaluator_of(4, value_head="wdl")[1], 1)


def test_convolutions_say_lc0_moves_by_planes() -> None:
    game = boardai.load("chess", encoding="lc0", history=0)
    config = NetworkConfig(**SMALL, policy_head="conv")
    network = Network(game.observation_shape, game.policy_size, config, 1, policy_cells=game.policy_cells)
    planes_alone = Network(game.observation_shape, 73 * 64, config, 1)
    planes = jnp.asarray(game.initial_state().observation()[None])
    logits, _ = network.apply(network.parameters, network.statistics, planes)
    whole, _ = planes_alone.apply(network.parameters, network.statistics, planes)
    assert logits.shape == (1, 1858)
    np.testing.assert_array_equal(np.asarray(logits)[0], np.asarray(whole)[0, list(game.policy_cells)])
    with refused("canvas"):
        Network(game.observation_shape, 1858, NetworkConfig(canvas=9, board_plane=0), 1, policy_cells=game.policy_cells)
