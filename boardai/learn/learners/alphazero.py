"""AlphaZero: learning from self-play that the network itself guides.

    1. Self-play: batched games with the newest network, what each move's search found recorded. Before it, where one is
       asked for, a teacher's games (`boardai.learn.data.teacher`).
    2. The games go into the replay buffer; older positions get new targets, where that is asked for
       (`boardai.learn.self_play.reanalyse`); both go to a file.
    3. Training: steps in proportion to the new positions, on random positions of the buffer.

Actor and learner, 1 and 3, are two loops that take turns, or run side by side where `overlap` asks for it: then an
iteration trains on the games of those before it while its own are being played. Which weights play and which games are
learned from does not hang on how fast either is, so that such a run is resumed bit for bit like any other.

Silver et al., "A general reinforcement learning algorithm that masters chess, shogi and Go through self-play" (2018).
Self-play always uses the newest network, unless a gate is asked for (`arena.gate`): then
    4. New weights meet those that self-play uses, and replace them if they score enough.
The run around these steps is runs/run.py.
"""

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import jax

from boardai.arena.match import MatchResult
from boardai.basics.seeds import long_seed_of
from boardai.game import Game
from boardai.learn.data.teacher import Teacher
from boardai.learn.evaluation.gate import Gate, Weights
from boardai.learn.evaluation.yardsticks import Yardsticks
from boardai.learn.learners.config import TrainConfig
from boardai.learn.network.config import Size
from boardai.learn.network.growth import of_size, size_of
from boardai.learn.network.inference import Evaluator, bare_rate
from boardai.learn.network.network import Leaves, Network
from boardai.learn.network.packing import PackedPlanes
from boardai.learn.network.size import describe
from boardai.learn.runs.checkpoint import Saved, Trees, checkpoint_path, load_network, size_in
from boardai.learn.runs.folder import RunFolder
from boardai.learn.runs.method import Method, Reporter
from boardai.learn.runs.trained_network import start_weights
from boardai.learn.self_play.actor import Actor, Play
from boardai.learn.self_play.game_files import Contents, write_games
from boardai.learn.self_play.reanalyse import Reanalysis
from boardai.learn.self_play.replay import ReplayBuffer, Samples
from boardai.learn.self_play.self_play import Played, SelfPlayGroups
from boardai.learn.settings import require
from boardai.learn.stages import Laps, rates, with_waits
from boardai.learn.tables.from_replay import ReplayEvaluation
from boardai.learn.training.batch import TrainingBatch
from boardai.learn.training.learner import Learner
from boardai.learn.training.losses import Loss, searches_calibrated

# Columns of the replay buffer that tell what searches thought of positions, and how the games ended.
_TOLD_OF_VALUES = ("search_value", "outcome", "moves_left", "plies_ahead")
# In a run's folder: what its teacher has learned last, for any search (`pvs:evaluator=runs/chess/teacher.npz`).
TEACHER_FILE = "teacher.npz"
# Metrics that say nothing where a teacher plays.
_OF_THE_NETWORK_AT_PLAY = ("batch_fill", "cache_hit_rate", "search_agreement", "network_utilisation", "weights_lag")

# What matches reach of the rate of full batches: their games end one by one.
_MATCH_RATE = 0.5

Shown = Callable[[int], None]


@dataclass
class Totals:
    """Sums over the run, kept in its checkpoints."""

    steps: int = 0
    games: int = 0
    positions: int = 0
    rows_per_second: float = 0.0
    mean_plies: float = 0.0
    match_seconds: float = 0.0  # that a game of the last short matches took for each side that searches; 0: none yet
    best: int = 0  # with a gate: the iteration after which the weights were those that self-play uses
    size: tuple[int, int] | None = None  # of a growing network: blocks and channels


