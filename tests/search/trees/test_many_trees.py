"""`Forest`: many trees, arrays in and out."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import mctx
import numpy as np
import pytest
from fake_network import FakeNetwork
from kinds_of_game import SPECS, load
from positions import early_positions
from refusals import refused
from table_game import Tables, TableState
from test_mctx import invalid, recurrent, root_of

from boardai.search import Forest, GumbelOptions, Network, PuctOptions, gumbel, puct


def columns(by_action: dict, state) -> np.ndarray:
    row = np.zeros(state.policy_size)
    for action, number in by_action.items():
        row[state.policy_index(action)] = number
    return row


@pytest.mark.parametrize("name", SPECS)
@pytest.mark.parametrize("options", [GumbelOptions(scale=0.0), PuctOptions(c_init=2, dirichlet_fraction=0)])
def test_each_tree_is_as_if_it_were_alone(name, options):
    game = load(name)
    states = early_positions(game, 5)
    network = FakeNetwork(game.policy_size)
    found = Forest(states, network, options).run(40)
    alone = gumbel if isinstance(options, GumbelOptions) else puct
    for row, state in enumerate(states):
        changed = {"scale": 0.0} if alone is gumbel else {"c_init": 2}
        one = alone(state, simulations=40, evaluator=Network(network), **changed)
        np.testing.assert_array_equal(found.visits[row], columns(one.visits, state))
        np.testing.assert_allclose(found.action_weights[row], columns(one.policy, state), atol=1e-6)
        np.testing.assert_allclose(found.priors[row], columns(one.priors, state), atol=1e-6)
        assert found.actions[row] == one.action
        assert found.values[row] == pytest.approx(one.value, abs=1e-6)
        visited = {action: value for action, value in one.action_values.items() if one.visits[action]}
        np.testing.assert_allclose(found.q_values[row], columns(visited, state), atol=1e-6)


@pytest.mark.slow
def test_the_same_as_mctx_with_its_own_arrays():
    """Priors, values and noise as arrays, all trees in one call on both sides."""
    trees, actions, simulations = 60, 5, 32
    tables = Tables(trees, actions, 5, seed=4)
    noise = np.random.default_rng(3).gumbel(size=(trees, actions)).astype(np.float32)
    key = jax.random.PRNGKey(0)
    theirs = mctx.gumbel_muzero_policy(
        (), key, root_of(tables), recurrent(tables), simulations, invalid_actions=invalid(tables),
        max_num_considered_actions=4, gumbel_scale=0.0,
    )  # fmt: skip
    forest = Forest(
        [TableState(tables, tree) for tree in range(trees)],
        tables.network,
        GumbelOptions(considered=4, scale=0.0),
    )
    ours = forest.run(simulations, root_logits=tables.logits[:, 0], root_values=tables.values[:, 0])
    np.testing.assert_array_equal(ours.visits, theirs.search_tree.summary().visit_counts)
    np.testing.assert_array_equal(ours.actions, theirs.action)
    np.testing.assert_allclose(ours.action_weights, theirs.action_weights, atol=1e-5)
    assert noise.shape == ours.visits.shape


def test_noise_by_policy_index():
    game = load("hex")
    states = early_positions(game, 3)
    network = FakeNetwork(game.policy_size)
    noise = np.random.default_rng(1).gumbel(size=(3, game.policy_size))
    found = Forest(states, network).run(30, noise=noise)
    for row, state in enumerate(states):
        own = noise[row, [state.policy_index(action) for action in state.legal_actions()]]
        one = gumbel(state, simulations=30, evaluator=Network(network), noise=own)
        np.testing.assert_array_equal(found.visits[row], columns(one.visits, state))
        assert found.actions[row] == one.action


@pytest.mark.parametrize("leaves", [1, 3])
@pytest.mark.parametrize("batch_size", [None, 2, 4, 16])
def test_a_jitted_network_is_traced_once(leaves, batch_size):
    game = load("hex")
    traced = []
    weights = jnp.asarray(
        np.random.default_rng(2).normal(size=(int(np.prod(game.observation_shape)), game.policy_size))
    )

    @jax.jit
    def network(planes):
        traced.append(planes.shape)
        logits = planes.reshape(planes.shape[0], -1) @ weights
        return logits, jnp.tanh(logits.sum(1) / 50)

    options = PuctOptions(leaves_per_tree=leaves)
    states = early_positions(game, 5)
    found = Forest(states, network, options, batch_size=batch_size).run(25)
    assert traced == [((5 * leaves) if batch_size is None else batch_size, *game.observation_shape)]
    assert (found.visits.sum(axis=1) == 25).all()
    if leaves == 1:
        again = Forest(states, network, options).run(25)
        np.testing.assert_array_equal(found.visits, again.visits)


def test_a_forest_goes_on_below_the_moves():
    game = load("hex")
    forest = Forest([game.initial_state()] * 4, FakeNetwork(game.policy_size), PuctOptions())
    first = forest.run(30)
    actions = first.actions.copy()
    actions[3] = -1
    forest.advance(actions)
    assert [state.legal_actions() == game.initial_state().legal_actions() for state in forest.states] == [
        False, False, False, True,
    ]  # fmt: skip
    second = forest.run(10)
    assert (second.visits.sum(axis=1)[:3] > 10).all() and second.visits[3].sum() == 40
    with refused("tree 0"):
        forest.advance(np.array([actions[0], -1, -1, -1]))
    with refused("actions", "4"):
        forest.advance([1.0] * 4)
    forest.set_states([game.initial_state()] * 4)
    np.testing.assert_array_equal(forest.run(30).visits, first.visits)


def test_whole_games_end_and_finished_rows_rest():
    game = load("tic-tac-toe")
    forest = Forest([game.initial_state() for _ in range(6)], FakeNetwork(9), GumbelOptions(), seed=5)
    for _ in range(10):
        found = forest.run(8)
        over = np.array([state.is_terminal() for state in forest.states])
        assert (found.actions[over] == -1).all() and not found.visits[over].any()
        assert (found.actions[~over] >= 0).all() and (found.visits[~over].sum(axis=1) >= 8).all()
        np.testing.assert_allclose(found.action_weights.sum(axis=1), ~over, atol=1e-5)
        forest.advance(found.actions)
    assert over.all()
    assert repr(found) == "<ForestResult of 6 trees, 0 visits>" and len(found[:2]) == 2


def test_what_does_not_fit_is_refused():
    game = load("hex")
    network, states = FakeNetwork(game.policy_size), early_positions(game, 2)
    with refused("state"):
        Forest([], network)
    with refused("states[1]"):
        Forest([states[0], load("chess").initial_state()], network)
    with refused("network", "planes"):
        Forest(states, "pesto")
    with refused("batch_size"):
        Forest(states, network, batch_size=0)
    forest = Forest(states, network)
    with refused("root_logits", "root_values"):
        forest.run(4, root_logits=np.zeros((2, game.policy_size)))
    with refused("root_values", "[2]", "[3]"):
        forest.run(4, root_logits=np.zeros((2, game.policy_size)), root_values=np.zeros(3))
    with refused("noise", "[2, 25]"):
        forest.run(4, noise=np.zeros((2, 3)))
    forest.run(4)
    with refused("tree 0"):
        forest.run(4, root_logits=np.zeros((2, game.policy_size)), root_values=np.zeros(2))
    failing = Forest(states, lambda planes: (_ for _ in ()).throw(RuntimeError("no power")))
    given = {"root_logits": np.zeros((2, game.policy_size)), "root_values": np.zeros(2)}
    with pytest.raises(RuntimeError, match="no power"):
        failing.run(4, **given)
    with refused("tree 0"):
        failing.run(4, **given)  # by what was given
    with refused("logits", "[2, 25]", "[2, 3]"):
        Forest(states, lambda planes: (np.zeros((2, 3)), np.zeros(2))).run(4)
    with refused("2", "states"):
        forest.set_states(states[:1])
