"""Builds the course's notebooks: outputs and metadata, in place, or its slides. `python docs/notebooks.py week03`.

Every cell is run in order, with the gaps as they are. Its output is written into the notebook, with the first cell that
all notebooks share and the metadata that follow from the cells' tags. `--check` writes nothing and fails where a
notebook would change. `--slides` writes a page of slides for each week into `build/slides`.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from boardai.basics.files import write_atomically
from site_builder.notebook_metadata import mark
from site_builder.notebook_outputs import outputs
from site_builder.notebooks import NOTEBOOKS, run, tags
from site_builder.slides import deck

ROOT = Path(__file__).resolve().parent.parent
# Installs the library on a notebook service from the wheel next to the notebook. The package index is not asked: there
# boardai may be a stranger's package.
SETUP = """# On a notebook service this installs boardai from a wheel. If boardai is installed, it does nothing.
import importlib.util
import subprocess
import sys
from pathlib import Path

if importlib.util.find_spec("boardai") is None:
    wheels = sorted(Path().glob("boardai-*.whl"))
    if not wheels:
        raise ModuleNotFoundError("boardai is not installed: upload a wheel (boardai-*.whl) next to this notebook")
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", str(wheels[-1])], check=True)"""


def built(path: Path) -> dict[str, Any]:
    """A notebook with its outputs, which running it gives, and its metadata."""
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        if "setup" in tags(cell):
            cell["source"] = SETUP.splitlines(keepends=True)
    mark(notebook["cells"])

    def show(number: int, printed: str, shown: Any) -> None:
        notebook["cells"][number]["outputs"] = outputs(printed, shown)

    with tempfile.TemporaryDirectory() as elsewhere, contextlib.chdir(elsewhere):
        run(path, show=show)
    counted = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            counted += 1
            cell["execution_count"] = counted
            for output in cell["outputs"]:
                if output["output_type"] == "execute_result":
                    output["execution_count"] = counted
    return notebook


def text_of(notebook: dict[str, Any]) -> str:
    """A notebook as its file has it."""
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def main(arguments: list[str] | None = None) -> None:
    """Command line: `python docs/notebooks.py [WEEK...] [--check | --slides] [--output FOLDER]`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weeks", nargs="*", metavar="WEEK", help="week01 to week12; all by default")
    parser.add_argument("--check", action="store_true", help="write nothing, fail where a notebook would change")
    parser.add_argument("--slides", action="store_true", help="write slides instead, from the existing outputs")
    parser.add_argument(
        "--output", type=Path, default=ROOT / "build" / "slides", help="of slides; build/slides by default"
    )
    given = parser.parse_args(arguments)
    for week in given.weeks:
        if week not in NOTEBOOKS:
            parser.error(f"no week called {week!r}; there are {', '.join(NOTEBOOKS)}")
    os.environ.setdefault("MPLBACKEND", "agg")
    stale = []
    for week in given.weeks or NOTEBOOKS:
        path = NOTEBOOKS[week]
        if given.slides:
            place = given.output / f"{path.stem}.html"
            place.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(place, deck(json.loads(path.read_text(encoding="utf-8"))).encode())
            print(place)
            continue
        text = text_of(built(path))
        if given.check:
            stale += [path.name] if text != path.read_text(encoding="utf-8") else []
        else:
            write_atomically(path, text.encode())
            print(f"{path.name}: {len(text) / 1000:,.0f} kB", flush=True)
    if stale:
        sys.exit(f"not as they are built: {', '.join(stale)}; run `python docs/notebooks.py`")


if __name__ == "__main__":
    main()
