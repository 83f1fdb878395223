"""The AlphaZero cycle on one run folder.

    1. Self-play: batched PUCT games with the newest network, each move's visit counts recorded.
    2. The games go to a file and into the replay buffer.
    3. Training: steps in proportion to the new positions, on random positions of the buffer.
    4. A line of metrics, now and then short matches; then the checkpoint, which completes the iteration.

Silver et al., "A general reinforcement learning algorithm that masters chess, shogi and Go through self-play" (2018).
There is no gate: self-play always uses the newest network. Random choices depend on the seed and on counters alone
(game number, training step), so there is no generator to save.
"""

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from boardai.files import read_json, write_json
from boardai.game import Game
from boardai.learn.batch import TrainingBatch
from boardai.learn.checkpoint import checkpoint_path, load_checkpoint, load_network, save_checkpoint
from boardai.learn.config import TrainConfig
from boardai.learn.game_files import read_games, write_games
from boardai.learn.inference import Evaluator
from boardai.learn.learner import Learner
from boardai.learn.native_parts import new_replay
from boardai.learn.network import Network
from boardai.learn.run_folder import RunFolder, newest_checkpoint
from boardai.learn.self_play import Played, SelfPlayGroups
from boardai.learn.yardsticks import YARDSTICKS, measure, report_table


class Reporter(Protocol):
    """Who is told about progress."""

    def message(self, text: str) -> None:
        """A line for people."""

    def phase(self, name: str, done: int, total: int) -> None:
        """How far the present phase of the iteration is."""

    def iteration(self, line: dict[str, Any], seconds_left: float | None) -> None:
        """A finished iteration's metrics."""

    def final(self, report: dict[str, Any]) -> None:
        """The final matches."""


@dataclass
class Progress:
    """What a checkpoint stores besides arrays and games."""

    iteration: int = 0
    steps: int = 0
    games: int = 0
    positions: int = 0
    seconds: float = 0.0
    rows_per_second: float = 0.0
    mean_plies: float = 0.0


