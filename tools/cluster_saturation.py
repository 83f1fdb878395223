"""How many workers one learner can feed: a run's measured times, replayed for other numbers of workers.

    python tools/cluster_saturation.py runs/hex --bandwidth 125 --workers 2 16 128 1000

The run must have been trained with `--workers` or `--cluster`. It gives the games per second of each worker, the
learner's seconds per game, and the bytes of games and weights. How long the learner takes to check a game is measured
here, on the run's own files. A simulation by events then plays iterations as `GroupsOnWorkers` does: a group is a piece
of work, new weights go once to each machine, games come back and are checked one after the other, and the learner waits
for a piece that would become too old. Every time is drawn from the measured ones.

Four things can be the limit: the workers themselves (as it should be), the learner's training, its checking of games,
and its connection to the network. Training runs during the play of its iteration: what has come back by then is
replaced by new pieces at once, with the new weights as soon as there are some. While the learner writes an iteration's
games, and with `--in-turns` (a run's `--overlap off`) also while it trains, workers have no more than the two pieces
that each holds.
"""

from __future__ import annotations

import heapq
import random
import time
from collections import deque
from dataclasses import dataclass, replace
from pathlib import Path

from rich.table import Table

from boardai.cluster.pool import IN_FLIGHT
from boardai.command_line import Parser, positive_number, run, user_input, whole_number
from boardai.command_line.console import Console
from boardai.learn.learners.config import TrainConfig
from boardai.learn.runs.metrics import read_metrics
from boardai.learn.runs.trained_network import weights_path
from boardai.learn.runs.trained_run import open_run
from boardai.learn.self_play.game_files import read_games
from boardai.learn.self_play.group_workers import replayed
from boardai.learn.stages import LEARNER, short_name

_WORKERS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000]
_FEWEST_LINES = 3  # of a run's iterations with workers


