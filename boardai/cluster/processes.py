"""Workers on this machine: this process itself, or processes that it starts."""

from __future__ import annotations

import atexit
import contextlib
import itertools
import multiprocessing
import os
import pickle
import queue
import socket
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from typing import Any

from boardai.basics.trust import Trust
from boardai.basics.worker_processes import (
    CLOSING,
    Halted,
    begin_worker,
    ended_by_sigterm,
    how_ended,
    start_worker,
    stop_if_halted,
)
from boardai.cluster.pool import Answer, Died, Done, Event, Failed, Member, Part, Pool, Rate, Ready, Task, worked
from boardai.cluster.work import Shared, Worker, WorkSettings

_ATTEMPTS = 2  # a piece that ends two processes here would end a third
_MEMORY_SHARE = 0.9  # the fraction of its share of a GPU's memory that a worker uses
PATIENCE = 5.0  # seconds that a process has to end, of which `CLOSING` after SIGTERM
_LOOK = 0.02  # seconds between two checks of processes that are to end
KEPT = 3  # shared bytes that a process keeps: the newest, and those of pieces in progress


def failed(error: Exception) -> Failed:
    """The error that a worker raised, in a form that can be sent to another process."""
    text = "".join(traceback.format_exception(error))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # pickling can raise an error of any class
        return Failed(RuntimeError(text), text)
    return Failed(error, text)


def introduced(worker: Worker, of: dict[str, str] | None = None, node: str = "") -> Ready:
    """The first message of a worker in a process: machine, process, and device if it has one.

    Args:
        worker: the worker.
        of: the build of its code.
        node: the cluster node on which it runs.
    """
    device = getattr(worker, "device", "")
    return Ready(f"{socket.gethostname()}:{os.getpid()}" + (f" ({device})" if device else ""), of, node)


class Here(Pool):
    """A pool whose only worker is this process: each request for answers processes a piece.

    Args:
        settings: settings of the work.
    """

    def __init__(self, settings: WorkSettings) -> None:
        super().__init__(attempts=1)
        self._settings = settings
        self._worker: Worker | None = None
        self._begun: tuple[Task, Generator[Part | Done, None, None]] | None = None

    def close(self) -> None:
        """Closes the worker."""
        if self._begun is not None:
            self._begun[1].close()
            self._begun = None
        if self._worker is not None:
            self._worker.close()
            self._worker = None

    def answers(self, stop: Callable[[], None] = lambda: None) -> list[Answer]:
        """Processes the next piece, or continues one to its next part."""
        stop()
        if self._begun is None:
            if not self._waiting:
                return []
            if self._worker is None:
                self._worker = self._settings.worker()
            task = self._waiting.popleft()
            self._begun = task, worked(self._worker, task.piece, stop)
        (task, events), self._begun = self._begun, None
        done = next(events)
        if isinstance(done, Part):
            self._begun = task, events
            return [Answer(task, done.value, "here", 0.0, is_part=True)]
        rate = self.tally.rates.setdefault("here", Rate())
        rate.pieces, rate.seconds = rate.pieces + 1, rate.seconds + done.seconds
        return [Answer(task, done.value, "here", done.seconds)]

    def room(self) -> int:
        """One piece at a time."""
        return 1 - len(self._waiting) - (self._begun is not None)

    def _wanted(self) -> int:
        return 1

    def _start(self) -> Member:
        raise NotImplementedError

    def _events(self, timeout: float) -> list[tuple[Member, Event]]:
        return []


