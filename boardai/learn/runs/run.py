"""One run of any learner: iterations until a limit, each ending with a line of metrics and a checkpoint.

    1. The method runs one iteration: it makes data, or reads it, and trains.
    2. At intervals it plays short matches, and compares moves with exact values if there are some.
    3. The metrics are written; then the checkpoint, which completes the iteration.

At the end the final matches are played and reported. The method (method.py) defines what is learned and how. Random
choices depend only on the seed and on counters (game number, training step), so a resumed run continues exactly as if
it had not been stopped.
"""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import boardai
from boardai.basics.checksums import read_sealed, write_sealed
from boardai.game import Game, game_text
from boardai.learn import hosts
from boardai.learn.evaluation.config import snapshots_needed
from boardai.learn.evaluation.ratings import RunRatings, ratings_table, report_tables, run_ratings, tables_of
from boardai.learn.runs.checkpoint import Saved, checkpoint_path, load_checkpoint, save_checkpoint
from boardai.learn.runs.config import RunConfig
from boardai.learn.runs.folder import RunFolder
from boardai.learn.runs.kept_games import write_kept_games
from boardai.learn.runs.machine import COMPILATIONS, Energy, device_memory, resident_mb
from boardai.learn.runs.method import Reporter, new_method
from boardai.learn.runs.metrics import read_metrics
from boardai.learn.runs.tensorboard import TensorBoard, require_tensorboard
from boardai.learn.settings import to_table
from boardai.learn.training.given import USUAL, Given


@dataclass
class Progress:
    """The progress of a run.

    Attributes:
        iteration: the last completed one.
        seconds: wall time of all completed iterations.
    """

    iteration: int = 0
    seconds: float = 0.0


