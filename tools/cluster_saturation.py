"""How many workers one learner can feed: a run's measured times, replayed for other numbers of workers.

    python tools/cluster_saturation.py runs/hex --bandwidth 125 --workers 2 16 128 1000

The run must have been trained with `--workers` or `--cluster`. It gives the games per second of each worker, the
learner's seconds per game, and the bytes of games and weights. How long the learner takes to check a game is measured
here, on the run's own files. A simulation by events then plays iterations as `GroupsOnWorkers` does: a group is a piece
of work, weights go once to each machine in each iteration, games come back and are checked one after the other, and the
learner waits for a piece that would become too old. Every time is drawn from the measured ones.

Four things can be the limit: the workers themselves (as it should be), the learner's training, its checking of games,
and its connection to the network. The learner plays and trains in turn: while it trains, workers have no more than the
two pieces that each holds.
"""

from __future__ import annotations

import heapq
import math
import random
import time
from collections import deque
from dataclasses import dataclass, field, replace
from pathlib import Path

from rich.table import Table

from boardai.command_line import Parser, positive_number, run, user_input, whole_number
from boardai.command_line.console import Console
from boardai.learn.learners.config import TrainConfig
from boardai.learn.runs.metrics import read_metrics
from boardai.learn.runs.trained_network import weights_path
from boardai.learn.runs.trained_run import open_run
from boardai.learn.self_play.game_files import read_games
from boardai.learn.self_play.group_workers import replayed

_WORKERS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000]
_IN_FLIGHT = 2  # pieces that a worker holds at most
_FEWEST_LINES = 3  # of a run's iterations with workers


@dataclass(frozen=True)
class Measured:
    """What a run says of its pieces; every list is drawn from at random.

    Attributes:
        rates: games per second of a worker while it plays.
        learning: seconds of the learner for each game of an iteration, without the wait for games.
        checking: seconds for replaying one game by the rules.
        weights_bytes: of the network.
        game_bytes: of a game on its way to the learner.
        piece_games: finished by a group in an iteration.
    """

    rates: list[float]
    learning: list[float]
    checking: list[float]
    weights_bytes: float
    game_bytes: float
    piece_games: float


@dataclass(frozen=True)
class Cluster:
    """What the machines are like.

    Attributes:
        workers: in all.
        per_machine: workers that share a machine and its copy of the weights.
        bandwidth: of the learner's connection, bytes per second each way.
        call: seconds of the learner for giving out a piece and taking its answer, whatever its size.
        groups: of each worker.
        max_staleness: as the setting of a run.
    """

    workers: int
    per_machine: int = 16
    bandwidth: float = 125e6
    call: float = 0.001
    groups: int = 4
    max_staleness: int = 2


@dataclass
class Load:
    """What came out: games per second, and for which share of the time each part was busy."""

    games: float
    workers: float
    learning: float
    checking: float
    sending: float
    receiving: float
    staleness: int

    @property
    def limit(self) -> str:
        """The part that is busiest."""
        shares = {
            "workers": self.workers, "training": self.learning, "checking": self.checking,
            "network out": self.sending, "network in": self.receiving,
        }  # fmt: skip
        return max(shares, key=lambda name: shares[name])


@dataclass
class _Server:
    """Does one thing after the other, in the order in which they are asked for."""

    free: float = 0.0
    busy: float = 0.0

    def serve(self, asked: float, seconds: float) -> float:
        """When it is done."""
        self.free = max(self.free, asked) + seconds
        self.busy += seconds
        return self.free


@dataclass
class _Play:
    """A simulation in progress."""

    measured: Measured
    cluster: Cluster
    random: random.Random
    learner: _Server = field(default_factory=_Server)
    thread: _Server = field(default_factory=_Server)
    out: _Server = field(default_factory=_Server)
    into: _Server = field(default_factory=_Server)

    def iterate(self, iterations: int) -> Load:
        """Plays this many iterations; the first tenth, in which all begin at once, is not counted."""
        one, cluster, draw = self.measured, self.cluster, self.random.choice
        groups = cluster.workers * cluster.groups
        waiting = groups  # groups that no worker has
        room = deque(list(range(cluster.workers)) * _IN_FLIGHT)  # a worker for each piece that it may hold more
        free = [0.0] * cluster.workers  # when each has played all that it holds
        sent: dict[int, tuple[int, float]] = {}  # machine -> iteration of its weights, and when they were there
        events: list[tuple[float, int, int, int]] = []  # (end, order, worker, iteration in which the piece began)
        began: dict[int, int] = {}  # pieces under way, by order
        now, order, worked, staleness = 0.0, 0, 0.0, 0  # `now` is the learner's: it plays and learns in turn
        since = self._busy(), 0.0, 0.0, 0
        counted = 0
        for iteration in range(iterations):
            if iteration == math.ceil(iterations / 10):
                since = self._busy(), now, worked, counted
            back = 0
            while back < groups or any(iteration + 1 - first > cluster.max_staleness for first in began.values()):
                while room and waiting and back + len(began) < 2 * groups:
                    worker = room.popleft()
                    waiting -= 1
                    now = self.thread.serve(now, cluster.call / 2)
                    machine = worker // cluster.per_machine
                    if sent.get(machine, (-1, 0.0))[0] != iteration:
                        sent[machine] = iteration, self.out.serve(now, one.weights_bytes / cluster.bandwidth)
                    seconds = one.piece_games / draw(one.rates)
                    worked += seconds
                    free[worker] = max(now, sent[machine][1], free[worker]) + seconds
                    order += 1
                    began[order] = iteration
                    heapq.heappush(events, (free[worker], order, worker, iteration))
                ended, number, worker, first = heapq.heappop(events)
                there = self.into.serve(ended, one.piece_games * one.game_bytes / cluster.bandwidth)
                checking = cluster.call / 2 + one.piece_games * draw(one.checking)
                now = self.thread.serve(max(now, there), checking)
                del began[number]
                room.append(worker)
                waiting += 1
                back += 1
                staleness = max(staleness, iteration - first)
            counted += back
            # Nothing is given out or taken while it trains; workers have what they hold.
            now = self.learner.serve(now, back * one.piece_games * draw(one.learning))
        busy, start, work, pieces = since
        spent = now - start
        shares = [(new - old) / spent for new, old in zip(self._busy(), busy, strict=True)]
        games = (counted - pieces) * one.piece_games / spent
        return Load(games, (worked - work) / spent / cluster.workers, *shares, staleness)

    def _busy(self) -> tuple[float, ...]:
        return self.learner.busy, self.thread.busy, self.out.busy, self.into.busy


