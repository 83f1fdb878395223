"""The living processes of a session or a group, by which a test finds what a program has left behind."""

import os
from pathlib import Path

_GROUP, _SESSION = 2, 3  # fields of /proc/N/stat, after the name


def in_session(session: int) -> list[int]:
    """Those of a session, without those that are only waited for."""
    return _living(_SESSION, session)


def in_group(group: int) -> list[int]:
    """Those of a process group, without those that are only waited for and this one."""
    return _living(_GROUP, group)


def _living(field: int, number: int) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[field]) == number and fields[0] != "Z" and int(path.parent.name) != os.getpid():
            found.append(int(path.parent.name))
    return found
