"""Checks a run's folder: its damaged files, and how the run continues without them.

    1. Every name is what it should be: a file, or a folder.
    2. The newest intact checkpoint, from which the run would continue, and those that it will need again.
    3. checksums.jsonl, verified by the checkpoint; with it the lines of metrics and the game files.
    4. report.json; and, if everything is to be checked, files that are not needed to continue.

Names are those that `--leave-out` accepts. Files that are left out are moved to `left-out/` in the run's folder.
run.json records them, so that their absence does not count as damage: a game file's games are not learned from, an
iteration's line of metrics is known to be lost.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import time
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from boardai.basics.checksums import copy_of, digest_of, file_digest, read_sealed
from boardai.basics.files import LOCK, parse_json, read_json, whole_lines
from boardai.basics.left_out import EVERYTHING, Fault, damage_text, leave_out_words, moved_text, set_aside
from boardai.learn.evaluation.config import snapshots_needed
from boardai.learn.runs.checkpoint import checkpoint_fault, checkpoint_path, checkpoints
from boardai.learn.runs.config import code_in_run
from boardai.learn.runs.kept_games import ENDING, FINAL, kept_games_fault
from boardai.learn.runs.kept_games import FOLDER as ARENA
from boardai.learn.runs.metrics import LEDGER, Entry, Ledger
from boardai.learn.self_play.game_files import game_iterations, games_path, read_contents, read_game_file
from boardai.search.evaluations.naming import RUN_FILE, load_evaluation

DESCRIPTION, METRICS, TABLE, REPORT = "run.json", "metrics.jsonl", "metrics.csv", "report.json"
COPY = copy_of(Path(DESCRIPTION)).name
TEACHER = "teacher.npz"
GAMES, CHECKPOINTS = "games", "checkpoints"
_FILES = {
    METRICS: "the metrics so far are lost",
    TABLE: "nothing is lost, it is rebuilt from metrics.jsonl",
    REPORT: "the final matches are played again",
    LEDGER: "other damage can no longer be detected; the checksums are rebuilt from the existing files",
    LOCK: "nothing is lost",
    RUN_FILE: "nothing is lost, it is rebuilt from the checkpoint",
    TEACHER: "the teacher's weights, until they are fitted again",
}
_ARENA_LOSS = "no training data, only the games of matches"
_FOLDERS = {GAMES: "all games", CHECKPOINTS: "all trained weights", ARENA: _ARENA_LOSS}
_OF_ANOTHER = "of another run"
_CHECKPOINT = re.compile(r"checkpoints/(\d{6,})")
_GAME_FILE = re.compile(r"games/(\d{6,})\.games")
_ARENA_FILE = re.compile(rf"{ARENA}/(\d{{6,}}|{FINAL}){re.escape(ENDING)}")
_SCORED_GAMES = re.compile(r"data/\d{2,}(/\d{6,}\.sgames)?")  # checked where they are read


def identity(description: dict[str, Any]) -> str:
    """A text that identifies a run: its game, its learner and its start."""
    first = description["starts"][0] if description["starts"] else None
    return digest_of({"game": description["game"], "learner": description["learner"], "begun": first})


def game_file_name(iteration: int) -> str:
    """The name of a game file for `--leave-out`."""
    return str(games_path(Path(), iteration))


def checkpoint_name(iteration: int) -> str:
    """The name of a checkpoint for `--leave-out`."""
    return f"{CHECKPOINTS}/{iteration:06d}"


def may_be_left_out(name: str) -> bool:
    """Whether a run can continue without the file of this name."""
    known = name in (DESCRIPTION, COPY, *_FILES, *_FOLDERS)
    return known or any(pattern.fullmatch(name) for pattern in (_CHECKPOINT, _GAME_FILE, _ARENA_FILE, _SCORED_GAMES))


@dataclass
class Examination:
    """The result of a check.

    Attributes:
        faults: damage that prevents continuing; if everything was checked, all damage.
        skipped: damaged checkpoints newer than the one to continue from, as texts.
        notes: files without a checksum, and the reasons.
        iteration: iteration of the checkpoint to continue from; None: there is no intact one.
        lines: intact lines of metrics, up to that iteration.
        lost: iterations whose line of metrics is damaged.
    """

    faults: list[Fault] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    iteration: int | None = None
    lines: list[bytes] = field(default_factory=list)
    lost: list[int] = field(default_factory=list)


class Examiner:
    """Checks a run's folder.

    Args:
        path: the folder.
        description: contents of run.json, without the settings.
        config: the settings.
        left_out: names that are not checked, because they will be moved aside.
        until: the newest checkpoint to continue from; None: no bound.
        everything: checks all files, not only those needed to continue.
    """

    def __init__(
        self,
        path: Path,
        description: dict[str, Any],
        config: Any,
        left_out: Collection[str] = (),
        until: int | None = None,
        everything: bool = False,
    ) -> None:
        self._path, self._description, self._config = path, description, config
        self._left_out, self._until, self._everything = left_out, until, everything
        self._gone = {str(one["name"]): one for one in description.get("left_out", ())}
        self._found = Examination()
        self._checks: dict[str, Any] | None = None
        self._entries: dict[int, Entry] = {}
        self._others: set[str] = set()  # identities of other runs that checkpoints belong to

    def examine(self) -> Examination:
        """Examines the folder for damaged files."""
        self._kinds()
        self._checkpoint()
        self._ledger()
        self._metrics()
        self._games()
        self._other_files()
        self._arena()
        return self._found

    def _fault(self, name: str, reason: object, loss: str) -> None:
        text = str(reason).removeprefix(f"{self._path / name}: ")
        self._found.faults.append(Fault(name, text, loss))

    def _faulty(self, name: str) -> bool:
        return any(fault.name == name for fault in self._found.faults)

    def _kinds(self) -> None:
        for name, loss in (*_FILES.items(), *_FOLDERS.items()):
            path = self._path / name
            right = path.is_dir() if name in _FOLDERS else path.is_file()
            if name not in self._left_out and os.path.lexists(path) and not right:
                link = path.is_symlink() and not path.exists()
                self._fault(name, "a link to nothing" if link else f"no {_kind(name)}", loss)
        # Other files by number: the games of other iterations, and all checkpoints.
        for folder, ending in ((GAMES, ".games"), (CHECKPOINTS, "")):
            for path in _entries_of(self._path / folder):
                number = path.name.removesuffix(ending)
                name = f"{folder}/{path.name}"
                named = path.name.endswith(ending) and number.isdecimal() and len(number) >= 6
                if named and name not in self._left_out and not (path.is_file() if ending else path.is_dir()):
                    self._fault(name, f"no {'file' if ending else 'folder'}", self._loss_of(name))

    def _checkpoint(self) -> None:
        """2. The checkpoint that the run would continue from."""
        found = self._found
        for iteration in reversed(checkpoints(self._path / CHECKPOINTS)):
            later = self._until is not None and iteration > self._until
            if checkpoint_name(iteration) in self._left_out or (later and not self._everything):
                continue
            fault = self._checkpoint_fault(iteration)
            if fault is None:
                if found.iteration is None and not later:
                    found.iteration = iteration
                if not self._everything:
                    break
            elif self._everything:
                self._fault(checkpoint_name(iteration), fault, self._loss_of(checkpoint_name(iteration)))
            else:
                found.skipped.append(fault)
        if found.iteration is None:
            if self._others and self._of_copy():
                loss = f"nothing is lost, {COPY} takes its place"
                found.faults = [one for one in found.faults if not one.reason.endswith(_OF_ANOTHER)]
                self._fault(DESCRIPTION, f"{_OF_ANOTHER} than the checkpoints", loss)
            elif self._until != 0:
                reason = "; ".join(["no usable checkpoint", *found.skipped])
                self._fault(
                    CHECKPOINTS, reason, "all that was learned: the run starts from scratch, with the same settings"
                )
            return
        state = read_json(checkpoint_path(self._path / CHECKPOINTS, found.iteration) / "state.json")
        self._checks = state.get("checks")
        if self._checks is None:
            found.notes.append(
                f"up to iteration {found.iteration} an earlier version of boardai wrote this run: its metrics have no "
                "checksums"
            )
        for iteration in sorted(self._asked_for_again(state, found.iteration)):
            name, path = checkpoint_name(iteration), checkpoint_path(self._path / CHECKPOINTS, iteration)
            if name in self._left_out or name in self._gone or self._faulty(name):
                continue
            fault = self._checkpoint_fault(iteration) if path.exists() else f"{path}: missing"
            if fault is not None:
                self._fault(name, fault, self._loss_of(name))

    def _asked_for_again(self, state: dict[str, Any], newest: int) -> set[int]:
        asked = {0, int(state["method"].get("best", 0) or 0)}
        for iteration in snapshots_needed(self._config.arena, newest):
            if checkpoint_path(self._path / CHECKPOINTS, iteration).exists():
                asked.add(iteration)
        return asked

    def _checkpoint_fault(self, iteration: int) -> str | None:
        path = checkpoint_path(self._path / CHECKPOINTS, iteration)
        fault = checkpoint_fault(path)
        if fault is None:
            of = read_json(path / "state.json").get("checks", {}).get("of")
            if of is not None and of != identity(self._description):
                fault = f"{path}: {_OF_ANOTHER}"
                self._others.add(of)
        return fault

    def _of_copy(self) -> bool:
        """Whether checkpoints that seem to be another run's belong to the run of run.json's second copy."""
        try:
            return identity(read_sealed(self._path / COPY)[0]) in self._others
        except (ValueError, OSError, KeyError, TypeError):
            return False

    def _loss_of(self, name: str) -> str:
        if game := _GAME_FILE.fullmatch(name):
            return f"training no longer uses the games of iteration {int(game[1])}"
        if name == checkpoint_name(0):
            return "nothing is lost, it is rebuilt from the seed"
        return "the run cannot continue from there, and no match can be played with its weights"

    def _ledger(self) -> None:
        """3. The checksums, verified by the checkpoint."""
        ledger, newest = Ledger(self._path), self._found.iteration
        if LEDGER in self._left_out or self._faulty(LEDGER):
            return
        loss = _FILES[LEDGER]
        vouched = self._checks is not None and newest is not None and newest > self._unvouched_until()
        if not ledger.there:
            if vouched and newest:
                self._fault(LEDGER, "missing", loss)
            return
        try:
            entries = ledger.read()
            if vouched and newest is not None and self._checks is not None:
                if newest > len(entries):
                    raise ValueError(f"ends at iteration {len(entries)} of {newest}")
                if ledger.digest(newest) != self._checks["ledger"]:
                    raise ValueError(f"does not match the SHA-256 in checkpoint {newest}")
        except (ValueError, OSError) as error:
            self._fault(LEDGER, error, loss)
        else:
            self._entries = entries

    def _unvouched_until(self) -> int:
        return int(self._gone.get(LEDGER, {}).get("iteration", -1))

    def _metrics(self) -> None:
        found, path = self._found, self._path / METRICS
        last = found.iteration or 0
        if self._faulty(METRICS):
            return
        whole: dict[int, bytes] = {}
        reasons: list[str] = []
        for number, line in enumerate(whole_lines(path), start=1):
            try:
                iteration = int(parse_json(line, "", nan_is_null=True)["iteration"])
            except (ValueError, TypeError, KeyError):
                reasons.append(f"line {number} is not a line of metrics")
                continue
            entry = self._entries.get(iteration)
            if entry is not None and entry.metrics != hashlib.sha256(line).hexdigest():
                reasons.append(f"line {number}, of iteration {iteration}, does not match its SHA-256")
            elif iteration in whole or iteration < max(whole, default=0):
                reasons.append(f"line {number}, of iteration {iteration}, is out of order")
            else:
                whole[iteration] = line
        known_lost = set(self._gone.get(METRICS, {}).get("iterations", ()))
        found.lines = [line for iteration, line in whole.items() if iteration <= last]
        found.lost = [iteration for iteration in range(1, last + 1) if iteration not in whole]
        new = [iteration for iteration in found.lost if iteration not in known_lost]
        if new and not reasons:
            reasons.append(f"iteration{'s' * (len(new) > 1)} {_ranges(new)} {'are' if len(new) > 1 else 'is'} missing")
        if reasons and METRICS not in self._left_out:
            loss = f"the metrics of iteration{'s' * (len(new) > 1)} {_ranges(new)}" if new else "nothing is lost"
            self._fault(METRICS, "; ".join(reasons[:4]), loss)

    def _games(self) -> None:
        found = self._found
        if not hasattr(self._config, "replay") or self._faulty(GAMES):
            return
        in_window = set()
        left = dict.fromkeys(self._config.boards_played, self._config.replay.capacity)
        iteration = found.iteration or 0
        there = game_iterations(self._path)
        damaged = False
        while iteration > 0 and any(positions > 0 for positions in left.values()):
            name, path = game_file_name(iteration), self._path / game_file_name(iteration)
            in_window.add(iteration)
            iteration -= 1
            if name in self._left_out or (name in self._gone and not path.exists()):
                damaged = True
                continue
            if damaged and not path.exists() and (not there or iteration < there[0]):
                break  # such old games are only needed because newer ones are left out
            fault = "missing, and its games are still in the replay buffer"
            if path.exists():
                fault = self._game_file_fault(iteration + 1)
            if fault and not self._faulty(name):
                self._fault(name, fault, self._loss_of(name))
            if fault:
                damaged = True
            else:
                for board in left:
                    left[board] -= read_contents(path, board).positions
        if self._everything:
            for number in there:
                name = game_file_name(number)
                if number in in_window or number > (found.iteration or 0) or self._faulty(name):
                    continue
                if fault := self._game_file_fault(number):
                    self._fault(name, fault, "nothing that is still learned from")

    def _arena(self) -> None:
        """Games of matches, which are not needed to continue."""
        for path in _entries_of(self._path / ARENA) if self._everything and not self._faulty(ARENA) else ():
            name = f"{ARENA}/{path.name}"
            if _ARENA_FILE.fullmatch(name) and name not in self._left_out and (fault := kept_games_fault(path)):
                self._fault(name, fault, _ARENA_LOSS)

    def _game_file_fault(self, iteration: int) -> str:
        path, entry = self._path / game_file_name(iteration), self._entries.get(iteration)
        try:
            for board in self._config.boards_played:
                read_contents(path, board)
            read_game_file(path)
            if entry is not None and entry.games != file_digest(path):
                return f"does not match its SHA-256 in {LEDGER}"
        except (ValueError, OSError) as error:
            return str(error)
        return ""

    def _other_files(self) -> None:
        """4. Files that are not needed to continue."""
        readers: list[tuple[str, Any]] = [(REPORT, read_sealed)]
        if self._everything:
            readers += [(RUN_FILE, load_evaluation), (TEACHER, load_evaluation)]
            readers += [(COPY, read_sealed)] if DESCRIPTION not in self._left_out else []
        for name, read in readers:
            path = self._path / name
            if name in self._left_out or self._faulty(name) or not os.path.lexists(path):
                continue
            try:
                read(path)
            except (ValueError, OSError) as error:
                self._fault(name, error, _FILES.get(name, "nothing is lost, it is rebuilt from run.json"))


def _kind(name: str) -> str:
    return "folder" if name in _FOLDERS else "file"


def _entries_of(folder: Path) -> Iterator[Path]:
    if folder.is_dir():
        yield from sorted(folder.iterdir())


def _ranges(numbers: list[int]) -> str:
    """Ranges as text: `3, 5 to 8`."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][-1] == number - 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(str(part[0]) if len(part) == 1 else f"{part[0]} to {part[-1]}" for part in parts)


