"""Time and memory that grow with the length of an input, and no faster: measured by doubling it.

Three measures. Calls, of Python and of C, are counted: the same on every machine. Memory is what Python's own allocator
says was held at most. Time is the processor's, the best of a few; what loops inside one call of C shows in it alone.
"""

from __future__ import annotations

import gc
import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fuzzing.target import Finding, Target, outcome

Grow = Callable[[int], bytes]
_FEW = 64  # repetitions that counting begins with
MOST_A_BYTE = 3_000  # bytes held for a byte of input


@dataclass(frozen=True)
class Growth:
    """What doubling an input did.

    Attributes:
        lengths: of the inputs, in bytes.
        work: what was measured of each.
    """

    lengths: tuple[int, ...]
    work: tuple[float, ...]

    @property
    def exponent(self) -> float:
        """How often the work doubled where the length did once: 1 is linear, 2 quadratic."""
        import math

        longer, more = self.lengths[-1] / self.lengths[-2], self.work[-1] / max(self.work[-2], 1e-9)
        return math.log(max(more, 1e-9)) / math.log(longer) if longer > 1.01 else 0.0


def calls(target: Target, data: bytes) -> int:
    """Calls that an input costs."""
    count = 0

    def note(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        _tried(target, data)
    finally:
        sys.setprofile(before)
    return count


def memory(target: Target, data: bytes) -> int:
    """Bytes that Python held at most for it, beyond those before."""
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        _tried(target, data)
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()


def seconds(target: Target, data: bytes, times: int = 3) -> float:
    """The processor's time for it, the least of a few."""
    found = []
    for _ in range(times):
        began = time.process_time()
        _tried(target, data)
        found.append(time.process_time() - began)
    return min(found)


def grown(target: Target, grow: Grow, measure: Callable[[Target, bytes], float], first: int = _FEW) -> Growth:
    """Measures an input of this many repetitions, of twice and of four times as many."""
    inputs = [grow(first * factor) for factor in (1, 2, 4)]
    for data in inputs:
        _tried(target, data)  # what is compiled or imported once is not its work
    return Growth(tuple(map(len, inputs)), tuple(measure(target, data) for data in inputs))


def long_enough(target: Target, grow: Grow, at_least: float = 0.02, most: int = 1 << 20) -> int:
    """Repetitions that take so much time that it can be measured; or as many as make an input of `most` bytes."""
    count = _FEW
    while len(grow(4 * count)) < most and seconds(target, grow(count), 1) < at_least:
        count *= 2
    return count


def _tried(target: Target, data: bytes) -> None:
    try:
        outcome(target, data)
    except Finding as finding:
        raise AssertionError(f"{target.name}: {finding}") from finding
