"""The course's notebooks: their cells, and how they run from the first to the last."""

from __future__ import annotations

import ast
import contextlib
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

COURSE = Path(__file__).resolve().parents[1] / "course"
NOTEBOOKS = {path.stem[:6]: path for path in sorted(COURSE.glob("week*.ipynb"))}


def cells(path: Path) -> list[dict[str, Any]]:
    """A notebook's cells; each has `cell_type`, `metadata`, and its text by `source`."""
    return list(json.loads(path.read_text(encoding="utf-8"))["cells"])


def source(cell: dict[str, Any]) -> str:
    """A cell's text."""
    return "".join(cell["source"])


def tags(cell: dict[str, Any]) -> list[str]:
    """What a cell is: `setup`, `gap` and the topics to fill in, `check` and a topic, `answers`, or nothing of these.

    `varies` marks code whose text differs each time: clocks, and what a processor rounds.
    """
    return list(cell["metadata"].get("tags", []))


def run(
    path: Path, fill: Callable[[str], Any] | None = None, show: Callable[[int, str, Any], None] | None = None
) -> None:
    """Runs the code cells in order.

    Args:
        path: the notebook.
        fill: gives a function for a topic, which takes the place of the one with the gap; None: gaps stay open.
        show: gets the number of each code cell, what it printed, and what its last line shows (None: nothing).
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(cells(path)):
        if cell["cell_type"] != "code":
            continue
        place, body = f"{path.name}, cell {number}", ast.parse(source(cell))
        last = body.body.pop() if body.body and isinstance(body.body[-1], ast.Expr) else None
        printed, shown = io.StringIO(), None
        with contextlib.redirect_stdout(printed):
            exec(compile(body, place, "exec"), names)
            if isinstance(last, ast.Expr):
                shown = eval(compile(ast.Expression(last.value), place, "eval"), names)
        if show is not None:
            show(number, printed.getvalue(), shown)
        if fill is not None and "gap" in tags(cell):
            for topic in tags(cell)[1:]:
                function = fill(topic)
                names[function.__name__] = function
