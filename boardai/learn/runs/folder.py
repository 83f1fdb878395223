"""The folder of a run, which stays usable even if the process is killed at any moment.

    run.json        game, merged settings, seed, versions, device, every command that worked on the run; run.copy.json
                    is its second copy
    metrics.jsonl   one line per iteration
    checksums.jsonl SHA-256 of these lines and of the game files (metrics.py)
    metrics.csv     the metrics as a table
    report.json     the final matches
    figures/        the overview, drawn at the end; `python -m boardai.plot` draws all pictures
    games/          000012.games: the self-play games of one iteration
    arena/          000012.jsonl.gz: the games of its matches (kept_games.py)
    checkpoints/    000012/: everything needed to continue from there
    left-out/       damaged files that the run continues without (damage.py)
    watched         touched by a page that shows the run; open.games: the games in progress for it (watched_games.py)
    lock            held by the training process

The checkpoint is written last in an iteration: everything after the newest intact checkpoint is done again.
"""

import importlib.metadata
import os
import platform
import re
import shutil
import sys
import time
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from boardai.basics.checksums import copy_of, read_sealed, write_sealed
from boardai.basics.files import LOCK, is_file, sync_directory, take_lock, write_atomically, write_owner
from boardai.basics.left_out import EVERYTHING, Fault, damage_text, fault_reason, set_aside
from boardai.basics.quoting import LONGEST_PATH, quoted, shortened
from boardai.basics.trust import require
from boardai.learn.network.config import NetworkConfig, code_in_architecture
from boardai.learn.runs.checkpoint import checkpoint_fault, checkpoint_path, checkpoints, is_kept
from boardai.learn.runs.config import RunConfig, code_in_run
from boardai.learn.runs.damage import (
    DESCRIPTION,
    METRICS,
    Examination,
    Examiner,
    check_start,
    checkpoint_name,
    command_without,
    game_file_name,
    identity,
    move_aside,
    names_to_leave_out,
    record,
    require_whole,
)
from boardai.learn.runs.kept_games import ENDING
from boardai.learn.runs.kept_games import FOLDER as ARENA
from boardai.learn.runs.metrics import Ledger, MetricsFiles, entry_of
from boardai.learn.runs.registry import learner_entry
from boardai.learn.self_play.game_files import game_iterations, games_path, newest_files
from boardai.learn.settings import changes, merged, to_table
from boardai.learn.training.given import KINDS

FORMAT = "boardai run 3"
NOTHING: Mapping[str, str] = {}
_BEFORE = "boardai run 2"  # the earlier format, whose run.json had no checksum
_GAME_FILE = re.compile(r"(?P<iteration>\d{6,})\.games|(?P<unfinished>\.\d{6,}\.games\.tmp)")
_ARENA_FILE = re.compile(rf"(?P<iteration>\d{{6,}}){re.escape(ENDING)}")
_CHECKPOINT = re.compile(r"(?P<iteration>\d{6,})|(?P<unfinished>\.\d{6,}\.tmp)")


