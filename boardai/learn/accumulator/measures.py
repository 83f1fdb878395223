"""Errors of a network and of hand-made evaluations on held-out positions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from boardai.learn.accumulator.config import CHUNK
from boardai.learn.accumulator.model import Parameters, Shape, as_floats, outputs, quantised
from boardai.learn.accumulator.rows import part_of
from boardai.learn.data.datasets import fitted_scale
from boardai.learn.data.scored_games import Block
from boardai.search.evaluations.accumulator import ACTIVATION_ONE, OUTPUT_ONE

_ENOUGH = 100  # positions that an average needs


def scale_of(scores: np.ndarray, results: np.ndarray) -> float:
    """The scale with which scores best predict results: `expected` of a score of one scale is 0.73.

    Args:
        scores: for the player to move.
        results: 1, 0.5 or 0 for the player to move.

    Raises:
        ValueError: the scores do not predict the results.
    """
    return fitted_scale(scores, 2 * np.asarray(results, np.float64) - 1) / math.log(10)


def expected(scores: np.ndarray, scale: float) -> np.ndarray:
    """The expected points, 0 to 1: the logistic of score / scale."""
    return 0.5 + 0.5 * np.tanh(np.asarray(scores, np.float64) / (2 * scale))


def network_values(parameters: Parameters, block: Block, shape: Shape, points: float) -> tuple[np.ndarray, np.ndarray]:
    """A network's unrounded values of positions, and which of its neurons are active in any of them, `[width]`."""
    missing = -len(block.score) % CHUNK
    columns = np.pad(block.columns, ((0, missing), (0, 0), (0, 0)), constant_values=shape.inputs)
    found, alive = outputs(parameters, columns, np.pad(block.bucket, (0, missing)))
    return points * np.asarray(found, np.float64)[: len(block.score)], np.asarray(alive)


def errors(values: np.ndarray, scale: float, block: Block, score_scale: float) -> dict[str, float]:
    """Mean squared differences of an evaluation's expected points from those of the search and from the games' results.

    Args:
        values: the evaluation's values of the positions.
        scale: scale of the values.
        block: the positions.
        score_scale: scale of the positions' scores.
    """
    predicted = expected(values, scale)
    return {
        "validation_score_error": float(np.mean(np.square(predicted - expected(block.score, score_scale)))),
        "validation_result_error": float(np.mean(np.square(predicted - block.result))),
    }


def errors_by_bucket(
    values: np.ndarray, scale: float, block: Block, score_scale: float, buckets: int
) -> dict[str, list[float | None]]:
    """The same for each output bucket; None for a bucket without positions."""
    found: dict[str, list[float | None]] = {
        "validation_score_error_by_bucket": [],
        "validation_result_error_by_bucket": [],
    }
    for bucket in range(buckets):
        rows = block.bucket == bucket
        known: dict[str, Any] = errors(values[rows], scale, part_of(block, rows), score_scale) if rows.any() else {}
        for name, column in found.items():
            column.append(known.get(name.removesuffix("_by_bucket")))
    return found


def rounded(parameters: Parameters, block: Block, shape: Shape) -> dict[str, np.ndarray]:
    """The quantised weights of a network, with output biases that compensate the mean rounding error of each bucket.

    The positions of a bucket are so similar that rounding its output weights shifts nearly all their values the same
    way; the bucket's bias is corrected by the mean shift. Otherwise values would jump when a capture changes the
    bucket.

    Args:
        parameters: the weights.
        block: positions over which the errors are averaged.
        shape: shape of the network.
    """
    arrays = quantised(parameters)
    lost = network_values(parameters, block, shape, 1.0)[0] - network_values(as_floats(arrays), block, shape, 1.0)[0]
    rows = np.bincount(block.bucket, minlength=shape.buckets)
    means = np.bincount(block.bucket, lost, minlength=shape.buckets) / np.maximum(rows, 1)
    change = np.where(rows >= _ENOUGH, np.rint(means * ACTIVATION_ONE * OUTPUT_ONE), 0).astype(np.int32)
    return {**arrays, "output_bias": arrays["output_bias"] + change}


def measured(
    parameters: Parameters, arrays: dict[str, np.ndarray], block: Block, shape: Shape, points: float, scale: float
) -> dict[str, Any]:
    """The metrics of a network; errors are those of its quantised weights, which are the ones that play.

    Args:
        parameters: the weights.
        arrays: the quantised weights.
        block: held-out positions.
        shape: shape of the network.
        points: the score of an output of 1.
        scale: scale of the scores.

    Returns:
        `validation_score_error`, `validation_result_error`, both also by output bucket, `dead_neurons` (share of the
        neurons that no position activates) and `rounding_error` (root mean square of the change by quantisation, in the
        unit of the scores).
    """
    exact, alive = network_values(parameters, block, shape, points)
    values, _ = network_values(as_floats(arrays), block, shape, points)
    return {
        **errors(values, scale, block, scale),
        **errors_by_bucket(values, scale, block, scale, shape.buckets),
        "dead_neurons": float(1 - alive.mean()),
        "rounding_error": float(np.sqrt(np.mean(np.square(values - exact)))),
    }


def measured_statically(
    values: np.ndarray, block: Block, score_scale: float, buckets: int, *, fitted: bool = True
) -> dict[str, Any]:
    """The errors of another evaluation, overall and by output bucket.

    Args:
        values: the evaluation's values of the positions.
        block: the positions.
        score_scale: scale of the positions' scores.
        buckets: number of output buckets of the network it is compared with.
        fitted: uses the scale that fits the values best, instead of `score_scale`.

    Raises:
        ValueError: its values do not predict the results.
    """
    scale = scale_of(values, block.result) if fitted else score_scale
    by_bucket = errors_by_bucket(values, scale, block, score_scale, buckets)
    return {**errors(values, scale, block, score_scale), **by_bucket, "scale": scale}
