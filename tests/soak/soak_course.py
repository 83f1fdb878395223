"""A process while it works: samples of its memory, open files and work done, and what they come to in an hour."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

SAMPLES = 120
_SETTLED = 0.4  # of the time, after which nothing grows that need not
GROWTH = 12.0  # MB between the settled half's first and second part, beyond which something is kept


@dataclass(frozen=True)
class Sample:
    """What a process was at a moment.

    Attributes:
        seconds: since the beginning.
        done: units of work since then.
        memory: resident, in MB.
        files: open descriptors.
    """

    seconds: float
    done: int
    memory: float
    files: int


def resident(process: int) -> float:
    """Megabytes."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def observe(process: int, work: Callable[[], int], seconds: float) -> list[Sample]:
    """Samples of a process.

    Args:
        process: its number.
        work: lets it do some, and gives how much was done.
        seconds: for so long.
    """
    samples, began, done = list[Sample](), time.monotonic(), 0
    while (now := time.monotonic() - began) < seconds:
        done += work()
        if now >= len(samples) * seconds / SAMPLES:
            samples.append(Sample(now, done, resident(process), len(os.listdir(f"/proc/{process}/fd"))))
    return samples


class Course:
    """What samples come to, once what is made at the first use is there.

    Args:
        name: of what was done.
        unit: of it.
        samples: at least ten.
    """

    def __init__(self, name: str, unit: str, samples: Sequence[Sample]) -> None:
        assert len(samples) >= 10, f"{name}: {len(samples)} samples: give it more time"
        self._name, self._unit = name, unit
        begin = samples[0].seconds + _SETTLED * (samples[-1].seconds - samples[0].seconds)
        settled = [one for one in samples if one.seconds >= begin]
        self._first, self._second = settled[: len(settled) // 2], settled[len(settled) // 2 :]
        seconds, self._memory = np.array([[one.seconds, one.memory] for one in settled]).T
        self._slope = float(np.polyfit(seconds, self._memory, 1)[0])
        self._files = [one.files for one in settled]
        self._rate = (settled[-1].done - settled[0].done) / (settled[-1].seconds - settled[0].seconds)

    @property
    def grown(self) -> float:
        """By how many MB the second part's median stands above the first one's."""
        medians = [float(np.median([one.memory for one in part])) for part in (self._first, self._second)]
        return medians[1] - medians[0]

    @property
    def kept_files(self) -> int:
        """How many more descriptors are open at least in the second part than at least in the first."""
        least = [min(one.files for one in part) for part in (self._first, self._second)]
        return least[1] - least[0]

    @property
    def is_level(self) -> bool:
        """Whether nothing grows."""
        return self.grown < GROWTH and self.kept_files <= 0

    def __str__(self) -> str:
        first, second = (
            (part[-1].done - part[0].done) / max(part[-1].seconds - part[0].seconds, 1e-9)
            for part in (self._first, self._second)
        )
        by_unit = f", {1e3 * self._slope / self._rate:+.2f} KB for each of the {self._unit}" if self._rate else ""
        return (
            f"{self._name}: {first:.2f} {self._unit} a second, then {second:.2f}; memory {self._memory[0]:.1f} to "
            f"{self._memory[-1]:.1f} MB: {3600 * self._slope:+.1f} MB an hour{by_unit}; "
            f"descriptors {self._files[0]} to {self._files[-1]}"
        )
