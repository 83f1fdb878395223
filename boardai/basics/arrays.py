"""Reads files of arrays (`.npz`), and checks their sizes before it allocates memory.

An archive of a megabyte may unpack to gigabytes, and state another size. So its directory is read first, then each
array's header with its type and shape. Both must agree, within limits, before any array is unpacked.

Formats: PKWARE's APPNOTE 6.3.9 (zip), and `numpy.lib.format` (the arrays).
"""

from __future__ import annotations

import contextlib
import math
import os
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np

from boardai.basics.quoting import LONGEST_PATH, quoted, shortened

# Errors of reading arrays, of asking for a missing one, and of making a text of invalid characters.
BAD_ARCHIVE = (OSError, ValueError, KeyError, SystemError)
MOST_ARRAYS = 10_000  # in a file
MOST_UNPACKED = 256 << 20  # maximum bytes of all arrays together, unless the file itself is large
MOST_TIMES = 20  # maximum ratio of unpacked to packed bytes in a large file
LONGEST_HEAD = 10_000  # bytes, which is what NumPy reads itself
_BEGINNING = LONGEST_HEAD + 12  # with the bytes that precede the header's text
_LONGEST_ENTRY = 46 + 1000  # bytes of an entry of the directory, with its name and further fields
# Booleans, numbers and texts; objects would be pickles. NumPy itself reads any Python literal, and fails at some.
_HEAD = re.compile(
    rb"""\x93NUMPY(?:\x01\x00(?P<short>..)|\x02\x00(?P<long>....))(?P<text>
    \{'descr':[ ]'(?P<type>[<>|=]?[biufU][0-9]{1,9})',[ ]'fortran_order':[ ](?:True|False),[ ]
    'shape':[ ]\((?P<shape>(?:[0-9]{1,20}(?:,[ ]?|(?=\)))){0,32})\),[ ]\}[ ]*\n)""",
    re.VERBOSE | re.DOTALL,
)

_END, _END_SIZE = b"PK\x05\x06", 22
_LOCATOR, _LOCATOR_SIZE = b"PK\x06\x07", 20
_END_64_SIZE = 56
_LONGEST_COMMENT = 0xFFFF
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, struct.error, OverflowError)


@dataclass(frozen=True)
class Head:
    """Type and shape of an array, from its header.

    Attributes:
        shape: shape of the array.
        dtype: type of its elements.
    """

    shape: tuple[int, ...]
    dtype: np.dtype[Any]


def read_arrays(
    path: str | Path, check: Callable[[Mapping[str, Head]], object] = lambda heads: None
) -> dict[str, np.ndarray]:
    """The arrays of an `.npz` file by name.

    >>> import numpy as np
    >>> from boardai.basics.arrays import read_arrays
    >>> np.savez_compressed("two.npz", a=np.arange(3), b=np.zeros((2, 2), np.float32))
    >>> read_arrays("two.npz")["a"].tolist()
    [0, 1, 2]

    Args:
        path: path of the file.
        check: called with a description of the arrays before they are unpacked; raises ValueError if they are not
            as expected.

    Raises:
        ValueError: not such a file, damaged, or beyond a limit; the message names the array, not the file.
        OSError: it cannot be read.
    """
    with _opened(path) as (archive, entries):
        check({name: _head(archive, name, entry) for name, entry in entries.items()})
        return {name: _array(archive, name, entry) for name, entry in entries.items()}


def read_heads(path: str | Path) -> dict[str, Head]:
    """The types and shapes of the arrays of an `.npz` file, by name; none is unpacked.

    Raises:
        ValueError: as `read_arrays`.
        OSError: it cannot be read.
    """
    with _opened(path) as (archive, entries):
        return {name: _head(archive, name, entry) for name, entry in entries.items()}


@contextlib.contextmanager
def _opened(path: str | Path) -> Iterator[tuple[zipfile.ZipFile, dict[str, zipfile.ZipInfo]]]:
    """A file whose directory has been checked."""
    with open(path, "rb") as file:
        _require_small_directory(file)
        try:
            with zipfile.ZipFile(file) as archive:
                yield archive, _entries(archive, os.fstat(file.fileno()).st_size)
        except _DAMAGE as error:
            raise ValueError(f"damaged: {type(error).__name__}: {shortened(str(error), LONGEST_PATH)}") from None


