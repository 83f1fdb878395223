"""Gumbel search: equal to its reference implementation; sequential halving, noise, options."""

from __future__ import annotations

import time

import numpy as np
import pytest
from fake_network import FakeNetwork
from kinds_of_game import SPECS, load
from positions import early_positions
from refusals import refused

import boardai
from boardai import native
from boardai.search import Gumbel, GumbelOptions, Network, Outcome, gumbel
from boardai.search.reference.trees.gumbel import considered_visits
from boardai.search.reference.trees.gumbel import gumbel as reference_gumbel


@pytest.mark.parametrize("name", SPECS)
def test_equals_its_plain_python_reference(name):
    game = load(name)
    rng = np.random.default_rng(8)
    variants = [
        (60, {}),
        (31, {"considered": 4, "value_scale": 0.5}),
        (12, {"considered": 7, "maxvisit_init": 10.0}),
        (5, {"considered": 1}),
    ]
    for state, (simulations, options) in zip(early_positions(game, len(variants)), variants, strict=True):
        network = FakeNetwork(game.policy_size)
        noise = rng.gumbel(size=len(state.legal_actions()))
        result = gumbel(state, simulations=simulations, evaluator=Network(network), noise=noise, **options)
        root, action, policy = reference_gumbel(state, network, simulations, noise, **options)
        assert result.visits == {a: child.visits for a, child in root.children.items()}
        assert result.action == action
        assert result.policy == pytest.approx(policy, abs=1e-6)
        assert result.value == pytest.approx(root.value_sum / root.visits, abs=1e-12)


def test_sequential_halving_spends_the_simulations_on_fewer_and_fewer():
    # 4 actions, 16 simulations: two rounds of 8, first 2 visits for each of 4, then 4 for each of 2.
    assert considered_visits(4, 16) == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    game = load("hex")
    result = gumbel(game.initial_state(), simulations=16, considered=4, evaluator=Network(FakeNetwork(25)))
    assert sorted(result.visits.values())[-4:] == [2, 2, 6, 6]
    assert sorted(result.visits.values())[:-4] == [0] * 21
    assert result.visits[result.action] == 6
    # With few actions, as many as there are.
    state = load("tic-tac-toe").from_string("xxo.ox.o.")
    assert sum(gumbel(state, simulations=20, considered=16).visits.values()) == 20


def test_rounds_end_by_the_clock():
    """A third of the time for eight actions, for four and for two; on a busy machine, roughly so."""
    state = load("hex").initial_state()

    def slow(position):
        time.sleep(0.002)
        return (position.hash() % 201 - 100) / 100

    gumbel(state, simulations=4, evaluator=Outcome(slow))  # whatever is compiled at the first use
    search = Gumbel(evaluator=Outcome(slow), considered=8, seed=1)
    for _ in range(2):
        result = search.search(state, seconds=0.5)
        visits = sorted(result.visits.values(), reverse=True)
        assert sum(n > 0 for n in visits) <= 8
        assert visits[0] > 1.3 * visits[2] > 0 and visits[0] > visits[4]
        assert result.visits[result.action] == visits[0]
        search = Gumbel(evaluator=Outcome(slow), considered=8, seed=2)
    # Not even the first round is whole: the better half of those that were looked at continues.
    search = Gumbel(evaluator=Outcome(slow), considered=25, seed=1)
    result = search.search(state, seconds=0.03)
    assert result.visits[result.action] == max(result.visits.values())
    # Whichever comes first; and rounds for more simulations than could be written down.
    counted = gumbel(state, simulations=60, considered=8, seed=1, rollouts=0)
    assert gumbel(state, simulations=60, considered=8, seed=1, rollouts=0, seconds=60).visits == counted.visits
    visits = sorted(gumbel(state, simulations=10**9, considered=8, seed=1, seconds=0.2).visits.values(), reverse=True)
    assert visits[1] > 1.5 * visits[2]


def test_a_search_that_goes_on_lays_out_rounds_anew():
    state = load("hex").initial_state()
    search = Gumbel(evaluator=Network(FakeNetwork(25)), considered=4, seed=2)
    first = search.search(state, simulations=16)
    second = search.search(state, simulations=16)
    gained = {action: n - first.visits[action] for action, n in second.visits.items()}
    assert sorted(gained.values())[-4:] == [2, 2, 6, 6]
    assert gained[second.action] == 6


