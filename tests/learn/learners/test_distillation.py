"""Distillation: the teacher's targets, what a student learns of them, resuming, refusals."""

import os
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from refusals import refused
from run_helpers import ALPHAZERO, iterate_to, results, undocumented

import boardai
from boardai.game import Game
from boardai.learn.data.config import ExamplesConfig
from boardai.learn.data.datasets import Label
from boardai.learn.data.examples import Examples
from boardai.learn.evaluation.config import ArenaConfig
from boardai.learn.learners.config import SupervisedConfig
from boardai.learn.learners.distillation import DistilledExamples, NetworkTeacher
from boardai.learn.network.config import NetworkConfig
from boardai.learn.runs.metrics import read_metrics
from boardai.learn.training.batch import TrainingBatch
from boardai.learn.training.config import LearnConfig
from boardai.records import RecordedGame

TINY = NetworkConfig(blocks=1, channels=8, policy_channels=2, value_channels=2, value_hidden=8)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Random games on 3x3, one a line."""
    hex3, rng = boardai.load("hex", size=3), random.Random(1)
    lines = []
    for _ in range(120):
        state = hex3.initial_state()
        while not state.is_terminal() and rng.random() < 0.8:
            state.apply(rng.choice(state.legal_actions()))
        if not state.is_terminal():
            lines.append(state.to_string() + "\n")
    file = tmp_path_factory.mktemp("games") / "some.positions"
    file.write_text("".join(lines))
    return file


@pytest.fixture(scope="module")
def teacher(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that has hardly learned anything, but has opinions all the same."""
    from boardai.learn import train

    folder = tmp_path_factory.mktemp("teacher") / "run"
    train("hex:size=3", run=folder, iterations=1, verbose=False, **ALPHAZERO)
    return folder


def student(data: Path, teacher: Path, **changes: object) -> SupervisedConfig:
    settings: dict = {
        "data": (str(data),),
        "teacher": str(teacher),
        "seed": 3,
        "iterations": 4,
        "steps": 10,
        "network": TINY,
        "learn": LearnConfig(batch_size=16, warmup_steps=5),
        "arena": ArenaConfig(every=0, final_games=2),
    }
    return SupervisedConfig(**{**settings, **changes})


def distilled(game: Game, run: Path, **settings: object) -> tuple[Examples, DistilledExamples]:
    positions = Examples(game)
    played = RecordedGame(game, game.initial_state(), (0, 4, 1), 1, place="here")
    positions.add(played, [Label(ply, float((-1) ** ply), policy={played.actions[ply]: 1.0}) for ply in range(3)])
    return positions, DistilledExamples(positions, NetworkTeacher(str(run), game), ExamplesConfig(**settings))


def filled(positions: DistilledExamples, rows: list[int], seed: int | None = None) -> TrainingBatch:
    batch = TrainingBatch(positions.game.observation_shape, positions.game.policy_size, len(rows))
    positions.fill(batch, rows, seed)
    return batch


@pytest.mark.thorough
def test_targets_are_what_the_teacher_says(hex3: Game, teacher: Path) -> None:
    positions, taught = distilled(hex3, teacher)
    batch, states = filled(taught, [0, 1, 2]), [positions.state(row) for row in range(3)]
    policies, values = boardai.learn.open_run(teacher).evaluate(states)
    np.testing.assert_allclose(batch.policy, policies, atol=1e-5)
    np.testing.assert_allclose(batch.outcome, values, atol=1e-5)
    assert taught.with_policy == len(taught) == 3 and taught.digest() == positions.digest()
    # A tenth of the games' results, and the moves of the games.
    _, mixed = distilled(hex3, teacher, result_share=0.1, policy="played")
    batch = filled(mixed, [0, 1, 2])
    np.testing.assert_allclose(batch.outcome, 0.9 * values + 0.1 * np.array([1, -1, 1]), atol=1e-5)
    assert [int(line.argmax()) for line in batch.policy] == [states[i].policy_index(a) for i, a in enumerate((0, 4, 1))]


