"""Pages for the files of the repository that documents link to: programs, headers, folders.

On a Git forge's page such a link shows the file; here it leads to a page that shows it.
"""

from __future__ import annotations

import html
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util.osutil import relative_uri

# By what a file's name ends with, where Pygments' name for the language is another one.
_LANGUAGES = {".py": "python", ".hpp": "cpp", ".cpp": "cpp", ".toml": "toml", ".pyi": "python"}


class FileLinks(SphinxTransform):
    """Turns links to files that are no documents into links to their pages."""

    default_priority = 500

    def apply(self, **_: Any) -> None:
        """Links whose file does not exist stay as they are, for MyST to complain about."""
        root = Path(self.config.repository)
        for link in list(self.document.findall(addnodes.pending_xref)):
            if link.get("reftype") != "myst" or link.get("refdomain") is not None:
                continue
            path = os.path.normpath(Path(link["refdoc"]).parent / link["reftarget"])
            if f"{path}/README" in self.env.found_docs:
                path = f"{path}/README"  # what a forge shows for a folder
            elif not path.startswith("..") and (root / path).is_file():
                linked_files(self.app).add(path)
            else:
                continue
            page = relative_uri(self.app.builder.get_target_uri(link["refdoc"]), f"{path}.html")
            link.replace_self(nodes.reference("", "", *link.children, refuri=page, internal=True))


def linked_files(app: Sphinx) -> set[str]:
    """The files that documents link to, by their paths in the repository; pages are made for these."""
    if not hasattr(app.env, "boardai_linked_files"):
        app.env.boardai_linked_files = set()  # type: ignore[attr-defined]
    return app.env.boardai_linked_files  # type: ignore[attr-defined,no-any-return]


def pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """The pages, as the event `html-collect-pages` wants them: name, context, template."""
    highlighter = app.builder.highlighter  # type: ignore[attr-defined]
    for path in sorted(linked_files(app)):
        text = (Path(app.config.repository) / path).read_text(encoding="utf-8")
        code = highlighter.highlight_block(text, _LANGUAGES.get(Path(path).suffix, "none"), linenos=False)
        title = html.escape(path)
        yield path, {"title": title, "body": f"<h1>{title}</h1>\n{code}"}, "page.html"


def setup(app: Sphinx) -> dict[str, bool]:
    """As a Sphinx extension."""
    app.add_config_value("repository", "", "env", str)
    app.add_transform(FileLinks)
    app.connect("html-collect-pages", pages)
    return {"parallel_read_safe": False}
