"""Evaluation of positions at one fixed batch size.

A result depends on the batch size it was computed with (another size, another order of additions), but not on the
other rows. So a run evaluates everything, self-play and matches, at one size and fills up short batches. Where the
network computes a batch in pieces, those without a wanted row are left out.
"""

import numpy as np

from boardai.learn.network import Leaves, Network, piece_size


class Evaluator:
    """Folded weights and the jitted network. Threads may share it: it has no state that changes.

    Args:
        network: the function.
        parameters: trainable leaves.
        statistics: batch normalisation's leaves.
        batch_size: rows of every call.
    """

    def __init__(self, network: Network, parameters: Leaves, statistics: Leaves, batch_size: int):
        self.shape, self.policy_size, self.batch_size = network.shape, network.policy_size, batch_size
        self._weights = network.fold(parameters, statistics)
        self._apply = network.jitted_folded
        self._piece = piece_size(batch_size)

    def planes(self) -> np.ndarray:
        """A zeroed input buffer, float32 [batch_size, H, W, C]."""
        return np.zeros((self.batch_size, *self.shape), np.float32)

    def computed_rows(self, rows: int) -> int:
        """What so many wanted rows cost: whole pieces."""
        return -(-rows // self._piece) * self._piece

    def __call__(self, planes: np.ndarray, rows: int | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Logits [rows, A] and values [rows], on the host.

        JAX may still read `planes` after a call was dispatched; this returns only when the results are there, so the
        caller may refill the buffer at once. Other threads run meanwhile.

        Args:
            planes: the whole buffer, `[batch_size, H, W, C]`.
            rows: the first so many are wanted; None: all.
        """
        if planes.shape != (self.batch_size, *self.shape):
            raise ValueError(f"planes: expected shape {(self.batch_size, *self.shape)}, got {planes.shape}")
        wanted = self.batch_size if rows is None else rows
        logits, values = self._apply(self._weights, planes, np.int32(wanted))
        return np.asarray(logits)[:wanted], np.asarray(values)[:wanted]