def test_the_teacher_sees_the_symmetry_that_the_student_sees(hex3: Game, teacher: Path) -> None:
    positions, taught = distilled(hex3, teacher)
    state = positions.state(2)
    views = [state.transformed(symmetry) for symmetry in range(state.symmetry_count())]
    policies, values = boardai.learn.open_run(teacher).evaluate(views)
    batch = filled(taught, [2] * 32, seed=5)
    seen = set()
    for line in range(32):
        symmetry = next(k for k, view in enumerate(views) if (view.observation() == batch.planes[line]).all())
        np.testing.assert_allclose(batch.policy[line], policies[symmetry], atol=1e-5)
        assert batch.outcome[line] == pytest.approx(values[symmetry], abs=1e-5)
        seen.add(symmetry)
    assert len(seen) == len(views)


@pytest.mark.thorough
def test_a_student_comes_to_say_what_its_teacher_says(games: Path, teacher: Path, hex3: Game, tmp_path: Path) -> None:
    learn = LearnConfig(batch_size=32, warmup_steps=10, learning_rate=0.02)
    config = student(games, teacher, iterations=2, steps=120, learn=learn, network=replace(TINY, channels=16))
    held_out = iterate_to(2, tmp_path / "run", hex3, config, "supervised").method.held_out
    last = read_metrics(tmp_path / "run")[-1]
    assert last["validation_value_correlation"] > 0.7
    # No policy has less cross-entropy than the teacher's own, and one that knows nothing has a good deal more.
    batch = filled(held_out, list(range(len(held_out))))
    taught, legal = batch.policy.astype(np.float64), batch.legal.sum(axis=1)
    least = float(np.mean(-np.sum(taught * np.log(np.where(taught > 0, taught, 1)), axis=1)))
    found, knowing_nothing = last["validation_policy_loss"], float(np.mean(np.log(legal)))
    assert least - 1e-6 <= found < least + 0.5 * (knowing_nothing - least)
    assert undocumented(tmp_path / "run") == set()


@pytest.mark.thorough
def test_a_resumed_run_equals_one_that_was_not_stopped(games: Path, teacher: Path, hex3: Game, tmp_path: Path) -> None:
    config = student(games, teacher)
    iterate_to(2, tmp_path / "whole", hex3, config, "supervised")
    iterate_to(1, tmp_path / "parts", hex3, config, "supervised")
    iterate_to(2, tmp_path / "parts", hex3, config, "supervised")
    assert results(tmp_path / "whole") == results(tmp_path / "parts")


def test_another_teacher_is_noticed(games: Path, teacher: Path, hex3: Game, tmp_path: Path) -> None:
    method = iterate_to(1, tmp_path / "run", hex3, student(games, teacher), "supervised").method
    saved = method.saved()
    saved.state["teacher"] = "another"
    with refused("teacher"):
        method.restore(saved, 1, lambda done, total: None)


def test_what_does_not_fit_is_refused(games: Path, teacher: Path, hex3: Game, tmp_path: Path) -> None:
    for run in (tmp_path, tmp_path / "nothing"):
        with refused("teacher"):
            NetworkTeacher(str(run), hex3)
    with refused("teacher"):
        NetworkTeacher(str(teacher), boardai.load("hex", size=4))
    with refused("teacher"):
        NetworkTeacher("shipped", hex3)  # none ships for this board
    with refused("examples.result_share"):  # positions do not say how their games ended
        config = student(games, teacher, examples=ExamplesConfig(result_share=0.5))
        iterate_to(1, tmp_path / "run", hex3, config, "supervised")


def test_the_folder_is_found_from_elsewhere(teacher: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(teacher.parent)
    assert SupervisedConfig(teacher=teacher.name).teacher == os.fspath(teacher)
    assert SupervisedConfig(teacher="shipped").teacher == "shipped"
