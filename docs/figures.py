"""Writes the figures of the documents and of the course as SVG and PDF, for slides: `python docs/figures.py`.

What the documents show lies in `pictures` and `search` then, and what a week's notebook shows in a folder of the
week's name: `week03/cell04.pdf`, or, of a search step by step, `week03/cell04/001.pdf`, `002.pdf`... The notebooks are
run for it, with the right solutions in their gaps: some minutes for all of them.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from boardai.course import stand_in
from boardai.drawing.files import picture_bytes
from site_builder.notebook_outputs import pictures
from site_builder.notebooks import NOTEBOOKS, run

ROOT = Path(__file__).resolve().parent.parent


def write(svg: str, place: Path, endings: list[str]) -> int:
    """A picture in each format; gives how many files that is."""
    place.parent.mkdir(parents=True, exist_ok=True)
    for ending in endings:
        place.with_name(place.name + ending).write_bytes(picture_bytes(svg, ending))
    return len(endings)


def of_documents(folder: Path, endings: list[str]) -> int:
    """What the documents show; photographs of screens, which are no drawings, stay where they are."""
    written = 0
    for picture in sorted((ROOT / "docs").glob("**/pictures/*.svg")):
        below = "search" if picture.parent.parent.name == "search" else "pictures"
        written += write(picture.read_text(encoding="utf-8"), folder / below / picture.stem, endings)
    return written


def of_week(week: str, folder: Path, endings: list[str]) -> int:
    """What a week's notebook shows."""
    written = 0

    def show(cell: int, printed: str, shown: Any) -> None:
        nonlocal written
        name, drawn = folder / week / f"cell{cell:02}", pictures(shown)
        for number, svg in enumerate(drawn, 1):
            written += write(svg, name / f"{number:03}" if len(drawn) > 1 else name, endings)

    with tempfile.TemporaryDirectory() as elsewhere, contextlib.chdir(elsewhere):
        run(NOTEBOOKS[week], stand_in, show)
    return written


def main(arguments: list[str] | None = None) -> None:
    """Command line: `python docs/figures.py [--output FOLDER] [--formats .svg .pdf] [--weeks week03 week07]`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "figures", help="build/figures by default")
    parser.add_argument(
        "--formats", nargs="+", choices=[".svg", ".pdf"], default=[".svg", ".pdf"], help=".svg .pdf by default"
    )
    parser.add_argument(
        "--weeks", nargs="*", choices=list(NOTEBOOKS), default=list(NOTEBOOKS), metavar="WEEK", help="all by default"
    )
    given = parser.parse_args(arguments)
    folder = given.output.resolve()
    if folder.exists() and any(folder.iterdir()):
        print(f"docs/figures.py: there is something in {folder} already: nothing was written", file=sys.stderr)
        sys.exit(2)
    os.environ.setdefault("MPLBACKEND", "agg")
    written = of_documents(folder, given.formats)
    for week in given.weeks:
        written += of_week(week, folder, given.formats)
        print(f"{week}: {written} files so far", flush=True)
    print(f"{written} files: {folder}")


if __name__ == "__main__":
    main()
