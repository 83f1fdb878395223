"""The scheduler of all computations on the server: which job runs next, and for how long.

Idea: short jobs (a move of a beginner) have separate threads and never wait for long ones. Long jobs share as many
  threads as there are processors, in time slices: after its slice a search waits with its tree, while others run. The
  next slice goes to the address that has used least, and there to the visitor who has used least (`shares.py`). Jobs
  that are not urgent (a review) come last, as separate jobs of one slice each.
The expected duration of a job is that of the last ones of its kind. A job that turns out to be long continues as a long
  one: its thread gives way to others, and its place among the short ones is free again. The operating system also knows
  which threads have low priority.
Limits: code that does not search (a game in Python that computes) cannot be paused or ended before it returns to
  Python. A job that ignores a request to stop loses its place, and is interrupted as soon as it runs Python code.
Papers: Corbató, Merwin-Daggett and Daley 1962 (lower priority for long jobs); Goyal, Vin and Cheng 1996 (fair shares).
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import enum
import math
import os
import queue
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

from boardai.command_line import NativeThread
from boardai.search.stopping import stop_search
from boardai.web.thinking.memory import Memory
from boardai.web.thinking.shares import NOBODY, START, Owner, Shares

Found = TypeVar("Found")

SHORT_SECONDS = 0.02  # seconds of processor time up to which a job is short
_LONGEST_SHORT = 0.1  # seconds after which a job that was expected to be short counts as long
_SLICE = 0.2  # seconds of a long job while others wait
_LAST_NO_LONGER = 5.0  # seconds after which background work gets a slice too
_MOST_BEGUN = 64  # long jobs that may have started: each has a thread and a table
_MOST_OF_ADDRESS = 48  # long jobs of one address that may have started
_MOST_OF_ONE = 8  # long jobs of one visitor; the page requests fewer, so more of them do not end
_GIVES_WAY = 5  # niceness of the threads of long jobs
_LOOK_AGAIN = 0.05
_LOSES_ITS_PLACE, _IS_INTERRUPTED = 2.0, 10.0  # seconds after an ignored request to stop


class Abandoned(BaseException):
    """Raised in a thread whose job was requested to stop long ago."""


class Lane(enum.Enum):
    """The queue of a job."""

    SHORT = "short"
    LONG = "long"


class Job(Generic[Found]):
    """A computation for a visitor. `WorkerPool.ask` creates jobs.

    Attributes:
        future: the future result.
        owner: the visitor whose share it uses.
        number: number in the order in which jobs started to wait.
        came_at: the virtual times when it started to wait.
        made_room: whether it was ended to free memory.
    """

    def __init__(
        self,
        worker_pool: WorkerPool,
        work: Callable[[Callable[[], bool]], Found],
        *,
        owner: Owner,
        about: Hashable,
        subject: Hashable,
        lane: Lane,
        least_seconds: float,
        background: bool,
        threads: int,
    ) -> None:
        self.future: Future[Found] = Future()
        self.owner, self.number, self.came_at = owner, 0, START
        self._worker_pool, self._work = worker_pool, work
        self._about, self._subject, self._lane = about, subject, lane
        self._least_seconds, self._background, self._threads = least_seconds, background, threads
        self._stop, self._turn = threading.Event(), threading.Event()
        self._stopped_since: float | None = None
        self._waits_since = self._slice_since = 0.0
        self._had = 0.0  # seconds of work
        self._worker: _Worker | None = None  # its worker; None: it has not started, or has ended
        self._has_place = self._is_interrupted = self.made_room = False

    def stop(self) -> None:
        """Requests that it ends with what it has; if it has not started, it never will."""
        self._worker_pool._stop(self, for_good=True)

    def hurry(self) -> None:
        """Requests that it ends with what it has; if it has not started, it is next, and will be short."""
        self._worker_pool._stop(self, for_good=False)

    def withdraw(self) -> None:
        """Its result is no longer needed: if it has not started, it never will; otherwise it continues."""
        self._worker_pool._withdraw(self)

    @property
    def waits_for_memory(self) -> bool:
        """Whether it has not started because it waits for memory."""
        return self._worker_pool._waits_for_memory(self)

    def when_done(self, then: Callable[[], None]) -> None:
        """Calls a function on the event loop's thread after its end, unless it was cancelled."""
        loop = asyncio.get_running_loop()

        def done(future: Future[Found]) -> None:
            if not future.cancelled() and not loop.is_closed():
                loop.call_soon_threadsafe(then)

        self.future.add_done_callback(done)

    def _asks(self) -> bool:
        """Whether to stop. While other jobs have the slice, the call waits."""
        return self._stop.is_set() or self._worker_pool._passes(self)


