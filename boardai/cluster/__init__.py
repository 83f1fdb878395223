"""Work in numbered pieces, done by processes of this machine or of a Ray cluster; callers need not know which.

    with open_pool(settings, workers=4) as pool:
        for number, result in pool.map(pieces, ordered=True):
            ...

The settings create a worker in each process (`work.py`). `pool.py` distributes the pieces, and repeats those of a
dead worker. `processes.py` and `on_ray.py` are the backends. docs/cluster.md is the page for users.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from boardai.basics.trust import Code
from boardai.cluster.pool import IN_FLIGHT, Answer, Pool
from boardai.cluster.processes import PATIENCE, Here, Processes
from boardai.cluster.work import Piece, Shared, Worker, WorkError, WorkSettings

__all__ = [
    "Answer",
    "Piece",
    "Pool",
    "Shared",
    "WorkError",
    "WorkSettings",
    "Worker",
    "code_in_cluster",
    "connected",
    "open_pool",
]

Workplace = Callable[[WorkSettings], Pool]  # opens the pool that does the work: `partial(open_pool, workers=4)`


def connected(cluster: str, workers: int = 0) -> contextlib.AbstractContextManager[None]:
    """A context in which a cluster is connected, if one is requested. Enter it before JAX is used in this process.

    >>> from boardai.cluster import connected
    >>> with connected(""):  # processes of this machine need nothing
    ...     pass

    Args:
        cluster: `local`: starts Ray on this machine. Or the address of a running cluster: `auto`, `HOST:PORT`. Empty:
            no cluster.
        workers: processors of a local cluster; 0: all of this machine.

    Raises:
        ValueError: Ray is not installed, or there is no cluster at the address.
    """
    if not cluster:
        return contextlib.nullcontext()
    from boardai.cluster import on_ray

    return on_ray.connected(cluster, workers)


def code_in_cluster(cluster: str) -> list[Code]:
    """The code that using a cluster would execute: anyone who controls the cluster can run any code here.

    >>> from boardai.cluster import code_in_cluster
    >>> [code.words for code in code_in_cluster("10.0.0.5:6379")], code_in_cluster("local")
    (['what the Ray cluster 10.0.0.5:6379 sends'], [])

    Args:
        cluster: as of `connected`.
    """
    return [] if cluster in ("", "local") else [Code(("cluster", cluster), f"what the Ray cluster {cluster} sends")]


def open_pool(
    settings: WorkSettings,
    workers: int = 1,
    *,
    cluster: str = "",
    gpus: float = 0.0,
    same_processor: bool = False,
    timeout: float | None = None,
    apart: bool = False,
    in_flight: int = IN_FLIGHT,
    own_cores: bool = False,
    patience: float = PATIENCE,
    warn: Callable[[str], None] = lambda text: None,
) -> Pool:
    """A pool for work; use it as a context manager, or close it.

    >>> from boardai.cluster import open_pool
    >>> from boardai.learn.data.labelling import LabelSettings
    >>> settings = LabelSettings(game="hex:size=3", by="mcts:simulations=9", play="random", games=1)
    >>> with open_pool(settings, workers=2) as pool:  # two processes, which start with the first piece
    ...     pool.room()
    4

    Args:
        settings: settings of the work.
        workers: number of processes; 1: this process, unless `apart`. With a cluster: its actors; 0: one per processor.
        cluster: as in `connected`, which must be active.
        gpus: GPUs per worker, 0.25 for a quarter of one; 0: the CPU alone. A cluster assigns them to the worker; on
        this machine, if it has a GPU, a process uses that share of its memory.
        same_processor: whether a cluster's workers on another kind of processor are refused.
        timeout: seconds on one piece after which a worker counts as dead; None: no limit.
        apart: whether a single worker is also a separate process, which works while this one does something else.
        in_flight: pieces that a worker holds at a time; 1 for long pieces, so that none waits for another.
        own_cores: whether each process of this machine is bound to its own equal share of the processors. A cluster
        gives a worker a whole machine, or an equal share of all processors if there are more workers than machines.
        patience: seconds that this machine's processes have to finish when the pool is closed.
        warn: receives warnings for the user: workers that are slow or do not start.

    Raises:
        ValueError: `workers` is 0 without a cluster; or there are more workers than processors with `own_cores`.
    """
    if cluster:
        from boardai.cluster.on_ray import RayPool

        return RayPool(settings, workers, gpus, same_processor, timeout, warn, in_flight, own_cores)
    if workers < 1:
        raise ValueError(f"workers: {workers}, but without a cluster there must be at least 1")
    if workers == 1 and not apart:
        return Here(settings)
    return Processes(settings, workers, gpus, timeout, warn, in_flight, own_cores, patience)
