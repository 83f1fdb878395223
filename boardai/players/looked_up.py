"""Agents that look moves up in a file, with another agent as fallback."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from boardai.players.player import NO_LIMITS, Player, Progress, Stop, Thought
from boardai.search.limits import Limits


class _Closes(Protocol):
    def close(self) -> None: ...


File = TypeVar("File", bound=_Closes)


class LookedUpPlayer(Player, Generic[File]):
    """A player with an open file and a fallback. A subclass defines `look_up`.

    Args:
        open_file: opens the file; called again when a closed player plays again.
        fallback: the agent that plays if the file has no move.
        seed: seed of random choices.
        name: name in tables.

    Raises:
        ValueError: there is no such file, or it is of another kind.
    """

    judges = True

    def __init__(self, open_file: Callable[[], File], fallback: Player, seed: int, name: str) -> None:
        self.name, self.fallback = name, fallback
        self._open_file = open_file
        self._open: File | None = open_file()
        self._rng = random.Random(seed)

    @property
    def file(self) -> File:
        """The open file.

        Raises:
            ValueError: it was removed or is damaged.
        """
        if self._open is None:
            self._open = self._open_file()
        return self._open

    def look_up(self, state: Any, rng: random.Random) -> Thought | None:
        """A move from the file; None: it has none for this state.

        Args:
            state: not terminal; it is not changed.
            rng: for the choice among several moves.

        Raises:
            ValueError: the file is damaged.
        """
        raise NotImplementedError

    def think(
        self, state: Any, limits: Limits = NO_LIMITS, progress: Progress | None = None, stop: Stop | None = None
    ) -> Thought:
        """A move from the file, or that of the fallback."""
        found = self.look_up(state, self._rng)
        return self.fallback.think(state, limits, progress, stop) if found is None else found

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        """Restarts the random numbers."""
        self._rng = random.Random(seed)
        self.fallback.new_game(start, actions, seed)

    def close(self) -> None:
        """Closes the file and the fallback."""
        if self._open is not None:
            self._open.close()
            self._open = None
        self.fallback.close()
