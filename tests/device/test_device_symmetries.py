"""Symmetries on the device: a network sees what it would be shown of the native game's symmetric position."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from test_device_gumbel import random_network, random_positions

import boardai
from boardai import device
from boardai.device.symmetries import answers, drawn


@pytest.mark.parametrize("spec", ["hex:rows=3,cols=4,swap=true", "hex:size=3,view=absolute", "reversi:board=4x4"])
def test_positions_look_as_native_symmetric_ones_do(spec: str) -> None:
    """The answer for a position is the network's for one of its symmetric positions, each about equally often."""
    rules, number = device.rules(spec), 64
    network = random_network(rules, 1)
    symmetries = boardai.load(spec).initial_state().symmetry_count()
    assert rules.symmetries == symmetries
    counts = np.zeros(symmetries)
    for plies in (3, 4):  # both sides are to move, so that Hex shows both boards
        state, states = random_positions(spec, number, plies, plies)
        logits, values = jax.tree.map(np.asarray, answers(rules, state, network, 7))
        views = [[one.transformed(symmetry) for symmetry in range(symmetries)] for one in states]
        planes = np.stack([[view.observation() for view in row] for row in views])
        predicted = [jax.tree.map(np.asarray, network(jnp.asarray(planes[:, one]))) for one in range(symmetries)]
        chosen = np.asarray(drawn(rules.observe(state), 7, symmetries))
        again = drawn(rules.observe(state), 7, symmetries)
        np.testing.assert_array_equal(chosen, again)
        for row, one in enumerate(states):
            fits = [
                np.allclose(values[row], predicted[symmetry][1][row], atol=1e-5)
                and all(
                    np.isclose(
                        logits[row, one.policy_index(action)],
                        predicted[symmetry][0][
                            row, views[row][symmetry].policy_index(one.transform_action(action, symmetry))
                        ],
                        atol=1e-4,
                    )
                    for action in one.legal_actions()
                )
                for symmetry in range(symmetries)
            ]
            assert any(fits)
            counts += np.array(fits) / sum(fits)
    assert counts.min() > 0.3 * counts.mean(), "some symmetry is hardly ever drawn"


def test_equal_planes_are_seen_alike_and_seeds_differ() -> None:
    planes = np.random.default_rng(0).integers(0, 2, (4000, 3, 3, 2)).astype(np.float32)
    planes[2000:] = planes[:2000]
    first, other = (np.asarray(drawn(jnp.asarray(planes), seed, 8)) for seed in (1, 2))
    np.testing.assert_array_equal(first[:2000], first[2000:])
    assert 0.05 < (first == other).mean() < 0.2
    shares = np.bincount(first[:2000], minlength=8) / 2000
    assert shares.min() > 0.09 and shares.max() < 0.16


@pytest.mark.slow
def test_without_symmetries_there_is_nothing_to_draw() -> None:
    rules = device.rules("chess:history=0")
    state = rules.init(2)

    def network(planes: jax.Array) -> Any:
        np.testing.assert_array_equal(planes, rules.observe(state))
        return jnp.zeros((2, rules.policy_size)), jnp.zeros(2)

    assert rules.symmetries == 1
    answers(rules, state, network, 7)
