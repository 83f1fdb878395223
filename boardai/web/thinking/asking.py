"""What a visitor asks, thought about on another thread: one thing of each kind, the last one that was asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boardai.web.thinking.worker_pool import Job, WorkerPool
from boardai.web.visitor import Visitor


def ask(
    worker_pool: WorkerPool,
    visitor: Visitor,
    slot: int,
    work: Callable[[Callable[[], bool]], Any],
    report: Callable[[Any], None],
    about: Any,
    node: int | None = None,
    **how: Any,
) -> Job[Any]:
    """Asks, in the place of what the visitor has asked there before; sends what is found, unless it was stopped.

    Args:
        worker_pool: that thinks.
        visitor: who asks.
        slot: of what is asked; one job stands in each.
        work: gets a function that says whether it shall come to an end.
        report: gets the results, on the thread of the event loop.
        about: its kind, by which it is known how long it will take.
        node: the position it is about; where that is deleted it ends. None: it is about none, or several.
        **how: as `WorkerPool.ask` takes it.
    """
    visitor.stop(slot)
    job = worker_pool.ask(work, visitor.owner, about=about, **how)
    visitor.jobs[slot] = job
    if node is not None:
        visitor.about[slot] = node

    def done() -> None:
        if visitor.jobs.get(slot) is job:
            del visitor.jobs[slot]
            visitor.about.pop(slot, None)
            visitor.report(lambda: report(job.future.result()))

    job.when_done(done)
    return job
