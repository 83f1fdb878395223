"""The network: shapes, heads, independence of rows, statistics."""

import jax
import numpy as np
import pytest
from refusals import refused

from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Network

SMALL = {"blocks": 2, "channels": 8, "value_hidden": 16}


def random_planes(rows: int, shape: tuple[int, int, int], seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).random((rows, *shape), np.float32)


@pytest.mark.parametrize("head", ["dense", "conv"])
@pytest.mark.parametrize(("shape", "policy_size"), [((5, 5, 3), 25), ((6, 7, 4), 44), ((8, 8, 119), 4672)])
def test_shapes(head: str, shape: tuple[int, int, int], policy_size: int) -> None:
    network = Network(shape, policy_size, NetworkConfig(policy_head=head, **SMALL), 0)
    evaluate = Evaluator(network, network.parameters, network.statistics, 4)
    logits, values = evaluate(random_planes(4, shape))
    assert logits.shape == (4, policy_size)
    assert logits.dtype == np.float32
    assert values.shape == (4,)
    assert np.all(np.abs(values) < 1)
    assert np.isfinite(logits).all()


def test_a_conv_head_refuses_a_policy_smaller_than_the_board() -> None:
    with refused("policy"):
        Network((6, 7, 2), 7, NetworkConfig(policy_head="conv", **SMALL), 0)


def test_a_rows_result_does_not_depend_on_the_others() -> None:
    network = Network((5, 5, 3), 25, NetworkConfig(**SMALL), 0)
    evaluate = Evaluator(network, network.parameters, network.statistics, 8)
    planes = random_planes(8, (5, 5, 3))
    other = random_planes(8, (5, 5, 3), seed=1)
    other[3] = planes[3]
    (logits, values), (other_logits, other_values) = evaluate(planes), evaluate(other)
    assert np.array_equal(logits[3], other_logits[3])
    assert values[3] == other_values[3]
    assert not np.array_equal(logits[2], other_logits[2])


def test_policy_planes_come_plane_major_and_extras_last() -> None:
    """Moving the input moves a plane's logits with it; the pooled extra stays."""
    network = Network((6, 6, 2), 2 * 36 + 1, NetworkConfig(policy_head="conv", **SMALL), 0)
    evaluate = Evaluator(network, network.parameters, network.statistics, 2)
    planes = np.zeros((2, 6, 6, 2), np.float32)
    planes[0, 2, 2], planes[1, 3, 3] = 1.0, 1.0
    logits, _ = evaluate(planes)
    boards = logits[:, :72].reshape(2, 2, 6, 6)
    # Two blocks and the head's convolution reach 6 cells, but the strongest response is local.
    centre = boards[:, :, 2:4, 2:4]
    assert np.allclose(centre[0, :, 0, 0], centre[1, :, 1, 1], atol=0.05)
    assert np.isclose(logits[0, 72], logits[1, 72], atol=0.05)


def test_training_statistics_move_and_inference_uses_them() -> None:
    network = Network((5, 5, 3), 25, NetworkConfig(**SMALL), 0)
    planes = 3 + random_planes(64, (5, 5, 3))
    train = jax.jit(network.apply_training)
    statistics = network.statistics
    for _ in range(200):
        (logits, values, *_), statistics = train(network.parameters, statistics, planes)
    inferred, inferred_values = network.apply(network.parameters, statistics, planes)
    assert np.allclose(inferred, logits, atol=1e-3)
    assert np.allclose(inferred_values, values, atol=1e-3)
    before, _ = network.apply(network.parameters, network.statistics, planes)
    assert not np.allclose(before, logits, atol=1e-3)


def test_equal_seeds_give_equal_weights() -> None:
    networks = [Network((5, 5, 3), 25, NetworkConfig(**SMALL), seed) for seed in (3, 3, 4)]
    kernels = [[np.asarray(leaf) for leaf in network.parameters if leaf.ndim > 1] for network in networks]
    assert all(np.array_equal(a, b) for a, b in zip(kernels[0], kernels[1], strict=True))
    assert not any(np.array_equal(a, b) for a, b in zip(kernels[0], kernels[2], strict=True))


def test_kernels_start_as_he_normal() -> None:
    network = Network((8, 8, 4), 64, NetworkConfig(blocks=2, channels=64), 0)
    leaves = dict(zip(network.parameter_names, network.parameters, strict=True))
    kernel = np.asarray(leaves["blocks/0/first/conv/kernel"])
    assert kernel.shape == (3, 3, 64, 64)
    assert kernel.std() == pytest.approx(np.sqrt(2 / (9 * 64)), rel=0.03)


def test_wrong_planes_are_refused() -> None:
    network = Network((5, 5, 3), 25, NetworkConfig(**SMALL), 0)
    evaluate = Evaluator(network, network.parameters, network.statistics, 8)
    with refused("shape"):
        evaluate(random_planes(4, (5, 5, 3)))
