"""The file of one iteration's self-play games.

One line of JSON (format, iteration, sizes and SHA-256 of each part), then the parts' bytes one after the other, in
the order of the self-play groups. A part is what native self-play hands out; see docs/training.md.
"""

import hashlib
import json
from pathlib import Path

from boardai.files import write_atomically

FORMAT = "boardai games 1"


def write_games(path: Path, iteration: int, parts: list[bytes]) -> None:
    """Writes the games atomically."""
    header = {
        "format": FORMAT,
        "iteration": iteration,
        "bytes": [len(part) for part in parts],
        "sha256": [hashlib.sha256(part).hexdigest() for part in parts],
    }
    write_atomically(path, (json.dumps(header) + "\n").encode(), *parts)


def read_games(path: Path) -> list[bytes]:
    """The parts of a game file.

    Raises:
        ValueError: not a game file, cut short, or altered; the message names the file and the part.
    """
    with open(path, "rb") as file:
        line = file.readline(1 << 20)
        try:
            header = json.loads(line)
            sizes, digests, kind = header["bytes"], header["sha256"], header["format"]
        except (ValueError, KeyError, TypeError):
            raise ValueError(f"{path}: line 1 is not the header of a game file") from None
        if kind != FORMAT:
            raise ValueError(f"{path}: format {kind!r}, expected {FORMAT!r}")
        parts = []
        for number, (size, digest) in enumerate(zip(sizes, digests, strict=True)):
            part = file.read(size)
            if len(part) != size:
                raise ValueError(f"{path}: part {number} has {len(part)} bytes of {size}: the file was cut short")
            if hashlib.sha256(part).hexdigest() != digest:
                raise ValueError(f"{path}: part {number} does not match its SHA-256: the file was altered")
            parts.append(part)
        if file.read(1):
            raise ValueError(f"{path}: more bytes than the header names")
        return parts
