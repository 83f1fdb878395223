"""The course's notebooks: whole, without output, and with the right solutions in their gaps every cell runs."""

import importlib.util
import inspect
import json
import re
from pathlib import Path
from typing import Any

import pytest

from boardai.course import topics
from boardai.course.checking import WEEKS

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "docs/course").glob("week*.ipynb"))


def cells(path: Path) -> list[dict[str, Any]]:
    book = json.loads(path.read_text())
    assert book["nbformat"] == 4
    return book["cells"]  # type: ignore[no-any-return]


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def tags(cell: dict[str, Any]) -> list[str]:
    return cell["metadata"].get("tags", [])  # type: ignore[no-any-return]


def solutions() -> Any:
    place = ROOT / "tests/course/solutions.py"
    specification = importlib.util.spec_from_file_location("course_solutions", place)
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def run(path: Path, filled: bool) -> None:
    """Runs the notebook's cells in order; with `filled`, the right solutions stand in its gaps."""
    right, names = solutions(), {"__name__": "__main__"}
    for number, cell in enumerate(cells(path)):
        if cell["cell_type"] != "code":
            continue
        exec(compile(source(cell), f"{path.name}, cell {number}", "exec"), names)
        if filled and "gap" in tags(cell):
            for topic in tags(cell)[1:]:
                name = "TicTacToe" if topic == "rules" else topic
                names[name] = getattr(right, name)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_whole(path: Path) -> None:
    week = re.match(r"week\d\d", path.stem)
    assert week is not None
    gaps: list[str] = []
    ids = set()
    for cell in cells(path):
        ids.add(cell["id"])
        if cell["cell_type"] == "markdown":
            for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", source(cell)):
                assert link.startswith("http") or (path.parent / link).exists(), link
        else:
            assert cell["outputs"] == [] and cell["execution_count"] is None, "saved with output"
            if "gap" in tags(cell):
                assert "NotImplementedError" in source(cell)
                gaps += tags(cell)[1:]
    assert len(ids) == len(cells(path))
    assert set(gaps) <= set(topics()) and tuple(gaps) == WEEKS.get(week[0], ())
    texts = " ".join(source(cell) for cell in cells(path))
    for topic in gaps:
        assert f'check("{topic}"' in texts


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_once_its_gaps_are_filled(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run(path, filled=True)


@pytest.mark.slow
@pytest.mark.parametrize("path", [path for path in NOTEBOOKS if path.stem[:6] in WEEKS], ids=lambda path: path.stem)
def test_a_gap_left_open_is_noticed(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises((AssertionError, NotImplementedError)):
        run(path, filled=False)


def test_solutions_are_functions_of_the_course() -> None:
    module = solutions()
    assert all(inspect.isfunction(getattr(module, topic)) for topic in topics() if topic != "rules")
