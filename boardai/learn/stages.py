"""The time of each stage of training in its thread, which shows the bottleneck of a run.

A run has two loops. Self-play's threads select positions, wait for the network's outputs and back them up in the trees;
with play on the device, they wait for its plies and record them. The learner samples batches, makes gradient steps,
searches older positions again if configured, and writes games to buffer and file. Every second of an iteration belongs
to one stage of each loop; `wait` is the remaining time, when a loop was idle.
"""

import time
from collections.abc import Mapping, Sequence

SELF_PLAY = ("select", "network", "backup", "device", "record", "self_play_wait")
LEARNER = ("sample", "step", "reanalyse", "write", "learner_wait")
LOOPS = {"self-play": SELF_PLAY, "learner": LEARNER}


class Stopwatch:
    """Splits the time of one thread: each second belongs to exactly one stage.

    Attributes:
        seconds: seconds by stage, so far.
    """

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._began = time.perf_counter()

    def end(self, stage: str) -> None:
        """Assigns the time since the last call, or since creation, to this stage."""
        now = time.perf_counter()
        self.seconds[stage] = self.seconds.get(stage, 0.0) + now - self._began
        self._began = now


def mean_seconds(threads: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The time of each stage, a mean over threads that did the same work."""
    names = dict.fromkeys(name for seconds in threads for name in seconds)
    return {name: sum(seconds.get(name, 0.0) for seconds in threads) / len(threads) for name in names}


def with_waits(busy: Mapping[str, float], seconds: float) -> dict[str, float]:
    """The stages of both loops, and the rest of the given seconds as waits; a loop without stages has no wait.

    Args:
        busy: seconds by stage.
        seconds: total seconds of each loop.
    """
    stages = dict(busy)
    for *work, wait in LOOPS.values():
        if any(name in busy for name in work):
            stages[wait] = max(0.0, seconds - sum(busy.get(name, 0.0) for name in work))
    return stages


def rates(work: Mapping[str, float], seconds: Mapping[str, float]) -> dict[str, float]:
    """The rate of each stage while it is active, per second.

    Args:
        work: amount of work by stage.
        seconds: seconds by stage, for all stages with work.
    """
    return {stage: done / max(seconds[stage], 1e-9) for stage, done in work.items()}


def short_name(stage: str) -> str:
    """The short name of a stage within its loop; `wait` for either loop."""
    return stage.rpartition("_")[2]


def stages_text(stages: Mapping[str, float]) -> str:
    """The two largest shares of each loop's time, as text."""
    parts = []
    for loop, names in LOOPS.items():
        there = sorted((name for name in names if stages.get(name)), key=lambda name: -stages[name])
        whole = sum(stages[name] for name in there)
        if there:
            shares = (f"{short_name(name)} {100 * stages[name] / whole:.0f} %" for name in there[:2])
            parts.append(f"{loop} {', '.join(shares)}")
    return "; ".join(parts)
