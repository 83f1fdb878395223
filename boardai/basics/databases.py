"""Files of SQLite: opened with what they must hold, changed as a whole or not at all.

What is changed inside a transaction is on the disk when it ends, and as if it had never been where the process dies
before. A file by another author can hold nothing that runs: its tables and indexes are compared with ours
when it is opened, and views, triggers and whatever else SQLite would follow are refused (docs/safety.md).

What lies next to a file is looked at before SQLite opens it, which does what that asks for. A journal is played back
into it; the name of another journal at its end is a file that SQLite deletes; a link in its place is a file that it
overwrites. What a database of ours never has alongside it is refused.

SQLite takes no time that the size of the file does not explain: pages that lead to each other in circles of sums would
have it read for ever. While it works, Ctrl-C and other signals are heard.

Format: "Database File Format" (https://www.sqlite.org/fileformat2.html).
"""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
import stat
import time
import weakref
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import UnionType
from typing import IO, Any, TypeVar

from boardai.basics.quoting import LONGEST_PATH, one_line, quoted, shortened

_BEGINNING = b"SQLite format 3\x00"
_VERSIONS = slice(18, 20)  # of the format: 1 with a journal, 2 with a write-ahead log
_JOURNAL = bytes.fromhex("d9d505f920a163d7")  # begins a journal, and ends one that names another
_JOURNAL_HEADER = 28
_BESIDE = ("-journal", "-wal", "-shm")


def is_database(path: Path) -> bool:
    """Whether a file of SQLite is there; a pipe is none, and not read.

    Raises:
        OSError: it cannot be read.
    """
    if not path.is_file():
        return False
    with open(path, "rb") as file:
        return file.read(len(_BEGINNING)) == _BEGINNING


def check_database_files(path: Path, create: bool) -> Path:
    """Refuses files that SQLite would wait for, or that would have it change others.

    Args:
        path: of the database.
        create: it may be missing.

    Returns:
        Where it is, links resolved: SQLite looks there for the files next to it.

    Raises:
        ValueError: naming the file and what is wrong.
    """
    try:
        found = path.stat()
    except (OSError, ValueError):  # not there, or no name of a file
        if not create:
            raise ValueError(f"{path}: there is no such database") from None
        return path.resolve()
    if not stat.S_ISREG(found.st_mode):
        raise ValueError(f"{path}: a {_kind(found.st_mode)}, not a database")
    place = path.resolve()
    for ending in _BESIDE:
        _check_beside(place.with_name(place.name + ending), found.st_size)
    with _opened(place) as file:
        header = file.read(100)
    if header.startswith(_BEGINNING) and header[_VERSIONS] != b"\1\1":
        raise ValueError(f"{path}: bytes 18 and 19: not the format of a database with a journal")
    return place


def _check_beside(path: Path, size: int) -> None:
    try:
        found = path.lstat()
    except OSError:
        return
    if not stat.S_ISREG(found.st_mode):
        raise ValueError(f"{path}: a {_kind(found.st_mode)} next to a database, expected a file or nothing")
    if not path.name.endswith("-journal"):
        raise ValueError(f"{path}: a file of a write-ahead log, which this database does not use")
    with _opened(path) as file:
        header = file.read(_JOURNAL_HEADER)
        file.seek(max(0, found.st_size - len(_JOURNAL)))
        end = file.read(len(_JOURNAL))
    if not header or header[0] == 0:
        return  # not yet or no longer to be played back
    if not header.startswith(_JOURNAL):
        raise ValueError(f"{path}: not a journal of SQLite, which would delete it")
    if end == _JOURNAL and found.st_size > len(_JOURNAL):
        raise ValueError(f"{path}: a journal that names another one, which SQLite would delete")
    pages, page_size = (int.from_bytes(header[at : at + 4], "big") for at in (16, 24))
    if pages * page_size > size:
        raise ValueError(f"{path}: a journal of {pages:,} pages next to a database of {size:,} bytes")


def _opened(path: Path) -> IO[bytes]:
    """The file's bytes; a pipe that has come in its place meanwhile is not waited for."""
    try:
        return os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb")
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None


def _kind(mode: int) -> str:
    """A word for what is no file."""
    kinds = {stat.S_ISDIR: "folder", stat.S_ISFIFO: "pipe", stat.S_ISLNK: "link", stat.S_ISSOCK: "socket"}
    return next((word for holds, word in kinds.items() if holds(mode)), "device")


