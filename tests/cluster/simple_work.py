"""Work for tests of pools: a piece says what its worker does."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from boardai.cluster import Piece


class Unreadable:
    """What a worker cannot read."""

    def __reduce__(self) -> tuple[Callable[[], None], tuple[()]]:
        return _no_such_file, ()


def _no_such_file() -> None:
    raise FileNotFoundError("what this was made from")


def mark(path: Path, process: int) -> None:
    """The number of a process; the file is there when it is in it."""
    new = path.with_suffix(".new")
    new.write_text(str(process))
    new.rename(path)


@dataclass(frozen=True)
class Simple:
    """Its workers square numbers, or do what a word says.

    Attributes:
        folder: where workers leave marks.
        begins: whether they do.
        engines: that a worker has started, in sessions of their own.
    """

    folder: Path
    begins: str = ""
    engines: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def worker(self) -> Simple:
        if self.begins == "die":
            os._exit(7)
        if self.begins == "raise":
            raise ValueError("settings that cannot be used")
        return self

    def work(self, piece: Piece, stop: Callable[[], None]) -> Any:
        payload = piece.payload
        if payload == "pid":
            return os.getpid()
        if payload == "cores":
            time.sleep(0.3)
            return os.getpid(), frozenset(os.sched_getaffinity(0))
        if payload == "JAX":
            return os.environ.get("JAX_PLATFORMS")
        if payload == "shared":
            assert piece.shared is not None
            return piece.shared.digest, len(piece.shared.data), os.getpid()
        if payload == "raise":
            raise ValueError(f"piece {piece.number}")
        if payload == "broken pipe":
            raise BrokenPipeError("an engine has closed its end")
        if payload == "engine":
            self.engines.append(subprocess.Popen(["sleep", "600"], start_new_session=True))
            mark(self.folder / "engine", self.engines[-1].pid)
            threading.Event().wait()
        if payload == "leave a child":
            if (child := os.fork()) == 0:
                time.sleep(600)
            mark(self.folder / "child", child)
            os.kill(os.getpid(), signal.SIGKILL)
        if payload == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if payload == "die once":
            died = self.folder / f"died-{piece.number}"
            if not died.exists():
                died.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            return "alive"
        if payload == "hang once":
            hung = self.folder / f"hung-{piece.number}"
            if not hung.exists():
                hung.touch()
                time.sleep(600)
            return "awake"
        if payload == "stop once":
            stopped = self.folder / f"stopped-{piece.number}"
            if not stopped.exists():
                mark(stopped, os.getpid())
                os.kill(os.getpid(), signal.SIGSTOP)
            return "going"
        if isinstance(payload, bytes):
            return len(payload)
        if isinstance(payload, float):
            time.sleep(payload)
            return payload
        return payload**2

    def close(self) -> None:
        for engine in self.engines:
            engine.kill()
            engine.wait()
        (self.folder / f"closed-{os.getpid()}").touch()
