"""Gradient descent: it learns, it is reproducible, its schedule and loss are what they say."""

import dataclasses
import json

import numpy as np
import pytest
from refusals import refused
from sampled import sampled

from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.network import Network
from boardai.learn.training.batch import TrainingBatch
from boardai.learn.training.config import EmaConfig, LearnConfig, LossConfig
from boardai.learn.training.descent import average_decay, learning_rate
from boardai.learn.training.learner import Learner

SHAPE, POLICY, ROWS = (5, 5, 3), 25, 32


@pytest.fixture(scope="module")
def network() -> Network:
    return Network(SHAPE, POLICY, NetworkConfig(blocks=0, channels=16), 0)


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


@pytest.mark.thorough
def test_parts_of_a_batch_are_averaged(network: Network) -> None:
    """Two equal halves give what one half gives alone, statistics and all."""
    half = ROWS // 2

    def twice(step: int, into: TrainingBatch) -> None:
        whole = TrainingBatch(SHAPE, POLICY, ROWS)
        batch(step)(step, whole)
        for name, array in into.arrays().items():
            array[:] = np.resize(whole.arrays()[name][:half], array.shape)

    two = Learner(network, LearnConfig(batch_size=ROWS, shards=2))
    one = Learner(network, LearnConfig(batch_size=half, shards=1))
    results = [learner.train(3, 0.0, twice) for learner in (two, one)]
    for got, want in zip(two.parameters + two.statistics, one.parameters + one.statistics, strict=True):
        assert np.allclose(got, want, rtol=1e-4, atol=1e-6)
    assert results[0]["loss"] == pytest.approx(results[1]["loss"], rel=1e-5)
    assert results[0]["calibration_count"] == [2 * count for count in results[1]["calibration_count"]]
    with refused("learn.batch_size", "9", "learn.shards"):
        LearnConfig(batch_size=9, shards=2)


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
    constant = dataclasses.replace(config, schedule="constant")
    assert [learning_rate(constant, step, 0.9) for step in (0, 9, 500)] == pytest.approx([0.02, 0.2, 0.2])


def test_a_diverging_loss_is_an_error_that_names_the_remedy(network: Network) -> None:
    learner = Learner(network, LearnConfig(batch_size=ROWS, learning_rate=1e20, gradient_clip=1e20, warmup_steps=0))
    with refused("learn.learning_rate", error=FloatingPointError):
        for _ in range(3):
            learner.train(10, 0.0, batch())


def test_no_steps_is_no_result(network: Network) -> None:
    assert Learner(network, dataclasses.replace(LearnConfig(), batch_size=ROWS)).train(0, 0.0, batch()) == {}


HEADS = {
    "dense heads": (
        {"value_head": "wdl", "moves_left": True, "score": True, "soft_policy": True},
        {"moves_left": 0.5, "score": 0.5, "soft_policy": 0.5},
    ),
    "convolutions, pooled features, a masked board": (
        {
            "blocks": 1,
            "policy_head": "conv",
            "value_features": "pooled",
            "moves_left": True,
            "score": True,
            "squeeze_excitation": 4,
            "global_pooling": 1,
            "board_plane": 2,
        },
        {"moves_left": 0.5, "score": 0.5},
    ),
    "what will come": (
        {"ownership": 1, "reply": True, "values_ahead": True},
        {"ownership": 1.0, "reply": 0.5, "values_ahead": 1.0},
    ),
}
FURTHER = {"ownership": (*SHAPE[:2], 1), "reply": (POLICY,), "values_ahead": (3,)}


