"""What a user gives a learner: an optimiser of optax, a function that changes batches."""

from __future__ import annotations

import functools
from typing import Any

import jax
import numpy as np
import optax
import pytest
from refusals import refused

from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.network import Network
from boardai.learn.training.batch import TrainingBatch
from boardai.learn.training.config import LearnConfig
from boardai.learn.training.given import Given
from boardai.learn.training.learner import Learner

SHAPE, POLICY, ROWS = (3, 3, 2), 9, 16


@pytest.fixture(scope="module")
def network() -> Network:
    return Network(SHAPE, POLICY, NetworkConfig(blocks=0, channels=4, value_hidden=4), 0)


def fill(step: int, batch: TrainingBatch) -> None:
    rng = np.random.default_rng(step)
    batch.planes[:] = rng.random((ROWS, *SHAPE), np.float32)
    batch.policy[:] = rng.dirichlet(np.full(POLICY, 0.1), ROWS)
    batch.outcome[:] = rng.choice([-1, 0, 1], ROWS)


def learned(network: Network, fill: Any = fill, given: Given | None = None, **settings: Any) -> tuple[Learner, dict]:
    config = LearnConfig(batch_size=ROWS, **settings)
    learner = Learner(network, config, seed=3) if given is None else Learner(network, config, given, seed=3)
    return learner, learner.train(3, 0.0, fill)


@pytest.mark.thorough
def test_the_usual_optimiser_written_with_optax(network: Network) -> None:
    def kernels(parameters: Any) -> Any:
        return jax.tree.map(lambda leaf: leaf.ndim > 1, parameters)

    decay = optax.add_decayed_weights(1e-4, mask=kernels)
    own = optax.chain(optax.clip_by_global_norm(5.0), decay, optax.trace(0.9), optax.scale(-0.1))
    usual, predicted = learned(network, schedule="constant", learning_rate=0.1, warmup_steps=0)
    mine, own_outputs = learned(network, given=Given(optimizer=own))
    for one, other in zip(usual.parameters, mine.parameters, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-7)
    assert predicted["learning_rate"] == 0.1 and "learning_rate" not in own_outputs


def test_an_optimiser_sees_the_names_of_weights(network: Network) -> None:
    def labels(parameters: dict[str, Any]) -> dict[str, Any]:
        return {part: jax.tree.map(lambda leaf, part=part: part, tree) for part, tree in parameters.items()}

    parts = {name.split("/")[0]: optax.set_to_zero() for name in network.parameter_names}
    own = optax.multi_transform({**parts, "value": optax.adam(0.01)}, labels)
    learner, _ = learned(network, given=Given(optimizer=own))
    for name, before, after in zip(network.parameter_names, network.parameters, learner.parameters, strict=True):
        assert np.array_equal(before, after) is not name.startswith("value/"), name


def test_batches_are_changed_before_they_are_learned_from(network: Network) -> None:
    drawn: list[float] = []

    def mirrored(arrays: dict[str, np.ndarray], rng: np.random.Generator) -> dict[str, np.ndarray]:
        drawn.append(rng.random())
        policy = arrays["policy"].reshape(ROWS, 3, 3)[:, :, ::-1].reshape(ROWS, POLICY)
        return {**arrays, "planes": arrays["planes"][:, :, ::-1], "policy": policy.astype(np.float64)}

    def filled_mirrored(step: int, batch: TrainingBatch) -> None:
        fill(step, batch)
        batch.planes[:] = batch.planes[:, :, ::-1].copy()
        batch.policy[:] = batch.policy.reshape(ROWS, 3, 3)[:, :, ::-1].reshape(ROWS, POLICY).copy()

    mine, wanted, plain = (
        learned(network, given=Given(augment=mirrored))[0], learned(network, filled_mirrored)[0], learned(network)[0]
    )  # fmt: skip
    for one, other in zip(mine.parameters, wanted.parameters, strict=True):
        np.testing.assert_array_equal(one, other)
    assert not all(np.array_equal(*both) for both in zip(mine.parameters, plain.parameters, strict=True))
    first = list(drawn)
    learned(network, given=Given(augment=mirrored))
    assert len(set(first)) == 3 and drawn[3:] == first  # by seed and step