class _Process(Member):
    """A process, with two of our threads at its pipe: only they wait if it does not read or write."""

    def __init__(
        self,
        settings: WorkSettings,
        number: int,
        trust: Trust,
        gpus: float,
        share: set[int] | None,
        inbox: queue.SimpleQueue[_Heard],
    ) -> None:
        super().__init__(f"process {number}")
        self.share = share  # the processors it may use; None: all
        # Not fork: JAX's threads do not survive it.
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self.process = context.Process(target=_live, args=(settings, trust, gpus, share, theirs))
        self._has: deque[str] = deque(maxlen=KEPT)
        self._inbox, self._outbox = inbox, queue.SimpleQueue[Any]()  # bounded by the number of pieces that it may have
        self._threads = [threading.Thread(target=one, daemon=True) for one in (self._read, self._write)]
        with theirs:
            start_worker(self.process)
        try:
            for thread in self._threads:
                thread.start()
        except BaseException:  # the system allows no further thread
            self.kill()
            raise

    def send(self, task: Task) -> None:
        piece, shared = task.piece, task.piece.shared
        digest = None if shared is None else shared.digest
        data = None
        if shared is not None and digest is not None and digest not in self._has:
            data = shared.data
            self._has.append(digest)
        # Pickled here, where an error can be reported.
        self._outbox.put(ForkingPickler.dumps((replace(piece, shared=None), digest, data)))

    def how(self) -> str:
        """How it ended."""
        if not self.ended:  # its end of the pipe is closed, so it will end
            self.process.join(PATIENCE)
        return how_ended(self.process.exitcode)

    @property
    def ended(self) -> bool:
        """Whether the process has ended. Asks the system: processes that it has forked may still hold its pipes."""
        return self.process.exitcode is not None

    def leave(self) -> None:
        """Makes the process stop, close its worker and end; messages that it has already sent are still read."""
        self._outbox.put(None)
        # Not closed while a thread uses it: the system might give its number to another file.
        with contextlib.suppress(OSError), socket.socket(fileno=os.dup(self._pipe.fileno())) as pipe:
            pipe.shutdown(socket.SHUT_RDWR)

    def kill(self) -> None:
        self.leave()
        self.process.kill()
        self.process.join()
        for thread in self._threads:
            if thread.ident is not None:  # it was started
                thread.join()
        self._pipe.close()

    def _write(self) -> None:
        with contextlib.suppress(OSError):  # the process has died; its reader reports that
            while (message := self._outbox.get()) is not None:
                self._pipe.send_bytes(message)

    def _read(self) -> None:
        try:
            while (message := _received(self._pipe)) is not None:
                self._inbox.put((self, ForkingPickler.loads(message)))
            self._inbox.put((self, None))
        except Exception as error:  # an error of any class: the message cannot be read here
            self._inbox.put((self, failed(error)))


def _received(pipe: Connection) -> bytes | None:
    """The next message, still pickled, since unpickling may raise any error; None: the other side is gone."""
    try:
        return pipe.recv_bytes()
    except (EOFError, OSError):
        return None


_Heard = tuple[_Process, Event | None]  # None: it has ended


class Processes(Pool):
    """A pool whose workers are processes of this machine.

    Args:
        settings: settings of the work.
        workers: number of processes.
        gpus: share of this machine's GPUs that each may use; 0: the CPU alone.
        timeout: as in `Pool`.
        warn: as in `Pool`.
        in_flight: as in `Pool`.
        own_cores: whether each is bound to its own equal share of the processors.
        patience: seconds that the processes have for closing.

    Raises:
        ValueError: more workers than processors with `own_cores`.
    """

    def __init__(
        self,
        settings: WorkSettings,
        workers: int,
        gpus: float,
        timeout: float | None,
        warn: Callable[[str], None],
        in_flight: int,
        own_cores: bool,
        patience: float,
    ) -> None:
        super().__init__(_ATTEMPTS, timeout, warn, in_flight)
        self._patience, self._shares = patience, list[set[int]]()
        if own_cores and hasattr(os, "sched_getaffinity"):
            self._shares = processor_shares(sorted(os.sched_getaffinity(0)), workers)
        self._settings, self._workers, self._started, self._gpus = settings, workers, 0, gpus
        self._inbox = queue.SimpleQueue[_Heard]()
        atexit.register(self.close)  # else the interpreter would wait for them

    def close(self) -> None:
        """Halts the workers and waits briefly for them; the rest receive SIGTERM, and finally are killed.

        No worker survives if Ctrl-C interrupts the waiting.
        """
        members = [member for member in self._members if isinstance(member, _Process)]
        until = time.monotonic() + self._patience
        try:
            for member in members:
                member.leave()
            _wait(members, until - CLOSING)
            for member in members:
                member.process.terminate()
            _wait(members, until)
        finally:
            for member in members:
                member.process.kill()
            for member in members:
                member.kill()
            self._members, self._waiting = [], deque()
            atexit.unregister(self.close)

    def _wanted(self) -> int:
        return self._workers

    def _start(self) -> Member:
        self._started += 1
        taken = [member.share for member in self._members if isinstance(member, _Process)]
        share = next((one for one in self._shares if one not in taken), None)
        return _Process(self._settings, self._started, self._trust, self._gpus, share, self._inbox)

    def _events(self, timeout: float) -> list[tuple[Member, Event]]:
        found: list[tuple[Member, Event]] = []
        for one in self._members:
            if isinstance(one, _Process) and one.ended:
                one.leave()  # its reader ends, even if a process that it has forked holds its pipe
        try:
            heard = self._inbox.get(timeout=timeout)
            while True:
                member, event = heard
                found.append((member, Died(member.how()) if event is None else event))
                heard = self._inbox.get_nowait()
        except queue.Empty:
            return found