class Trainer:
    """One run, new or resumed.

    Args:
        game: the game.
        config: the run's settings.
        reporter: told about progress.
        stop: called often, between steps that must not be cut; may raise to end the run there.

    Raises:
        ValueError: settings that do not fit the game or each other.
    """

    def __init__(self, game: Game, config: TrainConfig, reporter: Reporter, stop: Callable[[], None] = lambda: None):
        self.game, self.config = game, config
        self._reporter, self._stop = reporter, stop
        self.network = Network(game.observation_shape, game.policy_size, config.network, config.seed)
        self.learner = Learner(self.network, config.learn)
        self._replay = new_replay(game, config.replay.capacity)
        self._self_play = SelfPlayGroups(game, config.selfplay, config.seed)
        self.progress = Progress()
        self._due = (0, 0)  # first step and number of steps of this iteration's training

    def start(self, folder: RunFolder) -> None:
        """Writes the initial weights into a new folder, or takes up an old one's newest whole checkpoint.

        Raises:
            ValueError: a run that is damaged beyond what a kill can do.
        """
        self.folder = folder
        path = folder.checkpoint_folder
        if folder.is_new():
            self._save()
        else:
            iteration, faults = newest_checkpoint(self.folder.path)
            for fault in faults:
                self._reporter.message(f"skipped a checkpoint: {fault}")
            state, open_games = load_checkpoint(checkpoint_path(path, iteration), self.learner)
            self.progress = Progress(**state)
            self._self_play.restore(open_games)
            self.folder.trim(iteration)
            # All of it, so that the buffer's ring is turned as it was.
            for number in range(1, iteration + 1):
                self._stop()
                self._reporter.phase("reading games", number, iteration)
                for part in read_games(self.folder.games_path(number)):
                    self._replay.add_games(part)
            self._reporter.message(f"resumed after iteration {iteration}")
        parameters, statistics = load_network(checkpoint_path(path, 0), self.network)
        self.initial = self._evaluator(parameters, statistics)

    def finished(self) -> bool:
        """Whether a limit is reached; the time limit leaves room for the final matches."""
        config, progress = self.config, self.progress
        if config.iterations and progress.iteration >= config.iterations:
            return True
        return bool(config.minutes) and progress.seconds + self._report_seconds() >= 60 * config.minutes

    def run(self) -> dict[str, Any]:
        """Trains to the limit, plays the final matches and returns the report."""
        old = self.folder.path / "report.json"
        if self.finished() and old.exists() and read_json(old)["iteration"] == self.progress.iteration:
            self._reporter.message("the run is finished; --iterations or --minutes would prolong it")
            report: dict[str, Any] = read_json(old)
            self._reporter.final(report)
            return report
        while not self.finished():
            self.iterate()
        return self.report()

    def iterate(self) -> None:
        """One iteration."""
        progress = self.progress
        number = progress.iteration + 1
        seconds: dict[str, float] = {}
        began = time.perf_counter()

        def lap(name: str) -> None:
            nonlocal began
            now = time.perf_counter()
            seconds[name] = now - began
            began = now

        # 1. Self-play.
        share = self._share_done()
        quota = self.config.selfplay.games_per_iteration
        played = self._self_play.play(
            self._evaluator(*self.learner.play_weights()),
            self._stop,
            lambda games: self._reporter.phase("self-play", games, quota),
        )
        lap("self_play")
        progress.rows_per_second = played.rows / max(seconds["self_play"], 1e-9)
        progress.mean_plies = played.counts["plies"] / max(1, played.counts["games"])
        # 2. The games.
        write_games(self.folder.games_path(number), number, played.parts)
        before = int(self._replay.positions_added())
        for part in played.parts:
            self._replay.add_games(part)
        positions = int(self._replay.positions_added())
        lap("replay")
        # 3. Training.
        self._due = (self.learner.steps, self._steps_due(positions))
        learned = self.learner.train(self._due[1], share, self._fill, self._stop)
        lap("learn")
        # 4. Matches, metrics, checkpoint.
        line = self._metrics(number, played, positions - before, learned)
        every = self.config.arena.every
        if every and number % every == 0 and number != self.config.iterations:
            line["arena"] = {name: result.to_table() for name, result in self._short_matches(number).items()}
        lap("arena")
        progress.iteration, progress.steps = number, self.learner.steps
        progress.games += played.counts["games"]
        progress.positions = positions
        progress.seconds += sum(seconds.values())
        self._stop()
        line["seconds"] = {**seconds, "total": progress.seconds}
        line["evaluations_per_second"] = played.counts["evaluations"] / max(seconds["self_play"], 1e-9)
        line["games_per_second"] = played.counts["games"] / max(seconds["self_play"], 1e-9)
        self.folder.append_metrics(line)
        self._save()
        progress.seconds += time.perf_counter() - began
        self.folder.prune_checkpoints()
        self._reporter.iteration(line, self._seconds_left())

    def report(self) -> dict[str, Any]:
        """The final matches of the trained and of the initial weights, written to report.json."""
        games = self.config.arena.final_games
        trained = self._evaluator(*self.learner.play_weights())
        total, done = 2 * len(YARDSTICKS) - 1, 0

        def count(name: str) -> None:
            nonlocal done
            done += 1
            self._reporter.phase("final matches", done, total)

        self._reporter.message(f"final matches: {total} of {games} games each")
        self._reporter.phase("final matches", 0, total)
        began = time.perf_counter()
        seed = _seed(self.config.seed, "report")
        results = [
            measure(self.game, network, rival, self.config.arena, games=games, seed=seed, stop=self._stop, done=count)
            for network, rival in ((trained, self.initial), (self.initial, None))
        ]
        report = {
            "game": self.folder.game,
            "iteration": self.progress.iteration,
            "games": self.progress.games,
            "positions": self.progress.positions,
            "steps": self.progress.steps,
            "training_seconds": self.progress.seconds,
            "report_seconds": time.perf_counter() - began,
            "simulations": self.config.arena.simulations,
            "opening_plies": self.config.arena.opening_plies,
            "matches": report_table(*results),
        }
        write_json(self.folder.path / "report.json", report)
        self._reporter.final(report)
        return report

    def _evaluator(self, parameters: Any, statistics: Any) -> Evaluator:
        return Evaluator(self.network, parameters, statistics, self.config.selfplay.games)

    def _save(self) -> None:
        save_checkpoint(
            self.folder.checkpoint_folder,
            self.progress.iteration,
            self.learner,
            dict(vars(self.progress)),
            self._self_play.save(),
        )

    def _share_done(self) -> float:
        """How much of the run is behind, for the learning rate."""
        if self.config.iterations:
            return self.progress.iteration / self.config.iterations
        return self.progress.seconds / (60 * self.config.minutes)

    def _steps_due(self, positions: int) -> int:
        """Steps that bring training up to the replay ratio."""
        config = self.config
        due = config.replay.steps(config.learn.batch_size, positions, int(self._replay.games_added()))
        return max(0, due - self.learner.steps)

    def _fill(self, step: int, batch: TrainingBatch) -> None:
        self._reporter.phase("learning", step - self._due[0], self._due[1])
        self._replay.sample(
            _seed(self.config.seed, f"step {step}"),
            len(batch),
            batch.planes,
            batch.planes.size,
            batch.policy,
            batch.policy.size,
            batch.outcome,
            batch.outcome.size,
            self.config.replay.symmetries,
        )

    def _short_matches(self, number: int) -> dict[str, Any]:
        arena = self.config.arena
        return measure(
            self.game,
            self._evaluator(*self.learner.play_weights()),
            self.initial,
            arena,
            games=arena.games,
            seed=_seed(self.config.seed, f"arena {number}"),
            stop=self._stop,
        )

    def _metrics(self, number: int, played: Played, positions: int, learned: dict[str, Any]) -> dict[str, Any]:
        counts = played.counts
        games = max(1, counts["games"])
        return {
            "iteration": number,
            "games": counts["games"],
            "plies": counts["plies"],
            "mean_length": counts["plies"] / games,
            "first_player_wins": counts["wins0"],
            "draws": counts["draws"],
            "second_player_wins": counts["wins1"],
            "adjudicated": counts["adjudicated"],
            "moves": counts["moves"],
            "evaluations": counts["evaluations"],
            "batch_fill": counts["evaluations"] / max(1, played.rows),
            "positions": positions,
            "buffer": int(self._replay.size()),
            "steps": self.learner.steps,
            **learned,
        }

    def _report_seconds(self) -> float:
        """Estimate for the final matches: four in which one side searches, one in which both do."""
        arena, progress = self.config.arena, self.progress
        if not progress.rows_per_second:
            return 0.0
        moves = arena.final_games * min(progress.mean_plies, arena.max_plies) / 2
        return 6 * moves * arena.simulations / progress.rows_per_second

    def _seconds_left(self) -> float | None:
        progress, config = self.progress, self.config
        limits = []
        if config.iterations:
            limits.append(progress.seconds / progress.iteration * (config.iterations - progress.iteration))
            limits[0] += self._report_seconds()
        if config.minutes:
            limits.append(60 * config.minutes - progress.seconds)
        return max(0.0, min(limits)) if limits else None


def _seed(seed: int, use: str) -> int:
    """63 bits that depend on the run's seed and the use alone."""
    return int.from_bytes(hashlib.blake2b(f"{seed}/{use}".encode(), digest_size=8).digest(), "little") >> 1