def _require_small_directory(file: IO[bytes]) -> None:
    """Rejects a directory of too many entries before it is read.

    Raises:
        ValueError: it is too large, or there is none.
    """
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _END_SIZE - _LONGEST_COMMENT - _LOCATOR_SIZE - _END_64_SIZE))
    tail = file.read()
    end = tail.rfind(_END)
    if end < 0 or len(tail) - end < _END_SIZE:
        raise ValueError("not an archive of arrays, or cut short")
    (directory,) = struct.unpack_from("<I", tail, end + 12)
    if tail[max(end - _LOCATOR_SIZE, 0) : end].startswith(_LOCATOR) and end >= _LOCATOR_SIZE + _END_64_SIZE:
        (directory,) = struct.unpack_from("<Q", tail, end - _LOCATOR_SIZE - _END_64_SIZE + 40)
    if directory > MOST_ARRAYS * _LONGEST_ENTRY:
        raise ValueError(f"its directory of {directory:,} bytes has more than {MOST_ARRAYS:,} arrays")


def _entries(archive: zipfile.ZipFile, size: int) -> dict[str, zipfile.ZipInfo]:
    """The directory, by names of arrays.

    Raises:
        ValueError: two have the same name or the same bytes, one is packed otherwise than NumPy does, or they are too
            many or too large.
    """
    listed = archive.infolist()
    if len(listed) > MOST_ARRAYS:
        raise ValueError(f"{len(listed):,} arrays are more than {MOST_ARRAYS:,}")
    found: dict[str, zipfile.ZipInfo] = {}
    for entry in listed:
        name = entry.filename.removesuffix(".npy")
        if name == entry.filename:
            raise ValueError(f"{quoted(entry.filename)} is not an array: its name does not end in .npy")
        if name in found:
            raise ValueError(f"there are two arrays {quoted(name)}")
        if entry.flag_bits & 1 or entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise ValueError(f"array {quoted(name)} is encrypted, or compressed by a method that NumPy does not use")
        found[name] = entry
    end = 0
    for name, entry in sorted(found.items(), key=lambda one: one[1].header_offset):
        if entry.header_offset < end or entry.header_offset + entry.compress_size > size:
            raise ValueError(f"array {quoted(name)} overlaps another one, or lies outside of the file")
        end = entry.header_offset + entry.compress_size
        if entry.compress_type == zipfile.ZIP_STORED and entry.compress_size != entry.file_size:
            raise ValueError(f"array {quoted(name)} is not compressed, but has two different sizes")
    unpacked, most = sum(entry.file_size for entry in listed), max(MOST_UNPACKED, MOST_TIMES * size)
    if unpacked > most:
        raise ValueError(f"its arrays have {unpacked:,} bytes, more than {most:,} of a file of {size:,}")
    return found


def _head(archive: zipfile.ZipFile, name: str, entry: zipfile.ZipInfo) -> Head:
    """Type and shape from the header of an array; only the header is unpacked.

    Raises:
        ValueError: the header is invalid, or does not agree with the directory.
    """
    try:
        with archive.open(entry) as stream:
            found = _HEAD.match(stream.read(_BEGINNING))
        if found is None:
            raise ValueError(f"its head is not in NumPy's format, or longer than {LONGEST_HEAD:,} bytes")
        shape = tuple(int(extent) for extent in found["shape"].split(b",") if extent.strip())
        dtype = np.dtype(found["type"].decode())
        length = int.from_bytes(found["short"] or found["long"], "little")
        if found.end() - found.start("text") != length:
            raise ValueError(f"its head declares a length of {length:,} bytes, and has another")
        if not dtype.itemsize or found.end() + math.prod(shape) * dtype.itemsize != entry.file_size:
            raise ValueError(f"{dtype}{quoted(list(shape))} does not fit its {entry.file_size:,} bytes")
    except (ValueError, TypeError, *_DAMAGE) as error:
        raise ValueError(f"array {quoted(name)}: {shortened(str(error), LONGEST_PATH)}") from None
    return Head(shape, dtype)


def _array(archive: zipfile.ZipFile, name: str, entry: zipfile.ZipInfo) -> np.ndarray:
    """The array itself.

    Raises:
        ValueError: it is damaged.
    """
    try:
        with archive.open(entry) as stream:
            found: np.ndarray = np.lib.format.read_array(stream, allow_pickle=False, max_header_size=LONGEST_HEAD)
            return found
    except (ValueError, *_DAMAGE) as error:
        raise ValueError(f"array {quoted(name)}: {shortened(str(error), LONGEST_PATH)}") from None
