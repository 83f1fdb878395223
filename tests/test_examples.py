"""The examples run as they stand, and so does the code in the README and the guides."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from boardai.__main__ import commands as known_commands

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("[0-9][0-9]_*.py"))
DOCUMENTS = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("**/*.md")),
    *sorted((ROOT / "games").glob("*/README.md")),
]


def python_blocks(document: Path) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", document.read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example(example, tmp_path):
    result = subprocess.run([sys.executable, str(example)], capture_output=True, text=True, cwd=tmp_path, timeout=120)
    assert result.returncode == 0, result.stderr[-3000:]
    assert result.stdout


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_code_in_documents(document, tmp_path):
    """All Python blocks of a document, in order, as one script."""
    blocks = python_blocks(document)
    if not blocks:
        pytest.skip("no Python blocks")
    result = subprocess.run(
        [sys.executable, "-c", "\n".join(blocks)], capture_output=True, text=True, cwd=tmp_path, timeout=120
    )
    assert result.returncode == 0, result.stderr[-3000:]


def test_the_readme_names_only_commands_that_exist():
    commands = set(re.findall(r"python -m boardai\.(\w+)", (ROOT / "README.md").read_text()))
    assert commands and commands <= set(known_commands())


def test_features_name_tests_that_exist():
    names = re.findall(r"`([\w/]+\.py)::(\w+)`", (ROOT / "docs" / "features.md").read_text())
    assert len(names) > 40
    for file, name in names:
        assert re.search(rf"def {name}\(", (ROOT / "tests" / file).read_text()), f"{file}::{name}"
