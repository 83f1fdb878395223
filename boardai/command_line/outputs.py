"""Checks the output paths of a command before it plays, searches or trains for hours."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from boardai.basics.files import is_stream
from boardai.basics.quoting import LONGEST_PATH, quoted, shortened
from boardai.command_line.running import InputError

OVERWRITE = "--overwrite"


def add_overwrite(parser: argparse.ArgumentParser) -> None:
    """Adds the option that allows a command to replace files.

    >>> from boardai.command_line import Parser, add_overwrite
    >>> parser = Parser("perft", "Counts.", [])
    >>> add_overwrite(parser)
    >>> parser.parse_args(["--overwrite"]).overwrite
    True
    """
    parser.add_argument(OVERWRITE, action="store_true", help="replace existing files")


def check_files(
    files: Mapping[str, str | Path | None],
    overwrite: bool,
    endings: Mapping[str, Sequence[str]] | None = None,
    allowed_by: str = OVERWRITE,
) -> None:
    """Checks that files can be written, and creates their folders; call it before the work begins.

    >>> from pathlib import Path
    >>> from boardai.command_line import check_files
    >>> check_files({"--json": "figures/match.json", "--picture": None}, overwrite=False)
    >>> Path("figures/match.json").touch()  # the folder is there
    >>> check_files({"--json": "figures/match.json"}, overwrite=False)
    Traceback (most recent call last):
    boardai.command_line.running.InputError: --json: figures/match.json already exists; --overwrite replaces it

    Args:
        files: output paths by option, or by another name known to the user; None: not requested.
        overwrite: whether existing files may be replaced.
        endings: allowed suffixes of the file names of each option; an option that is not listed allows any.
        allowed_by: the option, shown in messages, that allows files to be replaced.

    Raises:
        InputError: the file already exists, is a folder, has an unknown suffix, is requested twice, or cannot be
            created; the message names the option and the file.
    """
    seen: dict[Path, str] = {}
    for option, given in files.items():
        if given is None:
            continue
        path, name = Path(given), shortened(str(given), LONGEST_PATH)
        known = (endings or {}).get(option, ())
        if known and path.suffix.lower() not in known:
            raise InputError(f"{option}: expected a name that ends in {', '.join(known)}, not {quoted(str(given))}")
        try:
            _check(path, f"{option}: {name}", overwrite, allowed_by)
            place = path.resolve()
        except OSError as error:
            raise InputError(f"{option}: {name}: {error.strerror}") from None
        if place in seen:
            raise InputError(f"{option}: {name} is also the file of {seen[place]}: name another one")
        seen[place] = option
    for given in files.values():
        if given is not None:
            try:
                Path(given).parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise InputError(f"{Path(given).parent}: {error.strerror}") from None


def _check(path: Path, what: str, overwrite: bool, allowed_by: str) -> None:
    if is_stream(path):
        return
    if path.is_dir():
        raise InputError(f"{what} is a folder: name a file")
    if os.path.lexists(path) and not overwrite:
        raise InputError(f"{what} already exists; {allowed_by} replaces it")
    # If folders are missing, the nearest existing one decides whether they can be created.
    folder = path.resolve().parent
    while not os.path.lexists(folder):
        folder = folder.parent
    if not folder.is_dir():
        raise InputError(f"{what} cannot be made: {folder} is not a folder")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(f"{what} cannot be made: no permission to write in {folder}")
