"""Trees kept from move to move, and quick searches, on the device: the native forest's, as far as there is room."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from test_device_gumbel import random_network, random_positions

from boardai import device
from boardai.device.gumbel import Quick, model_of_rules, search_trees
from boardai.device.trees import followed, planted
from boardai.search import Forest, GumbelOptions
from boardai.search.trees.options import GumbelSelection

ROWS, SELECTION = 24, GumbelSelection(considered=4)


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "simulations"), [("hex:size=3", 12), ("reversi:board=4x4", 16)])
def test_searches_go_on_in_the_trees_of_the_native_forest(spec: str, simulations: int) -> None:
    """Four searches one after the other, the third of them a quick one without noise."""
    rules, quick = device.rules(spec), 5
    network = random_network(rules, 1)
    state, states = random_positions(spec, ROWS, 1, 2)

    @jax.jit
    def ply(state: Any, trees: Any, noise: jax.Array, is_quick: jax.Array) -> Any:
        root, step = model_of_rules(rules, state, network, None)
        found, after = search_trees(root, step, trees, noise, simulations, SELECTION, Quick(is_quick, quick))
        keep = jnp.ones(ROWS, bool)
        return found, followed(after, found.actions, keep, simulations), rules.step(state, found.actions)

    options = {name: getattr(SELECTION, name) for name in SELECTION.table}
    forest = Forest(
        states,
        lambda planes: jax.tree.map(np.asarray, network(planes)),
        GumbelOptions(**options, solver=False, endings=False),
    )
    trees, alike, kept, compared = planted(state, simulations, rules.policy_size, kept=True), np.ones(ROWS, bool), 0, 0
    noises = np.random.default_rng(3).gumbel(size=(5, ROWS, rules.policy_size)).astype(np.float32)
    for number in range(4):
        is_quick = number == 2
        wanted = quick if is_quick else simulations
        found, trees, state = ply(state, trees, jnp.asarray(noises[number]), jnp.asarray(is_quick))
        found = jax.tree.map(np.asarray, found)
        theirs = forest.run(wanted, noise=noises[0].astype(np.float64))
        going_on = np.array([not one.is_terminal() for one in forest.states])
        rows = alike & going_on
        equal = (found.visits == theirs.visits).all(1)
        assert equal[rows].mean() > 0.9
        rows &= equal
        np.testing.assert_allclose(found.values[rows], theirs.values[rows], atol=1e-4)
        np.testing.assert_allclose(found.action_weights[rows], theirs.action_weights[rows], atol=1e-3)
        actions = np.full(ROWS, -1)
        actions[rows] = theirs.actions[rows]
        indices = [forest.states[row].policy_index(int(actions[row])) for row in np.flatnonzero(rows)]
        same = found.actions[rows] == np.asarray(indices)
        assert same.mean() > 0.9
        alike = rows.copy()
        alike[np.flatnonzero(rows)[~same]] = False
        actions[~alike] = -1
        kept += int((found.visits[rows].sum(1) - wanted).sum())
        assert (found.evaluations[rows] <= wanted + 1).all()
        compared += int(rows.sum())
        # A kept root gets its noise on the way to it; a quick search has none.
        for row in np.flatnonzero(alike):
            child = forest.states[row].child(int(actions[row]))
            if not child.is_terminal():
                noise = np.zeros(rules.policy_size) if number + 1 == 2 else noises[number + 1].astype(np.float64)[row]
                given = np.array([noise[child.policy_index(action)] for action in child.legal_actions()])
                forest._forest.set_root_noise(int(row), given, given.size)
        forest.advance(actions)
    assert kept > compared / 2 and compared > 2 * ROWS, "hardly anything was kept"


def test_nodes_without_room_are_evaluated_again() -> None:
    """A game of one action: every search makes a chain longer than what may be kept of it."""
    simulations, games = 4, 2

    def step(count: jax.Array, actions: jax.Array) -> device.Answer:
        after = count + 1
        n = len(after)
        return device.Answer(after, jnp.ones((n, 1), bool), jnp.zeros((n, 1)), after / 100.0, jnp.ones(n))

    @jax.jit
    def ply(count: jax.Array, trees: Any) -> Any:
        root = step(count - 1, count)
        found, trees = search_trees(root, step, trees, jnp.zeros((games, 1)), simulations, GumbelSelection())
        return found, followed(trees, found.actions, jnp.asarray([True, False]), simulations)

    count = jnp.zeros(games)
    trees, kept = planted(count, simulations, 1, kept=True), [0, 3, 6, 9]
    for number, more in enumerate(kept):
        found, trees = ply(count + number, trees)
        # The visits of dropped nodes still count.
        assert found.visits[:, 0].tolist() == [simulations + more, simulations]
        assert int(jnp.sum(trees.legal[0] > 0)) == min(simulations, simulations + more - 1) + 1
        assert int(jnp.sum(trees.legal[1])) == 0, "nothing is kept"
        assert found.evaluations.tolist() == [simulations + 1] * 2
