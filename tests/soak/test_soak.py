"""An hour of training, engine, page and loops of every call: nothing grows.

    python -m pytest -m slow tests/soak -s
    BOARDAI_SOAK_SECONDS=300 python -m pytest -m slow tests/soak -s      # five minutes in all

Each part has a quarter of the time, and prints its rates and the slopes of its memory and descriptors.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from pathlib import Path

import pytest
from soak_calls import one_round
from soak_course import SAMPLES, Course, Sample, observe
from soak_parts import PARTS, soak

SECONDS = float(os.environ.get("BOARDAI_SOAK_SECONDS", "3600"))


@pytest.mark.slow
@pytest.mark.timeout(2 * SECONDS + 600)
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="no resident memory known")
@pytest.mark.parametrize("name", PARTS)
def test_nothing_grows(name: str, tmp_path: Path) -> None:
    course = soak(name, tmp_path, SECONDS / len(PARTS))
    print(f"\n{course}")
    assert course.is_level, str(course)


def sampled(memory: float = 0.0, files: float = 0.0) -> Course:
    """A process that keeps this many MB and descriptors in each of a hundred rounds, and much at the beginning."""
    return Course(
        "a loop",
        "rounds",
        [Sample(number, number, 100 + 50 * min(number, 20) + memory * number, 5 + int(files * number))
         for number in range(100)],
    )  # fmt: skip


def test_what_is_kept_shows() -> None:
    assert sampled().is_level
    assert sampled().grown == 0 and not sampled(memory=0.5).is_level
    assert sampled(memory=0.5).grown == pytest.approx(15)
    assert sampled(files=0.1).kept_files == 3 and not sampled(files=0.1).is_level
    text = str(sampled(memory=0.5, files=0.1))
    assert "1.00 rounds a second, then 1.00" in text and "+1800.0 MB an hour, +500.00 KB for each of the rounds" in text


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="no resident memory known")
def test_samples_are_of_the_process() -> None:
    kept = []

    def work() -> int:
        time.sleep(0.002)
        if len(kept) < 200:  # a process may have 1024
            kept.append(open(os.devnull))  # noqa: SIM115
            return 1
        return 0

    gc.collect()  # what other tests have left open is closed before, not between two samples
    gc.disable()
    try:
        samples = observe(os.getpid(), work, 1.0)
    finally:
        gc.enable()
        for one in kept:
            one.close()
    assert 10 <= len(samples) <= SAMPLES and samples[-1].done <= len(kept)
    assert samples[-1].files - samples[0].files == samples[-1].done - samples[0].done
    assert samples[0].memory > 10 and sys.platform == "linux"


@pytest.mark.thorough
def test_every_call_is_made(tmp_path: Path) -> None:
    one_round(0, tmp_path)
    assert (tmp_path / "ratings.svg").exists()
