"""Agents that search: any face of `boardai.search`, made an agent by its name and parameters."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable
from typing import Any

from boardai.agents.base import Agent, OneByOne, close, new_game
from boardai.search.result import SearchResult
from boardai.search.run import limits


class SearchAgent(OneByOne):
    """Plays the move of a search.

    Args:
        name: the search's.
        face: the search, a function in `boardai.search`.
        arguments: its keywords.
        seed: of the searches; equal seeds and equal questions give equal answers.
        fallback: plays where the search proves nothing (solvers); None: the search's move is played anyway.

    Attributes:
        last_result: what the last search found.
    """

    def __init__(
        self,
        name: str,
        face: Callable[..., SearchResult],
        arguments: dict[str, Any],
        seed: int = 0,
        fallback: Agent | None = None,
    ) -> None:
        self.name = name
        self.last_result: SearchResult | None = None
        self._face, self._arguments, self._fallback = face, arguments, fallback
        self._rng = random.Random(seed)

    def choose(self, state: Any) -> int:
        """The search's move."""
        result = self._face(state, seed=self._rng.getrandbits(31), **self._arguments)
        self.last_result = result
        if self._fallback is not None and result.value is None:
            return self._fallback.choose(state)
        return int(result.action)

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        """Starts the random numbers again."""
        self._rng = random.Random(seed)
        if self._fallback is not None:
            new_game(self._fallback, start, actions, seed)

    def close(self) -> None:
        """Ends the fallback."""
        if self._fallback is not None:
            close(self._fallback)

    def rehearse(self, state: Any) -> None:
        """Searches as little as possible, so that bad options are found now and the first move is not late.

        Raises:
            ValueError: an option is out of range.
            TypeError: options do not go together.
        """
        given = self._arguments
        limits(**{name: given[name] for name in ("depth", "nodes", "seconds") if name in given})
        if given.get("simulations", 1) is not None and given.get("simulations", 1) < 1:
            raise ValueError(f"simulations must be at least 1, got {given['simulations']}")
        least = {"depth": 1, "simulations": 1}
        taken = inspect.signature(self._face).parameters
        self._face(state, seed=0, **{**given, **{name: value for name, value in least.items() if name in taken}})
