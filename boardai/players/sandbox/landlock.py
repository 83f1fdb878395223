"""Linux's Landlock: a process gives up access to all files that it does not list, also for its child processes.

No privileges are needed. The interface is three system calls, for which glibc has no functions.
https://docs.kernel.org/userspace-api/landlock.html
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import stat
import sys
from collections.abc import Iterable
from pathlib import Path

# The same numbers on every architecture.
_CREATE, _ADD_RULE, _RESTRICT = 444, 445, 446
_VERSION = 1  # flag of _CREATE
_PATH_BENEATH = 1  # kind of rule
_WRITE_FILE, _READ_FILE, _READ_DIR, _TRUNCATE = 1 << 1, 1 << 2, 1 << 3, 1 << 14
_O_PATH = getattr(os, "O_PATH", 0)
# What each version of Landlock can forbid in addition to the previous one: access to files and the network, and
# reaching processes outside (their abstract sockets, signals to them).
_FILES = {1: (1 << 13) - 1, 2: 1 << 13, 3: _TRUNCATE, 5: 1 << 15}
_NETWORK = {4: 0b11}
_OUTSIDE = {6: 0b11}


class _Ruleset(ctypes.Structure):
    _fields_ = [("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("outside", ctypes.c_uint64)]


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32)]


def version() -> int:
    """The kernel's version of Landlock; 0 if it has none or it is switched off.

    >>> from boardai.players.sandbox import landlock
    >>> landlock.version() >= 0
    True
    """
    try:
        return max(0, _call(_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION)))
    except OSError:
        return 0


def restrict(readable: Iterable[Path], writable: Iterable[Path] = ()) -> None:
    """From now on this thread and its children can open only these files and folders, and create none.

    Open files stay open. Paths that do not exist and symbolic links are left out, since a link may point anywhere.

    Args:
        readable: files and folders, with everything below them.
        writable: files that may also be written.

    Raises:
        OSError: the kernel has no Landlock, or refuses the rules.
    """
    of = version()
    rights, network, outside = (
        sum(bits for since, bits in table.items() if since <= of) for table in (_FILES, _NETWORK, _OUTSIDE)
    )
    size = ctypes.sizeof(_Ruleset) if of >= 6 else 16 if of >= 4 else 8
    asked = _Ruleset(rights, network, outside)
    ruleset = _call(_CREATE, ctypes.byref(asked), ctypes.c_size_t(size), ctypes.c_uint32(0))
    try:
        for path in readable:
            _allow(ruleset, path, _READ_FILE | _READ_DIR)
        for path in writable:
            _allow(ruleset, path, (_READ_FILE | _WRITE_FILE | _TRUNCATE) & rights)
        _call(_RESTRICT, ctypes.c_int(ruleset), ctypes.c_uint32(0))
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: Path, rights: int) -> None:
    with contextlib.suppress(OSError):
        opened = os.open(path, _O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            mode = os.fstat(opened).st_mode
            if stat.S_ISLNK(mode):
                return
            rule = _Beneath(rights if stat.S_ISDIR(mode) else rights & ~_READ_DIR, opened)
            _call(_ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(_PATH_BENEATH), ctypes.byref(rule), ctypes.c_uint32(0))
        finally:
            os.close(opened)


def _call(number: int, *arguments: object) -> int:
    libc = ctypes.CDLL(None, use_errno=True)
    if sys.platform != "linux":
        raise OSError("not Linux")
    result = libc.syscall(ctypes.c_long(number), *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return int(result)