@pytest.mark.parametrize(
    ("augment", "error", "words"),
    [
        (lambda arrays, rng: None, TypeError, ["augment", "NoneType"]),
        (lambda arrays, rng: {"planes": arrays["planes"]}, ValueError, ["augment", "policy"]),
        (lambda arrays, rng: {**arrays, "mine": arrays["planes"]}, ValueError, ["augment", "mine"]),
        (lambda arrays, rng: {**arrays, "planes": arrays["planes"][:4]}, ValueError, ["planes", "[4, 3, 3, 2]"]),
    ],
)
def test_other_arrays_are_refused(network: Network, augment: Any, error: type, words: list[str]) -> None:
    with refused(*words, error=error):
        learned(network, given=Given(augment=augment))


def test_an_augment_may_write_into_one_buffer_again_and_again(network: Network) -> None:
    buffer = np.empty((ROWS, *SHAPE), np.float32)

    def in_place(arrays: dict[str, np.ndarray], rng: np.random.Generator) -> dict[str, np.ndarray]:
        buffer[:] = arrays["planes"]
        return {**arrays, "planes": buffer}

    given, rng = Given(augment=in_place), np.random.default_rng(0)
    arrays = {"planes": np.ones((ROWS, *SHAPE), np.float32)}
    first = given.augmented(arrays, rng)
    given.augmented({"planes": 2 * arrays["planes"]}, rng)  # while a step still reads the first
    assert (first["planes"] == 1).all()


@pytest.mark.parametrize("own", [optax.lbfgs(), optax.chain(optax.sgd(0.1), optax.contrib.reduce_on_plateau())])
def test_an_optimiser_that_needs_the_loss_is_refused_at_once(
    network: Network, own: optax.GradientTransformation
) -> None:
    with refused("optimizer", "value"):
        Learner(network, LearnConfig(batch_size=ROWS), Given(optimizer=own))


@pytest.mark.thorough
def test_a_rate_in_the_optimiser_s_state_is_the_run_s(network: Network) -> None:
    def learner(rate: Any) -> Learner:
        adam = optax.chain(optax.clip(1.0), optax.inject_hyperparams(optax.adam)(rate))
        return Learner(network, LearnConfig(batch_size=ROWS), Given(optimizer=adam))

    before = learner(0.01)
    before.train(1, 0.0, fill)
    learner(0.01).restore(before.trees(), 1)
    with refused("optimizer", "learning_rate", "0.01", "0.02"):
        learner(0.02).restore(before.trees(), 1)
    scheduled = optax.linear_schedule(0.1, 0.0, 10)  # its state holds the rate of the step, which moves
    before = learner(scheduled)
    before.train(2, 0.0, fill)
    learner(scheduled).restore(before.trees(), 2)


def test_partial_functions_have_the_names_of_what_they_call() -> None:
    def one(arrays: Any, rng: Any, strength: float = 0.0, shape: Any = None) -> Any:
        return arrays

    def other(arrays: Any, rng: Any, strength: float = 0.0) -> Any:
        return arrays

    def name(function: Any) -> str:
        return Given(augment=function).names()["augment"]

    weak, strong = functools.partial(one, strength=0.1), functools.partial(one, strength=0.2)
    assert name(weak) == f"{name(one)}(strength=0.1)"
    assert len({name(one), name(weak), name(strong), name(functools.partial(other, strength=0.1))}) == 4
    # Nothing that differs from process to process, such as an address.
    assert name(functools.partial(one, shape=np.ones(3))) == f"{name(one)}(shape=ndarray)"
    assert name(functools.partial(one, other)) == f"{name(one)}({name(other)})"


def test_what_is_neither_is_refused() -> None:
    with refused("optimizer", "str", error=TypeError):
        Given(optimizer="adam")  # type: ignore[arg-type]
    with refused("augment", "int", error=TypeError):
        Given(augment=8)  # type: ignore[arg-type]


def test_a_rate_that_is_too_high_is_the_optimiser_s(network: Network) -> None:
    with refused("optimizer", error=FloatingPointError):
        learned(network, given=Given(optimizer=optax.sgd(1e30)))
