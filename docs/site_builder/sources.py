"""Pages for files of the repository: those that documents link to, and the sources of what the reference describes.

On a Git forge's page a link to a program or header shows the file; here it leads to a page that shows it. These pages
are bare, without the site's navigation, which would take longer to make than everything else.
"""

from __future__ import annotations

import html
import inspect
import json
import operator
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util.osutil import relative_uri

import boardai
from site_builder.public import ROOT

# Pygments' names of the languages, by what a file's name ends with.
_LANGUAGES = {".py": "python", ".pyi": "python", ".hpp": "cpp", ".cpp": "cpp", ".toml": "toml"}
_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{path}</title>
<link rel="stylesheet" href="{top}_static/pygments.css">
<style>body {{ max-width: 60em; margin: 1em auto; font-family: sans-serif }} pre {{ padding: 1em }}</style>
<p><a href="{top}index.html">boardai</a></p>
<h1>{path}</h1>
{code}
</html>
"""
# The files that need a page, by their paths in the repository; filled while documents are read.
_shown: set[str] = set()


class FileLinks(SphinxTransform):
    """Turns links to files that are no documents into links to their pages."""

    default_priority = 500

    def apply(self, **_: Any) -> None:
        """Links whose file does not exist stay as they are, for MyST to complain about."""
        for link in list(self.document.findall(addnodes.pending_xref)):
            if link.get("reftype") != "myst" or link.get("refdomain") is not None:
                continue
            path = os.path.normpath(Path(link["refdoc"]).parent / link["reftarget"])
            if f"{path}/README" in self.env.found_docs:
                path = f"{path}/README"  # what a forge shows for a folder
            elif not path.startswith("..") and (ROOT / path).is_file():
                _shown.add(path)
            else:
                continue
            page = relative_uri(self.app.builder.get_target_uri(link["refdoc"]), f"{path}.html")
            link.replace_self(nodes.reference("", "", *link.children, refuri=page, internal=True))


def source_link(domain: str, place: dict[str, str]) -> str | None:
    """Where the source of something in the reference is shown; as `sphinx.ext.linkcode` asks for it.

    Args:
        domain: `py`.
        place: `module` and `fullname`.
    """
    try:
        value = operator.attrgetter(place["fullname"])(sys.modules[place["module"]])
        value = inspect.unwrap(value.fget if isinstance(value, property) else value)
        path = _in_repository(Path(str(inspect.getsourcefile(value))).resolve())
        line = inspect.getsourcelines(value)[1]
    except (AttributeError, KeyError, OSError, TypeError, ValueError):  # an attribute, or not ours
        return None
    _shown.add(path)
    return f"../{path}.html#line-{line}"


def _in_repository(file: Path) -> str:
    """Where a module's file stands in the repository; in an installed package the games are inside boardai.

    Raises:
        ValueError: it is not boardai's.
    """
    package = Path(boardai.__file__).resolve().parent
    if file.is_relative_to(package):
        inside = file.relative_to(package)
        return (inside if inside.parts[0] == "games" else Path("boardai") / inside).as_posix()
    return file.relative_to(ROOT).as_posix()


def write_pages(app: Sphinx, error: Exception | None) -> None:
    """Writes the pages, once the documents' are there."""
    if error is not None:
        return
    highlighter = app.builder.highlighter  # type: ignore[attr-defined]
    for path in sorted(_shown):
        text = (ROOT / path).read_text(encoding="utf-8")
        if path.endswith(".ipynb"):
            code = _cells(text, lambda cell: highlighter.highlight_block(cell, "python"))
        else:
            language = _LANGUAGES.get(Path(path).suffix, "none")
            code = highlighter.highlight_block(text, language, lineanchors="line")
        page = Path(app.outdir) / f"{path}.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(_PAGE.format(path=html.escape(path), top="../" * path.count("/"), code=code), encoding="utf-8")


def _cells(notebook: str, highlighted: Callable[[str], str]) -> str:
    """A notebook's texts and programs, one after the other."""
    parts = []
    for cell in json.loads(notebook)["cells"]:
        text = "".join(cell["source"])
        prose = f'<div style="white-space: pre-wrap">{html.escape(text)}</div>'
        parts.append(highlighted(text) if cell["cell_type"] == "code" else prose)
    return "\n".join(parts)


def setup(app: Sphinx) -> dict[str, bool]:
    """As a Sphinx extension."""
    app.add_transform(FileLinks)
    app.connect("build-finished", write_pages)
    return {"parallel_read_safe": False}
