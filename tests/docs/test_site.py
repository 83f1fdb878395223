"""The documentation site: everything public is on it, nothing on it leads nowhere, and its examples run."""

import doctest
import importlib
import inspect
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import boardai

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs"))

from site_builder.links import dead_links  # noqa: E402
from site_builder.public import PublicName, public_names  # noqa: E402

MODULES = public_names()


def described() -> list[PublicName]:
    """Every public name, once."""
    return [one for names in MODULES.values() for one in names if one.is_described_here]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site, built by its command."""
    folder = tmp_path_factory.mktemp("built")
    command = [sys.executable, str(ROOT / "docs" / "build.py"), "--output", "site"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=600)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return folder / "site"


def test_a_folder_of_something_else_is_not_overwritten(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    command = [sys.executable, str(ROOT / "docs" / "build.py"), "--output", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 2
    assert done.stderr.endswith("already exists and is not a site: nothing was written\n")
    assert (tmp_path / "thesis.txt").read_text() == "years of work"


@pytest.mark.thorough
def test_everything_public_has_an_entry(site):
    for one in described():
        page = (site / "reference" / f"{one.module}.html").read_text()
        paths = [one.path, *(f"{one.path}.{member}" for member, _ in one.members())]
        missing = [path for path in paths if f'id="{path}"' not in page]
        assert not missing, one.module


@pytest.mark.thorough
def test_the_sidebar_marks_the_page_and_those_above_it_and_links_from_its_folder(site):
    text = (site / "docs" / "search" / "mcts.html").read_text()
    tree = text.partition('<div class="sidebar-tree">')[2].partition("</div>")[0]
    entries = re.findall(
        r'<li class="(toctree-l[^"]*)"><a class="([^"]*)" href="([^"]*)">(.*?)</a>(<input [^>]*>)?', tree
    )
    current = [(kind, link) for kind, _, link, _, _ in entries if " current" in kind]
    assert current == [
        ("toctree-l1 current has-children", "README.html"), ("toctree-l2 current current-page", "#"),
    ]  # fmt: skip
    assert {link for kind, _, link, _, box in entries if 'checked=""' in box} == {"README.html"}
    links = [link for _, _, link, _, _ in entries]
    assert {"../../README.html", "../concepts.html", "puct.html", "../../reference/boardai.html"} < set(links)
    front = (site / "README.html").read_text()
    assert front.count('current-page"') == 1 and "toctree-l2 current" not in front


def test_everything_public_has_a_docstring():
    bare = [module for module in MODULES if not importlib.import_module(module).__doc__]
    for one in described():
        bare += [] if inspect.getdoc(one.value) else [one.path]
        bare += [f"{one.path}.{name}" for name, _ in one.members() if not inspect.getdoc(getattr(one.value, name))]
    assert not bare


def examples(module: str) -> list[doctest.DocTest]:
    """The examples in a module's own docstring, and in those of what it describes and their methods."""
    finder = doctest.DocTestFinder(recurse=False, exclude_empty=True)
    objects = [(module, importlib.import_module(module))]
    for one in described():
        if one.module == module:
            objects += [(one.path, one.value)]
            objects += [(f"{one.path}.{name}", getattr(one.value, name)) for name, _ in one.members()]
    return [test for name, value in objects for test in finder.find(value, name, module=False, globs={})]


@pytest.fixture(scope="session")
def run_of_hex(tmp_path_factory):
    """A run of two iterations on nine cells, which examples of learning call runs/hex."""
    small = {
        "selfplay.games_per_iteration": 16, "replay.minimum": 32, "learn.batch_size": 32, "arena.final_games": 2,
        "network.blocks": 1, "inference_rate_seconds": 0.0,
    }  # fmt: skip
    folder = tmp_path_factory.mktemp("runs") / "hex"
    return boardai.learn.train("hex:size=3", run=folder, iterations=2, verbose=False, **small).path


# The device's: half a minute of compiling what the tests of its room compile as well.
MARKS = {"boardai.device": pytest.mark.slow, "boardai.learn": pytest.mark.thorough}


@pytest.mark.parametrize("module", [pytest.param(one, marks=MARKS.get(one, [])) for one in MODULES])
def test_examples_in_docstrings_run(module, tmp_path, monkeypatch, request):
    monkeypatch.chdir(tmp_path)
    if f"{module}.".startswith("boardai.learn."):
        shutil.copytree(request.getfixturevalue("run_of_hex"), tmp_path / "runs" / "hex")
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    printed: list[str] = []
    for test in examples(module):
        test.globs["boardai"] = boardai
        runner.run(test, out=printed.append)
    assert not runner.failures, "".join(printed)


def test_every_public_class_and_function_has_an_example():
    shown = [one for one in described() if callable(one.value)]
    assert len(shown) > 150
    assert not [one.path for one in shown if ">>>" not in (inspect.getdoc(one.value) or "")]


def test_dead_links_are_found(tmp_path):
    (tmp_path / "other.html").write_text('<h1 id="there">There</h1>')
    (tmp_path / "page.html").write_text(
        '<p id="here"></p><a href="#here"></a><a href="other.html#there"></a><a href="https://example.org/gone"></a>'
        '<a href="gone.html"></a><a href="#gone"></a><a href="other.html#gone"></a><img src="gone.png">'
        '<script src="https://example.org/script.js"></script>'
    )
    assert list(dead_links(tmp_path)) == [
        "page.html: gone.html: no such file",
        "page.html: #gone: no such place on that page",
        "page.html: other.html#gone: no such place on that page",
        "page.html: gone.png: no such file",
        "page.html: loads https://example.org/script.js from elsewhere",
    ]


@pytest.mark.thorough
def test_a_link_from_a_document_to_nowhere_is_refused_by_name(tmp_path):
    documents = tmp_path / "documents"
    documents.mkdir()
    (documents / "README.md").write_text(
        "# Title\n\n[a](gone.md), [b](../pyproject.toml), [c](pyproject.toml), [d](#gone)\n"
    )
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT / 'docs')!r}); from pathlib import Path; from build import build; "
        f"build(Path({str(documents)!r}), Path({str(tmp_path / 'site')!r}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert "documents with mistakes" in done.stderr
    for target in ("gone.md", "../pyproject.toml", "gone"):
        assert f"README.md:3: WARNING: 'myst' cross-reference target not found: '{target}'" in done.stderr
    assert "'pyproject.toml'" not in done.stderr  # a file of the repository: it has a page
