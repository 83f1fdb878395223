"""Which run of a screening has which factors on: two-level designs from Hadamard matrices.

One factor at a time, each of k effects would be the difference of two groups of runs that nothing else uses. In an
orthogonal design every factor is on in half of all runs, and in each half every other factor is on as often as off. So
all runs tell about each factor: effect = mean over the runs with it on - mean over the runs with it off.

A Hadamard matrix H of order n has entries +1 and -1 and H^T H = n I. Here
    order q + 1, q a prime and 3 modulo 4:  +1 in row 0 and in column 0; behind them -1 in row i and column j where
                                            i = j or i - j is a square modulo q, else +1 (Paley);
    order 2 n:                              [[H, H], [H, -H]] (Sylvester).
Its first column is the mean; each other column is a factor's (Plackett and Burman 1946).

Two factors that help each other more than their sum (an interaction) would shift the effects of third ones. Folding
over repeats every run with all factors the other way round, [H; -H]: then every pair's product has the same sign in
both halves, a factor's own sign differs, and no interaction of two can reach any factor's effect (Box and Wilson 1951).
What interactions there are widens the intervals. All n columns are then free for factors, the first one too.

Papers: Plackett and Burman, The design of optimum multifactorial experiments (1946); Paley, On orthogonal matrices
(1933); Box and Wilson, On the experimental attainment of optimum conditions (1951).
"""

from __future__ import annotations

import itertools

import numpy as np

SPARE = 4  # runs at least beyond the mean and the effects, from which the runs' own spread is known


def two_level_design(factors: int, fold_over: bool = True, seed: int = 0) -> np.ndarray:
    """The smallest design that has room for so many factors.

    >>> from screening.design import two_level_design
    >>> design = two_level_design(factors=11)
    >>> design.shape, (design.T @ design == 24 * np.eye(11)).all()
    ((24, 11), np.True_)

    Args:
        factors: how many.
        fold_over: every run once more with all factors the other way round, so that no pair of factors shifts a third
            one's effect.
        seed: of the order of runs, so that what changes with time (a machine that grows warm) is no factor's effect.

    Returns:
        `[runs, factors]`, +1 where a factor is on, -1 where it is off.

    Raises:
        ValueError: no factors.
    """
    if factors < 1:
        raise ValueError(f"a design needs a factor, got {factors}")
    for order in filter(_is_known, itertools.count(4, 4)):
        columns = order if fold_over else order - 1
        runs = 2 * order if fold_over else order
        if columns >= factors and runs - factors - 1 >= SPARE:
            break
    matrix = hadamard(order)
    design = np.vstack([matrix, -matrix])[:, :factors] if fold_over else matrix[:, 1 : factors + 1]
    return np.random.default_rng(seed).permutation(design)


def hadamard(order: int) -> np.ndarray:
    """A Hadamard matrix `[order, order]` whose first column is 1.

    Raises:
        ValueError: neither Paley's nor Sylvester's construction has that order.
    """
    if not _is_known(order):
        raise ValueError(f"no Hadamard matrix of order {order} is known here")
    if order == 1:
        return np.ones((1, 1), np.int64)
    if _is_paley(order):
        return _paley(order - 1)
    half = hadamard(order // 2)
    return np.block([[half, half], [half, -half]])


def _is_known(order: int) -> bool:
    return order == 1 or _is_paley(order) or (order % 2 == 0 and _is_known(order // 2))


def _is_paley(order: int) -> bool:
    prime = order - 1
    return prime % 4 == 3 and all(prime % divisor for divisor in range(2, int(prime**0.5) + 1))


def _paley(prime: int) -> np.ndarray:
    squares = {number * number % prime for number in range(1, prime)}
    matrix = np.ones((prime + 1, prime + 1), np.int64)
    for i in range(prime):
        for j in range(prime):
            matrix[i + 1, j + 1] = -1 if i == j or (i - j) % prime in squares else 1
    return matrix
