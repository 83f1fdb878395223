"""What the tests of searches with a game's guide share: what they prove is a solver's, and promises are kept."""

from __future__ import annotations

import random

from positions import after_random_moves

import boardai
from boardai.search import dfpn


def check_proofs(search, plies: tuple[int, int]) -> None:
    """On Hex 5x5, `search(state, number)` proves most positions after so many plies, and right."""
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

    Positions that were looked at become roots, every root has a legal move, and what was proven won is won.
    """
    for size, swap in ((4, False), (6, True)):
        state = boardai.load("hex", size=size, swap=swap).initial_state()
        search = make(state)
        promised = {}
        while not state.is_terminal():
            result = search.search(state, simulations=simulations)
            if result.outcome == 1:
                promised.setdefault(state.current_player(), state.to_string())
            state.apply(result.action)
        for player, text in promised.items():
            assert state.outcome(player) == 1, f"won from {text}, and lost"
        assert promised
