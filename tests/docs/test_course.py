"""The course's notebooks: whole, without output, and with the right solutions in their gaps every cell runs."""

import inspect
import json
import re
import sys
from pathlib import Path

import pytest

from boardai.course import topics
from boardai.course.checking import WEEKS

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs"))
import figures  # noqa: E402
from site_builder.notebooks import cells, run, source, tags  # noqa: E402

NOTEBOOKS = list(figures.NOTEBOOKS.values())


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_whole(path: Path) -> None:
    week = re.match(r"week\d\d", path.stem)
    assert week is not None
    gaps: list[str] = []
    ids = set()
    assert json.loads(path.read_text())["nbformat"] == 4
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
    run(path, figures.course_solutions())


@pytest.mark.slow
@pytest.mark.parametrize("path", [path for path in NOTEBOOKS if path.stem[:6] in WEEKS], ids=lambda path: path.stem)
def test_a_gap_left_open_is_noticed(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises((AssertionError, NotImplementedError)):
        run(path, None)


def test_solutions_are_functions_of_the_course() -> None:
    module = figures.course_solutions()
    assert all(inspect.isfunction(getattr(module, topic)) for topic in topics() if topic != "rules")


@pytest.mark.thorough
def test_figures_of_the_documents_and_of_a_week(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "slides"
    figures.main(["--output", str(folder), "--weeks", "week03"])
    drawn = {path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.*")}
    assert {path.stem for path in (ROOT / "docs/search/pictures").glob("*.svg")} == {
        name.removeprefix("search/") for name in drawn if name.startswith("search/")
    }
    assert "pictures/chess-strength" in drawn and sum(name.startswith("week03/") for name in drawn) > 10
    for name in drawn:
        assert (folder / f"{name}.pdf").read_bytes().startswith(b"%PDF-")
        assert "<svg" in (folder / f"{name}.svg").read_text()
    assert f"{2 * len(drawn)} files" in capsys.readouterr().out
    with pytest.raises(SystemExit):  # what is there is never written over
        figures.main(["--output", str(folder)])
