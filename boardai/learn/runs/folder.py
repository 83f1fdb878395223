"""One run = one folder, that survives a kill at any moment.

    run.json        game, merged settings, seed, versions, device, every command that worked on the run
    metrics.jsonl   one line per iteration
    metrics.csv     the same as a table
    report.json     the final matches
    figures/        the overview, drawn at the end; all pictures by python -m boardai.plot
    games/          000012.games: the self-play games of one iteration
    checkpoints/    000012/: everything needed to go on from there
    lock            held by the process that trains

The checkpoint is written last in an iteration: what lies beyond the newest whole checkpoint is done again.
"""

import importlib.metadata
import os
import platform
import re
import shutil
import sys
import time
from collections.abc import Collection
from pathlib import Path
from typing import Any

from boardai.basics.files import LOCK, is_file, read_json, sync_directory, take_lock, tell_owner, write_json
from boardai.basics.quoting import LONGEST_PATH, quoted, shortened
from boardai.basics.trust import NOTHING, Trust
from boardai.learn.learners.registry import learner_entry
from boardai.learn.network.config import NetworkConfig, code_in_architecture
from boardai.learn.runs.checkpoint import checkpoint_fault, checkpoint_path, checkpoints
from boardai.learn.runs.config import RunConfig, code_in_run
from boardai.learn.runs.metrics import MetricsFiles
from boardai.learn.self_play.game_files import newest_files
from boardai.learn.settings import changes, merged, to_table

FORMAT = "boardai run 2"
_GAME_FILE = re.compile(r"(?P<iteration>\d{6,})\.games|(?P<unfinished>\.\d{6,}\.games\.tmp)")
_CHECKPOINT = re.compile(r"(?P<iteration>\d{6,})|(?P<unfinished>\.\d{6,}\.tmp)")


