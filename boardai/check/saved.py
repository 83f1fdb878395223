"""Checks saved files for damage: runs, matches, tournaments, studies, datasets, networks, records, databases.

`python -m boardai.check PATH` reports the kind, the damage, and the command that continues with the least loss.
The folder's contents, or the file's beginning, show which it is.
"""

from __future__ import annotations

import contextlib
import os
import shlex
from dataclasses import dataclass, field
from pathlib import Path

from boardai.arena.folder import played_game
from boardai.arena.wholeness import is_match, is_tournament, match_faults, tournament_faults
from boardai.basics.arrays import BAD_ARCHIVE, read_heads
from boardai.basics.checksums import SEAL, copy_of, read_sealed
from boardai.basics.databases import damages
from boardai.basics.files import is_file
from boardai.basics.left_out import Fault, damage_text, fault_reason, leave_out_words
from boardai.judging.judgements import judgement_faults
from boardai.records import load_record

_RUN = "run.json"
_GAMES_IN_CODE = (".py", ".hpp")  # paths that name games


@dataclass
class Wholeness:
    """The result for a path.

    >>> from boardai.check.saved import examine
    >>> found = examine("runs/hex")
    >>> found.kind, found.whole, found.command
    ('a run', True, 'python -m boardai.train --resume runs/hex')

    Attributes:
        path: the folder or file.
        kind: description of its kind.
        faults: its damage.
        notes: parts without checksums, and other remarks.
        command: command that continues with the least loss; None: there is none.
        parts: of a study, its runs.
    """

    path: Path
    kind: str
    faults: list[Fault] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    command: str | None = None
    parts: list[Wholeness] = field(default_factory=list)

    @property
    def whole(self) -> bool:
        """Whether nothing is damaged."""
        return not self.faults and all(part.whole for part in self.parts)

    def __str__(self) -> str:
        if self.faults:
            lines = [damage_text(self.path, self.faults, self.command)]
        else:
            lines = [f"{self.path}: {self.kind}, {'undamaged' if self.whole else 'of which these are damaged:'}"]
        lines += [f"  note: {note}" for note in self.notes]
        lines += [str(part) for part in self.parts if not part.whole]
        return "\n".join(lines)


def examine(path: str | Path) -> Wholeness | None:
    """The kind of a path, and its damage.

    >>> from boardai.check.saved import examine
    >>> print(examine("runs/hex"))
    runs/hex: a run, undamaged
    >>> examine("hex") is None  # no file and no folder
    True

    Args:
        path: a folder or file.

    Returns:
        None: there is no such path, or it is a game in code.

    Raises:
        ValueError: it is not a kind that can be checked.
        OSError: it cannot be read.
    """
    path = Path(path)
    if path.is_dir():
        return _folder(path)
    if not is_file(path) or path.suffix in _GAMES_IN_CODE:
        return None
    return _file(path)


def _folder(path: Path) -> Wholeness:
    if _is_run(path):
        return _run(path)
    named = shlex.quote(str(path))
    if is_match(path):
        found = Wholeness(path, "a match", match_faults(path) + judgement_faults(path))
        found.command = f"python -m boardai.match --resume {named}"
    elif is_tournament(path):
        found = Wholeness(path, "a tournament", tournament_faults(path) + judgement_faults(path))
        found.command = f"python -m boardai.tournament --resume {named}"
    else:
        from boardai.learn.data.datasets import is_dataset

        if not is_dataset(path):
            return _study(path)
        found = _dataset(path)
    if found.faults and found.command is not None:
        without_end = [fault for fault in found.faults if not fault.loss]
        words = leave_out_words([fault.name for fault in found.faults])
        found.command = None if without_end else f"{found.command} {words}"
    return found


def _is_run(path: Path) -> bool:
    return os.path.lexists(path / _RUN) or os.path.lexists(copy_of(path / _RUN))


def _run(path: Path) -> Wholeness:
    from boardai.learn.runs.folder import examine_run  # JAX only if it is needed

    examined, command = examine_run(path)
    notes = [*examined.notes, *(f"skipped: {text}" for text in examined.skipped)]
    return Wholeness(path, "a run", examined.faults, notes, command, _played_by(path, command))


