"""Support for worker processes: they end with their parent, leave signals to it, and stop at its request."""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
import time
from collections.abc import Iterator
from multiprocessing import resource_tracker
from multiprocessing.process import BaseProcess
from typing import Any

from boardai.basics.trust import Trust, trust_from_here_on

_PARENTS = (signal.SIGINT, signal.SIGHUP)  # signals that the parent handles
CLOSING = 4.0  # seconds between SIGTERM and SIGKILL, for closing what a worker has opened: its engines


class Halted(Exception):
    """The work was stopped by the process that asked for it."""


_halt: Any = None  # of a worker process; set by `begin_worker`


def begin_worker(trust: Trust, halt: Any) -> None:
    """Prepares a worker process; an initializer of `ProcessPoolExecutor`.

    Args:
        trust: the code that may run here.
        halt: an event of the parent; `stop_if_halted` raises once it is set.
    """
    global _halt
    trust_from_here_on(trust)
    leave_signals_to_parent()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _halt = halt


def start_worker(process: BaseProcess) -> None:
    """Starts a worker process to which Ctrl-C and a closing terminal do nothing, from its first instruction on.

    The process inherits that these signals are blocked; `begin_worker` ignores them before it unblocks them. Otherwise
    a worker that still imports its modules would print the traceback of a `KeyboardInterrupt`.
    """
    # Otherwise `start` would start the tracker, which unblocks Ctrl-C.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _PARENTS)
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def stop_if_halted() -> None:
    """Raises `Halted` if the parent has stopped the work; call it often."""
    if _halt is not None and _halt.is_set():
        raise Halted


@contextlib.contextmanager
def ended_by_sigterm() -> Iterator[None]:
    """A context in which SIGTERM raises `SystemExit`, so that resources are closed; afterwards the signal is ignored.

    A worker that waits for an engine does not see that it is halted; a signal interrupts it. Not an `Exception`: that
    would count as a fault of the agent.
    """
    signal.signal(signal.SIGTERM, _exit)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, _go_on)


def _exit(number: int, frame: Any) -> None:
    signal.signal(number, _go_on)
    raise SystemExit(128 + number)


def _go_on(number: int, frame: Any) -> None:
    """Not SIG_IGN: programs that we start would inherit it."""


def how_ended(status: int | None) -> str:
    """A description of how a process ended.

    Args:
        status: its `exitcode`: negative if a signal killed it; None: it has not ended.
    """
    if status is not None and status < 0:
        return f"killed by {signal.Signals(-status).name}"
    return f"exit status {status}"


def leave_signals_to_parent() -> None:
    """Ignores Ctrl-C and a closing terminal, which reach all processes: the parent handles them and ends this one."""
    for number in _PARENTS:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _PARENTS)


def _end_with_parent() -> None:
    """Ends this process when its parent has been killed; otherwise it would wait for the next task for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(CLOSING)
        os._exit(1)
