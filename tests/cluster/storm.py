"""Training on a cluster of three nodes, in which workers, nodes and the driver are killed: storm.py FOLDER [KILLS].

Half of the kills are of workers, a quarter of nodes, a quarter of the driver, in random order, all with SIGKILL. The
driver is the command that people use, continued with `--resume`; nodes are replaced. At the end every game counts once,
in files that all can be read.
"""

from __future__ import annotations

import contextlib
import os
import random
import shlex
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from boardai.cluster import on_ray

NODES = 2  # alongside the head, which lives on: it holds the cluster's own records
SETTINGS = """
--iterations 0 --minutes 600 --seed 3 --learn.batch-size 8 --replay.capacity 2000 --replay.minimum 20
--network.blocks 0 --network.channels 4 --network.policy-channels 1 --network.value-channels 1 --network.value-hidden 4
--selfplay.groups 4 --selfplay.games 4 --selfplay.games-per-iteration 60 --selfplay.simulations 16
--arena.every 0 --arena.final-games 2 --arena.no-final-initial
"""


class Storm:
    """A cluster, a run on it, and what has been killed so far."""

    def __init__(self, folder: Path, seed: int) -> None:
        from ray.cluster_utils import Cluster

        self.folder, self.run = folder, folder / "run"
        self.random, self.killed = random.Random(seed), Counter[str]()
        self.cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        self.nodes = [self.cluster.add_node(num_cpus=1) for _ in range(NODES)]
        self.driver: subprocess.Popen[bytes] | None = None

    def start_driver(self, *changes: str) -> None:
        """Starts the run, or resumes it with changed settings."""
        place = ["--resume", str(self.run)] if (self.run / "run.json").exists() else ["--run", str(self.run)]
        game = [] if place[0] == "--resume" else ["hex:size=4", *shlex.split(SETTINGS)]
        with (self.folder / "driver.log").open("ab") as log:
            self.driver = subprocess.Popen(
                [sys.executable, "-m", "boardai.train", *game, *place, *changes, "--cluster", self.cluster.address],
                stdout=log, stderr=log, cwd=self.folder,
            )  # fmt: skip

    def iterations(self) -> list[dict[str, Any]]:
        """The lines of metrics so far."""
        from boardai.learn.runs.metrics import read_metrics

        return read_metrics(self.run)

    def wait_for_iterations(self, more: int, patience: float = 300) -> None:
        """Until the run has finished this many more iterations."""
        wanted, end = len(self.iterations()) + more, time.monotonic() + patience
        while len(self.iterations()) < wanted:
            assert self.driver is not None and self.driver.poll() is None, "the driver has ended by itself"
            assert time.monotonic() < end, f"no iteration in {patience:.0f} s after {dict(self.killed)}"
            time.sleep(0.2)

    def kill(self, what: str) -> None:
        """A worker, a node, or the driver, which is then started again."""
        if what == "worker":
            end = time.monotonic() + 300
            while not (workers := self.workers()):
                assert time.monotonic() < end, "no worker in 300 s"
                time.sleep(0.2)
            os.kill(self.random.choice(workers), signal.SIGKILL)
        elif what == "node":
            node = self.nodes.pop(self.random.randrange(len(self.nodes)))
            self.cluster.remove_node(node, allow_graceful=False)
            self.nodes.append(self.cluster.add_node(num_cpus=1))
        else:
            assert self.driver is not None
            self.driver.kill()
            self.driver.wait()
            self.start_driver()
        self.killed[what] += 1

    def workers(self) -> list[int]:
        """The processes of actors: children of the nodes' raylets."""
        nodes = [self.cluster.head_node, *self.nodes]
        raylets = {one.process.pid for node in nodes for one in node.all_processes["raylet"]}
        found = []
        for process in Path("/proc").iterdir():
            if process.name.isdecimal():
                with contextlib.suppress(OSError):  # it has ended
                    parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
                    if parent in raylets and (process / "cmdline").read_bytes().startswith(b"ray::_Actor"):
                        found.append(int(process.name))
        return found

    def finish(self) -> None:
        """Ctrl-C, then two more iterations and the end: nothing may be left of an iteration that was stopped."""
        assert self.driver is not None
        self.driver.send_signal(signal.SIGINT)
        self.driver.wait(timeout=120)
        self.start_driver("--iterations", str(len(self.iterations()) + 2))
        assert self.driver.wait(timeout=300) == 0, "the driver has failed"

    def shut_down(self) -> None:
        """Ends what still runs."""
        if self.driver is not None:
            self.driver.kill()
        self.cluster.shutdown()


def main(folder: Path, kills: int) -> None:
    os.environ.update(on_ray.ENVIRONMENT)
    os.environ.pop("JAX_PLATFORMS", None)
    storm = Storm(folder, seed=kills)
    began = time.monotonic()
    storm.start_driver()
    try:
        storm.wait_for_iterations(2)
        kinds = ["node", "driver"] * (kills // 4)
        kinds += ["worker"] * (kills - len(kinds))
        storm.random.shuffle(kinds)
        for what in kinds:
            time.sleep(storm.random.uniform(1, 20))
            storm.kill(what)
            storm.wait_for_iterations(1)
        storm.finish()
    finally:
        storm.shut_down()
    from cluster_runs import game_numbers

    lines, numbers = storm.iterations(), game_numbers(storm.run, "hex:size=4")
    lost, took = sum(line["lost_pieces"] for line in lines), time.monotonic() - began
    print(f"{took:.0f} s, killed {dict(storm.killed)}")
    print(f"{len(lines)} iterations, {len(numbers)} games, {lost} pieces repeated")
    assert [line["iteration"] for line in lines] == list(range(1, len(lines) + 1))
    assert sum(line["games"] for line in lines) == len(numbers) == len(set(numbers))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 20)
    print("all is equal")
