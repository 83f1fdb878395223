"""Looks for dead links in a built site, and for what a page would load from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class _Page(HTMLParser):
    """What a page offers and wants.

    Attributes:
        anchors: the names that a link to the page may end with.
        links: where its links lead.
        parts: what it loads: pictures, scripts, styles.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.parts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if value is None:
                continue
            if name == "id" or (tag == "a" and name == "name"):
                self.anchors.add(value)
            elif name == "href" and tag == "a":
                self.links.append(value)
            elif name == "src" or (name == "href" and tag == "link"):
                self.parts.append(value)


def dead_links(site: Path) -> Iterator[str]:
    """What is wrong with the links of a site, one line each; links to other sites are not followed.

    Args:
        site: the folder of the built pages.
    """
    pages = {path: _Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        where = path.relative_to(site)
        for link in dict.fromkeys([*page.links, *page.parts]):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if link in page.parts and parts.scheme != "data":
                    yield f"{where}: loads {link} from elsewhere"
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.is_file():
                yield f"{where}: {link}: no such file"
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                yield f"{where}: {link}: no such place on that page"
