"""Value learning by self-play: a network that judges positions, from games it plays by its own judgement.

    1. Games: every player takes the child the network values most (or searches a few plies by it), now and then a
       random move. All games of an iteration are played at once and share the network's batches.
    2. The games go to a file and into the replay buffer.
    3. Training: each position's target is the game's result for the player to move, or its lambda-return
       (`returns.trace` below 1; boardai/learn/tables/returns.py).

There is no policy and no tree search: this is the least that learns to play, and the reference's engine B (Kostin
2025, whose trainer is not printed). Tesauro, "Temporal difference learning and TD-Gammon" (1995), is its ancestor;
as it stands the target is the end of the game (Monte-Carlo), with `returns.trace` it is TD(lambda). The run around
these steps is runs/run.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import jax.numpy as jnp
import numpy as np

from boardai.agents.value import Hybrid, Values
from boardai.game import Game
from boardai.learn.data.datasets import Label
from boardai.learn.data.game_records import game_record
from boardai.learn.evaluation.value_matches import PLAYERS, ValueMatches
from boardai.learn.learners.config import ValueConfig, ValuePlayConfig
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Network
from boardai.learn.network.size import describe
from boardai.learn.runs.checkpoint import Saved, Trees, checkpoint_path, load_network
from boardai.learn.runs.folder import RunFolder
from boardai.learn.runs.method import Reporter
from boardai.learn.runs.trained_network import start_weights
from boardai.learn.self_play.game_files import Contents, write_games
from boardai.learn.self_play.replay import ReplayBuffer
from boardai.learn.tables.returns import lambda_returns, padded_plies
from boardai.learn.training.batch import TrainingBatch
from boardai.learn.training.learner import Learner
from boardai.learn.training.losses import Loss
from boardai.records.recorded_game import RecordedGame
from boardai.seeds import long_seed_of
from boardai.trust import NOTHING, Trust


@dataclass
class Totals:
    """Sums over the run, kept in its checkpoints."""

    steps: int = 0
    games: int = 0
    positions: int = 0
    seconds_per_game: float = 0.0


@dataclass
class _Playing:
    """A game in progress."""

    number: int
    rng: np.random.Generator
    start: Any
    state: Any
    opening: int
    actions: list[int] = field(default_factory=list)
    random: list[bool] = field(default_factory=list)


class ValueLearning:
    """The method `value` of a run; see `boardai.learn.runs.method.Method`.

    Args:
        game: the game.
        config: the run's settings.
        reporter: told about progress.
        stop: called often; may raise.
        trust: whether code that the runs of opponents name may run (`boardai.trust`).
        loss: what is minimised (`boardai.learn.training.losses`); None: the usual one.

    Raises:
        ValueError: settings that do not fit the game.
    """

    def __init__(
        self,
        game: Game,
        config: ValueConfig,
        reporter: Reporter,
        stop: Callable[[], None],
        trust: Trust | bool = NOTHING,
        loss: Loss | None = None,
    ):
        self.game, self.config = game, config
        self._reporter, self._stop = reporter, stop
        self._matches = ValueMatches(game, config.arena, config.seed, self._initial, stop, trust)
        self.network = Network(game.observation_shape, game.policy_size, config.network, config.seed)
        self.learner = Learner(self.network, config.learn, loss)
        self.replay = ReplayBuffer(game, config.replay)
        self.totals = Totals()
        self._due = (0, 0)

    def describe(self) -> list[str]:
        """What is trained."""
        play = self.config.play
        return [
            f"network: {describe(self.network)}",
            f"play: {play.depth} ply by the value, {100 * play.epsilon:g} to {100 * play.epsilon_end:g} % random moves",
        ]

    def open(self, folder: RunFolder) -> None:
        """Games are written into this folder."""
        self._folder = folder
        start_weights(self.learner, folder)

    def iterate(self, number: int, share: float) -> dict[str, Any]:
        """Games, then training on the newest positions."""
        began = time.perf_counter()
        # 1. Games.
        play = self.config.play
        values = Values(self._evaluator(play.batch_size))
        games = self._play(values, self.totals.games, share)
        records = b"".join(self._records(values, games))
        played_by = time.perf_counter()
        # 2. Into file and buffer.
        added = self.replay.add_games([records], number)
        write_games(self._folder.games_path(number), number, [records], added)
        stored_by = time.perf_counter()
        # 3. Training.
        totals = self.totals
        positions = totals.positions + added.positions
        due = self.config.replay.steps(self.config.learn.batch_size, positions, totals.games + len(games))
        self._due = (self.learner.steps, max(0, due - self.learner.steps))
        learned = self.learner.train(self._due[1], share, self._fill, self._stop)
        learned_by = time.perf_counter()
        self.totals = Totals(
            steps=self.learner.steps,
            games=totals.games + len(games),
            positions=positions,
            seconds_per_game=(played_by - began) / len(games),
        )
        plies = sum(len(one.actions) for one in games)
        results = [_result(one) for one in games]
        return {
            "games": len(games),
            "plies": plies,
            "mean_length": plies / len(games),
            "first_player_wins": results.count(1),
            "draws": results.count(0),
            "second_player_wins": results.count(-1),
            "evaluations": values.evaluations,
            "positions": added.positions,
            "buffer": self.replay.size,
            "steps": self.learner.steps,
            "epsilon": self._epsilon(share),
            **learned,
            "evaluations_per_second": values.evaluations / max(1e-9, played_by - began),
            "games_per_second": len(games) / max(1e-9, played_by - began),
            "seconds": {
                "self_play": played_by - began,
                "replay": stored_by - played_by,
                "learn": learned_by - stored_by,
            },
        }

    def saved(self) -> Saved:
        """Weights, optimiser and totals; the buffer is in the game files, and no game is open."""
        return Saved(self.learner.trees(), dict(vars(self.totals)))

    def wanted(self) -> Trees:
        """The learner's arrays."""
        return self.learner.trees()

    def restore(self, saved: Saved, iteration: int, reading: Callable[[int, int], None]) -> None:
        """Takes up a checkpoint and fills the buffer from the game files.

        Raises:
            ValueError: a game file is missing or damaged.
        """
        self.totals = Totals(**saved.state)
        self.learner.restore(saved.trees, self.totals.steps)
        total = Contents(self.totals.games, self.totals.positions)
        self.replay.restore(self._folder.games_path, iteration, total, reading)

    def matches(
        self, number: int, *, final: bool, done: Callable[[int, int], None], seconds: float | None = None
    ) -> dict[str, Any]:
        """The one-ply player against random, greedy and the initial weights."""
        trained = Evaluator(self.network, *self.learner.match_weights(), self.config.play.batch_size)
        tables = self._matches.measured(trained, number=number, final=final, policy=False, done=done, seconds=seconds)
        if not final:
            return tables
        totals = self.totals
        return {
            "games": totals.games,
            "positions": totals.positions,
            "steps": totals.steps,
            "players": PLAYERS,
            "opening_plies": self.config.arena.opening_plies,
            "matches": tables,
        }

    def needed(self) -> set[int]:
        """No checkpoint is asked for again but by matches."""
        return set()

    def final_seconds(self) -> float:
        """Estimate for the final matches: five, in two of which both sides use the network."""
        return 4 * self.config.arena.final_games * self.totals.seconds_per_game / self.config.play.depth

    def _epsilon(self, share: float) -> float:
        play = self.config.play
        return play.epsilon + (play.epsilon_end - play.epsilon) * share

    def _play(self, values: Values, first: int, share: float) -> list[_Playing]:
        """One iteration's games, all at once; game g has the random stream (seed, g), whoever it is played beside."""
        play = self.config.play
        games = []
        for number in range(first, first + play.games_per_iteration):
            rng = np.random.default_rng((self.config.seed, number))
            opening = int(rng.integers(play.random_plies + 1))
            start = self.game.initial_state()
            games.append(_Playing(number, rng, start, start.clone(), opening))
        hybrid = Hybrid(self._evaluator(play.batch_size), play.depth) if play.depth > 1 else None
        epsilon = self._epsilon(share)
        running = games
        while running:
            self._stop()
            self._reporter.phase("self-play", len(games) - len(running), len(games))
            asked = [one for one in running if not _moves_at_random(one, epsilon)]
            chosen = dict(zip(map(id, asked), self._choose(values, hybrid, asked), strict=True))
            for one in running:
                if id(one) in chosen:
                    action = chosen[id(one)]
                else:
                    legal = one.state.legal_actions()
                    action = legal[int(one.rng.integers(len(legal)))]
                one.actions.append(action)
                one.random.append(id(one) not in chosen)
                one.state.apply(action)
            running = [one for one in running if not _is_over(one, play)]
        if hybrid is not None:
            values.evaluations += hybrid.values.evaluations
        return games

    def _records(self, values: Values, games: list[_Playing]) -> list[bytes]:
        """The games with what is to be learned of their positions."""
        start = self.game.initial_state()
        by_results = self.config.returns.results_alone
        labels = [_results(one) for one in games] if by_results else self._labels(values, games)
        return [
            game_record(
                RecordedGame(self.game, start, tuple(one.actions), _result(one)),
                {label.ply: label for label in its},
                one.number,
            )[0]
            for one, its in zip(games, labels, strict=True)
        ]

    def _labels(self, values: Values, games: list[_Playing]) -> list[list[Label]]:
        """The lambda-returns of the positions that are learned from, for their players to move."""
        lengths = np.array([len(one.actions) for one in games], np.int32)
        plies = padded_plies(int(lengths.max()))
        signs, random = np.ones((len(games), plies), np.float32), np.zeros((len(games), plies), bool)
        states = []
        for row, one in enumerate(games):
            state = self.game.initial_state()
            random[row, : lengths[row]] = one.random
            for ply, action in enumerate(one.actions):
                signs[row, ply] = 1 if state.current_player() == 0 else -1
                states.append(state)
                state = state.child(action)
        known = np.zeros((len(games), plies), np.float32)
        there = np.arange(plies)[None, :] < lengths[:, None]
        known[there] = values(states)
        returns, learn = lambda_returns(
            jnp.asarray(known * signs),
            jnp.asarray([_result(one) for one in games], jnp.float32),
            jnp.asarray([one.state.is_terminal() for one in games]),
            jnp.asarray(lengths),
            jnp.asarray(random),
            jnp.full((len(games), plies), jnp.nan),
            jnp.float32(self.config.returns.trace),
            cut=self.config.returns.random_moves == "cut",
        )
        targets, wanted = np.clip(np.asarray(returns) * signs, -1, 1), np.asarray(learn)
        return [
            [Label(ply, float(targets[row, ply])) for ply in range(one.opening, int(lengths[row])) if wanted[row, ply]]
            for row, one in enumerate(games)
        ]

    def _choose(self, values: Values, hybrid: Hybrid | None, asked: list[_Playing]) -> list[int]:
        if hybrid is not None:
            return [hybrid.choose(one.state) for one in asked]
        choices = []
        children = values.of_children([one.state for one in asked])
        for one, (actions, _, worths) in zip(asked, children, strict=True):
            # Equals are broken at random, so that an untrained network does not play one game over and over.
            best = np.flatnonzero(worths == worths.max())
            choices.append(actions[int(best[one.rng.integers(len(best))])])
        return choices

    def _initial(self) -> Evaluator:
        weights = load_network(checkpoint_path(self._folder.checkpoint_folder, 0), self.network)
        return Evaluator(self.network, *weights, self.config.play.batch_size)

    def _evaluator(self, batch_size: int) -> Evaluator:
        return Evaluator(self.network, *self.learner.play_weights(), batch_size)

    def _fill(self, step: int, batch: TrainingBatch) -> None:
        self._reporter.phase("learning", step - self._due[0], self._due[1])
        self.replay.sample_into(batch, long_seed_of(self.config.seed, f"step {step}"))
        batch.outcome[:] = batch.search_value  # what is learned: the result, or the lambda-return


def _moves_at_random(one: _Playing, epsilon: float) -> bool:
    return len(one.actions) < one.opening or bool(one.rng.random() < epsilon)


def _is_over(one: _Playing, play: ValuePlayConfig) -> bool:
    return one.state.is_terminal() or len(one.actions) >= play.max_plies


def _result(one: _Playing) -> int:
    """Player 0's outcome; a game that was stopped is a draw."""
    return int(one.state.outcome(0)) if one.state.is_terminal() else 0


def _results(one: _Playing) -> list[Label]:
    """The result for each player to move behind the opening."""
    result, state, labels = _result(one), one.start.clone(), []
    for ply, action in enumerate(one.actions):
        if ply >= one.opening:
            labels.append(Label(ply, float(result if state.current_player() == 0 else -result)))
        state.apply(action)
    return labels
