"""What the tests of searches with a game's knowledge share: what they prove is a solver's, and promises are kept."""

from __future__ import annotations

import random

from positions import after_random_moves

import boardai
from boardai.search import dfpn, mcts


def check_proofs(search, plies: tuple[int, int]) -> None:
    """On Hex 5x5, `search(state, number)` proves most positions after this many plies, and correctly."""
    game, rng = boardai.load("hex:size=5"), random.Random(2)
    proven = 0
    for number in range(25):
        state = after_random_moves(game, rng, rng.randrange(*plies))
        truth = dfpn(state, knowledge=False).outcome
        found = search(state, number)
        if found.outcome is None:
            continue
        proven += 1
        assert found.outcome == truth
        if truth == 1:
            after = state.child(found.action)
            assert after.is_terminal() or dfpn(after, knowledge=False).outcome == -1
    assert proven > 15


def check_games(make, simulations: int) -> None:
    """Whole games with one tree of `make(state)`.

    Positions that were looked at become roots, every root has a legal move, and what is reported as won or lost is.
    """
    for size, swap in ((4, False), (6, True)):
        state = boardai.load("hex", size=size, swap=swap).initial_state()
        search = make(state)
        messages = set()
        while not state.is_terminal():
            result = search.search(state, simulations=simulations)
            if result.outcome is not None:
                assert result.outcome == dfpn(state).outcome, state.to_string()
                messages.add(result.outcome)
            if result.outcome == 1:
                after = state.child(result.action)
                assert after.is_terminal() or dfpn(after).outcome == -1, state.to_string()
            state.apply(result.action)
        assert messages == {1, -1}


def pruned_position():
    """A position of Hex in which some moves need not be tried, though the winner is unknown."""
    game, rng = boardai.load("hex:size=7"), random.Random(4)
    for _ in range(100):
        state = after_random_moves(game, rng, rng.randrange(4, 9))
        found = mcts(state, simulations=4, knowledge=1, seed=1)
        if found.outcome is None and len(found.visits) < len(state.legal_actions()):
            return state
    raise AssertionError("nothing is pruned anywhere")
