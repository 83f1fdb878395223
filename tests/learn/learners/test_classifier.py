"""The classifier: positions of games with who won, both splits, the dense network, and a proof that it learns."""

from __future__ import annotations

import dataclasses
import json
import random
from pathlib import Path

import jax
import numpy as np
import pytest
from refusals import refused
from run_helpers import iterate_to, results, undocumented

import boardai
from boardai.commands.train import main
from boardai.game import Game
from boardai.games.hex.stones_network import StonesNetwork
from boardai.learn.data.config import PositionsConfig
from boardai.learn.data.positions import PositionReader, Positions, load_positions
from boardai.learn.evaluation.config import ArenaConfig
from boardai.learn.learners.classifier import accuracies
from boardai.learn.learners.config import ClassifierConfig
from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.dense import DenseNetwork
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Network
from boardai.learn.runs.metrics import read_metrics
from boardai.learn.training.batch import TrainingBatch
from boardai.learn.training.config import LearnConfig
from boardai.records import RecordedGame

DENSE = NetworkConfig(architecture=DenseNetwork, blocks=1, channels=32, value_hidden=16, value_head="wdl")


def random_game(game: Game, seed: int) -> RecordedGame:
    rng, state, actions = random.Random(seed), game.initial_state(), list[int]()
    while not state.is_terminal():
        actions.append(rng.choice(state.legal_actions()))
        state.apply(actions[-1])
    return RecordedGame(game, game.initial_state(), tuple(actions), state.outcome(0))