@dataclass(frozen=True)
class Measured:
    """What a run says of its pieces; every list is drawn from at random.

    Attributes:
        rates: games per second of a worker while it plays.
        learning: seconds of training for each game of an iteration.
        writing: seconds for putting a game into buffer and file.
        checking: seconds for replaying one game by the rules.
        weights_bytes: of the network.
        game_bytes: of a game on its way to the learner.
        piece_games: finished by a group in an iteration.
    """

    rates: list[float]
    learning: list[float]
    writing: list[float]
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
        in_turns: whether nothing is given out while the learner trains.
    """

    workers: int
    per_machine: int = 16
    bandwidth: float = 125e6
    call: float = 0.001
    groups: int = 4
    max_staleness: int = 2
    in_turns: bool = False


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


class _Play:
    """A simulation in progress.

    Args:
        measured: a run's times.
        cluster: on which it is trained.
        seed: of what is drawn.
    """

    def __init__(self, measured: Measured, cluster: Cluster, seed: int) -> None:
        self._measured, self._cluster = measured, cluster
        self._draw = random.Random(seed).choice
        # The learner's threads and its connection, each of which does one thing after the other.
        self._learner, self._actor, self._out, self._into = _Server(), _Server(), _Server(), _Server()
        self._groups = self._waiting = cluster.workers * cluster.groups
        self._room = deque(list(range(cluster.workers)) * IN_FLIGHT)  # a worker for each piece that it may hold more
        self._free = [0.0] * cluster.workers  # when each has played all that it holds
        self._sent: dict[int, tuple[int, float]] = {}  # machine -> from how much its weights have learned; there when
        self._events: list[tuple[float, int, int]] = []  # (end, order, worker)
        self._began: dict[int, int] = {}  # pieces under way, by order: from how many iterations their weights learned
        self._order, self._worked, self._staleness, self._games = 0, 0.0, 0, 0.0

    def iterate(self, iterations: int) -> Load:
        """Plays this many iterations; the first tenth, in which all begin at once, is not counted."""
        one, in_turns = self._measured, self._cluster.in_turns
        now, first, last = 0.0, 1 + -(-iterations // 10), 0.0
        for number in range(1, iterations + 1):
            if number == first:
                busy, start, worked, games = self._busy(), now, self._worked, self._games
            if in_turns:
                now, played = self._play(number, now, number - 1, now)
                now = self._learner.serve(now, played * self._draw(one.learning))
            else:  # what is learned from meanwhile are the games of the iteration before
                trained = self._learner.serve(now, last * self._draw(one.learning))
                ended, played = self._play(number, now, max(0, number - 2), trained)
                now = max(ended, trained)
            now = self._learner.serve(now, played * self._draw(one.writing))
            last = played
        spent = now - start
        shares = [(after - before) / spent for after, before in zip(self._busy(), busy, strict=True)]
        at_work = (self._worked - worked) / spent / self._cluster.workers
        return Load((self._games - games) / spent, at_work, *shares, self._staleness)

    def _play(self, number: int, now: float, learned_from: int, trained: float) -> tuple[float, float]:
        """An iteration's play from now on.

        Args:
            number: of the iteration.
            now: when it begins.
            learned_from: from how many iterations the weights have learned with which it begins.
            trained: when those come that have learned from all before.

        Returns:
            When it is over, and its games.
        """
        one, cluster, back = self._measured, self._cluster, 0
        while back < self._groups or any(not self._may_end_later(weights, number) for weights in self._began.values()):
            while self._room and self._waiting:
                weights = number - 1 if now >= trained else learned_from
                most = (2 if self._may_end_later(weights, number) else 1) * self._groups
                if back + len(self._began) >= most:
                    break
                now = self._give(now, weights)
            ended, order, worker = heapq.heappop(self._events)
            there = self._into.serve(ended, one.piece_games * one.game_bytes / cluster.bandwidth)
            checking = cluster.call / 2 + one.piece_games * self._draw(one.checking)
            now = self._actor.serve(max(now, there), checking)
            self._staleness = max(self._staleness, number - 1 - self._began.pop(order))
            self._room.append(worker)
            self._waiting += 1
            back += 1
        self._games += back * one.piece_games
        return now, back * one.piece_games

    def _give(self, now: float, weights: int) -> float:
        """A piece goes to the worker that has had room for longest; when that is done."""
        one, cluster, worker = self._measured, self._cluster, self._room.popleft()
        self._waiting -= 1
        now = self._actor.serve(now, cluster.call / 2)
        machine = worker // cluster.per_machine
        if self._sent.get(machine, (-1, 0.0))[0] != weights:
            self._sent[machine] = weights, self._out.serve(now, one.weights_bytes / cluster.bandwidth)
        seconds = one.piece_games / self._draw(one.rates)
        self._worked += seconds
        self._free[worker] = max(now, self._sent[machine][1], self._free[worker]) + seconds
        self._order += 1
        self._began[self._order] = weights
        heapq.heappush(self._events, (self._free[worker], self._order, worker))
        return now

    def _may_end_later(self, weights: int, number: int) -> bool:
        """As of `GroupsOnWorkers`."""
        return number - weights <= self._cluster.max_staleness

    def _busy(self) -> tuple[float, ...]:
        return self._learner.busy, self._actor.busy, self._out.busy, self._into.busy


def simulated(measured: Measured, cluster: Cluster, iterations: int = 40, seed: int = 0) -> Load:
    """The load of a cluster on which a run with these times is trained."""
    return _Play(measured, cluster, seed).iterate(iterations)


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
    # The first that trains compiles, and may learn from the games of several.
    training = [line for line in lines if line["stages"].get("step")][1:]
    if not training:
        raise ValueError(f"{folder}: fewer than two iterations with workers have trained")
    stages = [stage for stage in LEARNER if stage != "write" and short_name(stage) != "wait"]
    learning = [sum(line["stages"].get(stage, 0.0) for stage in stages) / line["games"] for line in training]
    writing = [line["stages"]["write"] / line["games"] for line in lines[1:]]
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
    return Measured(rates, learning, writing, checking, weights.stat().st_size, size / max(1, games), piece_games)


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
    parser.add_argument(
        "--in-turns", action="store_true", help="nothing is given out while the learner trains (--overlap off)"
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
        f"{1e3 * mean['writing']:.2f} ms of writing, {1e3 * mean['checking']:.2f} ms of checking, "
        f"{measured.game_bytes:,.0f} bytes; {measured.piece_games:.1f} games per piece; "
        f"weights {measured.weights_bytes:,.0f} bytes"
    )
    staleness, in_turns = open_run(options.run).settings.max_staleness, options.in_turns
    common = Cluster(
        1, options.per_machine, 1e6 * options.bandwidth, options.call / 1e3, options.groups, staleness, in_turns
    )
    console.print(table_of(measured, [replace(common, workers=workers) for workers in options.workers]))


if __name__ == "__main__":
    run(main, "cluster_saturation")
