"""Polyglot's keys: those of the format's description, and the chess package's over random games; damaged books."""

from __future__ import annotations

import random
import struct
from pathlib import Path

import chess
import chess.polyglot
import pytest
from engine.conversation import conversation
from refusals import refused

import boardai
from boardai.games.chess.serving.book import Book, passed_square, polyglot_key


def key(fen: str, moves: list[str]) -> int:
    state = boardai.load("chess").from_string(fen) if fen else boardai.load("chess").initial_state()
    for move in moves:
        state.apply(state.action_from_string(move))
    return polyglot_key(state, passed_square(fen, moves))


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        # The table of http://hgm.nubati.net/book_format.html.
        ("", 0x463B96181691FC9C),
        ("e2e4", 0x823C9B50FD114196),
        ("e2e4 d7d5", 0x0756B94461C50FB0),
        ("e2e4 d7d5 e4e5", 0x662FAFB965DB29D4),
        ("e2e4 d7d5 e4e5 f7f5", 0x22A48B5A8E47FF78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652A607CA3F242C1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00FDD303C946BDD9),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3C8123EA7B067637),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5C3F9B829B279560),
    ],
)
def test_the_keys_of_the_description(moves: str, expected: int) -> None:
    assert key("", moves.split()) == expected


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("8/8/8/K1pP3r/8/8/8/7k b - - 0 1", ""),  # no pawn has just moved
        ("8/8/8/K2pP2r/8/8/8/7k w - d6 0 2", ""),  # pinned along the rank: two pawns leave it
        ("8/3p4/8/K3P2r/8/8/8/7k b - - 0 1", "d7d5"),
        ("4r3/3p4/8/4P3/8/8/8/4K2k b - - 0 1", "d7d5"),  # pinned to the file
        ("7k/8/8/8/8/r7/R7/7K w - - 0 1", "a2a3"),
        ("7k/8/8/8/1p6/8/R7/7K w - - 0 1", "a2a4"),  # a rook's two steps
    ],
)
def test_a_pawn_beside_is_enough_whether_or_not_it_may_capture(fen: str, moves: str) -> None:
    board = chess.Board(fen)
    for move in moves.split():
        board.push_uci(move)
    assert key(fen, moves.split()) == chess.polyglot.zobrist_hash(board)


@pytest.mark.thorough
def test_keys_over_random_games() -> None:
    rng, beside, illegal = random.Random(11), 0, 0
    for _ in range(150):
        board, moves, state = chess.Board(), [], boardai.load("chess", claim_draws=False).initial_state()
        while not state.is_terminal() and len(moves) < 120:
            pawns = [move for move in board.legal_moves if board.piece_type_at(move.from_square) == chess.PAWN]
            move = rng.choice(pawns if pawns and rng.random() < 0.6 else list(board.legal_moves))
            board.push(move)
            moves.append(move.uci())
            state.apply(state.action_from_string(move.uci()))
            assert polyglot_key(state, passed_square("", moves)) == chess.polyglot.zobrist_hash(board), moves
            beside += board.has_pseudo_legal_en_passant()
            illegal += board.has_pseudo_legal_en_passant() and not board.has_legal_en_passant()
    assert beside > 50 and illegal > 0


@pytest.mark.parametrize("move", [0x731C, 0xFFFF, 0x0001])  # a promotion to nothing, one on the third rank, a1 to b1
def test_a_damaged_book_is_reported_and_the_engine_searches(move: int, tmp_path: Path) -> None:
    path = tmp_path / "book.bin"
    path.write_bytes(struct.pack(">QHHI", key("", []), move, 1, 0))
    game = boardai.load("chess")
    with refused("position"):
        Book(str(path)).choose(game.initial_state(), game.initial_state().legal_actions(), 1)
    with conversation("chess", "pvs:depth=2") as talk:
        talk.send(f"setoption name Book value {path}", "position startpos", "go movetime 10")
        lines = talk.until("bestmove")
        assert any("the book is asked no more" in line for line in lines) and "(none)" not in lines[-1]
        assert "from the book" not in " ".join(talk.ask("position startpos", "go movetime 10", until="bestmove"))
