"""Chess evaluations against the published tables, applied by another program (the `chess` package)."""

from __future__ import annotations

import random
import re
from pathlib import Path

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refused

import boardai

GAME = boardai.load("chess")
PHASE = {chess.PAWN: 0, chess.KNIGHT: 1, chess.BISHOP: 1, chess.ROOK: 2, chess.QUEEN: 4, chess.KING: 0}


@pytest.fixture(scope="module")
def tables(root: Path) -> tuple[list[list[int]], list[list[int]]]:
    """The middlegame's and the endgame's tables, pawn to king, as they are printed: the 8th rank first."""
    text = (root / "games" / "chess" / "evaluation" / "pesto_tables.hpp").read_text()
    found = []
    for name in ("middle_table", "end_table"):
        block = text[text.index(f"{name}[6][64]") :]
        block = block[: block.index("};")]
        pieces = [re.sub(r"//.*", "", part) for part in re.findall(r"\{([^{}]*)\}", block)]
        found.append([[int(number) for number in re.findall(r"-?\d+", piece)] for piece in pieces])
    return found[0], found[1]


def test_tables_are_the_published_ones(tables: tuple[list[list[int]], list[list[int]]]) -> None:
    """What Kostin 2025 prints of them, and squares of the others."""
    middle, end = tables
    assert [len(table) for table in middle + end] == [64] * 12
    assert middle[0][:24] == [0] * 8 + [98, 134, 61, 95, 68, 126, 34, -11] + [-6, 7, 26, 31, 65, 56, 25, -20]
    assert middle[0][24:40] == [-14, 13, 6, 21, 23, 12, 17, -23, -27, -2, -5, 12, 17, 6, 10, -25]
    assert middle[0][40:] == [-26, -4, -4, -10, 3, 3, 33, -12, -35, -1, -20, -23, -15, 24, 38, -22] + [0] * 8
    assert end[0][8:24] == [178, 173, 158, 134, 147, 132, 165, 187, 94, 100, 85, 67, 56, 53, 82, 84]
    assert end[0][24:40] == [32, 24, 13, 5, -2, 4, 17, 17, 13, 9, -3, -7, -7, -8, 3, -1]
    assert end[0][40:56] == [4, 7, -6, 1, 0, -5, -1, -8, 13, 8, 8, 10, 13, 0, 2, -7]
    assert middle[1][:8] == [-167, -89, -34, -49, 61, -97, -15, -107]
    # Squares that people know: a castled king, a rook on the 7th rank, a knight on the rim, a queen at home.
    assert middle[5][62] == 24 and end[5][27] == 27 and middle[3][12] == 80 and middle[1][63] == -23
    assert middle[4][59] == 10 and middle[2][49] == 15 and end[4][63] == -41


def by_the_tables(board: chess.Board, tables: tuple[list[list[int]], list[list[int]]]) -> int:
    values = ([82, 337, 365, 477, 1025, 0], [94, 281, 297, 512, 936, 0])
    sums, phase = [0, 0], 0
    for square, piece in board.piece_map().items():
        place = chess.square_mirror(square) if piece.color == chess.WHITE else square
        for stage in (0, 1):
            worth = values[stage][piece.piece_type - 1] + tables[stage][piece.piece_type - 1][place]
            sums[stage] += worth if piece.color == chess.WHITE else -worth
        phase += PHASE[piece.piece_type]
    phase = min(phase, 24)
    value = int((sums[0] * phase + sums[1] * (24 - phase)) / 24)  # towards 0
    return value if board.turn == chess.WHITE else -value


@settings(max_examples=60)
@given(seed=st.integers(0, 2**32), number=st.integers(0, 959))
def test_pesto_of_random_positions(tables: tuple[list[list[int]], list[list[int]]], seed: int, number: int) -> None:
    rng = random.Random(seed)
    state = boardai.load("chess", chess960=True, position=number).initial_state()
    for _ in range(rng.randrange(200)):
        if state.is_terminal():
            break
        state.apply(rng.choice(state.legal_actions()))
    board = chess.Board(state.to_string(), chess960=True)
    if board.pawns:  # without, there may be a way to a mate: test_chess_mating.py
        assert state.evaluate("pesto") == by_the_tables(board, tables)


def mirrored(state: boardai.State) -> boardai.State:
    board = chess.Board(state.to_string()).mirror()
    return GAME.from_string(board.fen())


@pytest.mark.parametrize("name", ["pesto", "material", "positional", "pesto_upside_down"])
def test_colours_exchanged_are_worth_the_same(name: str) -> None:
    rng = random.Random(4)
    for _ in range(20):
        state = GAME.initial_state()
        for _ in range(rng.randrange(120)):
            if state.is_terminal():
                break
            assert state.evaluate(name) == mirrored(state).evaluate(name)
            state.apply(rng.choice(state.legal_actions()))


def test_a_pawn_about_to_promote_is_worth_more_than_one_at_home() -> None:
    """Kostin's tables stood upside down: 272 on a2, 107 on a7."""
    home, seventh = (GAME.from_string(f"4k3/{rows} w - - 0 1") for rows in ("8/8/8/8/8/P7/4K3", "P7/8/8/8/8/8/4K3"))
    kings = GAME.from_string("4k3/8/8/8/8/8/8/4K3 w - - 0 1").evaluate("pesto")
    assert kings == 0
    assert (home.evaluate("pesto"), seventh.evaluate("pesto")) == (107, 272)


def test_names() -> None:
    state = GAME.initial_state()
    assert state.evaluators() == ["positional", "pesto", "material", "pesto_upside_down", "none", "hash", "rollouts"]
    assert state.evaluate("none") == 0
    after = GAME.from_string("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    assert after.evaluate() == after.evaluate("positional") != after.evaluate("pesto")
    assert after.evaluate("pesto") != after.evaluate("material") == 0
    with refused("nnue", "positional", "pesto", "material", "none"):
        state.evaluate("nnue")