def test_considered_actions_are_drawn_like_the_policy():
    """Without simulations the action is a sample of the policy: the Gumbel-max trick."""
    state = load("hex").initial_state()
    network = FakeNetwork(25)
    priors = gumbel(state, simulations=0, evaluator=Network(network)).priors
    drawn = dict.fromkeys(priors, 0)
    runs = 1500
    for seed in range(runs):
        drawn[gumbel(state, simulations=0, evaluator=Network(network), seed=seed).action] += 1
    chi_square = sum((drawn[a] - runs * p) ** 2 / (runs * p) for a, p in priors.items())
    assert chi_square < 51.2  # 24 degrees of freedom, p = 0.001
    assert (
        len({gumbel(state, simulations=0, evaluator=Network(network), seed=s, scale=0).action for s in range(5)}) == 1
    )


def test_the_policy_improves():
    """An action that wins at once gets nearly all of the improved policy, however unlikely the network thought it."""
    state = load("tic-tac-toe").from_string("xx.oo....")

    def network(planes):
        logits = np.zeros((len(planes), 9), np.float32)
        logits[:, 2] = -3
        return logits, np.zeros(len(planes), np.float32)

    result = gumbel(state, simulations=30, evaluator=Network(network), value_scale=1.0)
    assert result.priors[2] < 0.02
    assert result.action == 2 and result.policy[2] > 0.99


@pytest.mark.parametrize("name", SPECS)
def test_same_seed_same_result(name):
    state = load(name).initial_state()
    first, again, other = (gumbel(state, simulations=40, seed=seed) for seed in (1, 1, 2))
    assert (first.visits, first.policy, first.action) == (again.visits, again.policy, again.action)
    assert first.visits != other.visits or first.policy != other.policy
    assert sum(first.policy.values()) == pytest.approx(1)


def test_options():
    state = load("hex").initial_state()
    with refused("considered", "0"):
        gumbel(state, considered=0)
    with refused("value_scale", "-1"):
        gumbel(state, value_scale=-1)
    with pytest.raises(TypeError, match="c_init"):
        gumbel(state, c_init=2)
    with refused("noise", "25"):
        gumbel(state, noise=[0.0] * 24)


def test_noise_that_no_root_needed_is_forgotten():
    state = boardai.load("hex", size=5).initial_state()
    for first in ({"simulations": 8}, {"simulations": 0}):
        search = Gumbel(seed=1)
        search.search(state, **first)
        search.search(state, simulations=8, noise=[0.0] * 25)  # the root is there already
        other = search.search(state.child(3), simulations=8)
        again = Gumbel(seed=1)
        again.search(state, **first)
        again.search(state, simulations=8)
        assert other.visits == again.search(state.child(3), simulations=8).visits


def test_noise_reaches_a_root_that_nothing_has_evaluated():
    state = boardai.load("hex", size=5).initial_state()
    noise = list(np.random.default_rng(3).gumbel(size=24))
    search = Gumbel(seed=1)
    search.search(state, simulations=0)
    assert not search.advance(3)
    found = search.search(state.child(3), simulations=8, noise=noise)
    assert found.visits == Gumbel(seed=2).search(state.child(3), simulations=8, noise=noise).visits
    assert found.visits != Gumbel(seed=2).search(state.child(3), simulations=8, noise=noise[::-1]).visits


def test_a_root_refused_for_its_noise_leaves_nothing_behind():
    state = boardai.load("hex", size=5).initial_state()
    forest = native.template("Puct", state)(1, GumbelOptions(simulations=4).to_native(), 1, False)
    forest.set_root_noise(0, np.zeros(3), 3)
    forest.set_root(0, native.native_state(state))
    assert forest.select_state(0)
    with refused("noise", "25", "3"):
        forest.backup_state(0, np.zeros(25, np.float32), 25, 0.0)
    forest.publish()
    assert forest.root_action_count(0) == 0
    actions = np.zeros(4096, np.int32)
    while forest.select_state(0):
        count = int(forest.leaf_actions(0, actions, actions.size))
        forest.backup_state(0, np.zeros(count, np.float32), count, 0.0)
    assert forest.simulations_done(0) == 4
