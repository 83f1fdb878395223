"""What several tests of the page share."""

from __future__ import annotations

from typing import Any

import pytest

import boardai
from boardai.learn.runs.trained_run import TrainedRun, open_run


@pytest.fixture(scope="session")
def small_run(tmp_path_factory: pytest.TempPathFactory) -> TrainedRun:
    """A run of one iteration, which no test changes."""
    small: dict[str, Any] = {
        "selfplay.games_per_iteration": 16, "replay.minimum": 32, "learn.batch_size": 32, "network.blocks": 1,
        "network.channels": 8, "inference_rate_seconds": 0.0, "arena.final_games": 2,
    }  # fmt: skip
    folder = tmp_path_factory.mktemp("runs") / "hex3"
    boardai.learn.train("hex:size=3", iterations=1, run=folder, verbose=False, **small)
    return open_run(folder)
