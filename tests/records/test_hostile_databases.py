"""Databases that a stranger has made: nothing in them runs, hangs, changes other files or reaches the terminal."""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from refusals import refused

import boardai
from boardai.basics import databases
from boardai.basics.databases import Database
from boardai.check.saved import examine
from boardai.records import GameDatabase, RecordedGame
from boardai.records.__main__ import main
from boardai.search import SolvedPositions

SPEC = "hex:size=3"
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
ESCAPE = "\x1b]0;owned\x07\x1b[31m\u202e\x9b"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("made") / "games.db"
    with GameDatabase(path, SPEC, create=True) as database:
        database.add_games([RecordedGame.from_moves(SPEC, ["b2", "a1"], result=1) for _ in range(50)], "mine")
    return path


@pytest.fixture
def games(made: Path, tmp_path: Path) -> Path:
    """Fifty games, to be damaged."""
    return Path(shutil.copy(made, tmp_path / "games.db"))


def change(path: Path, script: str) -> None:
    connection = sqlite3.connect(path)
    connection.executescript(script)
    connection.close()


def use(path: Path) -> list[object]:
    """Everything that a database is asked for."""
    with GameDatabase(path, SPEC) as database:
        found = database.position(database.game.initial_state())
        state = database.game.initial_state()
        return [len(database), found, *database.games(), *database.games(state, 3), database.sources]


# --- schemas ---

AS_OF_GAMES = "id INTEGER PRIMARY KEY, source INTEGER NOT NULL REFERENCES sources, place TEXT NOT NULL, result INTEGER"
SCHEMAS = {
    "endless view": f"DROP TABLE games; CREATE VIEW games AS {ENDLESS} SELECT i AS id, 'x' AS place FROM n;",
    "endless facts": f"DROP TABLE facts; CREATE VIEW facts AS {ENDLESS} SELECT 'kind' AS name, 'x' AS value FROM n;",
    "one more view": "CREATE VIEW more AS SELECT 1;",
    "deleting trigger": "CREATE TRIGGER t AFTER INSERT ON sources BEGIN DELETE FROM games; END;",
    "one more table": "CREATE TABLE more (a);",
    "one more index": "CREATE INDEX more ON games (place);",
    "index of an expression": "CREATE INDEX more ON games (abs(id));",
    "full text": "CREATE VIRTUAL TABLE more USING fts5 (a);",
    "missing table": "DROP TABLE positions;",
    "statistics": "ANALYZE;",
    "generated column": f"DROP TABLE games; CREATE TABLE games ({AS_OF_GAMES}, record TEXT AS (hex(zeroblob(9))));",
    "check": f"DROP TABLE games; CREATE TABLE games ({AS_OF_GAMES}, record TEXT NOT NULL CHECK (length(record) > 1));",
    "default": f"DROP TABLE games; CREATE TABLE games ({AS_OF_GAMES}, record TEXT NOT NULL DEFAULT (random()));",
    "collation": f"DROP TABLE games; CREATE TABLE games ({AS_OF_GAMES}, record TEXT NOT NULL COLLATE nocase);",
    "trigger that is called a table": "PRAGMA writable_schema = ON; INSERT INTO sqlite_master VALUES "
    "('table', 'games', 'games', 0, 'CREATE TRIGGER games AFTER INSERT ON sources BEGIN DELETE FROM games; END');",
    "name with an escape": f'CREATE TABLE "{ESCAPE}" (a);',
}


@pytest.mark.parametrize("what", SCHEMAS)
@pytest.mark.parametrize("create", [False, True])
def test_a_schema_that_is_not_ours_is_refused(what: str, create: bool, games: Path) -> None:
    change(games, SCHEMAS[what])
    before = games.read_bytes()
    with pytest.raises(ValueError, match=r"games\.db: ") as caught:
        GameDatabase(games, SPEC, create=create)
    assert str(caught.value).isprintable() and len(str(caught.value)) < 500 and games.read_bytes() == before


def test_solved_positions_are_compared_too(tmp_path: Path) -> None:
    path = tmp_path / "solved.db"
    SolvedPositions(path, SPEC, create=True).close()
    change(path, f"DROP TABLE positions; CREATE VIEW positions AS {ENDLESS} SELECT 1 AS outcome FROM n;")
    with refused("solved.db", "positions"):
        SolvedPositions(path, SPEC)


