"""Damaged files that a run continues without: they are moved aside and never deleted.

A folder's `left-out/` keeps them under their original names: `left-out/games/000012.games`.
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from boardai.basics.checksums import copy_of, read_sealed
from boardai.basics.files import LOCK, write_atomically

FOLDER = "left-out"
EVERYTHING = "damaged"  # instead of names: all damaged files
_MOST_NAMED = 8  # names listed in a command; more are written as `damaged`


@dataclass(frozen=True)
class Fault:
    """A damaged file or folder inside a folder.

    >>> from boardai.basics.left_out import Fault
    >>> str(Fault("games/000002.games", "the file was cut short", "the games of iteration 2 are not learned from"))
    'games/000002.games: the file was cut short (without it: the games of iteration 2 are not learned from)'

    Attributes:
        name: name of the file or folder, as `--leave-out` takes it.
        reason: the damage.
        loss: what is lost by continuing without it; "": it is impossible to continue without it.
    """

    name: str
    reason: str
    loss: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.reason}" + (f" (without it: {self.loss})" if self.loss else "")


def damage_text(path: Path, faults: Iterable[Fault], command: str | None) -> str:
    """The message about a damaged folder: the damaged files, and the command that continues.

    Args:
        path: the folder.
        faults: its faults.
        command: the command that continues; None: there is none.
    """
    lines = [f"{path} is damaged:", *(f"  {fault}" for fault in faults)]
    if command is not None:
        lines += [f"What is left out is kept in {path / FOLDER}. Continue with:", f"  {command}"]
    return "\n".join(lines)


def leave_out_words(names: Collection[str]) -> str:
    """The option of a command line that names them: `--leave-out metrics.jsonl`."""
    named = sorted(names) if len(names) <= _MOST_NAMED else [EVERYTHING]
    return f"--leave-out {shlex.join(named)}" if named else ""


def leave_out(
    path: Path,
    names: Iterable[str],
    faults: Collection[Fault],
    others: Iterable[str],
    command: Callable[[Collection[str]], str],
    settings: Collection[str] = (),
) -> list[str]:
    """Moves the files to leave out aside, and checks that the rest of the folder is intact.

    Args:
        path: the folder.
        names: files to leave out; `damaged`: all damaged ones.
        faults: the damaged files.
        others: names of intact files that may be left out as well.
        command: the command that continues without the given names.
        settings: names of files, in any subfolder, that are replaced by their second copy.

    Returns:
        Lines for the user: where the files are now.

    Raises:
        ValueError: another file is damaged; the message names it and the command that continues. Or a name matches no
            file, or settings have no second copy.
            OSError: a file cannot be moved.
    """
    known = {*others, *(fault.name for fault in faults)}
    wanted = set()
    for name in names:
        plain = str(PurePosixPath(name))
        if plain == EVERYTHING:
            wanted |= {fault.name for fault in faults}
        elif plain in known:
            wanted.add(plain)
        else:
            there = ", ".join(sorted(known)[:_MOST_NAMED]) or "nothing"
            raise ValueError(f"--leave-out {name}: no such damaged file; there is {there}")
    if left := [fault for fault in faults if fault.name not in wanted]:
        lasting = all(fault.loss for fault in left)
        raise ValueError(damage_text(path, left, command(wanted | {fault.name for fault in left}) if lasting else None))
    copies = {}
    for name in wanted:
        if Path(name).name in settings:
            try:
                read_sealed(copy_of(path / name))
                copies[name] = copy_of(path / name).read_bytes()
            except (ValueError, OSError):
                raise ValueError(f"{path / name}: cannot be left out: its second copy is damaged as well") from None
    messages = []
    for name in sorted(wanted):
        place = set_aside(path, name)
        if name in copies:
            write_atomically(path / name, copies[name])
        messages.append(moved_text(name, place))
    return messages


def moved_text(name: str, place: Path | None) -> str:
    """A line for the user: what is left out, and where it is kept."""
    return f"left out: {name}" + (f", kept as {place}" if place is not None else ", which is not there")


def fault_reason(error: BaseException, file: Path) -> str:
    """The text of a file's error, without the file's name."""
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text.removeprefix(f"{file}: ")


def settings_faults(path: Path, name: str, read: Callable[[Path], object]) -> Iterator[Fault]:
    """The faults of a folder's lock, its settings and their second copy.

    Args:
        path: the folder.
        name: name of the settings file.
        read: reads the settings, and raises an error if they are damaged.
    """
    if os.path.lexists(path / LOCK) and not (path / LOCK).is_file():
        yield Fault(LOCK, "no file", "nothing is lost")
    copy = copy_of(path / name)
    whole = os.path.lexists(copy)
    try:
        if whole:
            read_sealed(copy)
    except (ValueError, OSError) as error:
        whole = False
        yield Fault(copy.name, fault_reason(error, copy), f"nothing is lost, {name} is whole")
    try:
        read(path)
    except (ValueError, OSError) as error:
        yield Fault(
            name, fault_reason(error, path / name), f"nothing is lost, {copy.name} takes its place" if whole else ""
        )


def set_aside(folder: Path, name: str, *, copy: bool = False) -> Path | None:
    """Moves a file into `left-out/` of its folder; earlier files there are kept.

    Args:
        folder: the folder.
        name: name in the folder.
        copy: also keep the original in place, to be replaced as a whole.

    Returns:
        The new path; None: there was no such file.

    Raises:
        OSError: it cannot be moved.
    """
    path = folder / name
    if not os.path.lexists(path):
        return None
    place = folder / FOLDER / name
    number = 2
    while os.path.lexists(place):
        place, number = folder / FOLDER / f"{name}.{number}", number + 1
    place.parent.mkdir(parents=True, exist_ok=True)
    if copy and path.is_file():
        shutil.copy2(path, place)
    else:
        os.rename(path, place)
    return place
