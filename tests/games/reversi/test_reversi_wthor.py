"""WTHOR files: games of tournaments with the names next to them."""

import gzip
import io
import random
import struct
from pathlib import Path

import pytest
from refusals import refused

import boardai

# The first two games of the federation's WTH_1977.wtb, with its header (there are twelve games in it): Inoue against
# Heiberg, 34 to 30, and Heiberg against Jacobs, 52 to 12, of the World Championship.
HEADER = bytes.fromhex("140705160c0000000000b90708001800")
INOUE = bytes.fromhex(
    "01005a014b032229384021242e222b434241353f4a544b3923182f264c343a252a3e5352495556573044190e0d1f3d330f1a4d1729581548"
    "10200c164e47510b111b1c12"
)
HEIBERG = bytes.fromhex(
    "01004b03bd01342c3842412e24403f22434b394a493a2144233e355453523d342f180f0d1a30331956204c11261c25292b2a170c1f475155"
    "48160b150e57581b4d4e1012"
)
TWO = HEADER[:4] + (2).to_bytes(4, "little") + HEADER[8:] + INOUE + HEIBERG
PLAYERS = {0: "???", 346: "Inoue Hiroshi", 445: "Jacobs Carol", 843: "Heiberg Thomas"}


def names(size: int, known: dict[int, str], count: int) -> bytes:
    header = struct.pack("<4BIHH4B", 20, 22, 6, 26, 0, count, 0, 0, 0, 0, 0)
    return header + b"".join(known.get(number, "").encode("latin-1").ljust(size, b"\0") for number in range(count))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "WTH_1977.wtb").write_bytes(TWO)
    (tmp_path / "WTHOR.JOU").write_bytes(names(20, PLAYERS, 900))
    (tmp_path / "WTHOR.TRN").write_bytes(names(26, {0: "Diverses parties", 1: "Préqualif de Paris"}, 2))
    return tmp_path


def test_games_are_read_with_the_names_beside_them(folder: Path) -> None:
    first, second = boardai.read_games(folder / "WTH_1977.wtb")
    assert first.players == ("Inoue Hiroshi", "Heiberg Thomas") and second.players == ("Heiberg Thomas", "Jacobs Carol")
    assert first.headers == {
        "Tournament": "Préqualif de Paris", "Depth": 24, "TheoreticalScore": 41
    }  # fmt: skip
    assert [game.result for game in (first, second)] == [1, 1] and not first.problems
    assert first.date == second.date == "1977"
    assert first.final_state().is_terminal() and first.final_state().score(0) == 34 - 30
    assert first.moves()[:4] == ["f5", "d6", "c3", "f3"] and first.place.endswith("game 1")
    assert list(boardai.read_games(folder / "WTH_1977.wtb", "reversi")) == [first, second]


def test_without_files_of_names_numbers_stand_for_them(folder: Path) -> None:
    (game, _) = boardai.read_games(io.BytesIO(TWO), format=".wtb")
    assert game.players == ("player 346", "player 843") and game.headers["Tournament"] == "tournament 1"
    stream = io.BytesIO()
    games = list(boardai.read_games(io.BytesIO(TWO), format=".wtb"))
    assert boardai.write_games(stream, games, format=".wtb") == 2
    assert stream.getvalue()[4:] == TWO[4:]  # but for the date


def test_what_was_read_is_written_with_its_names(folder: Path, tmp_path: Path) -> None:
    games = list(boardai.read_games(folder / "WTH_1977.wtb"))
    for name in ("mine.wtb", "packed.wtb.gz"):
        path = tmp_path / "new" / name
        path.parent.mkdir(exist_ok=True)
        assert boardai.write_games(path, games) == 2
        beside = path.with_name(name.partition(".")[0])
        assert beside.with_suffix(".jou").is_file() and beside.with_suffix(".trn").is_file()
        assert list(boardai.read_games(path)) == games
        data = path.read_bytes()
        data = gzip.decompress(data) if name.endswith(".gz") else data
        assert [data[at + 6 : at + 68] for at in (16, 84)] == [INOUE[6:], HEIBERG[6:]]
    for ending in (".jsonl", ".ggf"):
        own = [games[0]] if ending == ".jsonl" else []
        boardai.write_games(tmp_path / f"a{ending}", own)
        assert list(boardai.read_games(tmp_path / f"a{ending}")) == own
    boardai.write_games(tmp_path / "none.wtb", [])
    assert list(boardai.read_games(tmp_path / "none.wtb")) == [] and (tmp_path / "none.wtb").stat().st_size == 16


