"""The positions that an accumulator network learns from: batches from shuffled blocks, and held-out positions."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from boardai.basics.seeds import seed_of
from boardai.learn.data.scored_games import Block

Blocks = Callable[[int, int], Iterator[Block]]
"""A function of a seed and a block number: one pass over all positions in blocks, starting at this block."""


@dataclass(frozen=True)
class Place:
    """The place in a stream of positions.

    Attributes:
        done: number of complete passes.
        block: number of the block in this pass.
        row: the next row of this block.
    """

    done: int = 0
    block: int = 0
    row: int = 0


class Stream:
    """An endless sequence of positions: pass after pass, each in a new random order.

    The next block is prepared while training uses the present one.

    Args:
        blocks: makes the blocks of a pass.
        seed: seed of the order of all passes.
        place: where to start.

    Attributes:
        place: place of the next position.
    """

    def __init__(self, blocks: Blocks, seed: int, place: Place = Place()) -> None:
        self._blocks, self._seed = blocks, seed
        self._pool = ThreadPoolExecutor(1)
        self.place = place
        self._open(place.done, place.block)

    def batch(self, rows: int) -> Block:
        """The next positions.

        Raises:
            ValueError: a pass has no positions, or the data are damaged.
        """
        parts, wanted = [], rows
        while wanted:
            block = self._block()
            part = part_of(block, slice(self.place.row, self.place.row + wanted))
            self.place = replace(self.place, row=self.place.row + len(part.score))
            wanted -= len(part.score)
            parts.append(part)
        return _joined(parts)

    def _block(self) -> Block:
        """A block with at least one position that has not been used."""
        while (block := self._next.result()) is None or self.place.row >= len(block.score):
            if block is not None:
                self._advance()
                self.place = Place(self.place.done, self.place.block + 1)
            elif self.place.block == 0:
                raise ValueError("data: there is no position to learn from")
            else:
                self.place = Place(self.place.done + 1)
                self._open(self.place.done)
        return block

    def _open(self, number: int, first: int = 0) -> None:
        """Begins a pass at a given block."""
        self._iterator = self._blocks(seed_of(self._seed, "pass", number), first)
        self._after = self._read()
        self._advance()

    def _advance(self) -> None:
        self._next, self._after = self._after, self._read()

    def _read(self) -> Future[Block | None]:
        iterator = self._iterator
        return self._pool.submit(lambda: next(iterator, None))


def first_rows(blocks: Iterator[Block], most: int) -> Block:
    """The first positions of some blocks.

    Raises:
        ValueError: there are none.
    """
    parts, count = [], 0
    for block in blocks:
        parts.append(part_of(block, slice(0, most - count)))
        count += len(parts[-1].score)
        if count >= most:
            break
    if not count:
        raise ValueError("data: no position is left to learn from, or none to be held out")
    return _joined(parts)


def checked(block: Block, inputs: int, buckets: int) -> Block:
    """Checks that a network can use a block, and returns it.

    Raises:
        ValueError: a number out of range; the message names the array.
    """
    rows = len(block.score)
    for name, array in ((field.name, getattr(block, field.name)) for field in fields(block)):
        if len(array) != rows:
            raise ValueError(f"data: {name} has {len(array):,} rows, score {rows:,}")
        if not np.isfinite(array).all():
            raise ValueError(f"data: {name} has numbers that are not finite")
    limits = {"columns": (0, inputs), "bucket": (0, buckets - 1), "result": (0, 1)}
    for name, (low, high) in limits.items():
        array = getattr(block, name)
        if rows and not (low <= array.min() and array.max() <= high):
            raise ValueError(f"data: {name} must lie within {low} and {high}, not {array.min()} and {array.max()}")
    return block


def digest(block: Block) -> str:
    """SHA-256 of a block."""
    found = hashlib.sha256()
    for field in fields(block):
        found.update(np.ascontiguousarray(getattr(block, field.name)).tobytes())
    return found.hexdigest()


def by_pieces(block: Block, inputs: int) -> Block:
    """The same rows, sorted by active inputs: chunks of rows with fewer inputs need fewer places (model.py)."""
    on = (block.columns[:, 0] < inputs).sum(axis=1)
    return part_of(block, np.argsort(on, kind="stable"))


def part_of(block: Block, rows: Any) -> Block:
    """Some rows of a block, by a slice, indices or a mask."""
    return Block(*(getattr(block, field.name)[rows] for field in fields(block)))


def _joined(parts: list[Block]) -> Block:
    if len(parts) == 1:
        return parts[0]
    return Block(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Block)))