def test_what_earlier_versions_made_opens(tmp_path: Path) -> None:
    """As the first version wrote it; blanks mean nothing."""
    change(
        tmp_path / "old.db",
        """
        CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
        CREATE TABLE sources (id INTEGER PRIMARY KEY, name TEXT NOT NULL, digest TEXT NOT NULL UNIQUE,
                              games INTEGER NOT NULL);
        CREATE TABLE games (id INTEGER PRIMARY KEY,source INTEGER NOT NULL REFERENCES sources,place TEXT NOT NULL,
                            result INTEGER,record TEXT NOT NULL);
        CREATE TABLE positions (key INTEGER NOT NULL, game INTEGER NOT NULL, ply INTEGER NOT NULL, action INTEGER,
                                PRIMARY KEY (key, game, ply)) WITHOUT ROWID;
        INSERT INTO facts VALUES ('kind', 'boardai games 1'), ('game', 'hex:size=3');
        """,
    )
    with GameDatabase(tmp_path / "old.db", SPEC) as database:
        assert len(database) == 0
        database.add_games([RecordedGame.from_moves(SPEC, ["b2"])], "mine")
        assert len(list(database.games())) == 1


# --- values ---

VALUES = {
    "place is a blob": "UPDATE games SET place = x'00ff'",
    "place is no UTF-8": "UPDATE games SET place = CAST(x'1b5b31ff' AS TEXT)",
    "record is a blob": "UPDATE games SET record = CAST(record AS BLOB)",
    "record is no record": f"UPDATE games SET record = '{ESCAPE}', place = '{ESCAPE}'",
    "record is huge": "UPDATE games SET record = zeroblob(100000000) WHERE id = 7",
    "result is a real": "UPDATE games SET result = 0.5",
    "result is infinite": "UPDATE games SET result = 9e999",
    "result is a text": f"UPDATE games SET result = '{ESCAPE}'",
    "result is none": "UPDATE games SET result = 7",
    "number is negative": "UPDATE games SET id = -id",
    "number is the least": "UPDATE games SET id = -9223372036854775808 WHERE id = 1",
    "number is the largest": "UPDATE games SET id = 9223372036854775807 WHERE id = 50",
    "action is a text": f"UPDATE positions SET action = '{ESCAPE}'",
    "source's name is a blob": "UPDATE sources SET name = x'1b'",
    "source's games are a text": "UPDATE sources SET games = 'many'",
    "kind is a blob": "UPDATE facts SET value = x'1b' WHERE name = 'kind'",
    "kind is another": f"UPDATE facts SET value = '{ESCAPE}' WHERE name = 'kind'",
    "game is another": f"UPDATE facts SET value = '{ESCAPE}' WHERE name = 'game'",
    "game is a file": "UPDATE facts SET value = './mine.py' WHERE name = 'game'",
    "game has a NUL": "UPDATE facts SET value = 'hex' || char(0) || ':size=3' WHERE name = 'game'",
    "game is long": "UPDATE facts SET value = 'hex:size=' || hex(zeroblob(1000000)) WHERE name = 'game'",
    "no game": "DELETE FROM facts WHERE name = 'game'",
}


