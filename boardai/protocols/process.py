"""A program that is spoken to in lines: engines by UCI, GTP and the like.

Whatever the program does (answer late, never, or nonsense, crash, flood its outputs), the answer is a line or an
`EngineError` that says what happened, within the time given, and no process is left behind.
"""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from boardai.basics.quoting import quoted, utf8
from boardai.protocols import keeper

_LONGEST_LINE = 1 << 16
_LINES_WAITING = 10_000  # then the program waits until the reader has read some
_ERROR_LINES_KEPT = 20


class EngineError(RuntimeError):
    """A program has failed; the message names it and describes the failure."""


class EngineResigned(EngineError):
    """A program resigns the game that it plays; nothing is wrong with it."""


class LineProcess:
    """A running program that reads and writes lines.

    It runs in a session of its own: Ctrl-C in the terminal reaches us, and we end it. What it writes to stderr is
    read all the time (a full pipe would stop it) and reported where it fails.

    Args:
        command: the program and its arguments, as typed in a shell (no shell runs).
        name: in messages; the program by default.
        environment: variables the program gets; by default all of ours.
        kept: whether a keeper (`keeper.py`) is between us and the program, so that nothing it starts is left when
            it or we end, however we end. The first line is the keeper's then.

    Raises:
        ValueError: there is no such program.
    """

    def __init__(
        self, command: str, name: str = "", environment: Mapping[str, str] | None = None, kept: bool = False
    ) -> None:
        words = shlex.split(command)
        if not words:
            raise ValueError("an engine needs a program to run")
        self.name = name or words[0]
        if shutil.which(words[0]) is None:
            raise ValueError(f"no program called {quoted(words[0])} was found (is it installed, and on PATH?)")
        if kept:
            words = [sys.executable, "-I", "-S", keeper.__file__, str(os.getpid()), *words]
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            start_new_session=True,
        )
        self._lines: queue.Queue[str | None] = queue.Queue(_LINES_WAITING)
        self._errors: deque[str] = deque(maxlen=_ERROR_LINES_KEPT)
        self._closing = threading.Event()
        self._ended = False
        threads = [
            threading.Thread(target=_read_lines, args=(self._process.stdout, self._lines, self._closing), daemon=True),
            threading.Thread(target=_keep_last, args=(self._process.stderr, self._errors), daemon=True),
        ]
        for thread in threads:
            thread.start()
        # Also ends it when this object is dropped or Python exits without close().
        self._finalizer = weakref.finalize(self, _end, self._process, self._closing, kept)

    def send(self, line: str) -> None:
        """Writes a line.

        Raises:
            EngineError: the program has ended.
            ValueError: the text holds a line break, so that it would be two commands.
        """
        if "\n" in line or "\r" in line:
            raise ValueError(f"a command to {self.name} must be one line, got {quoted(line)}")
        content = utf8(line, f"the game of {self.name}")
        stream = self._process.stdin
        assert stream is not None
        try:
            stream.write(content + b"\n")
            stream.flush()
        except (OSError, ValueError):  # ValueError: closed by us
            raise self._failed(f"it had ended when it was sent {quoted(line)}") from None

    def read(self, seconds: float) -> str:
        """The next line, without its end.

        Raises:
            EngineError: the program ended, or no line came in that time.
        """
        line = self._next(max(0.0, seconds))
        if line is None:
            raise self._failed(f"no line within {round(seconds, 3):g} s")
        return line

    def read_until(
        self,
        wanted: Callable[[str], bool],
        seconds: float,
        what: str,
        reminder: tuple[float, str] | None = None,
    ) -> list[str]:
        """Lines up to and with the first wanted one.

        Args:
            wanted: whether this is the line waited for.
            seconds: for all lines together.
            what: is waited for; in messages.
            reminder: (seconds, line): a line sent once to the program if nothing has come by then.

        Raises:
            EngineError: the program ended, or the line did not come in time.
        """
        began = time.monotonic()
        lines: list[str] = []
        while True:
            passed = time.monotonic() - began
            if reminder is not None and passed >= reminder[0]:
                self.send(reminder[1])
                reminder = None
            left = seconds - passed
            # A program that never stops writing must not keep us here for ever.
            line = self._next(left if reminder is None else min(left, reminder[0] - passed)) if left > 0 else None
            if line is None and reminder is not None and left > 0:
                continue
            if line is None:
                detail = f"; its last line was {quoted(lines[-1])}" if lines else "; it sent nothing"
                raise self._failed(f"no {what} within {round(seconds, 3):g} s{detail}")
            lines.append(line)
            if wanted(line):
                return lines

    def _next(self, seconds: float) -> str | None:
        """The next line; None if none came in time."""
        if self._ended:
            raise self._failed("it has ended")
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            return None
        if line is None:
            self._ended = True
            raise self._failed("it ended")
        return line

    @property
    def running(self) -> bool:
        """Whether the program is still there."""
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def peak_memory(self) -> int | None:
        """The peak memory of the program and its children in bytes; None: unknown."""
        return peak_memory(self.pid)

    def close(self, farewell: str = "", seconds: float = 1.0) -> None:
        """Ends the program: politely, then firmly; may be called again.

        Args:
            farewell: the protocol's word for it, sent first.
            seconds: time to end normally.
        """
        if self.running and farewell:
            with contextlib.suppress(EngineError):
                self.send(farewell)
            self._closing.set()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(seconds)
        self._finalizer()

    def _failed(self, reason: str) -> EngineError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            # A moment to end and to flush, so that the message can describe its end.
            if self._ended or self._process.poll() is not None:
                self._process.wait(0.2)
                time.sleep(0.02)
        status = self._process.poll()
        detail = ""
        if status is not None:
            detail = f" (killed by {_signal_name(-status)})" if status < 0 else f" (exit status {status})"
        last = "; on stderr: " + " / ".join(self._errors) if self._errors else ""
        return EngineError(f"{self.name}: {reason}{detail}{last}")


