"""Logistic regression of linear evaluations: known weights are found again, and undetermined ones stay as they were."""

import numpy as np
import pytest
from refusals import refused
from scipy.sparse import csr_matrix

import boardai
from boardai.learn.linear_evaluation.logistic import Examples, cross_entropy, expected, fit, gather
from boardai.search.evaluations.linear import FeatureSet


def made(positions: int, weights: np.ndarray, scale: float, seed: int = 0) -> Examples:
    """Games that are won as often as weights say; the last feature never counts."""
    rng = np.random.default_rng(seed)
    counts = rng.integers(-3, 4, (positions, len(weights))).astype(np.float32)
    counts[:, -1] = 0
    targets = (rng.random(positions) < expected(counts @ weights, scale)).astype(float)
    return Examples(csr_matrix(counts), targets)


def test_known_weights_are_found_again() -> None:
    weights = np.array([90.0, -40.0, 10.0, 0.0, 77.0])
    examples = made(40_000, weights, 300)
    found = fit(examples, np.array([0.0, 0, 0, 0, 33]), 300, pull=1)
    assert found[:4] == pytest.approx(weights[:4], abs=4)
    assert found[4] == 33
    again = fit(examples, np.array([0.0, 0, 0, 0, 33]), 300, pull=1)
    assert (found == again).all()
    pulled = fit(examples, np.zeros(5), 300, pull=1e9)
    assert pulled == pytest.approx(np.zeros(5), abs=1)
    steps: list[int] = []
    fit(examples, np.zeros(5), 300, steps=2, progress=lambda step, loss: steps.append(step))
    assert steps == [1, 2]


def test_the_loss_is_the_entropy() -> None:
    values, targets = np.array([-250.0, 0.0, 600.0]), np.array([0.2, 0.5, 1.0])
    p = 1 / (1 + 10 ** (-values / 320))
    assert expected(values, 320) == pytest.approx(p)
    message = -np.mean(targets * np.log(p) + (1 - targets) * np.log(1 - p))
    assert cross_entropy(values, targets, 320) == pytest.approx(message)


def test_positions_become_rows() -> None:
    state = boardai.load("chess").from_string("4k3/8/8/8/8/8/P7/4K3 w - - 0 1")
    features = FeatureSet("linear", state)
    examples = gather(features, [(state, 1.0), (state, 0.0)])
    assert examples.counts.shape == (2, features.size) and examples.targets.tolist() == [1, 0]
    weights = np.arange(features.size, dtype=np.float32)
    assert (examples.counts @ weights)[1] == pytest.approx(features.value(state, weights), rel=1e-6)
    # Kings on their own squares cancel out.
    assert examples.counts[0].nnz < len(features(state)[0])
    one = examples.rows(np.array([False, True]), np.array([0.5, 0.25]))
    assert len(one) == 1 and one.targets.tolist() == [0.25]


def test_bad_settings_are_refused() -> None:
    examples = made(10, np.zeros(3), 300)
    with refused("3", "weights"):
        fit(examples, np.zeros(4), 300)
    with refused("scale", "0"):
        fit(examples, np.zeros(3), 0)
    state = boardai.load("chess").initial_state()
    with refused("positions"):
        gather(FeatureSet("linear", state), [])
