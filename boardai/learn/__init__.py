"""Learning: trains networks and evaluations from random weights, measures their strength, and stores runs in folders.

    run = boardai.learn.train("hex:size=5", minutes=2)

`train` and `resume` make runs, `open_run` opens one; `self_play_games`, `run_games` and `labelled_positions` return
positions as arrays. The packages, in the order in which an iteration of AlphaZero uses them:

    network            the function: planes to policy and value
    self_play          games of the network with itself, and the replay buffer that keeps their positions
    training           the loss, the schedule, gradient descent
    evaluation         matches that measure a run, ratings
    learners           what is learned and how, step by step: AlphaZero, supervised, value only
    muzero             the learner of a model of the game to search in
    runs               the loop around a learner, its folder, checkpoints, metrics, presets
    linear_evaluation  learners of linear evaluations: TD(lambda), TD-leaf, MOUSE(mu)
    data               positions from elsewhere: datasets, labels, arrays
    reports            output of a run: pictures, exported weights, studies

Each package's docstring lists its inputs and outputs. Settings are defined next to the code that reads them;
settings.py reads and checks them all. targets.py declares what a network may predict besides policy and value;
stages.py names the steps that self-play and learner spend their time on. docs/alphazero.md describes the packages in
this order.
"""

from typing import TYPE_CHECKING

from boardai.basics.lazy_import import lazy_import as _lazy_import

if TYPE_CHECKING:
    from boardai.learn.data.arrays import PositionArrays, labelled_positions, run_games, self_play_games
    from boardai.learn.network.config import NetworkConfig
    from boardai.learn.network.flax_network import FlaxNetwork
    from boardai.learn.runs.trained_run import Evaluation, Metrics, TrainedRun, open_run
    from boardai.learn.train_and_resume import resume, train

__all__ = [
    "Evaluation",
    "FlaxNetwork",
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

_ARRAYS = ("PositionArrays", "labelled_positions", "run_games", "self_play_games")
_TRAINED_RUN = ("Evaluation", "Metrics", "TrainedRun", "open_run")
# JAX takes a second to load.
__getattr__, __dir__ = _lazy_import(
    __name__,
    {
        **dict.fromkeys(_ARRAYS, "boardai.learn.data.arrays"),
        **dict.fromkeys(_TRAINED_RUN, "boardai.learn.runs.trained_run"),
        **dict.fromkeys(("resume", "train"), "boardai.learn.train_and_resume"),
        "FlaxNetwork": "boardai.learn.network.flax_network",
        "NetworkConfig": "boardai.learn.network.config",
    },
)
