"""What a connection to a stranger's database may do, and how it is interrupted.

SQLite takes no time that the size of the file does not explain: pages that lead to each other in circles of sums would
have it read for ever. While it works, Ctrl-C and other signals are heard.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

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
        connection.set_progress_handler(self._heed().__next__, _BETWEEN)

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

    def _heed(self) -> Iterator[int]:
        """Asked by SQLite now and then whether to leave off.

        Python runs its signal handlers when this is resumed, which is inside `try`. In a function it would be before
        its first line, where nobody could take the exception, and SQLite's module drops it.
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
