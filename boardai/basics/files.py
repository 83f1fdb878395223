"""Files that are whole or absent, whenever the process dies; and JSON, with what JSON has and nothing else."""

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
    """Whether a file of that name is there; a name that is too long is none's."""
    try:
        return path.is_file()
    except OSError:
        return False


def is_stream(path: Path) -> bool:
    """Whether a device or a pipe is there, or what stands for one: `/dev/stdout` may be a file, and is none of ours."""
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
    """Around writing to a file: the system's errors name it, which a full disk's do not by themselves.

    Raises:
        OSError: as it came, with the file's name.
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
        OSError: naming the file, which is as it was before.
    """
    with replacing(path) as file:
        for part in parts:
            file.write(part)


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file to write what is to stand at that path: once the block ends it is forced to disk and renamed.

    What goes to a device or a pipe goes there as it comes.

    Raises:
        OSError: naming the file, which is as it was before; so it is when the block raises anything.
    """
    if is_stream(path):
        with naming(path), open(path, "wb") as file:
            yield file
        return
    with naming(path):
        place = _place(path)
    temporary = place.with_name(f".{place.name}.tmp")
    try:
        temporary.unlink(missing_ok=True)  # one that a kill has left, or a link that another user has put there
        with open(temporary, "xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, place)
    except BaseException as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        # An error that names another file comes from what the block reads.
        if isinstance(error, OSError) and error.filename in (None, str(temporary), temporary):
            with naming(path):
                raise
        raise
    sync_directory(place.parent)


def _place(path: Path) -> Path:
    """Where a file is to stand: what a link points to is written, and the link stays.

    Raises:
        PermissionError: in a folder where everybody puts files, such as /tmp, the link is another user's.
    """
    if path.is_symlink():
        link, folder = path.lstat(), path.parent.stat()
        everybody_s = stat.S_ISVTX | stat.S_IWOTH
        if folder.st_mode & everybody_s == everybody_s and link.st_uid not in (os.geteuid(), folder.st_uid):
            raise PermissionError(errno.EACCES, "a link that belongs to another user", str(path))
    return path.resolve()


def lock_folder(path: Path) -> int:
    """Keeps other processes from working in a folder at the same time, until the descriptor is closed.

    The kernel gives it back with the process, however that ends.

    Raises:
        ValueError: another process works there.
    """
    descriptor = take_lock(path)
    write_owner(descriptor)
    return descriptor


def take_lock(path: Path) -> int:
    """The lock of `lock_folder`, of which nothing is written yet but an empty file where there is none.

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
    """Writes into a lock who holds it, for the others."""
    with contextlib.suppress(OSError):  # a full disk shows where more is written
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"process {os.getpid()}\n".encode(), 0)


@contextlib.contextmanager
def alone_in(path: Path | None) -> Iterator[None]:
    """Around the work in a folder that only one process may do at a time; None: in no folder.

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
    """The lines of a text file; of one that is longer than this many characters, the first `longest + 1` of them.

    The reader refuses these; what a file without line ends holds never comes into memory.
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
    """The lines of a file without their ends; none where it is not there, or of what a kill left of the last one."""
    return path.read_bytes().split(b"\n")[:-1] if path.is_file() else []


def continued_lines(path: Path, head: bytes) -> list[bytes]:
    """The lines after the first of a file that grows by whole lines; the file is begun where it does not exist.

    What a kill left of the last line is removed.

    >>> from pathlib import Path
    >>> from boardai.basics.files import append_line, continued_lines
    >>> continued_lines(Path("numbers.part"), b"numbers of seed 1")
    []
    >>> append_line(Path("numbers.part"), b"17")
    >>> continued_lines(Path("numbers.part"), b"numbers of seed 1")
    [b'17']

    Args:
        path: of the file.
        head: its first line, which says what the file is of.

    Raises:
        ValueError: the file has another first line.
    """
    lines = whole_lines(path) or [head]
    if lines[0] != head:
        raise ValueError(f"{path}: line 1: written with other settings; remove the file, or name another")
    write_atomically(path, b"".join(line + b"\n" for line in lines))
    return lines[1:]


def write_json(path: Path, value: Any) -> None:
    """`write_atomically` of an indented JSON value.

    Raises:
        ValueError: a number in it is not finite, which JSON cannot hold.
    """
    try:
        text = json.dumps(value, indent=2, allow_nan=False)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    write_atomically(path, (text + "\n").encode())


def json_text(value: Any, indent: int | None = None) -> str:
    r"""A value as JSON that people can read and every file can hold.

    >>> from boardai.basics.files import json_text
    >>> json_text(["é"]), json_text(["\ud800"])
    ('["é"]', '["\\ud800"]')

    Raises:
        ValueError: a number is not finite, which JSON cannot hold.
        TypeError: a value has a type that JSON does not have.
    """
    text = json.dumps(value, indent=indent, ensure_ascii=False, allow_nan=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # half a surrogate pair, which JSON has as its number
        return json.dumps(value, indent=indent, allow_nan=False)
    return text


def read_json(path: Path) -> Any:
    """A JSON file; ValueError naming file and place when it is not JSON."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: {error}") from None
    return parse_json(text, str(path))


def parse_json(text: str | bytes, place: str, *, nan_is_null: bool = False) -> Any:
    """The value of a JSON text.

    Python's own reader takes NaN, Infinity and numbers that are too large for any column, such as 22E804; what is made
    of them fails later, somewhere else.

    Args:
        text: the text.
        place: named in errors, e.g. the file.
        nan_is_null: read NaN and Infinity as null instead: for what earlier versions wrote.

    Raises:
        ValueError: not JSON, nested too deeply, or a number that is not finite, as a float if need be.
    """
    try:
        return json.loads(
            text, parse_constant=_as_null if nan_is_null else _refuse, parse_float=_finite, parse_int=_whole
        )
    except RecursionError:
        raise ValueError(f"{place}: nested too deeply") from None
    except ValueError as error:  # JSON's own error, or of bytes that are no text, among them
        raise ValueError(f"{place}: not JSON: {error}") from None


def _as_null(text: str) -> None:
    """NaN, Infinity or -Infinity."""


def _refuse(text: str) -> float:
    raise ValueError(f"{text[:40]} is not a finite number")


def _finite(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _refuse(text)


def _whole(text: str) -> int | float:
    # As floats, longer ones are infinite; as whole numbers they take time with the square of their length.
    return int(text) if len(text) <= _MOST_DIGITS else _refuse(text)