_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 1 << 26,  # bytes of a row: the longest record is ten million characters
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 1 << 16,
    sqlite3.SQLITE_LIMIT_COLUMN: 64,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 50,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 4,
    sqlite3.SQLITE_LIMIT_FUNCTION_ARG: 8,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 100,
    sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER: 64,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}
_SETTINGS = (  # of Python 3.12 and newer
    ("SQLITE_DBCONFIG_DEFENSIVE", True),
    ("SQLITE_DBCONFIG_ENABLE_TRIGGER", False),
    ("SQLITE_DBCONFIG_ENABLE_VIEW", False),
    ("SQLITE_DBCONFIG_DQS_DDL", False),
    ("SQLITE_DBCONFIG_DQS_DML", False),
)
SAFE = ("trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0", "query_only = ON")
_ALLOWED = {
    sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE,
    sqlite3.SQLITE_TRANSACTION,
}  # fmt: skip
_ALLOWED_NAMES = {(sqlite3.SQLITE_PRAGMA, "query_only"), (sqlite3.SQLITE_PRAGMA, "quick_check")}
_FUNCTIONS = {"count"}
_BETWEEN = 100_000  # steps of SQLite's machine: some milliseconds
_LEAST, _BY_BYTE = 100_000_000, 200  # steps; what is asked of a row takes a tenth of this


