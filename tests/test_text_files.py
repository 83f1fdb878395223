"""One policy for users' text files: UTF-8 with or without a byte order mark, else Latin-1, and that is reported."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from refusals import refused

import boardai
from boardai.arena import load_openings
from boardai.basics.text_files import Note, UserText, read_user_text, user_text
from boardai.learn.self_play.openings import read_openings
from boardai.learn.settings import read_toml
from boardai.records import load_record
from boardai.search.evaluations.naming import load_evaluation

MARK = b"\xef\xbb\xbf"
NOTE = "not UTF-8 text, read as Latin-1"


def text_of(data: bytes) -> str:
    with user_text(io.BytesIO(data)) as text:
        return text.read()


@given(st.text(st.characters(codec="utf-8", exclude_characters="\r\ufeff")))
@example("a\x85b\u2028c\x1ed")
def test_utf_8_is_read_as_it_is(text: str) -> None:
    stream = UserText(io.BytesIO(text.encode()))
    assert stream.read() == text and stream.note() is None


@given(st.lists(st.binary().filter(lambda line: not {10, 13} & set(line)), min_size=1, max_size=6), st.integers(1, 9))
@example([b"caf\xe9", MARK + b"\xc3\xa9\xe9"], 2)
def test_any_bytes_are_read_however_they_are_asked_for(lines: list[bytes], size: int) -> None:
    data = b"\n".join(lines)
    whole = text_of(data)
    assert len(whole.split("\n")) == len(lines)
    with user_text(io.BytesIO(data)) as stream:
        assert "".join(stream) == whole
    with user_text(io.BytesIO(data)) as stream:
        pieces = list(iter(lambda: stream.readline(size), ""))
        assert "".join(pieces) == whole and all(len(piece) <= size for piece in pieces)
    with user_text(io.BytesIO(data)) as stream:
        assert "".join(iter(lambda: stream.read(size), "")) == whole
    if not any(line.startswith(MARK) for line in lines) and not any(b"\xef" in line for line in lines):
        for line, read in zip(lines, whole.split("\n"), strict=True):
            if line.isascii():
                assert read == line.decode()


def test_what_is_not_utf_8_is_latin_1() -> None:
    every = bytes(range(0x80, 0xC0))  # no byte of these begins a character of UTF-8
    assert text_of(every) == every.decode("latin-1")
    assert text_of("größer é".encode() + b" \xe9t\xe9") == "größer é été"


def test_a_byte_order_mark_is_nothing_at_the_beginning_of_any_line() -> None:
    assert text_of(MARK + b"a\r\n" + MARK + b"b\n" + MARK) == "a\nb\n"
    assert text_of(b"a" + MARK + b"b") == "a\ufeffb"


def test_lines_that_were_not_utf_8_are_reported_once() -> None:
    stream = UserText(io.BytesIO(b"a\n\xe9\nb\n\xe9\n\xe9\n"))
    assert [stream.readline(), stream.note()] == ["a\n", None]
    assert [stream.readline(), stream.note(), stream.note()] == ["é\n", Note(2, NOTE), None]
    stream.read()
    assert stream.note() == Note(4, NOTE + ", as 1 more line")


def test_a_file_reports_it_by_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"x\ncaf\xe9\n")
    with pytest.warns(UnicodeWarning, match=f"{path}:2: {NOTE}"):
        assert read_user_text(path) == "x\ncafé\n"


CHESS = boardai.load("chess")
RECORD = b'{"format": "boardai game 1", "game": "chess", "actions": ["e2e4"], "players": ["Andr\xe9", ""]}\n'
START = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - "
HEADER = b"""// caf\xe9
struct Race {
    int sum = 0;
"""


def games(path: Path) -> Any:
    """Names, comments and headers of games, and remarks about them."""
    found = list(boardai.read_games(path, "hex:size=3" if path.suffix == ".sgf" else CHESS))
    assert all(any(NOTE in problem for problem in one.problems) for one in found)
    return [(one.players[0], *one.headers.values(), *one.comments.values()) for one in found]


# Each door with a text that has one letter of Latin-1, and what is read of it.
DOORS: dict[str, tuple[str, bytes, Callable[[Path], Any], Any]] = {
    "pgn": ("a.pgn", b'[White "Andr\xe9"]\n\n1. e4 *\n', games, [("André",)]),
    "sgf": ("a.sgf", b"(;FF[4]GM[11]SZ[3]PB[Andr\xe9];B[b2])", games, [("André",)]),
    "record": ("a.json", RECORD, games, [("André",)]),
    "records": ("a.jsonl", RECORD + RECORD, games, [("André",)] * 2),
    "epd": ("a.epd", START + b'id "Andr\xe9";\n', games, [("", "André")]),
    "fen": ("a.fen", START + b'0 1 id "Andr\xe9";\n', games, [("", "André")]),
    "positions": ("a.positions", START + b'id "Andr\xe9";\n', games, [("", "André")]),
    "one record": ("a.json", RECORD, lambda path: load_record(path).players[0], "André"),
    "openings": ("a.txt", b"# Andr\xe9\ne4 e5\n", lambda path: load_openings(path, CHESS)[0].actions[0], "e2e4"),
    "self-play": ("a.tsv", b"B00\tAndr\xe9\te4 e5\n", lambda path: read_openings(CHESS, path)[0].name, "André"),
    "settings": ("a.toml", b"name = 'Andr\xe9'\n", lambda path: read_toml(path)["name"], "André"),
    "evaluation": ("a.hpp", b"// Andr\xe9\n", lambda path: load_evaluation(path).source, "// André\n"),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore::UnicodeWarning")
@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("mark", [b"", MARK], ids=["plain", "marked"])
def test_every_door_reads_other_character_sets(tmp_path: Path, door: str, mark: bytes) -> None:
    name, data, read, expected = DOORS[door]
    path = tmp_path / name
    path.write_bytes(mark + data)
    assert read(path) == expected


@pytest.mark.parametrize("door", ["one record", "openings", "self-play", "settings", "evaluation"])
def test_a_door_without_problems_warns(tmp_path: Path, door: str) -> None:
    name, data, read, _ = DOORS[door]
    (tmp_path / name).write_bytes(data)
    with pytest.warns(UnicodeWarning, match=f"{tmp_path / name}:1: {NOTE}"):
        read(tmp_path / name)
    (tmp_path / name).write_bytes(data.replace(b"\xe9", "é".encode()))
    read(tmp_path / name)  # pytest shows a warning in its summary; none is raised


def test_a_bad_line_costs_that_line(tmp_path: Path) -> None:
    for ending in (".epd", ".fen", ".positions"):
        path = tmp_path / f"a{ending}"
        path.write_bytes(START + b"0 1\n\xff\xfe\x00nothing\n" + MARK + START + b"0 2\n")
        printed: list[ValueError] = []
        found = list(boardai.read_games(path, CHESS, on_error=printed.append))
        assert [one.start.fullmove_number() for one in found] == [1, 2]
        assert [str(error).startswith(f"{path}:2: ") for error in printed] == [True]
        assert len(list(boardai.read_games(path, CHESS, on_error="skip"))) == 2
        with refused(path, "2"):
            list(boardai.read_games(path, CHESS))


def test_a_command_reports_it_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    from boardai.command_line import run
    from boardai.commands import match

    path = tmp_path / "a.txt"
    path.write_bytes(b"# Andr\xe9\ne4 \xe9\ne4 e5\n")
    arguments = ["chess", "greedy", "greedy", "--games", "2", "--max-plies", "4", "--openings", str(path), "--skip"]
    with pytest.raises(SystemExit) as ended:
        run(lambda: match.main(arguments), "match")
    lines = capsys.readouterr().err.splitlines()
    assert ended.value.code == 0 and lines[0] == f"boardai.match: note: {path}:1: {NOTE}, as 1 more line"
    assert len(lines) == 2 and lines[1].startswith(f"left out: {path}: line 2: ")
