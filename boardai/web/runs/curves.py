"""Learning curves of training runs, drawn when a page asks for them and again when the run has progressed."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from boardai.learn.reports.figures.pages import PAGES, draw_pages
from boardai.learn.reports.figures.runs import load_entries, load_run


class Curves:
    """The runs whose curves are shown.

    Args:
        folders: the runs'.

    Raises:
        ValueError: a folder is no run's, or damaged.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = list(folders)
        self._drawn: dict[tuple[int, str], tuple[int, bytes | None]] = {}
        self._lock = threading.Lock()  # one picture after the other: two would share the fonts
        for folder in self._folders:
            load_run(folder)

    def runs(self) -> list[dict[str, Any]]:
        """The runs and their pages, for pages: number, name, game."""
        found = []
        for number, folder in enumerate(self._folders):
            run = load_run(folder)
            game = str(run.description.get("game", ""))
            found.append({"run": number, "name": run.label, "game": game, "pages": list(PAGES)})
        return found

    def picture(self, number: int, page: str) -> bytes | None:
        """A page of a run as SVG; None where there is nothing to draw yet.

        Args:
            number: of the run.
            page: its name, of `boardai.learn.reports.figures.pages.PAGES`.

        Raises:
            ValueError: there is no such run or page, or its files are damaged.
        """
        if not 0 <= number < len(self._folders):
            raise ValueError(f"there is no run {number}; there are {len(self._folders)}")
        if page not in PAGES:
            raise ValueError(f"there is no page {page!r}; there are {', '.join(PAGES)}")
        folder = self._folders[number]
        metrics = folder / "metrics.jsonl"
        written = metrics.stat().st_mtime_ns if metrics.exists() else 0
        with self._lock:
            known = self._drawn.get((number, page))
            if known is None or known[0] != written:
                known = self._drawn[number, page] = written, _drawn(folder, page)
        return known[1]


def _drawn(folder: Path, page: str) -> bytes | None:
    with tempfile.TemporaryDirectory() as place:
        paths = draw_pages(load_entries([folder]), Path(place), names=[page])
        return paths[0].read_bytes() if paths else None
