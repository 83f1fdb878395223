"""Parts of the pages that commands write of runs: tables, how a run trained, its final matches, its command."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from boardai.basics.checksums import read_sealed
from boardai.basics.quoting import from_here
from boardai.learn.runs.metrics import read_metrics

_TOLD = ("top1", "value_sign", "error")  # metrics beside the losses


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> list[str]:
    """Rows under a head, as lines of Markdown."""
    every = [head, ["---"] * len(head), *rows]
    return [f"| {' | '.join(map(str, cells))} |" for cells in every]


def training_of(folder: Path, checkpoint: int) -> list[str]:
    """How long a run trained for a checkpoint, and its last losses."""
    lines = [line for line in read_metrics(folder) if line["iteration"] <= checkpoint]
    text: list[str] = []
    if not lines:
        text.append("Initial weights: not trained." if checkpoint == 0 else "The run's metrics are not there.")
    else:
        last = lines[-1]
        games = sum(int(line.get("games", 0)) for line in lines)
        hours = float(last.get("seconds", {}).get("total", 0.0)) / 3600
        text.append(f"{last['iteration']} iterations, {games:,} games, {hours:.2f} hours.")
        numbers = [
            (f"`{key}`", f"{value:.4g}")
            for key, value in last.items()
            if isinstance(value, float) and math.isfinite(value) and ("loss" in key or key in _TOLD)
        ]
        text += ["", "Last iteration:", "", *markdown_table(("metric", "value"), numbers)]
    return text


def final_matches(folder: Path, checkpoint: int, trained: str) -> list[str]:
    """The matches at the end of a run, if they were played by that checkpoint.

    Args:
        folder: of the run.
        checkpoint: iteration.
        trained: what the trained player is called in the table's head.
    """
    report = folder / "report.json"
    found = read_sealed(report)[0] if report.exists() else {}
    if found.get("iteration") != checkpoint:
        return []
    rows = [
        (from_here(name), _score(table.get("trained")), _score(table.get("initial")))
        for name, table in found.get("matches", {}).items()
        if isinstance(table, dict)
    ]
    head = ("match", trained, "its initial weights")
    return ["", "Final matches, score with 95 % interval:", "", *markdown_table(head, rows)]


def command_of(start: dict[str, Any]) -> str:
    """A start of a run as people would type it."""
    words = list(start["command"])
    program = Path(words[0])
    name = f"python -m boardai.{program.stem}" if program.suffix == ".py" else words[0]
    return shlex.join([*name.split(), *words[1:]])


def _score(table: Any) -> str:
    if not isinstance(table, dict) or "score" not in table:
        return "-"
    low, high = table.get("interval95", (math.nan, math.nan))
    return f"{100 * table['score']:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"


def version(description: dict[str, Any]) -> str:
    """Of boardai, when the run was last started."""
    return str(description["starts"][-1].get("versions", {}).get("boardai", "unknown"))