def peak_memory(pid: int) -> int | None:
    """The most memory that a process and its children have taken, each at its own time; None: unknown.

    >>> import os
    >>> from boardai.protocols.process import peak_memory
    >>> peak_memory(os.getpid()) > 1_000_000
    True

    Args:
        pid: the process's number.

    Returns:
        Bytes of resident memory (`VmHWM` of Linux).
    """
    total: int | None = None
    waiting = [pid]
    while waiting:
        number = waiting.pop()
        with contextlib.suppress(OSError, ValueError, IndexError):
            lines = Path(f"/proc/{number}/status").read_text().splitlines()
            total = (total or 0) + 1024 * sum(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))
        waiting += keeper.children(number)
    return total


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _read_lines(stream: Any, lines: queue.Queue[str | None], closing: threading.Event) -> None:
    """Moves lines from the pipe into the queue; None at the end."""

    def put(line: str | None) -> bool:
        while not closing.is_set():
            try:
                lines.put(line, timeout=0.2)
                return True
            except queue.Full:
                continue
        return False

    with contextlib.suppress(OSError, ValueError):
        while raw := stream.readline(_LONGEST_LINE):
            if not put(raw.decode("utf-8", "replace").rstrip("\r\n")):
                # The output is no longer used: let the program write, so that it reads `quit`.
                while stream.read(_LONGEST_LINE):
                    pass
                return
    put(None)


def _keep_last(stream: Any, kept: deque[str]) -> None:
    with contextlib.suppress(OSError, ValueError):
        while raw := stream.readline(_LONGEST_LINE):
            text = raw.decode("utf-8", "replace").strip()
            if text:
                kept.append(text[:300])


def _end(process: subprocess.Popen, closing: threading.Event, kept: bool) -> None:
    """Kills the program and its children, and reaps it."""
    closing.set()
    if kept:  # it ends what is below, and waits for it: an orphan's entry may stay in the system's table for good
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.terminate()
            process.wait(5)
    with contextlib.suppress(OSError, ValueError):
        if process.stdin is not None:
            process.stdin.close()
    # Its children as well (a shell script's engine), whatever session they are in; they may outlive it.
    if process.poll() is None:
        keeper.end_tree(process.pid)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(5)
