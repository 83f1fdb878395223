"""PUCT: equal to its reference implementation, on every kind of game; results, options, errors."""

from __future__ import annotations

import random

import numpy as np
import pytest
from fake_network import FakeNetwork
from kinds_of_game import SPECS, load
from positions import early_positions
from refusals import refused

import boardai
from boardai.search import Network, puct
from boardai.search.reference.trees.forced_playouts import forced_puct, forced_visits, pruned_policy
from boardai.search.reference.trees.puct import puct as reference_puct


@pytest.mark.parametrize("name", SPECS)
def test_equals_its_plain_python_reference(name):
    game = load(name)
    simulations = 60 if name == "chess" else 120
    variants = [{}, {"c_scale": 2.5, "c_init": 0.8, "c_base": 500}, {"fpu_reduction": 0.4}]
    for state, options in zip(early_positions(game, len(variants)), variants, strict=True):
        network = FakeNetwork(game.policy_size)
        result = puct(state, simulations=simulations, evaluator=Network(network), **options)
        root = reference_puct(state, network, simulations, **options)
        assert result.visits == {action: child.visits for action, child in root.children.items()}
        assert result.priors == pytest.approx({action: child.prior for action, child in root.children.items()})
        assert result.value == pytest.approx(root.value_sum / root.visits, abs=1e-12)
        assert result.action_values == pytest.approx(
            {a: child.value_for(root.player) for a, child in root.children.items() if child.visits}, abs=1e-12
        )


@pytest.mark.parametrize("name", SPECS)
def test_forced_playouts_equal_their_plain_python_reference(name):
    game = load(name)
    pruned = False
    for number, state in enumerate(early_positions(game, 2)):
        network = FakeNetwork(game.policy_size)
        noise = np.random.default_rng(number).dirichlet([0.3] * len(state.legal_actions()))
        k = 2.0 + 4 * number
        options = {"simulations": 80, "dirichlet_fraction": 0.25, "noise": noise.tolist()}
        options["evaluator"] = Network(network)
        result = puct(state, forced_playouts=k, **options)
        root = forced_puct(state, network, 80, k, noise, 0.25)
        assert result.visits == {action: child.visits for action, child in root.children.items()}
        assert result.policy == pytest.approx(pruned_policy(root, k))
        for child in root.children.values():
            assert child.visits == 0 or child.visits > forced_visits(root, child, k) - 1
        pruned |= any(share != result.visits[action] / 80 for action, share in result.policy.items())
        assert result.action == max(result.visits, key=lambda a, r=result: (r.visits[a], r.priors[a]))
    assert pruned


@pytest.mark.parametrize("name", SPECS)
def test_result_fields(name):
    game = load(name)
    state = game.initial_state()
    before = state.to_string()
    result = puct(state, simulations=50, evaluator=Network(FakeNetwork(game.policy_size)))
    assert state.to_string() == before
    assert sorted(result.visits) == state.legal_actions()
    assert sum(result.visits.values()) == result.simulations == 50
    assert sum(result.policy.values()) == pytest.approx(1)
    assert result.action == result.pv[0] == max(result.visits, key=result.visits.get)
    assert 1 <= len(result.pv) <= result.depth <= 50
    for action in result.pv:
        assert state.is_legal(action)
        state = state.child(action)
    assert 1 < result.nodes <= 51
    assert result.seconds > 0
    assert result.value_for(0) == result.value == -result.value_for(1)
    with pytest.raises(ValueError, match="player"):
        result.value_for(2)


@pytest.mark.parametrize("name", SPECS)
def test_same_seed_same_result(name):
    game = load(name)
    state = game.initial_state()
    network = FakeNetwork(game.policy_size)
    options = {"simulations": 40, "dirichlet_fraction": 0.25, "evaluator": Network(network)}
    first, again, other = (puct(state, seed=seed, **options) for seed in (1, 1, 2))
    assert first.visits == again.visits and first.value == again.value and first.priors == again.priors
    assert first.priors != other.priors
    rolled, rolled_again = (puct(state, simulations=30, seed=3) for _ in range(2))
    assert rolled.visits == rolled_again.visits and rolled.value == rolled_again.value


def test_finds_the_winning_move_by_random_games():
    game = load("connect four")
    state = game.initial_state()
    for column in (0, 6, 1, 6, 2, 5):  # three in a row below, open to the right
        state.apply(state.legal_actions()[column])
    result = puct(state, simulations=500, seed=1)
    won = state.child(result.action)
    assert won.is_terminal() and won.outcome(state.current_player()) == 1
    assert result.value > 0.8


def test_leaves_share_a_batch():
    game = load("hex")
    network = FakeNetwork(game.policy_size)
    result = puct(game.initial_state(), simulations=200, evaluator=Network(network), leaves_per_tree=8)
    assert sum(result.visits.values()) == 200
    assert max(network.rows) == 8
    assert len(network.rows) < 100


