"""Whether a file has changed since it was read."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Stamp(NamedTuple):
    """The identity of a file or folder; it changes if the file is written or made again.

    Attributes:
        number: number of its inode.
        written: time of the last change, in nanoseconds since 1970.
        size: size in bytes.
    """

    number: int
    written: int
    size: int

    @classmethod
    def of(cls, path: Path) -> Stamp:
        """The present stamp of a file; zeros if there is none."""
        try:
            found = path.stat()
        except FileNotFoundError:
            return cls(0, 0, 0)
        return cls(found.st_ino, found.st_mtime_ns, found.st_size)
