"""Matches that measure a value: the one-ply player by it, and the network's own policy where it has learned one.

The player is the same as in the reference (Kostin 2025, engine B): no search beyond one ply, so that what is measured
is the network alone. Opponents are those of the settings (`arena.opponents`), of which `initial` is the same player
with the run's first weights; snapshots, which presets for other learners may name, are left out.
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
from boardai.learn.network.inference import Evaluator
from boardai.players import load_agent
from boardai.players.network import PolicyPlayer
from boardai.players.player import Player
from boardai.players.searches import without_memory
from boardai.players.value import ValuePlayer

PLAYERS = "value = one ply by the network's value, policy = its most likely move"


@dataclass(frozen=True)
class _Match:
    """One to be played: `value` or `policy` against an agent's spec, or `initial`."""

    name: str
    player: str
    opponent: str


class ValueMatches:
    """The matches of one run.

    Args:
        game: the game.
        config: opponents, openings and limits.
        seed: of the run.
        initial: gives the run's first weights, ready to evaluate.
        stop: called often; may raise.

    Raises:
        ValueError: an opponent cannot be made.
    """

    def __init__(
        self,
        game: Game,
        config: ArenaConfig,
        seed: int,
        initial: Callable[[], Evaluator],
        stop: Callable[[], None] = lambda: None,
    ) -> None:
        check_opponents(game, config)
        self._game, self._config, self._seed = game, config, seed
        self._initial, self._stop = initial, stop
        self._seconds_per_game = 0.0

    def measured(
        self,
        trained: Evaluator,
        *,
        number: int,
        final: bool,
        policy: bool,
        done: Callable[[int, int], None],
        seconds: float | None = None,
    ) -> dict[str, Any]:
        """Plays the matches, two at a time.

        Args:
            trained: the network to measure.
            number: of the iteration.
            final: the longer ones at the end of a run, those of the initial weights beside them.
            policy: whether the network has a policy that was learned.
            done: told how many of how many are over.
            seconds: for all of them, of fewer games then if need be; None: of all games.

        Returns:
            Tables by name; of the final ones, by name `trained` and `initial`, a table or None.
        """
        began = time.perf_counter()
        config, initial = self._config, self._initial()
        seed = seed_of(self._seed, "arena", "final" if final else number)
        games = config.final_games if final else config.games
        plan = [(one, trained) for one in self._plan(final, policy)]
        if final and config.final_initial:
            plan += [(one, initial) for one, _ in plan if one.opponent != INITIAL]

        def play(match: tuple[_Match, Evaluator], seconds: float | None) -> MatchResult:
            one, evaluator = match
            return self._play(one, evaluator, initial, seed, games, seconds)

        results = play_plan(plan, play, done, seconds)
        played = {
            (one.name, evaluator is trained): result.to_table()
            for (one, evaluator), result in zip(plan, results, strict=True)
        }
        if not final:
            games = sum(table["games"] for table in played.values())
            self._seconds_per_game = (time.perf_counter() - began) / max(1, games)
            return {name: table for (name, _), table in played.items()}
        names = dict.fromkeys(one.name for one, _ in plan)
        return {name: {"trained": played[name, True], "initial": played.get((name, False))} for name in names}

    def report(self, tables: dict[str, Any], games: int, positions: int, steps: int) -> dict[str, Any]:
        """What a run's report says of its final matches.

        Args:
            tables: of `measured`.
            games: learned from.
            positions: of them.
            steps: of training.
        """
        return {
            "games": games,
            "positions": positions,
            "steps": steps,
            "players": PLAYERS,
            "opening_plies": self._config.opening_plies,
            "matches": tables,
        }

    def gate_match(self, number: int, candidate: Evaluator, best: Evaluator, *, policy: bool) -> MatchResult:
        """The match that decides whether games are played with new weights (`boardai.learn.evaluation.gate`).

        Args:
            number: of the iteration.
            candidate: the new weights.
            best: those that play.
            policy: whether it is the policy that plays; else it is the value.
        """
        first, second = (
            PolicyPlayer(self._game, one) if policy else ValuePlayer(one, name)
            for one, name in ((candidate, "candidate"), (best, "best weights"))
        )
        seed, games = seed_of(self._seed, "gate", number), self._config.gate.games
        return play_run_match(self._game, first, second, self._config, games=games, seed=seed, stop=self._stop)

    def final_seconds(self, policy: bool) -> float:
        """Estimate for the final matches, from the last short ones; 0 where there were none.

        Args:
            policy: as in `measured`.
        """
        plan = self._plan(True, policy)
        matches = len(plan) + self._config.final_initial * sum(one.opponent != INITIAL for one in plan)
        return matches * self._config.final_games * self._seconds_per_game

    def _plan(self, final: bool, policy: bool) -> list[_Match]:
        config = self._config
        meet = [("value", one) for one in (*config.opponents, *(config.final_opponents if final else ()))]
        if policy:
            meet += [("policy", one) for one in config.policy_opponents if one != INITIAL]
        plan = {}
        for player, opponent in meet:
            if snapshot_age(opponent) is None:
                name = f"{player} vs {'initial weights' if opponent == INITIAL else opponent}"
                plan[name] = _Match(name, player, opponent)
        return list(plan.values())

    def _play(
        self, one: _Match, evaluator: Evaluator, initial: Evaluator, seed: int, games: int, seconds: float | None
    ) -> MatchResult:
        first: Player = ValuePlayer(evaluator) if one.player == "value" else PolicyPlayer(self._game, evaluator)
        if one.opponent == INITIAL:
            second: Player = ValuePlayer(initial, "value, initial weights")
        else:
            second = load_agent(without_memory(one.opponent), self._game, seed_of(seed, one.name, "rival"))
        return play_run_match(
            self._game, first, second, self._config,
            games=games, seed=seed_of(seed, one.name), stop=self._stop, seconds=seconds,
        )  # fmt: skip