class RunFolder:
    """A run folder, locked against a second process from `begin` on; use it as a context manager.

    Nothing is written before `begin`, so whoever refuses a run until then leaves the disk as it was.
    """

    def __init__(self, path: Path, description: dict[str, Any], config: RunConfig, *, begun: bool):
        self.path, self.description, self.config, self._begun = path, description, config, begun
        # Nobody else may change what is read from here on; what is not there yet is made by `begin`.
        self._lock = take_lock(path) if begun and (path / LOCK).exists() else None
        self.metrics = MetricsFiles(path)

    @property
    def checkpoint_folder(self) -> Path:
        """Where checkpoints lie."""
        return self.path / "checkpoints"

    @property
    def game(self) -> str:
        """The specification that loads the run's game again."""
        return str(self.description["game"])

    @property
    def learner(self) -> str:
        """Name of the run's learner."""
        return str(self.description["learner"])

    @staticmethod
    def create(
        path: Path, game: str, config: RunConfig, device: str, learner: str = "alphazero", loss: str = ""
    ) -> "RunFolder":
        """A new folder, which `begin` makes.

        Args:
            path: which must not exist, or be empty but for what a run has left that was killed as it began.
            game: the specification that loads the game from any folder.
            config: settings of the learner.
            device: recorded.
            learner: its name.
            loss: name of a loss of one's own; "": the usual one.

        Raises:
            ValueError: something is there already.
        """
        check_new(path)
        description = {"format": FORMAT, "game": game, "learner": learner, "starts": [_start(device)]}
        if loss:
            description["loss"] = loss
        return RunFolder(path, description, config, begun=False)

    @staticmethod
    def resume(
        path: Path, device: str, config: RunConfig | None = None, trust: Trust | bool = NOTHING, loss: str = ""
    ) -> "RunFolder":
        """Opens a run to go on with it; `begin` records that.

        Args:
            path: the folder.
            device: recorded.
            config: new settings; what they change is recorded. None keeps the run's.
            trust: whether code and programs that the folder names may run (`boardai.basics.trust`).
            loss: name of a loss of one's own; it must be the run's.

        Raises:
            ValueError: not a run, damaged, a setting that a run cannot change, another process works on it, or it
                names code or programs that nobody else has named.
        """
        description, old = read_run(path)
        Trust.of(trust).require(code_in_run(description["game"], config or old), str(path / "run.json"))
        if loss != (wanted := description.get("loss", "")):
            raise ValueError(
                f"{path} minimises {wanted or 'the usual loss'}, not {loss or 'the usual loss'}: go on in Python, "
                "boardai.learn.resume(folder, loss=...)"
                if wanted
                else f"{path} minimises the usual loss, not {loss}: begin a new run"
            )
        start = _start(device)
        if config is not None:
            start["changes"] = allowed_changes(old, config)
        description["starts"].append(start)
        return RunFolder(path, description, config or old, begun=True)

    def begin(self) -> "RunFolder":
        """The run is accepted: locks the folder, writes run.json and makes the folders for the rest.

        Raises:
            ValueError: another process works there, or, for a new run, something is there by now.
        """
        if not self._begun:
            check_new(self.path)
            self.path.mkdir(parents=True, exist_ok=True)
        if self._lock is None:
            self._lock = take_lock(self.path)
        tell_owner(self._lock)
        self._begun = True
        write_json(self.path / "run.json", {**self.description, "config": to_table(self.config)})
        for name in ("games", "checkpoints"):
            (self.path / name).mkdir(exist_ok=True)
        return self

    def is_new(self) -> bool:
        """Whether nothing was ever completed here, not even the initial checkpoint."""
        folder = self.path / "games"
        games = folder.is_dir() and any(folder.iterdir())
        return not (checkpoints(self.checkpoint_folder) or games or (self.path / "metrics.jsonl").exists())

    def prune_checkpoints(self, needed: Collection[int] = ()) -> None:
        """Removes checkpoints that need not be kept.

        Args:
            needed: iterations whose checkpoints are kept besides.
        """
        existing = checkpoints(self.checkpoint_folder)
        newest = existing[-self.config.keep_checkpoints :]
        for iteration in existing:
            if iteration not in (*newest, *needed) and iteration % self.config.keep_every != 0:
                # The manifest goes first: half a directory must not look whole.
                path = checkpoint_path(self.checkpoint_folder, iteration)
                (path / "MANIFEST.json").unlink(missing_ok=True)
                shutil.rmtree(path)

    def prune_games(self, positions: int) -> None:
        """Removes game files that a buffer of so many positions does not need after any of the newest checkpoints.

        Raises:
            ValueError: a game file that is needed is damaged.
        """
        resumable = checkpoints(self.checkpoint_folder)[-self.config.keep_checkpoints :]
        needed = newest_files(self.games_path, resumable[0], positions)
        first = needed[0][0] if needed else resumable[0] + 1
        for path in (self.path / "games").glob("*.games"):
            if path.stem.isdecimal() and int(path.stem) < first:
                path.unlink()

    def games_path(self, iteration: int) -> Path:
        """The game file of an iteration (1 is the first)."""
        return self.path / "games" / f"{iteration:06d}.games"

    def trim(self, iteration: int) -> None:
        """Removes traces of iterations after a checkpoint: they are done again."""
        self.metrics.trim(iteration)
        # What somebody else has put there stays.
        for stale in (self.path / "games").iterdir():
            found = _GAME_FILE.fullmatch(stale.name)
            if found is not None and (found["unfinished"] or int(found["iteration"]) > iteration):
                stale.unlink()
        for stale in self.checkpoint_folder.iterdir():
            found = _CHECKPOINT.fullmatch(stale.name)
            if found is not None and (found["unfinished"] or int(found["iteration"]) > iteration):
                shutil.rmtree(stale)
        sync_directory(self.path)

    def close(self) -> None:
        """Releases the lock."""
        if self._lock is not None:
            os.close(self._lock)

    def __enter__(self) -> "RunFolder":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def allowed_changes(old: RunConfig, new: RunConfig) -> dict[str, tuple[Any, Any]]:
    """What differs between a run's settings and those it shall go on with: name to (old, new).

    Raises:
        ValueError: a setting that a run cannot change once it has begun.
    """
    found = changes(old, new)
    for name, (before, after) in found.items():
        if any(name == fixed or name.startswith(f"{fixed}.") for fixed in new.fixed):
            raise ValueError(
                f"{name} cannot change in a run that has begun (it is {quoted(before)}, asked for {quoted(after)}): "
                "begin a new run"
            )
    return found


