"""Measuring two programs on the same work, side by side.

Timings on shared machines drift by tens of per cent within minutes. So ours and the peer's repeats are interleaved,
A B A B, and what counts is the ratio of neighbours: its median, with the smallest and the largest next to it.
"""

from __future__ import annotations

import dataclasses
import math
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

# A shorter sample measures the clock and the scheduler rather than the work.
SAMPLE_SECONDS = {False: 0.5, True: 0.15}
REPEATS = {False: 7, True: 3}


class NotAvailable(Exception):
    """A peer cannot be measured here; the message has the reason."""


@dataclass(frozen=True)
class Workload:
    """Something that can be timed.

    Attributes:
        run: does the work that many times; returns how much was done, in the benchmark's unit times seconds, and
            how many seconds that took.
        version: of the program that does it.
        close: called after the last run.
    """

    run: Callable[[int], tuple[float, float]]
    version: str = ""
    close: Callable[[], object] = lambda: None


@dataclass(frozen=True)
class Peer:
    """A program to be compared with.

    Attributes:
        name: of the program.
        prepare: makes it ready, quick or full; raises NotAvailable.
        floor: minimum of the ratio ours / peer; None: none is set.
        aim: the ratio to be reached.
    """

    name: str
    prepare: Callable[[bool], Workload]
    floor: float | None = None
    aim: float | None = None


@dataclass(frozen=True)
class Benchmark:
    """One kind of work.

    Attributes:
        name: short, for `--only`: `chess/perft`.
        work: description of the work; a function of quick or full.
        unit: of the rates, e.g. `nodes/s`.
        prepare: makes our side ready.
        peers: the peers; without any, only the rate is measured.
        full_only: left out of quick runs.
    """

    name: str
    work: Callable[[bool], str]
    unit: str
    prepare: Callable[[bool], Workload]
    peers: tuple[Peer, ...] = ()
    full_only: bool = False


@dataclass(frozen=True)
class Spread:
    """Repeats of one number."""

    median: float
    least: float
    most: float

    @classmethod
    def of(cls, values: list[float]) -> Spread:
        """Of at least one value."""
        return cls(statistics.median(values), min(values), max(values))


@dataclass(frozen=True)
class Row:
    """One benchmark against one peer.

    Attributes:
        name: of the benchmark.
        work: in words.
        unit: of the rates.
        peer: name of the peer; "" if there is none.
        version: of the peer.
        floor: see Peer.
        aim: see Peer.
        missing: reason why the peer has no numbers; "" if it has, or there is none.
        ours: rates of our samples, in the order they were taken.
        theirs: rates of the peer's; sample i was taken right after ours i.
    """

    name: str
    work: str
    unit: str
    peer: str = ""
    version: str = ""
    floor: float | None = None
    aim: float | None = None
    missing: str = ""
    ours: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)

    @property
    def ratio(self) -> Spread:
        """Ours / theirs, neighbour by neighbour."""
        return Spread.of([ours / theirs for ours, theirs in zip(self.ours, self.theirs, strict=True)])

    @property
    def verdict(self) -> str:
        """The median ratio relative to floor and aim, in words; "" without floor, aim or numbers."""
        if not self.theirs or self.floor is None or self.aim is None:
            return ""
        if self.ratio.median >= self.aim:
            return "aim met"
        return "floor met" if self.ratio.median >= self.floor else "below floor"

    def to_table(self) -> dict[str, Any]:
        """For JSON."""
        table: dict[str, Any] = {
            "name": self.name,
            "work": self.work,
            "unit": self.unit,
            "peer": self.peer,
            "peer_version": self.version,
            "floor": self.floor,
            "aim": self.aim,
        }
        if self.missing:
            table["missing"] = self.missing
        spreads = {"ours": Spread.of(self.ours)}
        if self.theirs:
            spreads |= {"theirs": Spread.of(self.theirs), "ratio": self.ratio}
        for name, spread in spreads.items():
            table[name] = {"median": spread.median, "min": spread.least, "max": spread.most}
        return {**table, "ours_samples": self.ours, "theirs_samples": self.theirs, "verdict": self.verdict}


def timed(work: Callable[[], float]) -> tuple[float, float]:
    """Does work that returns its amount; (amount, seconds)."""
    start = time.perf_counter()
    amount = work()
    return amount, time.perf_counter() - start


def repetitions(workload: Workload, seconds: float) -> int:
    """How often the work must be done to take that long. It also warms everything up."""
    # The first call includes compiling and loading; the second is accurate.
    workload.run(1)
    _, once = workload.run(1)
    return max(1, math.ceil(seconds / max(once, 1e-6)))


def measure(benchmark: Benchmark, peer: Peer | None, quick: bool) -> Row:
    """One row of the table. If a peer is not available, the row says so, and ours is measured alone."""
    row = Row(benchmark.name, benchmark.work(quick), benchmark.unit)
    if peer is not None:
        row = dataclasses.replace(row, peer=peer.name, floor=peer.floor, aim=peer.aim)
    theirs, missing, their_times = None, "", 0
    try:
        try:
            theirs = peer.prepare(quick) if peer is not None else None
        except NotAvailable as reason:
            missing = str(reason)
        ours = benchmark.prepare(quick)
        our_times = repetitions(ours, SAMPLE_SECONDS[quick])
        try:
            their_times = repetitions(theirs, SAMPLE_SECONDS[quick]) if theirs is not None else 0
        except NotAvailable as reason:
            missing = str(reason)
        for _ in range(REPEATS[quick]):
            row.ours.append(_rate(ours, our_times))
            try:
                if theirs is not None and not missing:
                    row.theirs.append(_rate(theirs, their_times))
            except NotAvailable as reason:
                missing = str(reason)
    finally:
        if theirs is not None:
            theirs.close()
    if missing:
        row.theirs.clear()
    version = theirs.version if theirs is not None and not missing else ""
    return dataclasses.replace(row, version=version, missing=missing)


def _rate(workload: Workload, times: int) -> float:
    amount, seconds = workload.run(times)
    return amount / seconds
