"""Agents that are other programs, spoken to by a protocol; each game's dialect lies in its folder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boardai.agents.base import OneByOne
from boardai.clocks.management import Reading
from boardai.game import Game
from boardai.protocols.follow import GameFollower

PROTOCOLS = ("uci", "gtp", "htp")  # of agents that are other programs: `uci:PROGRAM`


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


def dialect(game: Game, protocol: str) -> Any:
    """The game's module for a protocol.

    Raises:
        ValueError: the game does not speak it.
    """
    found = game.plug_in(protocol)
    if found is None:
        raise ValueError(f"{game.name} has no {protocol.upper()} dialect: its plug-ins have no {protocol}")
    return found
