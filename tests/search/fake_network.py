"""A stand-in for a network: logits and values that are a fixed, pseudo-random function of the planes.

The same formula as native/tests/support/fake_network.hpp, where it is explained.
"""

from __future__ import annotations

import numpy as np


def mix64(words: np.ndarray) -> np.ndarray:
    """The finaliser of splitmix64, on uint64."""
    words = words + np.uint64(0x9E3779B97F4A7C15)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


def unit(keys: np.ndarray) -> np.ndarray:
    """Uniform in [-1, 1)."""
    return (mix64(keys) >> np.uint64(11)).astype(np.float64) * 2.0**-52 - 1


class FakeNetwork:
    """Called as a network is: planes `[n, H, W, C]` to logits `[n, policy_size]` and values `[n]`.

    Attributes:
        rows: how many rows each call had.
    """

    def __init__(self, policy_size: int):
        self.policy_size = policy_size
        self.rows: list[int] = []

    def __call__(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        self.rows.append(len(planes))
        flat = np.ascontiguousarray(planes, np.float32).reshape(len(planes), -1)
        cells = np.arange(flat.shape[1], dtype=np.uint64) << np.uint64(32)
        hashed = mix64(cells | flat.view(np.uint32).astype(np.uint64))
        keys = np.where(flat != 0, hashed, np.uint64(0)).sum(axis=1, dtype=np.uint64)
        logits = 2 * unit(keys[:, None] + np.arange(1, self.policy_size + 1, dtype=np.uint64))
        return logits.astype(np.float32), unit(keys).astype(np.float32)
