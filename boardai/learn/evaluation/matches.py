"""Measures the strength of any run: matches against fixed opponents and against its own earlier weights.

Every match consists of paired openings with colours swapped. All its games are played at once, so that both players'
searches share the network's batches. Its games depend only on the run's seed, the iteration and the match's name. Two
matches are played at a time, within the run's time.

Matches do not affect training, unless there is a gate: then new weights play against those used in self-play, and
replace them if they score enough. Silver et al., "Mastering the game of Go without human knowledge" (2017).

Ratings are fitted to all matches of the run so far (`boardai.learn.evaluation.ratings`). If a file of exact values is
given, the same players' moves are also compared with them (`boardai.learn.evaluation.truth`).
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from boardai.arena.folder import record_of
from boardai.arena.games import PlayedGame
from boardai.arena.match import MatchResult, play_match
from boardai.basics.seeds import seed_of
from boardai.basics.trust import trusted, trusting
from boardai.game import Game, from_any_folder, game_text
from boardai.learn import hosts
from boardai.learn.evaluation.config import INITIAL, ArenaConfig, GateConfig, snapshot_age
from boardai.learn.evaluation.truth import compared_with_truth
from boardai.learn.network.network import Leaves
from boardai.players import Player, load_agent
from boardai.players.searches import without_memory
from boardai.records import GameRecord
from boardai.records.truth import read_truth

POLICY = "policy"
_AT_ONCE = 2
_LATE = 10**6  # an iteration at which all snapshots exist

Plan = TypeVar("Plan")
MakePlayer = Callable[[str, Game, Any, int], Player]


@dataclass(frozen=True)
class PlannedMatch:
    """One match to be played.

    Attributes:
        name: name in metrics and tables.
        player: kind of player, such as `search` or `policy`.
        game: the game.
        board: suffix of names for the board; "" for the run's own.
        opponent: an agent's spec, or `initial`.
        checkpoint: the iteration whose weights the opponent plays with; None: it is not a player of this run.
    """

    name: str
    player: str
    game: Game
    board: str
    opponent: str
    checkpoint: int | None = None


class RunMatches:
    """The matches of one run.

    Args:
        game: the run's own game, used in short matches.
        config: opponents, openings and limits.
        seed: seed of the run.
        make: makes a player: (kind, game, weights, seed).
        weights_at: the weights after an iteration (0: the initial ones), ready to play; None if they no longer exist:
            the match against them is left out.
        stop: called often; may raise.
        kinds: kinds of players to measure, the main one first; `policy` has its own opponents.
        others: additional boards for the final matches.

    Attributes:
        seconds_per_side: seconds per game and side of the first kind in the last short matches; 0: none yet.
        played: the games of the last matches.
        truth_seconds: duration of the last comparison with exact values; 0: none yet.

    Raises:
        ValueError: an opponent cannot be made, or the file of exact values is damaged or of another game.
    """

    def __init__(
        self,
        game: Game,
        config: ArenaConfig,
        seed: int,
        make: MakePlayer,
        weights_at: Callable[[int], Any],
        stop: Callable[[], None] = lambda: None,
        *,
        kinds: Sequence[str] = ("search", POLICY),
        others: Sequence[Game] = (),
    ) -> None:
        self.config, self.kinds, self.seconds_per_side = config, kinds, 0.0
        self._games = [(game, ""), *((other, f" on {other.spec}") for other in others)]
        self._seed, self._make, self._weights_at, self._stop = seed, make, weights_at, stop
        for its_game, _ in self._games:
            _check_opponents(its_game, config)
        try:
            self._truth = read_truth(config.truth, game) if config.truth else []
        except ValueError as error:
            raise ValueError(f"arena.truth: {error}") from None
        self.truth_seconds = 0.0
        self.played: list[GameRecord] = []

    def plan(self, iteration: int, *, final: bool = False) -> list[PlannedMatch]:
        """The short matches after an iteration, or those at the end of the run."""
        config = self.config
        opponents = (*config.opponents, *(config.final_opponents if final else ()))
        found: dict[str, PlannedMatch] = {}
        for game, board in self._games if final else self._games[:1]:
            for player in self.kinds:
                names = config.policy_opponents if player == POLICY else opponents
                checkpoints: set[int] = set()
                for opponent in dict.fromkeys(names):
                    age = snapshot_age(opponent)
                    checkpoint = 0 if opponent == INITIAL else None
                    if age is not None:
                        # The last iteration with short matches before this one counts as 1.
                        every = config.every or 1
                        checkpoint = max(0, (iteration - 1) // every * every - (age - 1) * every)
                    if checkpoint is not None:
                        if checkpoint in checkpoints or (checkpoint == 0 and age is not None and INITIAL in names):
                            continue  # the same weights under another name
                        checkpoints.add(checkpoint)
                    words = "initial weights" if opponent == INITIAL else opponent
                    name = f"{player} vs {words}{board}"
                    found[name] = PlannedMatch(name, player, game, board, opponent, checkpoint)
        return list(found.values())

    def sides(self, iteration: int = _LATE, *, final: bool = True) -> int:
        """The number of sides of the first kind in a game of each match, to estimate its time."""
        plan = self.plan(iteration, final=final)
        compared = final and self.config.final_initial
        return sum(1 + (one.checkpoint is not None or compared) for one in plan if one.player == self.kinds[0])

    def final_seconds(self) -> float:
        """Estimated duration of the final matches, from the last short ones; 0 before these."""
        truth = self.truth_seconds * (1 + self.config.final_initial)
        return self.config.final_games * self.sides() * self.seconds_per_side + truth

    def measured(
        self,
        iteration: int,
        weights: Any,
        *,
        final: bool = False,
        done: Callable[[int, int], None] = lambda done, total: None,
        seconds: float | None = None,
    ) -> dict[str, Any]:
        """Plays the matches.

        Args:
            iteration: its number.
            weights: the weights to measure, as returned by `weights_at`.
            final: plays the longer matches at the end of a run, also of the initial weights against fixed opponents.
            done: called with the number of finished matches and of all.
            seconds: time limit for all matches, which may reduce the number of games; None: all games.

        Returns:
            Tables by match; for final ones, a dict per match with `trained` and `initial`, each a table or None.
        """
        began, plan = time.perf_counter(), self.plan(iteration, final=final)
        matches = [(one, iteration) for one in plan]
        if final and self.config.final_initial and iteration > 0:
            matches += [(one, 0) for one in plan if one.checkpoint is None]
        # Weights are read before the threads start, each checkpoint only once.
        asked = {number for one, number in matches} | {one.checkpoint for one in plan if one.checkpoint is not None}
        known = {number: weights if number == iteration else self._weights_at(number) for number in sorted(asked)}
        there = {None, *(number for number, its in known.items() if its is not None)}
        matches = [(one, number) for one, number in matches if {number, one.checkpoint} <= there]
        seed = seed_of(self._seed, "arena", "final" if final else iteration)
        games = self.config.final_games if final else self.config.games

        def play(match: tuple[PlannedMatch, int], seconds: float | None) -> MatchResult:
            one, number = match
            first = self._player(one, number, known[number], seed_of(seed, one.name, "first"))
            second_seed = seed_of(seed, one.name, "second")
            if one.checkpoint is not None:
                second = self._player(one, one.checkpoint, known[one.checkpoint], second_seed)
            else:
                second = load_agent(without_memory(one.opponent), one.game, second_seed)
                second.name = f"{one.opponent}{one.board}"
            games_of_match: list[PlayedGame] = []
            names = first.name, second.name
            result = play_run_match(
                one.game, first, second, self.config,
                games=games, seed=seed, stop=self._stop, seconds=seconds, each=games_of_match.append,
            )  # fmt: skip
            played[one, number] = [
                record_of(game, from_any_folder(game_text(one.game)), names, {"match": one.name})
                for game in sorted(games_of_match, key=lambda game: game.number)
            ]
            return result

        played: dict[tuple[PlannedMatch, int], list[GameRecord]] = {}
        results = play_plan(matches, play, done, seconds)
        self.played = [record for match in matches for record in played[match]]
        tables: dict[str, Any] = {}
        for (one, number), result in zip(matches, results, strict=True):
            side = "trained" if number == iteration else "initial"
            tables.setdefault(one.name, {"trained": None, "initial": None})[side] = result.to_table()
        if final:
            return tables
        if sides := self.sides(iteration, final=False):
            self.seconds_per_side = (time.perf_counter() - began) / (games * sides)
        return {name: pair["trained"] for name, pair in tables.items()}

    def compared_with_truth(
        self,
        iteration: int,
        weights: Any,
        done: Callable[[int, int], None] = lambda done, total: None,
    ) -> dict[str, Any]:
        """The quality of the moves of each kind of player, by exact values; {} if there are none.

        Args:
            iteration: its number.
            weights: the weights to measure, as returned by `weights_at`.
            done: called with the number of finished positions and of all, over all kinds.

        Returns:
            `positions`, and by kind a table (`boardai.learn.evaluation.truth.compared_with_truth`).
        """
        if not self._truth:
            return {}
        began, count = time.perf_counter(), len(self._truth)
        found: dict[str, Any] = {"positions": count}
        game, board = self._games[0]
        for number, kind in enumerate(self.kinds):
            one = PlannedMatch("truth", kind, game, board, "")
            player = self._player(one, iteration, weights, seed_of(self._seed, "truth", iteration, kind))
            share = partial(_done_before, done, number * count, count * len(self.kinds))
            try:
                found[kind] = compared_with_truth(player, self._truth, self._stop, share)
            finally:
                player.close()
        self.truth_seconds = time.perf_counter() - began
        return found

    def gate_match(self, iteration: int, candidate: Any, best: Any, player: str = "") -> MatchResult:
        """The match that decides whether games continue with new weights (`boardai.learn.evaluation.matches`).

        Args:
            iteration: its number.
            candidate: the new weights.
            best: the weights that self-play uses.
            player: kind of player; "": the first.
        """
        seed, (game, board) = seed_of(self._seed, "gate", iteration), self._games[0]
        one = PlannedMatch("gate", player or self.kinds[0], game, board, "")
        first = self._player(one, iteration, candidate, seed_of(seed, "candidate"))
        second = self._make(one.player, game, best, seed_of(seed, "best"))
        second.name = "best weights"
        return play_run_match(
            game, first, second, self.config, games=self.config.gate.games, seed=seed, stop=self._stop
        )

    def _player(self, one: PlannedMatch, iteration: int, weights: Any, seed: int) -> Player:
        player = self._make(one.player, one.game, weights, seed)
        player.name = f"{player.name}{one.board}@{iteration}"
        return player


def _done_before(done: Callable[[int, int], None], before: int, total: int, positions: int) -> None:
    done(before + positions, total)


def _check_opponents(game: Game, config: ArenaConfig) -> None:
    """Rejects opponents that cannot be created, before training begins.

    Raises:
        ValueError: no such agent.
    """
    for opponent in dict.fromkeys((*config.opponents, *config.final_opponents, *config.policy_opponents)):
        if opponent != INITIAL and snapshot_age(opponent) is None:
            try:
                load_agent(without_memory(opponent), game).close()
            except ValueError as error:
                raise ValueError(f"arena.opponents: {error}") from None


def play_run_match(
    game: Game,
    first: Player,
    second: Player,
    config: ArenaConfig,
    *,
    games: int,
    seed: int,
    stop: Callable[[], None],
    seconds: float | None = None,
    each: Callable[[PlayedGame], None] = lambda one: None,
) -> MatchResult:
    """Plays a match with the openings and limits of a run's arena; the second player is closed at its end.

    Args:
        game: the game.
        first: the player whose score is returned.
        second: the opponent.
        config: the run's arena.
        games: number of games, in pairs with colours swapped.
        seed: seed of the openings.
        stop: called often; may raise.
        seconds: time limit; the number of games is reduced to fit it, but not below a quarter.
        each: called with every finished game.
    """
    at_once = games if seconds is None else 2 * max(1, games // 8)
    try:
        return play_match(
            game, first, second,
            games=games, opening_plies=config.opening_plies, max_plies=config.max_plies, seed=seed, stop=stop,
            at_once=at_once, seconds=seconds, each=each,
            on_error="raise",  # a network that fails must end the run instead of losing its matches
        )  # fmt: skip
    finally:
        second.close()


def play_plan(
    plan: Sequence[Plan],
    play: Callable[[Plan, float | None], MatchResult],
    done: Callable[[int, int], None] = lambda done, total: None,
    seconds: float | None = None,
) -> list[MatchResult]:
    """Plays all matches of a plan, each in its own thread, two at a time.

    No match depends on another one or, without a time limit, on the clock.

    Args:
        plan: the matches.
        play: plays one match, within this many seconds.
        done: called with the number of finished matches and of all.
        seconds: time limit for all matches; each receives its share when it begins. None: no limit.
    """
    end = None if seconds is None else time.perf_counter() + seconds
    lock = threading.Lock()
    begun = finished = 0

    def played(one: Plan) -> MatchResult:
        nonlocal begun, finished
        with lock:
            rounds = math.ceil((len(plan) - begun) / _AT_ONCE)
            begun += 1
        with trusting(trust):
            result = play(one, None if end is None else max(0.0, end - time.perf_counter()) / rounds)
        with lock:
            finished += 1
            done(finished, len(plan))
        return result

    trust = trusted()
    done(0, len(plan))
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        return list(pool.map(played, plan))


Weights = tuple[Leaves, Leaves]


class Gate:
    """The gate of one run; without a required score it is open.

    Args:
        config: the required score, and how often it is tested.
        read: reads the weights of a checkpoint.
        meet: plays the deciding match: (iteration, candidate, best); its score is the candidate's.
        report: called with the verdict.
    """

    def __init__(
        self,
        config: GateConfig,
        read: Callable[[int], Weights],
        meet: Callable[[int, Weights, Weights], MatchResult],
        report: Callable[[str], None],
    ) -> None:
        self._config, self._read, self._meet, self._report = config, read, meet, report
        self._best: Weights | None = None

    @property
    def is_open(self) -> bool:
        """Whether new weights always pass."""
        return self._config.score == 0

    def weights(self, best: int, newest: Weights) -> Weights:
        """The weights that play.

        Args:
            best: the last iteration whose weights have passed.
            newest: the current weights.
        """
        if self.is_open:
            return newest
        if self._best is None:
            self._best = self._read(best)
        return self._best

    def forget(self) -> None:
        """Forgets the best weights, when the run continues from a checkpoint."""
        self._best = None

    def is_due(self, iteration: int) -> bool:
        """Whether the weights after this iteration must beat the best ones before they play."""
        return not self.is_open and iteration > 0 and iteration % self._config.every == 0

    def judge(self, iteration: int, best: int, candidate: Weights) -> tuple[int, dict[str, Any]]:
        """The iteration whose weights play from now on, and the gate's metrics.

        Args:
            iteration: the iteration that has ended.
            best: the iteration whose weights have played so far.
            candidate: the new weights.
        """
        if self.is_open:
            return best, {}
        metrics: dict[str, Any] = {}
        if self.is_due(iteration):
            result = self._meet(iteration, candidate, self.weights(best, candidate))
            passed, table = hosts.first(bool(result.score >= self._config.score)), result.to_table()
            if passed:
                best, self._best = iteration, candidate
            verdict = "passed the gate: self-play uses its weights" if passed else "did not pass the gate"
            self._report(f"iteration {iteration} {verdict} ({100 * table['score']:.1f} % of {table['games']} games)")
            metrics["gate"] = {**table, "passed": int(passed)}
        return best, {**metrics, "best_iteration": best}
