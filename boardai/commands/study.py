"""Measure the effect of settings: training with and without each, with several seeds; a table with intervals.

The study's file defines the variants (boardai/learn/reports/studies.py has the format). Every run is a separate
process, so that none profits from what another has compiled. Its folder is an ordinary run folder, which
`python -m boardai.plot` draws.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import math
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from boardai.basics.files import write_atomically, write_json
from boardai.basics.quoting import from_here
from boardai.basics.trust import in_own_context, trusted
from boardai.cluster import Piece, WorkError
from boardai.cluster.options import add_place, connection, share_of_gpu, workplace
from boardai.command_line import (
    GAME_HELP,
    InputError,
    Parser,
    duration,
    going_on,
    number_of,
    positive_number,
    run,
    same_command,
    user_input,
    whole_number,
)
from boardai.command_line.console import Console
from boardai.drawing import page
from boardai.learn.reports.studies import (
    BASE,
    PlannedRun,
    Row,
    Study,
    Variant,
    check_folder,
    load_study,
    narrowed,
    plan,
    preset_path,
    results,
    spread,
    study_path,
    write_preset,
)
from boardai.learn.reports.study_runs import PATIENCE, RunToMake, StudyRuns


def _around(margin: float) -> str:
    return f" ±{100 * margin:.1f}" if math.isfinite(margin) else ""


def table_text(rows: list[Row]) -> str:
    """The results as a Markdown table: means over the runs with 95 % intervals, and differences from the base."""
    matches = list(dict.fromkeys(match for row in rows for match in row.scores))
    spreads = {match: spread(rows, match) for match in matches}
    base = next((row for row in rows if row.variant.name == BASE), None)
    heads = ["variant", "runs", "games per run"]
    for match in matches:
        heads += [from_here(match), "to base"]
    lines = []
    for row in rows:
        runs = max(len(score.scores) for score in row.scores.values())
        cells = [row.variant.name, str(runs), f"{row.games:,.0f}"]
        for match in matches:
            score = row.scores.get(match)
            known = None if base is None or row is base else base.scores.get(match)
            count = 0 if score is None else len(score.scores)
            cells.append("" if score is None else f"{100 * score.mean:.1f} %{_around(spreads[match].margin(count))}")
            if score is None or known is None:
                cells.append("")
            else:
                margin = spreads[match].margin(count, len(known.scores))
                cells.append(f"{100 * (score.mean - known.mean):+.1f}{_around(margin)}")
        lines.append(cells)
    return "\n".join(page.markdown(heads, lines)) + "\n"


def _figures(rows: list[Row], folder: Path) -> list[Path]:
    from boardai.learn.reports.figures.effects import effects_figure
    from boardai.learn.reports.figures.pages import FOLDER, draw_overview
    from boardai.learn.reports.figures.panels import save
    from boardai.learn.reports.figures.runs import Entry, load_run

    effects = effects_figure(rows)
    paths = [] if effects is None else save(effects, folder / FOLDER, "effects", ["svg"])
    entries = [Entry(row.variant.name, [load_run(path) for path in row.runs]) for row in rows]
    return paths + draw_overview(entries, folder / FOLDER)


def _trust_option() -> list[str]:
    """The options that pass this command's trust on to the commands that it starts."""
    return ["--trust"] if trusted().everything else []


def _report(study: Study, rows: list[Row], folder: Path) -> str:
    """Writes the results so far; returns the table."""
    table = table_text(rows)
    figures: dict[str, Any] = {
        row.variant.name: {
            "about": row.variant.about,
            "games": row.games,
            "matches": {
                match: {"scores": list(score.scores), "games": score.games, "mean": score.mean}
                for match, score in row.scores.items()
            },
        }
        for row in rows
    }
    write_json(
        folder / "results.json",
        {"study": study.about, "minutes": study.minutes, "iterations": study.iterations, "variants": figures},
    )
    write_atomically(folder / "results.md", table.encode())
    return table


def add_run_options(parser: Parser) -> None:
    """Adds the options of every command that runs a study: folder, length, number of runs, and trust."""
    parser.add_argument(
        "--output", metavar="FOLDER", required=True, help="folder of the runs; the same command continues them"
    )
    parser.add_argument("--minutes", type=positive_number, help="minutes of each run (default: the study's)")
    parser.add_argument(
        "--iterations", type=whole_number(1), metavar="N", help="iterations of each run, instead of minutes"
    )
    parser.add_argument("--seeds", type=whole_number(1), metavar="N", help="runs per variant (default: the study's)")
    add_place(parser, "each makes one run at a time, on its own processors")
    parser.add_trust()
    parser.add_argument("--table", action="store_true", help="only print the results of finished runs")


