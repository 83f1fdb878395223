"""The fence around an agent in a sandbox: what its process gives up before the agent's code is loaded.

    1. privileges: it has no capabilities and cannot gain any (`no_new_privs`)
    2. limits: memory, bytes written to files, open files, core files
    3. all files except those it may read (`landlock.py`)
    4. all system calls except those of a process that computes (`system_calls.py`); certain others make
       the keeper outside end the process

No step needs privileges, and none can be undone. What the system does not offer is left out and reported.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import signal
import socket
import sys
from pathlib import Path

from boardai.players.sandbox import landlock, surroundings, system_calls
from boardai.protocols.keeper import SOCKET

# Address space without memory: stacks of threads, reservations of allocators and of JAX. The page tables of memory that
# is only read take a five-hundredth of it.
_ADDRESSES = 16 << 30
_OPEN_FILES = 256
_DUMPABLE, _NO_NEW_PRIVILEGES, _DROP_FROM_BOUND, _AMBIENT, _CLEAR = 4, 38, 24, 47, 4  # options of prctl
_CAPABILITIES_VERSION = 0x20080522
_LAST_CAPABILITY = 63


def missing(agent: Path) -> list[str]:
    """The restrictions that this machine cannot enforce for an agent in a sandbox; empty if it can enforce all.

    Changes nothing.

    >>> from pathlib import Path
    >>> from boardai.players.sandbox.fence import missing
    >>> all(isinstance(line, str) for line in missing(Path("mine.py")))
    True

    Args:
        agent: the file with its class.
    """
    return _missing(agent, system_calls.why_not(), landlock.version() > 0)


def _missing(agent: Path, unfiltered: str, files_are_guarded: bool) -> list[str]:
    lines = []
    if unfiltered:
        lines.append(
            "processes, signals, connections and shared memory are refused in Python alone, which can be got around "
            f"({unfiltered})"
        )
    if not files_are_guarded:
        lines.append("others' files can be read (the kernel has no Landlock: Linux 5.13, and not switched off)")
    elif folder := surroundings.seen_all_the_same(agent):
        lines.append(f"others' files in {agent.resolve().parent} can be read (everybody reads {folder})")
    return lines


def close(agent: Path, memory: int) -> list[str]:
    """Puts the fence around this process, which must have only one thread.

    Args:
        agent: the file with its class.
        memory: MiB that it may allocate in addition to what it holds now.

    Returns:
        The restrictions that do not hold, as from `missing`.

    Raises:
        OSError: the system refused a restriction that it offers, or the process has further threads.
    """
    number = int(os.environ.pop(SOCKET, "-1"))
    unfiltered = system_calls.why_not() if number >= 0 else "no keeper outside"
    files_are_guarded = landlock.version() > 0
    if files_are_guarded and (threads := len(os.listdir("/proc/self/task"))) > 1:
        raise OSError(f"{threads} threads are already running, which would stay outside of the fence")
    _limit(memory)
    if sys.platform == "linux":
        _give_up_privileges()
    if files_are_guarded:
        landlock.restrict(surroundings.readable(agent), surroundings.WRITABLE)
    if number >= 0:
        with socket.socket(fileno=number) as keeper:
            if not unfiltered:
                listener, names = system_calls.refuse(files_are_guarded)
                socket.send_fds(keeper, [json.dumps(names).encode()], [listener])
                os.close(listener)
    return _missing(agent, unfiltered, files_are_guarded)


def _limit(memory: int) -> None:
    data, addresses = _held()
    limits = {
        resource.RLIMIT_DATA: data + (memory << 20),
        resource.RLIMIT_AS: addresses + (memory << 20) + _ADDRESSES,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NOFILE: _OPEN_FILES,
    }
    for name in ("RLIMIT_MEMLOCK", "RLIMIT_MSGQUEUE", "RLIMIT_NICE", "RLIMIT_RTPRIO"):
        if hasattr(resource, name):
            limits[getattr(resource, name)] = 0
    for what, most in limits.items():
        hard = resource.getrlimit(what)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with contextlib.suppress(OSError, ValueError):  # some systems cannot
            resource.setrlimit(what, (most, most))
    for number in (signal.SIGSEGV, signal.SIGBUS, signal.SIGILL, signal.SIGFPE, signal.SIGABRT):
        signal.signal(number, signal.SIG_DFL)  # a crash ends the process at once, without a long report
    sys.dont_write_bytecode = True


def _held() -> tuple[int, int]:
    """Bytes of private memory, and of address space, that the process holds now."""
    held = {"VmData": 1 << 30, "VmSize": 4 << 30}
    with contextlib.suppress(OSError, ValueError), open("/proc/self/status") as file:
        for line in file:
            name, _, rest = line.partition(":")
            if name in held:
                held[name] = int(rest.split()[0]) << 10
    return held["VmData"], held["VmSize"]


class _Head(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32), ("pid", ctypes.c_int)]


def _give_up_privileges() -> None:
    libc = ctypes.CDLL(None, use_errno=True)

    def prctl(option: int, value: int = 0) -> int:
        return int(libc.prctl(option, ctypes.c_ulong(value), ctypes.c_ulong(0), ctypes.c_ulong(0), ctypes.c_ulong(0)))

    for number in range(_LAST_CAPABILITY + 1):
        prctl(_DROP_FROM_BOUND, number)  # fails in a process that has no capabilities to drop
    prctl(_AMBIENT, _CLEAR)
    nothing = (ctypes.c_uint32 * 6)()
    if libc.capset(ctypes.byref(_Head(_CAPABILITIES_VERSION, 0)), nothing):
        raise OSError(ctypes.get_errno(), "capset")
    if prctl(_NO_NEW_PRIVILEGES, 1):
        raise OSError(ctypes.get_errno(), "no_new_privs")
    prctl(_DUMPABLE, 0)  # no core dump, and no other process of the same user can read its memory
