"""The metrics of a run: one line of JSON an iteration, and the same as a table.

metrics.jsonl is the record. metrics.csv is made from it, for spreadsheets and pandas: nested values have dotted
names (`seconds.self_play`), lists are JSON. A column that first appears in a later iteration is empty before it.
A number that is not finite has no place in JSON and is null.
"""

import csv
import io
import json
import math
import os
from pathlib import Path
from typing import Any

from boardai.basics.files import parse_json, write_atomically
from boardai.basics.quoting import quoted
from boardai.learn.settings import dotted


class MetricsFiles:
    """Both files of one run.

    Args:
        folder: of the run.
    """

    def __init__(self, folder: Path):
        self._folder = folder
        self._columns: list[str] | None = None

    def append(self, line: dict[str, Any]) -> bytes:
        """Adds one iteration to both files, forces the record to disk, and gives its line without the line's end."""
        line = _finite(line)
        raw = json.dumps(line).encode()
        with open(self._folder / "metrics.jsonl", "ab") as file:
            file.write(raw + b"\n")
            file.flush()
            os.fsync(file.fileno())
        row = _row(line)
        if self._columns is None or not set(row) <= set(self._columns):
            self._write_table()
        else:
            with open(self._folder / "metrics.csv", "a", encoding="utf-8", newline="") as table:
                csv.DictWriter(table, self._columns).writerow(row)
        return raw

    def raw_lines(self) -> dict[int, bytes]:
        """The lines of metrics.jsonl as they stand there, by iteration; see `read_metrics`."""
        return {int(line["iteration"]): raw for line, raw in _lines(self._folder)}

    def trim(self, iteration: int) -> None:
        """Removes the lines of later iterations, and what a kill left of one."""
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
    """The lines, as what they say and as they stand there."""
    file = path / "metrics.jsonl"
    if not file.exists():
        return []
    lines = file.read_bytes().split(b"\n")
    records = []
    for number, line in enumerate(lines[:-1], start=1):  # what follows the last newline is incomplete
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
