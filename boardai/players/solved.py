"""An agent that looks moves up in a file of solved positions."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from boardai.game import Game
from boardai.players.looked_up import LookedUpPlayer
from boardai.players.player import Player, Thought
from boardai.search.results.result import SearchResult
from boardai.search.solvers.solved_positions import Solved, SolvedPositions


class SolvedPlayer(LookedUpPlayer[SolvedPositions]):
    """Plays a known win, or else a known draw; chooses at random among several.

    If all moves lose, or nothing is known, the fallback plays, which may at least prolong the game.

    Args:
        file: file of solved positions, made by `python -m boardai.solve`.
        game: the game.
        fallback: the other agent.
        seed: seed of random choices.
        name: name in tables.

    Raises:
        ValueError: there is no such file, or it is of another kind.
    """

    def __init__(self, file: str | Path, game: Game, fallback: Player, seed: int = 0, name: str = "solved") -> None:
        super().__init__(lambda: SolvedPositions(file, game), fallback, seed, name)

    def known(self, state: Any) -> Solved | None:
        """The entry of a position; None: unknown.

        Raises:
            ValueError: the file is damaged.
        """
        return self.file.get(state)

    def look_up(self, state: Any, rng: random.Random) -> Thought | None:
        """A best move."""
        found = self.known(state)
        if found is None or not found.actions:
            return None
        action = rng.choice(found.actions)
        outcomes = dict.fromkeys(found.actions, found.outcome)
        result = SearchResult.of_line(
            state, [action], method=self.name, value=found.outcome, outcome=found.outcome, outcomes=outcomes
        )
        return Thought(action, result)