class Guard:
    """Watches over one connection, which is to run `SAFE`'s pragmas first.

    Args:
        connection: just opened.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._left = 0
        self._interrupt: BaseException | None = None
        for limit, most in _LIMITS.items():
            connection.setlimit(limit, most)
        configure: Any = getattr(connection, "setconfig", None)
        for name, value in _SETTINGS if configure is not None else ():
            configure(getattr(sqlite3, name), value)
        connection.set_progress_handler(self._check().__next__, _BETWEEN)

    def close_schema(self) -> None:
        """From now on only rows are read and written: the schema is what it shall be, and stays so."""
        self._connection.set_authorizer(_authorize)

    def allow(self, size: int | None) -> None:
        """Begins something new.

        Args:
            size: bytes of the file; None: it may take as long as it takes.
        """
        self._interrupt = None
        self._left = 1 << 62 if size is None else (_LEAST + _BY_BYTE * size) // _BETWEEN

    def failure(self, error: sqlite3.Error) -> BaseException | str:
        """Why SQLite has left off: what interrupted it, else the reason in words."""
        if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_INTERRUPT:
            return str(error)
        if self._left < 0:
            return "damaged: it takes more steps to read than a file of its size can need"
        return self._interrupt or KeyboardInterrupt()

    def _check(self) -> Iterator[int]:
        """Asked by SQLite now and then whether to leave off.

        Python runs its signal handlers when this is resumed, which is inside `try`. In a function it would be before
        its first line, where no handler could take the exception, and SQLite's module drops it.
        """
        answer = 0
        while True:
            try:
                yield answer or int(self._left < 0)
                answer = 0
                self._left -= 1
            except GeneratorExit:
                raise
            except BaseException as error:
                self._interrupt, answer = error, 1


def _authorize(action: int, first: str | None, second: str | None, where: str | None, inside: str | None) -> int:
    if inside is None and (
        action in _ALLOWED
        or (action, first) in _ALLOWED_NAMES
        or (action == sqlite3.SQLITE_FUNCTION and second in _FUNCTIONS)
    ):
        return sqlite3.SQLITE_OK
    return sqlite3.SQLITE_DENY


_SECONDS_TO_WAIT = 10.0  # for another process that writes
_SECONDS_BETWEEN = 0.05
_FACTS = "CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL)"
_MASTER = "SELECT type, name, tbl_name, sql FROM sqlite_master"
_MOST_CHECKED = 16 << 20  # bytes of a file whose every page is looked at when it is opened
_KINDS = {"int": "a whole number", "str": "text", "int | None": "a whole number or nothing"}
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_RESULT_CODE = 0xFF  # the part of an error's code that is no detail

Value = TypeVar("Value")


class Database:
    """An open file of SQLite of one kind; use it as a context manager, or close it.

    At the latest it is closed when nothing refers to it any more.

    Args:
        path: of the file.
        kind: what it holds, with its version, e.g. `boardai games 1`; stands in it.
        schema: the statements that make its tables.
        facts: what else stands in a new one, such as the game.
        create: make it where it is not there.

    Raises:
        ValueError: it is not there, of another kind, no database, damaged, or has tables or anything else that a file
            of this kind does not have.
    """

    def __init__(
        self, path: str | Path, kind: str, schema: str, facts: Mapping[str, str] | None = None, create: bool = False
    ) -> None:
        self.path, self._kind = Path(path), kind
        self._place = check_database_files(self.path, create)
        statements = [_FACTS, *(one for one in schema.split(";") if one.strip())]
        try:
            self._connection = _connected(self._place)
        except sqlite3.Error as error:
            raise ValueError(f"{self.path}: {error}") from None
        # SQLite's module refers to a connection from its own cache, so that only the collector of cycles would end it.
        weakref.finalize(self, self._connection.close)
        try:
            self._guard = Guard(self._connection)
            for pragma in SAFE:
                self.execute(f"PRAGMA {pragma}")
            self._check(statements, dict(facts or {}), create)
            self._guard.close_schema()
        except BaseException:
            self.close()
            raise

    def _check(self, statements: list[str], facts: dict[str, str], create: bool) -> None:
        with self.changing() if create else contextlib.nullcontext():
            if not self.rows("SELECT 1 FROM sqlite_master LIMIT 1"):
                if not create:
                    raise ValueError(f"{self.path}: an empty database, expected one of {quoted(self._kind)}")
                # Not executescript, which would end the transaction that makes it whole or not at all.
                for statement in statements:
                    self.execute(statement)
                self.execute_many("INSERT INTO facts VALUES (?, ?)", [("kind", self._kind), *facts.items()])
        given, expected = _parts(self.rows(_MASTER)), _parts(_made_by(statements))
        if expected[0] not in given:
            raise ValueError(f"{self.path}: a database of something else, expected one of {quoted(self._kind)}")
        if (kind := self.fact("kind")) != self._kind:
            raise ValueError(f"{self.path}: a database of {quoted(kind)}, expected one of {quoted(self._kind)}")
        for wrong, parts in (
            ("does not belong to such a database", Counter(given) - Counter(expected)),
            ("is missing, or not as it must be", Counter(expected) - Counter(given)),
        ):
            for what, name, *_ in parts:
                raise ValueError(f"{self.path}: {one_line(str(what))} {quoted(name)} {wrong} ({self._kind})")
        if damage := self._damage():
            raise ValueError(f"{self.path}: damaged: {damage}")

    def _damage(self) -> str:
        """The first place that is wrong, in SQLite's words; "" where there is none, or the file is large."""
        try:
            if self._place.stat().st_size > _MOST_CHECKED:
                return ""
            self._guard.allow(None)
            found = str(self._connection.execute("PRAGMA quick_check(1)").fetchone()[0])
        except (sqlite3.Error, UnicodeDecodeError, OSError):
            return ""
        return "" if found == "ok" else _words(found.replace("*** in database main ***", "").strip())

    def fact(self, name: str) -> str:
        """What stands in it under that name; "" where nothing does.

        Raises:
            ValueError: it is no text, or as `rows`.
        """
        found = self.rows("SELECT value FROM facts WHERE name = ?", (name,), (str,))
        return str(found[0][0]) if found else ""

    def count(self, table: str) -> int:
        """How many rows a table has.

        Raises:
            ValueError: as `rows`.
        """
        # Without a condition SQLite counts in a loop of its own, which hears no signal.
        return int(self.rows(f"SELECT COUNT(*) FROM {table} WHERE ?", (1,))[0][0])

    def rows(self, query: str, values: tuple = (), kinds: tuple[type | UnionType, ...] = ()) -> list[tuple]:
        """All rows of a query.

        Args:
            query: of SQL.
            values: for its question marks.
            kinds: what its columns must be: SQLite keeps anything in any column.

        Raises:
            ValueError: the file is damaged, holds something else in a column, or is in use by another process.
        """

        def ask() -> tuple[list[tuple], list[str]]:
            answer = self._connection.execute(query, values)
            return answer.fetchall(), [column[0] for column in answer.description]

        found, names = self._run(ask, self._size())
        for row in found if kinds else ():
            for name, value, kind in zip(names, row, kinds, strict=True):
                if not isinstance(value, kind):
                    wanted = _KINDS[getattr(kind, "__name__", str(kind))]
                    raise ValueError(f"{self.path}: damaged: {name} is {quoted(value)}, expected {wanted}")
        return found

    def execute(self, statement: str, values: tuple = ()) -> int:
        """Runs a statement; gives the number of the row that it has inserted last.

        Raises:
            ValueError: as `rows`.
        """
        return self._run(lambda: self._connection.execute(statement, values).lastrowid or 0)

    def execute_many(self, statement: str, values: Iterator[tuple] | list[tuple]) -> None:
        """Runs a statement with each of the rows of values.

        Raises:
            ValueError: as `rows`.
        """
        rows = list(values)
        self._run(lambda: self._connection.executemany(statement, rows))

    @contextlib.contextmanager
    def changing(self) -> Iterator[None]:
        """A transaction: what is changed inside is there in the end, or none of it where the block raises.

        Raises:
            ValueError: another process is writing, or reading all the time.
        """
        self.execute("PRAGMA query_only = OFF")
        try:
            self.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.execute("COMMIT")  # where others read for too long, it fails, and the transaction is still open
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise
        finally:
            self.execute("PRAGMA query_only = ON")

    def _size(self) -> int:
        try:
            return self._place.stat().st_size
        except OSError:  # it has been removed
            return 0

    def _run(self, work: Callable[[], Value], size: int | None = None) -> Value:
        """The library's work, again while another process writes; its errors become a ValueError that names the file.

        Args:
            work: what to do; it can be done again where another process has the file.
            size: of the file that it reads; None: it writes.

        Raises:
            ValueError: with SQLite's reason.
        """
        end = time.monotonic() + _SECONDS_TO_WAIT
        while True:
            self._guard.allow(size)
            try:
                return work()
            except UnicodeDecodeError as error:  # SQLite's reason quotes what is in the file
                raise ValueError(f"{self.path}: {_words(error.object.decode('utf-8', 'backslashreplace'))}") from None
            except sqlite3.Error as error:
                code = getattr(error, "sqlite_errorcode", 0) & _RESULT_CODE
                if code == sqlite3.SQLITE_BUSY and time.monotonic() < end:
                    time.sleep(_SECONDS_BETWEEN)
                    continue
                reason = self._guard.failure(error)
                if isinstance(reason, BaseException):
                    raise reason from None
                where = self._damage() if code in _DAMAGED else ""
                raise ValueError(f"{self.path}: {_words(reason)}{where and ': '}{where}") from None

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def damages(path: Path) -> list[str]:
    """What SQLite's examination finds wrong with a file, whatever it holds; empty where it is whole.

    Nothing in the file is followed: it is opened as `Database` opens one.

    Args:
        path: of the file.

    Raises:
        ValueError: it is not there, or what lies next to it cannot belong to it.
    """
    place = check_database_files(path, create=False)
    with contextlib.closing(_connected(place)) as connection:
        guard = Guard(connection)
        guard.allow(place.stat().st_size)
        try:
            for pragma in SAFE:
                connection.execute(f"PRAGMA {pragma}")
            problems = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(4)")]
        except UnicodeDecodeError as error:
            problems = [error.object.decode("utf-8", "backslashreplace")]
        except sqlite3.Error as error:
            reason = guard.failure(error)
            if isinstance(reason, BaseException):
                raise reason from None
            problems = [reason]
    return [_words(text) for text in problems if text != "ok"]


def _connected(place: Path) -> sqlite3.Connection:
    # Without transactions of its own: `Database` begins them. Servers ask from threads, one after the other.
    # SQLite itself waits for a moment only, as it hears no signal while it does.
    return sqlite3.connect(place, timeout=_SECONDS_BETWEEN, isolation_level=None, check_same_thread=False)


def _made_by(statements: list[str]) -> list[tuple]:
    """The schema that these statements make in an empty database."""
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        for statement in statements:
            connection.execute(statement)
        return connection.execute(_MASTER).fetchall()


def _parts(rows: list[tuple]) -> list[tuple]:
    """What a schema consists of; the statements as words, for blanks between them mean nothing."""
    return [(*names, tuple(re.findall(r"\w+|[^\w\s]", sql)) if isinstance(sql, str) else sql) for *names, sql in rows]


def _words(text: str) -> str:
    """A reason of SQLite's, which may quote what is in the file."""
    return shortened(one_line(text), LONGEST_PATH)