def resume_command(
    path: Path, game: str, config: Any, names: Collection[str] = (), start_from: int | None = None, loss: str = ""
) -> str:
    """The command that continues a run.

    Args:
        path: the folder.
        game: spec of the run's game.
        config: settings of the run.
        names: names of files to leave out.
        start_from: iteration of the checkpoint; None: the newest.
        loss: name of a user's loss: such a run must be continued in Python.
    """
    if loss:
        options = f", leave_out={sorted(names)}" if names else ""
        options += "" if start_from is None else f", start_from={start_from}"
        return f"boardai.learn.resume({str(path)!r}, loss=...{options})"
    words = [shlex.join(["python", "-m", "boardai.train", "--resume", str(path)])]
    if start_from is not None:
        words.append(f"--from {start_from}")
    if names:
        words.append(leave_out_words(names))
    if code_in_run(game, config):
        words.append("--trust")
    return " ".join(words)


def command_without(path: Path, description: dict[str, Any], config: Any, faults: Iterable[Fault]) -> str:
    """The command that continues with the least loss of data."""
    names = {fault.name for fault in faults}
    # Without any checkpoint the run must start again from iteration 0, which the seed reproduces.
    beginning = CHECKPOINTS in names
    if beginning and (path / CHECKPOINTS).is_dir():
        names = {name for name in names if not name.startswith(CHECKPOINTS)}
    start_from = 0 if beginning else None
    return resume_command(path, description["game"], config, names, start_from, description.get("loss", ""))


