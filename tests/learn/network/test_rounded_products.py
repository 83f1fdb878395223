"""Convolutions whose products are of whole numbers of 8 and 16 bits: by NumPy as well, in networks, and in agents."""

import dataclasses
from pathlib import Path

import jax
import numpy as np
import pytest
from refusals import refused

import boardai
from boardai.learn.network import native_convolution, winograd
from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Network
from boardai.learn.runs.trained_network import load_evaluator
from boardai.players import load_agent


@pytest.fixture(autouse=True)
def registered() -> None:
    """JAX knows the function."""
    assert native_convolution.offered_in_whole_numbers(16)


def by_numpy(x: np.ndarray, kernel: np.ndarray, tile: int, bits: int = 0) -> np.ndarray:
    """The convolution in Winograd's form, float64; rounded to as many bits as the header says, or not."""
    output, _, data = winograd.transforms(tile)
    size = tile + 2
    boards, height, width, _ = x.shape
    down, across = -(-height // tile), -(-width // tile)
    padded = np.pad(
        x.astype(np.float64), ((0, 0), (1, down * tile + 1 - height), (1, across * tile + 1 - width), (0, 0))
    )
    weights = winograd.transform_kernel(kernel, tile)
    most = winograd.largest_whole(bits, kernel.shape[2])
    if bits:
        numbers, scales, _ = winograd.round_kernel(weights, bits)
        weights = (
            numbers.swapaxes(2, 3).reshape(size * size, -1, kernel.shape[3])[:, : kernel.shape[2]] * scales[:, None]
        )
    result = np.zeros((boards, down * tile, across * tile, kernel.shape[3]))
    for row in range(down):
        for column in range(across):
            square = padded[:, row * tile : row * tile + size, column * tile : column * tile + size]
            rows = np.einsum("ia,jb,nabc->jinc", data, data, square).reshape(size * size, boards, -1)
            if bits:
                largest = np.abs(rows).max(axis=2, keepdims=True)
                scale = np.where(largest > 0, largest / most, 1)
                rows = np.rint(rows / scale) * scale
            products = np.matmul(rows, weights).reshape(size, size, boards, -1)
            found = np.einsum("pi,qj,jind->npqd", output, output, products)
            result[:, row * tile : (row + 1) * tile, column * tile : (column + 1) * tile] = found
    return result[:, :height, :width]


@pytest.mark.parametrize(
    ("inputs", "side", "skip", "relu"), [(16, 5, False, False), (18, 11, True, True), (63, 8, False, True)]
)
@pytest.mark.parametrize(("bits", "tile", "error"), [(8, 4, 0.06), (16, 3, 0.001), (16, 4, 0.001), (16, 6, 0.005)])
def test_native_convolution_rounds_as_numpy_does(
    inputs: int, side: int, skip: bool, relu: bool, bits: int, tile: int, error: float
) -> None:
    rng = np.random.default_rng(inputs)
    x = rng.normal(size=(3, side, side, inputs)).astype(np.float32)
    x[1] = 0.0  # a board without anything
    x[2, :, :, 0] *= 50.0  # one with a large number in each row
    kernel = rng.normal(size=(3, 3, inputs, 48)).astype(np.float32)
    bias = rng.normal(size=48).astype(np.float32)
    added = rng.normal(size=(3, side, side, 48)).astype(np.float32) if skip else None
    rounded = winograd.round_kernel(winograd.transform_kernel(kernel, tile), bits)

    def followed(y: np.ndarray) -> np.ndarray:
        y = y + bias + (0 if added is None else added)
        return np.maximum(y, 0) if relu else y

    @jax.jit
    def convolved(x: jax.Array, added: jax.Array | None) -> jax.Array:
        return native_convolution.convolve_in_whole_numbers(x, rounded, bias, added, relu)

    result = np.asarray(convolved(x, added))
    exact, expected = (followed(by_numpy(x, kernel, tile, rounded_to)) for rounded_to in (0, bits))
    # A number that lies between two whole ones to the last digit may be rounded to either: hence the mean.
    assert np.abs(result - expected).mean() < 1e-4 * np.abs(exact).mean()
    assert 1e-5 < np.abs(expected[0] - exact[0]).mean() / np.abs(exact[0]).mean() < error
    assert np.allclose(result[1], exact[1])
    one = convolved(x[:1], None if added is None else added[:1])
    assert np.array_equal(one[0], result[0])  # the other boards change nothing


@pytest.mark.parametrize("bits", [8, 16])
def test_what_is_no_number_stays_seen(bits: int) -> None:
    x = np.ones((1, 4, 4, 16), np.float32)
    kernel = np.ones((3, 3, 16, 16), np.float32)
    rounded = winograd.round_kernel(winograd.transform_kernel(kernel, winograd.INT8_TILE), bits)
    bias = np.zeros(16, np.float32)
    for wrong in (np.nan, np.inf):
        x[0, 2, 2, 5] = wrong
        assert not np.isfinite(native_convolution.convolve_in_whole_numbers(x, rounded, bias)[0, 2, 2]).any()


def test_sums_of_the_largest_numbers_do_not_overflow() -> None:
    """Every product is the largest there is."""
    inputs = 64
    most = winograd.largest_whole(16, inputs)
    x = np.full((1, 2, 2, inputs), 3.0, np.float32)
    rounded = (
        np.full((16, inputs // 2, 16, 2), most, np.int16),
        np.full((16, 16), 1 / most, np.float32),
        np.zeros((16, 16), np.int32),
    )
    result = np.asarray(native_convolution.convolve_in_whole_numbers(x, rounded, np.zeros(16, np.float32)))
    ones = np.ones((16, inputs, 16), np.float32)
    exact = winograd.convolve(jax.numpy.asarray(x), jax.numpy.asarray(ones), 2)
    assert np.allclose(result, exact, rtol=1e-3, atol=1e-2)


def test_shapes_that_do_not_fit_are_refused() -> None:
    x, bias = np.zeros((1, 4, 4, 16), np.float32), np.zeros(16, np.float32)
    weights, scales, offsets = winograd.round_kernel(np.zeros((36, 16, 16), np.float32), 8)
    convolve = jax.jit(native_convolution.convolve_in_whole_numbers)
    assert convolve(x, (weights, scales, offsets), bias).shape == (1, 4, 4, 16)
    wrong_ones = (
        (x[..., :8], (weights, scales, offsets), bias),
        (x, (weights[:25], scales, offsets), bias),
        (x, (weights, scales[:, :8], offsets), bias),
        (x, (weights, scales, offsets[:25]), bias),
        (x, (weights.astype(np.float32), scales, offsets), bias),
        (x, (weights.astype(np.int16), scales, offsets), bias),
        (x, (weights, scales, offsets), bias[:8]),
    )
    for wrong in wrong_ones:
        with refused("winograd", error=jax.errors.JaxRuntimeError):
            convolve(*wrong)


@pytest.mark.parametrize(
    "changes",
    [{}, {"squeeze_excitation": 8, "global_pooling": 1, "policy_head": "conv"}, {"board_plane": 2, "canvas": 7}],
)
@pytest.mark.parametrize(("precision", "error"), [("int8", 0.1), ("int16", 0.003)])
def test_networks_say_nearly_the_same(changes: dict, precision: str, error: float) -> None:
    config = dataclasses.replace(NetworkConfig(blocks=2, channels=32), **changes)
    whole = dataclasses.replace(config, precision=precision)
    planes = np.random.default_rng(1).random((8, 5, 5, 3)).astype(np.float32)
    networks = [Network((5, 5, 3), 26, one, 0) for one in (config, whole)]
    exact, rounded = (Evaluator(net, networks[0].parameters, net.statistics, 8)(planes) for net in networks)
    for one, other in zip(exact, rounded, strict=True):
        assert not np.array_equal(one, other)
        assert np.abs(one - other).max() < error * (np.abs(one).max() + 0.1)
    learned = [net.apply_training(networks[0].parameters, net.statistics, planes)[0].value for net in networks]
    assert np.array_equal(*learned)  # learning is in float32


def test_self_play_computes_in_whole_numbers_where_these_are_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless the settings say what to compute with."""
    for faster in (False, True):
        monkeypatch.setattr(native_convolution, "faster_in_whole_numbers", lambda channels, faster=faster: faster)
        network = Network((5, 5, 3), 26, NetworkConfig(blocks=1, channels=16), 0)
        at_play = network.at_play()
        assert at_play.config.precision == ("int16" if faster else "auto")
        assert at_play.parameter_names == network.parameter_names
        exact = Network((5, 5, 3), 26, NetworkConfig(blocks=1, channels=16, precision="float32"), 0)
        assert exact.at_play() is exact
    planes = np.random.default_rng(2).random((8, 5, 5, 3)).astype(np.float32)
    predicted = [Evaluator(one, network.parameters, network.statistics, 8)(planes) for one in (network, at_play)]
    assert 0 < np.abs(predicted[0][0] - predicted[1][0]).max() < 0.003


def test_channels_must_be_whole_vectors() -> None:
    with refused("network.precision", "int8", "16"):
        Network((5, 5, 3), 26, NetworkConfig(blocks=1, channels=24, precision="int8"), 0)


@pytest.mark.thorough
def test_agents_of_a_shipped_network_choose_alike() -> None:
    game = boardai.load("hex:size=11,edges=true")
    precisions = ("float32", "int16", "int8")
    evaluators = [load_evaluator("shipped", game, rows=32, precision=one) for one in precisions]
    batch = boardai.Batch(game, n=32, seed=3)
    rng = np.random.default_rng(3)
    for _ in range(12):
        batch.step(np.array([rng.choice(np.flatnonzero(row)) for row in batch.legal_mask()]))
    planes, legal = batch.observations(), batch.legal_mask()
    predicted = [evaluator(planes) for evaluator in evaluators]
    chosen = [np.where(legal, logits, -np.inf).argmax(axis=1) for logits, _ in predicted]
    errors = [np.abs(values - predicted[0][1]).mean() for _, values in predicted]
    assert np.array_equal(chosen[0], chosen[1]) and np.mean(chosen[0] == chosen[2]) > 0.85
    assert 0 < errors[1] < 0.005 < errors[2] < 0.05
    agent = load_agent("puct:run=shipped,simulations=8,precision=int8", game)
    assert agent.choose(game.initial_state()) in game.initial_state().legal_actions()


def test_precision_of_agents_is_checked(tmp_path: Path) -> None:
    game = boardai.load("hex")
    for text, named in (
        ("puct:run=shipped,precision=int4", ["precision", "int8"]),
        ("puct:precision=int8", ["precision", "run="]),
        ("pvs:precision=int8", ["precision"]),
    ):
        with refused(*named):
            load_agent(text, game)
