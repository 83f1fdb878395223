"""Judge many training settings at once: a screening, in which each is on in half of the runs.

    python tools/screen.py hex tools/screening/hex.toml --output runs/hex-screening

docs/screening.md explains it. The runs are made as those of `python -m boardai.study` are.
"""

from __future__ import annotations

import argparse
import contextlib
import shlex
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from boardai.basics.files import write_atomically, write_json
from boardai.basics.trust import in_own_context
from boardai.cluster.options import connection
from boardai.command_line import GAME_HELP, InputError, Parser, going_on, run, user_input
from boardai.command_line.console import Console
from boardai.commands.study import add_run_options, bounded, kept, make_runs, prepared
from boardai.learn.reports.figures.pages import FOLDER
from boardai.learn.reports.figures.panels import save
from boardai.learn.reports.studies import PlannedRun, Study
from screening.factors import Screening, load_screening
from screening.figure import factors_figure
from screening.meetings import Meetings
from screening.report import effects_by_measure, effects_table, effects_text

_QUIET_SECONDS = 15.0  # between lines of progress


def plan(study: Study, folder: Path) -> list[PlannedRun]:
    """All runs, each with a seed of its own: what is found then holds for more than one beginning."""
    rows = len(study.variants)
    return [
        PlannedRun(variant, repeat * rows + row, folder / f"{variant.folder_name}-{repeat}")
        for repeat in range(study.seeds)
        for row, variant in enumerate(study.variants)
    ]


def judge(study: Study, screening: Screening, runs: list[PlannedRun], folder: Path, say: Callable[[str], None]) -> None:
    """Plays the matches between all runs that are left, and tells what the factors are worth."""
    folders = [one.path for one in runs]
    meetings = Meetings(folders, screening.measure, folder / "meetings.json")
    pairs, said = len(meetings.pairs), time.monotonic()
    if not meetings.complete:
        say(f"{pairs} matches between the runs, {screening.measure.games} games each")
    for done in meetings.play():
        if time.monotonic() - said >= _QUIET_SECONDS:
            said = time.monotonic()
            say(f"  {done}/{pairs}")
    found = effects_by_measure(screening, folders, meetings.ratings())
    text = effects_text(found, len(runs))
    write_json(folder / "results.json", {"study": study.about, **effects_table(screening, found)})
    write_atomically(folder / "results.md", text.encode())
    say(text)
    for path in save(factors_figure(found), folder / FOLDER, "effects", ["svg"]):
        say(str(path))


@in_own_context
def main(arguments: Sequence[str] | None = None) -> None:
    """Command line: `python tools/screen.py GAME FILE`.

    Args:
        arguments: of the command; the process's own by default.
    """
    parser = Parser(
        "screen",
        "Train with half of several settings on in every run, and tell what each setting is worth.",
        ["python tools/screen.py hex tools/screening/hex.toml --output runs/hex-screening"],
    )
    parser.prog = "python tools/screen.py"
    parser.add_argument("game", help=GAME_HELP)
    parser.add_argument("file", help="a .toml file with factors")
    parser.add_argument("--only", nargs="+", metavar="NAME", default=[], help="these factors, the others being off")
    add_run_options(parser)
    given = parser.parse_args(arguments)

    def check(settings: Any) -> None:
        if not hasattr(settings, "network"):
            raise ValueError("factors: the runs of this learner have no networks that could meet")

    console = Console()
    with contextlib.ExitStack() as around:
        with user_input():
            around.enter_context(connection(given, console.say))
        _screen(given, arguments, console, check)


def _screen(
    given: argparse.Namespace, arguments: list[str] | None, console: Console, check: Callable[[Any], None]
) -> None:
    folder = Path(given.output)
    with user_input():
        study, screening = load_screening(given.game, Path(given.file), given.only)
        study = bounded(study, given)
        runs = plan(study, folder)
        presets = prepared(study, runs, given, check)
    finished = sum(one.finished for one in runs)
    if given.table and finished < len(runs):
        raise InputError(f"{folder}: {finished} of {len(runs)} runs are finished; a screening is judged by all of them")
    command = shlex.join(["python", "tools/screen.py", *(sys.argv[1:] if arguments is None else arguments)])
    with going_on(partial(kept, runs, folder), command, folder):
        make_runs(study, runs, presets, given, console.say)
        judge(study, screening, runs, folder, console.say)


if __name__ == "__main__":
    run(main, "screen")