@pytest.mark.parametrize("what", VALUES)
def test_values_of_another_kind_are_named(what: str, games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (games.parent / "mine.py").write_text("raise SystemExit('it runs')")
    monkeypatch.chdir(games.parent)
    change(games, VALUES[what])
    with pytest.raises(ValueError, match=r"games\.db: ") as caught:
        use(games)
    assert str(caught.value).isprintable() and len(str(caught.value)) < 500


def test_solved_values_of_another_kind_are_named(tmp_path: Path) -> None:
    path, state = tmp_path / "solved.db", boardai.load(SPEC).initial_state()
    with SolvedPositions(path, SPEC, create=True) as solved:
        solved.keep(boardai.search.dfpn(state, strategy=True))
    for column, value in (("outcome", "'won'"), ("actions", "x'34'"), ("complete", "0.5"), ("plies", f"'{ESCAPE}'")):
        copy = Path(shutil.copy(path, tmp_path / f"{column}.db"))
        change(copy, f"UPDATE positions SET {column} = {value}")
        with SolvedPositions(copy, SPEC) as solved, refused(column) as caught:
            solved.get(state)
        assert str(caught.value).isprintable()


def test_names_with_escapes_are_shown_without_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = (f"Ann{ESCAPE}", "Bob\nnote: all is well")
    with GameDatabase(tmp_path / "g.db", SPEC, create=True) as database:
        one = RecordedGame.from_moves(SPEC, ["b2"], players=names, place=f"a{ESCAPE}")
        database.add_games([one], "mine")
    main([SPEC, "query", str(tmp_path / "g.db"), "--games", "1"])
    reported = capsys.readouterr().out
    assert all(line.isprintable() for line in reported.splitlines()) and "Ann\\x1b]0;owned" in reported
    assert not [line for line in reported.splitlines() if line.startswith("note")]


# --- damaged files ---


@pytest.mark.thorough
def test_a_header_damaged_anywhere_is_named_or_changes_nothing(games: Path) -> None:
    whole, rng, good = games.read_bytes(), random.Random(1), use(games)
    for at in range(100):
        for value in {0, 255, whole[at] ^ 1, rng.randrange(256)}:
            games.write_bytes(whole[:at] + bytes([value]) + whole[at + 1 :])
            try:
                assert use(games) == good
            except ValueError as error:
                assert str(error).startswith(str(games)) and str(error).isprintable()


def test_bytes_damaged_anywhere_end_nothing(games: Path) -> None:
    whole, rng = games.read_bytes(), random.Random(2)
    damaged = 0
    for _ in range(300):
        bad = bytearray(whole)
        for _ in range(rng.choice([1, 1, 4, 64])):
            bad[rng.randrange(len(bad))] = rng.randrange(256)
        games.write_bytes(bad if rng.random() < 0.9 else bad[: rng.randrange(len(bad))])
        try:
            use(games)
        except ValueError as error:
            damaged += 1
            assert str(error).startswith(str(games)) and str(error).isprintable()
    assert damaged > 100


def root_of(path: Path, table: str) -> tuple[int, int]:
    """The first page of a table, and the size of a page."""
    connection = sqlite3.connect(path)
    (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    return root, size


@pytest.mark.parametrize("checked", [True, False])
def test_a_damaged_page_is_reported_with_its_place(games: Path, checked: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    root, size = root_of(games, "games")
    bad = bytearray(games.read_bytes())
    bad[(root - 1) * size + 3] = 255  # more cells than there is room for
    games.write_bytes(bad)
    monkeypatch.setattr(databases, "_MOST_CHECKED", databases._MOST_CHECKED if checked else 0)
    reason = f"damaged: .*[Pp]age {root}" if checked else "malformed"
    with pytest.raises(ValueError, match=reason):
        use(games)


def test_pages_that_lead_to_each_other_are_not_read_for_ever(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve levels of pages, each of which has the next one three hundred times: 300^12 rows in fifty kilobytes."""
    root, size = root_of(games, "games")
    whole = bytearray(games.read_bytes())
    first, levels, width = len(whole) // size + 1, 12, 300
    for level in range(levels):
        page = bytearray(size)
        child = first + level if level < levels - 1 else first + levels - 1
        page[0] = 5
        page[3:5] = width.to_bytes(2, "big")
        page[5:7] = (size - 6 * width).to_bytes(2, "big")
        page[8:12] = child.to_bytes(4, "big")
        for cell in range(width):
            at = size - 6 * (cell + 1)
            page[12 + 2 * cell : 14 + 2 * cell] = at.to_bytes(2, "big")
            page[at : at + 6] = child.to_bytes(4, "big") + bytes([0x81, cell & 127])
        if level == 0:
            whole[(root - 1) * size : root * size] = page
        else:
            whole += page
    leaf = bytearray(size)
    leaf[0], leaf[5:7] = 13, (size - 4).to_bytes(2, "big")
    leaf[3:5], leaf[8:10], leaf[size - 4 :] = b"\0\1", (size - 4).to_bytes(2, "big"), b"\2\1\2\0"
    whole += leaf
    whole[28:32] = (len(whole) // size).to_bytes(4, "big")
    games.write_bytes(whole)
    with refused("games.db", "damaged"):
        GameDatabase(games, SPEC)
    # Of a large file not every page is looked at.
    monkeypatch.setattr(databases, "_MOST_CHECKED", 0)
    monkeypatch.setattr("boardai.basics.databases._LEAST", 1_000_000)
    with GameDatabase(games, SPEC) as database, refused("games.db", "steps"):
        len(database)


# --- files next to it, and what is no file ---


def hot(path: Path, folder: Path) -> Path:
    """A database as a process leaves it that was killed while it wrote: with a journal that takes it back."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript("PRAGMA cache_size = 2; BEGIN; UPDATE games SET place = place || hex(zeroblob(2000));")
    copy = folder / "hot.db"
    shutil.copy(path, copy)
    shutil.copy(f"{path}-journal", f"{copy}-journal")
    connection.execute("ROLLBACK")
    connection.close()
    return copy


def test_a_journal_of_a_process_that_was_killed_is_played_back(games: Path, tmp_path: Path) -> None:
    good, left = use(games), hot(games, tmp_path)
    assert Path(f"{left}-journal").stat().st_size > 1000
    assert use(left) == good and not Path(f"{left}-journal").exists()


@pytest.mark.parametrize("by_sqlite", [True, False])
def test_a_journal_cannot_delete_another_file(games: Path, tmp_path: Path, by_sqlite: bool) -> None:
    """A journal may name a journal of journals, which is deleted after it: any file."""
    left, victim = hot(games, tmp_path), tmp_path / "victim.txt"
    victim.write_text("years of work")
    name = str(victim).encode()
    with open(f"{left}-journal", "ab") as file:
        numbers = (len(name), sum(name))
        page = (1 << 30) // 4096 + 1
        file.write(page.to_bytes(4, "big") + name + b"".join(one.to_bytes(4, "big") for one in numbers))
        file.write(bytes.fromhex("d9d505f920a163d7"))
    if by_sqlite:  # what would happen
        connection = sqlite3.connect(left)
        connection.execute("SELECT COUNT(*) FROM games").fetchone()
        connection.close()
        assert not victim.exists()
        return
    for create in (False, True):
        with refused("hot.db-journal"):
            GameDatabase(left, SPEC, create=create)
    found = examine(left)  # as `python -m boardai.check` does
    assert found is not None and "journal" in str(found)
    assert victim.read_text() == "years of work" and Path(f"{left}-journal").exists()


@pytest.mark.parametrize("ending", ["-journal", "-wal", "-shm"])
@pytest.mark.parametrize("what", ["link", "pipe", "folder", "file"])
def test_what_lies_beside_it_is_not_followed(games: Path, ending: str, what: str) -> None:
    beside, victim = Path(f"{games}{ending}"), games.parent / "victim.txt"
    victim.write_text("\0years of work")
    if what == "link":
        beside.symlink_to(victim)
    elif what == "pipe":
        os.mkfifo(beside)
    elif what == "folder":
        beside.mkdir()
    else:
        beside.write_text("a text")
    with refused(f"games.db{ending}"):
        GameDatabase(games, SPEC, create=True)
    assert victim.read_text() == "\0years of work" and os.path.lexists(beside)


def test_a_journal_cannot_make_the_file_huge(games: Path, tmp_path: Path) -> None:
    left = hot(games, tmp_path)
    with open(f"{left}-journal", "r+b") as file:
        file.seek(16)
        file.write(b"\x7f\xff\xff\xff")
    with refused("journal", "2,147,483,647"):
        GameDatabase(left, SPEC)


@pytest.mark.parametrize("create", [False, True])
def test_what_is_no_file_is_not_waited_for(games: Path, create: bool) -> None:
    pipe, named, device = (games.parent / name for name in ("pipe.db", "socket.db", "device.db"))
    os.mkfifo(pipe)
    device.symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as opened:
        here = os.getcwd()
        os.chdir(named.parent)  # a socket's name is short
        try:
            opened.bind(named.name)
        finally:
            os.chdir(here)
        for path, kind in ((pipe, "pipe"), (named, "socket"), (device, "device"), (games.parent, "folder")):
            with refused(path, kind):
                GameDatabase(path, SPEC, create=create)
    with refused("no", "database"):
        GameDatabase("a\0b", SPEC)


def test_games_from_a_pipe_are_read_from_its_beginning(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As the shell's `<(...)` gives them: looking whether it is a database would take their first bytes."""
    pipe, text = games.parent / "pipe.jsonl", games.parent / "games.jsonl"
    main([SPEC, "export", str(games), "--output", str(text)])
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=[text.read_bytes()])
    writer.start()
    main([SPEC, "export", str(pipe), "--output", str(games.parent / "again.jsonl")])
    writer.join()
    assert (games.parent / "again.jsonl").read_text() == text.read_text()
    assert "50 games" in capsys.readouterr().out


def test_a_link_is_followed_and_a_name_means_nothing(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good, link = use(games), games.parent / "link.db"
    link.symlink_to(games)
    assert use(link) == good
    monkeypatch.chdir(games.parent)
    for name in (":memory:", "file:x.db?mode=memory"):
        with GameDatabase(name, SPEC, create=True):
            pass
        assert Path(name).is_file() and GameDatabase(name, SPEC).sources == []


def test_a_file_with_a_hole_of_terabytes_is_read_as_what_it_holds(games: Path) -> None:
    good = use(games)
    os.truncate(games, 1 << 40)
    try:
        assert use(games) == good
    except ValueError as error:
        assert str(error).startswith(str(games))
    games.write_bytes(b"")
    os.truncate(games, 1 << 40)
    with refused("games.db", "not a database"):
        use(games)


# --- who uses it ---


@pytest.fixture
def alarm() -> Iterator[None]:
    """Ctrl-C in a moment."""
    before = signal.signal(signal.SIGALRM, lambda number, frame: signal.raise_signal(signal.SIGINT))
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.usefixtures("alarm")
def test_ctrl_c_ends_a_long_question(games: Path) -> None:
    with GameDatabase(games, SPEC) as database:
        opened = database._database
        opened._connection.set_authorizer(None)
        opened._size = lambda: 1 << 50  # type: ignore[method-assign]
        with pytest.raises(KeyboardInterrupt):
            opened.rows(f"{ENDLESS} SELECT COUNT(*) FROM n")
        assert len(database) == 50  # and it is as it was


@pytest.mark.usefixtures("alarm")
def test_ctrl_c_ends_the_wait_for_another_process(games: Path) -> None:
    other = sqlite3.connect(games, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(KeyboardInterrupt):
        GameDatabase(games, SPEC)
    other.close()


def test_who_waits_goes_on_when_the_other_is_ready(games: Path) -> None:
    other = sqlite3.connect(games, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN EXCLUSIVE")
    timer = threading.Timer(0.3, other.execute, ["COMMIT"])
    timer.start()
    with GameDatabase(games, SPEC, create=True) as database:
        database.add_games([RecordedGame.from_moves(SPEC, ["a1"])], "more")
        assert len(database) == 51
    timer.join()
    other.close()


def test_reading_writes_nothing_and_nothing_else_is_asked(games: Path) -> None:
    before, stamp = games.read_bytes(), games.stat().st_mtime_ns
    with GameDatabase(games, SPEC) as database:
        opened: Database = database._database
        for statement in (
            "DELETE FROM games", "DROP TABLE games", "ATTACH 'other.db' AS other", "CREATE TABLE more (a)",
            "SELECT load_extension('x')", "SELECT randomblob(10)", "PRAGMA writable_schema = ON", "VACUUM",
            "INSERT INTO sources VALUES (9, 'a', 'b', 0)", f"{ENDLESS} SELECT i FROM n",
        ):  # fmt: skip
            with pytest.raises(ValueError, match=r"games\.db: .*(prohibited|not authorized|denied|readonly)"):
                opened.execute(statement)
    use(games)
    assert games.read_bytes() == before and games.stat().st_mtime_ns == stamp
    assert time.time_ns() > stamp and sorted(one.name for one in games.parent.iterdir()) == ["games.db"]
