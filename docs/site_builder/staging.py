"""Puts the site's documents together in one folder, laid out as the repository is, so that links stay as they are."""

from __future__ import annotations

import ast
import shutil
import tomllib
from pathlib import Path

from site_builder.public import first_sentence

_FOLDERS = ("docs", "games", "native")
_DOCUMENTS = (".md", ".svg", ".png")


def copy_documents(root: Path, folder: Path) -> None:
    """Copies README, CHANGELOG, CONTRIBUTING, and all documents and pictures of docs/, games/ and native/.

    Args:
        root: the repository.
        folder: where to; it exists and is empty.
    """
    paths = [path for name in _FOLDERS for path in (root / name).rglob("*") if path.suffix in _DOCUMENTS]
    for path in (root / "README.md", root / "CHANGELOG.md", root / "CONTRIBUTING.md", *paths):
        copy = folder / path.relative_to(root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)


def write_examples_page(root: Path, folder: Path) -> None:
    """Writes `examples/README.md`: the examples, each with its docstring's first sentence."""
    lines = ["# Examples", "", "Each is one file that runs in under a minute, and ends with two exercises.", ""]
    lines += ["| example | | exercises |", "|---|---|---|"]
    for path in sorted((root / "examples").glob("[0-9]*.py")):
        about = first_sentence(ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "")
        lines.append(f"| [{path.name}]({path.name}) | {about} | [solutions](solutions/{path.name}) |")
    (folder / "examples").mkdir()
    (folder / "examples" / "README.md").write_text("\n".join(lines) + "\n")


def add_navigation(folder: Path) -> None:
    """Appends the trees of navigation.toml to the pages that they hang on."""
    navigation = tomllib.loads((Path(__file__).parent / "navigation.toml").read_text())
    trees = [("README", caption, pages) for caption, pages in navigation["captions"].items()]
    trees += [(page, "", pages) for page, pages in navigation["below"].items()]
    for page, caption, pages in trees:
        found = [one for pattern in pages for one in _matching(folder, pattern) if one != page]
        _append_tree(next(folder.glob(f"{page}.*")), caption, found)


def _matching(folder: Path, pattern: str) -> list[str]:
    """The documents of a pattern, in order; itself, where it is none."""
    if "*" not in pattern:
        return [pattern]
    documents = (path for path in folder.glob(f"{pattern}.*") if path.suffix in (".md", ".rst"))
    return sorted(path.relative_to(folder).with_suffix("").as_posix() for path in documents)


def _append_tree(page: Path, caption: str, pages: list[str]) -> None:
    entries = [one if one == "self" else f"/{one}" for one in pages]
    options = [":hidden:", *([f":caption: {caption}"] if caption else [])]
    if page.suffix == ".md":
        lines = ["", "```{toctree}", *options, "", *entries, "```", ""]
    else:
        lines = ["", ".. toctree::", *("   " + line for line in [*options, "", *entries]), ""]
    with page.open("a") as opened:
        opened.write("\n".join(lines))
