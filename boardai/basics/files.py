"""Writes files atomically: they are complete or absent if the process dies. Reads and writes strict JSON."""

import contextlib
import errno
import fcntl
import json
import math
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

LOCK = "lock"
_MOST_DIGITS = 300


def is_file(path: Path) -> bool:
    """Whether a file of that name exists; False if the name is too long."""
    try:
        return path.is_file()
    except OSError:
        return False


def is_stream(path: Path) -> bool:
    """Whether the path is a device, a pipe or an alias of one: `/dev/stdout` may be a file, but not one of ours."""
    if str(path.parent) in ("/dev", "/dev/fd"):
        return True
    try:
        return path.exists() and not path.is_file() and not path.is_dir()
    except OSError:
        return False


def sync_directory(path: Path) -> None:
    """Makes renames inside a directory durable."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def naming(path: Path) -> Iterator[None]:
    """A context for writing to a file: system errors name the file; those of a full disk would not.

    Raises:
        OSError: the original error, with the file's name.
    """
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        raise type(error)(error.errno, error.strerror, str(path)) from None


def write_atomically(path: Path, *parts: bytes) -> None:
    """Writes a file under a temporary name, forces it to disk and renames it.

    Raises:
        OSError: the message names the file, which is unchanged.
    """
    with replacing(path) as file:
        for part in parts:
            file.write(part)


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A temporary file for the new content of a path; when the block ends it is forced to disk and renamed.

    Output to a device or a pipe is written directly.

    Raises:
        OSError: the message names the file. The file is unchanged after any error, including one in the block.
    """
    if is_stream(path):
        with naming(path), open(path, "wb") as file:
            yield file
        return
    with naming(path):
        place = _place(path)
    temporary = place.with_name(f".{place.name}.tmp")
    try:
        temporary.unlink(missing_ok=True)  # left by a killed process, or a link placed there by another user
        with open(temporary, "xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, place)
    except BaseException as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        # An error that names another file comes from a read in the block.
        if isinstance(error, OSError) and error.filename in (None, str(temporary), temporary):
            with naming(path):
                raise
        raise
    sync_directory(place.parent)


def _place(path: Path) -> Path:
    """The path to write: the target of a link is written, and the link stays.

    Raises:
        PermissionError: the link belongs to another user, in a folder to which everyone can write, such as /tmp.
    """
    if path.is_symlink():
        link, folder = path.lstat(), path.parent.stat()
        everybody_s = stat.S_ISVTX | stat.S_IWOTH
        if folder.st_mode & everybody_s == everybody_s and link.st_uid not in (os.geteuid(), folder.st_uid):
            raise PermissionError(errno.EACCES, "a link that belongs to another user", str(path))
    return path.resolve()


def lock_folder(path: Path) -> int:
    """Locks a folder against other processes until the descriptor is closed.

    The kernel releases the lock when the process ends for any reason.

    Raises:
        ValueError: another process holds the lock.
    """
    descriptor = take_lock(path)
    write_owner(descriptor)
    return descriptor


def take_lock(path: Path) -> int:
    """Takes the lock of `lock_folder` without writing the holder into it; creates an empty lock file if there is none.

    Raises:
        ValueError: another process works there.
    """
    # A user who can open a file can lock it: other users must not.
    descriptor = os.open(path / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    with contextlib.suppress(OSError):
        os.fchmod(descriptor, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        owner = os.read(descriptor, 64).decode(errors="replace").strip()
        os.close(descriptor)
        raise ValueError(f"{path} is in use by another process ({owner or 'unknown'})") from None
    return descriptor


def write_owner(descriptor: int) -> None:
    """Writes the holder into a lock, for messages of other processes."""
    with contextlib.suppress(OSError):  # a full disk is reported by later, larger writes
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"process {os.getpid()}\n".encode(), 0)


@contextlib.contextmanager
def alone_in(path: Path | None) -> Iterator[None]:
    """A context for work in a folder that only one process may do at a time; None: no folder.

    Raises:
        ValueError: another process works there.
    """
    descriptor = None if path is None else lock_folder(path)
    try:
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


def bounded_lines(file: IO[str], longest: int) -> Iterator[str]:
    """The lines of a text file; a line longer than `longest` characters is cut to `longest + 1`.

    The caller rejects these, so a file without line ends is never read into memory as a whole.
    """
    goes_on = False
    while piece := file.readline(longest + 1):
        if not goes_on:
            yield piece
        goes_on = not piece.endswith("\n")


def append_line(path: Path, line: bytes) -> None:
    """Adds a line to a file and forces it to disk."""
    with open(path, "ab") as file:
        file.write(line + b"\n")
        file.flush()
        os.fsync(file.fileno())


def whole_lines(path: Path) -> list[bytes]:
    """The lines of a file without their ends; [] if it is missing. An incomplete last line is dropped."""
    return path.read_bytes().split(b"\n")[:-1] if path.is_file() else []


def continued_lines(path: Path, head: bytes) -> list[bytes]:
    """The lines after the first of a file that grows by whole lines; creates the file if it does not exist.

    An incomplete last line, left by a killed process, is removed.

    >>> from pathlib import Path
    >>> from boardai.basics.files import append_line, continued_lines
    >>> continued_lines(Path("numbers.part"), b"numbers of seed 1")
    []
    >>> append_line(Path("numbers.part"), b"17")
    >>> continued_lines(Path("numbers.part"), b"numbers of seed 1")
    [b'17']

    Args:
        path: path of the file.
        head: its first line, which describes the content.

    Raises:
        ValueError: the file has another first line.
    """
    lines = whole_lines(path) or [head]
    if lines[0] != head:
        raise ValueError(f"{path}: line 1: written with other settings; remove the file, or name another")
    write_atomically(path, b"".join(line + b"\n" for line in lines))
    return lines[1:]


def write_json(path: Path, value: Any) -> None:
    """Writes an indented JSON value by `write_atomically`.

    Raises:
        ValueError: a number is not finite, which JSON cannot represent.
    """
    try:
        text = json.dumps(value, indent=2, allow_nan=False)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    write_atomically(path, (text + "\n").encode())


def json_text(value: Any, indent: int | None = None) -> str:
    r"""A value as readable JSON that can be encoded in UTF-8.

    >>> from boardai.basics.files import json_text
    >>> json_text(["é"]), json_text(["\ud800"])
    ('["é"]', '["\\ud800"]')

    Raises:
        ValueError: a number is not finite, which JSON cannot represent.
        TypeError: JSON has no such type.
    """
    text = json.dumps(value, indent=indent, ensure_ascii=False, allow_nan=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # half a surrogate pair, which JSON writes as its number
        return json.dumps(value, indent=indent, allow_nan=False)
    return text


def read_json(path: Path) -> Any:
    """Reads a JSON file; a ValueError names the file and the place of an error."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: {error}") from None
    return parse_json(text, str(path))


def parse_json(text: str | bytes, place: str, *, nan_is_null: bool = False) -> Any:
    """The value of a JSON text.

    Python's own reader accepts NaN, Infinity and numbers that are too large, such as 22E804; these would cause errors
    later, elsewhere.

    Args:
        text: the text.
        place: named in errors, e.g. the file.
        nan_is_null: read NaN and Infinity as null, for files of earlier versions.

    Raises:
        ValueError: not JSON, nested too deeply, or a number is not finite when read as a float.
    """
    try:
        return json.loads(
            text, parse_constant=_as_null if nan_is_null else _refuse, parse_float=_finite, parse_int=_whole
        )
    except RecursionError:
        raise ValueError(f"{place}: nested too deeply") from None
    except ValueError as error:  # includes errors of JSON and of text decoding
        raise ValueError(f"{place}: not JSON: {error}") from None


def _as_null(text: str) -> None:
    """NaN, Infinity or -Infinity."""


def _refuse(text: str) -> float:
    raise ValueError(f"{text[:40]} is not a finite number")


def _finite(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _refuse(text)


def _whole(text: str) -> int | float:
    # Longer numbers are infinite as floats; as whole numbers they take quadratic time.
    return int(text) if len(text) <= _MOST_DIGITS else _refuse(text)
