"""Towers for tests of growth and pruning, and weights as training leaves them."""

import jax
import numpy as np

from boardai.learn.network.network import Network

SHAPE, POLICY = (4, 5, 3), 4 * 5 * 2 + 1
TOWERS = {
    "plain": {},
    "all that pools": {
        "squeeze_excitation": 4, "global_pooling": 1, "policy_head": "conv", "value_features": "pooled",
        "soft_policy": True, "reply": True, "ownership": 2, "score": True, "values_ahead": True, "value_head": "wdl",
    },
}  # fmt: skip


def shaken(network: Network, seed: int) -> tuple[tuple[jax.Array, ...], tuple[jax.Array, ...]]:
    """Weights of a network that has been trained: nothing is 0 or 1."""
    rng = np.random.default_rng(seed)
    return (
        tuple(leaf + 0.1 * rng.normal(size=leaf.shape).astype(np.float32) for leaf in network.parameters),
        tuple(leaf + 0.5 * rng.random(leaf.shape).astype(np.float32) for leaf in network.statistics),
    )
