"""Searches among some of the moves only: as if there were no others, and without a trace in what comes after."""

from __future__ import annotations

import numpy as np
import pytest
from fake_network import FakeNetwork
from kinds_of_game import SPECS, load
from refusals import refused

from boardai import search

SESSIONS = {
    "pvs": lambda: search.Pvs(options=search.PvsOptions.sound()),
    "mcts": lambda **options: search.Mcts(seed=3, **options),
    "puct": lambda **options: search.Puct(seed=3, **options),
    "gumbel": lambda **options: search.Gumbel(seed=3, **options),
}
BACK_RANK = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"


def limit(name: str, amount: int) -> dict[str, int]:
    return {"depth": min(amount, 4)} if name == "pvs" else {"simulations": amount}


@pytest.mark.parametrize("kind", SPECS)
@pytest.mark.parametrize("name", SESSIONS)
def test_only_these_are_looked_at_and_the_next_search_looks_at_all(name, kind):
    state = load(kind).initial_state()
    legal = state.legal_actions()
    only = [legal[-1], legal[0], legal[0]]
    session = SESSIONS[name]()
    found = session.search(state, root_actions=only, **limit(name, 40))
    assert found.action in only
    reported = found.visits if name != "pvs" else found.action_values
    assert set(reported) <= set(only) and found.pv[0] == found.action
    after = session.search(state, **limit(name, 40))
    if name == "pvs":
        assert after.value == search.pvs(state, depth=4, options=search.PvsOptions.sound()).value
    else:
        assert set(after.visits) == set(legal)


@pytest.mark.parametrize("options", [{}, {"threads": 2}, {"threads": 2, "parallel": "root"}, {"multi_pv": 3}])
def test_alpha_beta_values_them_as_the_positions_behind_them(options):
    """By the sound search, the value among some moves is the best of the values one ply later."""
    state = load("reversi").initial_state()
    for _ in range(6):
        state.apply(state.legal_actions()[0])
    only = state.legal_actions()[1:4]
    sound = search.PvsOptions.sound(**options)
    found = search.Pvs(options=sound).search(state, depth=4, root_actions=only)
    values = {one: -search.pvs(state.child(one), depth=3, options=search.PvsOptions.sound()).value for one in only}
    assert found.value == max(values.values()) == values[found.action]


def test_the_table_does_not_take_the_value_of_some_for_that_of_all():
    state = load("chess").from_string(BACK_RANK)
    session = search.Pvs()
    quiet = session.search(state, depth=4, root_actions=[state.action_from_string("h2h3")])
    assert state.action_to_string(quiet.action) == "h2h3" and quiet.outcome is None
    assert session.search(state, depth=1).outcome == 1


@pytest.mark.parametrize("name", ["mcts", "puct"])
def test_a_proof_is_one_among_them(name):
    """The best of some moves may lose where another one wins; what is known below them is used again."""
    state = load("tic-tac-toe").initial_state()
    for text in ("a1", "b1", "a2", "b2"):
        state.apply(next(one for one in state.legal_actions() if state.action_to_string(one) == text))
    texts = {state.action_to_string(action): action for action in state.legal_actions()}
    session = SESSIONS[name](solver=True)
    found = session.search(state, simulations=400, root_actions=[texts["c1"], texts["c2"]])
    assert found.outcome is not None and found.outcome < 1
    state.apply(found.action)
    session.search(state, simulations=10)
    before = load("tic-tac-toe").initial_state()
    assert session.search(before, simulations=10).outcome is None


@pytest.mark.parametrize("leaves", [1, 4])
def test_a_network_is_asked_and_cached_for_what_is_looked_at(leaves):
    """An answer for some moves is not taken from the cache for as many others."""
    state = load("hex").initial_state()
    legal = state.legal_actions()
    network = search.Network(FakeNetwork(state.policy_size))
    session = search.Puct(evaluator=network, cache_mb=1, leaves_per_tree=leaves, graph=True)
    for only in (legal[:3], legal[3:6]):
        found = session.search(state, simulations=30, root_actions=only, noise=[0.2, 0.3, 0.5])
        fresh = search.puct(state, simulations=30, root_actions=only, evaluator=network, graph=True)
        assert set(found.visits) == set(only)
        assert found.priors == pytest.approx(fresh.priors) and sum(found.priors.values()) == pytest.approx(1)


@pytest.mark.parametrize("name", SESSIONS)
def test_those_that_are_none_are_refused(name):
    state = load("hex").initial_state()
    session = SESSIONS[name]()
    for actions, reason in (
        ([], "root_actions is empty"),
        ([0, 4000], "root_actions: 4000 is not a legal action in position"),
        ([-1], "root_actions: -1 is not a legal action"),
    ):
        with pytest.raises(ValueError, match=reason):
            session.search(state, root_actions=actions, **limit(name, 5))
    with refused("root_actions", "a1", error=TypeError):
        session.search(state, root_actions=["a1"], **limit(name, 5))
    found = session.search(state, root_actions=np.array([3, 4]), **limit(name, 5))
    assert found.action in (3, 4)
