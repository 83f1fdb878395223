"""SQLite files: checked when opened, and changed in transactions.

The changes of a transaction are on the disk when it ends, and are undone if the process dies before. A file from
another author cannot execute anything: when it is opened, its tables and indexes are compared with ours, and views,
triggers and other active objects are rejected (docs/safety.md).

The files next to a database are checked before SQLite opens it, since SQLite acts on them. It plays a journal back into
the database, deletes another journal that is named at the journal's end, and overwrites the target of a link in the
journal's place. Files that a database of ours never has next to it are rejected.

The time that SQLite takes is limited by the size of the file, since pages that refer to each other in circles would
make it read for ever. Ctrl-C and other signals interrupt it.

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
_VERSIONS = slice(18, 20)  # versions of the format: 1 with a journal, 2 with a write-ahead log
_JOURNAL = bytes.fromhex("d9d505f920a163d7")  # begins a journal, and ends one that names another
_JOURNAL_HEADER = 28
_BESIDE = ("-journal", "-wal", "-shm")


def is_database(path: Path) -> bool:
    """Whether an SQLite file exists; a pipe does not count, and is not read.

    Raises:
        OSError: it cannot be read.
    """
    if not path.is_file():
        return False
    with open(path, "rb") as file:
        return file.read(len(_BEGINNING)) == _BEGINNING


def check_database_files(path: Path, create: bool) -> Path:
    """Rejects files that SQLite would wait for, or that would make it change other files.

    Args:
        path: path of the database.
        create: whether it may be missing.

    Returns:
        Its path with links resolved; SQLite looks there for the files next to it.

    Raises:
        ValueError: the message names the file and the fault.
    """
    try:
        found = path.stat()
    except (OSError, ValueError):  # missing, or not a file name
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
        return  # empty or cleared: SQLite does not play it back
    if not header.startswith(_JOURNAL):
        raise ValueError(f"{path}: not a journal of SQLite, which would delete it")
    if end == _JOURNAL and found.st_size > len(_JOURNAL):
        raise ValueError(f"{path}: a journal that names another one, which SQLite would delete")
    pages, page_size = (int.from_bytes(header[at : at + 4], "big") for at in (16, 24))
    if pages * page_size > size:
        raise ValueError(f"{path}: a journal of {pages:,} pages next to a database of {size:,} bytes")


def _opened(path: Path) -> IO[bytes]:
    """The file's bytes; does not block if a pipe has replaced the file."""
    try:
        return os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb")
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None


def _kind(mode: int) -> str:
    """A word for something that is not a regular file."""
    kinds = {stat.S_ISDIR: "folder", stat.S_ISFIFO: "pipe", stat.S_ISLNK: "link", stat.S_ISSOCK: "socket"}
    return next((word for holds, word in kinds.items() if holds(mode)), "device")


