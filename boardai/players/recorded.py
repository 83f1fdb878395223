"""An agent that plays moves of the games in a database."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from boardai.game import Game
from boardai.players.looked_up import LookedUpPlayer
from boardai.players.player import Player, Thought
from boardai.records.database import GameDatabase
from boardai.search.results.result import SearchResult


class RecordedPlayer(LookedUpPlayer[GameDatabase]):
    """Plays a move of the database's games: at random in proportion to its frequency, or the most successful one.

    Args:
        file: a database of games, made by `python -m boardai.records`.
        game: the game.
        fallback: the agent that plays if the games have no move.
        least: moves played in fewer games are ignored.
        best: plays the move with the best average result for the player to move, the most frequent of equals. Games
            whose result is unknown do not count.
        seed: seed of random choices.
        name: name in tables.

    Raises:
        ValueError: there is no such file, or it is of another kind.
    """

    def __init__(
        self,
        file: str | Path,
        game: Game,
        fallback: Player,
        least: int = 1,
        best: bool = False,
        seed: int = 0,
        name: str = "records",
    ) -> None:
        super().__init__(lambda: GameDatabase(file, game), fallback, seed, name)
        self._least, self._best = least, best

    def look_up(self, state: Any, rng: random.Random) -> Thought | None:
        """A move of the games that reached this position; the value of each move is its average result."""
        moves = [move for move in self.file.position(state).moves if move[1].games >= self._least]
        player = int(state.current_player())
        values = {action: found for action, one in moves if (found := one.mean(player)) is not None}
        if self._best:
            moves = [move for move in moves if move[0] in values]
        if not moves:
            return None
        if self._best:
            action = max(moves, key=lambda move: values[move[0]])[0]
        else:
            (action,) = rng.choices([move[0] for move in moves], [move[1].games for move in moves])
        total = sum(one.games for _, one in moves)
        result = SearchResult.of_line(
            state,
            [action],
            method=self.name,
            value=values.get(action),
            action_values=values,
            policy={
                **dict.fromkeys(state.legal_actions(), 0.0),
                **{one: results.games / total for one, results in moves},
            },
        )
        return Thought(action, result)
