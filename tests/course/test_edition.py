"""The instructor's edition: solutions, answers and hidden tests, which the public files have not."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from refusals import refused

from boardai.course import sealed, topics
from boardai.course.__main__ import main
from boardai.course.edition import week_seed, write_edition
from boardai.course.sealed import contents, name_of

ROOT = Path(__file__).parents[2]
NOTEBOOKS = ROOT / "docs" / "course"


@pytest.fixture(scope="module")
def edition(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("teaching") / "edition"
    assert write_edition(folder, NOTEBOOKS, "4711") == "4711"
    return folder


def cells(path: Path) -> list[dict[str, Any]]:
    return list(json.loads(path.read_text())["cells"])


def cleared(text: str) -> str:
    """As nbgrader clears a solution, by the stub of the edition's nbgrader_config.py."""
    return re.sub(
        r"( *)### BEGIN SOLUTION\n.*?### END SOLUTION",
        r'\1raise NotImplementedError("your turn")',
        text,
        flags=re.DOTALL,
    )


def test_it_has_solutions_answers_and_hidden_tests(edition: Path) -> None:
    seed, _, *weeks = (edition / "seed.txt").read_text().splitlines()
    seeds = dict(line.split() for line in weeks)
    assert seed == "4711" and list(seeds) == [f"week{week:02}" for week in range(1, 13)]
    assert len(set(seeds.values())) == 12 and seeds["week05"] == week_seed("4711", "week05") != week_seed("", "week05")
    assert sorted(path.stem for path in (edition / "answers").iterdir()) == [f"week{week:02}" for week in range(1, 13)]
    seen = []
    for public in sorted(NOTEBOOKS.glob("week*.ipynb")):
        theirs = cells(edition / "source" / public.stem[:6] / public.name)
        for ours, cell in zip(cells(public), theirs, strict=True):
            text, tags = "".join(cell["source"]), cell["metadata"].get("tags", [])
            if tags[:1] == ["gap"]:
                seen += tags[1:]
                released = cleared(text)
                names: dict[str, Any] = {}
                exec(released, names)  # what students get can be run
                for topic in tags[1:]:
                    first = "class TicTacToe:" if topic == "rules" else f"def {topic}("
                    assert first in "".join(ours["source"]) and first in released
                    compiled = names[name_of(topic)]
                    with pytest.raises(NotImplementedError):
                        compiled(*[None] * (0 if topic == "rules" else compiled.__code__.co_argcount))
            elif tags[:1] == ["check"]:
                assert f"seed='{seeds[public.stem[:6]]}'" in text and "### BEGIN HIDDEN TESTS" in text
            elif tags[:1] == ["answers"]:
                assert len(text) > 100 and "### BEGIN" not in text
            else:
                assert text == "".join(ours["source"])
            assert cell.get("outputs", []) == []
    assert seen == topics()


def _source(path: Path) -> str:
    """A file's text; of a notebook its cells', one after the other."""
    text = path.read_text(errors="replace")
    return "\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"]) if path.suffix == ".ipynb" else text


def test_the_public_files_have_no_solution() -> None:
    """Ten lines of a solution in a row stand in no notebook, page or example."""
    public = [*NOTEBOOKS.glob("*"), *(ROOT / "examples").rglob("*.py"), *(ROOT / "docs").rglob("*.md")]
    texts = {path: re.sub(r"\s+", " ", _source(path)) for path in public if path.is_file()}
    lines = [line.strip() for line in contents()["solutions.py"].splitlines() if line.strip()]
    for place in range(len(lines) - 9):
        piece = " ".join(lines[place : place + 10])
        for path, text in texts.items():
            assert piece not in text, f"{path} has a solution: {piece}"


def test_what_was_sealed_comes_out_again(edition: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = contents()
    monkeypatch.setattr(sealed, "_FILE", tmp_path / "instructor.sealed")
    assert sealed.seal(edition) == list(texts) and contents() == texts
    written = (tmp_path / "instructor.sealed").read_text()
    assert "def alphabeta" not in written
    with refused("instructor's edition"):
        sealed.seal(tmp_path)


def test_nothing_is_written_over(edition: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with refused("is not empty"):
        write_edition(edition, NOTEBOOKS)
    with refused("no notebooks"):
        write_edition(tmp_path / "new", tmp_path)
    assert not (tmp_path / "new").exists()
    main(["--instructor", str(tmp_path / "drawn"), "--notebooks", str(NOTEBOOKS)])
    seed = (tmp_path / "drawn" / "seed.txt").read_text().splitlines()[0]
    assert len(seed) == 16 and seed in capsys.readouterr().out
