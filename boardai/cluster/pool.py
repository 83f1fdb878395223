"""Distributes pieces of work to workers and collects their results, wherever the workers run.

    1. The pool starts workers until it has the number wanted; a worker that dies is replaced.
    2. Each worker has one or two pieces: the current one and the next. A starting worker has none.
    3. Results are returned as they arrive, or in the order of the pieces.
    4. The piece of a dead worker is retried by a worker without another piece, a limited number of times.

`Member` and the two methods that a backend adds define what a worker is (a process, a Ray actor).
"""

from __future__ import annotations

import contextlib
import statistics
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Any

from boardai.basics.trust import trusted
from boardai.cluster.work import Piece, Worker, WorkError

IN_FLIGHT = 2  # maximum number of pieces per worker: it need not wait for the next
_WAIT = 0.1  # seconds between two calls of `stop`
_STARTING = 20.0  # seconds for which the others leave room for a worker that is starting
_DEATHS_AT_START = 4  # failed starts in a row: then no more while others work, except one attempt after each rest
_REST = 60.0  # seconds
_SILENCE = 60.0  # seconds without any worker before that is reported
_SLOW, _FEW = 10.0, 3  # times slower than the median; pieces before a rate is meaningful


def _nothing(text: str) -> None:
    """Discards the text."""


class Elsewhere(Exception):
    """The traceback of another process, used as the cause of the error that it raised."""


@dataclass(frozen=True)
class Ready:
    """A worker has started.

    Attributes:
        name: display name of the worker.
        build: build of its code (`boardai.cluster.build`); None: the same process image as ours.
        node: the cluster node on which it runs.
    """

    name: str
    build: dict[str, str] | None = None
    node: str = ""


@dataclass(frozen=True)
class Part:
    """A worker has produced a part of the result of its first piece, and continues with it.

    Attributes:
        value: the part.
    """

    value: Any


@dataclass(frozen=True)
class Done:
    """A worker's first piece is done.

    Attributes:
        value: the result.
        seconds: duration.
    """

    value: Any
    seconds: float


@dataclass(frozen=True)
class Failed:
    """A worker has raised an error, which ends the work.

    Attributes:
        error: the error.
        trace: its traceback as text.
    """

    error: Exception
    trace: str


@dataclass(frozen=True)
class Died:
    """A worker was lost, with a reason."""

    reason: str


Event = Ready | Part | Done | Failed | Died


def worked(worker: Worker, piece: Piece, stop: Callable[[], None]) -> Generator[Part | Done, None, None]:
    """Processes a piece: yields its parts, if any, and then the end."""
    began = time.perf_counter()
    value = worker.work(piece, stop)
    if isinstance(value, Generator):
        value = yield from _parts(value)
    yield Done(value, time.perf_counter() - began)


def _parts(values: Generator[Any, None, Any]) -> Generator[Part, None, Any]:
    with contextlib.closing(values):
        while True:
            try:
                value = next(values)
            except StopIteration as end:
                return end.value
            yield Part(value)


@dataclass
class Task:
    """A piece in progress.

    Attributes:
        piece: the work.
    """

    piece: Piece


@dataclass(frozen=True)
class Answer:
    """A result.

    >>> from boardai.cluster.pool import Answer, Piece, Task
    >>> Answer(Task(Piece(7)), "won", "laptop:4711", seconds=0.5).number
    7

    Attributes:
        task: the task.
        value: the result.
        worker: the name of the worker.
        seconds: duration.
        is_part: whether further parts of the piece follow.
    """

    task: Task
    value: Any
    worker: str
    seconds: float
    is_part: bool = False

    @property
    def number(self) -> int:
        """The number of the piece."""
        return self.task.piece.number


class Member(ABC):
    """The pool's view of a worker."""

    def __init__(self, name: str) -> None:
        self.name, self.ready = name, False
        self.tasks: deque[Task] = deque()
        self.began = time.monotonic()  # when it was started; later, when its first piece was

    @abstractmethod
    def send(self, task: Task) -> None:
        """Sends it a piece without waiting for earlier pieces to finish."""

    @abstractmethod
    def kill(self) -> None:
        """Terminates it immediately."""


@dataclass
class Rate:
    """The amount of work that a worker has done.

    Attributes:
        pieces: number of pieces.
        seconds: total duration.
    """

    pieces: int = 0
    seconds: float = 0.0


@dataclass
class Tally:
    """A summary of the work.

    Attributes:
        lost: number of pieces that were retried because their worker was lost.
        rates: work done by each worker, by name.
        slow: workers that were reported as slow.
    """

    lost: int = 0
    rates: dict[str, Rate] = field(default_factory=dict)
    slow: set[str] = field(default_factory=set)


