"""Drawn chess boards: what they show is what the position is, on any side of the board."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ElementTree

import chess
import pytest

import boardai
from boardai.games.chess.drawing import board_svg, board_text

SVG = "{http://www.w3.org/2000/svg}"
NAMES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}


@pytest.fixture(scope="module")
def game():
    return boardai.load("chess", claim_draws=False)


def random_states(game, count: int, seed: int):
    rng = random.Random(seed)
    for _ in range(count):
        state = game.initial_state()
        for _ in range(rng.randrange(120)):
            if not state.is_terminal():
                state.apply(rng.choice(state.legal_actions()))
        yield state


def test_the_start_position(game):
    assert (
        str(game.initial_state())
        == """\
8  r n b q k b n r
7  p p p p p p p p
6  . . . . . . . .
5  . . . . . . . .
4  . . . . . . . .
3  . . . . . . . .
2  P P P P P P P P
1  R N B Q K B N R
   a b c d e f g h
move 1, White to play; castling KQkq"""
    )


def test_flipped_and_with_chess_symbols(game):
    assert board_text(game.initial_state(), unicode=True, flipped=True).splitlines()[:9] == [
        "1  ♖ ♘ ♗ ♔ ♕ ♗ ♘ ♖",
        "2  ♙ ♙ ♙ ♙ ♙ ♙ ♙ ♙",
        "3  . . . . . . . .",
        "4  . . . . . . . .",
        "5  . . . . . . . .",
        "6  . . . . . . . .",
        "7  ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟",
        "8  ♜ ♞ ♝ ♚ ♛ ♝ ♞ ♜",
        "   h g f e d c b a",
    ]


@pytest.mark.parametrize("unicode", [False, True])
def test_text_boards_agree_with_the_chess_package(game, unicode):
    for state in random_states(game, 40, 1):
        board = chess.Board(state.to_string())
        theirs = board.unicode(empty_square=".") if unicode else str(board)
        rows = board_text(state, unicode=unicode).splitlines()[:8]
        assert [row[3:] for row in rows] == theirs.splitlines()
        turned = board_text(state, unicode=unicode, flipped=True).splitlines()[:8]
        assert [row[3:] for row in turned] == [line[::-1] for line in reversed(theirs.splitlines())]


@pytest.mark.parametrize(
    ("fen", "status"),
    [
        ("4k3/8/8/8/8/8/8/4K2R b - - 1 30", "move 30, Black to play; 1 half-move without capture or pawn move"),
        ("4k3/8/8/8/8/8/8/4K2R b - - 7 30", "move 30, Black to play; 7 half-moves without capture or pawn move"),
        ("4k3/8/8/8/4pP2/8/8/4K3 b - f3 0 30", "move 30, Black to play; en passant f3"),
        ("4k3/8/8/8/8/8/4R3/4K3 b - - 0 30", "move 30, Black to play; in check"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", "move 1, White to play; castling Kq"),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "White has won"),
        ("6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 1", "Black has won"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Draw"),
    ],
)
def test_the_line_below_the_board(game, fen, status):
    assert str(game.from_string(fen)).splitlines()[-1] == status


# --- SVG -------------------------------------------------------------------------------------------------------


def pieces_of(picture: ElementTree.Element, margin: int, flipped: bool) -> dict[str, tuple[str, str]]:
    """Colour and name of the piece on each square, by where it is drawn."""
    found = {}
    for group in picture.iter(f"{SVG}g"):
        place = re.fullmatch(r"translate\((\d+) (\d+)\)", group.get("transform", ""))
        if place:
            column, row = ((int(text) - margin) // 100 for text in place.groups())
            square = chess.square(7 - column if flipped else column, row if flipped else 7 - row)
            colour, name = group.get("class", "").split()
            assert chess.square_name(square) not in found
            found[chess.square_name(square)] = (colour, name)
    return found


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("coordinates", [False, True])
def test_svg_pieces_stand_where_they_are(game, flipped, coordinates):
    for state in random_states(game, 15, 2):
        picture = ElementTree.fromstring(board_svg(state, flipped=flipped, coordinates=coordinates))
        board = chess.Board(state.to_string())
        expected = {
            chess.square_name(square): ("white" if piece.color else "black", NAMES[piece.symbol().upper()])
            for square, piece in board.piece_map().items()
        }
        assert pieces_of(picture, 30 if coordinates else 0, flipped) == expected


def squares_of(picture: ElementTree.Element) -> dict[str, str]:
    """Fill of each square, in a picture without coordinates and not flipped."""
    return {
        chess.square_name(chess.square(int(rect.get("x")) // 100, 7 - int(rect.get("y")) // 100)): rect.get("fill")
        for rect in picture.iter(f"{SVG}rect")
    }


def test_svg_squares_and_the_last_move(game):
    state = game.initial_state()
    plain = squares_of(ElementTree.fromstring(board_svg(state, coordinates=False)))
    assert len(plain) == 64 and len(set(plain.values())) == 2
    assert plain["a1"] == plain["h8"] == plain["e3"] != plain["h1"] == plain["a8"] == plain["e4"]
    action = state.action_from_san("Nf3")
    state.apply(action)
    after = squares_of(ElementTree.fromstring(board_svg(state, coordinates=False, last_action=action)))
    assert {square for square in after if after[square] != plain[square]} == {"g1", "f3"}


def test_svg_shows_the_king_in_check(game):
    state = game.initial_state()
    for san in ("f3", "e5", "g4"):
        state.apply(state.action_from_san(san))
    assert "check" not in board_svg(state)
    state.apply(state.action_from_san("Qh4"))
    checks = [
        circle
        for circle in ElementTree.fromstring(board_svg(state, coordinates=False)).iter(f"{SVG}circle")
        if circle.get("class") == "check"
    ]
    assert [(circle.get("cx"), circle.get("cy")) for circle in checks] == [("450", "750")]


def test_svg_coordinates_and_size(game):
    state = game.initial_state()
    for flipped, corner in ((False, ["a", "a", "8", "8"]), (True, ["h", "h", "1", "1"])):
        picture = ElementTree.fromstring(board_svg(state, flipped=flipped, size=123))
        assert picture.get("width") == picture.get("height") == "123"
        texts = [text.text for text in picture.iter(f"{SVG}text")]
        assert len(texts) == 32 and sorted(set(texts)) == sorted("abcdefgh12345678")
        nearest = sorted(picture.iter(f"{SVG}text"), key=lambda text: float(text.get("x")) + float(text.get("y")))
        assert sorted(text.text for text in nearest[:2]) == sorted(corner[1:3])
    assert not list(ElementTree.fromstring(board_svg(state, coordinates=False)).iter(f"{SVG}text"))


def test_the_game_draws_its_states(game):
    state = game.initial_state()
    assert game.svg(state) == board_svg(state)
    assert str(state) == board_text(state)


@pytest.mark.parametrize(("spec", "cells"), [("chess", [60, 62]), ("chess:chess960=true", [60, 63])])
def test_a_king_castles_to_where_people_put_it(spec, cells):
    """In Chess960 that may be where it stands already, so there the rook's square is meant."""
    state = boardai.load(spec).from_string("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert list(state.action_cells(state.action_from_san("O-O"))) == cells
    promoting = boardai.load(spec).from_string("8/P7/8/8/8/k7/8/K7 w - - 0 1")
    assert {tuple(promoting.action_cells(action)) for action in promoting.legal_actions()} >= {(8, 0), (56, 57)}
