"""A level's agent for one game, from its first move until the room is empty."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from typing import Any

from boardai.game import Game
from boardai.players import Player, load_agent
from boardai.players.searches import with_small_table
from boardai.players.user import failure_of_own


class Opponent:
    """A level's agent for one game, used by one thread at a time.

    Args:
        spec: the agent's text.
        game: the game.
    """

    def __init__(self, spec: str, game: Game) -> None:
        self._spec, self._game = spec, game
        self._agent: Player | None = None
        self._playing = False
        self._lock = threading.Lock()

    def prepare(self) -> None:
        """Makes the agent, which may take seconds, before its first move.

        Raises:
            ValueError: it cannot be made; `choose` raises the same error.
        """
        with self._lock:
            self._made()

    def _made(self) -> Player:
        if self._agent is None:
            self._agent = load_agent(with_small_table(self._spec), self._game, random.getrandbits(31))
        return self._agent

    def choose(self, start: Any, actions: list[int], state: Any, stopped: Callable[[], bool]) -> int:
        """The agent's action.

        Args:
            start: start position of the game.
            actions: actions played since then.
            state: the position in which it is to move.
            stopped: returns whether to stop.

        Raises:
            ValueError: the agent cannot be made, it failed, or its action is not legal.
        """
        with self._lock:
            try:
                agent = self._made()
                if not self._playing:
                    agent.new_game(start, actions, random.getrandbits(31))
                    self._playing = True
                action = agent.think(state, stop=stopped).action
            except ValueError:
                raise
            except KeyboardInterrupt:  # it was stopped before it had a move
                return int(random.choice(state.legal_actions()))
            except Exception as error:
                raise ValueError(failure_of_own(error) or f"{type(error).__name__}: {error}") from error
            if not state.is_legal(action):
                raise ValueError(f"action {action} is not legal here")
            return action

    def give_up(self) -> bool:
        """Frees its table or tree, unless it is thinking; returns whether there was an agent that may have one."""
        if not self._lock.acquire(blocking=False):
            return False
        try:
            return self._end()
        finally:
            self._lock.release()

    def close(self) -> None:
        """Releases the agent as soon as it has stopped thinking."""
        with self._lock:
            self._end()

    def _end(self) -> bool:
        was_there = self._agent is not None
        if self._agent is not None:
            self._agent.close()
            self._agent, self._playing = None, False
        return was_there
