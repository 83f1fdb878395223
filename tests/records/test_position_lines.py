"""Positions with operations after them (EPD): against the `chess` package, in every game, and whatever the text."""

from __future__ import annotations

import io
import random
from typing import Any

import chess
import pytest

import boardai
from boardai.records import operation_moves, read_position_line
from boardai.records.position_lines import operation_number, read_position

CHESS = boardai.load("chess")
ENDING = "8/R7/1r6/1k6/3KB3/8/8/8 w - -"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
WAC = '2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001"; c0 "a; b";'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{ENDING} hmvc 98; fmvn 111;", f"{ENDING} 98 111"),
        (f"{ENDING} fmvn 111; hmvc 98; bm Ra5+;", f"{ENDING} 98 111"),
        (f"{ENDING} hmvc 98;", f"{ENDING} 98 1"),
        (f"{ENDING} 98 111 bm Ra5+;", f"{ENDING} 98 111"),
        (f"{ENDING} 98 111", f"{ENDING} 98 111"),
        (f"{ENDING} 98 111; bm Ra5+", f"{ENDING} 98 111"),
        (f"{ENDING} 98 111 hmvc 98; fmvn 111;", f"{ENDING} 98 111"),
        (f"\t{ENDING}\u00a0\thmvc\u00a098;\u200b fmvn 111".replace(" w ", "\tw  "), f"{ENDING} 98 111"),
    ],
)
def test_counters_are_part_of_a_position_of_chess(text: str, expected: str) -> None:
    assert read_position_line(text, CHESS).start.to_string() == expected
    (one,) = boardai.read_games(io.StringIO(text), CHESS, format=".epd")
    assert one.start.to_string() == expected == read_position(CHESS, text, None).to_string()


def test_operations_stand_with_the_position() -> None:
    one = read_position_line(WAC + " acd 12; ce -31; pv Qg6 fxg6 Nxg6#; noop; xyzzy 3 4;", CHESS)
    assert dict(one.headers) == {
        "bm": "Qg6", "id": "WAC.001", "c0": "a; b", "acd": "12", "ce": "-31", "pv": "Qg6 fxg6 Nxg6#", "noop": "",
        "xyzzy": "3 4",
    }  # fmt: skip
    assert one.problems == () and one.actions == () and one.result is None
    assert (operation_number(one, "ce"), operation_number(one, "acd"), operation_number(one, "dm")) == (-31, 12, None)
    stream = io.StringIO()
    boardai.write_games(stream, [one], format=".jsonl")
    assert list(boardai.read_games(io.StringIO(stream.getvalue()), CHESS, format=".jsonl")) == [one]


def test_a_draw_by_counters_is_a_result() -> None:
    assert read_position_line(f"{ENDING} hmvc 100;", CHESS).result == 0


def test_files_that_count_moves() -> None:
    one = read_position_line(f"{START} 0 1 ;D1 20 ;D2 400 ;D3 8902", CHESS)
    assert dict(one.headers) == {"D1": "20", "D2": "400", "D3": "8902"}