@pytest.fixture(scope="module")
def lines(hex4: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """200 random games, as lines of moves."""
    path = tmp_path_factory.mktemp("games") / "games.dat"
    games = [random_game(hex4, seed) for seed in range(200)]
    path.write_text("".join(" ".join(one.moves()) + "\n" for one in games))
    return path


def filled(positions: Positions, game: Game, rows: list[int], seed: int | None = None) -> TrainingBatch:
    batch = TrainingBatch(game.observation_shape, game.policy_size, len(rows))
    positions.fill(batch, rows, seed)
    return batch


@pytest.mark.parametrize("spec", ["hex:size=4", "hex:size=4,view=absolute", "reversi:board=6x6", "chess"])
def test_every_position_behind_a_move_with_its_outcome_and_phase(spec: str) -> None:
    """Chess's planes are no bits: counters of moves are among them."""
    game = boardai.load(spec)
    one = random_game(game, 3)
    one = dataclasses.replace(one, actions=one.actions[-9:], start=list(one.states())[-10])
    reader = PositionReader(game, symmetries=False)
    assert reader.add(one, 7) == 9
    positions = reader.positions()
    batch = filled(positions, game, list(range(9)))
    for row, state in enumerate(list(one.states())[1:]):
        np.testing.assert_array_equal(batch.planes[row], state.observation())
        assert batch.outcome[row] == one.final_state().outcome(state.current_player())
    assert positions.phases.tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert positions.numbers.tolist() == [7] * 9 and positions.games == 1
    assert not batch.policy.any() and not batch.legal.any() and np.isnan(batch.moves_left).all()


def test_phases_of_a_game_of_45_moves_end_at_15_and_30() -> None:
    moves = boardai.load("hex", size=9)
    one = random_game(moves, 1)
    one = dataclasses.replace(one, actions=one.actions[:45], result=1)
    assert len(one.actions) == 45
    reader = PositionReader(moves, symmetries=False)
    reader.add(one, 0)
    assert np.flatnonzero(np.diff(reader.positions().phases)).tolist() == [14, 29]


def test_symmetries_show_the_same_position_turned(hex4: Game) -> None:
    one = random_game(hex4, 5)
    reader = PositionReader(hex4)
    reader.add(one, 0)
    positions, states = reader.positions(), list(one.states())[1:]
    seen = [{state.transformed(number).observation().tobytes() for number in (0, 1)} for state in states]
    shown: list[set[bytes]] = [set() for _ in states]
    for seed in range(20):
        batch = filled(positions, hex4, list(range(len(states))), seed)
        for row, planes in enumerate(batch.planes):
            shown[row].add(planes.tobytes())
    assert shown == seen


def test_what_is_left_out_stands_on_single_cells(lines: Path) -> None:
    game = boardai.load("hex", size=4, view="absolute")
    config = PositionsConfig(left_out=0.3, symmetries=False)
    learned, _ = load_positions([str(lines)], game, config, seed=1)
    rows = list(range(500))
    whole, less, again = (filled(learned, game, rows, seed).planes for seed in (None, 4, 4))
    np.testing.assert_array_equal(less, again)
    np.testing.assert_array_equal(whole[..., 2:], less[..., 2:])  # the board, and who moves
    assert (less <= whole).all()
    assert 0.25 < 1 - less[..., :2].sum() / whole[..., :2].sum() < 0.35
    with refused("positions.left_out"):
        PositionsConfig(left_out=1.0)


def test_by_game_no_game_is_on_both_sides_by_position_most_are(hex4: Game, lines: Path) -> None:
    for split in ("game", "position"):
        config = PositionsConfig(split=split, validation=0.3)  # type: ignore[arg-type]
        learned, held_out = load_positions([str(lines)], hex4, config, seed=1)
        total = len(learned) + len(held_out)
        assert total == sum(len(line.split()) for line in lines.read_text().splitlines())
        assert 0.2 < len(held_out) / total < 0.4
        both = np.intersect1d(learned.numbers, held_out.numbers)
        assert len(both) == 0 if split == "game" else len(both) > 150
        again, _ = load_positions([str(lines)], hex4, config, seed=1)
        assert again.digest() == learned.digest()
        assert load_positions([str(lines)], hex4, config, seed=2)[0].digest() != learned.digest()


def test_a_game_that_occurs_twice_is_on_one_side(hex4: Game, lines: Path, tmp_path: Path) -> None:
    twice = tmp_path / "twice.dat"
    twice.write_text(lines.read_text() * 2)
    learned, held_out = load_positions([str(twice)], hex4, PositionsConfig(), seed=1)
    texts = [{one.tobytes() for one in side._planes[:, 0][side.phases == 2]} for side in (learned, held_out)]
    # Random games of 4x4 hardly ever end in the same position.
    assert len(texts[0] & texts[1]) < 0.02 * len(texts[1])


def test_what_cannot_be_learned_from_is_named(hex4: Game, tmp_path: Path) -> None:
    path = tmp_path / "some.dat"
    path.write_text("a1 b1\na1 a1\n")
    reported: list[str] = []
    with refused("data", "some.dat"):
        load_positions([str(path)], hex4, PositionsConfig(), 0, reported.append)
    assert [text.removeprefix(str(path)) for text in reported] == [
        ":1: the winner is unknown",
        reported[1][len(str(path)) :],
    ]
    with refused("file"):
        load_positions([], hex4, PositionsConfig(), 0)
    with refused("positions.validation", "1"):
        PositionsConfig(validation=1.0)
    path.write_text("a1 b1 a2 b2 a3 b3 a4\n")
    with refused("7 positions", path):
        load_positions([str(path)], hex4, PositionsConfig(), 0)


def test_accuracies_are_counted(hex4: Game, lines: Path) -> None:
    _, held_out = load_positions([str(lines)], hex4, PositionsConfig(), seed=1)
    network = Network(hex4.observation_shape, hex4.policy_size, DENSE, 0)
    evaluator = Evaluator(network, network.parameters, network.statistics, 64)
    rows = np.arange(0, len(held_out), 3)
    found = accuracies(evaluator, held_out, rows)
    planes = filled(held_out, hex4, rows.tolist()).planes
    _, values = network.jitted_apply(network.parameters, network.statistics, planes)
    right = (np.asarray(values) > 0) == (held_out.outcomes[rows] > 0)
    assert found["validation_accuracy"] == pytest.approx(right.mean())
    endings = right[held_out.phases[rows] == 2]
    assert found["validation_accuracy_ending"] == pytest.approx(endings.mean())


@pytest.mark.parametrize("head", ["wdl", "scalar"])
def test_the_stones_network_predicts_black_s_result_for_either_side_to_move(head: str) -> None:
    game = boardai.load("hex", size=4, view="absolute")
    config = NetworkConfig(architecture=StonesNetwork, blocks=1, channels=8, value_hidden=8, value_head=head)  # type: ignore[arg-type]
    network = Network(game.observation_shape, game.policy_size, config, 0)
    planes = game.from_string("b1w1/4/1b2/4 w no-swap").observation()[None]
    other = planes.copy()
    other[..., -1] = 0
    outputs = [network.outputs(network.parameters, network.statistics, one) for one in (planes, other)]
    assert outputs[0].value[0] == pytest.approx(-outputs[1].value[0])
    if head == "wdl":
        assert outputs[0].value_logits is not None and outputs[1].value_logits is not None
        np.testing.assert_allclose(outputs[0].value_logits[0], outputs[1].value_logits[0][::-1], rtol=1e-6)
    # Two bits a cell, as the thesis has it.
    assert (
        network.parameters[jax.numpy.argmax(jax.numpy.array([leaf.size for leaf in network.parameters]))].shape[0] == 32
    )


@pytest.mark.parametrize("params", [{}, {"swap": True}])
def test_the_stones_network_needs_the_player_to_move(params: dict) -> None:
    config = NetworkConfig(architecture=StonesNetwork, blocks=1, channels=8)
    with_turn = boardai.load("hex", size=4, view="absolute", **params)
    Network(with_turn.observation_shape, with_turn.policy_size, config, 0)
    without = boardai.load("hex", size=4, **params)
    with refused("view=absolute"):
        Network(without.observation_shape, without.policy_size, config, 0)


def settings(lines: Path, **changes: object) -> ClassifierConfig:
    return ClassifierConfig(
        data=(str(lines),),
        iterations=3,
        steps=40,
        positions=PositionsConfig(split="position"),
        network=DENSE,
        learn=LearnConfig(batch_size=64, optimizer="adamw", learning_rate=3e-3),
        arena=ArenaConfig(every=0, games=2, final_games=2, opponents=("random",), policy_opponents=()),
        inference_rate_seconds=0,
        **changes,  # type: ignore[arg-type]
    )


@pytest.mark.thorough
def test_a_resumed_run_equals_one_that_was_not_stopped(hex4: Game, lines: Path, tmp_path: Path) -> None:
    config = settings(lines)
    iterate_to(3, tmp_path / "whole", hex4, config, "classifier")
    iterate_to(1, tmp_path / "parts", hex4, config, "classifier")
    iterate_to(3, tmp_path / "parts", hex4, config, "classifier")
    assert results(tmp_path / "whole") == results(tmp_path / "parts")


@pytest.mark.thorough
def test_the_command_learns_reports_accuracies_and_predicts(
    lines: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the preset, on a smaller board; of positions held out one by one it knows most, by heart."""
    folder = tmp_path / "run"
    words = ["--iterations", "4", "--steps", "100", "--network.channels", "64", "--learn.batch-size", "128"]
    words += ["--arena.final-games", "2", "--learn.learning-rate", "0.003", "--positions.split", "position"]
    words += ["--positions.left-out", "0.1"]
    main(["hex:size=4,view=absolute", "--learner", "classifier", "--data", str(lines), "--run", str(folder), *words])
    reported = capsys.readouterr().out
    assert "held out by position" in reported and "positions held out by position: " in reported
    lines_of = read_metrics(folder)
    assert not undocumented(folder)
    assert lines_of[-1]["validation_accuracy_ending"] > 0.8 > lines_of[-1]["validation_accuracy_opening"]
    report = json.loads((folder / "report.json").read_text())["held_out"]
    assert report["positions"] + report["learned_positions"] == sum(
        len(line.split()) for line in lines.read_text().splitlines()
    )
    run = boardai.learn.open_run(folder)
    game = boardai.load("hex", size=4)  # as the mover sees it: the run's game shows it otherwise
    states = [game.from_string("bb2/3w/2w1/4 b no-swap"), game.from_string("b3/b2w/b1w1/bw2 w no-swap")]
    found = run.predict([*states, *states])
    assert found.dtype == np.float64 and found.shape == (4,) and (found[:2] == found[2:]).all()
    assert found[1] == 1.0  # black has won
    absolute = [run.game.from_string(state.to_string()) for state in states]
    np.testing.assert_allclose(run.predict(absolute), found[:2])
    value = run.evaluate([absolute[0]]).values[0]
    assert found[0] == pytest.approx((1 + value) / 2, abs=1e-6)
