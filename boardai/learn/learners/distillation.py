"""Distillation: a trained network, the teacher, provides the targets of another one.

The teacher evaluates every position of a batch as the student sees it, in the same random symmetry; its value and its
probabilities of the legal moves are the targets. Its outputs are not stored, so positions need no more memory than
without a teacher; each step costs one evaluation by the teacher in addition.

Paper: Hinton, Vinyals and Dean 2015, "Distilling the Knowledge in a Neural Network" (at temperature 1).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.special import softmax

from boardai.basics.checksums import digest_of, file_digest
from boardai.game import Game
from boardai.learn.data.config import ExamplesConfig
from boardai.learn.data.examples import Examples
from boardai.learn.runs.trained_network import load_evaluator, weights_path
from boardai.learn.training.batch import TrainingBatch
from boardai.search.batches import padded

_ROWS = 64  # of the teacher's batches


class NetworkTeacher:
    """The network that provides the targets.

    Args:
        run: a run's folder, an exported file, or `shipped`.
        game: the game of the positions it evaluates.

    Attributes:
        says_moves: whether it has probabilities of moves; a value network has none.

    Raises:
        ValueError: not such a network, or one that encodes the game differently.
    """

    def __init__(self, run: str, game: Game) -> None:
        try:
            evaluator = load_evaluator(run, game, rows=_ROWS, seldom_full=False)
            self._weights = weights_path(run, game)
        except ValueError as error:
            raise ValueError(f"teacher: {error}") from None
        self._ask = padded(evaluator)
        start = game.initial_state()
        self.says_moves = bool(self._ask(start.observation()[None])[0].any())

    def digest(self) -> str:
        """A text that depends on the weights."""
        files = sorted(self._weights.iterdir()) if self._weights.is_dir() else [self._weights]
        return digest_of({file.name: file_digest(file) for file in files})

    def targets(self, planes: np.ndarray, legal: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The teacher's outputs for some positions.

        Args:
            planes: float32 `[n, H, W, C]`.
            legal: `[n, A]`, 1 where a policy index is a legal action.

        Returns:
            Probabilities `[n, A]` over the legal actions, and values `[n]` for the players to move.
        """
        logits, values = self._ask(planes)
        return softmax(np.where(legal > 0, logits, -np.inf), axis=1).astype(np.float32), values


class DistilledExamples:
    """Positions with the teacher's targets; `fill` and the other methods as in `Examples`.

    Args:
        positions: positions loaded for a teacher: their values are the games' results.
        teacher: provides the targets.
        config: `result_share` mixes in the results; with `policy="played"` the policy targets are the moves of the
            games.
    """

    def __init__(self, positions: Examples, teacher: NetworkTeacher, config: ExamplesConfig) -> None:
        self._positions, self._teacher = positions, teacher
        self._result_share = config.result_share
        self._moves = teacher.says_moves and config.policy == "label"
        self.game, self.games = positions.game, positions.games
        self.with_policy = len(positions) if self._moves else positions.with_policy

    def __len__(self) -> int:
        return len(self._positions)

    def digest(self) -> str:
        """As in `Examples`: a digest of the games and positions, without the teacher's outputs."""
        return self._positions.digest()

    def fill(self, batch: TrainingBatch, rows: Sequence[int] | np.ndarray, seed: int | None = None) -> None:
        """Writes positions and the teacher's targets into a batch; arguments as in `Examples.fill`."""
        self._positions.fill(batch, rows, seed)
        policies, values = self._teacher.targets(batch.planes, batch.legal)
        if self._moves:
            batch.policy[:] = policies
        batch.outcome[:] = (1 - self._result_share) * values + self._result_share * batch.outcome
        batch.search_value[:] = batch.outcome