@in_own_context
def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.study GAME STUDY`."""
    parser = Parser(
        "study",
        "Train with and without each of several settings, over a few seeds, and measure their effects.",
        [
            "python -m boardai.study hex ablations --output runs/hex-ablations",
            "python -m boardai.study hex mine.toml --output runs/mine --minutes 5 --seeds 5",
            "python -m boardai.study hex ablations --output runs/hex-ablations --table   # what is known so far",
        ],
    )
    parser.add_argument("game", help=GAME_HELP)
    parser.add_argument("study", help="one of the game's studies, or a .toml file")
    parser.add_argument("--only", nargs="+", metavar="NAME", help=f"only these variants, and the {BASE}")
    add_run_options(parser)
    given = parser.parse_args(arguments)
    console = Console()
    with contextlib.ExitStack() as around:
        with user_input():
            around.enter_context(connection(given, console.say))
        _study(given, arguments, console)


def _study(given: argparse.Namespace, arguments: list[str] | None, console: Console) -> None:
    folder = Path(given.output)
    with user_input():
        study = load_study(given.game, study_path(given.game, given.study))
        study = bounded(narrowed(study, given.only) if given.only else study, given)
        runs = plan(study, folder)
        presets = prepared(study, runs, given)
    with going_on(partial(kept, runs, folder), same_command("study", arguments), folder):
        try:
            make_runs(study, runs, presets, given, console.say)
        finally:
            rows = results(study, folder)
            if rows:
                console.say(_report(study, rows, folder))
    if not rows:
        raise InputError(f"{folder}: no run is finished yet")
    for path in _figures(rows, folder):
        console.say(str(path))


def kept(runs: list[PlannedRun], folder: Path) -> str:
    """The message about the files that a stopped study has kept."""
    finished = sum(one.finished for one in runs)
    return f"kept: {finished} of {number_of(len(runs), 'run')} finished, and those begun, in {folder}"


def make_runs(
    study: Study,
    runs: list[PlannedRun],
    presets: dict[str, Path],
    given: argparse.Namespace,
    say: Callable[[str], None],
) -> None:
    """Executes the unfinished runs; with `--table`, none.

    Args:
        study: the study.
        runs: all runs of the study.
        presets: the result of `prepared`.
        given: the values of `add_run_options`.
        say: receives progress reports.

    Raises:
        InputError: a run failed.
        KeyboardInterrupt: the command was stopped.
    """
    todo = {} if given.table else {number: one for number, one in enumerate(runs, start=1) if not one.finished}
    began: dict[int, float] = {}
    failures: list[str] = []

    def pieces() -> Iterator[Piece]:
        for number, one in todo.items():
            if failures:
                return
            about = f" ({one.variant.about})" if one.variant.about else ""
            say(f"{number}/{len(runs)}: {one.variant.name}, seed {one.seed}{about}")
            began[number] = time.monotonic()
            yield Piece(number, RunToMake.of(one, presets[one.variant.name]))

    if not todo:
        return
    # A run executes on this machine: JAX uses the same device there as here.
    place = workplace(given, say, gpus=share_of_gpu(given), in_flight=1, own_cores=True, patience=PATIENCE)
    try:
        with place(StudyRuns(study.game, tuple(_trust_option()))) as pool:
            for number, made in pool.map(pieces()):
                if made.stopped:
                    raise KeyboardInterrupt
                if made.failure:
                    failures.append(made.failure)  # no further run starts; those in progress continue to their ends
                    continue
                one = todo[number]
                say(f"  {one.variant.name}, seed {one.seed}: done in {duration(time.monotonic() - began[number])}")
    except (WorkError, ValueError) as error:
        raise InputError(str(error)) from error
    if failures:
        raise InputError(failures[0])


def prepared(
    study: Study,
    runs: list[PlannedRun],
    given: argparse.Namespace,
    check: Callable[[Any], None] | None = None,
) -> dict[str, Path]:
    """Checks everything before the first run begins.

    Args:
        study: the study.
        runs: all runs of the study.
        given: the values of `add_run_options`.
        check: called with every variant's settings; raises ValueError. None: no check.

    Returns:
        The variants' presets by name; none with `--table`.

    Raises:
        ValueError: invalid settings, or a folder or runs that cannot be continued.
    """
    folder = Path(given.output)
    check_folder(runs, folder)
    _check_runs(runs, folder)
    return {} if given.table else _presets(study, folder, check)


def _check_runs(runs: list[PlannedRun], folder: Path) -> None:
    """Raises an error if an existing run is damaged.

    Raises:
        ValueError: a run is damaged; the message names the files, and the commands that continue.
    """
    if any((one.path / "run.json").exists() for one in runs):
        from boardai.check.saved import examine  # `--help` needs no JAX

        found = examine(folder)
        if found is not None and not found.whole:
            raise ValueError(f"{found}\nThen the same command continues the study.")


def bounded(study: Study, given: argparse.Namespace) -> Study:
    """The study with the number and length of runs from the command line.

    Raises:
        ValueError: both minutes and iterations are given.
    """
    if given.minutes and given.iterations:
        raise ValueError("give --minutes or --iterations, not both")
    study = dataclasses.replace(study, seeds=given.seeds or study.seeds)
    if given.minutes:
        return dataclasses.replace(study, minutes=given.minutes, iterations=0)
    return dataclasses.replace(study, minutes=0.0, iterations=given.iterations) if given.iterations else study


def _presets(study: Study, folder: Path, check: Callable[[Any], None] | None) -> dict[str, Path]:
    """The presets of all variants, by name; if one is invalid, none is written.

    Raises:
        ValueError: as `_preset`.
    """
    new, found = [], {}
    try:
        for variant in study.variants:
            if not preset_path(variant, folder).exists():
                new.append(preset_path(variant, folder))
            found[variant.name] = _preset(study, variant, folder, check)
    except ValueError:
        for path in new:
            path.unlink(missing_ok=True)
        raise
    return found


def _preset(study: Study, variant: Variant, folder: Path, check: Callable[[Any], None] | None = None) -> Path:
    """The preset of a variant's runs, checked before the first of them.

    Raises:
        ValueError: settings that do not exist or are invalid, or the folder has runs with other settings.
    """
    from boardai.commands.train import prepare

    path = write_preset(study, variant, folder)
    try:
        command, _, _ = prepare([study.game, "--preset", str(path), *_trust_option()])
    except ValueError as error:
        raise ValueError(f"variant {variant.name}: {error}") from None
    if check is not None:
        check(command.settings)
    return path


if __name__ == "__main__":
    run(main, "study")
