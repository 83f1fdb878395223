"""Supervised learning: trains a network on games or labelled positions.

    1. The positions are read once; those of some games are held out.
    2. Training: steps over the others, in an order that is shuffled again for each pass.
    3. The network is evaluated on the held-out positions, whose games it has never seen.

The value target is the label (an engine's score as a value in [-1, 1]), the game's result, or a mixture; the policy
target is the labeller's move or the played one. Or a trained network provides both (distillation.py). Kostin 2025,
engine D, learns only the value in this way, from 165,000 positions labelled by Stockfish at depth 12. The run around
these steps is runs/run.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.special import log_softmax

from boardai.basics.seeds import long_seed_of
from boardai.command_line.console import FirstFew
from boardai.learn.data.examples import load_examples
from boardai.learn.learners.distillation import DistilledExamples, NetworkTeacher
from boardai.learn.learners.network_learner import NetworkLearner
from boardai.learn.network.inference import Evaluator, says_policies
from boardai.learn.network.size import describe
from boardai.learn.runs.checkpoint import Saved
from boardai.learn.training.batch import TrainingBatch
from boardai.learn.training.losses import without_policies

EVALUATION_BATCH = 64


class Supervised(NetworkLearner):
    """The method `supervised` of a run, whose settings are a `SupervisedConfig`; arguments as in `NetworkLearner`.

    Raises:
        ValueError: settings or data that are incompatible with the game.
        OSError: the data do not exist.
    """

    match_rows = EVALUATION_BATCH

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        # 1. The positions.
        message = self._reporter.message
        self._warn, self._note = FirstFew(message, "left out"), FirstFew(message, "note")
        self._teacher_digest = ""
        self.learned, self.held_out = self._load()
        self._digest, self._held_out_digest = self.learned.digest(), self.held_out.digest()
        self._check = self._rows_to_check()
        self._has_policy = self.learned.with_policy > 0 and says_policies(self.network, self.match_rows)
        if self._has_policy:
            self.run_matches.kinds = ("value", "policy")
        self._order: tuple[int, np.ndarray] = (-1, np.empty(0, np.int64))
        self._first_step = 0

    def describe(self) -> list[str]:
        """A description of the training and its data."""
        games = self.learned.games, self.held_out.games
        policies = self.learned.with_policy
        lines = [
            f"network: {describe(self.network)}",
            f"positions: {len(self.learned):,} of {games[0]:,} games to learn from, {policies:,} with a move; "
            f"{len(self.held_out):,} of {games[1]:,} games held out",
        ]
        return lines + ([f"games left out: {self._warn.count}"] if self._warn.count else [])

    def iterate(self, number: int, share: float) -> dict[str, Any]:
        """Some training steps, then the held-out positions."""
        began = time.perf_counter()
        # 2. Training.
        self._first_step = self.learner.steps
        learned = self.learner.train(self.config.steps, share, self._fill, self._stop)
        if not self._has_policy:
            learned = without_policies(learned)
        trained = time.perf_counter()
        # 3. The held-out positions.
        checked = validate(self.match_weights(), self.held_out, self._check, self._stop, policy=self._has_policy)
        return {
            "positions": len(self.learned),
            "steps": self.learner.steps,
            "epochs": self.learner.steps * self.config.learn.batch_size / len(self.learned),
            **learned,
            **checked,
            "seconds": {"learn": trained - began, "validation": time.perf_counter() - trained},
        }

    def saved(self) -> Saved:
        """Weights and optimiser; the order of the positions follows from the number of steps."""
        return Saved(
            self.learner.trees(),
            {
                "steps": self.learner.steps,
                "positions": len(self.learned),
                "digest": self._digest,
                "held_out": self._held_out_digest,
                "teacher": self._teacher_digest,
            },
        )

    def restore(self, saved: Saved, iteration: int, reading: Callable[[int, int], None]) -> None:
        """Restores a checkpoint.

        Raises:
            ValueError: the data is not what the run started with.
        """
        if saved.state["positions"] != len(self.learned):
            raise ValueError(
                f"data: {len(self.learned):,} positions to learn from, but the run began with "
                f"{saved.state['positions']:,}: the files have changed"
            )
        if saved.state["digest"] != self._digest:
            raise ValueError("data: different positions than when the run began: the files have changed")
        # Runs of earlier versions have only the digest of the training positions.
        if saved.state.get("held_out", self._held_out_digest) != self._held_out_digest:
            raise ValueError("data: different positions are held out than when the run began: the files have changed")
        if saved.state.get("teacher", "") != self._teacher_digest:
            raise ValueError(f"teacher: {self.config.teacher} has different weights than when the run began")
        self.learner.restore(saved.trees, saved.state["steps"])

    def report(self) -> dict[str, Any]:
        """The amount of training data used."""
        learned = {"games": self.learned.games, "positions": len(self.learned), "steps": self.learner.steps}
        return super().report() | learned

    def _load(self) -> tuple[Any, Any]:
        """The training and the held-out positions."""
        config, run = self.config.examples, self.config.teacher
        sides = load_examples(
            self.config.data, self.game, config, self.config.seed, self._warn, self._note, taught=bool(run)
        )
        if not run:
            return sides
        teacher = NetworkTeacher(run, self.game)
        self._teacher_digest = teacher.digest()
        learned, held_out = (DistilledExamples(side, teacher, config) for side in sides)
        return learned, held_out

    def _rows_to_check(self) -> np.ndarray:
        """The held-out positions that are measured."""
        return held_out_rows(len(self.held_out), self.config.examples.validation_positions, self.config.seed)

    def _symmetries(self) -> bool:
        """Whether training uses a random symmetry of each position."""
        return bool(self.config.examples.symmetries)

    def _fill(self, step: int, batch: TrainingBatch) -> None:
        self._reporter.phase("learning", step - self._first_step, self.config.steps)
        rows = [self._row(place) for place in range(step * len(batch), (step + 1) * len(batch))]
        seed = long_seed_of(self.config.seed, f"step {step}") if self._symmetries() else None
        self.learned.fill(batch, rows, seed)

    def _row(self, place: int) -> int:
        """The position at a place of the endless sequence of shuffled passes."""
        epoch, place = divmod(place, len(self.learned))
        if self._order[0] != epoch:
            order = np.random.default_rng((self.config.seed, 1, epoch)).permutation(len(self.learned))
            self._order = epoch, order
        return int(self._order[1][place])


def held_out_rows(positions: int, most: int, seed: int) -> np.ndarray:
    """The held-out positions that are measured: the same ones in every iteration."""
    order = np.random.default_rng((seed, 2)).permutation(positions)
    return np.sort(order[:most])


def validate(
    evaluator: Evaluator,
    positions: Any,
    rows: np.ndarray,
    stop: Callable[[], None] = lambda: None,
    *,
    policy: bool = True,
) -> dict[str, float]:
    """Metrics of a network on held-out positions.

    Args:
        evaluator: the network.
        positions: held-out positions, with `fill` as in `boardai.learn.data.examples.Examples`.
        rows: numbers of the positions to evaluate.
        stop: called between batches; may raise.
        policy: whether the network has a policy to measure.

    Returns:
        validation_value_loss (mean squared error), validation_value_baseline (the same of the constant mean),
        validation_value_correlation, validation_value_sign; and with policies validation_policy_loss and
        validation_top1 (legal moves only).
    """
    whole = TrainingBatch(evaluator.shape, evaluator.policy_size, evaluator.batch_size)
    found, wanted, losses, hits = [], [], [], []
    for start in range(0, len(rows), len(whole)):
        stop()
        chunk = rows[start : start + len(whole)]
        rest = len(chunk) < len(whole)
        batch = TrainingBatch(evaluator.shape, evaluator.policy_size, len(chunk)) if rest else whole
        positions.fill(batch, chunk)
        whole.planes[: len(chunk)] = batch.planes
        logits, values = evaluator(whole.planes)
        found += values[: len(chunk)].tolist()
        wanted += batch.outcome.tolist()
        if not policy:
            continue
        logarithms = log_softmax(np.where(batch.legal > 0, logits[: len(chunk)].astype(np.float64), -np.inf), axis=1)
        for line, share in enumerate(batch.policy):
            if share.any():
                losses.append(float(-np.sum(share[share > 0] * logarithms[line][share > 0])))
                hits.append(bool(share[int(np.argmax(logarithms[line]))] == share.max()))
    predicted, targets = np.array(found, np.float64), np.array(wanted, np.float64)
    decided = np.abs(targets) > 0.1
    result = {
        "validation_value_loss": float(np.mean((predicted - targets) ** 2)),
        "validation_value_baseline": float(np.var(targets)),
        "validation_value_correlation": _correlation(predicted, targets),
        "validation_value_sign": float(np.mean(predicted[decided] * targets[decided] > 0)) if decided.any() else 0.0,
    }
    if losses:
        result |= {"validation_policy_loss": float(np.mean(losses)), "validation_top1": float(np.mean(hits))}
    return result


def _correlation(predicted: np.ndarray, targets: np.ndarray) -> float:
    """Pearson's correlation; 0 if one side is constant."""
    if predicted.std() < 1e-12 or targets.std() < 1e-12:
        return 0.0
    return float(np.corrcoef(predicted, targets)[0, 1])
