"""Builds the documentation site, without network: `python docs/build.py`, then open build/site/index.html.

Guides, the games' cards, the lessons on searches and a reference of everything public. Fails on dead links: to a page,
to a place on a page, to a file of the repository.
"""

from __future__ import annotations

import argparse
import gc
import shutil
import sys
import tempfile
import time
from pathlib import Path

from sphinx.application import Sphinx

from site_builder.links import dead_links
from site_builder.reference import write_reference
from site_builder.staging import add_navigation, copy_documents, write_examples_page

ROOT = Path(__file__).resolve().parent.parent


def build(documents: Path, site: Path) -> list[str]:
    """Makes pages of documents.

    Args:
        documents: a folder laid out as the repository.
        site: where the pages go; what is there is deleted.

    Returns:
        What is wrong with the links, one line each.

    Raises:
        ValueError: Sphinx complains of a document; it has printed where and what.
    """
    shutil.rmtree(site, ignore_errors=True)
    with tempfile.TemporaryDirectory() as cache:
        sphinx = Sphinx(
            srcdir=documents,
            confdir=Path(__file__).parent / "site_builder",
            outdir=site,
            doctreedir=cache,
            buildername="html",
            status=None,
            warningiserror=True,
        )
        sphinx.build()
    if sphinx.statuscode:
        raise ValueError("documents with mistakes: see above")
    shutil.copyfile(site / "README.html", site / "index.html")
    return list(dead_links(site))


def main() -> None:
    """Command line: `python docs/build.py [--output FOLDER]`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "site", help="build/site by default")
    site = parser.parse_args().output.resolve()
    if site.exists() and not (site / ".buildinfo").exists():
        print(f"docs/build.py: {site} already exists and is not a site: nothing was written", file=sys.stderr)
        sys.exit(2)
    start = time.perf_counter()
    gc.set_threshold(100_000)  # trees of documents are objects by the million, and nearly all of them are kept
    with tempfile.TemporaryDirectory() as folder:
        documents = Path(folder)
        copy_documents(ROOT, documents)
        write_examples_page(ROOT, documents)
        (documents / "reference").mkdir()
        write_reference(documents / "reference")
        add_navigation(documents)
        try:
            wrong = build(documents, site)
        except ValueError as error:
            sys.exit(f"docs/build.py: {error}")
    if wrong:
        sys.exit("\n".join(wrong))
    pages = sum(1 for _ in site.rglob("*.html"))
    print(f"{pages} pages in {time.perf_counter() - start:.0f} s: {site / 'index.html'}")


if __name__ == "__main__":
    main()
