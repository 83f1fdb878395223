"""An accumulator network in training: float weights, outputs, gradient, and quantised weights.

    output = bias[b] + sum over both players and all neurons of weights[b] * screlu(accumulator)
    screlu(x) = clip(x, 0, 1) ** 2

Summing columns takes most of the time and is limited by memory: a batch's accumulators do not fit into a core's cache.
So rows are processed in chunks of 512, a loop over the places adds one column of each row at a time, and the gradient
is written by hand as the same loop, adding to columns. Measured on one core with 128 neurons, this takes a fiftieth of
the time of `weights[columns].sum(axis=2)` with JAX's own gradient.

In training, the king buckets may share a block of columns that is added to each of them, so that all buckets learn from
every position ("factoriser"; Nasu 2018). In a file both are merged into one table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from boardai.learn.accumulator.config import CHUNK
from boardai.search.evaluations.accumulator import ACTIVATION_ONE, OUTPUT_ONE

LARGEST = 1.98  # largest weight: 126.7 / 64, so that it fits into 8 bits
_LARGEST_SUM = 32_767  # of an accumulator, quantised
_LARGEST_OUTPUTS = (2**31 - 1) // ACTIVATION_ONE**2  # largest sum of a quantised row of output weights
_FIRST_WEIGHT, _FIRST_BIAS = 0.1, 0.25

Parameters = dict[str, Any]


@dataclass(frozen=True)
class Shape:
    """The size of a network.

    Attributes:
        inputs: columns of the first layer.
        width: neurons per player's view of the board.
        buckets: rows of output weights.
        most_active: maximum number of active inputs in one position.
        common: columns that the inputs' buckets share in training; 0: none.
    """

    inputs: int
    width: int
    buckets: int
    most_active: int
    common: int = 0

    @property
    def largest_weight(self) -> float:
        """The largest weight of the first layer: with all inputs active, accumulators still fit into 16 bits."""
        # A weight is rounded to the nearest integer, hence the 0.5.
        return min(LARGEST, (_LARGEST_SUM / (self.most_active + 1) - 0.5) / ACTIVATION_ONE)

    @property
    def largest_outputs(self) -> float:
        """The largest sum of absolute values in a row of output weights, so that outputs fit into 32 bits."""
        return (_LARGEST_OUTPUTS - self.width) / OUTPUT_ONE


def initial(shape: Shape, seed: int) -> Parameters:
    """Random initial weights."""
    rng = np.random.default_rng(seed)

    def random(limit: float, *size: int) -> jax.Array:
        return jnp.asarray(rng.uniform(-limit, limit, size).astype(np.float32))

    parameters = {
        "feature_weights": random(_FIRST_WEIGHT, shape.inputs, shape.width),
        "feature_bias": jnp.full(shape.width, _FIRST_BIAS, jnp.float32),
        "output_weights": random(shape.width**-0.5, shape.buckets, 2 * shape.width),
        "output_bias": jnp.zeros(shape.buckets, jnp.float32),
    }
    if shape.common:
        parameters["common_weights"] = jnp.zeros((shape.common, shape.width), jnp.float32)
    return parameters


def columns_of(parameters: Parameters) -> jax.Array:
    """The columns of the first layer, with the shared ones added, and a column of zeros for empty places."""
    weights = parameters["feature_weights"]
    if "common_weights" in parameters:
        common = parameters["common_weights"]
        weights = weights + jnp.tile(common, (len(weights) // len(common), 1))
    return jnp.concatenate([weights, jnp.zeros((1, weights.shape[1]), weights.dtype)])


def accumulators(table: jax.Array, bias: jax.Array, columns: jax.Array) -> jax.Array:
    """Sums of columns, `[rows, 2, width]`.

    Args:
        table: the result of `columns_of`.
        bias: biases of the neurons.
        columns: int32 `[rows, 2, places]`.
    """

    def add(place: Any, sums: jax.Array) -> jax.Array:
        return sums + table.at[columns[:, :, place]].get(mode="promise_in_bounds")

    first = jnp.broadcast_to(bias, (*columns.shape[:2], len(bias)))
    return lax.fori_loop(0, _places(table, columns), add, first)


def _places(table: jax.Array, columns: jax.Array) -> jax.Array:
    """The number of places up to the last one that any row uses."""
    used = (columns < len(table) - 1).any(axis=(0, 1))
    return jnp.max(jnp.where(used, jnp.arange(1, columns.shape[2] + 1), 0))


def outputs_of(sums: jax.Array, weights: jax.Array, bias: jax.Array, bucket: jax.Array) -> jax.Array:
    """The network's outputs `[rows]`, from accumulators."""
    active = jnp.square(jnp.clip(sums, 0.0, 1.0)).reshape(len(sums), -1)
    # Multiplying by all rows of output weights and selecting is faster than gathering a row for each position.
    every = active @ weights.T + bias
    chosen: jax.Array = jnp.sum(jnp.where(bucket[:, None] == jnp.arange(len(bias)), every, 0.0), axis=1)
    return chosen


def chunked(array: Any) -> Any:
    """Rows in chunks: `[n, ...]` to `[n / 512, 512, ...]`; fewer than 512 rows are one chunk."""
    rows = min(CHUNK, len(array))
    return array.reshape(-1, rows, *array.shape[1:])


