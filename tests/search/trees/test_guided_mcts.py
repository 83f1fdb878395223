"""UCT with a game's knowledge: knowledge at nodes, the game's own playouts and priors. Hex has all three."""

from __future__ import annotations

import random

import pytest
from guided_positions import check_games, check_proofs, pruned_position
from positions import after_random_moves
from refusals import refused

import boardai
from boardai.search import Mcts, dfpn, mcts

ALL = {"rave": True, "knowledge": 20, "prior": 2.0, "playouts": "patterns"}


@pytest.mark.parametrize("options", [ALL, {"knowledge": 1}, {"knowledge": 50, "playouts": "saving"}, {"prior": 1.0}])
def test_same_seed_same_result(options):
    state = boardai.load("hex:size=7").initial_state()
    first, second = (mcts(state, simulations=2000, seed=5, **options) for _ in range(2))
    assert first.visits == second.visits and first.action_values == second.action_values
    assert mcts(state, simulations=2000, seed=6, **options).visits != first.visits


def test_proofs_are_those_of_a_solver():
    check_proofs(
        lambda state, number: mcts(state, simulations=3000, seed=number, **{**ALL, "knowledge": 2 + number}), (9, 15)
    )


def test_moves_reported_as_losing_lose():
    """A stone on a cell that is filled in already is but a pass. They are reported where they had been tried before."""
    game, rng, losing = boardai.load("hex:size=7"), random.Random(5), 0
    for number in range(20):
        state = after_random_moves(game, rng, rng.randrange(8, 18))
        search = Mcts(seed=number, knowledge=10_000)
        found = search.search(state, simulations=600)
        state = state.child(found.action)
        if found.outcome is not None or state.is_terminal():
            continue
        found = search.search(state, simulations=1)
        for action, outcome in found.outcomes.items() if found.outcome is None else ():
            if outcome == -1:
                losing += 1
                assert dfpn(state.child(action)).outcome == 1, (state.to_string(), state.action_to_string(action))
    assert losing > 5


def test_knowledge_proves_with_fewer_simulations():
    state = boardai.load("hex:size=5").from_string("5/2b2/5/1w3/5 b no-swap")
    plain = mcts(state, simulations=100_000, seed=1, rave=True)
    known = mcts(state, simulations=100_000, seed=1, rave=True, knowledge=100)
    assert known.outcome == 1 and plain.outcome in (1, None)
    assert known.simulations < plain.simulations


@pytest.mark.parametrize("extra", [{}, {"threads": 2}, {"threads": 2, "parallel": "root"}, {"rave": False}])
def test_a_whole_game_with_one_tree(extra):
    check_games(lambda state: Mcts(seed=1, **{**ALL, **extra}), simulations=400)


def test_a_won_root_is_proven_by_one_simulation():
    # Black has joined both edges by bridges, and is to move.
    state = boardai.load("hex:size=5").from_string("4w/2b2/4w/1b3/5 b no-swap")
    for extra in ({}, {"threads": 2}, {"rave": False}):
        result = mcts(state, simulations=100, seed=1, **{**ALL, "knowledge": 50, **extra})
        assert (result.outcome, result.value, result.action in result.visits) == (1, 1, True)
        assert result.simulations <= extra.get("threads", 1)
        assert dfpn(state.child(result.action)).outcome == -1


def test_a_lost_root_goes_on_searching():
    # Black joins both edges by bridges, and white is to move.
    state = boardai.load("hex:size=5").from_string("w4/2b2/4w/1b3/4b w no-swap")
    result = mcts(state, simulations=300, seed=1, **{**ALL, "knowledge": 1})
    assert result.action in state.legal_actions()
    assert sum(result.visits.values()) > 0
    assert (result.outcome, result.value) == (-1, -1)


def test_chosen_root_actions_are_all_tried():
    """What knowledge would leave out stays where the caller names it."""
    state = boardai.load("hex:size=5").from_string("5/2b2/5/1w3/5 b no-swap")
    result = mcts(state, simulations=500, root_actions=[0, 24], **{**ALL, "knowledge": 5})
    assert set(result.visits) == {0, 24} and min(result.visits.values()) > 0


def test_what_knowledge_leaves_out_may_be_tried_all_the_same():
    """And proofs are as right."""
    state = pruned_position()
    pruned, whole = (mcts(state, simulations=60, seed=1, knowledge=3, prune=prune) for prune in (True, False))
    assert set(pruned.visits) < set(state.legal_actions()) == set(whole.visits)
    check_proofs(lambda state, number: mcts(state, simulations=3000, seed=number, **{**ALL, "prune": False}), (9, 15))


def test_other_games_have_neither_knowledge_nor_policy():
    state = boardai.load("reversi").initial_state()
    with refused("knowledge"):
        mcts(state, simulations=10, knowledge=10)
    for game, options in (("chess", {"prior": 1.0}), ("reversi", {"playouts": "saving"})):
        state = boardai.load(game).initial_state()
        with refused(next(iter(options))):
            mcts(state, simulations=10, **options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"knowledge": 5, "solver": False}, "knowledge needs solver"),
        ({"knowledge": 5, "parallel": "children"}, "knowledge cannot be combined"),
        ({"prior": 1.0, "parallel": "children"}, "prior cannot be combined"),
        ({"playouts": "saving", "rollout_plies": 3}, "rollout_plies needs"),
    ],
)
def test_options_that_exclude_each_other(options, message):
    with pytest.raises(ValueError, match=message):
        mcts(boardai.load("hex:size=5").initial_state(), simulations=10, **options)


def test_a_won_opening_is_swapped():
    """The centre wins; with a threshold of knowledge or without."""
    game = boardai.load("hex", size=7, swap=True)
    opening = game.initial_state().child(24)
    swaps = [mcts(opening, simulations=3000, seed=seed, **ALL).action == 49 for seed in range(8)]
    assert sum(swaps) >= 7
