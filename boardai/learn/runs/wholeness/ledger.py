"""checksums.jsonl: a line of SHA-256 for each iteration of a run, of its line of metrics and of its game file.

    {"iteration": 12, "metrics": "5f3c...", "games": "90ab..."}

The line is written behind the metrics and before the checkpoint, which keeps the SHA-256 of all lines up to its own
iteration. So a line that was altered, a file that belongs to another run and a line that is missing all show.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardai.basics.checksums import file_digest
from boardai.basics.files import parse_json, write_atomically

NAME = "checksums.jsonl"


@dataclass(frozen=True)
class Entry:
    """What a line says.

    Attributes:
        metrics: SHA-256 of the iteration's line of metrics, without the line's end; "": there was none.
        games: of its game file; "": there is none.
    """

    metrics: str
    games: str

    def text(self, iteration: int) -> bytes:
        """The line."""
        table = {"iteration": iteration, "metrics": self.metrics or None, "games": self.games or None}
        return (json.dumps(table) + "\n").encode()


def entry_of(line: bytes | None, games: Path) -> Entry:
    """The checksums of an iteration.

    Args:
        line: of metrics; None: it is lost.
        games: its game file, where there is one.
    """
    of_line = "" if line is None else hashlib.sha256(line).hexdigest()
    return Entry(of_line, file_digest(games) if games.is_file() else "")


class Ledger:
    """The checksums of a run's iterations.

    Args:
        folder: of the run.

    Attributes:
        path: of the file.
        entries: by iteration.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self.entries: dict[int, Entry] = {}

    @property
    def there(self) -> bool:
        """Whether anything of that name is there."""
        return os.path.lexists(self.path)

    def read(self) -> None:
        """Reads the file; a last line cut short by a kill is left out.

        Raises:
            ValueError: any other line is damaged, or an iteration is missing.
            OSError: it cannot be read.
        """
        self.entries = {}
        lines = self.path.read_bytes().split(b"\n")
        for number, line in enumerate(lines[:-1], start=1):
            place = f"line {number}"
            try:
                table = parse_json(line, place)
                iteration, entry = int(table["iteration"]), Entry(_digest(table["metrics"]), _digest(table["games"]))
            except (ValueError, TypeError, KeyError):
                raise ValueError(f"{place} holds no checksums") from None
            if iteration != number or entry.text(iteration) != line + b"\n":
                raise ValueError(f"{place} holds no checksums of iteration {number}")
            self.entries[iteration] = entry

    def append(self, iteration: int, entry: Entry) -> None:
        """Adds an iteration and forces it to disk."""
        with open(self.path, "ab") as file:
            file.write(entry.text(iteration))
            file.flush()
            os.fsync(file.fileno())
        self.entries[iteration] = entry

    def rewrite(self, entries: dict[int, Entry]) -> None:
        """Replaces everything, from iteration 1 on."""
        self.entries = dict(sorted(entries.items()))
        write_atomically(self.path, *(entry.text(number) for number, entry in self.entries.items()))

    def digest(self, iteration: int) -> str:
        """SHA-256 of all lines up to an iteration's."""
        digest = hashlib.sha256()
        for number, entry in self.entries.items():
            if number <= iteration:
                digest.update(entry.text(number))
        return digest.hexdigest()


def _digest(value: Any) -> str:
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) != 64:
        raise ValueError(value)
    return value
