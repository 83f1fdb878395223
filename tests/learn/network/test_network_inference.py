"""Inference: folded normalisation, Winograd's convolutions, bfloat16; parameters and operations counted."""

import dataclasses
import gc
import weakref
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from refusals import refused

import boardai
from boardai.basics.threads import in_threads
from boardai.game import Game
from boardai.learn.network import native_convolution, winograd
from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.inference import Evaluator, piece_size
from boardai.learn.network.network import Network
from boardai.learn.network.packing import PackedPlanes
from boardai.learn.network.residual import compute_dtype
from boardai.learn.network.size import describe, flops, parameter_table
from boardai.learn.settings import read_toml

SERE = NetworkConfig(blocks=6, channels=96, policy_channels=2, value_channels=12, value_hidden=256)


def trained_statistics(network: Network) -> tuple[jax.Array, ...]:
    """Means and variances that differ from those of a fresh network."""
    rng = np.random.default_rng(3)
    return tuple(
        np.asarray(leaf) * rng.uniform(0.5, 2.0, leaf.shape).astype(np.float32)
        + rng.normal(0, 0.2 * name.endswith("mean"), leaf.shape).astype(np.float32)
        for name, leaf in zip(network.statistic_names, network.statistics, strict=True)
    )


def test_a_network_that_nobody_uses_is_freed(hex3: Game) -> None:
    """Whatever it was asked, and however: nothing that was compiled for it holds it."""
    config = NetworkConfig(blocks=0, channels=4, value_head="wdl")
    network = Network(hex3.observation_shape, hex3.policy_size, config, 0)
    asked, packing = np.zeros((8, 2), np.int32), PackedPlanes.of(network, hex3)
    plain, packed = (
        Evaluator(network, network.parameters, network.statistics, 8, packing=one) for one in (None, packing)
    )
    for evaluator in (plain, packed, plain.with_forecasts(draws=True, moves_left=False)):
        assert evaluator(evaluator.planes())[0].shape == (8, hex3.policy_size)
        assert evaluator(evaluator.planes(), 5, asked)[0].shape == (5, 2)
    freed = weakref.ref(network)
    del network, packing, plain, packed, evaluator
    gc.collect()
    assert freed() is None


@pytest.mark.parametrize("tile", range(2, winograd.LARGEST_TILE + 1))
def test_winograd_equals_the_convolution(tile: int) -> None:
    height, width = 4, 7
    rng = np.random.default_rng(tile)
    x = rng.normal(size=(3, height, width, 5)).astype(np.float32)
    kernel = rng.normal(size=(3, 3, 5, 4)).astype(np.float32)
    padded = np.pad(x.astype(np.float64), ((0, 0), (1, 1), (1, 1), (0, 0)))
    expected = sum(
        padded[:, i : i + height, j : j + width] @ kernel[i, j].astype(np.float64) for i in range(3) for j in range(3)
    )
    result = jax.jit(winograd.convolve, static_argnums=2)(x, winograd.transform_kernel(kernel, tile), tile)
    assert np.abs(result - expected).max() < 2e-5 * np.abs(expected).max()


@pytest.mark.parametrize(("native", "inputs"), [(False, 4), (True, 16), (True, 5)])
def test_winograd_learns_like_the_convolution(native: bool, inputs: int) -> None:
    if native and not native_convolution.offered(16):
        pytest.skip("this processor has neither AVX2 nor AVX-512")
    rng = np.random.default_rng(0)
    x = rng.normal(size=(7, 5, 6, inputs)).astype(np.float32)
    kernel = rng.normal(size=(3, 3, inputs, 32)).astype(np.float32)
    wanted = rng.normal(size=(7, 5, 6, 32)).astype(np.float32)

    def plain(x: jax.Array, kernel: jax.Array) -> jax.Array:
        layout = ("NHWC", "HWIO", "NHWC")
        y = jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=layout)
        return ((y - wanted) ** 2).mean()

    def fast(x: jax.Array, kernel: jax.Array) -> jax.Array:
        if native:
            y = native_convolution.convolve_and_learn(x, kernel, 4)
        else:
            y = winograd.convolve(x, winograd.transform_traced_kernel(kernel, 4), 4)
        return ((y - wanted) ** 2).mean()

    expected, found = (jax.jit(jax.grad(loss, argnums=(0, 1)))(x, kernel) for loss in (plain, fast))
    for want, got in zip(expected, found, strict=True):
        assert np.abs(got - want).max() < 2e-5 * np.abs(want).max()


