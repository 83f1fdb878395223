"""Networks that grow: their outputs stay the same, they learn on, and a run with them continues bit for bit."""

import dataclasses
from pathlib import Path

import jax
import numpy as np
import pytest
from refusals import refused
from sampled import sampled
from towers import POLICY, SHAPE, TOWERS, shaken

from boardai.learn.network.config import GrowthConfig, NetworkConfig, Size
from boardai.learn.network.growth import grown, grown_state, of_size, size_of
from boardai.learn.network.network import Network
from boardai.learn.runs.trained_network import load_trained
from boardai.learn.runs.trained_run import open_run
from boardai.learn.training.config import LearnConfig
from boardai.learn.training.descent import optimizer


@pytest.mark.parametrize("tower", sampled(TOWERS, ["plain"], "slow"))
def test_a_grown_network_has_the_same_outputs(tower: str) -> None:
    small = Network(SHAPE, POLICY, NetworkConfig(blocks=1, channels=12, **TOWERS[tower]), seed=1)
    large = of_size(small, Size(3, 40), seed=1)
    assert size_of(large) == Size(3, 40) and large.config.policy_head == small.config.policy_head
    weights = shaken(small, 2)
    planes = np.random.default_rng(3).random((6, *SHAPE), np.float32)
    before, after = small.outputs(*weights, planes), large.outputs(*grown(small, large, weights), planes)
    assert all(np.std(predicted) > 0 for predicted in jax.tree.leaves(before))
    jax.tree.map(lambda predicted, grown: np.testing.assert_allclose(grown, predicted, atol=3e-5), before, after)

    # What is new takes part in learning: every new block and channel has a gradient, or the scale before it has.
    def loss(parameters: tuple[jax.Array, ...]) -> jax.Array:
        outputs = large.outputs(parameters, grown(small, large, weights)[1], planes)
        return (outputs.policy**2).sum() + (outputs.value**2).sum()

    gradients = dict(zip(large.parameter_names, jax.grad(loss)(grown(small, large, weights)[0]), strict=True))
    for name in ("blocks/1/second/norm/scale", "blocks/2/second/norm/scale"):
        assert np.abs(gradients[name]).max() > 0
    assert np.abs(gradients["blocks/0/second/conv/kernel"][..., 12:, :12]).max() > 0


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sgd", "adamw"])
def test_momentum_goes_on_and_begins_at_0_for_what_is_new(kind: str) -> None:
    small = Network(SHAPE, POLICY, NetworkConfig(blocks=1, channels=12), seed=1)
    large = of_size(small, Size(2, 16), seed=1)
    optimiser = optimizer(LearnConfig(optimizer=kind))  # type: ignore[arg-type]
    state = optimiser.init(small.parameters)
    _, state = optimiser.update(shaken(small, 4)[0], state, small.parameters)
    fresh = optimiser.init(large.parameters)
    found = grown_state(small, large, state, fresh)
    assert jax.tree.structure(found) == jax.tree.structure(fresh)
    assert [leaf.shape for leaf in jax.tree.leaves(found)] == [leaf.shape for leaf in jax.tree.leaves(fresh)]
    sums = [float(np.abs(leaf).sum()) for leaf in jax.tree.leaves(state)]
    old = [total for total in sums if total > 0]
    new = [total for leaf in jax.tree.leaves(found) if (total := float(np.abs(leaf).sum())) > 0]
    assert new == pytest.approx(old, rel=1e-5)
    large.leaves(large.named(*grown(small, large, (small.parameters, small.statistics))))
    optimiser.update(large.parameters, found, large.parameters)


@pytest.mark.parametrize(
    ("stages", "places"),
    [
        (("0.5:4by32",), ("growth.stages", "0.5:4by32")),
        (("1.5:4x32",), ("growth.stages", "1.5:4x32")),
        (("0.5:4x32", "0.5:4x48"), ("0.5:4x48", "0.5:4x32")),
        (("0.2:4x48", "0.5:6x32"), ("6x32", "4x48")),
    ],
)
def test_stages_that_do_not_grow_are_refused(stages: tuple[str, ...], places: tuple[str, str]) -> None:
    with refused(*places):
        GrowthConfig(stages)


@pytest.mark.thorough
def test_a_run_grows_and_goes_on_bit_for_bit(train_here, tiny, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    changes = {"growth": GrowthConfig(("0.5:2x12",)), "keep_checkpoints": 9}
    with refused("1x6", "1x8"):
        dataclasses.replace(tiny, growth=GrowthConfig(("0.5:1x6",)))
    gate = dataclasses.replace(tiny.arena, gate=dataclasses.replace(tiny.arena.gate, score=0.55))
    with refused("gate"):
        dataclasses.replace(tiny, growth=changes["growth"], arena=gate)
    train_here(tmp_path / "whole", None, **changes)
    train_here(tmp_path / "parts", 3, **changes)  # has grown after the second iteration
    train_here(tmp_path / "parts", 4, **changes)
    whole, parts = open_run(tmp_path / "whole"), open_run(tmp_path / "parts")
    rows = whole.settings.selfplay.games  # type: ignore[attr-defined]
    planes = np.random.default_rng(0).random((rows, *whole.game.observation_shape), np.float32)
    for checkpoint in whole.checkpoints:
        predicted, again = (run.evaluator(checkpoint)(planes) for run in (whole, parts))
        np.testing.assert_array_equal(predicted[0], again[0])
        np.testing.assert_array_equal(predicted[1], again[1])
    assert whole.checkpoints == [0, 1, 2, 3, 4]
    small, large = (load_trained(whole.path, number).network for number in (2, 3))
    assert (size_of(small), size_of(large)) == (Size(1, 8), Size(2, 12))
    # Opponents of the run's own past are as large as they were.
    assert whole.report is not None and "search vs initial weights" in whole.report["matches"]
