"""What PUCT and Gumbel make of proofs: what they play, what they search on, and what training learns from."""

from __future__ import annotations

import random

import pytest
from kinds_of_game import load

import boardai
from boardai.search import Outcome, gumbel, negamax, puct

FACES = {"puct": puct, "gumbel": gumbel}


def unlikely(state, action, share=0.001):
    """An evaluator whose prior has next to nothing for one action of a state, and no opinion on anything else."""

    def evaluate(position):
        here = position.to_string() == state.to_string()
        return {other: share if here and other == action else 1.0 for other in position.legal_actions()}, 0.0

    return Outcome(evaluate)


@pytest.mark.parametrize("face", FACES.values(), ids=FACES)
@pytest.mark.parametrize("leaves", [1, 6])
def test_proven_losses_are_neither_played_nor_learned(face, leaves):
    # Every move but c1 loses at once, and the prior does not like c1.
    state = load("tic-tac-toe").from_string("oo.x...x.")
    assert all(negamax(state.child(action)).outcome == 1 for action in state.legal_actions() if action != 2)
    for seed in range(20):
        for simulations in (60, 100):
            result = face(
                state,
                simulations=simulations,
                solver=True,
                evaluator=unlikely(state, 2),
                seed=seed,
                leaves_per_tree=leaves,
            )
            assert result.action == 2, seed
            lost = [a for a, value in result.action_values.items() if a != 2 and value == -1]
            assert all(result.policy[action] == 0 for action in lost)
            assert sum(result.policy.values()) == pytest.approx(1)
    # Six moves to choose from, of which only one is considered: when it is lost, others are.
    if face is gumbel:
        result = gumbel(state, simulations=200, considered=1, solver=True, evaluator=unlikely(state, 2), seed=1)
        assert result.action == 2


def test_a_gumbel_search_does_not_go_on_in_proven_losses():
    state = load("tic-tac-toe").from_string("oo.x...x.")
    result = gumbel(state, simulations=60, solver=True, evaluator=unlikely(state, 2), seed=3)
    assert result.visits[2] > sum(result.visits.values()) / 2 or result.outcome is not None


@pytest.mark.parametrize("face", FACES.values(), ids=FACES)
def test_a_proven_win_has_the_whole_policy(face):
    state = load("tic-tac-toe").from_string("xx.oo....")
    result = face(state, simulations=200, solver=True, evaluator=unlikely(state, 2, share=0.05))
    assert result.outcome == 1 and result.action == 2
    assert result.policy == {action: float(action == 2) for action in state.legal_actions()}


@pytest.mark.parametrize("face", FACES.values(), ids=FACES)
@pytest.mark.parametrize("graph", [False, True])
def test_policies_follow_what_is_proven(face, graph):
    game = boardai.load("hex:size=3")
    rng = random.Random(4)
    proven = 0
    for seed in range(12):
        state = game.initial_state()
        for _ in range(rng.randrange(1, 5)):
            following = state.child(rng.choice(state.legal_actions()))
            if following.is_terminal():
                break
            state = following
        result = face(state, simulations=400, solver=True, graph=graph, seed=seed)
        outcomes = {
            a: -negamax(c).outcome if not (c := state.child(a)).is_terminal() else 1 for a in state.legal_actions()
        }
        if result.outcome is None:
            continue
        proven += 1
        best = max(outcomes.values())
        assert all(share == 0 or outcomes[action] == best for action, share in result.policy.items())
        assert sum(result.policy.values()) == pytest.approx(1)
    assert proven > 3
