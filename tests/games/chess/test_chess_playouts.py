"""Random games finished in C++ against games of uniformly random moves."""

from __future__ import annotations

import random

import pytest
from scipy import stats

import boardai

# Positions where the two sides' chances, promotions, pins, castling or en passant matter, with short games.
POSITIONS = [
    "4k3/P6P/8/8/8/8/p6p/4K3 w - - 80 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 85 1",
    "3qk3/8/8/8/8/8/3PP3/R2QK3 b Q - 60 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 70 1",
    "7k/5Q2/6K1/8/8/8/8/q7 b - - 96 1",
]


@pytest.mark.parametrize("fen", POSITIONS)
def test_results_are_distributed_as_those_of_random_moves(fen: str) -> None:
    start = boardai.load("chess", fen=fen).initial_state()
    rng = random.Random(11)
    games = 2000
    by_playout, by_moves = [0, 0, 0], [0, 0, 0]
    for seed in range(20 * games):
        by_playout[start.random_playout(seed) + 1] += 1
    for _ in range(games):
        state = start.clone()
        while not state.is_terminal():
            state.apply(rng.choice(state.legal_actions()))
        by_moves[state.outcome(0) + 1] += 1
    table = [[one, other] for one, other in zip(by_playout, by_moves, strict=True) if one + other > 0]
    assert len(table) > 1, "the position decides nothing"
    assert stats.chi2_contingency(table).pvalue > 1e-4


def test_playouts_of_one_ply_choose_every_move_equally_often() -> None:
    """One half-move before the draw: each move's share shows in the results."""
    # 21 legal moves, of which exactly one mates; any other draws by the move count.
    state = boardai.load("chess", fen="7k/8/6K1/8/8/8/8/R7 w - - 99 80").initial_state()
    moves = len(state.legal_actions())
    mates = sum(state.child(action).is_checkmate() for action in state.legal_actions())
    assert mates == 1
    games = 20000
    wins = sum(state.random_playout(seed) == 1 for seed in range(games))
    assert stats.binomtest(wins, games, mates / moves).pvalue > 1e-4


def test_a_playout_leaves_the_state_alone_and_depends_on_its_seed_only() -> None:
    state = boardai.load("chess").initial_state()
    before = state.clone()
    first = [state.random_playout(seed) for seed in range(200)]
    assert state == before
    assert first == [state.random_playout(seed) for seed in range(200)]
    assert set(first) == {-1, 0, 1}
