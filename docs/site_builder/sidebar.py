"""The sidebar's tree of all pages, made once.

Furo asks Sphinx for it on every page, which took a quarter of the build. It is the same tree each time, with links from
another folder and other entries marked as current.
"""

from __future__ import annotations

import re
from typing import Any

from furo.navigation import get_navigation_tree
from sphinx.application import Sphinx
from sphinx.environment.adapters.toctree import global_toctree_for_doc
from sphinx.util.osutil import relative_uri

# An entry, and the checkbox that opens it where pages are below it.
_ENTRY = re.compile(
    r'<li class="(?P<level>toctree-l\d+)(?P<parent>(?: has-children)?)">'
    r'<a class="reference internal" href="(?P<target>[^"]*)">(?P<title>.*?)</a>(?P<checkbox>(?:<input [^>]*/>)?)',
    re.DOTALL,
)
# A page that is in no tree, in the uppermost folder.
_NOWHERE = "search"


class Sidebar:
    """The tree of a site, for each of its pages.

    Args:
        app: once all documents are read.
    """

    def __init__(self, app: Sphinx) -> None:
        self._target = app.builder.get_target_uri
        tree = global_toctree_for_doc(
            app.env, _NOWHERE, app.builder, tags=app.tags,
            collapse=False, titles_only=True, maxdepth=-1, includehidden=True,
        )  # fmt: skip
        self._tree = get_navigation_tree(app.builder.render_partial(tree)["fragment"])  # type: ignore[attr-defined]
        # The root is above all and an entry among others.
        includes = app.env.toctree_includes.items()
        self._parents = {page: parent for parent, pages in includes for page in pages if parent != app.config.root_doc}

    def of(self, page: str) -> str:
        """The tree as HTML, with the page and those above it marked as current."""
        here, above, parent = self._target(page), set(), self._parents.get(page)
        while parent is not None and self._target(parent) not in above:
            above.add(self._target(parent))
            parent = self._parents.get(parent)

        def entry(found: re.Match[str]) -> str:
            target, checkbox = found["target"], found["checkbox"]
            is_page = target == here
            current = is_page or target in above
            classes = f"{found['level']}{' current' if current else ''}{found['parent']}"
            link = "#" if is_page else relative_uri(here, target)
            if current:
                checkbox = checkbox.replace(" class=", ' checked="" class=', 1)
            return (
                f'<li class="{classes}{" current-page" if is_page else ""}">'
                f'<a class="{"current " if is_page else ""}reference internal" href="{link}">{found["title"]}</a>'
                f"{checkbox}"
            )

        return _ENTRY.sub(entry, self._tree)


def setup(app: Sphinx) -> dict[str, bool]:
    """As a Sphinx extension: before Furo, which then makes no tree, and behind it."""
    made: list[Sidebar] = []

    def before(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
        context.pop("toctree", None)

    def behind(app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
        if not made:
            made.append(Sidebar(app))
        context["furo_navigation_tree"] = made[0].of(page)

    app.connect("html-page-context", before, priority=400)
    app.connect("html-page-context", behind, priority=600)
    return {"parallel_read_safe": False}
