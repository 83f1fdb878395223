"""Making the shards of a dataset: workers make the bytes of each, and this module writes it atomically."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from boardai.basics.files import alone_in, write_atomically
from boardai.cluster import Piece, Workplace, WorkSettings, open_pool
from boardai.learn.data.datasets import Dataset, shard_path

HERE: Workplace = open_pool


@dataclass(frozen=True)
class MadeShard:
    """A worker's result for a shard's games.

    Attributes:
        data: the bytes of its file.
        positions: number of positions.
    """

    data: bytes
    positions: int


def work_on_shards(
    settings: WorkSettings,
    dataset: Dataset,
    place: Workplace,
    shards: Iterable[Sequence[Any]],
    progress: Callable[[int, int], None],
    stop: Callable[[], None] = lambda: None,
    suffix: str = ".npz",
) -> None:
    """Makes the missing shards, with the folder locked against other commands.

    Args:
        settings: settings of the dataset; its workers make a `MadeShard` of each piece.
        dataset: the dataset that the shards belong to.
        place: where the workers run.
        shards: the pieces of work of all shards, in order.
        progress: receives the numbers of games and positions of each shard; (n, -1) for a shard that existed already.
        stop: called often; may raise; finished shards remain.
        suffix: suffix of the files.

    Raises:
        ValueError: the folder is in use by another process; and the workers' errors.
        WorkError: a shard crashes every process that works on it.
    """
    there = set(dataset.shards())
    games_of: dict[int, int] = {}

    def missing() -> Iterator[Piece]:
        for shard, games in enumerate(shards):
            if shard in there:
                progress(len(games), -1)
            else:
                games_of[shard] = len(games)
                yield Piece(shard, games)

    with alone_in(dataset.path), place(settings) as pool:
        for shard, made in pool.map(missing(), stop=stop):
            write_atomically(shard_path(dataset.path, shard, suffix), made.data)
            progress(games_of.pop(shard), made.positions)
