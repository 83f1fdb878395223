"""Speeds of two versions of boardai, in turn on one machine: has a change made anything slower?

    python tools/compare.py OLD/bin/python NEW/bin/python --only 'chess/*'

Each version is installed in its own virtual environment. Both run the rows of `python -m boardai.bench` that both have,
without the peers, a sample of one and a sample of the other; what counts is the ratio of neighbours.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


def serve() -> None:
    """Answers lines of JSON: `["list"]`, `["prepare", row, quick]` and `["sample"]`, which gives a rate."""
    from boardai.bench.measure import SAMPLE_SECONDS, repetitions
    from boardai.bench.signature import benchmark_modules

    answers, sys.stdout = sys.stdout, sys.stderr
    rows = {row.name: row for module in benchmark_modules().values() for row in module.benchmarks()}
    workload: Any = None
    times = 1
    for line in sys.stdin:
        verb, *rest = json.loads(line)
        answer: Any = None
        if verb == "list":
            answer = list(rows)
        elif verb == "prepare":
            name, quick = rest
            if workload is not None:
                workload.close()
            workload = rows[name].prepare(quick)
            times = repetitions(workload, SAMPLE_SECONDS[quick])
        else:
            amount, seconds = workload.run(times)
            answer = amount / seconds
        print(json.dumps(answer), file=answers, flush=True)


class Version:
    """The other end of `serve`, in the Python of a version."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, *words: Any) -> Any:
        """The answer to a line; raises EOFError if the process has ended."""
        assert self._process.stdin is not None and self._process.stdout is not None
        print(json.dumps(words), file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline() or "null") if self._process.poll() is None else self._ended()

    def _ended(self) -> None:
        raise EOFError(f"{self._process.args} ended with {self._process.returncode}")


@contextmanager
def version(python: str) -> Iterator[Version]:
    """A process of this Python, until the block ends."""
    command = [python, os.path.abspath(__file__), "--serve"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/") as process:
        try:
            yield Version(process)
        finally:
            process.kill()


def median(values: list[float]) -> float:
    """The middle one."""
    ordered = sorted(values)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def compare(old: Version, new: Version, patterns: list[str], quick: bool, repeats: int) -> None:
    """Prints a row for each that matches."""
    there = set(new.ask("list"))
    names = [name for name in old.ask("list") if name in there and any(fnmatch.fnmatch(name, p) for p in patterns)]
    print(f"| row | old, 1/s | new, 1/s | new / old, median of {repeats} | least | most |")
    print("|---|---|---|---|---|---|", flush=True)
    for name in names:
        for each in (old, new):
            each.ask("prepare", name, quick)
        pairs = [(old.ask("sample"), new.ask("sample")) for _ in range(repeats)]
        ratios = [after / before for before, after in pairs]
        rates = [f"{median([pair[side] for pair in pairs]):.4g}" for side in (0, 1)]
        figures = [f"{value:.3f}" for value in (median(ratios), min(ratios), max(ratios))]
        print(f"| `{name}` | " + " | ".join([*rates, *figures]) + " |", flush=True)


def main() -> None:
    """Command line; see the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", help="the Python of the old version's virtual environment")
    parser.add_argument("new", help="that of the new version's")
    parser.add_argument("--only", action="append", metavar="PATTERN", help="rows whose name matches; may be repeated")
    parser.add_argument("--quick", action="store_true", help="shorter samples")
    parser.add_argument("--repeats", type=int, default=11, help="samples of each version and row (11)")
    given = parser.parse_args()
    with version(given.old) as old, version(given.new) as new:
        compare(old, new, given.only or ["*"], given.quick, given.repeats)


if __name__ == "__main__":
    if sys.argv[1:] == ["--serve"]:
        serve()
    else:
        main()