_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 1 << 26,  # maximum bytes of a row: the longest record is ten million characters
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
_SETTINGS = (  # available in Python 3.12 and newer
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
_BETWEEN = 100_000  # steps of SQLite's virtual machine: some milliseconds
_LEAST, _BY_BYTE = 100_000_000, 200  # steps; a query takes a tenth of this per row


class Guard:
    """Limits the work of one connection, which must run `SAFE`'s pragmas first.

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
        """From now on only rows may be read and written; the schema is final."""
        self._connection.set_authorizer(_authorize)

    def allow(self, size: int | None) -> None:
        """Begins a new operation.

        Args:
            size: bytes of the file; None: no time limit.
        """
        self._interrupt = None
        self._left = 1 << 62 if size is None else (_LEAST + _BY_BYTE * size) // _BETWEEN

    def failure(self, error: sqlite3.Error) -> BaseException | str:
        """The reason why SQLite stopped: the exception that interrupted it, else a text."""
        if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_INTERRUPT:
            return str(error)
        if self._left < 0:
            return "damaged: it takes more steps to read than a file of its size can need"
        return self._interrupt or KeyboardInterrupt()

    def _check(self) -> Iterator[int]:
        """Called regularly by SQLite to ask whether to stop.

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


_SECONDS_TO_WAIT = 10.0  # while another process writes
_SECONDS_BETWEEN = 0.05
_FACTS = "CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL)"
_MASTER = "SELECT type, name, tbl_name, sql FROM sqlite_master"
_MOST_CHECKED = 16 << 20  # bytes: in smaller files every page is checked on opening
_KINDS = {"int": "a whole number", "str": "text", "int | None": "a whole number or nothing"}
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_RESULT_CODE = 0xFF  # the primary part of an error code

Value = TypeVar("Value")


class Database:
    """An open SQLite file of a given kind; use it as a context manager, or close it.

    It is also closed when it is garbage collected.

    Args:
        path: path of the file.
        kind: kind of content with its version, e.g. `boardai games 1`; stored in the file.
        schema: the statements that create its tables.
        facts: further metadata stored in a new file, such as the game.
        create: create the file if it is missing.

    Raises:
        ValueError: the file is missing, of another kind, not a database, damaged, or has tables or other objects that
            a file of this kind does not have.
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
        # SQLite's cache refers to its connection, so that only the cycle collector would close it.
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
                # Not executescript, which would end the transaction that makes the creation atomic.
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
        """The first fault, in SQLite's words; "" if there is none, or if the file is large."""
        try:
            if self._place.stat().st_size > _MOST_CHECKED:
                return ""
            self._guard.allow(None)
            found = str(self._connection.execute("PRAGMA quick_check(1)").fetchone()[0])
        except (sqlite3.Error, UnicodeDecodeError, OSError):
            return ""
        return "" if found == "ok" else _words(found.replace("*** in database main ***", "").strip())

    def fact(self, name: str) -> str:
        """The metadata stored under a name; "" if there is none.

        Raises:
            ValueError: it is not text, or as `rows`.
        """
        found = self.rows("SELECT value FROM facts WHERE name = ?", (name,), (str,))
        return str(found[0][0]) if found else ""

    def count(self, table: str) -> int:
        """The number of rows of a table.

        Raises:
            ValueError: as `rows`.
        """
        # Without a condition SQLite counts in an internal loop that no signal interrupts.
        return int(self.rows(f"SELECT COUNT(*) FROM {table} WHERE ?", (1,))[0][0])

    def rows(self, query: str, values: tuple = (), kinds: tuple[type | UnionType, ...] = ()) -> list[tuple]:
        """All rows of a query.

        Args:
            query: an SQL query.
            values: values of its question marks.
            kinds: the expected types of its columns: SQLite stores any type in any column.

        Raises:
            ValueError: the file is damaged, a column has another type, or another process uses the file.
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
        """Runs a statement; returns the number of the row inserted last.

        Raises:
            ValueError: as `rows`.
        """
        return self._run(lambda: self._connection.execute(statement, values).lastrowid or 0)

    def execute_many(self, statement: str, values: Iterator[tuple] | list[tuple]) -> None:
        """Runs a statement once for each row of values.

        Raises:
            ValueError: as `rows`.
        """
        rows = list(values)
        self._run(lambda: self._connection.executemany(statement, rows))

    @contextlib.contextmanager
    def changing(self) -> Iterator[None]:
        """A transaction: all changes are committed at its end, or none if the block raises an error.

        Raises:
            ValueError: another process keeps writing or reading for too long.
        """
        self.execute("PRAGMA query_only = OFF")
        try:
            self.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.execute("COMMIT")  # fails if others read for too long; the transaction is then still open
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
        """Runs an SQLite operation, repeated while another process writes; errors become a ValueError with the file.

        Args:
            work: the operation; it may be repeated while another process holds the file.
            size: bytes of the file that it reads; None: it writes.

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
    """The faults that SQLite's integrity check finds in a file of any kind; empty if it is intact.

    Nothing in the file is executed: it is opened as by `Database`.

    Args:
        path: path of the file.

    Raises:
        ValueError: it is missing, or a file next to it cannot belong to it.
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
    # Autocommit: `Database` begins the transactions. Servers call from several threads, one at a time.
    # SQLite itself waits only briefly, since no signal interrupts its wait.
    return sqlite3.connect(place, timeout=_SECONDS_BETWEEN, isolation_level=None, check_same_thread=False)


def _made_by(statements: list[str]) -> list[tuple]:
    """The schema that these statements create in an empty database."""
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        for statement in statements:
            connection.execute(statement)
        return connection.execute(_MASTER).fetchall()


def _parts(rows: list[tuple]) -> list[tuple]:
    """The objects of a schema; statements are split into words, since blanks have no meaning."""
    return [(*names, tuple(re.findall(r"\w+|[^\w\s]", sql)) if isinstance(sql, str) else sql) for *names, sql in rows]


def _words(text: str) -> str:
    """SQLite's error text in printable form, since it may quote the file's content."""
    return shortened(one_line(text), LONGEST_PATH)
