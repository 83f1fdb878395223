"""The files of a database, looked at before SQLite opens them.

SQLite does what the files beside a database ask for. A journal is played back into it; the name of another journal at
its end is a file that SQLite deletes; a link in its place is a file that it overwrites. What a database of ours never
has beside it is refused.

Format: "Database File Format" (https://www.sqlite.org/fileformat2.html).
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import IO

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
        Where it is, links resolved: SQLite looks there for the files beside it.

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
        raise ValueError(f"{path}: a {_kind(found.st_mode)} beside a database, expected a file or nothing")
    if not path.name.endswith("-journal"):
        raise ValueError(f"{path}: no file of a write-ahead log belongs beside this database")
    with _opened(path) as file:
        header = file.read(_JOURNAL_HEADER)
        file.seek(max(0, found.st_size - len(_JOURNAL)))
        end = file.read(len(_JOURNAL))
    if not header or header[0] == 0:
        return  # not yet or no longer to be played back
    if not header.startswith(_JOURNAL):
        raise ValueError(f"{path}: no journal of SQLite, which would delete it")
    if end == _JOURNAL and found.st_size > len(_JOURNAL):
        raise ValueError(f"{path}: a journal that names another one, which SQLite would delete")
    pages, page_size = (int.from_bytes(header[at : at + 4], "big") for at in (16, 24))
    if pages * page_size > size:
        raise ValueError(f"{path}: a journal of {pages:,} pages beside a database of {size:,} bytes")


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
