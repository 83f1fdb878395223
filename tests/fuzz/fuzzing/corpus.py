"""Corpora: a file for each target, one input a line, as Python writes bytes; what begins with # is for people.

`corpora/NAME.txt` has for each behaviour the shortest input that is known (minimised: `run.py NAME --minimise`),
`regressions/NAME.txt` those that once were findings, with what was wrong.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path

from fuzzing.target import Finding, Target, outcome

FOLDER = Path(__file__).resolve().parent.parent
MOST_INPUTS, LONGEST_INPUT = 60, 700  # of a corpus that is kept


def read(path: Path) -> list[bytes]:
    """The inputs of a file; none where there is no such file."""
    if not path.is_file():
        return []
    lines = path.read_text(encoding="ascii").splitlines()
    return [ast.literal_eval(line) for line in lines if line and not line.startswith("#")]


def corpus(target: Target) -> list[bytes]:
    """What a campaign begins with: seeds, corpus and regressions."""
    kept = [read(FOLDER / folder / f"{target.name}.txt") for folder in ("corpora", "regressions")]
    return list(dict.fromkeys([*target.seeds(), *kept[0], *kept[1]]))


def by_behaviour(target: Target, inputs: Iterable[bytes]) -> dict[str, bytes]:
    """The shortest input of each outcome; what is a finding is left out."""
    shortest: dict[str, bytes] = {}
    for data in inputs:
        try:
            what = outcome(target, data)
        except Finding:
            continue
        if what not in shortest or (len(data), data) < (len(shortest[what]), shortest[what]):
            shortest[what] = data
    return shortest


def write(target: Target, inputs: Iterable[bytes]) -> int:
    """Keeps one input of each behaviour, as far as there is room; how many."""
    found = by_behaviour(target, (data for data in inputs if len(data) <= LONGEST_INPUT))
    kept = sorted(sorted(found.values(), key=len)[:MOST_INPUTS])
    path = FOLDER / "corpora" / f"{target.name}.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(f"{data!r}\n" for data in kept), encoding="ascii")
    return len(kept)
