"""Work for tests of pools: a piece says what its worker does."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardai.cluster import Piece


@dataclass(frozen=True)
class Simple:
    """Its workers square numbers, or do what a word says.

    Attributes:
        folder: where workers leave marks.
        begins: whether they do.
    """

    folder: Path
    begins: str = ""

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
        if payload == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if payload == "die once":
            mark = self.folder / f"died-{piece.number}"
            if not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            return "alive"
        if payload == "hang once":
            mark = self.folder / f"hung-{piece.number}"
            if not mark.exists():
                mark.touch()
                time.sleep(600)
            return "awake"
        if payload == "stop once":
            mark = self.folder / f"stopped-{piece.number}"
            if not mark.exists():
                mark.write_text(str(os.getpid()))
                os.kill(os.getpid(), signal.SIGSTOP)
            return "going"
        if isinstance(payload, bytes):
            return len(payload)
        if isinstance(payload, float):
            time.sleep(payload)
            return payload
        return payload**2

    def close(self) -> None:
        (self.folder / f"closed-{os.getpid()}").touch()
