"""The records of each iteration: a line of metrics, the same as a table, and checksums of files.

metrics.jsonl is the primary record. metrics.csv is made from it, for spreadsheets and pandas: nested values have dotted
names (`seconds.self_play`), lists are JSON. A column that first appears in a later iteration is empty before it.
Numbers that are not finite do not exist in JSON and are null.

checksums.jsonl has one line per iteration, with the SHA-256 of its line of metrics and of its game file:

    {"iteration": 12, "metrics": "5f3c...", "games": "90ab..."}

It is written after the metrics and before the checkpoint, which stores the SHA-256 of all lines up to its iteration. So
altered lines, files of another run and missing lines are all detected.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import math
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardai.basics.checksums import file_digest
from boardai.basics.files import append_line, parse_json, whole_lines, write_atomically
from boardai.basics.quoting import quoted
from boardai.learn.settings import dotted


class MetricsFiles:
    """Both files of one run.

    Args:
        folder: folder of the run.
    """

    def __init__(self, folder: Path):
        self._folder = folder
        self._columns: list[str] | None = None

    def append(self, line: dict[str, Any]) -> bytes:
        """Adds one iteration to both files, syncs the record to disk, and returns its line without the newline."""
        line = _finite(line)
        raw = json.dumps(line).encode()
        append_line(self._folder / "metrics.jsonl", raw)
        row = _row(line)
        if self._columns is None or not set(row) <= set(self._columns):
            self._write_table()
        else:
            with open(self._folder / "metrics.csv", "a", encoding="utf-8", newline="") as table:
                csv.DictWriter(table, self._columns).writerow(row)
        return raw

    def raw_lines(self) -> dict[int, bytes]:
        """The lines of metrics.jsonl as bytes, by iteration; see `read_metrics`."""
        return {int(line["iteration"]): raw for line, raw in _lines(self._folder)}

    def trim(self, iteration: int) -> None:
        """Removes the lines of later iterations, and an incomplete last line."""
        path = self._folder / "metrics.jsonl"
        if path.exists():
            kept = [raw + b"\n" for line, raw in _lines(self._folder) if line["iteration"] <= iteration]
            write_atomically(path, *kept)
            self._write_table()

    def _write_table(self) -> None:
        rows = [_row(line) for line in read_metrics(self._folder)]
        columns = list(dict.fromkeys(name for row in rows for name in row))
        text = io.StringIO()
        writer = csv.DictWriter(text, columns)
        writer.writeheader()
        writer.writerows(rows)
        write_atomically(self._folder / "metrics.csv", text.getvalue().encode())
        self._columns = columns


def read_metrics(path: Path) -> list[dict[str, Any]]:
    """The lines of metrics.jsonl; a last line cut short by a kill is left out.

    Raises:
        ValueError: any other line is not JSON.
    """
    return [line for line, _ in _lines(path)]


def _lines(path: Path) -> list[tuple[dict[str, Any], bytes]]:
    """The lines, parsed and as bytes."""
    file = path / "metrics.jsonl"
    records = []
    for number, line in enumerate(whole_lines(file), start=1):
        try:
            record = parse_json(line, f"line {number}", nan_is_null=True)
            record["iteration"]
        except (ValueError, TypeError, KeyError):
            raise ValueError(f"{file}: line {number} is not a line of metrics: {quoted(line)}") from None
        records.append((record, line))
    return records


def _finite(value: Any) -> Any:
    """The same value with null for numbers that are not finite."""
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _row(line: dict[str, Any]) -> dict[str, Any]:
    """A line as a row of the table."""
    return {name: json.dumps(value) if isinstance(value, list) else value for name, value in dotted(line).items()}


LEDGER = "checksums.jsonl"


@dataclass(frozen=True, slots=True)
class Entry:
    """The checksums in a line.

    Attributes:
        metrics: SHA-256 of the iteration's line of metrics, without the newline; "": there was none.
        games: SHA-256 of its game file; "": there is none.
    """

    metrics: str
    games: str

    def text(self, iteration: int) -> bytes:
        """The line."""
        return json.dumps(
            {"iteration": iteration, "metrics": self.metrics or None, "games": self.games or None}
        ).encode()


def entry_of(line: bytes | None, games: Path) -> Entry:
    """The checksums of an iteration.

    Args:
        line: its line of metrics; None: it is lost.
        games: path of its game file, which may not exist.
    """
    of_line = "" if line is None else hashlib.sha256(line).hexdigest()
    return Entry(of_line, file_digest(games) if games.is_file() else "")


class Ledger:
    """The checksums of a run's iterations; lines that were written are not held in memory.

    Args:
        folder: folder of the run.

    Attributes:
        path: path of the file.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / LEDGER
        self._begin_digest()  # of the lines written by this object, if these begin with the first

    @property
    def there(self) -> bool:
        """Whether a file or anything else of this name exists."""
        return os.path.lexists(self.path)

    def read(self) -> dict[int, Entry]:
        """The checksums by iteration; a last line cut short by a kill is left out.

        Raises:
            ValueError: any other line is damaged, or an iteration is missing.
            OSError: the file cannot be read.
        """
        self._begin_digest()
        entries = {}
        for number, line in enumerate(whole_lines(self.path), start=1):
            place = f"line {number}"
            try:
                table = parse_json(line, place)
                iteration, entry = int(table["iteration"]), Entry(_digest(table["metrics"]), _digest(table["games"]))
            except (ValueError, TypeError, KeyError):
                raise ValueError(f"{place} holds no checksums") from None
            if iteration != number or entry.text(iteration) != line:
                raise ValueError(f"{place} holds no checksums of iteration {number}")
            entries[iteration] = entry
        return entries

    def append(self, iteration: int, entry: Entry) -> None:
        """Adds an iteration and syncs the file to disk."""
        append_line(self.path, entry.text(iteration))
        if iteration <= self._digested:
            self._begin_digest()
        elif iteration == self._digested + 1:
            self._add_to_digest(entry.text(iteration))

    def rewrite(self, entries: dict[int, Entry]) -> None:
        """Replaces all lines, from iteration 1."""
        self._begin_digest()
        write_atomically(self.path, *(entry.text(number) + b"\n" for number, entry in sorted(entries.items())))

    def digest(self, iteration: int) -> str:
        """SHA-256 of all lines up to an iteration's; reads the file for lines that this object has not written."""
        if iteration < self._digested:
            self._begin_digest()
        if iteration > self._digested:
            for line in whole_lines(self.path)[self._digested : iteration]:
                self._add_to_digest(line)
        return self._sum.hexdigest()

    def _begin_digest(self) -> None:
        self._digested, self._sum = 0, hashlib.sha256()

    def _add_to_digest(self, line: bytes) -> None:
        self._digested += 1
        self._sum.update(line + b"\n")


def _digest(value: Any) -> str:
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) != 64:
        raise ValueError(value)
    return value
