"""Files of SQLite: opened with what they must hold, changed as a whole or not at all.

What is changed inside a transaction is on the disk when it ends, and as if it had never been where the process dies
before. A file that somebody else has made can hold nothing that runs: functions of SQL that reach outside are not
called from a file's own schema (`trusted_schema`).
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path

from boardai.basics.quoting import quoted

_SECONDS_TO_WAIT = 10.0  # for another process that writes


class Database:
    """An open file of SQLite of one kind; use it as a context manager, or close it.

    Args:
        path: of the file.
        kind: what it holds, with its version, e.g. `boardai games 1`; stands in it.
        schema: the statements that make its tables.
        facts: what else stands in a new one, such as the game.
        create: make it where it is not there.

    Raises:
        ValueError: it is not there, of another kind, or no database.
    """

    def __init__(
        self, path: str | Path, kind: str, schema: str, facts: Mapping[str, str] | None = None, create: bool = False
    ) -> None:
        self.path, self._kind = Path(path), kind
        if not create and not self.path.is_file():
            raise ValueError(f"{path}: there is no such database")
        if self.path.is_dir():
            raise ValueError(f"{path}: a folder, not a database")
        with self.failing():
            # Without transactions of its own: they are begun below. Servers ask from threads, one after the other.
            self._connection = sqlite3.connect(
                self.path, timeout=_SECONDS_TO_WAIT, isolation_level=None, check_same_thread=False
            )
        try:
            with self.failing():
                self._connection.execute("PRAGMA trusted_schema = OFF")
            self._check(schema, dict(facts or {}), create)
        except BaseException:
            self.close()
            raise

    def _check(self, schema: str, facts: dict[str, str], create: bool) -> None:
        with self.changing() if create else contextlib.nullcontext():
            if not self.rows("SELECT 1 FROM sqlite_master LIMIT 1"):
                if not create:
                    raise ValueError(f"{self.path}: an empty database, expected one of {quoted(self._kind)}")
                # Not executescript, which would end the transaction that makes it whole or not at all.
                for statement in (
                    "CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
                    *schema.split(";"),
                ):
                    if statement.strip():
                        self.execute(statement)
                self.execute_many("INSERT INTO facts VALUES (?, ?)", [("kind", self._kind), *facts.items()])
        if not self.rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'facts'"):
            raise ValueError(f"{self.path}: a database of something else, expected one of {quoted(self._kind)}")
        if (kind := self.fact("kind")) != self._kind:
            raise ValueError(f"{self.path}: a database of {quoted(kind)}, expected one of {quoted(self._kind)}")

    def fact(self, name: str) -> str:
        """What stands in it under that name; "" where nothing does."""
        found = self.rows("SELECT value FROM facts WHERE name = ?", (name,))
        return str(found[0][0]) if found else ""

    def rows(self, query: str, values: tuple = ()) -> list[tuple]:
        """All rows of a query.

        Raises:
            ValueError: the file is damaged, or in use by another process.
        """
        with self.failing():
            return self._connection.execute(query, values).fetchall()

    def execute(self, statement: str, values: tuple = ()) -> int:
        """Runs a statement; gives the number of the row that it has inserted last.

        Raises:
            ValueError: as `rows`.
        """
        with self.failing():
            return self._connection.execute(statement, values).lastrowid or 0

    def execute_many(self, statement: str, values: Iterator[tuple] | list[tuple]) -> None:
        """Runs a statement with each of the rows of values.

        Raises:
            ValueError: as `rows`.
        """
        with self.failing():
            self._connection.executemany(statement, values)

    @contextlib.contextmanager
    def changing(self) -> Iterator[None]:
        """A transaction: what is changed inside is there in the end, or none of it where the block raises.

        Raises:
            ValueError: another process is writing, or reading all the time.
        """
        self.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.execute("COMMIT")  # where others read for too long, it fails, and the transaction is still open
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise

    @contextlib.contextmanager
    def failing(self) -> Iterator[None]:
        """Around the library's work: its errors become a ValueError that names the file.

        Raises:
            ValueError: with SQLite's reason.
        """
        try:
            yield
        except sqlite3.Error as error:
            raise ValueError(f"{self.path}: {error}") from None

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
