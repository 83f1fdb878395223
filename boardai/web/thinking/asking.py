"""What a visitor asks, thought about on another thread: one thing of each kind, the last one that was asked."""

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
    """Asks, in the place of what the visitor has asked there before; sends what is found, unless it was stopped.

    The visitor learns where it has to wait for memory, and where it ended for want of it with nothing found.

    Args:
        worker_pool: that thinks.
        visitor: who asks.
        slot: of what is asked; one job stands in each.
        work: gets a function that says whether it shall come to an end.
        report: gets the results, on the thread of the event loop.
        about: its kind, by which it is known how long it will take.
        node: the position it is about; where that is deleted it ends. None: it is about none, or several.
        turns: on the event loop; a large answer is sent in the visitor's turn. None: it is short.
        asked: the page's number of the message, for errors.
        **how: as `WorkerPool.ask` takes it.
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
