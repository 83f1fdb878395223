"""docs/search/hooks.md is what the sources say (cmake/write_hooks.py)."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from boardai.check.hooks import DRAWING

ROOT = Path(__file__).parents[2]
PAGE = "docs/search/hooks.md"


def generator(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs it without any package."""
    return subprocess.run(
        [sys.executable, "-I", "-S", root / "cmake/write_hooks.py", *arguments], capture_output=True, text=True
    )


def test_the_page_is_fresh() -> None:
    done = generator(ROOT, "--check")
    assert done.returncode == 0, done.stderr


def test_the_page_has_every_concept_of_a_state() -> None:
    page = (ROOT / PAGE).read_text(encoding="utf-8")
    rows = set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE))
    concepts = set()
    for header in (ROOT / "native/boardai").rglob("*.hpp"):
        concepts |= set(re.findall(r"^concept (\w+) = (?:\w+<S> && )+requires", header.read_text(), re.MULTILINE))
    assert len(concepts) > 25 and concepts <= rows
    assert "| `QuietOrdered` | `int quiet_order(Action) const` |" in page
    meanings = re.findall(r"^\| `\w+` \| .* \| (.*) \| .* \|$", page, re.MULTILINE)
    assert all(len(meaning) > 20 for meaning in meanings)


def test_the_page_has_every_method_for_drawing() -> None:
    section = (ROOT / PAGE).read_text(encoding="utf-8").partition("\n## Drawing a position\n")[2]
    rows = " ".join(re.findall(r"^\| (`.*?) \|", section, re.MULTILINE))
    assert set(re.findall(r"`(\w+)\(", rows)) - {"draw", "svg"} == set(DRAWING)


@pytest.mark.thorough
def test_a_changed_hook_makes_the_page_stale(tmp_path: Path) -> None:
    for folder in ("boardai/search", "native/boardai", "docs/search", "cmake"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__", "*.svg"))
    shutil.copy(ROOT / "docs/concepts.md", tmp_path / "docs")
    header = tmp_path / "native/boardai/core/search_hooks.hpp"
    header.write_text(header.read_text().replace("constant.quiet_order(action)", "constant.quiet_rank(action, 0)"))
    done = generator(tmp_path, "--check")
    assert done.returncode == 1 and PAGE in done.stderr
    assert generator(tmp_path).returncode == 0 and generator(tmp_path, "--check").returncode == 0
    page = tmp_path / PAGE
    assert "| `QuietOrdered` | `int quiet_rank(Action, int) const` |" in page.read_text()
    order = tmp_path / "native/boardai/search/pvs/order.hpp"
    order.write_text(order.read_text().replace("QuietOrdered<", "NoisyTest<"))
    assert generator(tmp_path).returncode == 0
    row = next(line for line in page.read_text().splitlines() if line.startswith("| `QuietOrdered` |"))
    assert "`pvs`" not in row and "`alphabeta`" in row
