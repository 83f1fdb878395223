"""The course's notebooks, run cell by cell with the right solutions in their gaps."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any


def cells(path: Path) -> list[dict[str, Any]]:
    """A notebook's cells; each has `cell_type`, `metadata`, and its text by `source`."""
    return list(json.loads(path.read_text(encoding="utf-8"))["cells"])


def source(cell: dict[str, Any]) -> str:
    """A cell's text."""
    return "".join(cell["source"])


def tags(cell: dict[str, Any]) -> list[str]:
    """`gap` and the topics that are to be filled in; else nothing."""
    return list(cell["metadata"].get("tags", []))


def run(
    path: Path, solutions: ModuleType | None, show: Callable[[int, Any], None] = lambda number, shown: None
) -> None:
    """Runs the code cells in order.

    Args:
        path: the notebook.
        solutions: functions by the topics' names, which take the place of those with gaps; None: gaps stay open.
        show: gets the number of a cell, and what its last line would show.
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(cells(path)):
        if cell["cell_type"] != "code":
            continue
        place, body = f"{path.name}, cell {number}", ast.parse(source(cell))
        last = body.body.pop() if body.body and isinstance(body.body[-1], ast.Expr) else None
        exec(compile(body, place, "exec"), names)
        if isinstance(last, ast.Expr):
            show(number, eval(compile(ast.Expression(last.value), place, "eval"), names))
        if solutions is not None and "gap" in tags(cell):
            for topic in tags(cell)[1:]:
                name = "TicTacToe" if topic == "rules" else topic
                names[name] = getattr(solutions, name)
