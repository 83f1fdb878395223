"""Lines that people type, for as long as they have time."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType


class _TimeOver(Exception):
    """The seconds are over."""


def read_line(prompt: str, seconds: float | None = None) -> str | None:
    """A line of standard input; None at its end, "" where the time is over before it came.

    Args:
        prompt: shown in front of it.
        seconds: how long is waited; None: for ever.
    """
    try:
        with _at_most(seconds):
            return input(prompt)
    except EOFError:
        print()
        return None
    except _TimeOver:
        print()
        return ""


@contextlib.contextmanager
def _at_most(seconds: float | None) -> Iterator[None]:
    """Raises _TimeOver inside after this many seconds; only reading on the main thread can be interrupted."""
    if seconds is None or threading.current_thread() is not threading.main_thread():
        yield
        return

    def over(number: int, frame: FrameType | None) -> None:
        raise _TimeOver

    before = signal.signal(signal.SIGALRM, over)
    try:
        signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