def test_moves_are_read_in_every_notation_and_wrong_ones_are_reported() -> None:
    one = read_position_line(f"{START} bm e4, g1f3 Nc3! Nf3; am f3 e5;", CHESS, "a.epd:7")
    assert [one.start.san(action) for action in operation_moves(one, "bm")] == ["e4", "Nf3", "Nc3"]
    assert [one.start.san(action) for action in operation_moves(one, "am")] == ["f3"]
    assert len(one.problems) == 1 and one.problems[0].startswith("a.epd:7: am: SAN 'e5': not legal")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("7k/8 w - - bm Rb2; id 1;", "FEN field 1 .*8 .*2"),
        ("7k/8/8/8/8/8/8/KR6 w KQ - bm Rb2;", "FEN field 3"),
        ("7k/8/8/8/8/8/8/KR6 w - e3 bm Rb2;", "FEN field 4"),
        ("7k/8/8/8/8/8/8/KR6 w - - hmvc x;", "FEN field 5 .*'x'"),
        ("7k/8/8/8/8/8/8/KR6 w - - hmvc 151;", "FEN field 5 .*'151'"),
        ("7k/8/8/8/8/8/8/KR6 w - - fmvn 0;", "FEN field 6 .*'0'"),
        ("7k/8/8/8/8/8/8/KR6 w - - 3 1 hmvc 4;", "hmvc .*'4'.*3"),
        ("7k/8/8/8/8/8/8/KR6 w - - nonsense", "FEN: .*'7k/8/8/8/8/8/8/KR6 w - - nonsense'"),
        ('7k/8/8/8/8/8/8/KR6 w - - id "x', "character 1: .*'id \"x'"),
        ("7k/8/8/8/8/8/8/KR6 w - -; 3 4;", "character 3: .*'3 4;'"),
    ],
)
def test_what_is_wrong_is_reported(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        read_position_line(text, CHESS)


def test_an_operation_given_twice_counts_once() -> None:
    one = read_position_line(f"{START} id 1; id 2;", CHESS, "a.epd:1")
    assert one.headers["id"] == "1" and one.problems == ("a.epd:1: id is given twice; the first one counts",)


@pytest.mark.parametrize("spec", ["hex:size=3", "hex:size=4,swap=true", "reversi", "reversi:board=octagon", "chess"])
@pytest.mark.parametrize("ending", [".epd", ".fen", ".positions"])
def test_every_game_has_such_lines(spec: str, ending: str) -> None:
    game, rng = boardai.load(spec), random.Random(3)
    state = game.initial_state()
    for _ in range(4):
        state.apply(rng.choice(state.legal_actions()))
    moves = state.legal_actions()[:2]
    named = " ".join(game.format_action(state, move) for move in moves)
    text = f'{state.to_string()}\n\n# a comment\n{state.to_string()} bm {named}; id "x y";\n{state.to_string()};\n'
    plain, reported, closed = boardai.read_games(io.StringIO(text), game, format=ending)
    assert plain.start == reported.start == closed.start == game.from_string(state.to_string())
    assert dict(reported.headers) == {"bm": named, "id": "x y"} and reported.problems == ()
    assert operation_moves(reported, "bm") == tuple(moves) and not plain.headers
    assert [one.place for one in (plain, reported, closed)] == ["games:1", "games:4", "games:5"]


def random_line(rng: random.Random) -> tuple[chess.Board, dict[str, Any], str]:
    """A random position of the `chess` package with operations, as it writes them."""
    board = chess.Board()
    for _ in range(rng.randrange(80)):
        if moves := list(board.legal_moves):
            board.push(rng.choice(moves))
    operations: dict[str, Any] = {"hmvc": board.halfmove_clock, "fmvn": board.fullmove_number}
    moves = list(board.legal_moves)
    for opcode in ("bm", "am"):
        if moves and rng.random() < 0.7:
            operations[opcode] = rng.sample(moves, rng.randint(1, min(3, len(moves))))
    operations |= {"ce": rng.randint(-900, 900), "acd": rng.randint(0, 30)} if rng.random() < 0.5 else {}
    operations |= (
        {"id": rng.choice(("a", "a b", "x;y", 'say "hi"', "back\\slash", "é王"))} if rng.random() < 0.7 else {}
    )
    return board, operations, board.epd(**operations)


def test_lines_of_the_chess_package() -> None:
    rng, game = random.Random(4), boardai.load("chess", claim_draws=False)
    for _ in range(300):
        board, operations, text = random_line(rng)
        one = read_position_line(text, game)
        assert one.problems == () and one.start.to_string() == board.fen(en_passant="legal")
        assert set(one.headers) == set(operations)
        for opcode in ("bm", "am"):
            ours = {one.start.action_to_string(action) for action in operation_moves(one, opcode)}
            assert ours == {move.uci() for move in operations.get(opcode, ())} or any(
                board.is_castling(move) for move in operations.get(opcode, ())
            )
        for opcode in ("ce", "acd"):
            assert operation_number(one, opcode) == operations.get(opcode)
        assert one.headers.get("id") == operations.get("id")