@pytest.mark.skipif(not native_convolution.offered(16), reason="this processor has neither AVX2 nor AVX-512")
@pytest.mark.parametrize(
    ("inputs", "side", "skip", "relu"), [(16, 5, False, False), (3, 11, True, True), (119, 8, False, True)]
)
def test_native_convolution_equals_the_convolution(inputs: int, side: int, skip: bool, relu: bool) -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(9, side, side, inputs)).astype(np.float32)
    kernel = rng.normal(size=(3, 3, inputs, 48)).astype(np.float32)
    bias = rng.normal(size=48).astype(np.float32)
    added = rng.normal(size=(9, side, side, 48)).astype(np.float32) if skip else None
    padded = np.pad(x.astype(np.float64), ((0, 0), (1, 1), (1, 1), (0, 0)))
    expected = bias + sum(padded[:, i : i + side, j : j + side] @ kernel[i, j] for i in range(3) for j in range(3))
    expected = expected if added is None else expected + added
    expected = np.maximum(expected, 0) if relu else expected
    transformed = winograd.transform_kernel(kernel, winograd.best_tile(side, side))

    @jax.jit
    def convolved(x: jax.Array) -> jax.Array:
        return native_convolution.convolve(x, transformed, bias, added, relu)

    result = np.asarray(convolved(x))
    assert np.abs(result - expected).max() < 2e-5 * np.abs(expected).max()
    # Neither the other boards nor other callers at the same time change what a board gets.
    if added is None:
        assert np.array_equal(convolved(x[4:5])[0], result[4])
    results: list[np.ndarray] = []
    in_threads(lambda number: results.append(np.asarray(convolved(x))) or 1.0, 4)
    assert len(results) == 4 and all(np.array_equal(other, result) for other in results)


@pytest.mark.skipif(not native_convolution.offered(16), reason="this processor has neither AVX2 nor AVX-512")
def test_native_convolution_refuses_shapes_that_do_not_fit() -> None:
    x, kernel, bias = np.zeros((1, 4, 4, 16), np.float32), np.zeros((36, 16, 16), np.float32), np.zeros(16, np.float32)
    convolve = jax.jit(native_convolution.convolve)
    assert convolve(x, kernel, bias).shape == (1, 4, 4, 16)
    wrong_ones = (
        (x[..., :8], kernel, bias),
        (x, kernel[:30], bias),
        (x, kernel[..., :8], bias[:8]),
        (x, kernel, bias[:8]),
    )
    for wrong in wrong_ones:
        with refused("winograd", error=jax.errors.JaxRuntimeError):
            convolve(*wrong)
    with pytest.raises(AssertionError, match="shape"):
        convolve(x, kernel, bias, x[:, :1, :1])
    assert convolve(x > 0, kernel, bias, x > 0).dtype == jnp.float32  # what a network of one's own may give it


@pytest.mark.parametrize(
    "changes",
    [{}, {"squeeze_excitation": 8, "global_pooling": 1, "policy_head": "conv"}, {"board_plane": 2, "canvas": 7}],
)
def test_networks_are_the_same_with_and_without_native_code(changes: dict) -> None:
    config = dataclasses.replace(NetworkConfig(blocks=2, channels=32), **changes)
    with_native, without = (Network((5, 5, 3), 26, config, 0, native=native) for native in (True, False))
    planes = np.random.default_rng(1).random((8, 5, 5, 3)).astype(np.float32)
    results = [
        Evaluator(network, network.parameters, network.statistics, 8)(planes) for network in (with_native, without)
    ]
    for ours, jaxs in zip(*results, strict=True):
        assert np.allclose(ours, jaxs, atol=1e-5)


