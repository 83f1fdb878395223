"""Networks of one's own, named by module or file."""

from pathlib import Path

import numpy as np
import pytest
from refusals import refused

from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Network
from boardai.learn.network.size import flops
from boardai.learn.training.batch import TrainingBatch
from boardai.learn.training.config import LearnConfig, LossConfig
from boardai.learn.training.learner import Learner

SOURCE = """
import jax.numpy as jnp
from flax import nnx

from boardai.learn.network.layers import ConvBlock


class Mine(nnx.Module):
    def __init__(self, shape, policy_size, config, rngs):
        height, width, channels = shape
        self.conv = ConvBlock(channels, config.channels, 3, rngs)
        self.policy = nnx.Linear(height * width * config.channels, policy_size, rngs=rngs)
        self.value = nnx.Linear(height * width * config.channels, 1, rngs=rngs)

    def __call__(self, planes):
        x = nnx.relu(self.conv(planes)).reshape(len(planes), -1)
        return self.policy(x), jnp.tanh(self.value(x)[:, 0])


class Wrong(Mine):
    def __call__(self, planes):
        return super().__call__(planes)[0][:, 1:], jnp.zeros(len(planes))


class Random(Mine):
    def __init__(self, shape, policy_size, config, rngs):
        super().__init__(shape, policy_size, config, rngs)
        self.dropout = nnx.Dropout(0.5, rngs=rngs)


nothing = 3
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("networks") / "mine.py"
    path.write_text(SOURCE)
    return path


def network_of(file: Path, name: str, seed: int = 0) -> Network:
    return Network((4, 4, 3), 17, NetworkConfig(architecture=f"{file}:{name}", channels=16), seed)


@pytest.mark.thorough
def test_a_network_from_a_file_learns_and_plays(file: Path) -> None:
    network = network_of(file, "Mine")
    assert network.parameter_count == 9 * 3 * 16 + 32 + 257 * 18
    rng = np.random.default_rng(0)
    planes, policy = rng.random((16, 4, 4, 3), np.float32), rng.dirichlet(np.full(17, 0.1), 16).astype(np.float32)
    outcome = rng.choice(np.array([-1, 1], np.float32), 16)

    def fill(step: int, batch: TrainingBatch) -> None:
        batch.planes[:], batch.policy[:], batch.outcome[:] = planes, policy, outcome

    learner = Learner(network, LearnConfig(batch_size=16, learning_rate=0.05, warmup_steps=1))
    first, last = learner.train(1, 0.0, fill), learner.train(60, 0.0, fill)
    assert last["loss"] < 0.7 * first["loss"]
    logits, values = Evaluator(network, *learner.play_weights(), 16)(planes)
    expected = network.apply(*learner.play_weights(), planes)
    assert np.allclose(logits, expected[0], atol=1e-4)  # its ConvBlock is folded as well
    assert np.allclose(values, expected[1], atol=1e-4)
    assert flops(network) == 2 * (16 * 9 * 3 * 16 + 256 * 18)


def test_equal_seeds_give_equal_weights(file: Path) -> None:
    kernels = [np.asarray(network_of(file, "Mine", seed).parameters[-1]) for seed in (1, 1, 2)]
    assert np.array_equal(kernels[0], kernels[1])
    assert not np.array_equal(kernels[0], kernels[2])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Wrong", r"logits \[2, 17\]"),
        ("Random", r"mine\.py:Random .*nnx\.Param"),
        ("Missing", r"mine\.py.*'Missing'"),
        ("nothing", r"mine\.py.*'nothing'"),
    ],
)
def test_networks_that_cannot_be_used_are_refused(file: Path, name: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        network_of(file, name)


@pytest.mark.parametrize("architecture", ["no_such_module:Net", "/no/such/file.py:Net"])
def test_a_missing_module_is_named(architecture: str) -> None:
    with pytest.raises(ValueError, match=r"no.such"):
        Network((4, 4, 3), 17, NetworkConfig(architecture=architecture), 0)


def test_the_name_must_say_where() -> None:
    with refused("network.architecture", "residual"):
        NetworkConfig(architecture="resnet")


def test_a_loss_without_its_head_is_refused(file: Path) -> None:
    config = LearnConfig(batch_size=4, loss=LossConfig(moves_left=0.1))
    with refused("network.architecture", "moves_left"):
        Learner(network_of(file, "Mine"), config)
    with refused("learn.loss.moves_left", "network.moves_left"):
        Learner(Network((4, 4, 3), 17, NetworkConfig(blocks=0, channels=4), 0), config)