def test_names_are_of_the_file_beside_it(folder: Path) -> None:
    """Neither the federation's names nor those of an earlier file become those of another game."""
    named = boardai.RecordedGame.from_moves("reversi", ["f5"], result=1, players=("player 7", "Ann"))
    path = folder / "a.wtb"
    boardai.write_games(path, [named])
    assert list(boardai.read_games(path)) == [named]  # no tournament, though WTHOR.TRN has a name for number 0
    numbers = list(boardai.read_games(io.BytesIO(TWO), format=".wtb"))
    with refused("a.jou", "a.wtb"):
        boardai.write_games(path, numbers)
    assert list(boardai.read_games(path)) == [named]
    boardai.write_games(folder / "b.wtb", numbers)  # of the federation's table, which is there
    assert list(boardai.read_games(folder / "b.wtb")) == list(boardai.read_games(folder / "WTH_1977.wtb"))


def test_random_games_of_any_length_are_read_again(tmp_path: Path) -> None:
    rng, reversi = random.Random(9), boardai.load("reversi")
    games = []
    for number in range(30):
        state, actions = reversi.initial_state(), []
        for _ in range(rng.choice([0, 5, 40, 99])):
            if state.is_terminal():
                break
            actions.append(rng.choice(state.legal_actions()))
            state.apply(actions[-1])
        if actions and actions[-1] == 64:
            actions.pop()
            state = list(boardai.RecordedGame(reversi, reversi.initial_state(), tuple(actions)).states())[-1]
        result = state.outcome(0) if state.is_terminal() else rng.choice([1, 0, -1])
        headers: dict = {"Tournament": rng.choice(["Ärger", "b"])}
        headers |= {"Score": {1: 40, 0: 32, -1: 3}[result]} if number % 3 == 0 and not state.is_terminal() else {}
        headers |= {"TheoreticalScore": 33} if number % 4 == 0 else {}
        players = (rng.choice(["", "player 7", "Ann"]), "Bob")
        games.append(
            boardai.RecordedGame(
                reversi, reversi.initial_state(), tuple(actions), result, players, headers, date="2026"
            )
        )
    path = tmp_path / "a.wtb"
    boardai.write_games(path, games)
    again = list(boardai.read_games(path))
    # A score that follows from the moves is not written.
    assert [game.actions for game in again] == [game.actions for game in games]
    assert [game.result for game in again] == [game.result for game in games]
    assert [game.players for game in again] == [game.players for game in games]
    assert [game.headers for game in again if "TheoreticalScore" in game.headers] != []
    boardai.write_games(path, again)
    assert list(boardai.read_games(path)) == again


def changed(at: int, *values: int) -> bytes:
    data = bytearray(TWO)
    data[at : at + len(values)] = values
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", r"a WTHOR file begins with 16 bytes, this one has 0"),
        (TWO[:-1], "the file ends in game 2 of 2"),
        (TWO + b"x", "more bytes than its 2 games need"),
        (changed(12, 10), "a board of side 10; games on 8x8 are read"),
        (changed(13, 1), r"positions \(kind 1\)"),
        (changed(24, 11), "game 1: move 1: move 'a1'"),
        (changed(24, 99), "game 1: move 1: 99 is not a cell"),
        (changed(24, 19), "game 1: move 1: 19 is not a cell"),
        (changed(24, 0), "game 1: move 1: 0, but moves follow it"),
        (changed(22, 65), "game 1: scores of 65 and 41, but there are 64 discs"),
    ],
)
def test_broken_files_are_refused(data: bytes, reason: str) -> None:
    with pytest.raises(ValueError, match=f"games.*{reason}"):
        list(boardai.read_games(io.BytesIO(data), format=".wtb"))
    if "game 1: " in reason:
        (second,) = boardai.read_games(io.BytesIO(data), format=".wtb", on_error="skip")
        assert second.place == "games, game 2"