class AlphaZero(Method):
    """The method `alphazero` of a run; see `boardai.learn.runs.method.Method`.

    Args:
        game: the game.
        config: the run's settings.
        reporter: told about progress.
        stop: called often; may raise.
        loss: what is minimised (`boardai.learn.training.losses`); None: the usual one.

    Raises:
        ValueError: settings that do not fit the game or each other.
    """

    def __init__(
        self,
        game: Game,
        config: TrainConfig,
        reporter: Reporter,
        stop: Callable[[], None],
        loss: Loss | None = None,
    ):
        _check_discount(config)
        self.game, self.config = game, config
        self._reporter, self._stop = reporter, stop
        # On a CPU both loops want the same cores, and side by side they are no faster (docs/benchmarks.md).
        self._overlaps = {"auto": jax.default_backend() != "cpu", "on": True, "off": False}[config.overlap]
        self.network = Network(game.observation_shape, game.policy_size, config.network, config.seed)
        self._packing = PackedPlanes.of(self.network, game) if config.selfplay.packed else None
        self._first_size = size_of(self.network)
        self._networks = {self._first_size: self.network}  # each is compiled once
        self.learner = Learner(self.network, config.learn, loss)
        self.replay = ReplayBuffer(game, config.replay)
        self._told_of_memory = False
        self._reanalysis = Reanalysis(game, config.reanalyse, config.selfplay, config.seed)
        self._self_play = SelfPlayGroups(game, config.selfplay, config.seed)
        self._teacher = _teacher(game, config)
        self._teacher_evaluation = _teacher_evaluation(game, config)
        self._teacher_loss: float | None = None  # of what the teacher has learned last
        self.yardsticks = Yardsticks(game, config.arena, config.seed, self._network_at)
        self.totals, self.samples = Totals(), Samples()
        self.gate = Gate(config.arena.gate, self._read_weights, self._gate_match, reporter.message)
        self._bare_rate = 0.0  # rows per second, measured before the first iteration
        self._due = (0, 0)  # first step and number of steps of this iteration's training

    def describe(self) -> list[str]:
        """What is trained."""
        loops = "side by side" if self._overlaps else "in turns"
        return [f"network: {describe(self.network)}", self.replay.describe(), f"self-play and training: {loops}"]

    def open(self, folder: RunFolder) -> None:
        """Games are written into this folder."""
        self._folder = folder
        start_weights(self.learner, folder)
        if not folder.is_new() and folder.goes_on_from is not None:
            self._grow_to(size_in(checkpoint_path(folder.checkpoint_folder, folder.goes_on_from)))

    def iterate(self, number: int, share: float) -> dict[str, Any]:
        """Self-play, the games into file and buffer, training."""
        if self._grow_to(self.config.growth.size_at(share)):
            self._reporter.message(f"the network grows: {describe(self.network)}")
        self._measure_bare_rate()
        laps = Laps()
        # 1. Self-play, or the teacher's games; 3. beside it training, where the loops overlap.
        taught = self._teacher is not None and share < self.config.teacher.share
        play, shown = self._taught(number) if taught else self._self_played(number)
        learned = None
        if self._overlaps:
            with Actor(play) as actor:
                learned = self._train(share, actor.check)
                played = actor.played(self._stop, shown)
        else:
            played = play(self._stop, shown)
        laps.end("self_play")
        # 2. The games.
        added = self.replay.add_games(played.parts, number)
        laps.end("replay")
        reanalysed, targets = self._reanalysis.run(
            self.replay, added.positions, number,
            lambda: self._evaluator(*self.learner.play_weights()), self._stop,
            lambda done, total: self._reporter.phase("reanalyse", done, total),
        )  # fmt: skip
        if reanalysed:
            laps.end("reanalyse")
        write_games(self._folder.games_path(number), number, played.parts, added, targets)
        self._tell_of_memory()
        laps.end("replay")
        # 3. Training.
        if learned is None:
            learned = self._train(share)
        laps.end("learn")
        # 4. The gate.
        lag = self._weights_lag(number)
        best, gate = self.gate.judge(number, self.totals.best, self.learner.match_weights())
        if not self.gate.is_open:
            laps.end("gate")
        seconds = laps.seconds
        if self._overlaps:  # phases follow each other: what training took longer than self-play
            seconds["self_play"], seconds["learn"] = actor.seconds, seconds["self_play"] - actor.seconds
        totals = self.totals
        self.totals = dataclasses.replace(
            totals,
            steps=self.learner.steps,
            games=totals.games + played.counts["games"],
            positions=self.replay.positions_added,
            rows_per_second=self._bare_rate if taught else played.rows / max(seconds["self_play"], 1e-9),
            mean_plies=played.counts["plies"] / max(1, played.counts["games"]),
            best=best,
            size=(self.network.config.blocks, self.network.config.channels) if self.config.growth.stages else None,
        )
        metrics = self._metrics(number, played, added.positions, reanalysed, learned, seconds) | {"weights_lag": lag}
        if taught:
            metrics |= dict.fromkeys(_OF_THE_NETWORK_AT_PLAY)
        said = self.replay.newest(added.positions, _TOLD_OF_VALUES)
        metrics |= searches_calibrated(said, self.config.learn.loss)
        told = {"taught": int(taught), "teacher_loss": self._teacher_loss if taught else None}
        return {**told, "reanalysed": reanalysed, **metrics, **gate}

    def _measure_bare_rate(self) -> None:
        if not self._bare_rate and self.config.bare_rate_seconds:
            self._bare_rate = bare_rate(self._evaluator(*self.learner.play_weights()), self.config.bare_rate_seconds)
            self._reporter.message(f"the network alone: {self._bare_rate:,.0f} evaluations/s")

    def _self_played(self, number: int) -> tuple[Play, Shown]:
        """How an iteration's games are played, with the weights of now, and how their number is shown."""
        evaluator = self._evaluator(*self.gate.weights(self.totals.best, self.learner.play_weights()))
        quota = self.config.selfplay.games_per_iteration
        return (
            lambda stop, progress: self._self_play.play(evaluator, number, stop, progress),
            lambda games: self._reporter.phase("self-play", games, quota),
        )

    def _taught(self, number: int) -> tuple[Play, Shown]:
        """The same of the teacher's games."""
        teacher, quota, evaluation = self._teacher, self.config.teacher.games_per_iteration, None
        assert teacher is not None
        if self._teacher_evaluation is not None:
            self._reporter.phase("the teacher learns", 0, 1)
            evaluation = self._teacher_evaluation.fitted(self.replay, self._stop)
        if evaluation is not None:
            evaluation.save(self._folder.path / TEACHER_FILE)
            self._teacher_loss = evaluation.card["loss"]
        return (
            lambda stop, progress: teacher.play(number, stop, progress, evaluation),
            lambda games: self._reporter.phase("the teacher's games", games, quota),
        )

    def _train(self, share: float, check: Callable[[], None] = lambda: None) -> dict[str, Any]:
        """The training steps that are due by what is in the buffer; `check` is called before each and may raise."""

        def stop() -> None:
            self._stop()
            check()

        batch_size = self.config.learn.batch_size
        owed = self.samples.credited(self.config.replay, self.replay.positions_added, self.replay.games_added)
        self._due = (self.learner.steps, owed.steps(batch_size))
        learned = self.learner.train(self._due[1], share, self._fill, stop)
        self.samples = owed.after(self._due[1], batch_size)
        return learned

    def _weights_lag(self, number: int) -> int:
        """How many iterations' games were over that the weights at play had not learned from."""
        weights_of = number - 1 if self.gate.is_open else self.totals.best
        return min(number - 1 - weights_of + self._overlaps, number - 1)

    def _gate_match(self, number: int, candidate: Weights, best: Weights) -> MatchResult:
        first, second = (self._match_evaluator(*weights) for weights in (candidate, best))
        return self.yardsticks.gate_match(number, first, second, self._stop)

    def _read_weights(self, iteration: int) -> Weights:
        return load_network(checkpoint_path(self._folder.checkpoint_folder, iteration), self.network)

    def needed(self) -> set[int]:
        """With a gate, the checkpoint that self-play's weights come from after a stop."""
        return {self.totals.best}

    def saved(self) -> Saved:
        """Weights, optimiser, totals and the open games; the buffer is in the game files."""
        return Saved(
            self.learner.trees(),
            {**vars(self.totals), "samples": dict(vars(self.samples))},
            self._self_play.save(),
        )

    def wanted(self) -> Trees:
        """The learner's arrays."""
        return self.learner.trees()

    def restore(self, saved: Saved, iteration: int, reading: Callable[[int, int], None]) -> None:
        """Takes up a checkpoint and fills the buffer from the game files."""
        state = dict(saved.state)
        samples = state.pop("samples", None)
        self.totals = Totals(**state)
        self.samples = Samples.restored(samples, self.config, self.totals)
        self.gate.forget()
        self.learner.restore(saved.trees, self.totals.steps)
        self._self_play.restore(saved.parts)
        total = Contents(self.totals.games, self.totals.positions)
        self.replay.restore(self._folder.games_path, iteration, total, reading, self._folder.without_games)

    def matches(
        self, number: int, *, final: bool, done: Callable[[int, int], None], seconds: float | None = None
    ) -> dict[str, Any]:
        """The yardsticks, with the averaged weights where the run averages."""
        trained = self._match_evaluator(*self.learner.match_weights())
        arena = self.config.arena
        if not final:
            start, searches = perf_counter(), self.yardsticks.short_searches(number)
            found = self.yardsticks.measure(number, trained, self._stop, done)
            if searches and arena.games:
                self.totals.match_seconds = (perf_counter() - start) / (arena.games * searches)
            return found
        few = "" if seconds is None else "up to "
        self._reporter.message(f"final matches of {few}{arena.final_games} games each")
        return {
            "games": self.totals.games,
            "positions": self.totals.positions,
            "steps": self.totals.steps,
            "search": arena.search,
            "simulations": arena.simulations,
            "opening_plies": arena.opening_plies,
            "matches": self.yardsticks.report(number, trained, self._stop, done, seconds),
        }

    def final_seconds(self) -> float:
        """Estimate for the final matches: by the last short ones; before the first by the network's rate."""
        arena, totals = self.config.arena, self.totals
        if totals.match_seconds:
            return arena.final_games * self.yardsticks.final_searches() * totals.match_seconds
        if not totals.rows_per_second:
            return 0.0
        moves = arena.final_games * min(totals.mean_plies, arena.max_plies) / 2
        rate = _MATCH_RATE * totals.rows_per_second
        return self.yardsticks.final_searches() * moves * arena.simulations / rate

    def _evaluator(self, parameters: Leaves, statistics: Leaves) -> Evaluator:
        rows = self.config.selfplay.batch_rows
        return Evaluator(self.network, parameters, statistics, rows, packing=self._packing)

    def _match_evaluator(self, parameters: Leaves, statistics: Leaves, network: Network | None = None) -> Evaluator:
        rows = self.config.selfplay.games
        return Evaluator(network or self.network, parameters, statistics, rows, seldom_full=True)

    def _grow_to(self, size: Size | None) -> bool:
        """Goes on with a tower of this size, if it has another one now; whether it had."""
        if size is None or size == size_of(self.network):
            return False
        self.network = self._of_size(size)
        self.learner.grow(self.network)
        if self._packing is not None:
            self._packing = PackedPlanes(self.network, self._packing.numbers, self._packing.fields)
        self._bare_rate = 0.0
        return True

    def _of_size(self, size: Size) -> Network:
        if size not in self._networks:
            self._networks[size] = of_size(self.network, size, self.config.seed)
        return self._networks[size]

    def _network_at(self, iteration: int) -> Evaluator | None:
        """The weights of a checkpoint; None where it is gone."""
        path = checkpoint_path(self._folder.checkpoint_folder, iteration)
        if not path.exists():
            return None
        network = self._of_size(size_in(path) or self._first_size)
        return self._match_evaluator(*load_network(path, network), network)

    def _tell_of_memory(self) -> None:
        if self.replay.crowded_out and not self._told_of_memory:
            self._told_of_memory = True
            self._reporter.message(
                f"the replay buffer's memory is full at {self.replay.size:,} positions; --replay.memory-mb would give "
                f"room for all {self.config.replay.capacity:,}"
            )

    def _fill(self, step: int, batch: TrainingBatch) -> None:
        self._reporter.phase("learning", step - self._due[0], self._due[1])
        self.replay.sample_into(batch, long_seed_of(self.config.seed, f"step {step}"))

    def _metrics(
        self,
        number: int,
        played: Played,
        positions: int,
        reanalysed: int,
        learned: dict[str, Any],
        seconds: dict[str, float],
    ) -> dict[str, Any]:
        counts = played.counts
        self_play_seconds = max(seconds["self_play"], 1e-9)
        evaluated = counts["evaluations"] / self_play_seconds
        samples = self.samples.drawn
        return {
            **played.metrics(self.config.selfplay.max_plies),
            "positions": positions,
            **self.replay.statistics(number),
            "steps": self.learner.steps,
            "replay_ratio": samples / max(1, self.replay.positions_added),
            "samples_per_game": samples / max(1, self.replay.games_added),
            **learned,
            **self._stages(played, positions, reanalysed, learned, seconds),
            "evaluations_per_second": evaluated,
            "network_utilisation": evaluated / self._bare_rate if self._bare_rate else None,
            "games_per_second": counts["games"] / self_play_seconds,
            "seconds": seconds,
        }

    def _stages(
        self, played: Played, positions: int, reanalysed: int, learned: dict[str, Any], seconds: dict[str, float]
    ) -> dict[str, Any]:
        """What each loop spent the iteration on, and how many positions a second each stage does while at it."""
        rows = played.counts["evaluations"] / self.config.selfplay.groups
        work = {**dict.fromkeys(played.stages, rows), "write": positions}
        busy = {**played.stages, "write": seconds["replay"]}
        if reanalysed:
            work["reanalyse"], busy["reanalyse"] = reanalysed, seconds["reanalyse"]
        whole = sum(seconds.get(phase, 0.0) for phase in ("self_play", "replay", "reanalyse", "learn"))
        return {
            "stages": with_waits({**busy, **learned.get("stages", {})}, whole),
            "stage_rates": {**rates(work, busy), **learned.get("stage_rates", {})},
        }


