"""The benchmark's header, table and JSON."""

from __future__ import annotations

import os
import platform
import shlex
import sys
from pathlib import Path
from typing import Any

from rich import box
from rich.table import Table

import boardai
from boardai import native
from boardai.basics import files
from boardai.basics.threads import cores, processor_name
from boardai.bench.measure import REPEATS, Row, Spread
from boardai.command_line.console import Console

# Wide enough for the table if the output goes to a file.
_WIDTH = 190


def environment(quick: bool) -> dict[str, Any]:
    """The machine and versions that the numbers depend on."""
    return {
        "command": "python -m boardai.bench " + shlex.join(sys.argv[1:]),
        "repeats": REPEATS[quick],
        "processor": processor_name(),
        "cores": cores(),
        "load_average": round(os.getloadavg()[0], 2),
        "boardai": boardai.__version__,
        "library": native.build_info(),
        "python": platform.python_version(),
        "system": platform.platform(),
    }


def console() -> Console:
    """The console for the table; without a terminal its width is fixed."""
    return Console(width=None if sys.stdout.isatty() else _WIDTH)


def print_header(to: Console, facts: dict[str, Any]) -> None:
    """The environment in a few lines."""
    library = facts["library"]
    to.print(facts["command"].strip())
    to.print(
        f"{facts['cores']} cores of {facts['processor']}; boardai {facts['boardai']}, "
        f"{library['compiler']}, {library['architecture']}; Python {facts['python']}; "
        f"load {facts['load_average']} at the start"
    )
    to.print(
        f"{facts['repeats']} interleaved repeats; each cell: median (smallest .. largest); a ratio is ours / peer of "
        "neighbouring repeats\n"
    )


def rate(value: float) -> str:
    """A rate in at most five characters and its prefix."""
    for limit, prefix in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= limit:
            return f"{_three_digits(value / limit)}{prefix}"
    return _three_digits(value)


def _three_digits(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _spread(values: list[float]) -> str:
    spread = Spread.of(values)
    return f"{rate(spread.median)} ({rate(spread.least)} .. {rate(spread.most)})"


def ratio(row: Row) -> str:
    """Median, minimum and maximum; "" if there is nothing to compare with."""
    if not row.theirs:
        return ""
    spread = row.ratio
    return f"{_three_digits(spread.median)}x ({_three_digits(spread.least)} .. {_three_digits(spread.most)})"


def summary(row: Row) -> str:
    """A finished row in one line."""
    if not row.peer:
        return f"{row.name}: {_spread(row.ours)} {row.unit}"
    return f"{row.name} and {row.peer}: {row.missing or ratio(row)}"


HEADINGS = ("row", "work", "boardai", "peer", "its rate", "ratio", "floor / aim", "verdict")


def cells(row: Row) -> list[str]:
    """A row of the table, as texts under HEADINGS."""
    work = f"{row.work}, {row.unit}"
    target = "" if row.floor is None else f"{row.floor:g} / {row.aim:g}"
    # The reason why a peer is missing may be a sentence, so it is below the table and not in a column.
    peer = f"{row.peer}: {row.missing}" if row.missing else f"{row.peer} {row.version}".strip()
    theirs = _spread(row.theirs) if row.theirs else ""
    return [row.name, work, _spread(row.ours), peer, theirs, ratio(row), target, row.verdict]


def print_table(to: Console, rows: list[Row]) -> None:
    """All rows."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in HEADINGS:
        breaks = heading in ("work", "peer")
        table.add_column(heading, no_wrap=not breaks, max_width=44 if breaks else None)
    for row in rows:
        table.add_row(*cells(row))
    to.print(table)


def write_json(path: Path, facts: dict[str, Any], rows: list[Row]) -> None:
    """The same as JSON, with every sample."""
    document = {"format": "boardai bench 1", **facts, "rows": [row.to_table() for row in rows]}
    files.write_json(path, document)
