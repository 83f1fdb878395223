"""Planes as bits: expanded they are what they were, and whoever plays with them plays the same."""

import dataclasses
import random
from pathlib import Path

import numpy as np
import pytest

import boardai
from boardai.learn.learners.config import TrainConfig
from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Network
from boardai.learn.network.packing import PackedPlanes
from boardai.learn.self_play.game_files import read_games


def observations(game: boardai.Game, count: int) -> np.ndarray:
    """Planes of random games."""
    state, rng, planes = game.initial_state(), random.Random(1), []
    while len(planes) < count:
        state = game.initial_state() if state.is_terminal() else state
        planes.append(state.observation())
        state.apply(rng.choice(state.legal_actions()))
    return np.stack(planes)


@pytest.mark.parametrize(("spec", "numbers"), [("chess:history=0", (15, 20)), ("hex:size=4", ())])
def test_packed_planes_come_back(spec: str, numbers: tuple[int, ...]) -> None:
    game = boardai.load(spec)
    network = Network(game.observation_shape, game.policy_size, NetworkConfig(blocks=0, channels=4), 0)
    packing = PackedPlanes.of(network, game)
    assert packing.numbers == numbers  # chess: the move number and the plies without progress
    planes = observations(game, 16)
    bits, counted = packing.packed(planes)  # type: ignore[misc]
    assert bits.nbytes + counted.nbytes < planes.nbytes / 25
    assert np.array_equal(packing.expanded(bits, counted), planes)
    # A plane that nobody has seen so, or a number that differs over the board, is evaluated as it is.
    odd = planes.copy()
    odd[3, 0, 1, 0] = 0.5
    uneven = planes.copy()
    uneven[5, 2, 2, numbers[0] if numbers else 0] += 2
    assert packing.packed(odd) is None is packing.packed(uneven)
    packed, plain = (
        Evaluator(network, network.parameters, network.statistics, 16, packing=one) for one in (packing, None)
    )
    for given in (planes, odd):
        for got, want in zip(packed(given, 11), plain(given, 11), strict=True):
            assert np.array_equal(got, want)


def test_a_run_plays_the_same(tiny: TrainConfig, train_here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    pack, calls = PackedPlanes.packed, []
    monkeypatch.setattr(PackedPlanes, "packed", lambda self, planes: [calls.append(1), pack(self, planes)][1])
    for name, packed in (("plain", False), ("packed", True)):
        train_here(tmp_path / name, 1, selfplay=dataclasses.replace(tiny.selfplay, packed=packed))
        assert bool(calls) == packed
    file = Path("games", "000001.games")
    assert read_games(tmp_path / "packed" / file) == read_games(tmp_path / "plain" / file)