def _played_by(run: Path, command: str | None) -> list[Wholeness]:
    """The scored games that a run has played itself; it plays those left out again."""
    from boardai.learn.data.datasets import HEADER, RUN_DATA, is_dataset

    folder = run / RUN_DATA
    found = []
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.is_dir() and is_dataset(path):
            part, place = _dataset(path), f"{RUN_DATA}/{path.name}"
            names = [place if fault.name == HEADER else f"{place}/{fault.name}" for fault in part.faults]
            part.command = f"{command} {leave_out_words(names)}" if command and names else command
            found.append(part)
    return found


def _dataset(path: Path) -> Wholeness:
    from boardai.learn.data.datasets import HEADER, Dataset, dataset_faults, missing_shards

    found = Wholeness(path, "a dataset", dataset_faults(path))
    with contextlib.suppress(ValueError, OSError):
        found.kind = "scored games" if Dataset.open(path).has_scored_games else found.kind
    for read in (lambda: Dataset.open(path).header, lambda: read_sealed(copy_of(path / HEADER))[0]):
        with contextlib.suppress(ValueError, OSError):
            found.command = found.command or read().get("command")
    if missing := missing_shards(path):
        found.notes.append(f"{', '.join(missing[:8])} not there: the command that made the dataset makes them")
    return found


def _study(path: Path) -> Wholeness:
    """A folder of runs."""
    runs = [_run(one) for one in sorted(path.iterdir()) if one.is_dir() and _is_run(one)]
    if not runs:
        raise ValueError(f"{path}: not a run, match, tournament, study or dataset: there are no checksums to check")
    found = Wholeness(path, f"a folder of {len(runs)} runs", parts=runs)
    meetings = path / "meetings.json"
    if os.path.lexists(meetings):
        try:
            read_sealed(meetings)
        except (ValueError, OSError) as error:
            found.faults.append(Fault(meetings.name, fault_reason(error, meetings), "its matches are played again"))
    return found


def _file(path: Path) -> Wholeness:
    from boardai.learn.data.datasets import SCORED_SUFFIX

    with open(path, "rb") as file:
        begins = file.read(16)
    is_text = begins.lstrip().startswith(b"{")
    if path.suffix == SCORED_SUFFIX:
        return _scored_shard(path)
    is_archive = begins.startswith(b"PK") or path.suffix in (".npz", ".safetensors")
    if not (is_text or is_archive or begins.startswith(b"SQLite format 3")):
        raise ValueError(f"{path}: not a kind of file with checksums")
    found = Wholeness(path, "a file of weights or labels")
    try:
        if begins.startswith(b"SQLite format 3"):
            found.kind = "a database"
            found.faults += [Fault(path.name, text) for text in damages(path)]
        elif is_text:
            found.kind = "a game record"
            record = load_record(path)
            if SEAL in record.notes:  # of a match
                played_game(record, path)
            else:
                found.notes.append("a record that no match has written has no checksum")
        else:
            found.notes += _weights_notes(path)
    except (ValueError, OSError) as error:
        found.faults.append(Fault(path.name, fault_reason(error, path), ""))
    return found


def _scored_shard(path: Path) -> Wholeness:
    from boardai.learn.data.datasets import scored_shard

    found = Wholeness(path, "a shard of scored games")
    try:
        scored_shard(path)
    except (ValueError, OSError) as error:
        found.faults.append(Fault(path.name, fault_reason(error, path), ""))
    return found


def _weights_notes(path: Path) -> list[str]:
    """Reads a file of weights of an evaluation or a network; notes if it has no checksum."""
    from boardai.learn.network.weights_file import read_weights
    from boardai.search.evaluations.naming import load_evaluation

    names: set[str] = set()
    if path.suffix != ".safetensors":
        try:
            names = set(read_heads(path))
        except BAD_ARCHIVE as error:
            raise ValueError(f"{path}: {fault_reason(error, path)}") from None
    if "card" in names:
        load_evaluation(path)
        has_checksum = SEAL in names
    elif "action_end" in names:
        from boardai.learn.data.datasets import shard_arrays

        shard_arrays(path)
        has_checksum = SEAL in names
    else:
        has_checksum = SEAL in read_weights(path)[1]
    return [] if has_checksum else ["an earlier version wrote it: it has no checksum of its own"]
