"""Learning an accumulator network from scored games: the method `accumulator` of a run.

    0. At the start of a stage, its games are played (stages.py) and their positions are read (lesson.py).
    1. Training: steps over shuffled positions. The target is the expected points: a mixture of the game's result and
       of the search's score, which a logistic converts to points.
    2. The quantised network goes into a file of the run's folder, which searches can load at once.
    3. On positions of held-out games, the errors of the network and of the game's own evaluations are measured, against
       scores and results.

Yu Nasu 2018, "Efficiently updatable neural-network-based evaluation functions for computer shogi"; the details are
those of current chess engines: squared clipped units, an output for each phase of the game, targets from scores and
results.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import jax
import numpy as np

from boardai.basics.quoting import LONGEST_PATH, quoted
from boardai.basics.seeds import seed_of
from boardai.game import Game
from boardai.learn.accumulator.config import AccumulatorConfig, Stage, planned
from boardai.learn.accumulator.descent import AccumulatorDescent
from boardai.learn.accumulator.lesson import Lesson
from boardai.learn.accumulator.measures import expected, measured, rounded
from boardai.learn.accumulator.model import Parameters, Shape, as_floats, clipped_share, initial, quantised
from boardai.learn.accumulator.rows import Place, Stream
from boardai.learn.accumulator.stages import LEARNED, check_whole, folders_of, play_stage, settings_of
from boardai.learn.data.scored_games import Block
from boardai.learn.data.scored_play import score_unit
from boardai.learn.runs.checkpoint import EVALUATION_TREE, Saved, Trees
from boardai.learn.runs.evaluation_method import EvaluationMethod, check_search
from boardai.learn.runs.method import Reporter, Totals
from boardai.learn.training.descent import learning_rate
from boardai.search.evaluations.accumulator import AccumulatorInputs, AccumulatorNetwork
from boardai.search.evaluations.naming import load_evaluation

_CHANGED = "data: the positions held out are others than when the run began: the files have changed"
_CLEAR = 0.3  # a clear advantage, as a share of the score of tanh(1), if the scores have no unit


@dataclass
class AccumulatorTotals(Totals):
    """Sums over the run, and its place in the stages and positions.

    Attributes:
        stage: index of the current stage, from 0.
        begun_at: training steps before this stage.
        passes: number of complete passes over the stage's positions.
        block: number of the block in the current pass.
        row: the next row of this block.
    """

    stage: int = 0
    begun_at: int = 0
    passes: int = 0
    block: int = 0
    row: int = 0


class AccumulatorLearning(EvaluationMethod):
    """The method `accumulator` of a run.

    Args:
        game: the game.
        config: the run's settings.
        reporter: receives the progress.
        stop: called often; may raise.

    Raises:
        ValueError: settings or data that are incompatible with the game.
    """

    config: AccumulatorConfig
    totals: AccumulatorTotals

    def __init__(self, game: Game, config: AccumulatorConfig, reporter: Reporter, stop: Callable[[], None]) -> None:
        self.game, self.config, self.totals = game, config, AccumulatorTotals()
        if not game.is_native:
            raise ValueError(f"inputs: {game.spec} has none: only games in C++ have accumulator networks")
        try:
            self.inputs = AccumulatorInputs(config.inputs, game.initial_state())
        except ValueError as error:
            raise ValueError(f"inputs: {error}") from None
        if config.factoriser and self.inputs.size == self.inputs.bucket_size:
            raise ValueError(f"factoriser: {self.inputs.spec} has one bucket, which has nothing to share")
        common = self.inputs.bucket_size if config.factoriser else 0
        self.shape = Shape(self.inputs.size, config.width, config.buckets, self.inputs.most_active, common)
        check_search(config.arena, game)
        self.players = f"search: {config.arena.search} with the learned network"
        # 1. The data, unless games have to be played first.
        self.stages = planned(config)
        self._stage = self.stages[0]
        self.lesson = None if self._stage.options.games else self._read(self._stage, None)
        self.scale = config.positions.scale
        self._compared: dict[str, dict[str, Any]] = {}
        if self.lesson is not None:
            self.scale = self.scale or self.lesson.fitted_scale()
            self._compared = self.lesson.compared(self.scale)
        self._points = config.points or self.scale
        self._unit = self._network_unit()
        # 2. The network.
        self.descent = self._descent(self._first_parameters())
        self._arrays = self._whole_numbers()
        self._stream: Stream | None = None
        super().__init__(game, config, reporter, stop)
        self.initial = self.match_weights()

    def describe(self) -> list[str]:
        """A description of the training."""
        shape = self.shape
        lines = [f"network: ({shape.inputs:,} -> {shape.width}) x 2 -> 1 x {shape.buckets}, inputs {self.inputs.spec}"]
        lines += [f"stage {one.number}: {text}" for one, text in zip(self.stages, self.config.stages, strict=False)]
        return lines + (self._of_lesson(self.lesson) if self.lesson is not None else [])

    def _of_lesson(self, lesson: Lesson) -> list[str]:
        """A description of the held-out positions."""
        lines = [
            f"held out: {len(lesson.held_out.score):,} positions; a score of {self.scale:.0f} is 0.73 of the points "
            "expected"
        ]
        for name, found in self._compared.items():
            lines.append(
                f"  {name}: error to score {found['validation_score_error']:.5f}, to result "
                f"{found['validation_result_error']:.5f}"
            )
        return lines

    def iterate(self, number: int, share: float) -> dict[str, Any]:
        """Plays the games of a new stage; then trains, writes the file and measures the held-out positions."""
        began_to_play, games = time.perf_counter(), self.totals.games
        lesson = self._lesson_at(number)
        began = time.perf_counter()
        learned = self._train(lesson, number, share)
        rows = learned.pop("rows")
        parameters = self.descent.parameters
        if not all(bool(np.isfinite(array).all()) for array in parameters.values()):
            raise FloatingPointError(f"iteration {number}: the weights are no longer finite; use a smaller step")
        trained = time.perf_counter()
        self._arrays = self._whole_numbers()
        self.write()
        written = time.perf_counter()
        found = self._measured(lesson)
        staged = {"stage": self._stage.number, "games": self.totals.games - games} if self._stage.number else {}
        return {
            **staged,
            "steps": self.totals.steps,
            "positions": self.totals.positions,
            "passes": self.totals.passes,
            **learned,
            **found,
            "clipped_weights": clipped_share(parameters, self.shape),
            "compared": self._compared,
            "positions_per_second": rows / max(1e-9, trained - began),
            "seconds": {
                **({"play": began - began_to_play} if staged else {}),
                "learn": trained - began, "write": written - trained, "validation": time.perf_counter() - written,
            },
        }  # fmt: skip

    def match_weights(self) -> AccumulatorNetwork:
        """The present network in the form that searches use."""
        worth = 2 * self.scale  # tanh(1) = 2 * logistic(2) - 1
        card = {
            "game": self.game.spec,
            "seed": self.config.seed,
            "positions": self.totals.positions,
            "passes": self.totals.passes,
            "score_scale": round(self.scale, 2),
            "grid": list(self.game.observation_shape[:2]),
            "groups": [list(group) for group in self.inputs.groups],
        }
        return AccumulatorNetwork(
            inputs=self.inputs.spec,
            points=self._points,
            unit=self._unit,
            scale=round(worth, 2),
            card=card,
            **self._arrays,
        )

    def saved(self) -> Saved:
        """The weights, the optimiser's state and the place in the stream of positions."""
        return Saved(self.wanted(), {"totals": asdict(self.totals), "scale": self.scale, "held_out": self._digest()})

    def wanted(self) -> Trees:
        """The arrays of a checkpoint."""
        return {**self.evaluation_tree(), **self.descent.trees()}

    def restore(self, saved: Saved, iteration: int, reading: Callable[[int, int], None]) -> None:
        """Restores a checkpoint.

        Raises:
            ValueError: the data is not what the run started with.
        """
        self.totals = AccumulatorTotals(**saved.state["totals"])
        stage, self._wanted_digest = self.stages[self.totals.stage], saved.state["held_out"]
        check_whole(self._own_folders(stage), self._folder)
        # For a later stage the digest is checked after its missing games have been played (`resumed`).
        known = stage is self._stage and self.lesson is not None
        if saved.state["scale"] != self.scale or (known and self._wanted_digest != self._digest()):
            raise ValueError(_CHANGED)
        self.run_matches.seconds_per_side = self.totals.match_seconds
        self.descent.restore(saved.trees)
        self._arrays = {name: np.asarray(array) for name, array in saved.trees[EVALUATION_TREE].items()}

    def resumed(self) -> None:
        """Plays missing games of the stage again, and reads its positions."""
        stage = self.stages[self.totals.stage]
        if self.totals.steps and (self.lesson is None or stage is not self._stage):
            self._take_up(stage, None)
            if self._digest() != self._wanted_digest:
                raise ValueError(_CHANGED)
        super().resumed()

    def report(self) -> dict[str, Any]:
        """The report of the method: the metrics of the network and of the evaluations that it is compared with."""
        measured = {} if self.lesson is None else self._measured(self.lesson)
        return super().report() | {"network": measured, "compared": self._compared}

    def _measured(self, lesson: Lesson) -> dict[str, Any]:
        parameters, block = self.descent.parameters, lesson.held_out
        return measured(parameters, self._arrays, block, self.shape, self._points, self.scale)

    def _whole_numbers(self) -> dict[str, np.ndarray]:
        parameters = self.descent.parameters
        return quantised(parameters) if self.lesson is None else rounded(parameters, self.lesson.held_out, self.shape)

    def _digest(self) -> str:
        return "" if self.lesson is None else self.lesson.digest

    def _descent(self, parameters: Parameters) -> AccumulatorDescent:
        return AccumulatorDescent(self.shape, parameters, self._stage.learn, self._points / self.scale)

    def _network_unit(self) -> int:
        """The unit of the network's scores: the unit of the first games' scores.

        Raises:
            ValueError: games that are used together have scores of different units.
        """
        worth = 2 * self.scale  # tanh(1) = 2 * logistic(2) - 1
        own, game = max(1, round(_CLEAR * worth)), self.game.spec
        units: list[int] = [] if self.lesson is None else [self.lesson.unit]
        network = (units[0] if units else 0) or own
        for stage in self.stages:
            options = stage.options
            if not options.games:
                continue
            learned = options.evaluator == LEARNED
            try:
                # The learned network does not exist yet, and its unit is known: "none" checks only the other options.
                evaluator = "none" if learned else None
                unit = score_unit(settings_of(stage, game, self.config.seed, evaluator))
            except ValueError as error:
                raise ValueError(f"stages: number {stage.number}: {error}") from None
            if learned:
                unit = network
            elif not units:
                network = unit or own
            units.append(unit)
            together = units[-options.latest :]
            if len(set(together)) > 1:
                raise ValueError(
                    f"stages: number {stage.number}: the unit of its scores is {unit}, of others that it learns from "
                    f"{together[0]}"
                )
        return network

    def _lesson_at(self, number: int) -> Lesson:
        """The training data of an iteration; at the start of a stage its games are played first."""
        index = max(row for row, stage in enumerate(self.stages) if stage.before < number)
        if index == self.totals.stage and self.lesson is not None:
            return self.lesson
        network, totals = self.match_weights(), self.totals
        self.totals = replace(totals, stage=index, begun_at=totals.steps, passes=0, block=0, row=0)
        try:
            return self._take_up(self.stages[index], network)
        except BaseException:
            self.totals = totals  # the stage has not begun
            raise

    def _take_up(self, stage: Stage, network: AccumulatorNetwork | None) -> Lesson:
        """Begins a new stage with the present network, or continues one."""
        folder, wanted = self._folder.path, self._own_folders(stage)
        for one in self.stages[: stage.number]:
            if one.folder(folder) in wanted:
                self._play(one, network if one is stage else None)
        lesson = self._read(stage, folder)
        self._stage, self.lesson, self._stream = stage, lesson, None
        self._compared = lesson.compared(self.scale)
        if network is not None:
            self.descent = self._descent(self.descent.parameters)
            self.totals.games += stage.options.games
            for text in self._of_lesson(lesson):
                self._reporter.message(text)
        return lesson

    def _own_folders(self, stage: Stage) -> list[Path]:
        """The folders of a stage's data that hold games of this run."""
        run, data = self._folder.path, self.config.data
        return [Path(folder) for folder in folders_of(self.stages, stage, run, data) if folder not in data]

    def _play(self, stage: Stage, network: AccumulatorNetwork | None) -> None:
        """Plays the games of a stage."""
        options, done = stage.options, 0
        if network is not None:
            self._reporter.message(
                f"stage {stage.number} of {len(self.stages)}: {options.games:,} games, {options.nodes:,} nodes per move"
            )

        def progress(games: int, positions: int) -> None:
            nonlocal done
            done += games
            self._reporter.phase("playing", done, options.games)

        self._reporter.phase("playing", 0, options.games)
        play_stage(
            stage, self._folder.path, self.game.spec, self.config, network, progress, self._stop, self._reporter.message
        )

    def _read(self, stage: Stage, run: Path | None) -> Lesson:
        config = self.config
        folders = folders_of(self.stages, stage, run, config.data)
        return Lesson(self.game, folders, stage.positions, self.inputs, config.buckets, config.seed)

    def _train(self, lesson: Lesson, number: int, share: float) -> dict[str, Any]:
        """Runs an iteration's steps: the configured number, or one pass."""
        config, totals, stage = self.config, self.totals, self._stage
        if self._stream is None:
            place = Place(totals.passes, totals.block, totals.row)
            parts = ("positions", stage.number) if stage.number > 1 else ("positions",)
            self._stream = Stream(lesson.blocks, seed_of(config.seed, *parts), place)
        stream, first, found = self._stream, totals.steps - totals.begun_at, []
        step, passed, done = first, stream.place.done, number - 1 - stage.before
        behind, one = stage.progress(number, share)
        # The number of steps in a pass is estimated from the earlier passes.
        due = config.steps or (first // done if done > 0 else 0)
        while not self._over(step - first, stream, passed):
            self._stop()
            self._reporter.phase("learning", step - first, due or step - first + 1)
            block = stream.batch(config.learn.batch_size)
            progress = behind + one * (min(1.0, (step - first) / due) if due else 0.0)
            rate = learning_rate(stage.learn, step, progress)
            found.append(self.descent.step(block, self._wanted(block, progress), rate))
            step += 1
        error, norm = (float(np.mean(column)) for column in zip(*jax.device_get(found), strict=True))
        rows = (step - first) * config.learn.batch_size
        self.totals = replace(
            totals, steps=totals.begun_at + step, positions=totals.positions + rows,
            passes=stream.place.done, block=stream.place.block, row=stream.place.row,
        )  # fmt: skip
        return {
            "loss": error,
            "gradient_norm": norm,
            "learning_rate": rate,
            "result_share": self._result_share(progress),
            "rows": rows,
        }

    def _over(self, steps: int, stream: Stream, passed: int) -> bool:
        """Whether an iteration is complete; it has at least one step."""
        if self.config.steps:
            return steps == self.config.steps
        return steps > 0 and stream.place.done > passed

    def _result_share(self, progress: float) -> float:
        positions = self._stage.positions
        return positions.result_share + progress * (positions.final_result_share - positions.result_share)

    def _wanted(self, block: Block, progress: float) -> np.ndarray:
        """The targets: expected points."""
        share = self._result_share(progress)
        found = share * block.result + (1 - share) * expected(block.score, self.scale)
        return np.asarray(found, np.float32)

    def _first_parameters(self) -> Parameters:
        """Random weights, or those of the network that the run starts from."""
        config, shape = self.config, self.shape
        fresh = initial(shape, seed_of(config.seed, "weights"))
        if not config.start:
            return fresh
        try:
            found = load_evaluation(config.start, AccumulatorNetwork)
            why = found.why_not(self.game.initial_state())
            inputs = found.inputs if why else AccumulatorInputs(found.inputs, self.game.initial_state()).spec
        except ValueError as error:
            raise ValueError(f"start: {error}") from None
        have = (inputs, found.width, found.buckets)
        want = (self.inputs.spec, shape.width, shape.buckets)
        if why or have != want:
            reason = why or f"is {_words(*have)}, this run learns {_words(*want)}"
            raise ValueError(f"start: {quoted(config.start, LONGEST_PATH)} {reason}")
        arrays, _ = found.to_arrays()
        # The score of an output of 1 may differ from this run's.
        ratio = found.points / self._points
        floats = as_floats(arrays)
        rescaled = {name: array * ratio for name, array in floats.items() if name.startswith("output")}
        return fresh | floats | rescaled


def _words(inputs: str, width: int, buckets: int) -> str:
    return f"{inputs}, width {width}, buckets {buckets}"
