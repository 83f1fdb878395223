"""A classifier: predicts the winner of a game from a position (Ószi 2021, section 5).

    1. The positions of all games are read once; a share of them is held out.
    2. Training: steps over the others, in an order that is shuffled again for each pass.
    3. Held-out positions are classified: the likelier winner is compared with the real one.

Differences from the thesis: the target is the outcome by the rules for the player to move, and the planes show the
board from the same side; whole games are held out, unless `positions.split` asks for single positions, as the thesis
has probably done; and the network does not see the game's progress relative to its final length, which is unknown
before the end. The phase is only used to group accuracies. The run around these steps is runs/run.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from boardai.learn.data.positions import PHASES, Positions, load_positions
from boardai.learn.learners.supervised import Supervised, held_out_rows
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.size import describe
from boardai.learn.training.batch import TrainingBatch


class Classifier(Supervised):
    """The method `classifier` of a run, whose settings are a `ClassifierConfig`; see `Supervised`."""

    match_rows = 512
    learned: Positions
    held_out: Positions

    def describe(self) -> list[str]:
        """A description of the training and its data."""
        games, split = len(np.union1d(self.learned.numbers, self.held_out.numbers)), self.config.positions.split
        lines = [
            f"network: {describe(self.network)}",
            f"positions: {len(self.learned):,} to learn from, {len(self.held_out):,} held out, of {games:,} games",
            f"held out by {split}; always naming the likelier outcome is right in "
            f"{100 * majority(self.held_out.outcomes):.2f} %",
        ]
        return lines + ([f"games left out: {self._warn.count}"] if self._warn.count else [])

    def iterate(self, number: int, share: float) -> dict[str, Any]:
        """Some training steps, then the held-out positions."""
        line = super().iterate(number, share)
        return line | accuracies(self.match_weights(), self.held_out, self._check, self._stop)

    def report(self) -> dict[str, Any]:
        """The method's report, with the accuracy on all held-out positions."""
        rows = np.arange(len(self.held_out))
        return super().report() | {
            "held_out": {
                "split": self.config.positions.split,
                "positions": len(rows),
                "learned_positions": len(self.learned),
                "majority": majority(self.held_out.outcomes),
                **accuracies(self.match_weights(), self.held_out, rows, self._stop),
            },
        }

    def _load(self) -> tuple[Any, Any]:
        return load_positions(
            self.config.data, self.game, self.config.positions, self.config.seed, self._warn, self._note
        )

    def _rows_to_check(self) -> np.ndarray:
        return held_out_rows(len(self.held_out), self.config.positions.validation_positions, self.config.seed)

    def _symmetries(self) -> bool:
        return True  # the seed of a batch selects among the stored symmetries, and the cells to empty


def majority(outcomes: np.ndarray) -> float:
    """Share of the most common outcome for the player to move."""
    return float(np.unique(outcomes, return_counts=True)[1].max() / len(outcomes))


def accuracies(
    evaluator: Evaluator, positions: Positions, rows: np.ndarray, stop: Callable[[], None] = lambda: None
) -> dict[str, float]:
    """The accuracy of a network's predicted outcomes.

    Args:
        evaluator: the network.
        positions: positions with outcomes.
        rows: numbers of the positions to classify.
        stop: called between batches; may raise.

    Returns:
        validation_accuracy: share of positions whose value, rounded to a loss, a draw or a win (in games without draws,
        to a loss or a win), is the outcome; and the same for each third of the games, validation_accuracy_opening,
        _middle and _ending.
    """
    drawn = bool((positions.outcomes == 0).any())
    right = np.zeros(len(rows), bool)
    batch = TrainingBatch(evaluator.shape, evaluator.policy_size, evaluator.batch_size)
    for start in range(0, len(rows), len(batch)):
        stop()
        chunk = rows[start : start + len(batch)]
        positions.fill(batch, np.resize(chunk, len(batch)))
        _, values = evaluator(batch.planes, len(chunk))
        predicted = np.rint(values) if drawn else np.where(values > 0, 1, -1)
        right[start : start + len(chunk)] = predicted == positions.outcomes[chunk]
    found = {"validation_accuracy": float(right.mean())}
    for number, phase in enumerate(PHASES):
        of_phase = right[positions.phases[rows] == number]
        if len(of_phase):
            found[f"validation_accuracy_{phase}"] = float(of_phase.mean())
    return found