class Run:
    """One run, new or resumed.

    Args:
        game: the game.
        config: the run's settings.
        reporter: receives reports of progress.
        stop: called often, between steps that must not be interrupted; may raise to end the run there.
        learner: name of the method.
        given: the user's loss, optimiser and batch augmentation.

    Attributes:
        method: the learner.
        progress: the progress so far.

    Raises:
        ValueError: settings that are incompatible with the game or each other.
    """

    def __init__(
        self,
        game: Game,
        config: RunConfig,
        reporter: Reporter,
        stop: Callable[[], None] = lambda: None,
        learner: str = "alphazero",
        given: Given = USUAL,
    ):
        self.game, self.config = game, config
        self._reporter, self._stop = reporter, stop
        self.method = new_method(learner, game, config, reporter, stop, given)
        self.progress = Progress()
        self._last_seconds = 0.0  # of the last iteration, without matches; 0 before the first one in this process
        if config.tensorboard:
            require_tensorboard()
        self._board: TensorBoard | None = None
        self._energy = Energy()
        self._ratings = RunRatings()

    def start(self, folder: RunFolder) -> None:
        """Writes the initial checkpoint into a new folder, or restores the newest intact checkpoint of an existing one.

        Raises:
            ValueError: a run with damage that a kill does not cause, or settings that are incompatible with its files,
                or several hosts that would not do the same. Nothing has been written then.
        """
        self.folder = folder
        if hosts.count() > 1:
            self._check_hosts(folder)
        if folder.is_new():
            self.method.open(folder)
            folder.begin()
            self._save()
            return
        initial = self._initial(folder) if folder.lacks_first else None
        iteration = folder.goes_on_from
        if iteration is None:  # the run continues from the checkpoint that `_initial` makes
            self._begin_again(folder, 0, initial)
            self._reporter.message("no checkpoint is whole: the run starts from scratch, with the same settings")
            return
        self.method.open(folder)
        for text in folder.skipped:
            self._reporter.message(text)
        saved = load_checkpoint(checkpoint_path(folder.checkpoint_folder, iteration), self.method.wanted())
        self.progress = Progress(**saved.state["run"])

        def reading(number: int, total: int) -> None:
            self._stop()
            self._reporter.phase("reading games", number, total)

        state = saved.state["method"]
        if (best := state.get("best")) and folder.without_checkpoint(best):
            state["best"] = iteration
            self._reporter.message(f"the weights of iteration {best} are left out: those of now play")
        self.method.restore(Saved(saved.trees, state, saved.parts), iteration, reading)
        self._begin_again(folder, iteration, initial)
        self.method.resumed()
        self._reporter.message(f"resumed after iteration {iteration}")

    def _check_hosts(self, folder: RunFolder) -> None:
        """Checks that every host starts the same run at the same iteration."""
        if not self.method.takes_hosts:
            raise ValueError(f"hosts: the learner {folder.learner} trains on one host")
        hosts.check_same("version", boardai.__version__)
        hosts.check_same(
            "game, learner or settings", [game_text(self.game), folder.learner, folder.given, to_table(self.config)]
        )
        begins = None if folder.is_new() else folder.goes_on_from
        iterations = [json.loads(text) for (text,) in hosts.gathered([json.dumps(begins).encode()])]
        if len({*iterations}) > 1:
            raise ValueError(
                f"hosts: their runs would continue from different iterations, {iterations} by host (null: a new run): "
                "resume all with --from and the smallest of them"
            )
        hosts.check_same("files left out", folder.left_out)

    def _initial(self, folder: RunFolder) -> Saved:
        """The initial checkpoint, made again from the seed and the settings."""
        folder.treat_as_new(True)
        try:
            self.method.open(folder)
            return self._saved(0)
        finally:
            folder.treat_as_new(False)

    def _begin_again(self, folder: RunFolder, iteration: int, initial: Saved | None) -> None:
        """Starts writing: removes files after the checkpoint, and moves the files to leave out aside."""
        folder.begin()
        folder.trim(iteration)
        self._ratings = RunRatings(read_metrics(folder.path))
        if initial is not None:
            save_checkpoint(folder.checkpoint_folder, 0, initial)
        for text in folder.notes:
            self._reporter.message(text)

    def finished(self) -> bool:
        """Whether a limit is reached; the time limit leaves room for the final matches."""
        return hosts.first(self._limit_is_reached())

    def _limit_is_reached(self) -> bool:
        config, progress = self.config, self.progress
        if config.iterations and progress.iteration >= config.iterations:
            return True
        if not config.minutes:
            return False
        # An iteration that has begun is completed, so training ends after the iteration whose end is closest to the
        # limit; but not so late that the final matches would have less than half of their time.
        left, matches = 60 * config.minutes - progress.seconds, self.method.final_seconds()
        next_one = self._last_seconds or progress.seconds / max(1, progress.iteration)
        return left <= max(next_one / 2 + matches, next_one + matches / 2)

    def run(self) -> dict[str, Any]:
        """Trains to the limit, plays the final matches and returns the report."""
        # All hosts have to call finished() equally often, because it exchanges data between them.
        was_finished = finished = self.finished()
        try:
            while not finished:
                self.iterate()
                finished = self.finished()
        finally:
            self.method.close()
        old = self.folder.path / "report.json"
        if was_finished and old.exists():
            report: dict[str, Any] = read_sealed(old)[0]
            if report["iteration"] == self.progress.iteration:
                self._reporter.message("the run is finished; --iterations or --minutes would prolong it")
                self._reporter.final(report)
                return report
        return self.report()

    def iterate(self) -> None:
        """Runs one iteration."""
        progress = self.progress
        number = progress.iteration + 1
        began, compiled, computed = time.perf_counter(), COMPILATIONS.count, time.process_time()
        self._energy.begin()
        # 1. Learn.
        learned = self.method.iterate(number, hosts.first(self._share_done()))
        seconds: dict[str, float] = learned.pop("seconds")
        line = {"iteration": number, **learned}
        # 2. Matches.
        matches_began = time.perf_counter()
        if self._matches_due(number):
            line["arena"] = self._matches(number, "matches")
            line |= self._ratings.elo_keys(line)
            if truth := self._truth(number):
                line["truth"] = truth
        seconds["arena"] = time.perf_counter() - matches_began
        # 3. Metrics and checkpoint. Nothing below may be interrupted.
        self._stop()
        elapsed = time.perf_counter() - began
        line["compilations"] = COMPILATIONS.count - compiled
        line |= {"memory_mb": resident_mb(), **device_memory(), **self._energy.metrics()}
        line["processor_seconds"] = time.process_time() - computed
        line["seconds"] = {**seconds, "total": progress.seconds + elapsed}
        self.progress = Progress(number, progress.seconds + elapsed)
        try:
            self.folder.add(number, line)
            self._save()
        except BaseException:
            # The iteration is not complete, so this run must not continue from it.
            self.progress = progress
            raise
        self._ratings.add(line)
        self._last_seconds = elapsed - seconds["arena"]
        if self.config.tensorboard:
            self._board = self._board or TensorBoard(self.folder.path, progress.iteration)
            self._board.add(line)
        self.folder.prune_checkpoints(snapshots_needed(self.config.arena, number) | self.method.needed())
        if not self.config.keep_games and hasattr(self.config, "replay"):
            self.folder.prune_games(self.config.replay.capacity)
        self.progress.seconds = progress.seconds + time.perf_counter() - began
        self._reporter.iteration(line, self._seconds_left())

    def report(self) -> dict[str, Any]:
        """The final matches of the trained and of the initial state, written to report.json."""
        began = time.perf_counter()
        number = self.progress.iteration
        minutes = self.config.minutes
        left = max(0.0, 60 * minutes - self.progress.seconds) if minutes else None
        arena, few = self.config.arena, "" if left is None else "up to "
        self._reporter.message(f"final matches of {few}{arena.final_games} games each")
        tables = self._matches(number, "final matches", final=True, seconds=left)
        truth = {"trained": self._truth(number), "initial": self._truth(0) if arena.final_initial and number else {}}
        report = {
            "game": self.folder.game,
            "learner": self.folder.learner,
            "iteration": number,
            "training_seconds": self.progress.seconds,
            "report_seconds": time.perf_counter() - began,
            **self.method.report(),
            "opening_plies": arena.opening_plies,
            "matches": tables,
            **({"truth": truth} if truth["trained"] else {}),
        }
        played = [*tables_of(read_metrics(self.folder.path)), *report_tables(report)]
        if (ratings := run_ratings(played)) is not None:
            report["elo"] = ratings_table(ratings)
        write_sealed(self.folder.path / "report.json", report)
        self._reporter.final(report)
        return report

    def _matches_due(self, number: int) -> bool:
        # After the last iteration the final matches replace the short ones.
        return self.config.arena.due(number) and number != self.config.iterations

    def _matches(self, number: int, phase: str, *, final: bool = False, seconds: float | None = None) -> dict[str, Any]:
        """The matches after an iteration or at the end; their games are stored in the folder."""
        tables = self.method.matches(number, final=final, done=self._matches_progress(phase), seconds=seconds)
        write_kept_games(self.folder.path, None if final else number, self.method.run_matches.played)
        return tables

    def _truth(self, number: int) -> dict[str, Any]:
        """The quality of moves by exact values, if there are some."""
        return self.method.compared_with_truth(number, self._matches_progress("exact values"))

    def _matches_progress(self, name: str) -> Callable[[int, int], None]:
        return lambda done, total: self._reporter.phase(name, done, total)

    def _save(self) -> None:
        iteration = self.progress.iteration
        save_checkpoint(self.folder.checkpoint_folder, iteration, self._saved(iteration))

    def _saved(self, iteration: int) -> Saved:
        saved = self.method.saved()
        checks = self.folder.checks(iteration)
        state = {"run": dict(vars(self.progress)), "method": saved.state, "checks": checks}
        return Saved(saved.trees, state, saved.parts)

    def _share_done(self) -> float:
        """The share of the run that is done, for schedules."""
        if self.config.iterations:
            return self.progress.iteration / self.config.iterations
        return min(1.0, self.progress.seconds / (60 * self.config.minutes))

    def _seconds_left(self) -> float | None:
        progress, config = self.progress, self.config
        limits = []
        if config.iterations:
            limits.append(progress.seconds / progress.iteration * (config.iterations - progress.iteration))
            limits[0] += self.method.final_seconds()
        if config.minutes:
            limits.append(60 * config.minutes - progress.seconds)
        return max(0.0, min(limits)) if limits else None