def read_run(path: Path) -> tuple[dict[str, Any], Any]:
    """The description and settings of a run; the settings are of its learner's class.

    Raises:
        ValueError: not a run folder, or its run.json is damaged.
    """
    file = path / "run.json"
    if not is_file(file):
        raise ValueError(f"{shortened(str(path), LONGEST_PATH)} is not a run folder: there is no run.json in it")
    description = read_json(file)
    if not isinstance(description, dict) or description.get("format") != FORMAT:
        raise ValueError(f"{file}: expected format {FORMAT!r}")
    for key, kind in (("game", str), ("starts", list), ("config", dict)):
        if not isinstance(description.get(key), kind):
            raise ValueError(f"{file}: {key}: missing, or not what it should be")
    config_class = learner_entry(str(description.get("learner"))).config
    config = merged(config_class(), description.pop("config"), str(file))
    return description, config


def network_of(folder: Path, config: Any, trust: Trust | bool) -> NetworkConfig:
    """The network of a run's settings, which may be made.

    Raises:
        ValueError: the run has none, or one whose code nobody but the folder has named.
    """
    if not hasattr(config, "network"):
        raise ValueError(f"{folder} has no network: it is a run that learns an evaluation")
    network: NetworkConfig = config.network
    Trust.of(trust).require(
        code_in_architecture(str(network.architecture)), f"{folder / 'run.json'}: network.architecture"
    )
    return network


def newest_checkpoint(path: Path) -> tuple[int, list[str]]:
    """The newest whole checkpoint of a run, and what was wrong with those skipped.

    Raises:
        ValueError: there is none.
    """
    folder = path / "checkpoints"
    faults: list[str] = []
    for iteration in reversed(checkpoints(folder)):
        fault = checkpoint_fault(checkpoint_path(folder, iteration))
        if fault is None:
            return iteration, faults
        faults.append(fault)
    raise ValueError("\n".join([f"{path}: no usable checkpoint", *faults]))


def check_new(path: Path) -> None:
    """Makes sure that a new run can be kept there, without making anything.

    Raises:
        ValueError: something is there already, or no folder can be made.
    """
    if path.exists() and not _is_unbegun(path):
        hint = "resume it with --resume or " if (path / "run.json").exists() else ""
        raise ValueError(f"{path} exists already; {hint}name another folder with --run")
    there = path.absolute()
    while not there.exists():
        there = there.parent
    if not there.is_dir():
        raise ValueError(f"{path} cannot be made: {there} is no folder; name another one with --run")
    if not os.access(there, os.W_OK | os.X_OK):
        raise ValueError(f"{path} cannot be made: no permission to write in {there}; name another one with --run")


def _is_unbegun(path: Path) -> bool:
    """Whether nothing is in a folder but what a run that was killed at its very beginning has left."""
    return path.is_dir() and {entry.name for entry in path.iterdir()} <= {LOCK, ".run.json.tmp"}


def default_folder(game_name: str) -> Path:
    """runs/<game>-<local time>, which does not exist yet."""
    base = Path("runs") / f"{game_name}-{time.strftime('%Y%m%d-%H%M%S')}"
    path, number = base, 2
    while path.exists():
        path, number = base.with_name(f"{base.name}-{number}"), number + 1
    return path


def _start(device: str) -> dict[str, Any]:
    names = ("boardai", "jax", "jaxlib", "flax", "optax", "numpy", "cppyy")
    versions = {"python": platform.python_version()}
    for name in names:
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            versions[name] = "not installed"
    return {
        "started": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
        "command": [Path(sys.argv[0]).name, *sys.argv[1:]],
        "device": device,
        "machine": platform.machine(),
        "versions": versions,
    }
