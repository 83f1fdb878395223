"""Fitting a linear evaluation to expected outcomes of positions: logistic regression.

P. Österlund, "Texel's tuning method" (2014): from a position's value v, the sum of weight times count, the expected
score of its player is

    p(v) = 1 / (1 + 10 ** (-v / scale))

and the best weights maximise the likelihood of the given scores (results of games, search values):

    minimise  mean of -t ln p - (1 - t) ln(1 - p)  +  pull * sum of ((weight - start) / 100) ** 2 / positions

The second term keeps weights near their start if few positions determine them. The problem is convex: there is one
solution, which does not depend on a step size or on chance. Texel's method changes one weight at a time; here all
follow the gradient (L-BFGS).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from boardai.search.evaluations.linear import FeatureSet


@dataclass(frozen=True)
class Examples:
    """The features and targets of positions.

    Attributes:
        counts: how often each feature counts, float32 `[positions, features]`.
        targets: the expected score of the player to move, from 0 (lost) to 1 (won), float64 `[positions]`.
    """

    counts: csr_matrix
    targets: np.ndarray

    def __len__(self) -> int:
        return len(self.targets)

    def rows(self, which: np.ndarray, targets: np.ndarray) -> Examples:
        """Some of the positions, with other targets.

        Args:
            which: bool `[positions]`.
            targets: new targets of all positions.
        """
        return Examples(self.counts[np.flatnonzero(which)], targets[which])


def gather(features: FeatureSet, positions: Iterable[tuple[Any, float]]) -> Examples:
    """The features of positions.

    Args:
        features: the feature set of the positions' board.
        positions: states, each with its target from 0 to 1; a state may be changed after it was yielded.

    Raises:
        ValueError: no positions.
    """
    indices, counts, ends, targets = [], [], [0], []
    for state, target in positions:
        index, count = features(state)
        indices.append(index.copy())
        counts.append(count.copy())
        ends.append(ends[-1] + len(index))
        targets.append(target)
    if not targets:
        raise ValueError("there are no positions to learn from")
    matrix = csr_matrix(
        (np.concatenate(counts), np.concatenate(indices), np.array(ends)), (len(targets), features.size), np.float32
    )
    # Features that both sides have cancel out.
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    return Examples(matrix, np.array(targets))


def expected(values: np.ndarray, scale: float) -> np.ndarray:
    """p(v): the expected score from 0 to 1."""
    return 0.5 * (1 + np.tanh(values * (math.log(10) / (2 * scale))))


def cross_entropy(values: np.ndarray, targets: np.ndarray, scale: float) -> float:
    """The mean of -t ln p - (1 - t) ln(1 - p) of values for the player to move."""
    rate = math.log(10) / scale
    return float(np.mean(np.logaddexp(0.0, -rate * values) + (1 - targets) * rate * values))


def fit(
    examples: Examples,
    start: np.ndarray,
    scale: float,
    *,
    pull: float = 1.0,
    steps: int = 500,
    progress: Callable[[int, float], None] = lambda step, loss: None,
) -> np.ndarray:
    """The weights with the maximum likelihood of the targets.

    Args:
        examples: features and targets.
        start: initial weights, which the result is pulled to, `[features]`.
        scale: scale of the logistic, in the weights' unit.
        pull: strength of the pull; 0: none.
        steps: maximum number of steps of the minimisation.
        progress: called with the number of steps and the loss.

    Returns:
        float64 `[features]`.

    Raises:
        ValueError: the number of starting weights is not that of the features, or a setting is out of range.
    """
    if start.shape != (examples.counts.shape[1],):
        raise ValueError(f"{examples.counts.shape[1]} starting weights are needed, not {start.shape}")
    if not (scale > 0 and pull >= 0 and steps >= 1):
        raise ValueError(f"scale {scale}, pull {pull} and steps {steps} must be above 0 (pull: or 0)")
    rate, backwards = math.log(10) / scale, examples.counts.T.tocsr()
    strength = pull / len(examples) / 100**2
    # Each weight has its own unit, so that the loss is about equally curved in all of them: fewer steps are needed.
    squares = np.asarray(examples.counts.multiply(examples.counts).mean(axis=0), np.float64).ravel()
    unit = 1 / np.sqrt(rate**2 / 4 * squares + 2 * strength + 1e-12)
    last, done = 0.0, 0

    def objective(steps_taken: np.ndarray) -> tuple[float, np.ndarray]:
        nonlocal last
        change = unit * steps_taken
        values = examples.counts @ (start + change)
        error = (expected(values, scale) - examples.targets) * (rate / len(examples))
        last = cross_entropy(values, examples.targets, scale) + strength * float(change @ change)
        return last, unit * (backwards @ error + 2 * strength * change)

    def after(_: np.ndarray) -> None:
        nonlocal done
        done += 1
        progress(done, last)

    options = {"maxiter": steps, "maxfun": 2 * steps, "ftol": 1e-10, "gtol": 1e-7, "maxcor": 20}
    found = minimize(objective, np.zeros_like(start), jac=True, method="L-BFGS-B", options=options, callback=after)
    return start + unit * found.x
