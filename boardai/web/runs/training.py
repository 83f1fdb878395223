"""Training that the server's owner starts, stops and resumes from the page; each run has its own process.

The owner has the owner's token, which the server prints at its start and gives to no visitor; a visitor's token is not
sufficient. Even the owner can only choose games that the server offers, presets by name, minutes, and the name of a new
folder. Paths, agents and other settings need the command line.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from boardai.basics.quoting import printable, quoted
from boardai.basics.typed import read_as
from boardai.game import code_in_game, is_path
from boardai.learn.runs.presets import load_preset, preset_names
from boardai.learn.runs.training_process import TRAIN, training_process
from boardai.web.offers import Offers
from boardai.web.runs.shown import Shown

MOST_AT_ONCE = 4  # trainings
MOST_KEPT = 50  # ended trainings that the page still lists
_MOST_MINUTES = 60 * 24 * 30
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}")
_LETTERS = "up to 60 letters, digits, hyphens and underscores"
_LOG_LINES, _LOG_BYTES = 6, 4000  # the end of a log that is shown
_STOPPED = [128 + signal.SIGINT, -signal.SIGINT]  # exit statuses after Ctrl-C
_SECONDS_TO_STOP = 10.0  # for all trainings together

_Word = Annotated[str, Meta(max_length=200)]
_Minutes = Annotated[float, Meta(gt=0, le=_MOST_MINUTES)]


class Start(msgspec.Struct, forbid_unknown_fields=True, tag_field="do", tag="start"):
    """Start a new run."""

    game: _Word
    preset: _Word
    name: _Word
    minutes: _Minutes | None = None
    parameters: dict[_Word, Any] = {}


class Resume(msgspec.Struct, forbid_unknown_fields=True, tag_field="do", tag="resume"):
    """Resume a run; `minutes` count from its beginning, over all its processes."""

    run: Annotated[int, Meta(ge=0)]
    minutes: _Minutes | None = None


class Stop(msgspec.Struct, forbid_unknown_fields=True, tag_field="do", tag="stop"):
    """Stop a training where it can be resumed; after a second request, at once."""

    training: Annotated[int, Meta(ge=0)]


@dataclass
class Training:
    """A training process.

    Attributes:
        number: its number on the page.
        path: the run's folder.
        process: the process.
        log: file of its output.
        is_stopping: whether it was requested to stop.
    """

    number: int
    path: Path
    process: subprocess.Popen[bytes]
    log: Path
    is_stopping: bool = False

    @property
    def state(self) -> str:
        """The status: `running`, `stopping`, `stopped`, `finished` or `failed`."""
        status = self.process.poll()
        if status is None:
            return "stopping" if self.is_stopping else "running"
        return "finished" if status == 0 else "stopped" if status in _STOPPED else "failed"

    def stop(self) -> None:
        """Interrupts it like Ctrl-C: a run ends after the current step, and at once if interrupted again."""
        if self.process.poll() is None:
            self.is_stopping = True
            self.process.send_signal(signal.SIGINT)

    def lines(self) -> list[str]:
        """The last lines of its output."""
        with contextlib.suppress(OSError), open(self.log, "rb") as file:
            file.seek(max(0, self.log.stat().st_size - _LOG_BYTES))
            text = file.read().decode("utf-8", errors="replace").replace("\r", "\n")
            return [printable(line) for line in text.splitlines() if line.strip()][-_LOG_LINES:]
        return []


class Trainings:
    """The trainings that the owner has started.

    Args:
        folder: folder of new runs.
        offers: the games.
        shown: the runs shown; new ones are added.
    """

    def __init__(self, folder: Path, offers: Offers, shown: Shown) -> None:
        self._folder, self._offers, self._shown = folder, offers, shown
        shown.grows = True
        self._all: list[Training] = []
        self._begun = 0
        self._is_closed = False
        self._lock = threading.Lock()

    def show_runs(self) -> None:
        """Shows the runs that are already in the folder."""
        for path in sorted(self._folder.glob("*/run.json")):
            with contextlib.suppress(ValueError, OSError):  # a damaged run does not prevent serving
                if _NAME.fullmatch(path.parent.name):  # the folder's name becomes an argument of a command
                    self._shown.add(path.parent)

    def do(self, order: object) -> dict[str, Any]:
        """Executes an order of the page.

        Args:
            order: plain data: `do`, and the fields of `Start`, `Resume` or `Stop`.

        Returns:
            The present state, as `to_dict`.

        Raises:
            ValueError: it is no such order, there is no such game, preset, run or training, or it is impossible now.
            OSError: no process can be started, or a file cannot be written.
        """
        read: Start | Resume | Stop = read_as(Start | Resume | Stop, order, "training")  # type: ignore[arg-type]
        with self._lock:
            if isinstance(read, Start):
                self._start(read)
            elif isinstance(read, Resume):
                self._resume(read)
            else:
                self._stop(read.training)
        return self.to_dict()

    def _start(self, order: Start) -> None:
        spec = self._offers.spec(order.game, order.parameters)
        if order.preset not in preset_names(spec):
            raise ValueError(f"no preset {quoted(order.preset)}; available: {', '.join(preset_names(spec))}")
        if not _NAME.fullmatch(order.name):
            raise ValueError(f"the run's name: {_LETTERS}, please")
        path = self._folder / order.name
        self._require_untrained(path)  # the folder itself is made some seconds after the start
        if path.exists() or path.is_symlink():
            raise ValueError(f"there is a run {order.name} already; resume it, or choose another name")
        self._folder.mkdir(parents=True, exist_ok=True)
        self._begin([spec, "--preset", order.preset, "--run", str(path.absolute())], order.minutes, path, True)

    def _resume(self, order: Resume) -> None:
        path, spec = self._shown.run_folder(order.run).resolve(), self._shown.spec(order.run)
        if not _NAME.fullmatch(path.name):
            raise ValueError(f"{quoted(path.name)}: from the page, only runs named by {_LETTERS} are resumed")
        self._require_untrained(path)
        # Code that only the run's folder names is not run, but that of a game the server was started with is: the
        # command names it as the operator did, not as the folder's file does.
        code = code_in_game(spec) if is_path(spec.partition(":")[0]) else []
        named = [own.partition(":")[0] for own in self._offers.own_files() if code and code_in_game(own) == code]
        self._folder.mkdir(parents=True, exist_ok=True)
        self._begin([*named[:1], "--resume", str(path)], order.minutes, path, False)

    def _require_untrained(self, path: Path) -> None:
        wanted = path.resolve()
        if any(one.path.resolve() == wanted and one.process.poll() is None for one in self._all):
            raise ValueError(f"{path.name} is being trained")

    def _log(self, path: Path) -> Path:
        """The file for a run's output: in the trainings' folder, also if the run is in another one.

        Raises:
            ValueError: a link is in its place.
        """
        path = path.resolve()
        name = path.name
        if path.parent != self._folder.resolve():  # another run may have the same name; no name has a dot
            name += f".{hashlib.sha256(bytes(path)).hexdigest()[:8]}"
        log = self._folder / f"{name}.log"
        if log.is_symlink():
            raise ValueError(f"{log} is a link")
        return log

    def _begin(self, arguments: Sequence[str], minutes: float | None, path: Path, is_new: bool) -> None:
        if self._is_closed:
            raise ValueError("the server is shutting down")
        if sum(one.process.poll() is None for one in self._all) >= MOST_AT_ONCE:
            raise ValueError(f"{MOST_AT_ONCE} runs are training already, which is the maximum: stop one first")
        log = self._log(path)
        if is_new:
            log.unlink(missing_ok=True)  # from a removed run of the same name
        limit = [] if minutes is None else ["--minutes", f"{minutes:g}"]
        process = training_process([*TRAIN, *arguments, *limit], log, own_session=True)
        self._all.append(Training(self._begun, path, process, log))
        self._begun += 1
        ended = [one for one in self._all if one.process.poll() is not None]
        for one in ended[:-MOST_KEPT]:
            self._all.remove(one)

    def _stop(self, number: int) -> None:
        one = next((one for one in self._all if one.number == number), None)
        if one is None:
            raise ValueError(f"there is no training run {number}")
        one.stop()

    def to_dict(self) -> dict[str, Any]:
        """The choices for new trainings and the list of trainings, newest first, for the owner's page."""
        with self._lock:
            for one in self._all:
                if (one.path / "run.json").is_file():
                    with contextlib.suppress(ValueError, OSError):  # damaged; the others can still be stopped
                        self._shown.add(one.path)
            found = [
                {
                    "training": one.number,
                    "name": one.path.name,
                    "run": self._shown.number_of(one.path),
                    "state": one.state,
                    "lines": one.lines(),
                }
                for one in reversed(self._all)
            ]
        return {"games": self._games(), "trainings": found, "most_minutes": _MOST_MINUTES}

    def _games(self) -> list[dict[str, Any]]:
        found = []
        for one in self._offers.games:
            spec = self._offers.spec(one["game"])
            presets = [{"preset": name, "about": load_preset(spec, name).about} for name in preset_names(spec)]
            choices = {
                name: [value for value in values if "\n" not in str(value)] for name, values in one["choices"].items()
            }
            found.append({"game": one["game"], "title": one["title"], "choices": choices, "presets": presets})
        return found

    def close(self) -> None:
        """Stops all trainings at the end of the server, and waits some seconds; slower ones end later."""
        with self._lock:
            self._is_closed = True
            running = [one for one in self._all if one.process.poll() is None]
            for one in running:
                one.stop()
            until = time.monotonic() + _SECONDS_TO_STOP
            for one in running:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    one.process.wait(max(until - time.monotonic(), 0.0))
