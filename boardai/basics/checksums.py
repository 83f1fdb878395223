"""Checksums in files: JSON and arrays that say what they hold, and a second copy of what nothing else could restore.

A table of JSON is sealed by its own key `sha256`, over all its other keys and values: spaces and the order of keys do
not count. Arrays of an `.npz` are sealed by one of that name, over the names, types, shapes and bytes of the others.
A file without a checksum was written by an earlier version, or by another program: it is read, and reported on request.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from boardai.basics.files import read_json, write_json

SEAL = "sha256"


def digest_of(table: Mapping[str, Any]) -> str:
    """SHA-256 of a JSON table, its own checksum left out of account; in hexadecimal digits.

    >>> from boardai.basics.checksums import digest_of
    >>> digest_of({"a": 1, "b": [2]}) == digest_of({"b": [2], "a": 1, "sha256": "..."})
    True
    """
    rest = {key: value for key, value in table.items() if key != SEAL}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def file_digest(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal digits.

    Raises:
        OSError: it cannot be read.
    """
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sealed(table: Mapping[str, Any]) -> dict[str, Any]:
    """A table with its checksum.

    Raises:
        ValueError: what JSON cannot hold.
    """
    return {**{key: value for key, value in table.items() if key != SEAL}, SEAL: digest_of(table)}


def opened(table: Any, place: str) -> tuple[Any, bool]:
    """A table without its checksum, and whether it had one.

    Raises:
        ValueError: the checksum is not that of the rest; `place` is named.
    """
    if not isinstance(table, dict) or SEAL not in table:
        return table, False
    rest = {key: value for key, value in table.items() if key != SEAL}
    if table[SEAL] != digest_of(rest):
        raise ValueError(f"{place}: does not match its SHA-256: the file was altered")
    return rest, True


def copy_of(path: Path) -> Path:
    """Where the second copy of a file lies: `run.copy.json` of `run.json`."""
    return path.with_name(f"{path.stem}.copy{path.suffix}")


def write_sealed(path: Path, table: Mapping[str, Any], *, twice: bool = False) -> None:
    """`write_json` of a table with its checksum.

    Args:
        path: of the file.
        table: what is written.
        twice: whether a second copy is written besides (`copy_of`), after the first.

    Raises:
        ValueError: what JSON cannot hold.
        OSError: naming the file.
    """
    whole = sealed(table)
    write_json(path, whole)
    if twice:
        write_json(copy_of(path), whole)


def read_sealed(path: Path) -> tuple[Any, bool]:
    """The value of a JSON file without its checksum, and whether it had one.

    Raises:
        ValueError: not JSON, or altered; the message names the file.
        OSError: it cannot be read.
    """
    return opened(read_json(path), str(path))


def arrays_digest(arrays: Mapping[str, np.ndarray]) -> str:
    """SHA-256 of arrays: their names, types, shapes and bytes; in hexadecimal digits."""
    digest = hashlib.sha256()
    for name in sorted(arrays):
        array = np.asarray(arrays[name])
        digest.update(json.dumps([name, array.dtype.str, array.shape]).encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def sealed_arrays(arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Arrays with their checksum, for `numpy.savez`.

    >>> import numpy as np
    >>> from boardai.basics.checksums import opened_arrays, sealed_arrays
    >>> list(opened_arrays(sealed_arrays({"weights": np.zeros(3)}), "w.npz"))
    ['weights']
    """
    return {**arrays, SEAL: np.array(arrays_digest(arrays))}


def opened_arrays(arrays: Mapping[str, np.ndarray], place: str) -> dict[str, np.ndarray]:
    """Arrays without their checksum; those of earlier versions have none.

    Raises:
        ValueError: the checksum is not that of the others; `place` is named.
    """
    rest = {name: array for name, array in arrays.items() if name != SEAL}
    if SEAL in arrays and str(arrays[SEAL]) != arrays_digest(rest):
        raise ValueError(f"{place}: does not match its SHA-256: the file was altered")
    return rest
