"""Workers on this machine: this process itself, or processes that it starts."""

from __future__ import annotations

import atexit
import contextlib
import multiprocessing
import multiprocessing.connection
import os
import pickle
import queue
import signal
import socket
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from boardai.basics.trust import Trust
from boardai.basics.worker_processes import Halted, begin_worker, stop_if_halted
from boardai.cluster.pool import Answer, Died, Done, Event, Failed, Member, Pool, Rate, Ready, Task
from boardai.cluster.work import Piece, Shared, Worker, WorkSettings

_ATTEMPTS = 2  # a piece that ends two processes here would end a third
_PATIENCE = 5.0  # seconds that a process has for closing its worker
KEPT = 3  # shared bytes that a process keeps: the newest, and those of pieces still under way


def failed(error: Exception) -> Failed:
    """What a worker raised, as it crosses to another process."""
    text = "".join(traceback.format_exception(error))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # of any class, by any fault of it
        return Failed(RuntimeError(text), text)
    return Failed(error, text)


def introduced(worker: Worker, of: dict[str, str] | None = None, node: str = "") -> Ready:
    """The first word of a worker in a process: machine, process, and device where it has one.

    Args:
        worker: who speaks.
        of: the build of its code.
        node: of a cluster, on which it is.
    """
    device = getattr(worker, "device", "")
    return Ready(f"{socket.gethostname()}:{os.getpid()}" + (f" ({device})" if device else ""), of, node)


def timed(worker: Worker, piece: Piece, stop: Callable[[], None]) -> Done:
    """A piece done, and how long it took."""
    began = time.perf_counter()
    value = worker.work(piece, stop)
    return Done(value, time.perf_counter() - began)


class Here(Pool):
    """This process does the work, a piece whenever it is asked for answers.

    Args:
        settings: of the work.
    """

    def __init__(self, settings: WorkSettings) -> None:
        super().__init__(attempts=1)
        self._settings = settings
        self._worker: Worker | None = None

    def close(self) -> None:
        """Closes the worker."""
        if self._worker is not None:
            self._worker.close()
            self._worker = None

    def answers(self, stop: Callable[[], None] = lambda: None) -> list[Answer]:
        """Does the next piece."""
        stop()
        if not self._waiting:
            return []
        if self._worker is None:
            self._worker = self._settings.worker()
        task = self._waiting.popleft()
        done = timed(self._worker, task.piece, stop)
        rate = self.tally.rates.setdefault("here", Rate())
        rate.pieces, rate.seconds = rate.pieces + 1, rate.seconds + done.seconds
        return [Answer(task, done.value, "here", done.seconds)]

    def room(self) -> int:
        """One piece at a time."""
        return 1 - len(self._waiting)

    def _wanted(self) -> int:
        return 1

    def _start(self) -> Member:
        raise NotImplementedError

    def _events(self, timeout: float) -> list[tuple[Member, Event]]:
        return []


class _Process(Member):
    def __init__(self, settings: WorkSettings, number: int, trust: Trust) -> None:
        super().__init__(f"process {number}")
        # Not fork: JAX's threads do not survive it.
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_live, args=(settings, trust, theirs))
        self.process.start()
        theirs.close()
        self._has: deque[str] = deque(maxlen=KEPT)

    def send(self, task: Task) -> None:
        """Passes a piece on; waits where the pipe is full and the process does not read, because it is stopped."""
        piece, shared = task.piece, task.piece.shared
        digest = None if shared is None else shared.digest
        data = None
        if shared is not None and digest is not None and digest not in self._has:
            data = shared.data
            self._has.append(digest)
        with contextlib.suppress(OSError):  # it is dead, as we shall see
            self.pipe.send((piece.number, piece.payload, digest, data))

    def how(self) -> str:
        """How it ended."""
        self.process.join(_PATIENCE)
        status = self.process.exitcode
        if status is not None and status < 0:
            return f"killed by {signal.Signals(-status).name}"
        return f"exit status {status}"

    def leave(self) -> None:
        """It stops what it does, closes its worker and ends."""
        with contextlib.suppress(OSError):
            self.pipe.close()

    def kill(self) -> None:
        self.leave()
        self.process.kill()
        self.process.join()


class Processes(Pool):
    """Processes of this machine do the work.

    Args:
        settings: of the work.
        workers: how many processes.
        timeout: as of `Pool`.
        warn: as of `Pool`.
    """

    def __init__(
        self, settings: WorkSettings, workers: int, timeout: float | None, warn: Callable[[str], None]
    ) -> None:
        super().__init__(_ATTEMPTS, timeout, warn)
        self._settings, self._workers, self._started = settings, workers, 0
        atexit.register(self.close)  # else the interpreter would wait for them

    def close(self) -> None:
        """Halts the workers and waits a moment for them; then they are ended."""
        atexit.unregister(self.close)
        members = [member for member in self._members if isinstance(member, _Process)]
        self._members, self._waiting = [], deque()
        for member in members:
            member.leave()
        until = time.monotonic() + _PATIENCE
        for member in members:
            member.process.join(max(0.0, until - time.monotonic()))
        for member in members:
            member.kill()

    def _wanted(self) -> int:
        return self._workers

    def _start(self) -> Member:
        self._started += 1
        return _Process(self._settings, self._started, self._trust)

    def _events(self, timeout: float) -> list[tuple[Member, Event]]:
        members = {member.pipe: member for member in self._members if isinstance(member, _Process)}
        found: list[tuple[Member, Event]] = []
        for pipe in multiprocessing.connection.wait(list(members), timeout):
            member = members[pipe]  # type: ignore[index]
            try:
                found.append((member, member.pipe.recv()))
            except (EOFError, OSError):
                found.append((member, Died(member.how())))
        return found


def _live(settings: WorkSettings, trust: Trust, pipe: Connection) -> None:
    """A worker process."""
    _use_cpu()
    halt = threading.Event()
    begin_worker(trust, halt)
    tasks: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def read() -> None:
        """Beside the work: a sender never waits for the piece before to be done."""
        try:
            while True:
                tasks.put(pipe.recv())
        except (EOFError, OSError):
            halt.set()
            tasks.put(None)

    threading.Thread(target=read, daemon=True).start()
    kept: dict[str, Shared] = {}
    worker: Worker | None = None
    try:
        worker = settings.worker()
        pipe.send(introduced(worker))
        while (task := tasks.get()) is not None:
            number, payload, digest, data = task
            if data is not None:
                kept[digest] = Shared(data)
                while len(kept) > KEPT:
                    del kept[next(iter(kept))]
            pipe.send(timed(worker, Piece(number, payload, kept[digest] if digest else None), stop_if_halted))
    except (Halted, BrokenPipeError):
        pass
    except Exception as error:
        with contextlib.suppress(OSError):
            pipe.send(failed(error))
    finally:
        if worker is not None:
            worker.close()


def _use_cpu() -> None:
    """Before JAX is used here: it would take most of an accelerator's memory, which the process that asks may use."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    if "jax" in sys.modules:  # imported with the settings: it has read its environment
        sys.modules["jax"].config.update("jax_platforms", "cpu")
