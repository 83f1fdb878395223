"""Players that are other programs, spoken to by a protocol; each game's dialect lies in its folder."""

from __future__ import annotations

from typing import Any

from boardai.game import Game
from boardai.players.player import NO_LIMITS, Player, Progress, Stop, Thought
from boardai.protocols.engine import Engine
from boardai.protocols.follow import GameFollower
from boardai.search.limits import Limits


class ProgramPlayer(Player):
    """Plays an engine's moves, and tells it how the game went.

    Args:
        name: in tables.
        engine: a game's.
    """

    def __init__(self, name: str, engine: Engine) -> None:
        self.name = name
        self.engine = engine
        self._game = GameFollower()

    def think(
        self, state: Any, limits: Limits = NO_LIMITS, progress: Progress | None = None, stop: Stop | None = None
    ) -> Thought:
        """The engine's move; where there are clocks, it is told both and plans its time by them."""
        self._game.follow(state)
        action = int(self.engine.best_action(self._game.start, self._game.actions, limits.clock or ()))
        self._game.expect(action)
        return Thought(action)

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
