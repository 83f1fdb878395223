"""Ctrl-C in the middle of a search, for tests."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def ctrl_c(after: float = 0.3) -> Iterator[None]:
    """Sends SIGINT to the body `after` seconds from now; a body that is over by then fails its test, not the run."""
    sent = threading.Event()

    def send() -> None:
        sent.set()
        signal.raise_signal(signal.SIGINT)

    timer = threading.Timer(after, send)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
    if not sent.is_set():
        pytest.fail(f"the search was over before Ctrl-C came after {after} s")
