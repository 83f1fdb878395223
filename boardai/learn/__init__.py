"""Learning: the network, self-play, replay, training runs.

    run = boardai.learn.train("hex:size=5", minutes=2)

`train` and `resume` make runs, `open_run` opens one; `self_play_games`, `run_games` and `labelled_positions` give
positions as arrays. Everything else in here is what these are made of.
"""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING
from typing import Any as _Any

if TYPE_CHECKING:
    from boardai.learn.arrays import PositionArrays, labelled_positions, run_games, self_play_games
    from boardai.learn.config import NetworkConfig
    from boardai.learn.trained_run import Evaluation, Metrics, TrainedRun, open_run
    from boardai.learn.training import resume, train

# At first use: JAX takes a second to load.
_LATER = {
    "Evaluation": "trained_run",
    "Metrics": "trained_run",
    "NetworkConfig": "config",
    "PositionArrays": "arrays",
    "TrainedRun": "trained_run",
    "labelled_positions": "arrays",
    "open_run": "trained_run",
    "resume": "training",
    "run_games": "arrays",
    "self_play_games": "arrays",
    "train": "training",
}

__all__ = [
    "Evaluation",
    "Metrics",
    "NetworkConfig",
    "PositionArrays",
    "TrainedRun",
    "labelled_positions",
    "open_run",
    "resume",
    "run_games",
    "self_play_games",
    "train",
]


def __getattr__(name: str) -> _Any:
    if name not in _LATER:
        raise AttributeError(f"module 'boardai.learn' has no attribute {name!r}")
    return getattr(_import_module(f"boardai.learn.{_LATER[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
