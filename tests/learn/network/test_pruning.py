"""Pruning: what nothing depends on goes first, low ranks are the nearest, and runs begin with what is left."""

import dataclasses
from typing import Any

import jax
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused
from sampled import sampled
from towers import POLICY, SHAPE, TOWERS, shaken

from boardai.learn.network.config import NetworkConfig, Size
from boardai.learn.network.growth import of_size
from boardai.learn.network.network import Network
from boardai.learn.network.pruning import fitted, low_rank, pruned, sparse

KEPT, WIDE, DEEP = 36, 52, 3  # channels that matter, channels, blocks; pooling takes 9 and 13 features


def named_weights(network: Network, seed: int) -> dict[str, np.ndarray]:
    """Weights of a network that has been trained, by name, to be changed."""
    return {name: np.array(leaf) for name, leaf in network.named(*shaken(network, seed)).items()}


def silence(named: dict[str, np.ndarray], layers: list[str], channels: np.ndarray) -> None:
    """Makes channels 0 everywhere: what the layers write to them."""
    for name, leaf in named.items():
        layer, _, leaf_name = name.removeprefix("parameters/").rpartition("/")
        if layer in layers and leaf_name in ("scale", "bias"):
            leaf[channels] = 0
        elif layer in layers and name.endswith("dense/kernel"):
            leaf[:, channels] = 0


@pytest.mark.parametrize("tower", sampled(TOWERS, ["plain"]))
def test_silent_channels_and_blocks_go_and_nothing_changes(tower: str) -> None:
    small = Network(SHAPE, POLICY, NetworkConfig(blocks=DEEP - 1, channels=KEPT, **TOWERS[tower]), seed=1)
    large = of_size(small, Size(DEEP, WIDE), seed=1)
    named = named_weights(large, 2)
    rng = np.random.default_rng(3)

    def some(of: int, count: int) -> np.ndarray:
        return rng.permutation(of)[:count]

    blocks = range(DEEP)
    silence(named, ["stem/norm", *(f"blocks/{number}/second/norm" for number in blocks)], some(WIDE, WIDE - KEPT))
    for number in blocks:
        place = f"blocks/{number}"
        silence(named, [f"{place}/first/norm", f"{place}/pooling/dense"], some(WIDE, WIDE - KEPT))
        silence(named, [f"{place}/pooling/conv/norm"], some(13, 4))
    for head in ("policy", "soft_policy", "reply", "ownership"):
        if named.get(f"parameters/{head}/conv/norm/scale", np.empty(0)).size == WIDE:
            silence(named, [f"{head}/conv/norm"], some(WIDE, WIDE - KEPT))
    silence(named, ["blocks/1/second/norm"], np.arange(WIDE))  # a block that adds nothing
    weights = large.leaves({name: jax.numpy.asarray(leaf) for name, leaf in named.items()})
    planes = np.random.default_rng(4).random((6, *SHAPE), np.float32)
    before = large.outputs(*weights, planes)
    after = small.outputs(*pruned(large, small, weights), planes)
    assert all(np.std(predicted) > 0 for predicted in jax.tree.leaves(before))
    jax.tree.map(
        lambda predicted, left: np.testing.assert_allclose(left, predicted, rtol=2e-4, atol=2e-4), before, after
    )


def test_what_is_large_stays() -> None:
    """What is dropped changes less than as many channels by chance would."""
    small = Network(SHAPE, POLICY, NetworkConfig(blocks=2, channels=24), seed=1)
    large = of_size(small, Size(2, 32), seed=1)
    rng = np.random.default_rng(6)
    named = named_weights(large, 5)
    for name, leaf in named.items():
        if name.endswith("norm/scale") and leaf.size == 32:
            leaf *= np.exp(rng.normal(size=leaf.shape)).astype(np.float32)
    planes = rng.random((64, *SHAPE), np.float32)

    def leaves(chosen: dict[str, np.ndarray]) -> Any:
        return large.leaves({name: jax.numpy.asarray(leaf) for name, leaf in chosen.items()})

    predicted = large.outputs(*leaves(named), planes).policy

    def by_chance() -> float:
        silenced = {name: leaf.copy() for name, leaf in named.items()}
        silence(silenced, ["stem/norm", "blocks/0/second/norm", "blocks/1/second/norm"], rng.permutation(32)[:8])
        for number in range(2):
            silence(silenced, [f"blocks/{number}/first/norm"], rng.permutation(32)[:8])
        return float(np.square(large.outputs(*leaves(silenced), planes).policy - predicted).mean())

    found = small.outputs(*pruned(large, small, leaves(named)), planes).policy
    assert float(np.square(found - predicted).mean()) < 0.7 * np.mean([by_chance() for _ in range(6)])