def test_a_score_against_the_moves_is_a_problem() -> None:
    (wrong, right) = boardai.read_games(io.BytesIO(changed(22, 20)), format=".wtb")
    assert wrong.result == 1 and right.problems == ()
    assert wrong.problems == ("games, game 1: a score of 20, but the moves make it 34",)
    stream = io.BytesIO()
    boardai.write_games(stream, [wrong, right], format=".wtb")
    again = list(boardai.read_games(io.BytesIO(stream.getvalue()), format=".wtb"))
    assert again == [wrong, right] and not again[0].problems


def test_broken_files_of_names_are_refused(folder: Path) -> None:
    (folder / "WTHOR.JOU").write_bytes(names(20, PLAYERS, 900)[:-3])
    with refused("WTHOR.JOU", "17,997", "18,000"):
        list(boardai.read_games(folder / "WTH_1977.wtb"))
    (folder / "WTHOR.JOU").write_bytes(names(20, PLAYERS, 500))
    with refused("game 1", "player 843"):
        list(boardai.read_games(folder / "WTH_1977.wtb"))


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ({}, "game 1: .*result"),
        ({"result": 1, "players": ("x" * 20, "")}, "game 1: player 'x+': .*19"),
        ({"result": 1, "players": ("Ł", "")}, "game 1: player 'Ł'"),
        ({"result": 1, "players": ("???", "")}, r"game 1: player '\?\?\?': .*\.jou"),
        ({"result": 1, "headers": {"Tournament": 3}}, r"game 1: tournament 3: .*\.trn"),
        ({"result": 1, "headers": {"Event": "x"}}, "game 1: header 'Event'"),
        ({"result": 1, "headers": {"Score": 30}}, "game 1: header 'Score': 30,.*player 0.*1"),
        ({"result": 1, "headers": {"Score": "x"}}, "game 1: header 'Score': .*'x'"),
        ({"result": 1, "date": "1977-03"}, "game 1: .*'1977-03'.*0"),
        ({"result": 1, "comments": {0: "x"}}, "game 1: .*comments"),
        ({"result": 1, "players": ("Ann", "")}, r"\.jou"),
    ],
)
def test_nothing_is_left_out_without_a_word(message: dict, reason: str, tmp_path: Path) -> None:
    one = boardai.RecordedGame.from_moves("reversi", ["f5"], **message)
    with pytest.raises(ValueError, match=reason):
        boardai.write_games(io.BytesIO(), [one], format=".wtb")
    with pytest.raises(ValueError, match="8x8"):
        boardai.write_games(
            io.BytesIO(), [boardai.RecordedGame.from_moves("reversi:board=6x6", [], result=1)], format=".wtb"
        )
    other = boardai.RecordedGame.from_moves("reversi", ["f5"], result=1, date="2")
    with refused("game 2"):
        boardai.write_games(tmp_path / "a.wtb", [boardai.RecordedGame.from_moves("reversi", ["f5"], result=1), other])
    assert not list(tmp_path.iterdir())
    with refused("'wb'"):
        boardai.write_games(io.StringIO(), [other], format=".wtb")
    with refused("'rb'"):
        list(boardai.read_games(io.StringIO("x"), format=".wtb"))


def test_damaged_files_are_refused_or_read() -> None:
    rng, reversi = random.Random(2), boardai.load("reversi")
    found = 0
    for _ in range(300):
        data = bytearray(TWO)
        for _ in range(rng.randint(1, 3)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        if rng.random() < 0.2:
            del data[rng.randrange(len(data)) :]
        reported: list[ValueError] = []
        games = []
        try:
            for game in boardai.read_games(io.BytesIO(bytes(data)), reversi, format=".wtb", on_error=reported.append):
                games.append(game)
        except ValueError as error:
            reported.append(error)
        assert all(str(error).startswith("games") for error in reported)
        found += len(games)
        stream = io.BytesIO()
        boardai.write_games(stream, games, format=".wtb")
        assert list(boardai.read_games(io.BytesIO(stream.getvalue()), reversi, format=".wtb")) == games
    assert 50 < found < 580
