"""A tower of attention: what it calculates, what it cannot see, and runs with it."""

import dataclasses
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from flax import nnx
from refusals import refused

from boardai import learn
from boardai.learn.learners.config import TrainConfig
from boardai.learn.network.attention import AttentionBlock
from boardai.learn.network.config import GrowthConfig, NetworkConfig, Size
from boardai.learn.network.growth import of_size
from boardai.learn.network.network import Network
from boardai.learn.network.pruning import fitted
from boardai.learn.network.size import flops

HEIGHT, WIDTH, CHANNELS, HEADS = 3, 4, 8, 2
CELLS = HEIGHT * WIDTH


def shaken_block(seed: int) -> AttentionBlock:
    """A block of which no number is 0 or 1."""
    block = AttentionBlock(CELLS, CHANNELS, HEADS, nnx.Rngs(0))
    rng = np.random.default_rng(seed)
    graph, parameters = nnx.split(block)
    moved = jax.tree.map(lambda leaf: leaf + 0.3 * rng.normal(size=leaf.shape).astype(np.float32), parameters)
    return nnx.merge(graph, moved)


def by_hand(block: AttentionBlock, x: np.ndarray) -> np.ndarray:
    """The same of one position `[N, channels]`, head by head and cell by cell, in NumPy."""

    def dense(layer: nnx.Linear, rows: np.ndarray) -> np.ndarray:
        return rows @ np.asarray(layer.kernel.get_value()) + np.asarray(layer.bias.get_value())

    def normed(layer: nnx.LayerNorm, rows: np.ndarray) -> np.ndarray:
        centred = rows - rows.mean(axis=1, keepdims=True)
        scaled = centred / np.sqrt(np.square(centred).mean(axis=1, keepdims=True) + 1e-6)
        return scaled * np.asarray(layer.scale.get_value()) + np.asarray(layer.bias.get_value())

    share = CHANNELS // HEADS
    parts = dense(block.query_key_value, normed(block.attention_norm, x))
    gathered = np.zeros_like(x)
    for head in range(HEADS):
        columns = slice(head * share, (head + 1) * share)
        queries, keys, values = (parts[:, place * CHANNELS :][:, columns] for place in range(3))
        for cell in range(len(x)):
            likeness = np.array([queries[cell] @ keys[other] / np.sqrt(share) for other in range(len(x))])
            likeness += np.asarray(block.bias.get_value())[head, cell]
            weights = np.exp(likeness - likeness.max())
            gathered[cell, columns] = (weights / weights.sum()) @ values
    y = x + dense(block.projection, gathered)
    return y + dense(block.contract, np.maximum(dense(block.expand, normed(block.feed_forward_norm, y)), 0))


@pytest.mark.thorough
def test_a_block_is_what_its_formula_says() -> None:
    block = shaken_block(1)
    x = np.random.default_rng(2).normal(size=(5, HEIGHT, WIDTH, CHANNELS)).astype(np.float32)
    found = np.asarray(block(x))
    for position, predicted in zip(x, found, strict=True):
        expected = by_hand(block, position.reshape(CELLS, CHANNELS).astype(np.float64))
        np.testing.assert_allclose(predicted.reshape(CELLS, CHANNELS), expected, rtol=1e-4, atol=1e-4)


def test_cells_off_the_board_are_not_seen() -> None:
    block = shaken_block(3)
    rng = np.random.default_rng(4)
    x = rng.normal(size=(2, HEIGHT, WIDTH, CHANNELS)).astype(np.float32)
    mask = np.zeros((2, HEIGHT, WIDTH, 1), bool)
    mask[:, :2, :3] = True
    other = np.where(mask, x, rng.normal(size=x.shape).astype(np.float32))
    first, second = (np.asarray(block(jnp.asarray(one), jnp.asarray(mask))) for one in (x, other))
    np.testing.assert_allclose(first, second, atol=1e-5)
    assert not first[~mask[..., 0]].any() and np.abs(first).max() > 0.1


def test_operations_are_counted() -> None:
    """Two for each product: the parts, likenesses and sums, what joins them, and two layers of twice the channels."""
    config = NetworkConfig(blocks=1, channels=CHANNELS, heads=HEADS, body="attention")
    shape = (HEIGHT, WIDTH, 3)
    with_block, without = (flops(Network(shape, 13, dataclasses.replace(config, blocks=count), 0)) for count in (1, 0))
    assert with_block - without == 2 * CELLS * (CHANNELS * CHANNELS * (3 + 1 + 4) + 2 * CELLS * CHANNELS)


def test_settings_that_it_has_not_are_refused() -> None:
    for changes, place in (
        ({"squeeze_excitation": 4}, "network.squeeze_excitation"),
        ({"global_pooling": 2}, "network.global_pooling"),
        ({"channels": 30}, "network.heads"),
    ):
        with refused(place):
            NetworkConfig(body="attention", **changes)
    with refused("growth.stages"):
        TrainConfig(network=NetworkConfig(body="attention"), growth=GrowthConfig(stages=("0.5:8x64",)))
    network = Network((3, 3, 2), 10, NetworkConfig(blocks=1, channels=8, body="attention"), 0)
    with refused("growth.stages"):
        of_size(network, Size(2, 8), 0)
    with refused("1x16"):
        fitted(dataclasses.replace(network.config, channels=16), lambda _: ((), ()), network)


@pytest.mark.slow
@pytest.mark.parametrize("whole", ["auto", "int16"])
def test_a_run_learns_and_plays_with_it(whole: str, tmp_path: Path) -> None:
    """Self-play, training, matches and an agent; a resumed run equals one that was not stopped."""
    settings = {
        "network.body": "attention", "network.blocks": 1, "network.channels": 16, "network.policy_head": "conv",
        "network.precision": whole, "selfplay.games_per_iteration": 16, "selfplay.simulations": 4, "replay.minimum": 20,
        "learn.batch_size": 16, "arena.every": 0, "arena.final_games": 2, "overlap": "off",
        "inference_rate_seconds": 0.0,
    }  # fmt: skip
    run = learn.train("hex:size=3", preset="demo", run=tmp_path / "whole", iterations=2, verbose=False, **settings)
    state = run.game.initial_state()
    assert state.is_legal(run.agent("puct:simulations=8").choose(state))
    learn.train("hex:size=3", preset="demo", run=tmp_path / "parts", iterations=1, verbose=False, **settings)
    parts = learn.resume(tmp_path / "parts", iterations=2, verbose=False)
    planes = state.observation()[None]
    first, second = (one.network().function(planes) for one in (run, parts))
    assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))
