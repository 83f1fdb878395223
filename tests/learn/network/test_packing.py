"""What goes to a device and comes back: packed planes and legal logits alone change nothing that is played."""

import dataclasses
import random
from pathlib import Path

import numpy as np
import pytest
from refusals import refused

import boardai
from boardai.learn.learners.config import TrainConfig
from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Network
from boardai.learn.network.packing import PackedPlanes
from boardai.learn.self_play.config import SelfPlayConfig
from boardai.learn.self_play.game_files import read_games
from boardai.learn.self_play.self_play import SelfPlayGroups, legal_indices, new_self_play


def observations(game: boardai.Game, count: int) -> np.ndarray:
    """Planes of random games."""
    state, rng, planes = game.initial_state(), random.Random(1), []
    while len(planes) < count:
        state = game.initial_state() if state.is_terminal() else state
        planes.append(state.observation())
        state.apply(rng.choice(state.legal_actions()))
    return np.stack(planes)


@pytest.mark.parametrize(
    ("spec", "numbers", "fields"),
    [("chess:history=0", (15, 20), ()), ("hex:size=4", (), ()), ("hex:size=9,edges=true", (), (3, 4, 5, 6))],
)
def test_packed_planes_come_back(spec: str, numbers: tuple[int, ...], fields: tuple[int, ...]) -> None:
    game = boardai.load(spec)
    network = Network(game.observation_shape, game.policy_size, NetworkConfig(blocks=0, channels=4), 0)
    packing = PackedPlanes.of(network, game)
    assert packing.numbers == numbers  # chess: the move number and the plies without progress
    assert packing.fields == fields  # Hex: distances from edges
    planes = observations(game, 16)
    bits, counted, whole = packing.packed(planes)  # type: ignore[misc]
    assert bits.nbytes + counted.nbytes < planes.nbytes / 25
    assert whole.nbytes == planes[..., fields].nbytes
    assert np.array_equal(packing.expanded(bits, counted, whole), planes)
    # An unknown plane, or a number that differs over the board, is evaluated as it is.
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


@pytest.mark.thorough
def test_a_run_plays_the_same(tiny: TrainConfig, train_here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    pack, calls = PackedPlanes.packed, []
    monkeypatch.setattr(PackedPlanes, "packed", lambda self, planes: [calls.append(1), pack(self, planes)][1])
    for name, packed in (("plain", False), ("packed", True)):
        train_here(tmp_path / name, 1, selfplay=dataclasses.replace(tiny.selfplay, packed=packed))
        assert bool(calls) == packed
    file = Path("games", "000001.games")
    assert read_games(tmp_path / "packed" / file) == read_games(tmp_path / "plain" / file)


@pytest.fixture(scope="module")
def chess() -> tuple[boardai.Game, Network]:
    """Chess, and a network that cannot play it."""
    game = boardai.load("chess", history=0)
    return game, Network(game.observation_shape, game.policy_size, NetworkConfig(blocks=1, channels=8), 3)


@pytest.mark.parametrize("packed", [False, True])
def test_legal_logits_alone(chess: tuple[boardai.Game, Network], packed: bool) -> None:
    game, network = chess
    packing = PackedPlanes.of(network, game) if packed else None
    evaluator = Evaluator(network, network.parameters, network.statistics, 16, packing=packing)
    planes = observations(game, 16)
    asked = np.random.default_rng(0).integers(0, game.policy_size, (16, 32)).astype(np.int32)
    (logits, values), (all_logits, all_values) = evaluator(planes, 11, asked), evaluator(planes, 11)
    assert logits.shape == (11, 32)
    assert np.array_equal(logits, np.take_along_axis(all_logits, asked[:11], axis=1))
    assert np.array_equal(values, all_values)


@pytest.mark.parametrize("quiet_plies", [0, 4])
def test_legal_logits_alone_play_the_same(chess: tuple[boardai.Game, Network], quiet_plies: int) -> None:
    game, network = chess
    config = SelfPlayConfig(
        games=4, games_per_iteration=4, simulations=4, max_plies=40, quiet_plies=quiet_plies, cache_mb=1
    )
    evaluator = Evaluator(network, network.parameters, network.statistics, config.batch_rows)
    widths = []

    def watched(planes: np.ndarray, rows: int, asked: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
        widths.append(game.policy_size if asked is None else asked.shape[1])
        return evaluator(planes, rows, asked)

    watched.planes, watched.computed_rows = evaluator.planes, evaluator.computed_rows  # type: ignore[attr-defined]
    watched.policy_size, watched.batch_size = evaluator.policy_size, evaluator.batch_size  # type: ignore[attr-defined]
    whole, legal = (
        SelfPlayGroups(game, dataclasses.replace(config, legal_logits=alone), 5).play(watched, 1).parts  # type: ignore[arg-type]
        for alone in (False, True)
    )
    assert whole == legal
    assert set(widths) - {game.policy_size} <= {32, 64, 128}
    assert game.policy_size in widths and min(widths) < 128


def test_all_logits_where_most_are_legal(hex3: boardai.Game) -> None:
    """Nothing would be saved; a row that asks about more than there is room for is refused."""
    network = Network(hex3.observation_shape, hex3.policy_size, NetworkConfig(blocks=0, channels=4), 0)
    evaluator = Evaluator(network, network.parameters, network.statistics, 4)
    group = new_self_play(hex3, SelfPlayConfig(games=4, simulations=4), 0, 0)
    planes = evaluator.planes()
    rows = group.select(planes, planes.size)
    assert rows == 4 and group.most_asked() == 9
    assert legal_indices(group, rows, evaluator) is None
    narrow = np.zeros((4, 5), np.int32)
    with refused("indices", "5", "9"):
        group.asked(narrow, narrow.size, 5)
    indices, logits, values = np.ones((4, 12), np.int32), np.zeros((4, 12), np.float32), np.zeros(4, np.float32)
    group.asked(indices, indices.size, 12)
    assert np.array_equal(np.sort(indices[:, :9]), [range(9)] * 4) and not indices[:, 9:].any()
    logits[2, 8], logits[:, 9:] = np.inf, np.nan
    with refused("row 2"):
        group.backup_asked(logits, logits.size, 12, values, 4)
    logits[2, 8] = 0
    group.backup_asked(logits, logits.size, 12, values, 4)  # what no action asks about does not matter
    assert group.most_asked() == 0