def test_tiles_follow_the_board() -> None:
    assert [winograd.best_tile(side, side) for side in (3, 5, 6, 8, 11)] == [3, 5, 6, 4, 6]
    with refused("7", "2", "6"):
        winograd.transforms(7)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"squeeze_excitation": 8, "global_pooling": 1, "policy_head": "conv", "value_features": "pooled"},
        {"board_plane": 2, "canvas": 7, "channels": 12},
    ],
)
def test_folded_normalisation_changes_nothing(changes: dict) -> None:
    network = Network((5, 5, 3), 26, NetworkConfig(**({"blocks": 1, "channels": 16, "value_head": "wdl"} | changes)), 0)
    statistics = trained_statistics(network)
    planes = np.random.default_rng(0).random((4, 5, 5, 3), np.float32)
    logits, values = network.jitted_apply(network.parameters, statistics, planes)
    folded_logits, folded_values = Evaluator(network, network.parameters, statistics, 4)(planes)
    scale = np.abs(logits).max()
    assert np.allclose(folded_logits, logits, atol=1e-5 * scale)
    assert np.allclose(folded_values, values, atol=1e-5)
    fresh, _ = Evaluator(network, network.parameters, network.statistics, 4)(planes)
    assert np.abs(fresh - logits).max() > 0.01 * scale  # the statistics do matter


@pytest.mark.parametrize("seldom_full", [False, True])
@pytest.mark.parametrize(
    ("rows", "large", "small"),
    [(128, 64, 8), (72, 36, 8), (67, 67, 67), (64, 64, 8), (35, 35, 7), (6, 6, 6), (1, 1, 1)],
)
def test_batches_are_computed_in_pieces(rows: int, large: int, small: int, seldom_full: bool) -> None:
    assert piece_size(rows, seldom_full) == (small if seldom_full else large)
    network = Network((3, 3, 2), 10, NetworkConfig(blocks=0, channels=4), 0)
    planes = np.random.default_rng(0).random((rows, 3, 3, 2), np.float32)
    evaluator = Evaluator(network, network.parameters, network.statistics, rows, seldom_full=seldom_full)
    logits, values = evaluator(planes)
    expected_logits, expected_values = network.jitted_apply(network.parameters, network.statistics, planes)
    assert np.allclose(logits, expected_logits, atol=1e-5)
    assert np.allclose(values, expected_values, atol=1e-5)


