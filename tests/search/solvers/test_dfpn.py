"""df-pn: its table, checks only, histories in chess. What it shares with pns is in test_proof_numbers.py."""

from __future__ import annotations

import random
import re

import pytest
from kinds_of_game import load
from refusals import refused
from solver_positions import SMALL_GAMES, random_state, small_game

import boardai
from boardai.search import alphabeta, dfpn


def test_a_small_table_is_enough():
    """Forgetting costs work, not correctness: 1 MiB holds 14,000 of the positions this takes."""
    state = boardai.load("hex", size=4).initial_state()
    large, small = (dfpn(state, megabytes=megabytes, knowledge=False) for megabytes in (64, 1))
    assert large.value == small.value == 1
    assert "memory swept" not in large.notes and small.notes["memory swept"] >= 1
    assert small.nodes > large.nodes


def test_checks_only():
    chess = boardai.load("chess")
    state = chess.from_string("2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1")
    result = dfpn(state, checks_only=True)
    assert result.value == 1 and state.action_to_string(result.action) == "f3f7"
    # The rooks mate in two by a quiet move only. That no check does is no proof that there is no other way.
    state = chess.from_string("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1")
    assert dfpn(state, depth=3).value == 1
    result = dfpn(state, depth=3, checks_only=True)
    assert result.notes["can win"] is False and result.value is None and result.notes["can draw"] is None
    result = dfpn(chess.from_string("7k/8/8/8/8/8/P7/K7 w - - 0 1"), checks_only=True)
    assert result.notes["can win"] is False and result.value is None
    with refused("checks_only"):
        dfpn(load("hex").initial_state(), checks_only=True)
    with refused("epsilon"):
        dfpn(state, epsilon=-1)


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_a_strategy_reaches_what_was_proved(name):
    """Also a draw, and a win where the other side would be content with a draw."""
    for seed in range(6):
        state = random_state(small_game(name), 4 + seed, seed)
        result = dfpn(state, strategy=True)
        strategy = result.strategy
        assert strategy.check() > 0
        assert strategy.goal == abs(result.value)
        assert (strategy.player == state.current_player()) == (result.value >= 0)


def endgame(rng, pieces, clock):
    """Black's king in a corner, White's near, the others anywhere; White to move; None where that is no position."""
    squares = [rng.choice((10, 16, 17, 18)), 0, *rng.sample(range(19, 64), len(pieces) - 2)]
    board = [["" for _ in range(8)] for _ in range(8)]
    for piece, square in zip(pieces, squares, strict=True):
        board[square // 8][square % 8] = piece
    rows = ["".join(piece or "." for piece in row) for row in board]
    text = "/".join(re.sub(r"\.+", lambda dots: str(len(dots.group())), row) for row in rows)
    try:
        state = boardai.load("chess").from_string(f"{text} w - - {clock} 80")
    except ValueError:
        return None
    return None if state.is_terminal() else state


@pytest.mark.parametrize("pieces", ["KkQ", "KkR", "KkRR", "KkQr"])
def test_repetitions_and_the_move_count_in_chess(pieces):
    """Few plies before the 50-move draw pieces walk in circles, and the table is full of histories that differ.

    Alpha-beta without a table, to the end of the count, knows what can be won in time.
    """
    rng = random.Random(pieces)
    wins = 0
    for number in range(16):
        left = 3 + number % 3  # plies until the draw
        state = endgame(rng, pieces, 100 - left)
        if state is None:
            continue
        expected = alphabeta(state, depth=left, evaluator="none", ordering="captures").value >= 30_000
        within = left if "r" in pieces else None  # a capture of the rook starts the count again
        result = dfpn(state, question="win", depth=within)
        assert result.notes["can win"] is expected, state.to_string()
        wins += expected
    assert wins > 0


def test_a_win_is_found_among_repetitions():
    """King and rook against king, far from mate: lines go in circles for a while, the proof does not."""
    state = boardai.load("chess").from_string("8/8/8/8/8/2k5/7R/K7 w - - 0 1")
    near = boardai.load("chess").from_string("8/8/8/8/8/k7/7R/1K6 w - - 0 1")
    for position, depth in ((near, None), (state, 9)):
        result = dfpn(position, question="win", depth=depth, nodes=300_000)
        walked = position.clone()
        for action in result.pv:
            walked.apply(action)
        if result.value == 1:
            assert walked.is_checkmate() and walked.occurrences() == 1
    assert dfpn(near, question="win", nodes=300_000).value == 1
