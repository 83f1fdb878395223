"""Trains a tiny run and kills it, as a process of its own: kill_run.py FOLDER KILLS SEED KIND.

KIND is `off` or `on`, of the setting `overlap`, or `device`: its games are played on the device; or `muzero`, a run of
that learner.

Every attempt is a forked child; the parent sends it SIGKILL at a random moment, KILLS times, then lets it finish. A
kill may cost the iteration under way and no more.
FOLDER/reference is a run that was not killed, FOLDER/killed the other one.
"""

import dataclasses
import os
import random
import shutil
import signal
import sys
import time
from pathlib import Path

import boardai
from boardai.learn.evaluation.config import ArenaConfig
from boardai.learn.learners.config import TrainConfig
from boardai.learn.muzero.config import LatentPlayConfig, MuZeroConfig
from boardai.learn.network.config import NetworkConfig
from boardai.learn.runs.checkpoint import checkpoints
from boardai.learn.runs.config import RunConfig
from boardai.learn.runs.folder import RunFolder
from boardai.learn.runs.metrics import read_metrics
from boardai.learn.runs.run import Run
from boardai.learn.self_play.config import SelfPlayConfig
from boardai.learn.self_play.replay import ReplayConfig
from boardai.learn.training.config import LearnConfig

ITERATIONS = 4
CONFIG = TrainConfig(
    seed=3,
    iterations=ITERATIONS,
    keep_checkpoints=2,
    inference_rate_seconds=0,
    network=NetworkConfig(blocks=0, channels=4, policy_channels=1, value_channels=1, value_hidden=4),
    selfplay=SelfPlayConfig(games=4, games_per_iteration=9, simulations=4),
    replay=ReplayConfig(capacity=100, minimum=20),
    learn=LearnConfig(batch_size=8),
    arena=ArenaConfig(every=0, games=2, final_games=2, simulations=2, opening_plies=1),
)


class Quiet:
    """A reporter that says nothing."""

    def message(self, text: str) -> None: ...
    def phase(self, name: str, done: int, total: int) -> None: ...
    def iteration(self, line: dict, seconds_left: float | None) -> None: ...
    def final(self, report: dict) -> None: ...


def kept(path: Path) -> int:
    """How many iterations must be there after a kill: all but the one under way, whose metrics come first."""
    if not (path / "run.json").exists():
        return 0
    lines = [int(line["iteration"]) for line in read_metrics(path)]
    return max([0, *(iteration - 1 for iteration in lines), *checkpoints(path / "checkpoints")])


def train(path: Path, config: RunConfig) -> None:
    """Continues the run, from wherever it is."""
    learner = "muzero" if isinstance(config, MuZeroConfig) else "alphazero"
    expected = kept(path)
    game = boardai.load("hex", size=3)
    if (path / "run.json").exists():
        folder = RunFolder.resume(path, "test")
    else:
        folder = RunFolder.create(path, game.spec, config, "test", learner)
    with folder:
        run = Run(game, folder.config, Quiet(), learner=learner)
        run.start(folder)
        if run.progress.iteration < expected:
            raise AssertionError(f"continues after iteration {run.progress.iteration}, had completed {expected}")
        while run.progress.iteration < ITERATIONS:
            run.iterate()


def start(path: Path, config: RunConfig) -> int:
    """Trains in a child; returns its process number."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            train(path, config)
            code = 0
        finally:
            os._exit(code)
    return child


def finish(child: int) -> None:
    """Waits for a child that must succeed."""
    _, status = os.waitpid(child, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"the run failed: status {status}")


def config_of(kind: str) -> RunConfig:
    """The settings."""
    if kind == "muzero":
        return MuZeroConfig(
            unroll_steps=2,
            network=dataclasses.replace(CONFIG.network, architecture="muzero"),
            play=LatentPlayConfig(games_per_iteration=9, batch_size=9, simulations=4),
            **{
                name: getattr(CONFIG, name)
                for name in ("seed", "iterations", "keep_checkpoints", "replay", "learn", "arena")
            },
        )
    if kind != "device":
        return dataclasses.replace(CONFIG, overlap=kind)
    on_device = {"device": True, "endings": False}
    return dataclasses.replace(CONFIG, selfplay=dataclasses.replace(CONFIG.selfplay, **on_device))


def main(folder: Path, kills: int, seed: int, kind: str) -> None:
    """The whole experiment."""
    rng, config = random.Random(seed), config_of(kind)
    began = time.monotonic()
    finish(start(folder / "reference", config))
    whole = time.monotonic() - began
    path = folder / "killed"
    done = 0
    while done < kills:
        child = start(path, config)
        time.sleep(rng.uniform(0.2, 0.9) * whole)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if os.waitstatus_to_exitcode(status) == -signal.SIGKILL:
            done += 1
        elif os.waitstatus_to_exitcode(status) != 0:
            sys.exit(f"the run failed after {done} kills: status {status}")
        else:  # it was done before the signal came: the next kills hit a run of their own
            shutil.rmtree(path)
    finish(start(path, config))
    print(f"{done} kills")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
