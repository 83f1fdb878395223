"""From run folders to files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from boardai.learn.figures.pages import PAGES
from boardai.learn.figures.runs import Entry, load_entries
from boardai.learn.figures.style import save

FOLDER = "figures"


def draw_pages(
    entries: Sequence[Entry], folder: Path, kinds: Iterable[str] = ("svg",), names: Iterable[str] | None = None
) -> list[Path]:
    """Draws all pages that there is something to draw for.

    Args:
        entries: runs, one beside the other.
        folder: where to; made if it is not there.
        kinds: endings of the files: svg, png, pdf.
        names: only these pages.

    Returns:
        The files, in the pages' order.

    Raises:
        OSError: a file cannot be written.
    """
    paths = []
    kinds = list(kinds)
    for name in PAGES if names is None else names:
        figure = PAGES[name](entries)
        if figure is not None:
            paths += save(figure, folder, name, kinds)
    return paths


def draw_run(folder: Path) -> Path | None:
    """Draws a run's pages into its folder.

    Args:
        folder: of the run.

    Returns:
        The overview's path; None where there is nothing to draw yet.
    """
    paths = draw_pages(load_entries([folder]), folder / FOLDER)
    return paths[0] if paths else None
