"""Learning curves of training runs, drawn on request and again after progress of the run."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from boardai.learn.reports.figures.pages import MOST, PAGES, draw_pages
from boardai.learn.reports.figures.panels import following_scheme
from boardai.learn.reports.figures.runs import load_entries, load_run
from boardai.web.runs.stamps import Stamp

_MOST_KEPT = 32 << 20  # bytes of pictures
_LEAST_COUNTED = 10_000  # bytes that a picture counts at least, even an empty one


class Curves:
    """The runs whose curves are shown.

    Args:
        folders: folders of the runs.

    Raises:
        ValueError: a folder is not a run, or damaged.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders: list[Path] = []
        self._drawn: dict[tuple[tuple[int, ...], str, int], tuple[list[Stamp], bytes | None]] = {}
        self._lock = threading.Lock()  # one picture at a time, because they share the fonts
        for folder in folders:
            self.add(folder)

    def add(self, folder: Path) -> None:
        """Adds a run.

        Raises:
            ValueError: the folder is not a run, or damaged.
        """
        load_run(folder)
        self._folders.append(folder)

    def runs(self) -> list[dict[str, Any]]:
        """The runs with their pages of curves, as data for pages: number, name, game."""
        found = []
        for number, folder in enumerate(self._folders):
            run = load_run(folder)
            game = str(run.description.get("game", ""))
            found.append({"run": number, "name": run.label, "game": game, "pages": list(PAGES)})
        return found

    def picture(self, numbers: Sequence[int], page: str, most: int = MOST) -> bytes | None:
        """A page of curves of a run, or of several in the same panels, as SVG; None if there is nothing to draw yet.

        Args:
            numbers: numbers of the runs.
            page: name of the page, in `boardai.learn.reports.figures.pages.PAGES`.
            most: maximum number of panels next to each other, 1 to 3.

        Raises:
            ValueError: there is no such run or page, the number of panels is invalid, or files are damaged.
        """
        if not 1 <= most <= MOST:
            raise ValueError(f"{most} panels next to each other; 1 to {MOST} are drawn")
        for number in numbers:
            if not 0 <= number < len(self._folders):
                raise ValueError(f"there is no run {number}; there are {len(self._folders)}")
        if page not in PAGES:
            raise ValueError(f"there is no page {page!r}; there are {', '.join(PAGES)}")
        # The runs compared with the first are drawn in one order, in whatever order they are named.
        chosen = (*numbers[:1], *sorted(numbers[1:]))
        folders, place = [self._folders[number] for number in chosen], (chosen, page, most)
        written = [Stamp.of(folder / name) for folder in folders for name in ("run.json", "metrics.jsonl")]
        with self._lock:
            known = self._drawn.pop(place, None)
            if known is None or known[0] != written:
                known = written, _drawn(folders, page, most)
            self._drawn[place] = known  # the last used one comes last
            while self._bytes() > _MOST_KEPT and len(self._drawn) > 1:
                self._drawn.pop(next(iter(self._drawn)))
        return known[1]

    def _bytes(self) -> int:
        return sum(max(len(drawn or b""), _LEAST_COUNTED) for _, drawn in self._drawn.values())


def _drawn(folders: Sequence[Path], page: str, most: int) -> bytes | None:
    with tempfile.TemporaryDirectory() as place:
        paths = draw_pages(load_entries(folders), Path(place), names=[page], most=most)
        return following_scheme(paths[0].read_bytes()) if paths else None
