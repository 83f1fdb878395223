"""Writes the figures of the documents and of the course as SVG and PDF, for slides: `python docs/figures.py`.

What the documents show lies in `pictures` and `search` then, and what a week's notebook shows in a folder of the
week's name: `week03/cell04.pdf`, or, of a search step by step, `week03/cell04/001.pdf`, `002.pdf`... The notebooks are
run for it, with the right solutions in their gaps: some minutes for all of them.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import io
import os
import sys
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

from boardai.drawing import MovingPicture
from boardai.drawing.files import picture_bytes
from boardai.records import RecordedGame
from boardai.search.trace import Trace
from site_builder import notebooks

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = {path.stem[:6]: path for path in sorted((ROOT / "docs" / "course").glob("week*.ipynb"))}


def course_solutions() -> ModuleType:
    """`examples/solutions/course_tasks.py`."""
    place = ROOT / "examples" / "solutions" / "course_tasks.py"
    specification = importlib.util.spec_from_file_location(place.stem, place)
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


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

    def show(cell: int, shown: Any) -> None:
        nonlocal written
        name = folder / week / f"cell{cell:02}"
        if isinstance(shown, RecordedGame):
            shown = shown.moving_picture()
        if isinstance(shown, (Trace, MovingPicture)):
            for number, svg in enumerate(shown.pictures() if isinstance(shown, Trace) else shown, 1):
                written += write(svg, name / f"{number:03}", endings)
        elif hasattr(shown, "_repr_svg_"):
            svg = shown._repr_svg_()
            written += write(svg, name, endings) if svg else 0

    silence = contextlib.redirect_stdout(io.StringIO())
    with tempfile.TemporaryDirectory() as elsewhere, contextlib.chdir(elsewhere), silence:
        notebooks.run(NOTEBOOKS[week], course_solutions(), show)
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