@given(rows=st.integers(1, 7), columns=st.integers(1, 7), rank=st.integers(1, 9), seed=st.integers(0, 2**32 - 1))
def test_a_low_rank_is_the_nearest(rows: int, columns: int, rank: int, seed: int) -> None:
    matrix = np.random.default_rng(seed).normal(size=(rows, columns))
    left, right = low_rank(matrix, rank)
    assert left.shape == (rows, rank) and right.shape == (rank, columns)
    rest = np.linalg.svd(matrix, compute_uv=False)[rank:]
    assert np.linalg.norm(matrix - left @ right) == pytest.approx(np.sqrt(np.square(rest).sum()), abs=1e-9)


@pytest.mark.thorough
def test_a_dense_policy_of_full_rank_says_the_same() -> None:
    config = NetworkConfig(blocks=1, channels=12, policy_channels=2, soft_policy=True)
    full = Network(SHAPE, POLICY, config, seed=1)
    named = {name: jax.numpy.asarray(leaf) for name, leaf in named_weights(full, 2).items()}
    planes = np.random.default_rng(3).random((5, *SHAPE), np.float32)
    predicted = full.outputs(*full.leaves(named), planes)
    errors = []
    for rank in (40, 10, 2):
        thin = Network(SHAPE, POLICY, dataclasses.replace(config, policy_rank=rank), seed=1)
        found = thin.outputs(*fitted(full.config, lambda network: network.leaves(named), thin), planes)
        np.testing.assert_allclose(found.value, predicted.value, atol=1e-5)
        errors.append(float(np.abs(found.policy - predicted.policy).max()))
    assert errors[0] < 1e-4 < errors[1] < errors[2]
    assert thin.parameter_count < full.parameter_count


@given(
    shape=st.lists(st.integers(1, 4), min_size=1, max_size=4), share=st.floats(0, 0.99), seed=st.integers(0, 2**32 - 1)
)
def test_the_smallest_weights_go(shape: list[int], share: float, seed: int) -> None:
    leaf = np.random.default_rng(seed).normal(size=shape).astype(np.float32)
    (found,) = map(np.asarray, sparse((jax.numpy.asarray(leaf),), share))
    if leaf.ndim == 1:
        assert np.array_equal(found, leaf)
        return
    gone = found == 0
    assert gone.sum() == int(share * leaf.size) and np.array_equal(found[~gone], leaf[~gone])
    assert not gone.any() or np.abs(leaf[gone]).max() <= np.abs(leaf[~gone]).min()


def test_what_does_not_fit_is_refused() -> None:
    with refused("network.sparsity", "network.start"):
        NetworkConfig(sparsity=0.5)
    config = NetworkConfig(blocks=2, channels=12)
    network = Network(SHAPE, POLICY, config, seed=1)

    def weights(wanted: Network) -> tuple[tuple[jax.Array, ...], tuple[jax.Array, ...]]:
        return wanted.parameters, wanted.statistics

    with refused("3x8", "2x12"):
        fitted(dataclasses.replace(config, blocks=3, channels=8), weights, network)
    with refused("policy_rank", "5", "0"):
        fitted(dataclasses.replace(config, policy_rank=5), weights, network)
    thin = Network(SHAPE, POLICY, dataclasses.replace(config, policy_rank=5), seed=1)
    with refused("policy_rank"):
        fitted(dataclasses.replace(config, channels=8), weights, thin)
    kept = Network(SHAPE, POLICY, dataclasses.replace(config, start="before", sparsity=0.5), seed=1)
    with refused("sparsity"):
        fitted(dataclasses.replace(config, channels=8), weights, kept)
    larger = fitted(dataclasses.replace(config, channels=8), weights, network)  # grows
    assert [leaf.shape for leaf in larger[0]] == [leaf.shape for leaf in network.parameters]