def names_to_leave_out(
    path: Path, description: dict[str, Any], config: Any, named: Iterable[str], start_from: int | None
) -> set[str]:
    """Names in the form of `Fault`; `damaged` is expanded to all damaged files.

    Raises:
        ValueError: a file that the run needs, or a name that does not exist.
    """
    found: set[str] = set()
    for name in named:
        plain = str(PurePosixPath(name))
        if plain == EVERYTHING:
            examined = Examiner(path, description, config, found, start_from, everything=True).examine()
            found |= {fault.name for fault in examined.faults if may_be_left_out(fault.name)}
            if start_from is None or (path / CHECKPOINTS).is_dir():
                found.discard(CHECKPOINTS)
        elif may_be_left_out(plain):
            found.add(plain)
        else:
            raise ValueError(
                f"--leave-out {name}: not a file that can be left out, such as games/000012.games, "
                f"checkpoints/000040, metrics.jsonl; or {EVERYTHING}, for all damaged ones"
            )
    return found


def check_start(path: Path, start_from: int | None) -> None:
    """Rejects a checkpoint that is missing or damaged; number 0 can be made again.

    Raises:
        ValueError: naming the intact ones.
    """
    if not start_from:
        return
    folder = path / CHECKPOINTS
    whole = [one for one in checkpoints(folder) if checkpoint_fault(checkpoint_path(folder, one)) is None]
    if start_from not in whole:
        raise ValueError(
            f"--from {start_from}: not an undamaged checkpoint; there are {', '.join(map(str, [0, *whole]))}"
        )


