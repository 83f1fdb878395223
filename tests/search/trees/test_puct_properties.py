"""PUCT and Gumbel search under any options, from any position."""

from __future__ import annotations

import random

import pytest
from fake_network import FakeNetwork
from hypothesis import given, settings
from hypothesis import strategies as st
from kinds_of_game import SPECS, load

from boardai.search import Gumbel, Network, Outcome, Puct

COMMON = {
    "leaves_per_tree": st.sampled_from([1, 1, 2, 5]),
    "graph": st.booleans(),
    "solver": st.booleans(),
    "cache_mb": st.sampled_from([0, 1]),
    "repetition_draws": st.booleans(),
}
PUCT = COMMON | {
    "c_init": st.floats(0, 5),
    "c_scale": st.floats(0, 4),
    "c_base": st.floats(1, 1e5),
    "fpu_reduction": st.floats(0, 1),
    "q_transform": st.sampled_from(["none", "min_max", "parent_and_siblings"]),
    "dirichlet_fraction": st.sampled_from([0, 0.25, 1]),
    "virtual_loss": st.just(0) | st.floats(0, 3),
    "early_stop": st.booleans(),
}
GUMBEL = COMMON | {
    "considered": st.integers(1, 40),
    "scale": st.floats(0, 2),
    "value_scale": st.floats(0, 3),
    "maxvisit_init": st.floats(0, 100),
    "rescale_values": st.booleans(),
    "mixed_value": st.booleans(),
}


@pytest.mark.parametrize("name", SPECS)
@settings(max_examples=25)
@given(data=st.data())
def test_any_position_and_options(name, data):
    game = load(name)
    state = game.initial_state()
    for choice in data.draw(st.lists(st.integers(0, 2**16), max_size=30)):
        actions = state.legal_actions()
        following = state.child(actions[choice % len(actions)])
        if following.is_terminal():
            break
        state = following
    face, options = data.draw(
        st.one_of(
            st.tuples(st.just(Puct), st.fixed_dictionaries(PUCT)),
            st.tuples(st.just(Gumbel), st.fixed_dictionaries(GUMBEL)),
        )
    )
    if name.startswith("chess"):
        options = options | {"quiet_plies": data.draw(st.sampled_from([0, 0, 1, 8]))}
    mode = data.draw(st.sampled_from(["network", "rollouts", "constant", "evaluate"]))
    ways = {
        "network": {"evaluator": Network(FakeNetwork(game.policy_size))},
        "rollouts": {},
        "constant": {"rollouts": 0},
        "evaluate": {"evaluator": Outcome(lambda position: (position.hash() % 201 - 100) / 100)},
    }
    if mode != "network":
        options = options | {"cache_mb": 0}
    if mode == "evaluate":  # which is shown the leaf alone
        options = options | {"quiet_plies": 0}
    simulations = data.draw(st.integers(0, 60))
    moves = data.draw(st.integers(0, 2))

    def play():
        search, results, here = face(seed=7, **ways[mode], **options), [], state
        for _ in range(1 + moves):
            earlier = search.search(here, simulations=0)
            result = search.search(here, simulations=simulations)
            here = search.state
            results.append(result)
            assert sorted(result.visits) == here.legal_actions()
            assert here.is_legal(result.action) and result.pv[0] == result.action
            for action in result.pv:
                here.apply(action)
            assert -1 <= result.value <= 1
            assert all(-1 <= value <= 1 for value in result.action_values.values())
            assert sum(result.policy.values()) == pytest.approx(1)
            done = sum(result.visits.values()) - sum(earlier.visits.values())
            assert done == result.simulations
            if not options.get("early_stop") and result.outcome is None:
                assert done == simulations
            search.advance(random.Random(1).choice(search.state.legal_actions()))
            here = search.state
            if here.is_terminal():
                break
        return results

    first, again = play(), play()
    for one, other in zip(first, again, strict=True):
        assert (one.visits, one.value, one.policy, one.action) == (
            other.visits,
            other.value,
            other.policy,
            other.action,
        )
