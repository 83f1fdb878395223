"""What somebody goes on without: files of a folder that are damaged, moved aside and never lost.

A folder's `left-out/` keeps them under the names they had: `left-out/games/000012.games`.
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

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
        loss: what going on without it costs; "": there is no going on without it.
    """

    name: str
    reason: str
    loss: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.reason}" + (f" (without it: {self.loss})" if self.loss else "")


def damage_text(path: Path, faults: Iterable[Fault], command: str | None) -> str:
    """What to say of a damaged folder: what is wrong with what, and the command that goes on.

    Args:
        path: the folder.
        faults: in it.
        command: that goes on; None: there is none.
    """
    lines = [f"{path} is damaged:", *(f"  {fault}" for fault in faults)]
    if command is not None:
        lines += [f"What is left out is kept in {path / FOLDER}. Go on with:", f"  {command}"]
    return "\n".join(lines)


def leave_out_words(names: Collection[str]) -> str:
    """What a command line says of them: `--leave-out metrics.jsonl`."""
    named = sorted(names) if len(names) <= _MOST_NAMED else [EVERYTHING]
    return f"--leave-out {shlex.join(named)}" if named else ""


def checked_names(names: Iterable[str], known: Collection[str]) -> set[str]:
    """Names to be left out, as `Fault` has them.

    Args:
        names: as somebody wrote them, with `/` behind a folder's, say.
        known: what may be left out.

    Raises:
        ValueError: one is none of these.
    """
    found = set()
    for name in names:
        plain = str(PurePosixPath(name))
        if plain not in known:
            raise ValueError(f"--leave-out {name}: nothing that could be left out; there is {', '.join(sorted(known))}")
        found.add(plain)
    return found


def set_aside(folder: Path, name: str, *, copy: bool = False) -> Path | None:
    """Moves something into `left-out/` of its folder; what lies there of an earlier time stays.

    Args:
        folder: whose it is.
        name: in the folder.
        copy: leave it where it is, too, to be replaced as a whole.

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
