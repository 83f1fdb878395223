"""Evaluation of positions at one fixed batch size.

A result depends on the batch size (another size changes the order of additions), but not on the other rows. So
self-play evaluates all positions at one size and pads short batches, and so does a match.

On a CPU a batch is computed in pieces whose activations fit into the cache, and pieces without a wanted row are
skipped. Large pieces are the fastest; small ones (some 15 % slower per row) waste less if batches are rarely full, as
at the end of a match, when only its longest games are still in progress. Several devices share the rows of a batch.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from boardai.basics.threads import cores, in_threads
from boardai.learn.network.devices import SharedRows, check_process, computes_in_threads
from boardai.learn.network.network import Leaves, Network
from boardai.learn.network.packing import PackedPlanes

_LARGEST_PIECE, _SMALL_PIECE = 64, 8


def piece_size(rows: int, seldom_full: bool = False) -> int:
    """The number of rows of a batch that are computed together.

    Args:
        rows: size of the batch.
        seldom_full: most calls need only few rows.
    """
    if not computes_in_threads():
        return rows
    largest = _SMALL_PIECE if seldom_full else _LARGEST_PIECE
    return next((size for size in range(min(rows, largest), largest // 2 - 1, -1) if rows % size == 0), rows)


class Evaluator:
    """Folded weights and the jitted network. Threads may share it, because it has no mutable state.

    Args:
        network: the function.
        parameters: trainable leaves.
        statistics: batch normalisation's leaves.
        batch_size: number of rows in every call.
        seldom_full: most calls need only few rows.
        packing: encoding of the planes on the way to the device; None: unchanged.

    Attributes:
        has_forecasts: values are `[rows, 3]`: the value, the probability of a draw, the plies left.
    """

    has_forecasts = False

    def __init__(
        self,
        network: Network,
        parameters: Leaves,
        statistics: Leaves,
        batch_size: int,
        *,
        seldom_full: bool = False,
        packing: PackedPlanes | None = None,
    ):
        check_process()
        self.shape, self.policy_size, self.batch_size = network.shape, network.policy_size, batch_size
        self._weights: Any = network.fold(parameters, statistics)
        self._shared = SharedRows(batch_size)
        if self._shared.devices > 1:
            self._weights = jax.device_put(self._weights, self._shared.everywhere)
        self._network, self._packing = network, packing
        self._apply: Callable[..., tuple[jax.Array, jax.Array]] = network.jitted_folded
        self._piece = piece_size(batch_size, seldom_full)

    def with_forecasts(self, draws: bool, moves_left: bool) -> Evaluator:
        """The same weights with forecasts as outputs; a forecast that is not needed and has no head is 0.

        Raises:
            ValueError: the network lacks a head for a needed forecast.
        """
        heads = self._network.heads
        if draws and heads.value_logits is None:
            raise ValueError("draw_score: the network does not predict draws: it needs network.value_head = wdl")
        if moves_left and "moves_left" not in heads.auxiliary:
            raise ValueError("moves_left_effect: the network predicts no plies left: it needs network.moves_left")
        forecaster = copy.copy(self)
        forecaster.has_forecasts, forecaster._apply, forecaster._packing = (
            True,
            partial(self._apply, forecasts=True),
            None,
        )
        return forecaster

    @property
    def network(self) -> Network:
        """The function, independent of the weights."""
        return self._network

    def weights_on(self, device: jax.Device) -> Any:
        """The weights on one device, as `answers` takes them."""
        return jax.device_put(self._weights, device)

    def answers(self, weights: Any, planes: jax.Array) -> tuple[jax.Array, jax.Array]:
        """Logits and values inside another program, equal to those of a call; uses only the network, not its weights.

        Args:
            weights: the result of `weights_on`.
            planes: `[batch_size, H, W, C]`.
        """
        return self._network.apply_folded(weights, planes, piece=self._piece)

    def planes(self) -> np.ndarray:
        """A zeroed input buffer, float32 [batch_size, H, W, C]."""
        return np.zeros((self.batch_size, *self.shape), np.float32)

    def computed_rows(self, rows: int) -> int:
        """The number of rows computed for the given number of wanted rows: whole pieces."""
        return -(-rows // self._piece) * self._piece

    def __call__(
        self, planes: np.ndarray, rows: int | None = None, asked: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Logits [rows, A] and values [rows], or forecasts [rows, 3], on the host.

        JAX may still read `planes` after a call has been dispatched; this returns only when the results are available,
        so the caller can refill the buffer at once. Other threads run meanwhile.

        Args:
            planes: the whole buffer, `[batch_size, H, W, C]`.
            rows: number of rows that are needed, from the first; None: all.
            asked: policy indices of the logits that are needed, [batch_size, K]; logits are then [rows, K]. None: all.

        Raises:
            ValueError: a buffer of another shape.
            RuntimeError: this process was forked from one that had used a network.
        """
        check_process()
        if planes.shape != (self.batch_size, *self.shape):
            raise ValueError(f"planes: expected shape {(self.batch_size, *self.shape)}, got {planes.shape}")
        wanted = self.batch_size if rows is None else rows
        apply = self._apply
        given: tuple[Any, ...] = (planes,)
        if self._packing is not None and (packed := self._packing.packed(planes)) is not None:
            apply, given = self._packing.apply, packed
        if self._shared.devices > 1:
            given, asked = jax.device_put((given, asked), self._shared.split)
        logits, values = apply(self._weights, *given, np.int32(wanted), piece=self._piece, asked=asked)
        return np.asarray(logits)[:wanted], np.asarray(values)[:wanted]


def says_policies(network: Network, batch_size: int) -> bool:
    """Whether a network predicts moves: the logits of a value network are always 0.

    Args:
        network: the function.
        batch_size: a batch size that is compiled anyway.
    """
    rng = np.random.default_rng(0)
    weights = tuple(jnp.asarray(rng.normal(0, 0.1, leaf.shape), leaf.dtype) for leaf in network.parameters)
    evaluator = Evaluator(network, weights, network.statistics, batch_size)
    return bool(evaluator(evaluator.planes() + 1)[0].any())


def inference_rate(evaluator: Evaluator, seconds: float) -> float:
    """Rows per second of the network alone, for comparison with self-play's rate.

    The best rate with one, two, four ... concurrent callers, up to the number of cores, each of which evaluates only
    full batches.

    Args:
        evaluator: the network with the batch size in question.
        seconds: total duration of the measurement.
    """
    numbers = [1]
    while numbers[-1] < cores():
        numbers.append(min(2 * numbers[-1], cores()))
    evaluator(evaluator.planes())  # compiles
    return max(_rate(evaluator, callers, seconds / len(numbers)) for callers in numbers)


def _rate(evaluator: Evaluator, callers: int, seconds: float) -> float:
    end = time.perf_counter() + seconds

    def call(number: int) -> int:
        planes, rows = evaluator.planes(), 0
        while time.perf_counter() < end:
            evaluator(planes)
            rows += evaluator.batch_size
        return rows

    rows, elapsed = in_threads(call, callers)
    return rows / elapsed