def simulated(measured: Measured, cluster: Cluster, iterations: int = 40, seed: int = 0) -> Load:
    """The load of a cluster on which a run with these times is trained."""
    return _Play(measured, cluster, random.Random(seed)).iterate(iterations)


def measure(folder: Path) -> Measured:
    """The times and sizes of a run with workers.

    Raises:
        ValueError: it has too few iterations with workers, or is not of AlphaZero.
    """
    trained = open_run(folder)
    settings = trained.settings
    if not isinstance(settings, TrainConfig):
        raise ValueError(f"{folder}: a run of {trained.learner}; only those of alphazero have workers that play")
    lines = [line for line in read_metrics(folder) if line.get("worker_rates") and line["games"]]
    if len(lines) < _FEWEST_LINES:
        raise ValueError(f"{folder}: {len(lines)} iterations with workers; at least {_FEWEST_LINES} are needed")
    # The first line's iteration compiles.
    learning = [(line["seconds"]["learn"] + line["seconds"]["replay"]) / line["games"] for line in lines[1:]]
    checking, games, size = [], 0, 0
    parts = [part for file in sorted((folder / "games").glob("*.games")) for part in read_games(file)]
    for part in parts[:1] + parts:  # the first call compiles
        begin = time.process_time()
        found = replayed(trained.game, part)
        checking.append((time.process_time() - begin) / max(1, found))
        games, size = games + found, size + len(part)
    del checking[0]
    rates = [rate for line in lines for rate in line["worker_rates"].values() if rate > 0]
    piece_games = sum(line["games"] for line in lines) / len(lines) / settings.selfplay.groups
    weights = weights_path(folder, trained.game) / "network.npz"
    return Measured(rates, learning, checking, weights.stat().st_size, size / max(1, games), piece_games)


def table_of(measured: Measured, clusters: list[Cluster]) -> Table:
    """A row for each cluster."""
    alone = simulated(measured, replace(clusters[0], workers=1)).games
    table = Table(title="Games per second by number of workers, and what is busy")
    for heading in ("workers", "games/s", "of ideal", "workers", "train", "check", "out", "in", "limit"):
        table.add_column(heading, justify="right")
    for cluster in clusters:
        load = simulated(measured, cluster)
        shares = (load.workers, load.learning, load.checking, load.sending, load.receiving)
        table.add_row(
            f"{cluster.workers:,}", f"{load.games:,.1f}", f"{load.games / alone / cluster.workers:.0%}",
            *(f"{share:.0%}" for share in shares), load.limit,
        )  # fmt: skip
    return table


def main(arguments: list[str] | None = None) -> None:
    """Command line: `python tools/cluster_saturation.py RUN`.

    Args:
        arguments: of the command; the process's own by default.
    """
    parser = Parser(
        "cluster_saturation",
        "How many workers one learner can feed, from the measured times of a run.",
        ["python tools/cluster_saturation.py runs/hex --bandwidth 125 --workers 2 16 128 1000"],
    )
    parser.prog = "python tools/cluster_saturation.py"
    parser.add_argument("run", metavar="RUN", type=Path, help="a run that was trained with --workers or --cluster")
    parser.add_argument("--workers", type=whole_number(1), nargs="+", default=_WORKERS)
    parser.add_argument("--per-machine", type=whole_number(1), default=16, help="workers of a machine (default 16)")
    parser.add_argument("--groups", type=whole_number(1), default=4, help="of each worker (default 4)")
    parser.add_argument("--bandwidth", type=whole_number(1), default=125, help="of the learner, MB/s (default 125)")
    parser.add_argument(
        "--learner-speed",
        type=positive_number,
        default=1.0,
        help="train this many times as fast, e.g. on a GPU (default 1)",
    )
    parser.add_argument("--call", type=whole_number(0), default=1, help="of giving out a piece, ms (default 1)")
    options = parser.parse_args(arguments)
    with user_input():
        measured = measure(options.run)
    measured = replace(measured, learning=[seconds / options.learner_speed for seconds in measured.learning])
    mean = {name: sum(times) / len(times) for name, times in vars(measured).items() if isinstance(times, list)}
    console = Console()
    console.print(
        f"measured: {mean['rates']:.1f} games/s per worker; per game {1e3 * mean['learning']:.2f} ms of training, "
        f"{1e3 * mean['checking']:.2f} ms of checking, {measured.game_bytes:,.0f} bytes; "
        f"{measured.piece_games:.1f} games per piece; weights {measured.weights_bytes:,.0f} bytes"
    )
    staleness = open_run(options.run).settings.max_staleness
    common = Cluster(1, options.per_machine, 1e6 * options.bandwidth, options.call / 1e3, options.groups, staleness)
    console.print(table_of(measured, [replace(common, workers=workers) for workers in options.workers]))


if __name__ == "__main__":
    run(main, "cluster_saturation")
