"""Measure boardai against the installed peers, side by side in one run."""

from __future__ import annotations

import fnmatch
import json
from pathlib import Path
from typing import Any

from rich.progress import Progress

from boardai.basics.unknown_names import alternatives, nearest_name
from boardai.bench import report
from boardai.bench.measure import Benchmark, measure
from boardai.bench.signature import benchmark_modules, signature, specs
from boardai.command_line import InputError, Parser, add_overwrite, check_files, going_on, number_of, run, same_command
from boardai.command_line.console import Console


def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.bench [--quick] [--json FILE] [--only PATTERN] [--signature]`."""
    parser = Parser(
        "bench",
        "Measure boardai and the installed peers: rules, random games, tree search, self-play. Missing peers are\n"
        "named. With --signature it prints node counts that must not change instead.",
        [
            "python -m boardai.bench",
            "python -m boardai.bench --quick --only 'chess/*'",
            "python -m boardai.bench --json table.json",
            "python -m boardai.bench --signature",
            "python -m boardai.bench --accelerator runs/accelerator --minutes 25",
        ],
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="shorter work and fewer repeats (the complete benchmark takes 20 to 30 minutes)",
    )
    parser.add_argument("--json", metavar="FILE", type=Path, help="also write every sample here")
    add_overwrite(parser)
    parser.add_argument("--only", metavar="PATTERN", default="*", help="rows whose name matches, e.g. 'hex/*'")
    parser.add_argument("--list", action="store_true", help="only list the rows")
    parser.add_argument("--signature", action="store_true", help="print node counts of every game and search as JSON")
    parser.add_argument(
        "--accelerator",
        metavar="FOLDER",
        type=Path,
        help="measure training on JAX's device; each step writes a file to this folder, and steps whose files "
        "exist are not repeated",
    )
    parser.add_argument("--minutes", type=float, default=25.0, help="of --accelerator in all (25)")
    given = parser.parse_args(arguments)
    if given.accelerator is not None:
        _measure_accelerator(given, same_command("bench", arguments))
        return
    if given.signature:
        chosen = [spec for spec in specs() if fnmatch.fnmatch(spec, given.only)]
        print(json.dumps({spec: signature(spec).to_table() for spec in chosen}, indent=2))
        return
    benchmarks = _chosen(given.only, given.quick)
    if given.list:
        print("\n".join(benchmark.name for benchmark in benchmarks))
        return
    check_files({"--json": given.json}, given.overwrite)
    _measure_all(benchmarks, given.quick, given.json)


def _measure_accelerator(given: Any, command: str) -> None:
    from boardai.bench.accelerator import figures, steps, tables

    folder = given.accelerator

    def wanted(name: str) -> bool:
        return fnmatch.fnmatch(name, given.only)

    with going_on(lambda: f"kept: the steps that are done, in {folder}", command, folder):
        steps.run_all(folder, given.minutes, given.quick, wanted, lambda line: print(line, flush=True))
    print(tables.markdown(folder))
    for path in figures.write_figures(folder):
        print(f"figure: {path}")


def _chosen(pattern: str, quick: bool) -> list[Benchmark]:
    found = [benchmark for module in benchmark_modules().values() for benchmark in module.benchmarks()]
    chosen = [row for row in found if fnmatch.fnmatch(row.name, pattern) and not (quick and row.full_only)]
    if not chosen:
        names = [row.name for row in found]
        raise InputError(f"--only {pattern}: no such row{alternatives(nearest_name(pattern, names), names, '--list')}")
    return chosen


def _measure_all(benchmarks: list[Benchmark], quick: bool, path: Path | None) -> None:
    console = report.console()
    facts = report.environment(quick)
    report.print_header(console, facts)
    pairs = [(benchmark, peer) for benchmark in benchmarks for peer in benchmark.peers or (None,)]
    rows: list[report.Row] = []
    with (
        going_on(lambda: f"measured: {len(rows)} of {number_of(len(pairs), 'row')}, and nothing is kept", None),
        Progress(console=Console(stderr=True), transient=True) as progress,
    ):
        task = progress.add_task("", total=len(pairs))
        for benchmark, peer in pairs:
            progress.update(task, description=f"{benchmark.name} and {peer.name}" if peer else benchmark.name)
            row = measure(benchmark, peer, quick)
            rows.append(row)
            progress.console.print(report.summary(row))
            progress.advance(task)
    report.print_table(console, rows)
    if path is not None:
        report.write_json(path, facts, rows)


if __name__ == "__main__":
    run(main, "bench")
