"""How strong learned weights are: a search that evaluates by them, in matches on every board that is played on.

Short matches are on the run's own board; the final ones on the others too. Opponents are those of the settings
(`arena.opponents`), of which `initial` is the same search with the run's first weights.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from boardai.arena.match import MatchResult
from boardai.basics.seeds import seed_of
from boardai.game import Game
from boardai.learn.evaluation.config import INITIAL, ArenaConfig, snapshot_age
from boardai.learn.evaluation.matches import check_opponents, play_plan, play_run_match
from boardai.learned import LearnedEvaluation
from boardai.players import load_agent
from boardai.players.player import Player
from boardai.players.searches import without_memory
from boardai.search.evaluated import Evaluator


@dataclass(frozen=True)
class _Match:
    """One to be played; `initial` plays with the first weights in place of the trained ones."""

    name: str
    game: Game
    board: str
    opponent: str
    initial: bool


class TableMatches:
    """The matches of one run.

    Args:
        game: the run's own board.
        boards: those that are played on.
        config: opponents, search, openings and limits.
        seed: of the run.
        stop: called often; may raise.

    Raises:
        ValueError: the search or an opponent cannot be made.
    """

    def __init__(
        self,
        game: Game,
        boards: list[Game],
        config: ArenaConfig,
        seed: int,
        stop: Callable[[], None],
    ) -> None:
        self._game, self._config, self._seed, self._stop = game, config, seed, stop
        self._others = [board for board in boards if board.spec != game.spec]
        self._seconds = 0.0
        for opponent in (*config.opponents, *config.final_opponents):
            if snapshot_age(opponent) is not None:
                raise ValueError("arena.opponents: these learners keep no snapshots to play against")
        check_opponents(game, config)
        try:
            self._agent(game, "", "")
        except ValueError as error:
            raise ValueError(f"arena.search: {error}") from None

    def measured(
        self,
        trained: LearnedEvaluation,
        initial: LearnedEvaluation,
        *,
        number: int,
        final: bool,
        done: Callable[[int, int], None],
        seconds: float | None = None,
    ) -> dict[str, Any]:
        """Plays the matches.

        Args:
            trained: the present weights.
            initial: the first ones.
            number: of the iteration.
            final: on all boards and longer, those of the first weights beside them.
            done: told how many of how many are over.
            seconds: for all of them, of fewer games then if need be; None: of all games.

        Returns:
            Tables by name; of the final ones, by name `trained` and `initial`, a table or None.
        """
        began = time.perf_counter()
        plan = self._plan(final)
        seed = seed_of(self._seed, "arena", "final" if final else number)

        def play(one: _Match, seconds: float | None) -> MatchResult:
            return self._play(one, initial if one.initial else trained, initial, number, seed, final, seconds)

        results = play_plan(plan, play, done, seconds)
        played = {(one.name, one.initial): result.to_table() for one, result in zip(plan, results, strict=True)}
        if final:
            self._seconds = time.perf_counter() - began
            names = dict.fromkeys(one.name for one in plan)
            return {name: {"trained": played[name, False], "initial": played.get((name, True))} for name in names}
        self._seconds = (time.perf_counter() - began) * self._longer()
        return {name: table for (name, _), table in played.items()}

    def estimate(self) -> float:
        """Seconds that the final matches will take; 0 while nothing is known."""
        return self._seconds

    def _longer(self) -> float:
        games = self._config.final_games / self._config.games
        return games * len(self._plan(True)) / max(1, len(self._plan(False)))

    def _plan(self, final: bool) -> list[_Match]:
        config = self._config
        opponents = dict.fromkeys((*config.opponents, *(config.final_opponents if final else ())))
        plan = []
        for game in (self._game, *(self._others if final else ())):
            board = "" if game is self._game else f" on {game.spec}"
            for opponent in opponents:
                words = "initial weights" if opponent == INITIAL else opponent
                name = f"search vs {words}{board}"
                plan.append(_Match(name, game, board, opponent, False))
                if final and config.final_initial and opponent != INITIAL:
                    plan.append(_Match(name, game, board, opponent, True))
        return plan

    def _play(
        self,
        one: _Match,
        evaluation: LearnedEvaluation,
        initial: LearnedEvaluation,
        number: int,
        seed: int,
        final: bool,
        seconds: float | None,
    ) -> MatchResult:
        config = self._config
        first = self._agent(one.game, evaluation, f"{config.search}{one.board}@{0 if one.initial else number}")
        second: Player
        if one.opponent == INITIAL:
            second = self._agent(one.game, initial, f"{config.search}{one.board}@0")
        else:
            second = load_agent(without_memory(one.opponent), one.game, seed_of(seed, one.name, "second"))
            second.name = f"{one.opponent}{one.board}"
        games = config.final_games if final else config.games
        return play_run_match(
            one.game, first, second, config,
            games=games, seed=seed_of(seed, one.name), stop=self._stop, seconds=seconds,
        )  # fmt: skip

    def _agent(self, game: Game, evaluation: Evaluator, name: str) -> Player:
        agent = load_agent(without_memory(self._config.search), game, try_out=False)
        agent.evaluate_by(evaluation)
        agent.name = name
        return agent
