"""The course's notebooks: whole, with the outputs that running them gives, and metadata for nbgrader and slides."""

import base64
import importlib.util
import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from boardai.course import stand_in, topics
from boardai.course.checking import WEEKS

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs"))
import notebooks  # noqa: E402

import figures  # noqa: E402
from site_builder.notebook_metadata import mark  # noqa: E402
from site_builder.notebooks import NOTEBOOKS, cells, run, source, tags  # noqa: E402
from site_builder.slides import condensed, deck  # noqa: E402

PATHS = list(NOTEBOOKS.values())
MOST_BYTES = 400_000


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_notebook_is_whole(path: Path) -> None:
    gaps: list[str] = []
    checks: list[str] = []
    ids = set()
    assert json.loads(path.read_text())["nbformat"] == 4 and path.stat().st_size < MOST_BYTES
    first, setup, *_ = cells(path)
    for part in ("**After this week**", "**Prerequisites:**", "**Read first:**", "| Time plan |"):
        assert part in source(first), part
    assert tags(setup) == ["setup"] and source(setup) == notebooks.SETUP
    pictures = 0
    for cell in cells(path):
        ids.add(cell["id"])
        if cell["cell_type"] == "markdown":
            for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", source(cell)):
                assert link.startswith("http") or (path.parent / link).exists(), link
            continue
        assert cell["execution_count"]
        pictures += sum("image/png" in output.get("data", {}) for output in cell["outputs"])
        assert all(output["output_type"] != "error" for output in cell["outputs"])
        if "gap" in tags(cell):
            assert "NotImplementedError" in source(cell)
            gaps += tags(cell)[1:]
        if "check" in tags(cell):
            checks += tags(cell)[1:]
            assert "not written yet" in "".join(cell["outputs"][0]["text"])
    assert len(ids) == len(cells(path)) and pictures
    assert tuple(gaps) == tuple(checks) == WEEKS.get(path.stem[:6], ())


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_metadata_follow_from_the_tags(path: Path) -> None:
    """By nbgrader's schema, version 3: what has points is a cell of its own, what a student writes is not locked."""
    marked = cells(path)
    mark(marked)
    for cell, kept in zip(marked, cells(path), strict=True):
        assert cell["metadata"] == kept["metadata"]
        given = kept["metadata"]["nbgrader"]
        kind = (tags(cell) or [""])[0]
        assert set(given) - {"points"} == {
            "schema_version", "grade_id", "cell_type", "solution", "grade", "locked", "task"
        }  # fmt: skip
        assert given["solution"] == (not given["locked"]) == (kind in ("gap", "answers"))
        assert given["grade"] == ("points" in given) == (kind in ("check", "answers"))
        assert re.fullmatch(r"[a-zA-Z0-9_\-]+", given["grade_id"]) and given["cell_type"] == cell["cell_type"]


def printed(outputs: list[dict[str, Any]]) -> list[Any]:
    """What outputs say, and the pixels of the first and the last picture of each image."""
    found: list[Any] = []
    for output in outputs:
        if output["output_type"] == "stream":
            found.append("".join(output["text"]))
            continue
        found.append("".join(output["data"]["text/plain"]))
        if "image/png" in output["data"]:
            image = Image.open(io.BytesIO(base64.b64decode(output["data"]["image/png"])))
            frames = getattr(image, "n_frames", 1)
            found.append((image.size, frames))
            for place in (0, frames - 1):
                image.seek(place)
                found.append(np.asarray(image.convert("RGB"), int))
    return found


def same(one: Any, other: Any) -> bool:
    """Other versions of the drawing library round other pixels."""
    if isinstance(one, np.ndarray):
        return one.shape == other.shape and float(np.abs(one - other).mean()) < 2
    return bool(one == other)


@pytest.mark.parametrize(
    "week", [pytest.param(week, marks=[] if week == "week03" else pytest.mark.slow) for week in NOTEBOOKS]
)
def test_outputs_are_what_running_gives(week: str) -> None:
    """Also: it runs to its end with the gaps open."""
    built = notebooks.built(NOTEBOOKS[week])
    for cell, kept in zip(built["cells"], cells(NOTEBOOKS[week]), strict=True):
        if cell["cell_type"] == "code" and "varies" not in tags(cell):
            ours, theirs = printed(cell["outputs"]), printed(kept["outputs"])
            assert len(ours) == len(theirs) and all(map(same, ours, theirs)), cell["id"]


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_notebook_runs_once_its_gaps_are_filled(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run(path, stand_in)


@pytest.mark.parametrize("week", NOTEBOOKS)
def test_slides_are_one_page_without_a_network(week: str) -> None:
    page = deck(json.loads(NOTEBOOKS[week].read_text()))
    assert page.count("<section>") > 4 and "$" not in re.sub(r"<(script|pre).*?</\1>", "", page, flags=re.DOTALL)
    assert not re.findall(r"""(?:src|href)=["']https?:[^"']*\.(?:js|css|png|svg)""", page)
    assert "<script src" not in page and "@import" not in page
    assert not re.findall(r'href="(?!https?:)', page)  # a path of the repository leads nowhere from a page of its own


def test_a_slide_has_the_first_sentence_and_formulas_whole() -> None:
    assert (
        condensed("One thing. Another thing.\n\n$$a = b.$$\n\n- all\n- of it")
        == "One thing.\n\n$$a = b.$$\n\n- all\n- of it"
    )
    assert condensed("With $a. B$ it is so. More.") == "With $a. B$ it is so."


def test_topics_have_a_stand_in() -> None:
    assert all(callable(stand_in(topic)) for topic in topics())


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


def test_the_installing_cell_takes_a_wheel_beside_it_and_nothing_else(tmp_path, monkeypatch) -> None:
    """The package index may have a stranger's package of that name."""
    commands: list[list[str]] = []
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(subprocess, "run", lambda command, check: commands.append(command))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ModuleNotFoundError, match=r"upload a wheel \(boardai-\*\.whl\) next to this notebook"):
        exec(notebooks.SETUP, {})
    assert not commands
    (tmp_path / "boardai-0.2.0-cp311.whl").touch()
    exec(notebooks.SETUP, {})
    assert [command[-1] for command in commands] == ["boardai-0.2.0-cp311.whl"]
