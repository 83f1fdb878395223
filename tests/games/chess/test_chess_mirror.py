"""Chess from the other side of the board: mirrored positions and moves mean the same."""

from __future__ import annotations

import random

import pytest

import boardai

POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    "8/P6k/8/8/8/8/p6K/8 b - - 3 60",
]


@pytest.mark.parametrize("fen", POSITIONS)
def test_the_mirror_image_is_the_same_game(fen: str) -> None:
    state = boardai.load("chess", fen=fen).initial_state()
    mirror = state.mirrored()
    assert mirror.current_player() == 1 - state.current_player()
    assert mirror.mirrored() == state
    assert mirror.hash() == boardai.load("chess").from_string(mirror.to_string()).hash()
    assert sorted(state.mirror_action(action) for action in state.legal_actions()) == mirror.legal_actions()
    assert mirror.perft(3) == state.perft(3)
    assert mirror.evaluate() == state.evaluate()
    rng = random.Random(fen)
    while not state.is_terminal() and rng.random() > 0.02:
        action = rng.choice(state.legal_actions())
        mirror.apply(state.mirror_action(action))
        state.apply(action)
        # The move number counts Black's moves, on both sides of the mirror.
        assert mirror.mirrored().to_string().split()[:5] == state.to_string().split()[:5]
        assert mirror.is_terminal() == state.is_terminal()
    if state.is_terminal():
        assert [state.outcome(player) for player in (0, 1)] == [mirror.outcome(player) for player in (1, 0)]