def _wait(members: list[_Process], until: float) -> None:
    """Waits for processes to end, up to a time limit."""
    while not all(member.ended for member in members) and time.monotonic() < until:
        time.sleep(_LOOK)


def _live(settings: WorkSettings, trust: Trust, gpus: float, share: set[int] | None, pipe: Connection) -> None:
    """A worker process."""
    if share is not None:
        os.sched_setaffinity(0, share)
    _use_devices(gpus)
    halt = threading.Event()
    begin_worker(trust, halt)
    tasks = queue.SimpleQueue[bytes | Exception | None]()

    def read() -> None:
        """Receives messages in parallel with the work: a sender never waits for the previous piece to finish."""
        try:
            while (message := _received(pipe)) is not None:
                tasks.put(message)
            halt.set()
            tasks.put(None)
        except Exception as error:  # such as too little memory
            tasks.put(error)

    threading.Thread(target=read, daemon=True).start()
    worker: Worker | None = None
    try:
        with ended_by_sigterm():
            try:
                worker = settings.worker()
                _notify(pipe, introduced(worker))
                _work(worker, tasks, pipe)
            except Halted:
                pass
            except Exception as error:
                with contextlib.suppress(Halted):
                    _notify(pipe, failed(error))
    finally:
        if worker is not None:
            worker.close()


def _work(worker: Worker, tasks: queue.SimpleQueue[bytes | Exception | None], pipe: Connection) -> None:
    """Processes pieces until there are no more."""
    kept: dict[str, Shared] = {}
    while (message := tasks.get()) is not None:
        if isinstance(message, Exception):
            raise message
        piece, digest, data = ForkingPickler.loads(message)
        if data is not None:
            kept[digest] = Shared(data)
            while len(kept) > KEPT:
                del kept[next(iter(kept))]
        for event in worked(worker, replace(piece, shared=kept[digest] if digest else None), stop_if_halted):
            _notify(pipe, event)


def _notify(pipe: Connection, event: Event) -> None:
    """Sends the parent a message.

    Raises:
        Halted: the parent is gone.
    """
    message = ForkingPickler.dumps(event)
    try:
        pipe.send_bytes(message)
    except OSError:
        raise Halted from None


def processor_shares(
    processors: Sequence[int], workers: int, described: Path = Path("/sys/devices/system/cpu")
) -> list[set[int]]:
    """Equal shares of processors: both threads of a core are in the same one, unless there are more workers than cores.

    >>> from boardai.cluster.processes import processor_shares
    >>> sum(len(share) for share in processor_shares([0, 1, 2, 3, 4], 2))
    5

    Args:
        processors: numbers of the processors.
        workers: number of shares.
        described: the folder in which the system describes each; one without a description counts as a core.

    Raises:
        ValueError: more workers than processors.
    """
    if workers > len(processors):
        raise ValueError(f"workers: there are {len(processors)} processors, got {workers}")
    cores: dict[str, list[int]] = {}
    for number in processors:
        try:
            core = (described / f"cpu{number}" / "topology" / "thread_siblings_list").read_text().strip()
        except OSError:
            core = str(number)
        cores.setdefault(core, []).append(number)
    units = list(cores.values())
    if workers > len(units):
        units = [[number] for unit in units for number in unit]
    ends = [place * len(units) // workers for place in range(workers + 1)]
    return [{number for unit in units[first:end] for number in unit} for first, end in itertools.pairwise(ends)]


def jax_environment(gpus: float) -> dict[str, str]:
    """The environment of a worker, set before it loads JAX; else each worker would take most of a GPU's memory.

    >>> from boardai.cluster.processes import jax_environment
    >>> jax_environment(0), jax_environment(0.25)
    ({'JAX_PLATFORMS': 'cpu'}, {'XLA_PYTHON_CLIENT_MEM_FRACTION': '0.225'})

    Args:
        gpus: GPUs of the worker.
    """
    if not gpus:
        return {"JAX_PLATFORMS": "cpu"}
    return {"XLA_PYTHON_CLIENT_MEM_FRACTION": f"{_MEMORY_SHARE * min(gpus, 1):.3f}"}


def _use_devices(gpus: float) -> None:
    """Before JAX is used here."""
    for name, value in jax_environment(gpus).items():
        # The user's own settings of the GPU's memory take precedence.
        os.environ[name] = os.environ.get(name, value) if gpus else value
    if not gpus and "jax" in sys.modules:  # imported with the settings: it has already read its environment
        sys.modules["jax"].config.update("jax_platforms", "cpu")
