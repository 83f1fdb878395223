"""The instructor's edition of the course: solutions, answers, and notebooks with hidden tests, in one folder.

    python -m boardai.course --instructor FOLDER --seed "autumn, group 2"

`source/` has nbgrader's layout: `nbgrader generate_assignment week03` makes the students' version from it, without
the solutions and the hidden tests. A separate seed for each week selects the hidden positions, so that one
week's seed does not reveal the next. The seeds are the teacher's secret, so the folder is not published.
"""

from __future__ import annotations

import ast
import hashlib
import json
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from boardai.basics.files import write_atomically
from boardai.basics.quoting import quoted
from boardai.course.sealed import SOLUTIONS, contents, name_of

_BEGIN, _END = "### BEGIN SOLUTION", "### END SOLUTION"
_HIDDEN = "### BEGIN HIDDEN TESTS\n{hidden}\n### END HIDDEN TESTS"
_CONFIG = 'c = get_config()\nc.CourseDirectory.course_id = "boardai"\nc.ClearSolutions.code_stub = {stub}\n'
_STUB = {"python": 'raise NotImplementedError("your turn")'}


def write_edition(folder: Path, notebooks: Path, seed: str = "") -> str:
    """Writes an instructor's edition.

    Args:
        folder: the new folder; it does not exist or is empty.
        notebooks: the folder of the course's notebooks.
        seed: seed of the hidden positions; by default a random one.

    Returns:
        The seed.

    Raises:
        ValueError: the folder is not empty, or the other one has no notebooks.
    """
    sources = sorted(notebooks.glob("week*.ipynb"))
    if not sources:
        raise ValueError(f"{quoted(str(notebooks))} has no notebooks of the course: name the repository's docs/course")
    if folder.exists() and any(folder.iterdir()):
        raise ValueError(f"{quoted(str(folder))} is not empty; nothing was written")
    seed = seed or secrets.token_hex(8)
    texts = contents()
    for name, text in texts.items():
        _write(folder / name, text)
    bodies = dict(_solved(texts[SOLUTIONS]))
    imports = _imports(texts[SOLUTIONS])
    for source in sources:
        notebook = json.loads(source.read_text(encoding="utf-8"))
        answers = iter(_answers(texts[f"answers/{source.stem[:6]}.md"]))
        for cell in notebook["cells"]:
            _fill(cell, bodies, imports, answers, week_seed(seed, source.stem[:6]))
        _write(
            folder / "source" / source.stem[:6] / source.name, json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
        )
    weeks = "".join(f"{name} {week_seed(seed, name)}\n" for name in (source.stem[:6] for source in sources))
    _write(folder / "seed.txt", f"{seed}\n\n{weeks}")
    _write(folder / "nbgrader_config.py", _CONFIG.format(stub=_STUB))
    return seed


def week_seed(seed: str, week: str) -> str:
    """The seed of one week's hidden positions (`week05`); it reveals neither the edition's nor another week's."""
    return hashlib.sha256(f"{seed} {week}".encode()).hexdigest()[:16]


def _write(place: Path, text: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(place, text.encode())


def _answers(text: str) -> list[str]:
    """The parts of a week's answers for its notebook: one for each heading `## Questions`, in order."""
    parts = text.split("\n## ")[1:]
    return [part.partition("\n")[2].strip() for part in parts if part.startswith("Questions")]


def _fill(cell: dict[str, Any], bodies: dict[str, str], imports: str, answers: Iterator[str], seed: str) -> None:
    """Puts the solution, the answer or the hidden test into a cell, and removes old outputs."""
    tags = cell["metadata"].get("tags", [])
    if cell["cell_type"] == "code":
        cell["outputs"], cell["execution_count"] = [], None
    if tags[:1] == ["gap"]:
        text = imports + "\n\n\n".join(bodies[name_of(topic)] for topic in tags[1:])
    elif tags[:1] == ["check"]:
        topic, before = tags[1], "".join(cell["source"])
        lines = before.splitlines()
        hidden = f'hidden = boardai.course.check("{topic}", {name_of(topic)}, seed={seed!r})\nprint(hidden)'
        both = f"min({lines[-1]}, hidden.points)"
        hidden_block = _HIDDEN.format(hidden=hidden + "\n" + both)
        text = "\n".join([*lines, hidden_block])
    elif tags[:1] == ["answers"]:
        text = next(answers)
    else:
        return
    cell["source"] = text.splitlines(keepends=True)


def _imports(solutions: str) -> str:
    """The imports of the solutions, for the first lines of a gap's cell."""
    body = ast.parse(solutions).body
    return "\n".join(ast.unparse(one) for one in body if isinstance(one, ast.Import | ast.ImportFrom)) + "\n\n\n"


def _solved(solutions: str) -> Iterator[tuple[str, str]]:
    """Each function or class of the solutions by its name, with nbgrader's marks around every body.

    A class keeps the first lines of its methods, and a function its own, so the students' version can be run.
    """
    lines = solutions.splitlines()
    for one in ast.parse(solutions).body:
        if isinstance(one, ast.FunctionDef):
            yield one.name, "\n".join(_marked(one, lines))
        elif isinstance(one, ast.ClassDef):
            methods = [_marked(method, lines) for method in one.body if isinstance(method, ast.FunctionDef)]
            yield (
                one.name,
                "\n".join([lines[one.lineno - 1], *("\n".join(method) + "\n" for method in methods)]).rstrip(),
            )


def _marked(function: ast.FunctionDef, lines: list[str]) -> list[str]:
    first, last = function.body[0].lineno - 1, function.end_lineno
    indent = " " * function.body[0].col_offset
    return [*lines[function.lineno - 1 : first], indent + _BEGIN, *lines[first:last], indent + _END]
