"""What may be predicted besides policy and value: each declaration has its settings, its head and its column."""

import dataclasses

import jax
import numpy as np
import pytest
from made_games import random_games
from refusals import refused

import boardai
from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.network import Network
from boardai.learn.self_play.replay import ReplayBuffer, ReplayConfig
from boardai.learn.targets import TARGETS
from boardai.learn.training.batch import TrainingBatch
from boardai.learn.training.config import LossConfig
from boardai.learn.training.losses import auxiliary_columns, losses

CELLS = {"chess": 6, "hex:size=5": 1, "reversi:board=6x6": 1}


def test_every_target_has_a_head_and_a_weight_to_set() -> None:
    heads = {field.name: field.default for field in dataclasses.fields(NetworkConfig)}
    weights = {field.name: field.default for field in dataclasses.fields(LossConfig)}
    for name, target in TARGETS.items():
        assert heads[name] == (0 if target.head == "cells" else False)
        assert weights[name] == 0.0
        with refused(f"learn.loss.{name}"):
            LossConfig(**{name: -1.0})


@pytest.mark.parametrize("spec", CELLS)
def test_heads_say_what_the_buffer_knows(spec: str) -> None:
    """What a head says has the shape of its column, and being wrong costs something, of real games."""
    game = boardai.load(spec)
    every = {name: CELLS[spec] if target.head == "cells" else True for name, target in TARGETS.items()}
    network = Network(game.observation_shape, game.policy_size, NetworkConfig(blocks=1, channels=8, **every), 0)
    assert network.heads.auxiliary.keys() == TARGETS.keys()
    config = LossConfig(**dict.fromkeys(TARGETS, 1.0))
    columns = auxiliary_columns(config, network)
    assert columns.keys() == {target.column for target in TARGETS.values() if target.column}

    data, _ = random_games(game, 4, 5, max_plies=500)
    buffer = ReplayBuffer(game, ReplayConfig(capacity=1000, minimum=1))
    buffer.add_games([data], 1)
    batch = TrainingBatch(game.observation_shape, game.policy_size, 32, columns)
    buffer.sample_into(batch, 7)
    outputs = jax.jit(network.outputs)(network.parameters, network.statistics, batch.planes)
    total, metrics = jax.jit(lambda message, arrays: losses(message, arrays, config))(outputs, batch.arrays())
    assert np.isfinite(total)
    for name in TARGETS:
        assert metrics[f"{name}_loss"] > 0, name


def test_a_weight_without_its_head_is_refused() -> None:
    game = boardai.load("hex:size=5")
    network = Network(game.observation_shape, game.policy_size, NetworkConfig(blocks=1, channels=8), 0)
    for name in TARGETS:
        with refused(f"learn.loss.{name}", f"network.{name}"):
            auxiliary_columns(LossConfig(**{name: 0.5}), network)