@jax.jit
def outputs(parameters: Parameters, columns: Any, bucket: Any) -> tuple[jax.Array, jax.Array]:
    """Outputs `[n]`, and which neurons are active in any row, `[width]`; n as `chunked` takes it."""
    table = columns_of(parameters)

    def one(alive: jax.Array, chunk: Any) -> tuple[jax.Array, jax.Array]:
        sums = accumulators(table, parameters["feature_bias"], chunk[0].astype(jnp.int32))
        out = outputs_of(sums, parameters["output_weights"], parameters["output_bias"], chunk[1])
        return alive | (sums > 0).any(axis=(0, 1)), out

    alive, found = lax.scan(one, jnp.zeros(table.shape[1], bool), (chunked(columns), chunked(bucket)))
    return found.reshape(-1), alive


@jax.jit
def gradient(parameters: Parameters, rows: Any, steepness: Any) -> tuple[Parameters, jax.Array]:
    """The gradient of the mean squared error of rows, and that error.

    Args:
        parameters: the weights.
        rows: columns int16 `[n, 2, places]`, bucket `[n]`, and the target points, float32 `[n]`; n as `chunked` takes
            it.
        steepness: the network's output times this is the logarithm of the odds.
    """
    table = columns_of(parameters)
    inputs, width = table.shape[0] - 1, table.shape[1]
    tail = {name: parameters[name] for name in ("output_weights", "output_bias")}
    bias = parameters["feature_bias"]

    def squares(sums: jax.Array, tail: Parameters, bucket: jax.Array, wanted: jax.Array) -> jax.Array:
        predicted = jax.nn.sigmoid(steepness * outputs_of(sums, tail["output_weights"], tail["output_bias"], bucket))
        return jnp.sum(jnp.square(predicted - wanted))

    def one(found: Any, chunk: Any) -> tuple[Any, None]:
        of_table, of_bias, of_tail, error = found
        columns, (bucket, wanted) = chunk[0].astype(jnp.int32), chunk[1:]
        sums = accumulators(table, bias, columns)
        part, (of_sums, more) = jax.value_and_grad(squares, argnums=(0, 1))(sums, tail, bucket, wanted)
        of_sums, places = of_sums.reshape(-1, width), columns.reshape(-1, columns.shape[2])

        def add(place: Any, table: jax.Array) -> jax.Array:
            return table.at[places[:, place]].add(of_sums, mode="promise_in_bounds")

        of_table = lax.fori_loop(0, _places(table, columns), add, of_table)
        of_tail = jax.tree.map(jnp.add, of_tail, more)
        return (of_table, of_bias + of_sums.sum(axis=0), of_tail, error + part), None

    nothing = (jnp.zeros_like(table), jnp.zeros_like(bias), jax.tree.map(jnp.zeros_like, tail), jnp.float32(0))
    (of_table, of_bias, of_tail, error), _ = lax.scan(one, nothing, jax.tree.map(chunked, rows))
    found = {"feature_weights": of_table[:inputs], "feature_bias": of_bias, **of_tail}
    if "common_weights" in parameters:
        shared = parameters["common_weights"].shape
        found["common_weights"] = found["feature_weights"].reshape(-1, *shared).sum(axis=0)
    count = len(rows[1])
    return jax.tree.map(lambda part: part / count, found), error / count


def within_limits(parameters: Parameters, shape: Shape) -> Parameters:
    """The weights, clipped to the range that quantisation can represent."""
    limit, limited = shape.largest_weight, dict(parameters)
    weights = parameters["feature_weights"]
    if shape.common:
        limited["common_weights"] = jnp.clip(parameters["common_weights"], -limit, limit)
        shared = jnp.tile(limited["common_weights"], (len(weights) // shape.common, 1))
        limited["feature_weights"] = jnp.clip(weights + shared, -limit, limit) - shared
    else:
        limited["feature_weights"] = jnp.clip(weights, -limit, limit)
    limited["feature_bias"] = jnp.clip(parameters["feature_bias"], -limit, limit)
    rows = jnp.clip(parameters["output_weights"], -LARGEST, LARGEST)
    sizes = jnp.abs(rows).sum(axis=1, keepdims=True)
    limited["output_weights"] = rows * jnp.minimum(1.0, shape.largest_outputs / jnp.maximum(sizes, 1e-9))
    return limited


def clipped_share(parameters: Parameters, shape: Shape) -> float:
    """Share of the weights that are at their limit."""
    table = np.abs(np.asarray(columns_of(parameters))[:-1])
    out = np.abs(np.asarray(parameters["output_weights"]))
    at_limit = np.sum(table > 0.999 * shape.largest_weight) + np.sum(out > 0.999 * LARGEST)
    return float(at_limit / (table.size + out.size))


def quantised(parameters: Parameters) -> dict[str, np.ndarray]:
    """The weights as integers, in the form of an `AccumulatorNetwork`."""

    def rounded(values: Any, one: int, dtype: Any) -> np.ndarray:
        return np.rint(np.asarray(values, np.float64) * one).astype(dtype)

    return {
        "feature_weights": rounded(columns_of(parameters)[:-1], ACTIVATION_ONE, np.int16),
        "feature_bias": rounded(parameters["feature_bias"], ACTIVATION_ONE, np.int16),
        "output_weights": rounded(parameters["output_weights"], OUTPUT_ONE, np.int8),
        "output_bias": rounded(parameters["output_bias"], ACTIVATION_ONE * OUTPUT_ONE, np.int32),
    }


def as_floats(arrays: dict[str, np.ndarray]) -> Parameters:
    """The result of `quantised` as float weights, for further training or for `outputs`."""
    ones = {"output_weights": OUTPUT_ONE, "output_bias": ACTIVATION_ONE * OUTPUT_ONE}
    return {name: jnp.asarray(array / np.float32(ones.get(name, ACTIVATION_ONE))) for name, array in arrays.items()}
