"""Whether a file is still the one that was read."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Stamp(NamedTuple):
    """What changes when a file or folder is written again, or removed and made again.

    Attributes:
        number: of its inode.
        written: nanoseconds since 1970.
        size: bytes.
    """

    number: int
    written: int
    size: int

    @classmethod
    def of(cls, path: Path) -> Stamp:
        """The stamp of a file as it is now; zeros where there is none."""
        try:
            found = path.stat()
        except FileNotFoundError:
            return cls(0, 0, 0)
        return cls(found.st_ino, found.st_mtime_ns, found.st_size)
