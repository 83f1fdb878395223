"""PUCT and Gumbel search with what a game knows (`knowledge`). Hex knows much."""

from __future__ import annotations

import random

import pytest
from fake_network import FakeNetwork
from guided_positions import check_games, check_proofs, pruned_position
from positions import after_random_moves
from refusals import refused
from sampled import sampled

import boardai
from boardai.search import Gumbel, GumbelOptions, Network, Puct, PuctOptions, dfpn, gumbel, puct

WON = "4w/2b2/4w/1b3/5 b no-swap"  # black has joined both edges by bridges, and is to move
LOST = "w4/2b2/4w/1b3/4b w no-swap"  # likewise, and white is to move
OPEN = "5/2b2/5/1w3/5 b no-swap"


def network(state):
    return Network(FakeNetwork(state.policy_size))


def position(text):
    return boardai.load("hex:size=5").from_string(text)


EXTRAS = [{}, {"leaves_per_tree": 8}, {"graph": True}, {"graph": True, "leaves_per_tree": 4}]


@pytest.mark.parametrize("search", [puct, gumbel])
@pytest.mark.parametrize("extra", sampled(EXTRAS, EXTRAS[-1:], rest="slow"))
def test_proofs_are_those_of_a_solver(search, extra):
    def found(state, number):
        options = {"knowledge": 1 + number % 5, "solver": True, "evaluator": network(state), **extra}
        return search(state, simulations=400, seed=number, **options)

    check_proofs(found, (7, 13))


def test_what_is_left_out_at_the_root_need_not_be_tried():
    game, rng = boardai.load("hex:size=5"), random.Random(3)
    left_out = 0
    for number in range(40):
        state = after_random_moves(game, rng, rng.randrange(3, 9))
        found = puct(state, simulations=1, seed=number, knowledge=1, solver=True, evaluator=network(state))
        winning = [a for a in state.legal_actions() if dfpn(state.child(a)).outcome == -1]
        kept = set(found.visits)
        left_out += len(state.legal_actions()) - len(kept)
        assert not winning or kept & set(winning)
        assert sum(found.policy.values()) == pytest.approx(1)
    assert left_out > 40


def test_knowledge_proves_with_fewer_simulations():
    state = position(OPEN)
    plain = puct(state, simulations=20_000, seed=1, solver=True, evaluator=network(state))
    known = puct(state, simulations=20_000, seed=1, solver=True, knowledge=4, evaluator=network(state))
    assert known.outcome == 1 and plain.outcome in (1, None)
    assert known.simulations < plain.simulations / 2


def test_a_won_root_is_proven_by_one_simulation():
    state = position(WON)
    for search in (puct, gumbel):
        result = search(state, simulations=100, seed=1, solver=True, knowledge=50, evaluator=network(state))
        assert result.outcome == 1 and result.simulations == 1
        assert dfpn(state.child(result.action)).outcome == -1
        assert result.policy[result.action] == pytest.approx(1)


def test_a_lost_root_goes_on_searching():
    state = position(LOST)
    for search in (puct, gumbel):
        result = search(state, simulations=60, seed=1, solver=True, knowledge=100, evaluator=network(state))
        assert set(result.visits) == set(state.legal_actions())
        assert sum(result.visits.values()) == 60
        assert (result.outcome, result.value) == (-1, -1)


@pytest.mark.parametrize("make", [Puct, Gumbel])
@pytest.mark.parametrize("extra", [{}, {"leaves_per_tree": 8}, {"graph": True}, {"evaluator": ""}])
def test_a_whole_game_with_one_tree(make, extra):
    """Without a network positions get their actions late, all as likely."""
    check_games(
        lambda state: make(seed=1, knowledge=3, solver=True, **{"evaluator": network(state), **extra}), simulations=150
    )


def test_the_cache_changes_nothing():
    """With one leaf at a time: the root, whose actions are fewer than the network is asked for, included."""
    state = position(OPEN)
    first, second = (
        puct(state, simulations=300, seed=5, solver=True, knowledge=2, evaluator=network(state), cache_mb=cache)
        for cache in (0, 8)
    )
    assert first.visits == second.visits and first.action_values == second.action_values


def test_chosen_root_actions_are_all_tried():
    """What knowledge would leave out stays where the caller names it."""
    state = position(OPEN)
    result = puct(state, simulations=200, root_actions=[0, 24], knowledge=2, solver=True, evaluator=network(state))
    assert set(result.visits) == {0, 24} and min(result.visits.values()) > 0


@pytest.mark.parametrize("search", [puct, gumbel])
def test_noise_is_given_for_all_actions_and_kept_for_those_that_are_left(search):
    state = pruned_position()
    legal = state.legal_actions()
    common = {"simulations": 1, "knowledge": 1, "solver": True, "evaluator": network(state), "seed": 1}
    kept = set(search(state, **common).visits)
    assert kept < set(legal)
    wanted = max(kept)
    noise = [50.0 if action == wanted else 0.0 for action in legal]
    extra = {} if search is gumbel else {"dirichlet_fraction": 1.0}
    found = search(state, noise=noise if search is gumbel else [value / 50 for value in noise], **common, **extra)
    assert set(found.visits) == kept and found.visits[wanted] == 1
    with refused("noise", len(legal)):
        search(state, noise=[0.0], **common)


@pytest.mark.parametrize("options", [PuctOptions, GumbelOptions])
def test_what_does_not_go_together(options):
    with refused("knowledge", "solver"):
        puct(position(OPEN), options=options(knowledge=1)) if options is PuctOptions else gumbel(
            position(OPEN), options=options(knowledge=1)
        )
    state = boardai.load("reversi").initial_state()
    with refused("knowledge"):
        puct(state, simulations=10, knowledge=3, solver=True)
