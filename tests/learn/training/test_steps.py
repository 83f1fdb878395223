"""Training steps by threads and by devices: the same step for every division of a batch's parts."""

import os
import subprocess
import sys

import numpy as np
import pytest

from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Network
from boardai.learn.training.batch import TrainingBatch
from boardai.learn.training.config import LearnConfig
from boardai.learn.training.descent import StepsInThreads, StepsOnDevices
from boardai.learn.training.learner import Learner

SHAPE, POLICY, ROWS = (4, 4, 3), 16, 24
METRICS = ("loss", "policy_loss", "gradient_norm", "calibration_error", "learning_rate")


def fill(step: int, batch: TrainingBatch) -> None:
    """Another batch at every step."""
    rng = np.random.default_rng(step)
    batch.planes[:] = rng.random((ROWS, *SHAPE), np.float32)
    batch.policy[:] = rng.dirichlet(np.full(POLICY, 0.1), ROWS)
    batch.outcome[:] = rng.choice([-1, 0, 1], ROWS)


def learner(shards: int, kind: type) -> Learner:
    network = Network(SHAPE, POLICY, NetworkConfig(blocks=0, channels=4), 0)
    config = LearnConfig(batch_size=ROWS, shards=shards, warmup_steps=2, weight_decay=0.01)
    made = Learner(network, config)
    made._steps = kind(made._descent, shards)
    return made


def interrupt(one: Learner) -> None:
    """Ctrl-C before its third step: the weights are those of before the first."""
    before, calls = one.trees(), iter(range(10))

    def stop() -> None:
        if next(calls) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        one.train(5, 0.0, fill, stop)
    assert one.steps == 0
    for name, tree in one.trees().items():
        assert all(np.array_equal(array, before[name][key]) for key, array in tree.items())


def compare(shards: int) -> int:
    """Raises unless threads and devices agree on weights and metrics; how many devices there were."""
    both = by_threads, by_devices = learner(shards, StepsInThreads), learner(shards, StepsOnDevices)
    for one in both:
        interrupt(one)
    for steps in (1, 3):
        want, got = (one.train(steps, 0.2, fill) for one in both)
        for name in METRICS:
            assert got[name] == pytest.approx(want[name], rel=1e-3, abs=1e-4), name
        assert got["calibration_count"] == want["calibration_count"]
        assert set(got) == set(want)
    for name, tree in by_threads.trees().items():
        for key, array in by_devices.trees()[name].items():
            assert np.allclose(array, tree[key], rtol=1e-3, atol=1e-5), (name, key)
            assert len(array.devices()) == 1, "weights leave on one device"
    return by_devices._steps.shared.devices


def play(network: Network) -> None:
    """Raises unless a batch of play, whose rows the devices share, gets what one device says."""
    planes = np.random.default_rng(0).random((8, *SHAPE), np.float32)
    evaluate = Evaluator(network, network.parameters, network.statistics, 8)
    want = network.apply(network.parameters, network.statistics, planes)
    for rows in (8, 5):
        got = evaluate(planes, rows)
        assert evaluate.computed_rows(rows) == 8
        for array, expected in zip(got, want, strict=True):
            assert np.allclose(array, expected[:rows], rtol=1e-4, atol=1e-5)


@pytest.mark.thorough
def test_one_device_makes_the_steps_that_threads_make() -> None:
    assert compare(shards=3) == 1


@pytest.mark.thorough
def test_several_devices_make_the_steps_that_threads_make() -> None:
    """Three of four share three parts, four eight; a learner takes them where they are, and so does play."""
    script = (
        "import jax, test_steps as t\n"
        "assert jax.local_device_count() == 4\n"
        "network = t.learner(1, t.StepsInThreads).network\n"
        "assert isinstance(t.Learner(network, t.LearnConfig())._steps, t.StepsOnDevices)\n"
        "assert [t.compare(shards) for shards in (3, 8)] == [3, 4]\n"
        "t.play(network)\n"
    )
    devices = {"XLA_FLAGS": "--xla_force_host_platform_device_count=4", "PYTHONPATH": os.path.dirname(__file__)}
    done = subprocess.run(
        [sys.executable, "-c", script], env=os.environ | devices, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
