"""Learning from games that a network plays against itself without a tree: what such learners have in common.

    1. Games: each player takes the move that the network thinks best, now and then a random one. All games of an
       iteration are played at once and share the network's batches.
    2. The games go to a file and into the replay buffer.
    3. Training, as often as the new positions are worth.
    4. The gate, where one is asked for: new weights meet those that play (`boardai.learn.evaluation.gate`).

What the network is asked for, and what is learned of a position, is the learner's: a value (value.py), or one of each
action (q_learning.py). The run around these steps is runs/run.py.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from boardai.arena.match import MatchResult
from boardai.basics.seeds import long_seed_of
from boardai.game import Game
from boardai.learn.data.datasets import Label
from boardai.learn.data.game_records import game_record
from boardai.learn.evaluation.gate import Gate, Weights
from boardai.learn.evaluation.value_matches import ValueMatches
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Network
from boardai.learn.network.size import describe
from boardai.learn.runs.checkpoint import Saved, Trees, checkpoint_path, load_network
from boardai.learn.runs.folder import RunFolder
from boardai.learn.runs.method import Method, Reporter
from boardai.learn.runs.trained_network import start_weights
from boardai.learn.self_play.game_files import Contents, write_games
from boardai.learn.self_play.replay import ReplayBuffer, Samples
from boardai.learn.stages import rates
from boardai.learn.training.batch import TrainingBatch
from boardai.learn.training.learner import Learner
from boardai.learn.training.losses import Loss
from boardai.records.recorded_game import RecordedGame


@dataclass
class Totals:
    """Sums over the run, kept in its checkpoints."""

    steps: int = 0
    games: int = 0
    positions: int = 0
    seconds_per_game: float = 0.0
    best: int = 0  # with a gate: the iteration after which the weights were those that play


@dataclass
class Playing:
    """A game in progress.

    Attributes:
        number: in the run.
        rng: its own stream of random numbers.
        start: where it began.
        state: where it is.
        opening: its first so many plies are random and not learned from.
        actions: played so far.
        random: which of them were random.
    """

    number: int
    rng: np.random.Generator
    start: Any
    state: Any
    opening: int
    actions: list[int] = field(default_factory=list)
    random: list[bool] = field(default_factory=list)

    def is_over(self, max_plies: int) -> bool:
        """By the rules, or by the settings."""
        return self.state.is_terminal() or len(self.actions) >= max_plies

    def result(self) -> int:
        """Player 0's outcome; a game that was stopped is a draw."""
        return int(self.state.outcome(0)) if self.state.is_terminal() else 0

    def results(self) -> list[tuple[int, float]]:
        """Each ply behind the opening, and the result for its player to move."""
        result, state, found = self.result(), self.start.clone(), []
        for ply, action in enumerate(self.actions):
            if ply >= self.opening:
                found.append((ply, float(result if state.current_player() == 0 else -result)))
            state.apply(action)
        return found


class Mover(Protocol):
    """Who moves in an iteration's games."""

    @property
    def evaluations(self) -> int:
        """Positions the network was asked about so far."""

    def choose(self, games: Sequence[Playing]) -> list[int]:
        """An action of each game."""


