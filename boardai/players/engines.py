"""Agents that are other programs, spoken to by a protocol; each game's dialect lies in its folder."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from boardai.clocks.management import Reading
from boardai.game import Game
from boardai.players.base import OneByOne
from boardai.protocols.follow import GameFollower


class EngineAgent(OneByOne):
    """Plays an engine's moves, and tells it how the game went.

    Args:
        name: in tables.
        engine: a game's `Engine`: `best_action(start, actions, readings)` and `close()`.
    """

    def __init__(self, name: str, engine: Any) -> None:
        self.name = name
        self.engine = engine
        self._game = GameFollower()

    def choose(self, state: Any) -> int:
        """The engine's move."""
        return self._asked(state)

    def choose_by_clock(self, state: Any, readings: Sequence[Reading]) -> int:
        """The engine's move, who plans its time by both players' clocks."""
        return self._asked(state, readings)

    def _asked(self, state: Any, readings: Sequence[Reading] = ()) -> int:
        self._game.follow(state)
        action = int(self.engine.best_action(self._game.start, self._game.actions, readings))
        self._game.expect(action)
        return action

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        """Begins a game in the engine as well."""
        self._game.begin(start, actions)

    def close(self) -> None:
        """Ends the engine's process."""
        self.engine.close()


def game_module(game: Game, name: str) -> ModuleType | None:
    """A module of a game's folder; None where there is none."""
    package = type(game.initial_state()).__module__
    whole = f"{package}.{name}"
    try:
        return importlib.import_module(whole)
    except ModuleNotFoundError as error:
        if error.name not in (whole, package, whole.split(".")[0]):
            raise
        return None


def dialect(game: Game, protocol: str) -> Any:
    """The game's module for a protocol.

    Raises:
        ValueError: the game does not speak it.
    """
    found = game_module(game, protocol)
    if found is None:
        raise ValueError(f"{game.name} has no {protocol.upper()} dialect (it would be {protocol}.py in its folder)")
    return found
