"""What play during training gains: play_alongside_training.py FOLDER WORKERS [STEP].

One run on a local Ray cluster, whose learner trains alternately with play and during play, a few iterations each, again
and again: so other work on the machine slows both alike. With STEP the learner waits this many seconds for each
training step instead of computing it, as for an accelerator; else training takes processors from the workers.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import boardai
from boardai.cluster import connected

ITERATIONS, ROUNDS = 6, 6  # of each kind in a round, of which the first is not counted


def main(folder: Path, workers: int, step: float) -> None:
    with connected("local", workers):
        from cluster_runs import TINY, Listener

        from boardai.learn.network.config import NetworkConfig
        from boardai.learn.runs.folder import RunFolder
        from boardai.learn.runs.run import Run

        selfplay = replace(TINY.selfplay, groups=4 * workers, games=8, games_per_iteration=64 * workers, simulations=32)
        replay = replace(TINY.replay, capacity=20_000, samples_per_new_position=16)
        config = replace(
            TINY, cluster="local", workers=workers, selfplay=selfplay, replay=replay, iterations=0, minutes=60,
            network=NetworkConfig(blocks=1, channels=16), learn=replace(TINY.learn, batch_size=64),
        )  # fmt: skip
        game, heard = boardai.load("hex:size=4"), Listener()
        with RunFolder.create(folder / "run", game.spec, config, "test", "alphazero") as run_folder:
            run: Any = Run(game, config, heard)
            try:
                run.start(run_folder)
                for _ in range(3):  # workers start and compile
                    run.iterate()
                if step:
                    run.method.learner.train = lambda steps, progress, fill, stop: waited(steps, step, stop)
                del heard.lines[:]
                for _ in range(ROUNDS):
                    for overlaps in (False, True):
                        run.method._overlaps = overlaps
                        for _ in range(ITERATIONS):
                            run.iterate()
            finally:
                run.method.close()
    print(report(heard.lines, False), report(heard.lines, True), sep="\n")


def waited(steps: int, step: float, stop: Callable[[], None]) -> dict[str, Any]:
    """As `Learner.train`, but for what is learned."""
    for _ in range(steps):
        stop()
        time.sleep(step)
    return {"stages": {"step": steps * step}}


def report(lines: list[dict[str, Any]], overlaps: bool) -> str:
    """What iterations of one kind say, in words."""
    games = seconds = playing = training = 0.0
    lag = 0
    for place in range(1, len(lines)):
        line, before = lines[place], lines[place - 1]
        if place // ITERATIONS % 2 == overlaps and place % ITERATIONS:
            games += line["games"]
            seconds += line["seconds"]["total"] - before["seconds"]["total"]
            playing += line["games"] / sum(line["worker_rates"].values())
            training += line["stages"].get("sample", 0.0) + line["stages"]["step"]
            lag = max(lag, line["weights_lag"])
    return (
        f"{'overlapping' if overlaps else 'alternating'}: {games:.0f} games, {games / seconds:.1f} per second; "
        f"workers play {playing / seconds:.0%} of the time, the learner trains {training / seconds:.0%}; "
        f"staleness {lag} at most"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]) if len(sys.argv) > 3 else 0.0)