class OwnGames(Method, ABC):
    """A method that learns from games of its own; see `boardai.learn.runs.method.Method`.

    Args:
        game: the game.
        config: the run's settings, a `ValueConfig` or `QConfig`.
        reporter: told about progress.
        stop: called often; may raise.
        loss: what is minimised (`boardai.learn.training.losses`); None: the usual one.
        columns: of the replay buffer, which training looks at besides what the loss needs.

    Raises:
        ValueError: settings that do not fit the game.
    """

    learns_policy = False

    def __init__(
        self,
        game: Game,
        config: Any,
        reporter: Reporter,
        stop: Callable[[], None],
        loss: Loss | None = None,
        columns: Mapping[str, tuple[int, ...]] | None = None,
    ):
        self.game, self.config = game, config
        self._reporter, self._stop = reporter, stop
        self._matches = ValueMatches(game, config.arena, config.seed, self._initial, stop)
        self.network = Network(game.observation_shape, game.policy_size, config.network, config.seed)
        self.learner = Learner(self.network, config.learn, loss, columns)
        self.replay = ReplayBuffer(game, config.replay)
        self.totals, self.samples = Totals(), Samples()
        self.gate = Gate(config.arena.gate, self._read_weights, self._gate_match, reporter.message)
        self._due = (0, 0)

    def describe(self) -> list[str]:
        """What is trained."""
        return [f"network: {describe(self.network)}", f"play: {self._play_in_words()}"]

    def open(self, folder: RunFolder) -> None:
        """Games are written into this folder."""
        self._folder = folder
        start_weights(self.learner, folder)

    def iterate(self, number: int, share: float) -> dict[str, Any]:
        """Games, then training on the newest positions."""
        began = time.perf_counter()
        # 1. Games.
        mover = self._mover()
        games = self._play(mover, self.totals.games, self._epsilon(share))
        records = b"".join(self._records(games, self._labels(mover, games)))
        played_by = time.perf_counter()
        # 2. Into file and buffer.
        added = self.replay.add_games([records], number)
        write_games(self._folder.games_path(number), number, [records], added)
        stored_by = time.perf_counter()
        # 3. Training.
        totals = self.totals
        positions = totals.positions + added.positions
        batch_size = self.config.learn.batch_size
        owed = self.samples.credited(self.config.replay, positions, totals.games + len(games))
        self._due = (self.learner.steps, owed.steps(batch_size))
        learned = self.learner.train(self._due[1], share, self._fill, self._stop)
        self.samples = owed.after(self._due[1], batch_size)
        learned_by = time.perf_counter()
        # 4. The gate.
        best, gate = self.gate.judge(number, totals.best, self.learner.match_weights())
        gated_by = time.perf_counter()
        self.totals = Totals(
            steps=self.learner.steps,
            games=totals.games + len(games),
            positions=positions,
            seconds_per_game=(played_by - began) / len(games),
            best=best,
        )
        written = {"write": stored_by - played_by}
        plies = sum(len(one.actions) for one in games)
        results = [one.result() for one in games]
        return {
            "games": len(games),
            "plies": plies,
            "mean_length": plies / len(games),
            "first_player_wins": results.count(1),
            "draws": results.count(0),
            "second_player_wins": results.count(-1),
            "evaluations": mover.evaluations,
            "positions": added.positions,
            "buffer": self.replay.size,
            "steps": self.learner.steps,
            "epsilon": self._epsilon(share),
            **learned,
            **gate,
            "stages": {**learned.get("stages", {}), **written},
            "stage_rates": {**learned.get("stage_rates", {}), **rates({"write": added.positions}, written)},
            "evaluations_per_second": mover.evaluations / max(1e-9, played_by - began),
            "games_per_second": len(games) / max(1e-9, played_by - began),
            "seconds": {
                "self_play": played_by - began,
                "replay": stored_by - played_by,
                "learn": learned_by - stored_by,
                **({} if self.gate.is_open else {"gate": gated_by - learned_by}),
            },
        }

    def saved(self) -> Saved:
        """Weights, optimiser and totals; the buffer is in the game files, and no game is open."""
        return Saved(self.learner.trees(), {**vars(self.totals), "samples": dict(vars(self.samples))})

    def wanted(self) -> Trees:
        """The learner's arrays."""
        return self.learner.trees()

    def restore(self, saved: Saved, iteration: int, reading: Callable[[int, int], None]) -> None:
        """Takes up a checkpoint and fills the buffer from the game files.

        Raises:
            ValueError: a game file is missing or damaged.
        """
        state = dict(saved.state)
        samples = state.pop("samples", None)
        self.totals = Totals(**state)
        self.samples = Samples.restored(samples, self.config, self.totals)
        self.gate.forget()
        self.learner.restore(saved.trees, self.totals.steps)
        total = Contents(self.totals.games, self.totals.positions)
        self.replay.restore(self._folder.games_path, iteration, total, reading, self._folder.without_games)

    def matches(
        self, number: int, *, final: bool, done: Callable[[int, int], None], seconds: float | None = None
    ) -> dict[str, Any]:
        """The one-ply player, and the policy's where one is learned, against random, greedy and the initial weights."""
        trained = Evaluator(self.network, *self.learner.match_weights(), self.config.play.batch_size)
        tables = self._matches.measured(
            trained, number=number, final=final, policy=self.learns_policy, done=done, seconds=seconds
        )
        if not final:
            return tables
        totals = self.totals
        return self._matches.report(tables, totals.games, totals.positions, totals.steps)

    def needed(self) -> set[int]:
        """With a gate, the checkpoint that the weights at play come from after a stop."""
        return {self.totals.best}

    def final_seconds(self) -> float:
        """Estimate for the final matches, from the last short ones; before these from the games learned from."""
        measured = self._matches.final_seconds(self.learns_policy)
        return measured or 4 * self.config.arena.final_games * self.totals.seconds_per_game

    @abstractmethod
    def _play_in_words(self) -> str:
        """How the games are played, for people."""

    @abstractmethod
    def _mover(self) -> Mover:
        """Who plays an iteration's games with the present weights."""

    @abstractmethod
    def _labels(self, mover: Any, games: list[Playing]) -> list[list[Label]]:
        """What is to be learned of each game's positions, for their players to move."""

    def _epsilon(self, share: float) -> float:
        play = self.config.play
        return play.epsilon + (play.epsilon_end - play.epsilon) * share

    def _play(self, mover: Mover, first: int, epsilon: float) -> list[Playing]:
        """One iteration's games, all at once; game g has the random stream (seed, g), whoever it is played beside."""
        play = self.config.play
        games = []
        for number in range(first, first + play.games_per_iteration):
            rng = np.random.default_rng((self.config.seed, number))
            opening = int(rng.integers(play.random_plies + 1))
            start = self.game.initial_state()
            games.append(Playing(number, rng, start, start.clone(), opening))
        running = games
        while running:
            self._stop()
            self._reporter.phase("self-play", len(games) - len(running), len(games))
            asked = [one for one in running if not _moves_at_random(one, epsilon)]
            chosen = dict(zip(map(id, asked), mover.choose(asked), strict=True))
            for one in running:
                if id(one) in chosen:
                    action = chosen[id(one)]
                else:
                    legal = one.state.legal_actions()
                    action = legal[int(one.rng.integers(len(legal)))]
                one.actions.append(action)
                one.random.append(id(one) not in chosen)
                one.state.apply(action)
            running = [one for one in running if not one.is_over(play.max_plies)]
        return games

    def _records(self, games: list[Playing], labels: list[list[Label]]) -> list[bytes]:
        """The games with what is to be learned of their positions."""
        start = self.game.initial_state()
        return [
            game_record(
                RecordedGame(self.game, start, tuple(one.actions), one.result()),
                {label.ply: label for label in its},
                one.number,
            )[0]
            for one, its in zip(games, labels, strict=True)
        ]

    def _initial(self) -> Evaluator:
        return Evaluator(self.network, *self._read_weights(0), self.config.play.batch_size)

    def _read_weights(self, iteration: int) -> Weights:
        return load_network(checkpoint_path(self._folder.checkpoint_folder, iteration), self.network)

    def _player(self) -> Evaluator:
        """The network that plays an iteration's games."""
        weights = self.gate.weights(self.totals.best, self.learner.play_weights())
        return Evaluator(self.network, *weights, self.config.play.batch_size)

    def _gate_match(self, number: int, candidate: Weights, best: Weights) -> MatchResult:
        rows = self.config.play.batch_size
        first, second = (Evaluator(self.network, *weights, rows) for weights in (candidate, best))
        return self._matches.gate_match(number, first, second, policy=self.learns_policy)

    def _fill(self, step: int, batch: TrainingBatch) -> None:
        self._reporter.phase("learning", step - self._due[0], self._due[1])
        self.replay.sample_into(batch, long_seed_of(self.config.seed, f"step {step}"))


def _moves_at_random(one: Playing, epsilon: float) -> bool:
    return len(one.actions) < one.opening or bool(one.rng.random() < epsilon)
