"""What each factor of a screening is worth, and how surely.

The runs' values y are taken to be the mean, the sum of what the factors add, and noise:
    y = m + sum over factors  x_f e_f / 2 + noise,      x_f = +1 with the factor on, -1 without;
in an orthogonal design of N runs the least squares are
    e_f = mean of y with the factor on - mean of y with it off,      standard error 2 s / sqrt(N),
s^2 being what is left of the squares, divided by N less the mean and the effects. Intervals and p are Student's t.

Of twenty factors that do nothing one has p < 0.05. Holm's p is corrected for that: with a factor's Holm p below 0.05
the chance that any factor so named does nothing is at most 0.05, however many there are. Of k factors ordered by p, the
i-th (from 0) has
    Holm p = the largest so far of min(1, (k - i) p).

Paper: Holm, A simple sequentially rejective multiple test procedure (1979).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

_ROUNDING = 1e-12  # what is smaller beside the values is no effect


@dataclass(frozen=True)
class Effect:
    """What a factor is worth, in units of the measure.

    Attributes:
        factor: its name.
        value: mean with it on less mean with it off.
        error: standard error.
        margin: half of the 95 % interval.
        p: of an effect this far from 0 where there is none.
        holm: p corrected for the number of factors.
    """

    factor: str
    value: float
    error: float
    margin: float
    p: float
    holm: float


def main_effects(names: Sequence[str], design: np.ndarray, values: Sequence[float]) -> list[Effect]:
    """The factors' effects, in their order.

    >>> from screening.design import two_level_design
    >>> design = two_level_design(factors=2)
    >>> for effect in main_effects(["good", "bad"], design, design @ [5.0, -2.0] + [1, -1] * 4):
    ...     print(f"{effect.factor} {effect.value:+.0f} ±{effect.margin:.1f}, p {effect.p:.4f}, Holm {effect.holm:.4f}")
    good +11 ±2.0, p 0.0000, Holm 0.0001
    bad -4 ±2.0, p 0.0036, Holm 0.0036

    Args:
        names: of the factors.
        design: `[runs, factors]` of +1 and -1, columns orthogonal to each other and to 1.
        values: of the runs.

    Raises:
        ValueError: too few runs to know their spread, or columns that are not orthogonal.
    """
    # SciPy comes with JAX; it takes long to load.
    from scipy.stats import t

    runs, factors = design.shape
    freedom = runs - factors - 1
    if freedom < 1:
        raise ValueError(f"{runs} runs are too few for {factors} factors")
    columns = np.column_stack([np.ones(runs), design])
    if not np.array_equal(columns.T @ columns, runs * np.eye(factors + 1)):
        raise ValueError("the factors' columns are not orthogonal: some runs are missing or there twice")
    y = np.asarray(values, np.float64)
    halves = columns.T @ y / runs
    rest = y - columns @ halves
    error = 2 * math.sqrt(float(rest @ rest) / freedom / runs)
    margin = float(t.ppf(0.975, freedom)) * error
    effects = 2 * halves[1:]
    effects[np.abs(effects) < _ROUNDING * np.abs(y).max()] = 0.0
    with np.errstate(divide="ignore", invalid="ignore"):
        # Without any spread what is not 0 is sure.
        distances = np.where(effects == 0, 0.0, np.abs(effects) / error)
    p = [float(one) for one in 2 * t.sf(distances, freedom)]
    corrected = holm(p)
    return [
        Effect(name, float(effects[i]), error, margin, p[i], corrected[i]) for i, name in enumerate(names)
    ]  # fmt: skip


def holm(p: Sequence[float]) -> list[float]:
    """Each p corrected for how many there are, in their order.

    >>> from screening.effects import holm
    >>> [round(one, 3) for one in holm([0.01, 0.04, 0.03, 0.5])]
    [0.04, 0.09, 0.09, 0.5]
    """
    corrected, largest = [0.0] * len(p), 0.0
    for rank, index in enumerate(sorted(range(len(p)), key=lambda index: p[index])):
        largest = max(largest, min(1.0, (len(p) - rank) * p[index]))
        corrected[index] = largest
    return corrected
