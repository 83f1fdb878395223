"""Scored games as blocks of shuffled positions: what accumulator networks learn from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Block:
    """Shuffled positions, from the view of their movers.

    Attributes:
        columns: int16 `[n, 2, most_active]`: inputs that are on, as the mover sees them, then as the opponent does;
            padded with the number of inputs.
        bucket: uint8 `[n]`: which of the output buckets is theirs.
        score: float32 `[n]`: the search's, for the mover.
        result: float32 `[n]`: 1, 0.5 or 0 for the mover.
    """

    columns: np.ndarray
    bucket: np.ndarray
    score: np.ndarray
    result: np.ndarray


class ScoredGames:
    """Games that a search played against itself, with what it thought of each position.

    Args:
        folders: one or several, of one game.
        held_out_share: share of the games that are held out.
    """

    def __init__(self, folders: str | Path | Iterable[str | Path], *, held_out_share: float = 0.05) -> None:
        self.held_out_share = held_out_share

    def static(self, evaluator: Any, walk: int = 0) -> ScoredGames:
        """The same games with other scores: an evaluation's static values.

        Args:
            evaluator: as searches take it.
            walk: instead of a game's position, one that 1 to so many random moves lead to from there; 0: none.
        """
        raise NotImplementedError

    def blocks(
        self, inputs: str, buckets: int, positions: int, seed: int, held_out: bool, *, first: int = 0, **filters: Any
    ) -> Iterator[Block]:
        """One pass over the positions of one side, in an order that hangs on the seed.

        Args:
            inputs: of accumulator networks, such as `pieces`.
            buckets: output buckets.
            positions: of a block; the last one may have fewer.
            seed: of the order; another pass takes another.
            held_out: the games that are held out, instead of those to learn from.
            first: number of the first block that is wanted; those before it are passed over.
            **filters: which positions are left out.
        """
        raise NotImplementedError
