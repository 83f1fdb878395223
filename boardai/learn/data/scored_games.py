"""Positions of scored games as accumulator networks learn them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Block:
    """Some positions, shuffled.

    Attributes:
        columns: int16 `[n, 2, most_active]`, the inputs that are on: first as the player to move sees them, then as the
            opponent does; filled up with `inputs.size`.
        bucket: uint8 `[n]`, which row of output weights is each position's.
        score: float32 `[n]`, the search's, for the player to move.
        result: float32 `[n]`, of the game: 1, 0.5 or 0 for the player to move.
    """

    columns: np.ndarray
    bucket: np.ndarray
    score: np.ndarray
    result: np.ndarray


class ScoredGames:
    """The scored games of some folders.

    Args:
        folders: of scored games.

    Attributes:
        game: that was played.
        unit: of the scores: what a clear advantage is worth.

    Raises:
        ValueError: a folder has none.
    """

    def __init__(self, folders: Sequence[str | Path]) -> None:
        self.game: Any = None
        self.unit = 100
        raise ValueError(f"{', '.join(map(str, folders))}: no scored games")

    def static(self, evaluator: str, walk: int = 0) -> ScoredGames:
        """The same games with other scores: an evaluation's static values.

        Args:
            evaluator: its name.
            walk: instead of a game's position, one that 1 to so many random moves lead to from there; 0: none.
        """
        raise NotImplementedError

    def blocks(
        self, inputs: str, buckets: int, positions: int, seed: int, held_out: bool, *, first: int = 0, **filters: Any
    ) -> Iterator[Block]:
        """All positions once, in an order that the seed tells.

        Args:
            inputs: of the network, with every option.
            buckets: output buckets.
            positions: of a block, at most; these are shuffled.
            seed: of the order.
            held_out: those of games that nothing is learned from, instead of the others.
            first: number of the first block that is wanted.
            **filters: which positions.
        """
        raise NotImplementedError
