"""What a run continues without: files of a folder that are damaged, moved aside and never lost.

A folder's `left-out/` keeps them under the names they had: `left-out/games/000012.games`.
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
EVERYTHING = "damaged"  # instead of names: all that is damaged
_MOST_NAMED = 8  # in a command; more are `damaged`


@dataclass(frozen=True)
class Fault:
    """Something damaged in a folder.

    >>> from boardai.basics.left_out import Fault
    >>> str(Fault("games/000002.games", "the file was cut short", "the games of iteration 2 are not learned from"))
    'games/000002.games: the file was cut short (without it: the games of iteration 2 are not learned from)'

    Attributes:
        name: of the file or folder, as `--leave-out` takes it.
        reason: what is wrong with it.
        loss: what continuing without it costs; "": there is no continuing without it.
    """

    name: str
    reason: str
    loss: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.reason}" + (f" (without it: {self.loss})" if self.loss else "")


def damage_text(path: Path, faults: Iterable[Fault], command: str | None) -> str:
    """What to say of a damaged folder: what is wrong with what, and the command that continues.

    Args:
        path: the folder.
        faults: in it.
        command: that continues; None: there is none.
    """
    lines = [f"{path} is damaged:", *(f"  {fault}" for fault in faults)]
    if command is not None:
        lines += [f"What is left out is kept in {path / FOLDER}. Continue with:", f"  {command}"]
    return "\n".join(lines)


def leave_out_words(names: Collection[str]) -> str:
    """What a command line says of them: `--leave-out metrics.jsonl`."""
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
    """Moves aside what is left out of a folder, and makes sure that the rest is whole.

    Args:
        path: the folder.
        names: what is left out; `damaged`: all that is.
        faults: what is damaged.
        others: names of what is whole and can be done without as well.
        command: the command that continues without some names.
        settings: names of files, wherever in the folder, in whose place their second copy comes.

    Returns:
        Lines for people, where it is now.

    Raises:
        ValueError: something else is damaged; the message names it, and the command that continues. Or a name of
            nothing, or of settings without a second copy.
        OSError: it cannot be moved.
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
    """A line for people: what is left out, and where it is kept."""
    return f"left out: {name}" + (f", kept as {place}" if place is not None else ", which is not there")


def fault_reason(error: BaseException, file: Path) -> str:
    """What an error says of a file, without its name."""
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text.removeprefix(f"{file}: ")


def settings_faults(path: Path, name: str, read: Callable[[Path], object]) -> Iterator[Fault]:
    """What is wrong with a folder's lock, with its settings and with their second copy.

    Args:
        path: the folder.
        name: of the file of settings.
        read: reads them, and raises where they are damaged.
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
    """Moves something into `left-out/` of its folder; what lies there of an earlier time stays.

    Args:
        folder: whose it is.
        name: in the folder.
        copy: leave it where it is as well, to be replaced as a whole.

    Returns:
        Where it is now; None: there was nothing.

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
