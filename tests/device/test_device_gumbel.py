"""Gumbel search on the device: it finds what the native forest finds, and what mctx finds."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from refusals import refused

import boardai
from boardai import device
from boardai.bench.device_search import mctx_search
from boardai.search import Forest, GumbelOptions
from boardai.search.trees.options import GumbelSelection


def random_network(rules: device.DeviceRules[Any], seed: int) -> Any:
    generator = np.random.default_rng(seed)
    inputs = int(np.prod(rules.observation_shape))
    weights = jnp.asarray(generator.normal(size=(inputs, rules.policy_size)) * 0.3, jnp.float32)
    values = jnp.asarray(generator.normal(size=inputs) * 0.2, jnp.float32)

    def network(planes: jax.Array) -> tuple[jax.Array, jax.Array]:
        flat = planes.reshape(len(planes), -1)
        return flat @ weights, jnp.tanh(flat @ values)

    return network


def random_positions(spec: str, number: int, plies: int, seed: int) -> tuple[Any, list[Any]]:
    """The same positions on the device and natively, finished ones among them."""
    rules, game, generator = device.rules(spec), boardai.load(spec), np.random.default_rng(seed)
    states, step, state = [game.initial_state() for _ in range(number)], jax.jit(rules.step), rules.init(number)
    for _ in range(plies):
        actions = np.zeros(number, np.int32)
        for row, one in enumerate(states):
            if not one.is_terminal():
                action = int(generator.choice(one.legal_actions()))
                actions[row] = one.policy_index(action)
                one.apply(action)
        state = step(state, jnp.asarray(actions))
    return state, states


def compare_with_forest(spec: str, plies: int, simulations: int, selection: GumbelSelection, least: float) -> None:
    """Compares 32 searches with the forest's; `least`: share of them that must be equal to the last visit.

    The forest computes in 64 bits, so that what is nearly equal may be chosen differently.
    """
    rules, number = device.rules(spec), 32
    network = random_network(rules, 1)
    state, states = random_positions(spec, number, plies, 2)
    noise = np.random.default_rng(3).gumbel(size=(number, rules.policy_size)).astype(np.float32)

    @jax.jit
    def search(state: Any, noise: jax.Array) -> device.GumbelResult:
        return device.gumbel(rules, state, network, jax.random.key(0), simulations, selection, noise)

    found = jax.tree.map(np.asarray, search(state, jnp.asarray(noise)))
    over = np.array([one.is_terminal() for one in states])
    for array in found:
        assert not array[over].any()
    rows = np.flatnonzero(~over)
    options = {name: getattr(selection, name) for name in selection.table}
    forest = Forest(
        [states[row] for row in rows],
        lambda planes: jax.tree.map(np.asarray, network(planes)),
        GumbelOptions(**options, solver=False, endings=False),
    )
    theirs = forest.run(simulations, noise=noise[rows].astype(np.float64))
    np.testing.assert_array_equal(found.visits[rows].sum(1), simulations)
    np.testing.assert_allclose(found.action_weights[rows].sum(1), 1, rtol=1e-5)
    equal = (found.visits[rows] == theirs.visits).all(1)
    assert equal.mean() >= least
    mask = np.array([states[row].legal_mask() for row in rows], bool)
    logits = np.asarray(network(jnp.asarray(np.stack([states[row].observation() for row in rows])))[0])
    priors = np.where(mask, np.exp(logits - logits.max(1, keepdims=True)), 0)
    np.testing.assert_allclose(found.priors[rows], priors / priors.sum(1, keepdims=True), rtol=1e-4, atol=1e-6)
    # An answer for the root and for each simulation, unless it comes to an end.
    answers = found.evaluations[rows]
    assert (answers >= 1).all() and (answers <= simulations + 1).all()
    if simulations == 1:  # two stones end no game
        assert (answers == 2).all()
    elif over.any():  # so near the end others come to it within their trees
        assert (answers < simulations + 1).any()
    indices = [states[row].policy_index(int(action)) for row, action in zip(rows, theirs.actions, strict=True)]
    assert (found.actions[rows] == np.asarray(indices)).mean() >= least
    close = np.isclose(found.values[rows], theirs.values, atol=1e-5)
    assert close.mean() >= least
    weights = np.abs(found.action_weights[rows] - theirs.action_weights).max(1) < 1e-4
    assert weights.mean() >= least


@pytest.mark.parametrize(
    ("spec", "plies", "simulations", "selection"),
    [
        ("hex:size=3", 5, 40, GumbelSelection(considered=4)),  # ends of games all over the trees; some are over
        pytest.param(  # players pass
            *("reversi:board=4x4", 8, 24, GumbelSelection(considered=3, mixed_value=False, scale=0.5)),
            marks=pytest.mark.thorough,
        ),
        pytest.param(
            *("hex:size=4,swap=true", 1, 7, GumbelSelection(considered=16, rescale_values=False, value_scale=0.4)),
            marks=pytest.mark.thorough,
        ),
        ("hex:size=2", 1, 1, GumbelSelection(considered=1)),
    ],
)
def test_the_native_forest_finds_the_same(spec: str, plies: int, simulations: int, selection: GumbelSelection) -> None:
    compare_with_forest(spec, plies, simulations, selection, 0.95)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("spec", "plies"), [("chess", 30), ("reversi", 40), ("hex:size=11", 60)])
def test_the_native_forest_finds_the_same_on_whole_boards(spec: str, plies: int) -> None:
    compare_with_forest(spec, plies, 64, GumbelSelection(), 0.9)


@pytest.mark.slow
def test_mctx_finds_the_same() -> None:
    pytest.importorskip("mctx")
    rules, number = device.rules("hex:size=4"), 64
    network, state = random_network(rules, 1), random_positions("hex:size=4", number, 3, 2)[0]
    key = jax.random.key(5)
    theirs = jax.jit(mctx_search(rules, network, 24, max_num_considered_actions=8))(state, key)
    # As mctx draws it.
    noise = jax.random.gumbel(jax.random.split(key)[1], (number, rules.policy_size), jnp.float32)
    ours = jax.jit(lambda: device.gumbel(rules, state, network, key, 24, GumbelSelection(considered=8), noise))()
    equal = np.asarray(ours.visits == theirs.search_tree.summary().visit_counts).all(1)
    assert equal.mean() >= 0.95
    np.testing.assert_array_equal(np.asarray(ours.actions)[equal], np.asarray(theirs.action)[equal])
    np.testing.assert_allclose(
        np.asarray(ours.action_weights)[equal], np.asarray(theirs.action_weights)[equal], atol=1e-4
    )


def test_no_simulation_is_refused() -> None:
    rules = device.rules("hex:size=3")
    network = random_network(rules, 1)

    with refused("simulations"):
        device.gumbel(rules, rules.init(2), network, jax.random.key(0), 0)