@pytest.mark.parametrize(("seldom_full", "piece"), [(False, 64), (True, 8)])
def test_pieces_without_a_wanted_row_are_left_out(seldom_full: bool, piece: int) -> None:
    network = Network((3, 3, 2), 10, NetworkConfig(blocks=1, channels=4), 0)
    evaluator = Evaluator(network, network.parameters, network.statistics, 128, seldom_full=seldom_full)
    planes = np.random.default_rng(0).random((128, 3, 3, 2), np.float32)
    logits, values = evaluator(planes)
    assert logits.shape == (128, 10) and values.shape == (128,)
    for rows, pieces in ((0, 0), (1, 1), (piece, 1), (piece + 1, 2), (128, 128 // piece)):
        assert evaluator.computed_rows(rows) == pieces * piece
        some_logits, some_values = evaluator(planes, rows)
        assert np.array_equal(some_logits, logits[:rows])  # bit for bit
        assert np.array_equal(some_values, values[:rows])
    results = network.jitted_folded(
        network.fold(network.parameters, network.statistics), planes, np.int32(64), piece=piece
    )
    assert np.any(results[1][:64]) and not np.any(results[1][64:])


def test_bfloat16_is_for_accelerators(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compute_dtype(NetworkConfig()) == jnp.float32
    monkeypatch.setattr(jax, "default_backend", lambda: "gpu")
    assert compute_dtype(NetworkConfig()) == jnp.bfloat16
    assert compute_dtype(NetworkConfig(precision="float32")) == jnp.float32


def test_bfloat16_is_close_and_weights_stay_float32() -> None:
    config = NetworkConfig(blocks=2, channels=16, moves_left=True)
    half = dataclasses.replace(config, precision="bfloat16")
    exact, rough = (Network((5, 5, 3), 25, c, 0) for c in (config, half))
    planes = np.random.default_rng(0).random((4, 5, 5, 3), np.float32)
    assert {leaf.dtype for leaf in rough.parameters + rough.statistics} == {np.dtype(np.float32)}
    (logits, values), (rough_logits, rough_values) = (
        Evaluator(network, exact.parameters, exact.statistics, 4)(planes) for network in (exact, rough)
    )
    assert rough_logits.dtype == rough_values.dtype == np.float32
    assert np.abs(rough_logits - logits).max() < 0.05 * np.abs(logits).max()
    assert np.abs(rough_values - values).max() < 0.05
    assert not np.array_equal(rough_logits, logits)
    outputs, statistics = jax.jit(rough.apply_training)(rough.parameters, rough.statistics, planes)
    assert outputs.auxiliary and all(head.dtype == np.float32 for head in jax.tree.leaves(outputs))
    assert {leaf.dtype for leaf in statistics} == {np.dtype(np.float32)}


def test_the_thesis_network_is_expressible_exactly() -> None:
    network = Network((8, 8, 119), 4672, SERE, 0)
    shapes = dict(zip(network.parameter_names, (leaf.shape for leaf in network.parameters), strict=True))
    assert shapes["stem/conv/kernel"] == (3, 3, 119, 96)
    assert shapes["blocks/5/second/conv/kernel"] == (3, 3, 96, 96)
    assert shapes["policy/conv/conv/kernel"] == (1, 1, 96, 2)
    assert shapes["policy/dense/kernel"] == (128, 4672)
    assert shapes["value/conv/conv/kernel"] == (1, 1, 96, 12)
    assert shapes["value/hidden/kernel"] == (768, 256)
    assert shapes["value/out/kernel"] == (256, 1)
    normalised = 2 * 96 * 13 + 2 * 2 + 2 * 12
    convolutions = 9 * 119 * 96 + 12 * 9 * 96 * 96 + 96 * 2 + 96 * 12
    dense = 129 * 4672 + 769 * 256 + 257
    assert network.parameter_count == normalised + convolutions + dense == 1_901_821
    assert parameter_table(network) == {"blocks": 997_632, "policy": 602_884, "value": 198_297, "stem": 103_008}
    cells = 64
    assert flops(network) == 2 * (cells * convolutions + 128 * 4672 + 768 * 256 + 256)
    assert "1,901,821 parameters" in describe(network)
    assert "142.3 MFLOP" in describe(network)


def test_the_preset_sere_is_that_network() -> None:
    table = read_toml(Path(boardai.__file__).parent / "presets" / "sere.toml")["network"]
    assert NetworkConfig(**table) == SERE


def test_operations_agree_with_xlas_own_count() -> None:
    """XLA leaves out products with the padding of 3x3 convolutions and counts additions, normalisation and so on."""
    config = NetworkConfig(blocks=2, channels=32, squeeze_excitation=8, policy_head="conv", moves_left=True)
    network = Network((8, 8, 4), 65, config, 0)
    planes = np.zeros((1, 8, 8, 4), np.float32)
    compiled = network.jitted_apply.lower(network.parameters, network.statistics, planes).compile()
    counted = compiled.cost_analysis()["flops"]
    inside = (3 * 8 - 2) ** 2 / (3 * 8) ** 2
    shapes = dict(zip(network.parameter_names, (leaf.shape for leaf in network.parameters), strict=True))
    # Heads that `apply` does not return are not computed, and so not counted.
    played = {name: shape for name, shape in shapes.items() if not name.startswith("moves_left")}
    three = sum(2 * 64 * np.prod(shape) for shape in played.values() if shape[:2] == (3, 3))
    assert flops(network) - three < 0.1 * three
    assert counted == pytest.approx(flops(network) - (1 - inside) * three, rel=0.05)


def test_weights_that_are_no_longer_used_are_given_back_at_once() -> None:
    """Not when Python next looks for circles, which may be a hundred iterations of a run away."""
    network = Network((5, 5, 3), 25, NetworkConfig(blocks=1, channels=8), 0)

    def fold_new_weights() -> None:
        parameters, statistics = (
            jax.tree.map(jnp.array, leaves) for leaves in (network.parameters, network.statistics)
        )
        jax.block_until_ready(network.fold(parameters, statistics))

    fold_new_weights()
    gc.collect()
    gc.disable()
    try:
        before = len(jax.live_arrays())
        for _ in range(3):
            fold_new_weights()
        assert len(jax.live_arrays()) == before
    finally:
        gc.enable()
