"""A process that guards another: it ensures that nothing is left of it at its end, and learns of forbidden calls.

    python -I -S keeper.py PARENT PROGRAM ARGUMENT...

    1. The program runs in a session of its own; its inputs and outputs are the keeper's own. The keeper's first line
       names its process: {"pid": 123}.
    2. All that the program starts stays below the keeper, also what leaves its session or outlives its parent.
    3. When the program ends, when the process PARENT, which began the keeper, ends, or at SIGTERM, all of it is ended.
    4. A program that has given up system calls (`boardai.players.sandbox.system_calls`) passes the descriptor on which
    the
       kernel asks about them through the socket that the environment variable BOARDAI_KEEPER names. A new thread is
       allowed as long as there are few; any other call ends the program, and a line says which it was.

This file is run by its path and imports nothing but Python's own modules, so that it starts in milliseconds.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import json
import os
import resource
import select
import signal
import socket
import struct
import sys
import time
from pathlib import Path
from typing import Any

SOCKET = "BOARDAI_KEEPER"
THREADS = 256  # of a program; each costs the system memory and a place in its table
_LOOK_SECONDS = 0.5
_SUBREAPER, _DIE_WITH_PARENT = 36, 1  # options of prctl
_RECEIVE, _ANSWER = 0xC0502100, 0xC0182101  # ioctl numbers of <linux/seccomp.h>
_ASKED, _ANSWERED = struct.Struct("=QIIiIQ6Q"), struct.Struct("=QqiI")
_GO_ON = 1  # the kernel does the call
_CLONE_THREAD, _CLONE_NEW = 0x00010000, 0x7E020080  # as a thread; into new namespaces
_EAGAIN = 11


def end_tree(root: int) -> None:
    """Ends a process and all below it.

    Each is stopped before its children are looked for, so that none slips away meanwhile.

    >>> import subprocess
    >>> from boardai.protocols.keeper import end_tree
    >>> shell = subprocess.Popen(["sh", "-c", "sleep 100 & sleep 100"])
    >>> end_tree(shell.pid)
    >>> shell.wait()
    -9

    Args:
        root: the number of a child of ours.
    """
    found = [root]
    for number in found:
        _send(number, signal.SIGSTOP)
        found += [child for child in children(number) if child not in found]
    for number in reversed(found):
        _send(number, signal.SIGKILL)


def children(number: int) -> list[int]:
    """The processes started by a process, if the system reports them."""
    with contextlib.suppress(OSError, ValueError):
        tasks = list(Path(f"/proc/{number}/task").iterdir())
        if tasks and (tasks[0] / "children").exists():
            return [int(child) for task in tasks for child in _text(task / "children").split()]
    found = []
    with contextlib.suppress(OSError):
        for folder in Path("/proc").iterdir():
            if folder.name.isdigit() and _text(folder / "stat").rpartition(")")[2].split()[1:2] == [str(number)]:
                found.append(int(folder.name))
    return found


def _text(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:  # it has ended
        return ""


def _send(number: int, what: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(number, what)


def _prctl(option: int, value: int) -> None:
    with contextlib.suppress(OSError, AttributeError):  # not Linux
        ctypes.CDLL(None).prctl(option, ctypes.c_ulong(value), 0, 0, 0)


def _begin(words: list[str], ours: socket.socket, theirs: socket.socket, keeper: int) -> None:
    """The child's side: becomes the program."""
    try:
        ours.close()
        os.setsid()
        _prctl(_DIE_WITH_PARENT, signal.SIGKILL)
        if not theirs.recv(1) or os.getppid() != keeper:
            os._exit(1)
        os.set_inheritable(theirs.fileno(), True)
        os.environ[SOCKET] = str(theirs.fileno())
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        os.execvp(words[0], words)
    except BaseException as error:
        os.write(2, f"{words[0]}: {error}\n".encode())
        os._exit(127)


