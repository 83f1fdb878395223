"""Work in numbered pieces, done by processes of this machine or of a Ray cluster; nothing above knows which.

    with open_pool(settings, workers=4) as pool:
        for number, result in pool.map(pieces, ordered=True):
            ...

The settings make a worker in each process (`work.py`); `pool.py` hands pieces out, and out again where a worker dies;
`processes.py` and `on_ray.py` are the places. docs/cluster.md is the page for users.
"""

from __future__ import annotations

from collections.abc import Callable

from boardai.cluster.pool import Answer, Pool
from boardai.cluster.processes import Here, Processes
from boardai.cluster.work import Piece, Shared, Worker, WorkError, WorkSettings

__all__ = ["Answer", "Piece", "Pool", "Shared", "WorkError", "WorkSettings", "Worker", "open_pool"]


def open_pool(
    settings: WorkSettings,
    workers: int = 1,
    *,
    timeout: float | None = None,
    warn: Callable[[str], None] = lambda text: None,
) -> Pool:
    """A pool for work; use it as a context manager, or close it.

    Args:
        settings: of the work.
        workers: processes; 1: this one.
        timeout: seconds after which a worker that works on one piece counts as dead; None: never.
        warn: gets what people should know: workers that are slow or do not start.
    """
    if workers == 1:
        return Here(settings)
    return Processes(settings, workers, timeout, warn)
