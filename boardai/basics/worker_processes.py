"""What a worker process owes its parent: it lives as long as that, leaves signals to it, and stops when that asks."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from typing import Any

from boardai.basics.trust import Trust, trust_from_here_on


class Halted(Exception):
    """The work was stopped by the process that asked for it."""


_halt: Any = None  # of a worker process; set by `begin_worker`


def begin_worker(trust: Trust, halt: Any) -> None:
    """A worker process begins its life; an initializer of `ProcessPoolExecutor`.

    Args:
        trust: what may run here.
        halt: an event of the parent's: `stop_if_halted` raises once it is set.
    """
    global _halt
    trust_from_here_on(trust)
    leave_signals_to_parent()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _halt = halt


def stop_if_halted() -> None:
    """Raises `Halted` where the parent wants no more; to be called often."""
    if _halt is not None and _halt.is_set():
        raise Halted


def how_ended(status: int | None) -> str:
    """How a process ended, in words.

    Args:
        status: its `exitcode`: negative where a signal has killed it; None: it has not ended.
    """
    if status is not None and status < 0:
        return f"killed by {signal.Signals(-status).name}"
    return f"exit status {status}"


def leave_signals_to_parent() -> None:
    """Ctrl-C and a closing terminal reach all processes; they are the parent's, who ends us."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def _end_with_parent() -> None:
    """Ends this process when its parent has been killed: the pool's workers would wait for its next task for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)
