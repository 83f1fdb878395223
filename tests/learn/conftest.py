"""Fixtures of the learning tests: a game so small that a whole run takes seconds."""

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from run_helpers import Silent, iterate_to

import boardai
from boardai.game import Game
from boardai.learn.evaluation.config import ArenaConfig
from boardai.learn.learners.config import TrainConfig
from boardai.learn.network.config import NetworkConfig
from boardai.learn.self_play.config import SelfPlayConfig, StartsConfig
from boardai.learn.self_play.replay import ReplayConfig
from boardai.learn.training.config import LearnConfig
from boardai.search.solvers.truth_file import TruthSettings, make_truth


@pytest.fixture(scope="session")
def hex3_truth(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Thirty positions of Hex 3x3 with the exact values of all moves."""
    path = tmp_path_factory.mktemp("truth") / "hex3.jsonl"
    make_truth(path, boardai.load("hex", size=3), TruthSettings(positions=30))
    return path


@pytest.fixture(scope="session")
def tiny(hex3_truth: Path) -> TrainConfig:
    """Settings of a run of a few seconds, with a buffer that overflows, short matches on the way and exact values."""
    return TrainConfig(
        seed=7,
        iterations=4,
        keep_checkpoints=2,
        inference_rate_seconds=0.05,
        network=NetworkConfig(blocks=1, channels=8, policy_channels=2, value_channels=2, value_hidden=8),
        selfplay=SelfPlayConfig(
            games=8, games_per_iteration=17, simulations=6, cache_mb=1, starts=StartsConfig(random_plies=1)
        ),
        replay=ReplayConfig(capacity=150, minimum=40),
        learn=LearnConfig(batch_size=16, shards=2, warmup_steps=10),
        arena=ArenaConfig(every=2, games=4, final_games=4, simulations=4, opening_plies=1, truth=str(hex3_truth)),
    )


@pytest.fixture
def silent() -> Silent:
    """A reporter that prints nothing."""
    return Silent()


@pytest.fixture(scope="session")
def train_here(hex3: Game, tiny: TrainConfig):  # type: ignore[no-untyped-def]
    """`iterate_to` for AlphaZero on Hex 3x3 with tiny settings, some of them changed."""

    def train(path: Path, iterations: int, reporter: Silent | None = None, **changes: object) -> Any:
        return iterate_to(iterations, path, hex3, dataclasses.replace(tiny, **changes), reporter=reporter)

    return train