@pytest.mark.parametrize("name", sampled(HEADS, ["dense heads"], rest="slow"))
def test_every_head_overfits_a_batch(name: str) -> None:
    rows = 12
    heads, weights = HEADS[name]
    network = Network(SHAPE, POLICY, NetworkConfig(**({"blocks": 0, "channels": 12} | heads)), 0)
    rng = np.random.default_rng(1)
    targets = TrainingBatch(SHAPE, POLICY, rows, {column: FURTHER[column] for column in FURTHER if column in weights})
    targets.planes[:] = rng.random(targets.planes.shape)
    targets.planes[..., 2] = 1.0
    targets.legal[:] = rng.random((rows, POLICY)) < 0.7
    targets.legal[:, 3] = 1
    policy = rng.random((rows, POLICY)) ** 4 * targets.legal
    targets.policy[:] = policy / policy.sum(axis=1, keepdims=True)
    targets.outcome[:] = rng.choice([-1, 0, 1], rows)
    targets.moves_left[:] = rng.integers(1, 60, rows)
    targets.score[:] = rng.integers(-20, 20, rows)
    if "reply" in weights:
        targets.ownership[:] = rng.choice([-1, 0, 1], targets.ownership.shape)
        targets.reply[np.arange(rows), rng.integers(POLICY, size=rows)] = 1
        targets.values_ahead[:] = rng.uniform(-1, 1, (rows, 3))

    def fill(step: int, batch: TrainingBatch) -> None:
        for field, array in targets.arrays().items():
            getattr(batch, field)[:] = array

    learner = Learner(
        network, LearnConfig(batch_size=rows, optimizer="adamw", learning_rate=0.01, loss=LossConfig(**weights))
    )
    first, _ = learner.train(1, 0.0, fill), learner.train(200, 0.0, fill)
    last = learner.train(1, 0.0, fill)
    assert last["policy_loss"] - last["target_entropy"] < 0.3 * (first["policy_loss"] - first["target_entropy"])
    extra = {f"{weight}_loss" for weight in weights}
    assert extra <= set(last)
    if "soft_policy" in weights:  # its loss cannot fall below the softened targets' own entropy
        assert last["soft_policy_loss"] < first["soft_policy_loss"]
        extra.remove("soft_policy_loss")
    for loss in {"value_loss"} | extra:
        assert last[loss] < 0.2 * first[loss], loss


def test_the_average_is_what_its_formula_says(network: Network) -> None:
    config = LearnConfig(batch_size=ROWS, ema=EmaConfig(decay=0.3))
    learner = Learner(network, config)
    expected = [np.asarray(leaf, np.float64) for leaf in network.parameters + network.statistics]
    for step in range(6):
        learner.train(1, 0.0, batch(step))
        decay = min(0.3, (1 + step) / (10 + step))
        assert average_decay(config, step) == decay
        now = learner.parameters + learner.statistics
        expected = [decay * old + (1 - decay) * np.asarray(leaf) for old, leaf in zip(expected, now, strict=True)]
    parameters, statistics = learner.match_weights()
    for got, want, raw in zip(parameters + statistics, expected, now, strict=True):
        assert np.allclose(got, want, rtol=1e-5, atol=1e-6)
        assert not np.array_equal(got, raw)
    assert learner.play_weights() == learner.match_weights()


def test_self_play_by_the_last_weights_or_without_an_average(network: Network) -> None:
    raw = Learner(network, LearnConfig(batch_size=ROWS, ema=EmaConfig(decay=0.9, self_play=False)))
    none = Learner(network, LearnConfig(batch_size=ROWS, ema=EmaConfig(decay=0.0)))
    for learner in (raw, none):
        learner.train(2, 0.0, batch())
        assert learner.play_weights() == (learner.parameters, learner.statistics)
    assert raw.match_weights() is raw.average
    assert none.match_weights() == none.play_weights()
    assert set(raw.trees()) == {"network", "optimizer", "ema"}
    assert set(none.trees()) == {"network", "optimizer"}


@pytest.mark.parametrize("optimizer", ["sgd", "adamw"])
def test_a_restored_learner_goes_on_bit_for_bit(network: Network, optimizer: str) -> None:
    config = LearnConfig(batch_size=ROWS, optimizer=optimizer)
    whole, first, second = (Learner(network, config) for _ in range(3))

    def varying(step: int, into: TrainingBatch) -> None:
        batch(step)(step, into)

    whole.train(6, 0.0, varying)
    first.train(3, 0.0, varying)
    stored = {tree: {name: np.asarray(leaf) for name, leaf in arrays.items()} for tree, arrays in first.trees().items()}
    second.restore(stored, first.steps)
    second.train(3, 0.0, varying)
    for tree, arrays in whole.trees().items():
        for name, leaf in second.trees()[tree].items():
            assert np.array_equal(leaf, arrays[name]), (tree, name)


def test_calibration_over_all_steps(network: Network) -> None:
    learner = Learner(network, LearnConfig(batch_size=ROWS, ema=EmaConfig(decay=0.0)))
    result = learner.train(3, 0.0, batch())
    count = result["calibration_count"]
    assert len(count) == 10
    assert sum(count) == 3 * ROWS
    for n, prediction, outcome, low in zip(
        count,
        result["calibration_prediction"],
        result["calibration_outcome"],
        np.arange(-1, 1, 0.2),
        strict=True,
    ):
        if n == 0:
            assert prediction is None
            assert outcome is None
        else:
            assert low - 1e-6 <= prediction <= low + 0.2 + 1e-6
            assert -1 <= outcome <= 1
    assert 0 <= result["calibration_error"] <= 2
    json.dumps(result)