class _Worker:
    """A thread, and whether its priority was lowered, which cannot be undone."""

    def __init__(self, work: Callable[[_Worker], None], number: int) -> None:
        self.tasks: queue.SimpleQueue[Job[Any] | None] = queue.SimpleQueue()
        self._gives_way = False
        self.thread = NativeThread(target=work, args=(self,), name=f"thinker {number}")
        self.thread.start()

    @property
    def lane(self) -> Lane:
        return Lane.LONG if self._gives_way else Lane.SHORT

    def give_way(self) -> None:
        """Lowers the thread's priority. Any thread may call it."""
        if self._gives_way:
            return
        self._gives_way = True
        if sys.platform == "linux" and self.thread.native_id is not None:  # elsewhere threads have no niceness
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, self.thread.native_id, _GIVES_WAY)


class WorkerPool:
    """The threads, and the jobs that wait for them.

    >>> from boardai.web.thinking import WorkerPool
    >>> worker_pool = WorkerPool(1)
    >>> worker_pool.ask(lambda stopped: 6 * 7).future.result()
    42
    >>> worker_pool.close(1.0)

    Args:
        long: maximum number of long jobs at the same time.
        short: maximum number of short ones in addition.
        memory: memory budget; None: all that the machine has.
    """

    def __init__(self, long: int = 2, short: int = 2, memory: Memory | None = None) -> None:
        self.memory = memory if memory is not None else Memory(None)
        self._most = {Lane.LONG: long, Lane.SHORT: short}
        self._shares = {lane: Shares() for lane in Lane}
        self._waiting: dict[Lane, list[Job[Any]]] = {lane: [] for lane in Lane}
        self._begun: set[Job[Any]] = set()  # including those that wait for their next slice
        self._idle: dict[Lane, list[_Worker]] = {lane: [] for lane in Lane}
        self._lasted: dict[Hashable, float] = {}
        self._changed = threading.Condition()  # its lock guards everything here
        self._queued = self._workers = 0
        self._is_closed = False
        # A job that ignores a request to stop must not keep the program from ending.
        self._watcher = NativeThread(target=self._watch, name="watcher of worker_pool")
        self._watcher.start()

    def ask(
        self,
        work: Callable[[Callable[[], bool]], Found],
        owner: Owner = NOBODY,
        *,
        about: Hashable = None,
        subject: Hashable = None,
        is_long: bool = False,
        least_seconds: float = math.inf,
        background: bool = False,
        threads: int = 1,
    ) -> Job[Found]:
        """Queues a job.

        Args:
            work: the computation; it gets a function that returns whether to stop, to be called often.
            owner: the visitor whose share it uses.
            about: kind of the job, which determines its expected duration.
            subject: the object it works with; only one job works with an object at a time.
            is_long: it takes as long as it may.
            least_seconds: seconds of work after which it may be ended to free memory, if others wait.
            background: not urgent, and no longer than a slice.
            threads: number of its own threads, which are charged to its owner's share.
        """
        with self._changed:
            lane = Lane.LONG if is_long or background or self._lasted.get(about, 0.0) > SHORT_SECONDS else Lane.SHORT
            job = Job(
                self,
                work,
                owner=owner,
                about=about,
                subject=subject,
                lane=lane,
                least_seconds=least_seconds,
                background=background,
                threads=threads,
            )
            self._queue(job)
            self._dispatch()
            self._changed.notify_all()
        return job

    def close(self, seconds: float) -> None:
        """Ends the threads after their jobs; waits for them, but not longer than the given time.

        Jobs that are still running then are abandoned: `boardai.command_line.run` ends the program without them.
        """
        until = time.monotonic() + seconds
        with self._changed:
            while (self._begun or any(self._waiting.values())) and time.monotonic() < until:
                self._changed.wait(max(until - time.monotonic(), 0.0))
            self._is_closed = True
            threads = [self._watcher, *(worker.thread for workers in self._idle.values() for worker in workers)]
            for lane in Lane:
                for worker in self._idle[lane]:
                    worker.tasks.put(None)
                self._idle[lane].clear()
            self._changed.notify_all()
        for thread in threads:
            thread.join(max(until - time.monotonic(), 0.0))

    # --- everything below holds the lock ---

    def _queue(self, job: Job[Any]) -> None:
        self._queued += 1
        job.number, job.came_at = self._queued, self._shares[job._lane].now(job.owner)
        job._waits_since = time.monotonic()
        self._waiting[job._lane].append(job)

    def _dispatch(self) -> None:
        """Gives free places to the next jobs."""
        if self._is_closed:
            return
        for lane in Lane:
            held = sum(one._has_place for one in self._begun if one._lane is lane)
            for _ in range(self._most[lane] - held if self._waiting[lane] else 0):
                job = self._shares[lane].choose(self._ready(lane), self._is_last)
                if job is None:
                    break
                self._waiting[lane].remove(job)
                self._let_work(job)

    def _ready(self, lane: Lane) -> list[Job[Any]]:
        """The waiting jobs that may get a place: all started ones, and as many others as the memory allows."""
        busy = {one._subject for one in self._begun} - {None}
        of_one = Counter(one.owner for one in self._begun if one.owner != NOBODY)
        of_address = self._long_by_address()
        long = of_address.total()
        more = lane is Lane.SHORT or not long or (long < _MOST_BEGUN and self.memory.has_room)
        return [
            one
            for one in self._waiting[lane]
            if one._worker is not None
            or (
                more
                and one._subject not in busy
                and of_one[one.owner] < _MOST_OF_ONE
                and (lane is Lane.SHORT or of_address[one.owner.address] < _MOST_OF_ADDRESS)
            )
        ]

    def _long_by_address(self) -> Counter[str]:
        """The number of long jobs that have started."""
        return Counter(one.owner.address for one in self._begun if one._lane is Lane.LONG)

    def _is_last(self, job: Job[Any]) -> bool:
        return job._background and time.monotonic() - job._waits_since < _LAST_NO_LONGER

    def _let_work(self, job: Job[Any], has_place: bool = True) -> None:
        """Starts the job's slice, or lets it end without one."""
        job._slice_since = time.monotonic()
        job._has_place = has_place
        if job._worker is not None:
            job._turn.set()
            return
        self._begun.add(job)
        if self._idle[job._lane]:
            job._worker = self._idle[job._lane].pop()
        else:
            self._workers += 1
            job._worker = _Worker(self._work, self._workers)
        if job._lane is Lane.LONG:
            job._worker.give_way()
        job._worker.tasks.put(job)

    def _charge(self, job: Job[Any]) -> None:
        """Charges the time of a job's slice."""
        now = time.monotonic()
        had = now - job._slice_since
        job._slice_since = now
        job._had += had
        self._shares[job._lane].charge(job.owner, had * job._threads, job.came_at)

    def _becomes_long(self, job: Job[Any]) -> None:
        """A job expected to be short is long: releases its place among the short ones."""
        assert job._worker is not None
        self._charge(job)
        self._lasted[job._about] = max(self._lasted.get(job._about, 0.0), _LONGEST_SHORT)
        job._lane = Lane.LONG
        job.came_at = self._shares[Lane.LONG].now(job.owner)
        job._worker.give_way()

    # --- called by other threads ---

    def _waits_for_memory(self, job: Job[Any]) -> bool:
        with self._changed:
            return job._worker is None and job in self._waiting[Lane.LONG] and not self.memory.has_room

    def _stop(self, job: Job[Any], for_good: bool) -> None:
        cancelled = False
        with self._changed:
            if job._stopped_since is None and for_good:
                job._stopped_since = time.monotonic()
            job._stop.set()
            waits = job in self._waiting[job._lane]
            if waits:
                self._waiting[job._lane].remove(job)
            if job._worker is None:
                cancelled = for_good and waits
                if waits and not for_good:
                    job._lane = Lane.SHORT
                    self._let_work(job)
            elif waits:
                self._let_work(job, has_place=False)  # it ends at once
            else:
                self._end_search(job)
            self._changed.notify_all()
        if cancelled:
            job.future.cancel()

    def _withdraw(self, job: Job[Any]) -> None:
        with self._changed:
            if job._worker is not None or job not in self._waiting[job._lane]:
                return
            self._waiting[job._lane].remove(job)
            self._changed.notify_all()
        job.future.cancel()

    def _end_search(self, job: Job[Any]) -> None:
        if job._worker is not None and job._worker.thread.ident is not None:
            stop_search(job._worker.thread.ident)

    def _passes(self, job: Job[Any]) -> bool:
        """Lets other jobs run if the slice is over; returns whether to stop.

        Called on the job's own thread.
        """
        with self._changed:
            over = time.monotonic() - job._slice_since >= _SLICE
            if not over or job._lane is Lane.SHORT or job._background or not self._waiting[Lane.LONG]:
                return job._stop.is_set()
            self._charge(job)
            job._turn.clear()
            job._has_place = False
            self._queue(job)
            self._dispatch()
        job._turn.wait()
        return job._stop.is_set()

    def _work(self, worker: _Worker) -> None:
        while (job := worker.tasks.get()) is not None:
            begun = time.thread_time()
            found, failure = None, None
            try:
                if job._stopped_since is not None:
                    job.future.cancel()
                if job.future.set_running_or_notify_cancel():
                    found = job._work(job._asks)
            except BaseException as error:  # every error is reported to the waiting visitor
                failure = error
            while True:
                with contextlib.suppress(Abandoned):  # it may be raised a moment too late
                    goes_on = self._ended(job, worker, begun)
                    break
            if failure is not None:
                job.future.set_exception(failure)
            elif not job.future.cancelled():
                job.future.set_result(found)
            if not goes_on:
                return

    def _ended(self, job: Job[Any], worker: _Worker, begun: float) -> bool:
        """Ends a job; returns whether its thread is to wait for another one."""
        with self._changed:
            if job in self._begun:
                self._charge(job)
                # Processor time, so that a busy machine does not make short jobs long.
                took, before = time.thread_time() - begun, self._lasted.get(job._about, 0.0)
                # A job that was stopped would have taken longer.
                self._lasted[job._about] = max(took, before if job._stop.is_set() else before / 2)
                self._begun.remove(job)
                job._worker = None
                # Its table may have been large.
                self.memory.wants_tidying = self.memory.wants_tidying or job._lane is Lane.LONG
                if job._is_interrupted:
                    _take_interrupt(worker)
                idle = self._idle[worker.lane]
                goes_on = not self._is_closed and len(idle) < self._most[worker.lane]
                if goes_on:
                    idle.append(worker)
                self._dispatch()
                self._changed.notify_all()
            return worker in self._idle[worker.lane] or not worker.tasks.empty()

    # --- the watcher's thread ---

    def _watch(self) -> None:
        while True:
            with self._changed:
                if self._is_closed:
                    return
                now = time.monotonic()
                for job in list(self._begun):
                    self._look_after(job, now)
                self._dispatch()
                wanted = (self._waiting[Lane.LONG] and not self.memory.has_room) or self.memory.is_spent
                if wanted or len(self._begun) >= _MOST_BEGUN:
                    self._make_room(self._begun)
                for address, held in self._long_by_address().items():
                    if held >= _MOST_OF_ADDRESS:
                        self._make_room({one for one in self._begun if one.owner.address == address})
                busy = bool(self._begun) or any(self._waiting.values()) or self.memory.wants_tidying
                self._changed.wait(_LOOK_AGAIN if busy else None)
            self.memory.tidy()

    def _look_after(self, job: Job[Any], now: float) -> None:
        if job._has_place and job._lane is Lane.SHORT and now - job._slice_since > _LONGEST_SHORT:
            self._becomes_long(job)
        if job._stop.is_set():
            self._end_search(job)  # a search that has just started may have missed the first request
        if job._stopped_since is None:
            return
        if now - job._stopped_since > _LOSES_ITS_PLACE:
            job._has_place = False
        if now - job._stopped_since > _IS_INTERRUPTED:
            job._stopped_since = now
            job._is_interrupted = True
            assert job._worker is not None
            _interrupt(job._worker)

    def _make_room(self, among: set[Job[Any]]) -> None:
        """Ends the job that has worked longest among those that have worked long enough, one at a time.

        If more than the budget is in use, any job that has had its `least_seconds` may be ended.
        """
        spent = self.memory.is_spent
        patient = [one for one in among if one._least_seconds < math.inf]
        enough = patient if spent else [one for one in patient if one._had >= one._least_seconds]
        if any(one._stop.is_set() for one in enough):
            return
        most = max(enough, key=lambda one: one._had, default=None)
        if most is not None:
            most._stop.set()
            most.made_room = True
            if most in self._waiting[Lane.LONG]:
                self._waiting[Lane.LONG].remove(most)
                self._let_work(most, has_place=False)


def _interrupt(worker: _Worker) -> None:
    """Raises `Abandoned` in a thread as soon as it runs Python code."""
    if worker.thread.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(worker.thread.ident), ctypes.py_object(Abandoned))


def _take_interrupt(worker: _Worker) -> None:
    """Waits for an exception that was to be raised in this thread and may not have come yet.

    Cancelling it is not sufficient: until one is raised, CPython before 3.13 keeps looking for it in all threads, and
    a function that is profiled or traced never begins.
    """
    with contextlib.suppress(Abandoned):
        _interrupt(worker)
        while True:  # the exception comes within a few instructions
            pass
