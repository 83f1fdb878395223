"""Files that are whole or absent, whenever the process dies."""

import json
import os
from pathlib import Path
from typing import Any


def sync_directory(path: Path) -> None:
    """Makes renames inside a directory durable."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_atomically(path: Path, *parts: bytes) -> None:
    """Writes a file under a temporary name, forces it to disk and renames it."""
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        file = open(temporary, "wb")  # noqa: SIM115  (closed below)
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(path)) from None
    with file:
        for part in parts:
            file.write(part)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)
    sync_directory(path.parent)


def write_json(path: Path, value: Any) -> None:
    """`write_atomically` of an indented JSON value."""
    write_atomically(path, (json.dumps(value, indent=2) + "\n").encode())


def read_json(path: Path) -> Any:
    """A JSON file; ValueError naming file and place when it is not JSON."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {error}") from None