def require_whole(
    path: Path, description: dict[str, Any], config: Any, names: Collection[str], start_from: int | None
) -> Examination:
    """The state to continue from.

    Raises:
        ValueError: something is damaged; the message names it, and the command that continues without it.
    """
    examined = Examiner(path, description, config, names, start_from).examine()
    if examined.faults:
        # The command repeats the names that were given, so that it is complete.
        faults = examined.faults
        wanted = [*faults, *(Fault(name, "", "") for name in names)]
        command = command_without(path, description, config, wanted)
        if start_from is not None and "--from" not in command:
            command = resume_command(
                path, description["game"], config, {one.name for one in wanted}, start_from, description.get("loss", "")
            )
        raise ValueError(damage_text(path, faults, command))
    return examined


def record(description: dict[str, Any], names: Collection[str], examined: Examination) -> None:
    """Records in a run's description what it continues without."""
    if not names:
        return
    before = {str(one["name"]): one for one in description.get("left_out", ())}
    for name in sorted(names):
        note: dict[str, Any] = {"name": name, "when": time.strftime("%Y-%m-%dT%H:%M:%S%z")}
        if name == METRICS:
            note["iterations"] = sorted({*before.get(name, {}).get("iterations", ()), *examined.lost})
        if name == LEDGER:
            note["iteration"] = examined.iteration or 0
        before[name] = note
    description["left_out"] = list(before.values())


def move_aside(path: Path, names: Collection[str]) -> list[str]:
    """Moves the files to leave out into `left-out/`; returns lines for the user.

    Files that are rewritten are only copied (run.json, metrics.jsonl).
    """
    messages = []
    for name in sorted(names):
        place = set_aside(path, name, copy=name in (DESCRIPTION, COPY, METRICS))
        messages.append(moved_text(name, place))
    return messages
