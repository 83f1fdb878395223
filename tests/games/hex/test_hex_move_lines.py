"""Hex games as lines of moves, NeuroHex's `raw_games.dat`."""

import io
from pathlib import Path

import pytest
from refusals import refused

import boardai

# Line 9 of the file, which Ószi's thesis shows: its label says that the first player lost, its moves that he won.
LINE = (
    "f3 e9 h7 h8 b12 b11 i5 i7 f9 d12 e11 e10 g10 f10 k5 k6 j7 i9 l7 e8 j9 j6 d8 l8 g9 i2 f7 g12 c10 e7 d6 c11 h4 f5 "
    "f12 h5 i4 g8 f8 g5 h6 h1 j2 j3 i3 f11 g11 g6 g7 j1 k1 f13 e13"
)


def test_a_line_is_a_game_that_the_rules_end() -> None:
    (one,) = boardai.read_games(io.StringIO(LINE + " \n\n"), format=".dat")
    assert one.game.spec == "hex:size=13" and len(one.actions) == 53 and one.result == 1
    assert one.moves() == LINE.split()
    # Black, the first player, joins top and bottom: numbers are rows, from 1 to 13.
    assert one.final_state().shortest_connection(0) == 0
    assert one.place == "games:1"


def test_other_boards_are_named_and_what_goes_beyond_is_left_out() -> None:
    lines = "b2 a1 b1 a2 b3 c3\nb2 a1\n"
    whole, open_ended = boardai.read_games(io.StringIO(lines), "hex:size=3", format=".dat")
    assert (len(whole.actions), whole.result) == (5, 1) and (open_ended.moves(), open_ended.result) == (
        ["b2", "a1"],
        None,
    )


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("a1 b2 a1", "move 3: "),
        ("a1 n1", "move 2: "),
        ("a1,b2", "move 1: "),
        ("A1", "move 1: "),
        ("swap", "move 1: "),
        ("a1 " * 4000, "more than 10,000 characters"),
    ],
)
def test_what_is_no_game_is_named_and_the_next_one_is_read(line: str, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "some.dat"
    file.write_text(f"a1 b1\n{line}\na1 b2\n")
    errors: list[str] = []
    games = list(boardai.read_games(file, on_error=lambda error: errors.append(str(error))))
    assert [one.moves() for one in games] == [["a1", "b1"], ["a1", "b2"]]
    assert len(errors) == 1 and errors[0].startswith(f"{file}:2: {reason}")
    with refused(f"{file}:2"):
        list(boardai.read_games(file))


def test_bytes_that_are_no_text_cost_their_line(tmp_path: Path) -> None:
    file = tmp_path / "some.dat"
    file.write_bytes(b"a1 b1\n\xff\xfe\na1 b2\n")
    assert [one.moves() for one in boardai.read_games(file, on_error="skip")] == [["a1", "b1"], ["a1", "b2"]]
    with refused(f"{file}:2"):
        list(boardai.read_games(file))


def test_they_are_read_only(tmp_path: Path) -> None:
    with refused("hex", ".hsgf", ".dat"):
        boardai.write_games(tmp_path / "some.dat", boardai.read_games(io.StringIO(LINE), format=".dat"))