@pytest.mark.parametrize("options", [{}, {"virtual_loss": 0}], ids=str)
def test_batches_are_filled(options):
    """A way to a leaf that waits already does not end the batch: others are found, up to a bound."""
    game = load("chess")
    for leaves in (8, 32):
        found = []
        for _ in range(2):
            network = FakeNetwork(game.policy_size)
            asks = {"evaluator": Network(network), "leaves_per_tree": leaves, **options}
            found.append(puct(game.initial_state(), simulations=800, **asks))
            assert sum(found[-1].visits.values()) == 800 and max(network.rows) == leaves
            assert sum(network.rows) / len(network.rows) > leaves / 2
        first, again = found
        assert (again.visits, again.value, again.action_values) == (first.visits, first.value, first.action_values)
    # Where there are fewer leaves than a batch may have, it is given up.
    state = load("tic-tac-toe").from_string("xxo.ox.o.")
    result = puct(state, simulations=60, evaluator=Network(FakeNetwork(9)), leaves_per_tree=32)
    assert sum(result.visits.values()) == 60 and abs(result.value) <= 1


def test_no_simulations_is_the_policy_alone():
    game = load("hex")
    state = game.initial_state()
    network = FakeNetwork(game.policy_size)
    result = puct(state, simulations=0, evaluator=Network(network))
    logits, values = network(state.observation()[None])
    best = max(state.legal_actions(), key=lambda action: logits[0, state.policy_index(action)])
    assert result.action == best and result.pv == [best]
    assert result.value == pytest.approx(float(values[0]))
    assert result.policy == pytest.approx(result.priors)


def test_options():
    state = load("hex").initial_state()
    with pytest.raises(TypeError, match="simulation"):
        puct(state, simulation=5)
    for name, value in {"simulations": -1, "dirichlet_fraction": 1.5, "rollouts": -1, "forced_playouts": -1}.items():
        with refused(name, value):
            puct(state, **{name: value})
    # At the edge of what a double holds: every score is a NaN, and the search continues.
    assert puct(state, simulations=100, c_scale=0, c_base=1e-310).action in state.legal_actions()


def test_finished_games_are_refused():
    game = load("hex")
    state = game.initial_state()
    rng = random.Random(1)
    while not state.is_terminal():
        state.apply(rng.choice(state.legal_actions()))
    with refused("over"):
        puct(state)


@pytest.mark.parametrize(
    ("logits", "values", "message"),
    [
        ((1, 24), (1,), "logits .*25.*24"),
        ((1, 25), (2,), "values.*1.*2"),
        ((1, 25), (1,), "row 0: value 3"),
        ((1, 25), (1,), "row 0: a logit"),
    ],
)
def test_bad_network_answers_are_refused(logits, values, message):
    def network(planes):
        answer = np.zeros(logits, np.float32), np.zeros(values, np.float32)
        if "value 3" in message:
            answer[1][0] = 3
        if "a logit" in message:
            answer[0][0, 7] = np.nan
        return answer

    with pytest.raises(ValueError, match=message):
        puct(load("hex").initial_state(), simulations=4, evaluator=Network(network))


@pytest.mark.parametrize("spec", ["hex:size=4", "reversi:board=6x6"])
def test_logits_of_illegal_moves_may_be_minus_infinity(spec):
    """As networks with a mask give them; a legal move's logit, and any that is not a number, is still refused."""
    state = boardai.load(spec).initial_state()
    for _ in range(3):
        state.apply(state.legal_actions()[0])
    width = boardai.load(spec).policy_size
    places = [state.policy_index(action) for action in state.legal_actions()]
    legal = set(places)

    def network(planes, illegal=0.0, one=None):
        logits = np.linspace(-1, 1, width)[None]
        logits[0, [index for index in range(width) if index not in legal]] = illegal
        if one is not None:
            logits[0, one[0]] = one[1]
        return logits, np.zeros(1, np.float32)

    unmasked, masked = (
        puct(state, simulations=0, evaluator=Network(lambda planes, illegal=illegal: network(planes, illegal)))
        for illegal in (0.0, -np.inf)
    )
    assert masked.visits == unmasked.visits and masked.policy == unmasked.policy
    illegal_place = next(index for index in range(width) if index not in legal)
    for one in ((places[0], -np.inf), (illegal_place, np.inf), (illegal_place, np.nan)):
        with refused("row 0"):
            puct(state, simulations=0, evaluator=Network(lambda planes, one=one: network(planes, -np.inf, one)))


def test_an_exception_of_the_network_passes_through():
    class Unplugged(Exception):
        pass

    def network(planes):
        raise Unplugged

    with pytest.raises(Unplugged):
        puct(load("hex").initial_state(), evaluator=Network(network))


def test_an_exception_of_a_python_game_passes_through():
    game = load("tic-tac-toe")

    class Broken(type(game.initial_state())):
        def is_terminal(self):
            if self.cells.count(0) < 6:
                raise RuntimeError("broken rule")
            return super().is_terminal()

        def clone(self):
            return Broken(self.cells)

    state = Broken()
    with pytest.raises(RuntimeError, match="broken rule"):
        puct(state, simulations=400, evaluator=Network(FakeNetwork(game.policy_size)))
