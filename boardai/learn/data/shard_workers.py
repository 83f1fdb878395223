"""Making the shards of a dataset, on several cores: each is made by one process, and written whole or not at all."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path
from typing import Any, Protocol

from boardai.basics.files import alone_in
from boardai.basics.trust import Trust, trusted
from boardai.basics.worker_processes import begin_worker, stop_if_halted
from boardai.learn.data.datasets import Dataset


class ShardWorker(Protocol):
    """What a process keeps between shards."""

    def work(self, shard: int, games: Sequence[Any], stop: Callable[[], None]) -> int:
        """Makes and writes one shard.

        Args:
            shard: its number.
            games: what it is made of.
            stop: called between games; may raise.

        Returns:
            How many positions it has.
        """

    def close(self) -> None:
        """It is needed no more."""


class ShardSettings(Protocol):
    """What a dataset is; goes to other processes."""

    def worker(self, folder: Path) -> ShardWorker:
        """What makes shards in one process."""


def work_on_shards(
    settings: ShardSettings,
    dataset: Dataset,
    workers: int,
    shards: Iterable[Sequence[Any]],
    progress: Callable[[int, int], None],
    stop: Callable[[], None] = lambda: None,
) -> None:
    """Makes the shards that are missing, while no other command works in the folder.

    Args:
        settings: of the dataset.
        dataset: where they go.
        workers: processes; 1: this one.
        shards: what each of all is made of, in their order.
        progress: gets how many games and positions each shard has added; (n, -1) for a shard that was there.
        stop: called often; may raise, which leaves whole shards.

    Raises:
        ValueError: the folder is in use by another process; and what the workers raise.
    """
    there = set(dataset.shards())

    def missing() -> Iterator[tuple[int, Sequence[Any]]]:
        for shard, games in enumerate(shards):
            if shard in there:
                progress(len(games), -1)
            else:
                yield shard, games

    with alone_in(dataset.path):
        if workers > 1:
            _in_processes(settings, dataset.path, workers, missing(), progress, stop)
            return
        worker = settings.worker(dataset.path)
        try:
            for shard, games in missing():
                progress(len(games), worker.work(shard, games, stop))
        finally:
            worker.close()


_worker: ShardWorker | None = None  # of a worker process; set by its initializer


def _begin(settings: ShardSettings, folder: Path, trust: Trust, halt: Any) -> None:
    global _worker
    begin_worker(trust, halt)
    _worker = settings.worker(folder)


def _work(shard: int, games: Sequence[Any]) -> tuple[int, int]:
    assert _worker is not None
    return len(games), _worker.work(shard, games, stop_if_halted)


def _in_processes(
    settings: ShardSettings,
    folder: Path,
    workers: int,
    shards: Iterator[tuple[int, Sequence[Any]]],
    progress: Callable[[int, int], None],
    stop: Callable[[], None],
) -> None:
    context = multiprocessing.get_context("spawn")
    halt = context.Event()
    waiting: set[Future[tuple[int, int]]] = set()
    pool = ProcessPoolExecutor(workers, context, _begin, (settings, folder, trusted(), halt))
    try:
        exhausted = False
        while waiting or not exhausted:
            # Two shards a worker: files are read as fast as they are labelled, not into memory.
            while not exhausted and len(waiting) < 2 * workers:
                shard = next(shards, None)
                exhausted = shard is None
                if shard is not None:
                    waiting.add(pool.submit(_work, *shard))
            stop()
            done, waiting = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
            for future in done:
                progress(*future.result())
    finally:
        halt.set()
        pool.shutdown(wait=True, cancel_futures=True)
