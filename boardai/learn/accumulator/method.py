"""Learning an accumulator network from scored games; `accumulator` is a method of a run.

    1. Training: steps over shuffled positions. What is learned is the points expected: a share of the game's result,
       the rest what the search's score means, by a logistic.
    2. The network, in whole numbers, goes into a file of the run's folder, which searches take at once.
    3. Positions of held-out games: how far the network is from their scores and results, and how far the game's own
       evaluations are.

Yu Nasu 2018, "Efficiently updatable neural-network-based evaluation functions for computer shogi"; the recipe is that
of today's chess engines: squared clipped units, an output for each phase of the game, both scores and results.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

import jax
import numpy as np

from boardai.basics.quoting import LONGEST_PATH, quoted
from boardai.basics.seeds import seed_of
from boardai.game import Game
from boardai.learn.accumulator.config import AccumulatorConfig
from boardai.learn.accumulator.descent import AccumulatorDescent
from boardai.learn.accumulator.measures import expected, measured, measured_statically, rounded, scale_of
from boardai.learn.accumulator.model import Parameters, Shape, as_floats, clipped_share, initial
from boardai.learn.accumulator.rows import Place, Stream, checked, digest, first_rows, part_of
from boardai.learn.data.scored_games import Block, ScoredGames
from boardai.learn.runs.checkpoint import EVALUATION_TREE, Saved, Trees
from boardai.learn.runs.evaluation_method import EvaluationMethod, check_search
from boardai.learn.runs.method import Reporter, Totals
from boardai.learn.training.descent import learning_rate
from boardai.records.formats import is_same_game
from boardai.search.evaluations.accumulator import AccumulatorInputs, AccumulatorNetwork
from boardai.search.evaluations.naming import load_evaluation

_CLEAR = 0.3  # of what is worth tanh(1) of a win: a clear advantage where the scores name none
_COMPARED = 2  # of the game's evaluations, by default


@dataclass
class AccumulatorTotals(Totals):
    """Sums over the run.

    Attributes:
        passes: times that all positions have been seen.
        block: of the present pass.
        row: the next one of this block.
    """

    passes: int = 0
    block: int = 0
    row: int = 0


class AccumulatorLearning(EvaluationMethod):
    """The method `accumulator` of a run.

    Args:
        game: the game.
        config: the run's settings.
        reporter: gets the progress.
        stop: called often; may raise.

    Raises:
        ValueError: settings or data that do not fit the game.
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
        self.players = f"search = {config.arena.search} with the learned network"
        # 1. The data.
        if not config.data:
            raise ValueError("data: no folder of scored games is named (--data FOLDER)")
        self._games = self._scored_games()
        labels = config.positions.labels
        self._labelled = self._static(labels, "positions.labels") if labels else self._games
        self.held_out = self._held_out(self._labelled)
        limit = config.positions.score_limit * self._labelled.unit / 100 or math.inf
        kept = np.abs(self.held_out.score) <= limit
        self.held_out = part_of(self.held_out, kept)
        self._digest = digest(self.held_out)
        self.scale = config.positions.scale or self._fitted()
        self._points = config.points or self.scale
        self._compared = self._measured_statically(kept)
        # 2. The network.
        parameters = self._first_parameters()
        self.descent = AccumulatorDescent(self.shape, parameters, config.learn, self._points / self.scale)
        self._arrays = rounded(self.descent.parameters, self.held_out, self.shape)
        self._stream: Stream | None = None
        super().__init__(game, config, reporter, stop)
        self.initial = self.match_weights()

    def describe(self) -> list[str]:
        """What is learned."""
        shape, scale = self.shape, self.scale
        lines = [
            f"network: ({shape.inputs:,} -> {shape.width}) x 2 -> 1 x {shape.buckets}, inputs {self.inputs.spec}",
            f"held out: {len(self.held_out.score):,} positions; a score of {scale:.0f} is 0.73 of the points expected",
        ]
        for name, found in self._compared.items():
            lines.append(
                f"  {name}: error to score {found['validation_score_error']:.5f}, to result "
                f"{found['validation_result_error']:.5f}"
            )
        return lines

    def iterate(self, number: int, share: float) -> dict[str, Any]:
        """Some training steps, the file, and the held-out positions."""
        began = time.perf_counter()
        learned = self._train(number, share)
        rows = learned.pop("rows")
        parameters = self.descent.parameters
        if not all(bool(np.isfinite(array).all()) for array in parameters.values()):
            raise FloatingPointError(f"iteration {number}: weights are not finite any more; take a smaller step")
        trained = time.perf_counter()
        self._arrays = rounded(parameters, self.held_out, self.shape)
        self.write()
        written = time.perf_counter()
        found = self._measured()
        return {
            "steps": self.totals.steps,
            "positions": self.totals.positions,
            "passes": self.totals.passes,
            **learned,
            **found,
            "clipped_weights": clipped_share(parameters, self.shape),
            "compared": self._compared,
            "positions_per_second": rows / max(1e-9, trained - began),
            "seconds": {
                "learn": trained - began, "write": written - trained, "validation": time.perf_counter() - written,
            },
        }  # fmt: skip

    def match_weights(self) -> AccumulatorNetwork:
        """The present network, as searches take it."""
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
            unit=self._games.unit or max(1, round(_CLEAR * worth)),
            scale=round(worth, 2),
            card=card,
            **self._arrays,
        )

    def saved(self) -> Saved:
        """Weights, optimiser, and the place in the stream of positions."""
        return Saved(self.wanted(), {"totals": asdict(self.totals), "scale": self.scale, "held_out": self._digest})

    def wanted(self) -> Trees:
        """The arrays."""
        return {**self.evaluation_tree(), **self.descent.trees()}

    def restore(self, saved: Saved, iteration: int, reading: Callable[[int, int], None]) -> None:
        """Takes up a checkpoint.

        Raises:
            ValueError: the data is not what the run began with.
        """
        if saved.state["held_out"] != self._digest or saved.state["scale"] != self.scale:
            raise ValueError("data: the positions held out are others than when the run began: the files have changed")
        self.totals = AccumulatorTotals(**saved.state["totals"])
        self.run_matches.seconds_per_side = self.totals.match_seconds
        self.descent.restore(saved.trees)
        self._arrays = {name: np.asarray(array) for name, array in saved.trees[EVALUATION_TREE].items()}

    def report(self) -> dict[str, Any]:
        """What it has learned from, and what it is compared with."""
        return super().report() | {"network": self._measured(), "compared": self._compared}

    def _measured(self) -> dict[str, Any]:
        parameters, block = self.descent.parameters, self.held_out
        return measured(parameters, self._arrays, block, self.shape, self._points, self.scale)

    def _train(self, number: int, share: float) -> dict[str, Any]:
        """The steps of an iteration: as many as are asked for, or to the end of a pass."""
        config, totals = self.config, self.totals
        if self._stream is None:
            place = Place(totals.passes, totals.block, totals.row)
            self._stream = Stream(partial(self._blocks, self._labelled), seed_of(config.seed, "positions"), place)
        stream, first, found = self._stream, totals.steps, []
        step, passed = first, stream.place.done
        one = 1 / config.iterations if config.iterations else 0.0  # of the run, this iteration's share
        # How many steps a pass has is known of those before.
        due = config.steps or (first // (number - 1) if number > 1 else 0)
        while not self._over(step - first, stream, passed):
            self._stop()
            self._reporter.phase("learning", step - first, due or step - first + 1)
            block = stream.batch(config.learn.batch_size)
            progress = share + one * (min(1.0, (step - first) / due) if due else 0.0)
            rate = learning_rate(config.learn, step, progress)
            found.append(self.descent.step(block, self._wanted(block, progress), rate))
            step += 1
        error, norm = (float(np.mean(column)) for column in zip(*jax.device_get(found), strict=True))
        self.totals = replace(
            totals, steps=step, positions=totals.positions + (step - first) * config.learn.batch_size,
            passes=stream.place.done, block=stream.place.block, row=stream.place.row,
        )  # fmt: skip
        return {
            "loss": error,
            "gradient_norm": norm,
            "learning_rate": rate,
            "result_share": self._result_share(progress),
            "rows": (step - first) * config.learn.batch_size,
        }

    def _over(self, steps: int, stream: Stream, passed: int) -> bool:
        """Whether an iteration has had its steps; it has one at least."""
        if self.config.steps:
            return steps == self.config.steps
        return steps > 0 and stream.place.done > passed

    def _result_share(self, progress: float) -> float:
        positions = self.config.positions
        return positions.result_share + progress * (positions.final_result_share - positions.result_share)

    def _wanted(self, block: Block, progress: float) -> np.ndarray:
        """The points expected that are to be learned."""
        share = self._result_share(progress)
        found = share * block.result + (1 - share) * expected(block.score, self.scale)
        return np.asarray(found, np.float32)

    def _scored_games(self) -> ScoredGames:
        try:
            games = ScoredGames(self.config.data)
        except ValueError as error:
            raise ValueError(f"data: {error}") from None
        if not is_same_game(self.game.spec, games.game):
            raise ValueError(f"data: games of {games.game.spec}, not of {self.game.spec}")
        return games

    def _static(self, evaluator: str, setting: str) -> ScoredGames:
        """The same games, scored by an evaluation."""
        try:
            return self._games.static(evaluator, self.config.positions.walk)
        except ValueError as error:
            raise ValueError(f"{setting}: {error}") from None

    def _blocks(self, games: ScoredGames, seed: int, first: int = 0, *, held_out: bool = False) -> Iterator[Block]:
        """All positions once."""
        positions = self.config.positions
        blocks = games.blocks(
            self.inputs.spec,
            self.shape.buckets,
            positions.validation_positions if held_out else positions.shuffled,
            seed,
            held_out,
            first=first,
            quiet_only=positions.quiet_only,
            # Other evaluations are measured on the same held-out positions, so that no score may leave one out.
            score_limit=0 if held_out else positions.score_limit,
            from_ply=positions.from_ply,
        )
        return (checked(block, self.shape.inputs, self.shape.buckets) for block in blocks)

    def _held_out(self, games: ScoredGames) -> Block:
        """The first held-out positions: the same ones in every iteration."""
        blocks = self._blocks(games, seed_of(self.config.seed, "held out"), held_out=True)
        return first_rows(blocks, self.config.positions.validation_positions)

    def _fitted(self) -> float:
        try:
            return round(scale_of(self.held_out.score, self.held_out.result), 4)
        except ValueError as error:
            raise ValueError(f"positions.scale: it cannot be fitted: {error}; give one") from None

    def _measured_statically(self, rows: np.ndarray) -> dict[str, dict[str, float]]:
        """The same of the game's own evaluations; of those that say nothing of results, none."""
        known = self.game.initial_state().evaluators()
        names = self.config.positions.compared or tuple(known[:_COMPARED])
        found = {}
        for name in names:
            if name not in known:
                raise ValueError(f"positions.compared: {quoted(name)} is no evaluation of {self.game.name}; it has "
                                 f"{', '.join(known)}")  # fmt: skip
            values = self._held_out(self._static(name, "positions.compared")).score[rows]
            try:
                found[name] = measured_statically(values, self.held_out, self.scale)
            except ValueError as error:
                if self.config.positions.compared:
                    raise ValueError(f"positions.compared: {name}: {error}") from None
        return found

    def _first_parameters(self) -> Parameters:
        """Random weights, or those of the network that the run begins with."""
        config, shape = self.config, self.shape
        fresh = initial(shape, seed_of(config.seed, "weights"))
        if not config.start:
            return fresh
        try:
            found = load_evaluation(config.start, AccumulatorNetwork)
            why = found.why_not(self.game.initial_state())
        except ValueError as error:
            raise ValueError(f"start: {error}") from None
        have = (found.inputs, found.width, found.buckets)
        want = (self.inputs.spec, shape.width, shape.buckets)
        if why or have != want:
            reason = why or f"is {_words(*have)}, this run learns {_words(*want)}"
            raise ValueError(f"start: {quoted(config.start, LONGEST_PATH)} {reason}")
        arrays, _ = found.to_arrays()
        # What its output of 1 is may be another number of points.
        ratio = found.points / self._points
        floats = as_floats(arrays)
        rescaled = {name: array * ratio for name, array in floats.items() if name.startswith("output")}
        return fresh | floats | rescaled


def _words(inputs: str, width: int, buckets: int) -> str:
    return f"{inputs}, width {width}, buckets {buckets}"
