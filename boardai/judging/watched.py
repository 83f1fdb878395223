"""Judging by a command: progress, what is kept when it is stopped, and the tables at the end."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from boardai.basics.files import alone_in
from boardai.basics.quoting import from_here
from boardai.basics.trust import naming
from boardai.cluster import WorkError, Workplace
from boardai.cluster.options import share_of_gpu, workplace
from boardai.command_line import InputError, going_on, number_of
from boardai.command_line.console import Console
from boardai.drawing.page import aligned
from boardai.judging.judgements import judge_folder, read_agents
from boardai.judging.quality import Quality, quality_in
from boardai.judging.summary import write_summary
from boardai.judging.tables import phase_tables, quality_tables
from boardai.players.spec import AgentSpec
from boardai.protocols.process import EngineError


def judge_watched(path: Path, spec: str, place: Workplace, console: Console, command: str) -> None:
    """Judges the remaining games in a folder, and reports progress.

    Args:
        path: folder of a match or tournament.
        spec: spec of the judge.
        place: opens the pool of workers.
        console: for the progress.
        command: command that resumes it when it was stopped.

    Raises:
        InputError: an engine failed; the judgements so far are kept.
        ValueError: as for `judge_folder`.
    """
    named = AgentSpec.parse(spec)
    for agent in read_agents(path):
        if (named.name, named.subject) == ((other := AgentSpec.parse(agent)).name, other.subject):
            console.say_from_here(f"note: {agent} is judged by itself; a judge finds few faults in its own moves")
    if "seconds" in named and not any(limit in named for limit in ("depth", "nodes", "simulations")):
        console.say("note: with a limit in seconds the judgements differ each time; with depth or nodes they do not")
    done = [0]
    kept = lambda: f"kept: {number_of(done[0], 'judged game')} in {path}"  # noqa: E731
    columns = (TextColumn("judging"), BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn())
    with (
        going_on(kept, command, path),
        alone_in(path),
        Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar,
    ):
        task = bar.add_task("", total=None)

        def progress(games: int, total: int) -> None:
            done[0] = games
            bar.update(task, completed=games, total=total)

        try:
            judge_folder(path, spec, place=place, progress=progress)
        except (EngineError, WorkError) as error:
            raise InputError(f"{error}; {kept()}; continue with: {command}") from error


def judged_figures(given: Any, path: Path, console: Console) -> dict[str, Any]:
    """Does what `--judge` and `--summary` of a match or tournament request; returns the figures for JSON.

    Args:
        given: the command's options.
        path: path of its folder.
        console: where.

    Raises:
        InputError: an engine failed.
        ValueError: as `judge_folder`.
        OSError: the page cannot be written.
    """
    table: dict[str, Any] = {}
    if given.judge is not None:
        command = shlex.join(["python", "-m", "boardai.judge", str(path), "--by", given.judge])
        with naming(AgentSpec.parse(given.judge).trusted()):
            judge_watched(path, given.judge, workplace(given, console.say, gpus=share_of_gpu(given)), console, command)
        found = quality_in(path)
        show_quality(found, console)
        table["quality"] = [one.to_table() for one in found]
    if given.summary is not None:
        write_summary(path, Path(given.summary))
    return table


def show_quality(found: Sequence[Quality], console: Console) -> None:
    """The tables of all judges."""
    for (title, table), (phases_title, phases) in zip(quality_tables(found), phase_tables(found), strict=True):
        console.say("")
        console.say(from_here(title))
        for line in [*aligned(table, left=(0,)), "", phases_title, *aligned(phases, left=(0,))]:
            console.say_from_here(line)