class _Keeper:
    def __init__(self, outside: int, words: list[str]) -> None:
        self._outside = outside
        self._wake, self._woken = os.pipe()
        for end in (self._wake, self._woken):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(self._woken)
        for what in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(what, lambda *_: None)
        self._ours, theirs = socket.socketpair()
        self._listener = -1
        self._names: dict[int, str] = {}
        self._thread = ""
        self._status = -1  # of the program, once it has ended
        _prctl(_SUBREAPER, 1)
        keeper = os.getpid()
        self._program = os.fork()
        if self._program == 0:
            _begin(words, self._ours, theirs, keeper)
        theirs.close()
        self._send({"pid": self._program})
        self._ours.send(b"!")
        os.dup2(os.open(os.devnull, os.O_RDWR), 0)

    def keep(self) -> int:
        """Waits until the program has ended; returns its status like `os.wait`."""
        waiting = select.poll()
        for one in (self._wake, self._ours.fileno()):
            waiting.register(one, select.POLLIN)
        while True:
            ready = [one for one, _ in waiting.poll(_LOOK_SECONDS * 1000)]
            if os.getppid() != self._outside:
                return self._end()
            if self._wake in ready and self._asked_to_end():
                return self._end()
            self._reap()
            if self._status >= 0:
                return self._end()
            if self._ours.fileno() in ready:
                waiting.unregister(self._ours.fileno())
                if self._meet():
                    waiting.register(self._listener, select.POLLIN)
            if self._listener >= 0 and self._listener in ready and (call := self._refused()):
                status = self._end()
                self._send({"error": f"an agent in a sandbox must not use {call} (a system call)"})
                return status

    def _asked_to_end(self) -> bool:
        received = os.read(self._wake, 1000)
        return any(number != signal.SIGCHLD for number in received)

    def _reap(self) -> None:
        """Takes leave of the program, if it has ended, and of orphans."""
        with contextlib.suppress(ChildProcessError):
            while True:
                number, how = os.waitpid(-1, os.WNOHANG)
                if number == 0:
                    break
                if number == self._program:
                    self._status = how

    def _end(self) -> int:
        """Ends all that is left below; the program's status."""
        for _ in range(200):
            left = children(os.getpid()) or [self._program][: self._status < 0]
            if not left:
                break
            for child in left:
                end_tree(child)
            time.sleep(0.005)
            self._reap()
        return self._status if self._status >= 0 else int(signal.SIGKILL)

    def _meet(self) -> bool:
        """Receives the descriptor on which the kernel asks."""
        with contextlib.suppress(OSError, ValueError, KeyError):
            received, given, _, _ = socket.recv_fds(self._ours, 1 << 16, 1)
            if received and given:
                table: dict[str, Any] = json.loads(received)
                self._names = {int(number): name for number, name in table["names"].items()}
                self._thread, self._listener = table["thread"], given[0]
                return True
        return False

    def _refused(self) -> str:
        """Answers the kernel's question; the call's name if it must not be done."""
        question = bytearray(_ASKED.size)
        try:
            fcntl.ioctl(self._listener, _RECEIVE, question)
        except OSError:  # the asking process has ended meanwhile
            return ""
        asked, who, _, call, _, _, first, *_ = _ASKED.unpack(question)
        name = self._names.get(call, f"call {call}")
        if name != self._thread or not first & _CLONE_THREAD or first & _CLONE_NEW:
            return name
        few = self._threads(who) < THREADS
        with contextlib.suppress(OSError):
            fcntl.ioctl(self._listener, _ANSWER, _ANSWERED.pack(asked, 0, 0 if few else -_EAGAIN, _GO_ON if few else 0))
        return ""

    @staticmethod
    def _threads(number: int) -> int:
        for line in _text(Path(f"/proc/{number}/status")).splitlines():
            if line.startswith("Threads:"):
                return int(line.split()[1])
        return THREADS

    @staticmethod
    def _send(what: dict[str, Any]) -> None:
        with contextlib.suppress(OSError):  # the reader has closed the pipe
            os.write(1, json.dumps(what).encode() + b"\n")


def main(words: list[str]) -> None:
    """Keeps a program, and ends as it has ended.

    Args:
        words: the number of the process that began the keeper, the program and its arguments.
    """
    status = _Keeper(int(words[0]), words[1:]).keep()
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with contextlib.suppress(OSError):  # some cannot be caught anyway
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.WEXITSTATUS(status))


if __name__ == "__main__":
    main(sys.argv[1:])
