"""What Ray costs a run: ray_overhead.py FOLDER [PAIRS].

The same ordered run of Hex 7x7 with two workers, once on a local Ray cluster and once with processes of this machine,
alternately. Counts the processor time per game of all processes of a run, Ray's among them, and the games per second.
Other programs on the machine change the second much more than the first. The start is left out.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

from scipy.stats import t as student

ITERATIONS, SKIPPED = 7, 2  # in the first two, workers start and compile
RUN = (
    "hex:size=7 --ordered --workers 2 --seed 0 --selfplay.simulations 32 --selfplay.games-per-iteration 128 "
    f"--iterations {ITERATIONS} --minutes 60 --arena.every 0 --arena.final-games 2"
)  # fmt: skip
TICKS = os.sysconf("SC_CLK_TCK")


class Cost(NamedTuple):
    """Of a run's counted iterations."""

    processor_seconds: float  # per game
    games_per_second: float


def processor_seconds(root: int) -> float:
    """Of a process and all that descend from it, living or waited for, since they began."""
    parents, spent = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:  # it has ended
                continue
            parents[int(entry.name)] = int(fields[1])
            spent[int(entry.name)] = sum(map(int, fields[11:15])) / TICKS

    def descends(process: int) -> bool:
        while process not in (root, 0):
            process = parents.get(process, 0)
        return process == root

    return sum(seconds for process, seconds in spent.items() if descends(process))


def cost(folder: Path, *cluster: str) -> Cost:
    """Runs once; its metrics say when an iteration ends."""
    command = [sys.executable, "-m", "boardai.train", *RUN.split(), *cluster, "--run", str(folder)]
    at: list[float] = []  # processor time at the end of each iteration
    metrics = folder / "metrics.jsonl"
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as run:
        while run.poll() is None and len(at) < ITERATIONS:
            ended = len(metrics.read_text().splitlines()) if metrics.exists() else 0
            if ended > len(at):
                at += [processor_seconds(run.pid)] * (ended - len(at))
            time.sleep(0.05)
    assert run.returncode == 0 and len(at) == ITERATIONS, folder
    lines = [json.loads(line) for line in metrics.read_text().splitlines()]
    games = sum(line["games"] for line in lines[SKIPPED:])
    seconds = lines[-1]["seconds"]["total"] - lines[SKIPPED - 1]["seconds"]["total"]
    return Cost((at[-1] - at[SKIPPED - 1]) / games, games / seconds)


def interval(ratios: list[float]) -> str:
    """Their geometric mean with its 95 % interval."""
    logs = [math.log(ratio) for ratio in ratios]
    half = student.ppf(0.975, len(logs) - 1) * stdev(logs) / math.sqrt(len(logs)) if len(logs) > 1 else math.inf
    return "{:.3f} [{:.3f}, {:.3f}]".format(*(math.exp(fmean(logs) + by) for by in (0, -half, half)))


def main(folder: Path, pairs: int) -> None:
    found = []
    for pair in range(pairs):
        ray, local = cost(folder / f"ray{pair}", "--cluster", "local"), cost(folder / f"processes{pair}")
        found.append((ray, local))
        print(
            f"pair {pair + 1}: Ray {1000 * ray.processor_seconds:.1f} ms of processor time per game and "
            f"{ray.games_per_second:.1f} games per second; processes {1000 * local.processor_seconds:.1f} ms and "
            f"{local.games_per_second:.1f}",
            flush=True,
        )
    print(
        "processor time per game, Ray / processes:",
        interval([a.processor_seconds / b.processor_seconds for a, b in found]),
    )
    print("games per second, Ray / processes:", interval([a.games_per_second / b.games_per_second for a, b in found]))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 5)
