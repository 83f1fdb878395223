"""Runs work in several threads: native and JAX code releases the interpreter lock, so Python's threads suffice."""

import os
import platform
import threading
import time
from collections.abc import Callable
from pathlib import Path


def cores() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def processor_name() -> str:
    """The system's name of its processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def in_threads(work: Callable[[int], float], threads: int) -> tuple[float, float]:
    """Runs work(0), work(1), ... in parallel; returns (sum of their results, seconds)."""
    amounts = [0.0] * threads

    def keep(number: int) -> None:
        amounts[number] = work(number)

    workers = [threading.Thread(target=keep, args=(number,)) for number in range(threads)]
    start = time.perf_counter()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return sum(amounts), time.perf_counter() - start
