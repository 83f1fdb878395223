"""What a cell's tags mean for other programs: nbgrader's metadata, and those of slides."""

from __future__ import annotations

from typing import Any

from boardai.course import check
from site_builder.notebooks import source, tags

_QUESTION_POINTS = 3  # of a cell with answers in words, which a person reads


def mark(cells: list[dict[str, Any]]) -> None:
    """Writes the metadata of all cells of a notebook, in place: each has an `id` and perhaps `tags`."""
    for cell in cells:
        cell["metadata"] = {
            **({"tags": tags(cell)} if tags(cell) else {}),
            "nbgrader": _nbgrader(cell),
            "slideshow": {"slide_type": _slide(cell)},
        }


def points(topic: str) -> float:
    """What a topic's check can give."""

    def unwritten(*_: Any) -> None:
        raise NotImplementedError

    return check(topic, unwritten).of


def _nbgrader(cell: dict[str, Any]) -> dict[str, Any]:
    """By the schema's version 3: gaps and answers are the student's, checks and answers have points."""
    kind = (tags(cell) or [""])[0]
    solution, grade = kind in ("gap", "answers"), kind in ("check", "answers")
    found: dict[str, Any] = {
        "schema_version": 3,
        "grade_id": cell["id"],
        "cell_type": cell["cell_type"],
        "solution": solution,
        "grade": grade,
        "locked": not solution,
        "task": False,
    }
    if grade:
        found["points"] = points(tags(cell)[1]) if kind == "check" else _QUESTION_POINTS
    return found


def _slide(cell: dict[str, Any]) -> str:
    """A heading begins a slide; what follows is on slides below it, but for what only the notebook needs."""
    if (tags(cell) or [""])[0] in ("setup", "answers", "check"):
        return "skip"
    if cell["cell_type"] == "markdown":
        return "slide" if source(cell).startswith("#") else "subslide"
    return "fragment"
