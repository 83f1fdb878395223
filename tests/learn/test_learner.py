"""Gradient descent: it learns, it is reproducible, its schedule and loss are what they say."""

import dataclasses

import numpy as np
import pytest

from boardai.learn.batch import TrainingBatch
from boardai.learn.config import LearnConfig, NetworkConfig
from boardai.learn.learner import Learner, learning_rate
from boardai.learn.network import Network

SHAPE, POLICY, ROWS = (5, 5, 3), 25, 32


@pytest.fixture(scope="module")
def network() -> Network:
    return Network(SHAPE, POLICY, NetworkConfig(blocks=1, channels=16), 0)


def batch(seed: int = 0):  # type: ignore[no-untyped-def]
    rng = np.random.default_rng(seed)
    planes = rng.random((ROWS, *SHAPE), np.float32)
    policy = rng.dirichlet(np.full(POLICY, 0.1), ROWS).astype(np.float32)
    values = rng.choice(np.array([-1, 0, 1], np.float32), ROWS)

    def fill(step: int, batch: TrainingBatch) -> None:
        batch.planes[:], batch.policy[:], batch.outcome[:] = planes, policy, values

    return fill


@pytest.mark.parametrize(("optimizer", "rate"), [("sgd", 0.1), ("adamw", 0.01)])
def test_overfits_a_batch(network: Network, optimizer: str, rate: float) -> None:
    config = LearnConfig(batch_size=ROWS, optimizer=optimizer, learning_rate=rate, warmup_steps=10, weight_decay=0)
    learner = Learner(network, config)
    first = learner.train(1, 0.0, batch())
    for _ in range(4):
        last = learner.train(60, 0.5, batch())
    # The policy loss cannot fall below the targets' own entropy.
    assert last["policy_loss"] - last["target_entropy"] < 0.25 * (first["policy_loss"] - first["target_entropy"])
    assert last["value_loss"] < 0.05 < first["value_loss"]
    assert last["top1"] > 0.9
    assert last["value_sign"] == 1.0
    assert learner.steps == 241


def test_same_start_same_batches_same_weights(network: Network) -> None:
    learners = [Learner(network, LearnConfig(batch_size=ROWS)) for _ in range(2)]
    for learner in learners:
        learner.train(5, 0.0, batch())
    assert all(np.array_equal(a, b) for a, b in zip(learners[0].parameters, learners[1].parameters, strict=True))


def test_batches_are_not_refilled_while_in_use(network: Network) -> None:
    """With different batches each step, two buffers must give what fresh arrays give."""
    config = LearnConfig(batch_size=ROWS)

    def varying(step: int, into: TrainingBatch) -> None:
        batch(step)(step, into)

    at_once, one_by_one = Learner(network, config), Learner(network, config)
    at_once.train(8, 0.0, varying)
    for _ in range(8):
        one_by_one.train(1, 0.0, varying)
    assert all(np.array_equal(a, b) for a, b in zip(at_once.parameters, one_by_one.parameters, strict=True))


def test_weight_decay_shrinks_kernels_only(network: Network) -> None:
    config = LearnConfig(batch_size=ROWS, weight_decay=1.0, gradient_clip=1e-9, learning_rate=0.1, warmup_steps=0)
    learner = Learner(network, config)
    learner.train(1, 0.0, batch())
    for before, after in zip(network.parameters, learner.parameters, strict=True):
        shrink = 0.9 if before.ndim > 1 else 1.0
        assert np.allclose(after, shrink * np.asarray(before), atol=1e-6)


def test_schedule() -> None:
    config = LearnConfig(learning_rate=0.2, final_learning_rate=0.1, warmup_steps=10)
    assert learning_rate(config, 0, 0.0) == pytest.approx(0.02)
    assert learning_rate(config, 9, 0.0) == pytest.approx(0.2)
    assert learning_rate(config, 100, 0.5) == pytest.approx(0.2 * 0.55)
    assert learning_rate(config, 100, 1.0) == pytest.approx(0.02)
    assert learning_rate(config, 100, 7.0) == pytest.approx(0.02)


def test_a_diverging_loss_is_an_error_that_names_the_remedy(network: Network) -> None:
    learner = Learner(network, LearnConfig(batch_size=ROWS, learning_rate=1e20, gradient_clip=1e20, warmup_steps=0))
    with pytest.raises(FloatingPointError, match=r"lower learn\.learning_rate"):
        for _ in range(3):
            learner.train(10, 0.0, batch())


def test_no_steps_is_no_result(network: Network) -> None:
    assert Learner(network, dataclasses.replace(LearnConfig(), batch_size=ROWS)).train(0, 0.0, batch()) == {}
