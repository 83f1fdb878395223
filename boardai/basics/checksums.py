"""Checksums in JSON files and arrays, and a second copy of files that could not be restored otherwise.

A JSON table has a key `sha256`, the checksum of all its other keys and values; spaces and the order of keys do not
count. An `.npz` has an array of that name, the checksum of the names, types, shapes and bytes of its other arrays.
A file without a checksum comes from an earlier version or another program: it is read, and reported on request.
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
    """SHA-256 of a JSON table without its own checksum, in hexadecimal digits.

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
    """A table with its checksum added.

    Raises:
        ValueError: JSON cannot represent a value.
    """
    return {**{key: value for key, value in table.items() if key != SEAL}, SEAL: digest_of(table)}


def opened(table: Any, place: str) -> tuple[Any, bool]:
    """A table without its checksum, and whether it had one.

    Raises:
        ValueError: the checksum does not match the rest; the message names `place`.
    """
    if not isinstance(table, dict) or SEAL not in table:
        return table, False
    rest = {key: value for key, value in table.items() if key != SEAL}
    if table[SEAL] != digest_of(rest):
        raise ValueError(f"{place}: does not match its SHA-256: the file was altered")
    return rest, True


def copy_of(path: Path) -> Path:
    """The path of a file's second copy: `run.copy.json` for `run.json`."""
    return path.with_name(f"{path.stem}.copy{path.suffix}")


def write_sealed(path: Path, table: Mapping[str, Any], *, twice: bool = False) -> None:
    """Writes a table with its checksum by `write_json`.

    Args:
        path: path of the file.
        table: the table.
        twice: whether to write a second copy (`copy_of`) after the first.

    Raises:
        ValueError: JSON cannot represent a value.
        OSError: the file cannot be written; the message names it.
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
        ValueError: the checksum does not match the other arrays; the message names `place`.
    """
    rest = {name: array for name, array in arrays.items() if name != SEAL}
    if SEAL in arrays and str(arrays[SEAL]) != arrays_digest(rest):
        raise ValueError(f"{place}: does not match its SHA-256: the file was altered")
    return rest
