"""Ending a run between two steps: signals become requests, which the run checks at points where it can stop."""

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType

from boardai.command_line import PARENT, Terminated


class Interrupted(Exception):
    """Ctrl-C, detected at a point where the run can end."""


class StopSwitch:
    """Turns the first Ctrl-C into a request that `check` reports; a second one interrupts at once.

    SIGTERM is treated alike, and so is SIGHUP; both only if the process does not ignore them.

    Attributes:
        requested: number of the first signal; 0: none.
    """

    def __init__(self) -> None:
        self.requested = 0
        self._parent = os.environ.get(PARENT)

    def __enter__(self) -> "StopSwitch":
        numbers = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
        deaf = [number for number in numbers[1:] if signal.getsignal(number) is signal.SIG_IGN]
        self._before = {number: signal.signal(number, self._handle) for number in numbers if number not in deaf}
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self.requested:
            raise KeyboardInterrupt if number == signal.SIGINT else Terminated(number)
        self.requested = number

    def check(self) -> None:
        """Raises Interrupted if a stop was requested, or if the parent command has ended."""
        if self.requested or (self._parent is not None and str(os.getppid()) != self._parent):
            raise Interrupted


@contextlib.contextmanager
def stop_check() -> Iterator[Callable[[], None]]:
    """A function to call between steps, which raises Interrupted after Ctrl-C; only active in the main thread."""
    if threading.current_thread() is threading.main_thread():
        with StopSwitch() as switch:
            yield switch.check
    else:
        yield lambda: None