def _teacher(game: Game, config: TrainConfig) -> Teacher | None:
    if not config.teacher.agent:
        return None
    return Teacher(game, config.teacher, config.selfplay.groups, config.selfplay.max_plies, config.seed)


def _teacher_evaluation(game: Game, config: TrainConfig) -> ReplayEvaluation | None:
    if not config.teacher.features:
        return None
    # What searches said is read once, when it is new in the buffer.
    require(config.reanalyse.positions_per_new == 0, "teacher.features", "learns from targets that reanalyse changes")
    try:
        return ReplayEvaluation(game, config.teacher.features, config.teacher.result_share)
    except ValueError as error:
        raise ValueError(f"teacher.features: {error}") from None


def _check_discount(config: TrainConfig) -> None:
    """Games that are stopped and games that are played out must teach one scale of values."""
    played, loss = config.selfplay, config.learn.loss
    stopped = {
        "resignation.threshold": played.resignation.threshold > 0,
        "adjudication.kind": played.adjudication.kind != "none",
        "adjudication.cap_margin": played.adjudication.cap_margin > 0,
    }
    if loss.discount < 1 and loss.unplayed_plies == 0:
        for name, may_stop in stopped.items():
            require(
                not may_stop,
                "learn.loss.unplayed_plies",
                f"0, but learn.loss.discount is {loss.discount} and selfplay.{name} stops games early: how many plies "
                "would they have gone on, on average?",
            )
