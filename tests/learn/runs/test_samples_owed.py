"""What training owes to new data is counted in samples, so that a run may continue with other settings at any time."""

import dataclasses
import itertools
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from run_helpers import iterate_to
from sampled import sampled

from boardai import learn
from boardai.game import Game
from boardai.learn.learners.config import OwnPlayConfig, QConfig, TrainConfig, ValueConfig, ValuePlayConfig
from boardai.learn.runs.metrics import read_metrics
from boardai.learn.self_play.replay import ReplayConfig, Samples


def config_of(learner: str, tiny: TrainConfig) -> Any:
    common: dict[str, Any] = {
        "seed": 7, "iterations": 3, "inference_rate_seconds": 0.0, "network": tiny.network, "learn": tiny.learn,
        "replay": dataclasses.replace(tiny.replay, capacity=1000), "arena": dataclasses.replace(tiny.arena, every=0),
    }  # fmt: skip
    if learner == "alphazero":
        return dataclasses.replace(tiny, **common)
    play = {"games_per_iteration": 17, "batch_size": 8}
    if learner == "value":
        return ValueConfig(play=ValuePlayConfig(**play), **common)
    return QConfig(play=OwnPlayConfig(**play), **common)


@pytest.mark.parametrize("learner", sampled(["alphazero", "value", "q"], ["value"], rest="slow"))
@pytest.mark.parametrize(("first", "then"), [(16, 64), (64, 16)])
def test_another_batch_size(learner: str, first: int, then: int, hex3: Game, tiny: TrainConfig, tmp_path: Path) -> None:
    config = config_of(learner, tiny)
    config = dataclasses.replace(config, learn=dataclasses.replace(config.learn, batch_size=first))
    iterate_to(3, tmp_path, hex3, config, learner)
    learn.resume(tmp_path, iterations=6, verbose=False, **{"learn.batch_size": then, "arena.final_games": 2})
    lines = read_metrics(tmp_path)
    steps = [line["steps"] for line in lines]
    samples = first * steps[2]
    for before, line in itertools.pairwise(lines[2:]):
        new = then * (line["steps"] - before["steps"])
        # Each iteration trains on its own positions, four times each, give or take what makes no whole step.
        assert abs(new - 4 * line["positions"]) < max(first, then)
        samples += new
    if learner == "alphazero":
        assert lines[-1]["replay_ratio"] == samples / sum(line["positions"] for line in lines)
        assert lines[-1]["replay_ratio"] == pytest.approx(4, abs=0.5)


@pytest.mark.parametrize(
    ("name", "value", "worth"), [("samples_per_new_position", 1.0, "positions"), ("samples_per_new_game", 8.0, "games")]
)
def test_another_ratio_is_for_what_is_new(
    name: str, value: float, worth: str, hex3: Game, tiny: TrainConfig, tmp_path: Path
) -> None:
    iterate_to(3, tmp_path, hex3, config_of("value", tiny), "value")
    learn.resume(tmp_path, iterations=5, verbose=False, **{f"replay.{name}": value, "arena.final_games": 2})
    lines = read_metrics(tmp_path)
    for before, line in itertools.pairwise(lines[2:]):
        assert abs(16 * (line["steps"] - before["steps"]) - value * line[worth]) < 16


@given(
    st.lists(st.tuples(st.integers(0, 300), st.sampled_from([1, 16, 100]), st.sampled_from([0.5, 4.0])), max_size=20)
)
def test_nothing_owed_is_lost_or_drawn_twice(iterations: list[tuple[int, int, float]]) -> None:
    samples, positions, worth = Samples(), 0, 0.0
    for new, batch_size, ratio in iterations:
        positions += new
        samples = samples.credited(ReplayConfig(minimum=1, samples_per_new_position=ratio), positions, 0)
        worth += ratio * (new if positions else 0)
        steps = samples.steps(batch_size)
        samples = samples.after(steps, batch_size)
        assert 0 <= samples.owed < batch_size
        assert samples.drawn + samples.owed == worth


def test_a_checkpoint_of_an_earlier_version(tiny: TrainConfig) -> None:
    class Before:
        steps, positions, games = 25, 101, 9

    assert Samples.restored(None, tiny, Before) == Samples(400, 4.0, 101, 9)  # continues as it would have
    larger = dataclasses.replace(tiny, learn=dataclasses.replace(tiny.learn, batch_size=64))
    assert Samples.restored(None, larger, Before).owed == 0
    Before.steps = 0
    assert Samples.restored(None, tiny, Before) == Samples()