class Pool(ABC):
    """Workers and the pieces in progress; a context manager that ends the workers on exit.

    >>> from boardai.cluster import Piece, open_pool
    >>> class Squares:
    ...     def worker(self): return self
    ...     def work(self, piece, stop): return piece.payload ** 2
    ...     def close(self): pass
    >>> with open_pool(Squares()) as pool:
    ...     pool.give(Piece(3, 5))
    ...     [(answer.number, answer.value) for answer in pool.answers()]
    [(3, 25)]

    Args:
        attempts: number of workers that may be lost on one piece.
        timeout: seconds on one piece after which a worker counts as dead; None: no limit.
        warn: receives warnings for the user.
        in_flight: pieces that a worker holds at a time; 1 for long pieces, so that none waits for another.

    Attributes:
        tally: a summary of the work.
    """

    def __init__(
        self,
        attempts: int,
        timeout: float | None = None,
        warn: Callable[[str], None] = _nothing,
        in_flight: int = IN_FLIGHT,
    ) -> None:
        self.tally, self._in_flight = Tally(), in_flight
        self._attempts, self._timeout, self._warn = attempts, timeout, warn
        self._trust = trusted()  # set here, since another thread may start the workers
        self._members: list[Member] = []
        self._waiting: deque[Task] = deque()
        self._deaths_at_start, self._last_death = 0, 0.0
        self._alone_since: float | None = None
        self._error: Exception | None = None  # an error that arrived together with answers; raised at the next call

    def __enter__(self) -> Pool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @abstractmethod
    def close(self) -> None:
        """Ends the workers; pieces in progress are lost."""

    @abstractmethod
    def _wanted(self) -> int:
        """The number of workers wanted."""

    @abstractmethod
    def _start(self) -> Member:
        """Starts a worker, without waiting for it."""

    @abstractmethod
    def _events(self, timeout: float) -> list[tuple[Member, Event]]:
        """The events of members; waits at most this many seconds."""

    def _refuses(self, member: Member, ready: Ready) -> bool:
        """Whether a worker that has started must be refused."""
        return False

    @property
    def workers(self) -> int:
        """The number of workers wanted now; with a cluster it may change."""
        return max(1, self._wanted())

    @property
    def queue(self) -> int:
        """The number of pieces that wait for a worker."""
        return len(self._waiting) + sum(max(0, len(member.tasks) - 1) for member in self._members)

    def room(self) -> int:
        """The number of further pieces that may be added now."""
        under_way = len(self._waiting) + sum(len(member.tasks) for member in self._members)
        return max(0, self._in_flight * self.workers - under_way)

    def give(self, piece: Piece) -> None:
        """Adds a piece to those in progress."""
        self._waiting.append(Task(piece))

    def answers(self, stop: Callable[[], None] = lambda: None) -> list[Answer]:
        """The answers since the last call; waits briefly if there are none.

        Args:
            stop: called first, and during work in this process; may raise an error.

        Raises:
            WorkError: a piece ends every worker, or workers do not start.
            Exception: the error that a worker raised. Answers that arrived with it are returned first; the next call
            raises it.
        """
        stop()
        self._raise_kept()
        self._fill_up()
        self._hand_out()
        found = []
        for member, event in self._events(_WAIT):
            with self._keeping_errors():
                if member in self._members and (answer := self._happened(member, event)) is not None:
                    found.append(answer)
        with self._keeping_errors():
            self._end_silent()
            self._report_silence()
            self._hand_out()
        if not found:
            self._raise_kept()
        return found

    def refuse(self, answer: Answer, reason: str) -> None:
        """Rejects an impossible result: its worker is ended, and another one repeats the piece.

        Raises:
            WorkError: too many results of the piece were rejected.
        """
        self._warn(f"worker {answer.worker}: {reason}")
        for member in [one for one in self._members if one.name == answer.worker]:
            self._members.remove(member)
            self._waiting.extendleft(reversed(member.tasks))
            member.kill()
        self._try_again(answer.task, reason)

    def map(
        self, pieces: Iterable[Piece], *, ordered: bool = False, stop: Callable[[], None] = lambda: None
    ) -> Iterator[tuple[int, Any]]:
        """Processes pieces.

        >>> from boardai.cluster import Piece, open_pool
        >>> class Squares:
        ...     def worker(self): return self
        ...     def work(self, piece, stop): return piece.payload ** 2
        ...     def close(self): pass
        >>> with open_pool(Squares()) as pool:
        ...     list(pool.map([Piece(0, 5), Piece(1, 6)], ordered=True))
        [(0, 25), (1, 36)]

        Args:
            pieces: the pieces, taken as workers have room for them.
            ordered: yield results in the order of the pieces; else as they arrive. Parts are always yielded at once.
            stop: called about ten times per second; may raise an error.

        Yields:
            The number and result of each piece, preceded by the parts that its worker sends. A retried piece sends all
            its parts again.

        Raises:
            WorkError: as `answers`.
        """
        source, order = iter(pieces), deque[int]()
        early: dict[int, Any] = {}
        exhausted = False
        while True:
            # In order: the number of results that wait for a slow piece is bounded.
            most = 2 * IN_FLIGHT * self.workers
            while not exhausted and self.room() and len(order) < most:
                piece = next(source, None)
                exhausted = piece is None
                if piece is not None:
                    self.give(piece)
                    order.append(piece.number)
            if not order:
                return
            for answer in self.answers(stop):
                if answer.is_part:
                    yield answer.number, answer.value
                elif ordered:
                    early[answer.number] = answer.value
                else:
                    order.remove(answer.number)
                    yield answer.number, answer.value
            while ordered and order and order[0] in early:
                number = order.popleft()
                yield number, early.pop(number)

    def rates(self) -> dict[str, float]:
        """Pieces per second of each active worker, by name."""
        at_work = {member.name for member in self._members}
        return {
            name: rate.pieces / max(rate.seconds, 1e-9)
            for name, rate in self.tally.rates.items()
            if name in at_work and rate.pieces
        }

    @contextlib.contextmanager
    def _keeping_errors(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            self._error = self._error or error

    def _raise_kept(self) -> None:
        if (error := self._error) is not None:
            self._error = None
            raise error

    def _fill_up(self) -> None:
        # No more workers than there is work for.
        under_way = len(self._waiting) + sum(len(member.tasks) for member in self._members)
        failed = self._deaths_at_start >= _DEATHS_AT_START
        if failed and self._any_ready() and time.monotonic() - self._last_death < _REST:
            return
        while len(self._members) < min(self._wanted(), under_way):
            self._members.append(self._start())

    def _hand_out(self) -> None:
        now = time.monotonic()
        starting = any(not member.ready and now - member.began < _STARTING for member in self._members)
        left: deque[Task] = deque()
        while self._waiting:
            task = self._waiting.popleft()
            limit = 1 if starting or task.piece.losses else self._in_flight
            free = [
                member
                for member in self._members
                if member.ready and len(member.tasks) < limit and not any(one.piece.losses for one in member.tasks)
            ]
            if not free:
                left.append(task)
                continue
            member = min(free, key=lambda one: len(one.tasks))
            if not member.tasks:
                member.began = now
            member.tasks.append(task)
            member.send(task)
        self._waiting = left

    def _happened(self, member: Member, event: Event) -> Answer | None:
        if isinstance(event, Failed):
            raise event.error from Elsewhere(f"\n{event.trace}")
        if isinstance(event, Ready):
            member.name, member.ready = event.name, True
            self._deaths_at_start, self._alone_since = 0, None
            if self._refuses(member, event):
                self._members.remove(member)
                member.kill()
            return None
        if isinstance(event, Died):
            self._lose(member, event.reason)
            return None
        if isinstance(event, Part):
            member.began = time.monotonic()
            return Answer(member.tasks[0], event.value, member.name, 0.0, is_part=True)
        task = member.tasks.popleft()
        member.began = time.monotonic()
        rate = self.tally.rates.setdefault(member.name, Rate())
        rate.pieces, rate.seconds = rate.pieces + 1, rate.seconds + event.seconds
        self._name_slow()
        return Answer(task, event.value, member.name, event.seconds)

    def _lose(self, member: Member, reason: str) -> None:
        self._members.remove(member)
        member.kill()
        if not member.ready:
            self._deaths_at_start, self._last_death = self._deaths_at_start + 1, time.monotonic()
            if self._deaths_at_start >= _DEATHS_AT_START and not self._any_ready():
                raise WorkError(f"workers do not start: {reason}")
            if self._deaths_at_start == _DEATHS_AT_START:
                self._warn(f"further workers do not start: {reason}")
            return
        tasks = list(member.tasks)
        # Only the first was in progress.
        self._waiting.extendleft(reversed(tasks[1:]))
        if tasks:
            self._try_again(tasks[0], reason)

    def _try_again(self, task: Task, reason: str) -> None:
        self.tally.lost += 1
        losses = task.piece.losses + 1
        if losses >= self._attempts:
            raise WorkError(f"piece {task.piece.number} of the work has killed {losses} workers: {reason}")
        task.piece = replace(task.piece, losses=losses)
        self._waiting.appendleft(task)

    def _end_silent(self) -> None:
        if self._timeout is None:
            return
        now = time.monotonic()
        for member in [one for one in self._members if one.tasks and now - one.began > self._timeout]:
            self._lose(member, f"no answer for {self._timeout:g} s")

    def _report_silence(self) -> None:
        now = time.monotonic()
        if not self._waiting or self._any_ready():
            self._alone_since = None
        elif self._alone_since is None:
            self._alone_since = now
        elif now - self._alone_since > _SILENCE:
            self._alone_since = now
            self._warn(f"no worker has started for {_SILENCE:g} s; still waiting (are processors free?)")

    def _any_ready(self) -> bool:
        return any(member.ready for member in self._members)

    def _name_slow(self) -> None:
        known = {name: rate for name, rate in self.rates().items() if self.tally.rates[name].pieces >= _FEW}
        if len(known) < _FEW:
            return
        median = statistics.median(known.values())
        for name, rate in known.items():
            if rate * _SLOW <= median and name not in self.tally.slow:
                self.tally.slow.add(name)
                self._warn(f"worker {name} is {median / rate:.0f} times slower than the median worker")
