"""Solving positions with a pool of workers; a piece of work is a few positions, as texts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from boardai.cluster import Piece
from boardai.game import Game


@dataclass(frozen=True)
class Solving:
    """The task of a worker.

    Attributes:
        game: the game; sent to other processes.
        solve: the question for each position; sent to other processes.
    """

    game: Game
    solve: Callable[[Any], Any]

    def worker(self) -> _Solver:
        """The solver of one process."""
        return _Solver(self)


class _Solver:
    def __init__(self, settings: Solving) -> None:
        self._game, self._solve = settings.game, settings.solve

    def work(self, piece: Piece, stop: Callable[[], None]) -> list[Any]:
        """Solves positions, in their order."""
        found = []
        for text in piece.payload:
            stop()
            found.append(self._solve(self._game.from_string(text)))
        return found

    def close(self) -> None:
        """Does nothing."""
