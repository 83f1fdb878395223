"""An agent that looks moves up in a file of solved positions, and leaves those that are not there to another."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from boardai.game import Game
from boardai.players.player import NO_LIMITS, Player, Progress, Stop, Thought
from boardai.search.limits import Limits
from boardai.search.results.result import SearchResult
from boardai.search.solvers.solved_positions import Solved, SolvedPositions


class SolvedPlayer(Player):
    """Plays a move that is known to win, else one that draws; of several one at random.

    Where all is lost, and where nothing is known, the other agent plays, who may at least make it hard.

    Args:
        file: of solved positions, made by `python -m boardai.solve`.
        game: what it plays.
        fallback: the other agent.
        seed: of random choices.
        name: in tables.

    Raises:
        ValueError: there is no such file, or it holds something else.
    """

    judges = True

    def __init__(self, file: str | Path, game: Game, fallback: Player, seed: int = 0, name: str = "solved") -> None:
        self.name, self.fallback = name, fallback
        self._file, self._game = file, game
        self._solved: SolvedPositions | None = SolvedPositions(file, game)
        self._rng = random.Random(seed)

    def known(self, state: Any) -> Solved | None:
        """What is known of a position; None: nothing.

        Raises:
            ValueError: the file is damaged.
        """
        if self._solved is None:  # it was closed, and plays again
            self._solved = SolvedPositions(self._file, self._game)
        return self._solved.get(state)

    def think(
        self, state: Any, limits: Limits = NO_LIMITS, progress: Progress | None = None, stop: Stop | None = None
    ) -> Thought:
        """A best move, or what the other player thinks."""
        found = self.known(state)
        if found is None or not found.actions:
            return self.fallback.think(state, limits, progress, stop)
        action = self._rng.choice(found.actions)
        outcomes = dict.fromkeys(found.actions, found.outcome)
        result = SearchResult.of_line(
            state, [action], method=self.name, value=found.outcome, outcome=found.outcome, outcomes=outcomes
        )
        return Thought(action, result)

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        """Starts the random numbers again."""
        self._rng = random.Random(seed)
        self.fallback.new_game(start, actions, seed)

    def close(self) -> None:
        """Closes the file, and ends the other agent."""
        if self._solved is not None:
            self._solved.close()
            self._solved = None
        self.fallback.close()
