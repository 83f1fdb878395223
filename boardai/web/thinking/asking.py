"""Requests of visitors, computed on another thread: one of each kind at a time, the newest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boardai.web.thinking.turns import Turns
from boardai.web.thinking.worker_pool import Job, WorkerPool
from boardai.web.visitor import Visitor

_WAITS = "the server's memory is full: your request waits until others have ended"
_ENDED = "the server's memory is full: the search ended before it found anything; try again later"


def ask(
    worker_pool: WorkerPool,
    visitor: Visitor,
    slot: int,
    work: Callable[[Callable[[], bool]], Any],
    report: Callable[[Any], None],
    about: Any,
    node: int | None = None,
    turns: Turns | None = None,
    asked: int | None = None,
    **how: Any,
) -> Job[Any]:
    """Starts a request in place of the visitor's earlier one; sends the result, unless it was stopped.

    The visitor gets a notice if the request waits for memory, or was ended without a result to free memory.

    Args:
        worker_pool: runs the job.
        visitor: the visitor.
        slot: kind of the request; each slot has one job.
        work: the computation; it gets a function that returns whether to stop.
        report: gets the results, on the event loop's thread.
        about: kind of the job, which determines its expected duration.
        node: number of the position; the job ends if it is deleted. None: it is about none, or several.
        turns: on the event loop; a large answer is sent in the visitor's turn. None: it is short.
        asked: the page's number of the message, for errors.
        **how: as for `WorkerPool.ask`.
    """
    visitor.stop(slot)
    job = worker_pool.ask(work, visitor.owner, about=about, **how)
    visitor.jobs[slot] = job
    if node is not None:
        visitor.about[slot] = node

    def found() -> Any:
        try:
            return job.future.result()
        except KeyboardInterrupt:
            if job.made_room:
                raise ValueError(_ENDED) from None
            raise

    def done() -> None:
        if visitor.jobs.get(slot) is job:
            del visitor.jobs[slot]
            visitor.about.pop(slot, None)
            visitor.report(lambda: report(found()), asked)

    job.when_done(done if turns is None else lambda: turns.begin(visitor.owner, done))
    if job.waits_for_memory and not how.get("background"):
        visitor.send({"say": "error", "number": None, "message": _WAITS})
    return job