class RunFolder:
    """A run folder, locked against a second process from `begin` on; use it as a context manager.

    Nothing is written before `begin`, so a run that is rejected until then leaves the disk unchanged.
    """

    def __init__(self, path: Path, description: dict[str, Any], config: RunConfig, *, begun: bool):
        self.path, self.description, self.config, self._begun = path, description, config, begun
        # From here on no other process may change the files that are read; `begin` creates a missing lock.
        self._lock = take_lock(path) if begun and (path / LOCK).is_file() else None
        self.metrics, self.ledger = MetricsFiles(path), Ledger(path)
        self._leave_out: set[str] = set()
        self._start_from: int | None = None
        self._examined = Examination()
        self._as_new = False

    @property
    def checkpoint_folder(self) -> Path:
        """The folder of checkpoints."""
        return self.path / "checkpoints"

    @property
    def game(self) -> str:
        """The spec that loads the run's game."""
        return str(self.description["game"])

    @property
    def learner(self) -> str:
        """Name of the run's learner."""
        return str(self.description["learner"])

    @property
    def given(self) -> dict[str, str]:
        """Names of the Python objects that the user passes to the learner."""
        return {kind: str(self.description[kind]) for kind in KINDS if kind in self.description}

    @staticmethod
    def create(
        path: Path,
        game: str,
        config: RunConfig,
        device: str,
        learner: str = "alphazero",
        given: Mapping[str, str] = NOTHING,
    ) -> "RunFolder":
        """A new folder, which `begin` creates.

        Args:
            path: path that does not exist, or that holds only remains of a run that was killed at its start.
            game: spec that loads the game from any folder.
            config: settings of the learner.
            device: device, for the record.
            learner: name of the learner.
            given: names of the Python objects that the user passes to the learner (`boardai.learn.training.given`).

        Raises:
            ValueError: the path already exists.
        """
        check_new(path)
        description = {"format": FORMAT, "game": game, "learner": learner, "starts": [_start(device)], **given}
        return RunFolder(path, description, config, begun=False)

    @staticmethod
    def resume(
        path: Path,
        device: str,
        config: RunConfig | None = None,
        given: Mapping[str, str] = NOTHING,
        leave_out: Iterable[str] = (),
        start_from: int | None = None,
    ) -> "RunFolder":
        """Opens a run to continue it; `begin` records that, and moves aside the files to leave out.

        Args:
            path: the folder.
            device: device, for the record.
            config: new settings, whose changes are recorded; None: the run's.
            given: as in `create`; they must be the run's.
            leave_out: damaged files to continue without, by their names in the folder; `damaged`: all damaged ones.
            start_from: the iteration whose checkpoint the run continues from; later files are moved aside. None: the
                newest intact one.

        Raises:
            ValueError: not a run, damaged (the message has the command that continues it), a setting that cannot be
                changed, another process uses the folder, or it names code or programs that the user has not named.
        """
        leave_out = list(leave_out)
        description, old = read_run(path, leave_out)
        require(code_in_run(description["game"], config or old), str(path / "run.json"))
        for kind in KINDS:
            now, wanted = given.get(kind), description.get(kind)
            if wanted and now != wanted:
                but = f", not with {now}" if now else ""
                again = f"boardai.learn.resume(folder, {kind}=...)"
                raise ValueError(f"{path} was trained with {kind}={wanted}{but}: continue in Python, {again}")
            if now and not wanted:
                raise ValueError(f"{path} was trained without {kind}={now}: begin a new run")
        start = _start(device)
        if config is not None:
            start["changes"] = allowed_changes(old, config)
        names = names_to_leave_out(path, description, config or old, leave_out, start_from)
        check_start(path, start_from)
        if start_from is not None:
            description["left_out"] = _still_known(description, start_from)
        folder = RunFolder(path, description, config or old, begun=True)
        try:
            folder._leave_out, folder._start_from = names, start_from
            if not folder.is_new():
                folder._examined = require_whole(path, description, config or old, names, start_from)
            record(description, names, folder._examined)
        except BaseException:
            folder.close()
            raise
        description["starts"].append(start)
        return folder

    def begin(self) -> "RunFolder":
        """Begins the run: locks the folder, writes run.json and creates the other folders.

        Raises:
            ValueError: another process uses the folder, or, for a new run, it now exists.
        """
        if not self._begun:
            check_new(self.path)
            self.path.mkdir(parents=True, exist_ok=True)
        self.notes = move_aside(self.path, {LOCK, "run.json"} & self._leave_out)
        if self._lock is None:
            self._lock = take_lock(self.path)
        write_owner(self._lock)
        self._begun = True
        table = {**self.description, "format": FORMAT, "config": to_table(self.config)}
        write_sealed(self.path / DESCRIPTION, table, twice=True)
        # After run.json, which records them: if killed in between, the damaged files can still be found.
        self.notes += move_aside(self.path, self._leave_out - {LOCK, "run.json"})
        for name in ("games", "checkpoints"):
            (self.path / name).mkdir(exist_ok=True)
        if METRICS in self._leave_out:
            write_atomically(self.path / METRICS, *(line + b"\n" for line in self._examined.lines))
        return self

    @property
    def goes_on_from(self) -> int | None:
        """The iteration of the checkpoint to continue from; None: no intact one, and the run starts from scratch."""
        return self._examined.iteration

    @property
    def skipped(self) -> list[str]:
        """The faults of newer checkpoints, and files without a checksum."""
        return [*(f"skipped a checkpoint: {fault}" for fault in self._examined.skipped), *self._examined.notes]

    @property
    def left_out(self) -> list[str]:
        """Names of the files that a resumed run continues without."""
        return sorted(self._leave_out)

    @property
    def lacks_first(self) -> bool:
        """Whether the initial checkpoint was left out, and has to be made again."""
        return checkpoint_name(0) in self._leave_out or (self._start_from == 0 and self.goes_on_from is None)

    def without_games(self, iteration: int) -> bool:
        """Whether an iteration's game file was left out, now or earlier."""
        name = game_file_name(iteration)
        if name in self._leave_out:
            return True
        known = any(one["name"] == name for one in self.description.get("left_out", ()))
        return known and not self.games_path(iteration).exists()

    def leaves_out(self, name: str) -> bool:
        """Whether the file of this name is left out now."""
        return name in self._leave_out

    def without_checkpoint(self, iteration: int) -> bool:
        """Whether an iteration's checkpoint was left out."""
        return checkpoint_name(iteration) in self._leave_out

    def treat_as_new(self, new: bool) -> None:
        """Makes `is_new` return True while the initial checkpoint is made again."""
        self._as_new = new

    def add(self, iteration: int, line: dict[str, Any]) -> None:
        """Writes an iteration's metrics, and the checksums of these and of its game file."""
        raw = self.metrics.append(line)
        self.ledger.append(iteration, entry_of(raw, self.games_path(iteration)))

    def checks(self, iteration: int) -> dict[str, Any]:
        """Data in a checkpoint that reveal altered files and those of another run."""
        return {"of": identity(self.description), "ledger": self.ledger.digest(iteration)}

    def is_new(self) -> bool:
        """Whether nothing was ever completed here, not even the initial checkpoint."""
        if self._as_new:
            return True
        folder = self.path / "games"
        games = folder.is_dir() and any(folder.iterdir())
        begun = games or os.path.lexists(self.path / METRICS) or os.path.lexists(self.ledger.path)
        return not (checkpoints(self.checkpoint_folder) or begun)

    def prune_checkpoints(self, needed: Collection[int] = ()) -> None:
        """Removes the checkpoints that the settings do not keep.

        Args:
            needed: additional iterations whose checkpoints are kept.
        """
        existing = checkpoints(self.checkpoint_folder)
        newest = existing[-self.config.keep_checkpoints :]
        every = self.config.keep_every
        for iteration in existing:
            stays = iteration % every == 0
            if stays and self.config.thin_checkpoints:
                stays = is_kept(iteration // every, existing[-1] // every)
            if iteration not in (*newest, *needed) and not stays:
                # The manifest is removed first, so that a half-deleted directory cannot look intact.
                path = checkpoint_path(self.checkpoint_folder, iteration)
                (path / "MANIFEST.json").unlink(missing_ok=True)
                shutil.rmtree(path)

    def prune_games(self, positions: int) -> None:
        """Removes game files that no buffer of this many positions needs, for any of the newest checkpoints.

        Raises:
            ValueError: a game file that is needed is damaged.
        """
        resumable = checkpoints(self.checkpoint_folder)[-self.config.keep_checkpoints :]
        first = resumable[0] + 1
        for board in self.config.boards_played:
            needed = newest_files(self.games_path, resumable[0], positions, self.without_games, board)
            first = min(first, needed[0][0] if needed else first)
        for iteration in game_iterations(self.path):
            if iteration < first:
                self.games_path(iteration).unlink()

    def games_path(self, iteration: int) -> Path:
        """The game file of an iteration (1 is the first)."""
        return games_path(self.path, iteration)

    def trim(self, iteration: int) -> None:
        """Removes traces of iterations after a checkpoint, which will be done again.

        A damaged checkpoint is moved aside, as is everything if the user has asked for an earlier start.
        """
        earlier = self._start_from is not None
        if earlier:
            for name in (METRICS, "report.json"):
                set_aside(self.path, name, copy=name == METRICS)
        self.metrics.trim(iteration)
        # Other files in the folder are kept.
        for stale in (self.path / "games").iterdir():
            found = _GAME_FILE.fullmatch(stale.name)
            if found is not None and found["unfinished"]:
                stale.unlink()
            elif found is not None and int(found["iteration"]) > iteration:
                if earlier:
                    set_aside(self.path, f"games/{stale.name}")
                else:
                    stale.unlink()
        arena = self.path / ARENA
        for stale in arena.iterdir() if arena.is_dir() else ():
            found = _ARENA_FILE.fullmatch(stale.name)
            if found is not None and int(found["iteration"]) > iteration:
                if earlier:
                    set_aside(self.path, f"{ARENA}/{stale.name}")
                else:
                    stale.unlink()
        for stale in self.checkpoint_folder.iterdir():
            found = _CHECKPOINT.fullmatch(stale.name)
            if found is not None and found["unfinished"]:
                shutil.rmtree(stale)
            elif found is not None and int(found["iteration"]) > iteration:
                if earlier or checkpoint_fault(stale) is not None:
                    set_aside(self.path, f"checkpoints/{stale.name}")
                else:
                    shutil.rmtree(stale)
        self._complete_checksums(iteration)
        sync_directory(self.path)

    def _complete_checksums(self, iteration: int) -> None:
        """Completes the checksums up to an iteration: files of an earlier version get those of their present bytes."""
        before = self.ledger.read()
        lines = self.metrics.raw_lines() if any(one not in before for one in range(1, iteration + 1)) else {}
        self.ledger.rewrite(
            {
                one: before[one] if one in before else entry_of(lines.get(one), self.games_path(one))
                for one in range(1, iteration + 1)
            }
        )

    def close(self) -> None:
        """Releases the lock."""
        if self._lock is not None:
            os.close(self._lock)

    def __enter__(self) -> "RunFolder":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def allowed_changes(old: RunConfig, new: RunConfig) -> dict[str, tuple[Any, Any]]:
    """The differences between a run's settings and new ones: name to (old, new).

    Raises:
        ValueError: a setting that cannot be changed in a resumed run.
    """
    found = changes(old, new)
    for name, (before, after) in found.items():
        if any(name == fixed or name.startswith(f"{fixed}.") for fixed in new.fixed):
            raise ValueError(
                f"{name} cannot change in an existing run "
                f"(it is {quoted(before)}, requested: {quoted(after)}): begin a new run"
            )
    return found


def read_run(path: Path, leave_out: Collection[str] = ()) -> tuple[dict[str, Any], Any]:
    """The description and settings of a run; the settings are of its learner's class.

    Args:
        path: the folder.
        leave_out: names that the run continues without; if run.json is one of them, its second copy is read.

    Raises:
        ValueError: not a run folder, or its run.json is damaged; then the message has the command that continues.
    """
    file = path / DESCRIPTION
    copy = copy_of(file)
    if DESCRIPTION in leave_out or (EVERYTHING in leave_out and _fault_of_description(file)):
        if not is_file(copy):
            raise ValueError(f"{copy}: missing: there is no second copy to continue with")
        return _read_description(copy)
    if not os.path.lexists(file) and not os.path.lexists(copy):
        raise ValueError(f"{shortened(str(path), LONGEST_PATH)} is not a run folder: it has no run.json")
    fault = _fault_of_description(file)
    if fault is None:
        return _read_description(file)
    if _fault_of_description(copy) is not None:
        raise ValueError(f"{file}: {fault}")
    description, config = _read_description(copy)
    examined = Examiner(path, description, config, {DESCRIPTION}).examine()
    faults = [_of_description(fault, copy), *examined.faults]
    raise ValueError(damage_text(path, faults, command_without(path, description, config, faults)))


def _fault_of_description(file: Path) -> str | None:
    """Why a run.json, or its copy, cannot be used; None if it can."""
    if not os.path.lexists(file):
        return "missing"
    try:
        _read_description(file)
    except (ValueError, OSError) as error:
        return fault_reason(error, file)
    return None


def _of_description(reason: str, copy: Path) -> Fault:
    return Fault(DESCRIPTION, reason, f"nothing is lost, {copy.name} takes its place")


def _read_description(file: Path) -> tuple[dict[str, Any], Any]:
    description, has_checksum = read_sealed(file)
    if not isinstance(description, dict) or description.get("format") not in (FORMAT, _BEFORE):
        raise ValueError(f"{file}: expected format {FORMAT!r}")
    if description["format"] == FORMAT and not has_checksum:
        raise ValueError(f"{file}: its SHA-256 is missing: the file was altered")
    for key, kind in (("game", str), ("starts", list), ("config", dict)):
        if not isinstance(description.get(key), kind):
            raise ValueError(f"{file}: {key}: missing or malformed")
    config_class = learner_entry(str(description.get("learner"))).config
    given = description.pop("config")
    given.setdefault("thin_checkpoints", False)  # runs of earlier versions kept all checkpoints
    return description, merged(config_class(), given, str(file))


def _still_known(description: dict[str, Any], start_from: int) -> list[dict[str, Any]]:
    """The records of files left out earlier that still matter when the run continues from an earlier iteration."""
    known = []
    for one in description.get("left_out", ()):
        if "iteration" in one:
            one = {**one, "iteration": min(one["iteration"], start_from)}
        known.append(one)
    return known


def examine_run(path: Path) -> tuple[Examination, str | None]:
    """All damage in a run's folder, and the command that continues; None: there is none."""
    file, copy = path / DESCRIPTION, copy_of(path / DESCRIPTION)
    reason = _fault_of_description(file)
    if reason is not None and _fault_of_description(copy) is not None:
        return Examination([Fault(DESCRIPTION, f"{reason}; and there is no whole second copy")]), None
    description, config = _read_description(file if reason is None else copy)
    folder = RunFolder(path, description, config, begun=False)
    left_out = set() if reason is None else {DESCRIPTION}
    if folder.is_new():
        examined = Examination(iteration=0, notes=["no iteration was ever completed here: the run starts from scratch"])
    else:
        examined = Examiner(path, description, config, left_out, everything=True).examine()
    if reason is not None:
        examined.faults.insert(0, _of_description(reason, copy))
    if description["format"] == _BEFORE:
        examined.notes.append("an earlier version of boardai wrote run.json: it has no checksum")
    return examined, command_without(path, description, config, examined.faults)


def network_of(folder: Path, config: Any) -> NetworkConfig:
    """The network settings of a run, if creating the network is allowed.

    Raises:
        ValueError: the run has no network, or one whose code only the folder names.
    """
    if not hasattr(config, "network"):
        raise ValueError(f"{folder} has no network: the run learns an evaluation")
    network: NetworkConfig = config.network
    require(code_in_architecture(str(network.architecture)), f"{folder / 'run.json'}: network.architecture")
    return network


def newest_checkpoint(path: Path) -> tuple[int, list[str]]:
    """The newest intact checkpoint of a run, and the faults of those skipped.

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
    """Checks that a new run can be created at a path, without creating anything.

    Raises:
        ValueError: the path already exists, or the folder cannot be created.
    """
    if path.exists() and not _is_unbegun(path):
        hint = "resume it with --resume or " if (path / "run.json").exists() else ""
        raise ValueError(f"{path} already exists; {hint}name another folder with --run")
    there = path.absolute()
    while not there.exists():
        there = there.parent
    if not there.is_dir():
        raise ValueError(f"{path} cannot be made: {there} is not a folder; name another one with --run")
    if not os.access(there, os.W_OK | os.X_OK):
        raise ValueError(f"{path} cannot be made: no permission to write in {there}; name another one with --run")


def _is_unbegun(path: Path) -> bool:
    """Whether a folder is empty except for what a run leaves if it is killed at its very start."""
    return path.is_dir() and {entry.name for entry in path.iterdir()} <= {LOCK, ".run.json.tmp", ".run.copy.json.tmp"}


def default_folder(game_name: str) -> Path:
    """runs/<game>-<local time>, a path that does not exist yet."""
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
