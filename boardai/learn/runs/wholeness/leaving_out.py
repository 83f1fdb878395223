"""Going on with a run without what is damaged: which names that is, what is recorded of it, and the command that does.

What is left out is moved to `left-out/` of the run's folder. run.json names it from then on, so that its absence is no
damage: a game file's games are not learned from, an iteration's line of metrics is known to be lost.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Collection, Iterable
from pathlib import Path, PurePosixPath
from typing import Any

from boardai.basics.left_out import EVERYTHING, Fault, damage_text, leave_out_words, moved_text, set_aside
from boardai.learn.runs.checkpoint import checkpoint_fault, checkpoint_path, checkpoints
from boardai.learn.runs.config import code_in_run
from boardai.learn.runs.wholeness.examination import (
    CHECKPOINTS,
    COPY,
    DESCRIPTION,
    METRICS,
    Examination,
    Examiner,
    may_be_left_out,
)
from boardai.learn.runs.wholeness.ledger import NAME as LEDGER


def resume_command(
    path: Path, game: str, config: Any, names: Collection[str] = (), start_from: int | None = None, loss: str = ""
) -> str:
    """The command that goes on with a run.

    Args:
        path: the folder.
        game: the run's.
        config: its settings.
        names: what is left out.
        start_from: the checkpoint's iteration; None: the newest.
        loss: name of a loss of one's own: such a run goes on in Python.
    """
    if loss:
        options = f", leave_out={sorted(names)}" if names else ""
        options += "" if start_from is None else f", start_from={start_from}"
        return f"boardai.learn.resume({str(path)!r}, loss=...{options})"
    words = [shlex.join(["python", "-m", "boardai.train", "--resume", str(path)])]
    if start_from is not None:
        words.append(f"--from {start_from}")
    if names:
        words.append(leave_out_words(names))
    if code_in_run(game, config):
        words.append("--trust")
    return " ".join(words)


def command_without(path: Path, description: dict[str, Any], config: Any, faults: Iterable[Fault]) -> str:
    """The command that goes on with the least loss."""
    names = {fault.name for fault in faults}
    # Without any checkpoint there is one way: from the beginning, which the seed makes again.
    beginning = CHECKPOINTS in names
    if beginning and (path / CHECKPOINTS).is_dir():
        names = {name for name in names if not name.startswith(CHECKPOINTS)}
    start_from = 0 if beginning else None
    return resume_command(path, description["game"], config, names, start_from, description.get("loss", ""))


def names_to_leave_out(
    path: Path, description: dict[str, Any], config: Any, named: Iterable[str], start_from: int | None
) -> set[str]:
    """Names as `Fault` has them; `damaged` stands for all that is.

    Raises:
        ValueError: what a run cannot do without, or a name of nothing.
    """
    found: set[str] = set()
    for name in named:
        plain = str(PurePosixPath(name))
        if plain == EVERYTHING:
            examined = Examiner(path, description, config, found, start_from, everything=True).examine()
            found |= {fault.name for fault in examined.faults if may_be_left_out(fault.name)}
            if start_from is None or (path / CHECKPOINTS).is_dir():
                found.discard(CHECKPOINTS)
        elif may_be_left_out(plain):
            found.add(plain)
        else:
            raise ValueError(
                f"--leave-out {name}: not a file that a run can do without, such as games/000012.games, "
                f"checkpoints/000040, metrics.jsonl; or {EVERYTHING}, for all that is"
            )
    return found


def check_start(path: Path, start_from: int | None) -> None:
    """Refuses to begin from a checkpoint that is not there or not whole; number 0 can be made again.

    Raises:
        ValueError: naming those that are whole.
    """
    if not start_from:
        return
    folder = path / CHECKPOINTS
    whole = [one for one in checkpoints(folder) if checkpoint_fault(checkpoint_path(folder, one)) is None]
    if start_from not in whole:
        raise ValueError(f"--from {start_from}: no whole checkpoint; there are {', '.join(map(str, [0, *whole]))}")


def require_whole(
    path: Path, description: dict[str, Any], config: Any, names: Collection[str], start_from: int | None
) -> Examination:
    """What there is to go on from.

    Raises:
        ValueError: something is damaged; the message names it, and the command that goes on without.
    """
    examined = Examiner(path, description, config, names, start_from).examine()
    if examined.faults:
        # What was asked for already is asked for again: the command is whole by itself.
        faults = examined.faults
        wanted = [*faults, *(Fault(name, "", "") for name in names)]
        command = command_without(path, description, config, wanted)
        if start_from is not None and "--from" not in command:
            command = resume_command(
                path, description["game"], config, {one.name for one in wanted}, start_from, description.get("loss", "")
            )
        raise ValueError(damage_text(path, faults, command))
    return examined


def record(description: dict[str, Any], names: Collection[str], examined: Examination) -> None:
    """Notes in a run's description what it goes on without."""
    if not names:
        return
    before = {str(one["name"]): one for one in description.get("left_out", ())}
    for name in sorted(names):
        note: dict[str, Any] = {"name": name, "when": time.strftime("%Y-%m-%dT%H:%M:%S%z")}
        if name == METRICS:
            note["iterations"] = sorted({*before.get(name, {}).get("iterations", ()), *examined.lost})
        if name == LEDGER:
            note["iteration"] = examined.iteration or 0
        before[name] = note
    description["left_out"] = list(before.values())


def move_aside(path: Path, names: Collection[str]) -> list[str]:
    """Moves what is left out into `left-out/`; lines for people, where it is now.

    What is replaced as a whole stays until it is (run.json, metrics.jsonl).
    """
    told = []
    for name in sorted(names):
        place = set_aside(path, name, copy=name in (DESCRIPTION, COPY, METRICS))
        told.append(moved_text(name, place))
    return told
