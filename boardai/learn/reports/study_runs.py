"""Executes the runs of a study on a pool: each is a separate training process that a worker starts and waits for."""

from __future__ import annotations

import signal
import socket
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from boardai.basics.checksums import file_digest
from boardai.basics.files import alone_in
from boardai.cluster import Piece
from boardai.learn.reports.studies import PlannedRun
from boardai.learn.runs.training_process import TRAIN, training_process

TO_STOP = 30.0  # seconds in which a run must stop at a point from which it can continue
PATIENCE = TO_STOP + 10.0  # seconds for a run's worker, which must outlive the run
_LOOK = 0.2  # seconds between two checks of a run
_LOG_LINES = 3  # number of log lines shown for a failed run
_STOPPED = [128 + number for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]  # exit status of stopped runs


@dataclass(frozen=True)
class RunToMake:
    """A run as sent to a worker.

    Attributes:
        run: the planned run.
        preset: path of the file with its settings.
        digest: SHA-256 of that file.
    """

    run: PlannedRun
    preset: Path
    digest: str

    @classmethod
    def of(cls, run: PlannedRun, preset: Path) -> RunToMake:
        """Makes one with the present contents of its settings file."""
        return cls(run, preset, file_digest(preset))


@dataclass(frozen=True)
class Made:
    """The result of a run.

    Attributes:
        failure: description of the failure; "": the run is finished or was stopped.
        stopped: whether a signal has stopped it at a point from which it can continue.
    """

    failure: str = ""
    stopped: bool = False


@dataclass(frozen=True)
class StudyRuns:
    """The settings of a worker.

    Attributes:
        game: spec of the game.
        options: additional options of all runs.
    """

    game: str
    options: tuple[str, ...] = ()

    def worker(self) -> StudyRuns:
        """Returns itself, since it has no state."""
        return self

    def work(self, piece: Piece, stop: Callable[[], None]) -> Made:
        """Executes a run, or continues a stopped one."""
        wanted: RunToMake = piece.payload
        if not wanted.preset.is_file() or file_digest(wanted.preset) != wanted.digest:
            return Made(
                f"{socket.gethostname()} does not see {wanted.preset} as it is here: "
                "a study needs a folder that all machines of the cluster share"
            )
        path = wanted.run.path
        command = [*TRAIN, self.game]
        if (path / "run.json").exists():
            if piece.losses:
                _wait_until_left(path, stop)
            command += ["--resume", str(path)]
        else:
            command += ["--preset", str(wanted.preset), "--run", str(path), "--seed", str(wanted.run.seed)]
        log = path.with_name(f"{path.name}.log")
        status = _run([*command, *self.options], log, stop)
        if status in _STOPPED or -status in (signal.SIGTERM, signal.SIGHUP):
            return Made(stopped=True)
        if status:
            last = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()[-_LOG_LINES:]
            return Made(f"{path.name} failed with status {status}; {log} ends:\n" + "\n".join(last))
        return Made()

    def close(self) -> None:
        """Does nothing."""


def _run(command: list[str], log: Path, stop: Callable[[], None]) -> int:
    """Runs a command to its end; if `stop` raises, the command is stopped."""
    with training_process(command, log) as process:
        try:
            while True:
                stop()
                try:
                    return process.wait(_LOOK)
                except subprocess.TimeoutExpired:
                    continue
        except BaseException:
            process.terminate()
            try:
                process.wait(TO_STOP)
            except subprocess.TimeoutExpired:
                process.kill()
            raise


def _wait_until_left(path: Path, stop: Callable[[], None]) -> None:
    """Waits until the training process of a lost worker, which may still be stopping, has left the folder."""
    until = time.monotonic() + TO_STOP
    while time.monotonic() < until:
        stop()
        try:
            with alone_in(path):
                return
        except ValueError:
            time.sleep(_LOOK)
