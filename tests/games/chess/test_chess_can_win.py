"""Who can still mate, by the material: against another program, and against every mate there is with few pieces."""

from __future__ import annotations

import itertools
import random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boardai

GAME = boardai.load("chess")


def position(pieces: dict[int, chess.Piece], turn: bool = chess.WHITE) -> chess.Board:
    board = chess.Board(None)
    board.set_piece_map(pieces)
    board.turn = turn
    return board


@settings(max_examples=400)
@given(
    strong=st.lists(st.sampled_from("NBBNQRP"), max_size=3),
    weak=st.lists(st.sampled_from("NBBNQRPQ"), max_size=4),
    seed=st.integers(0, 2**32),
)
def test_as_another_program_judges(strong: list[str], weak: list[str], seed: int) -> None:
    rng = random.Random(seed)
    pieces = ["K", "k", *strong, *(letter.lower() for letter in weak)]
    squares = rng.sample(range(8, 56), len(pieces))
    placed = {square: chess.Piece.from_symbol(letter) for square, letter in zip(squares, pieces, strict=True)}
    board = next((one for turn in (True, False) if (one := position(placed, turn)).is_valid()), None)
    if board is None:
        return
    state = GAME.from_string(board.fen())
    assert state.can_win(0) == (not board.has_insufficient_material(chess.WHITE)), board.fen()
    assert state.can_win(1) == (not board.has_insufficient_material(chess.BLACK)), board.fen()
    assert state.is_insufficient_material() == (not state.can_win(0) and not state.can_win(1))


def test_who_cannot_win_never_does_in_random_games() -> None:
    """A position without winning chances never regains them, through captures and promotions."""
    rng, lost_hope = random.Random(5), 0
    for _ in range(300):
        state, hopeless = GAME.from_string("4k3/pp6/2n5/3b4/8/2B5/3N2PP/4K3 w - - 0 1"), set()
        while not state.is_terminal():
            hopeless |= {player for player in (0, 1) if not state.can_win(player)}
            assert not any(state.can_win(player) for player in hopeless)
            state.apply(rng.choice(state.legal_actions()))
        lost_hope += bool(hopeless)
        assert all(state.outcome(player) < 1 for player in hopeless)
    assert lost_hope > 50


# Positions in which White has mated, with the least material that can.
MATES = [
    ("a knight, with a knight in the king's way", "kn6/2N5/1K6/8/8/8/8/8"),
    ("a knight, with a bishop there", "kb6/8/KN6/8/8/8/8/8"),
    ("a knight, with a rook there", "kr6/2N5/K7/8/8/8/8/8"),
    ("a knight, with a pawn there", "k1K5/p1N5/8/8/8/8/8/8"),
    ("a bishop, with a knight there", "kn6/1B6/1K6/8/8/8/8/8"),
    ("a bishop, with a bishop there", "kb6/8/K7/8/8/8/8/7B"),
    ("a bishop, with a pawn there", "k7/p1K5/8/8/8/8/8/7B"),
    ("two knights", "k7/8/KNN5/8/8/8/8/8"),
]


@pytest.mark.parametrize(("what", "placement"), MATES)
def test_mates_with_the_least_material(what: str, placement: str) -> None:
    state = GAME.from_string(f"{placement} b - - 0 1")
    assert state.is_checkmate() and state.can_win(0), what


CORNER = [rank * 8 + file for rank in range(4) for file in range(rank, 4)]  # every square, but for symmetry


@pytest.mark.parametrize(("piece", "units"), [(chess.KNIGHT, "q"), (chess.BISHOP, "qrb")])
def test_no_mate_is_forgotten(piece: int, units: str) -> None:
    """A king in check by the one piece, with pieces of its own wherever it could go: one of them always helps.

    Without pawns the board can be turned, so that ten squares stand for all. More pieces could only come between or
    capture.
    """
    checks = 0
    for king, other, checker in itertools.product(CORNER, range(64), range(64)):
        if len({king, other, checker}) < 3 or chess.square_distance(king, other) == 1:
            continue
        board = chess.Board(None)
        board.set_piece_at(king, chess.Piece(chess.KING, chess.BLACK))
        board.set_piece_at(other, chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(checker, chess.Piece(piece, chess.WHITE))
        board.turn = chess.BLACK
        if not board.is_check():
            continue
        checks += 1
        free = [move.to_square for move in board.legal_moves]
        if checker in free:
            continue
        kinds = itertools.product(units, repeat=len(free)) if len(free) < 3 else ([man] * len(free) for man in units)
        for kind in kinds:
            blocked = board.copy(stack=False)
            for square, man in zip(free, kind, strict=True):
                blocked.set_piece_at(square, chess.Piece.from_symbol(man))
            if blocked.was_into_check():
                continue  # White's king stands in check and Black is to move
            bishops = blocked.pieces(chess.BISHOP, chess.BLACK) | {checker}
            if "b" in kind and len({(square ^ square >> 3) & 1 for square in bishops}) > 1:
                continue  # a bishop on the other colour: that is enough for a mate
            state = GAME.from_string(blocked.fen())
            assert not state.can_win(0) and not state.is_checkmate(), blocked.fen()
    assert checks > 1000
