"""Whether a dataset is whole, and going on with it without what is damaged.

dataset.json has a checksum and a second copy, each shard its own checksum. What is left out is moved to `left-out/`;
the command that made the dataset labels those games again.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable
from pathlib import Path

from boardai.basics.arrays import BAD_ARCHIVE
from boardai.basics.checksums import copy_of
from boardai.basics.files import LOCK, alone_in
from boardai.basics.left_out import Fault, fault_reason, leave_out, settings_faults
from boardai.learn.data.datasets import HEADER, Dataset, shard_arrays

_SHARD = re.compile(r"\d{6,}\.npz")


def is_dataset(path: Path) -> bool:
    """Whether dataset.json, or its copy, is in a folder."""
    return os.path.lexists(path / HEADER) or os.path.lexists(copy_of(path / HEADER))


def dataset_faults(path: Path) -> list[Fault]:
    """What is damaged in a dataset's folder."""
    found = list(settings_faults(path, HEADER, Dataset.open))
    for file in sorted(path.iterdir()):
        if _SHARD.fullmatch(file.name):
            try:
                shard_arrays(file)
            except BAD_ARCHIVE as error:
                found.append(Fault(file.name, fault_reason(error, file), "its games are labelled again"))
    return found


def missing_shards(path: Path) -> list[str]:
    """Shards that are not there although later ones are: a stopped `label` leaves such gaps, too."""
    there = {int(file.stem) for file in path.iterdir() if _SHARD.fullmatch(file.name)}
    return [f"{number:06d}.npz" for number in range(max(there, default=0)) if number not in there]


def go_on_without(path: Path, names: Iterable[str], command: Callable[[Collection[str]], str]) -> list[str]:
    """Moves aside what is left out, and makes sure that the rest is whole; lines for people, where it is now.

    Args:
        path: the folder; nothing is done where it is no dataset.
        names: what is left out; `damaged`: all that is.
        command: the command that goes on without some names.

    Raises:
        ValueError: something is damaged; the message names it, and the command that goes on. Or a name of nothing, or
            another process works there.
        OSError: it cannot be moved.
    """
    names = list(names)
    if not path.is_dir() or not is_dataset(path):
        if names:
            raise ValueError(f"{path} is no folder of labelled positions")
        return []
    shards = [file.name for file in path.iterdir() if _SHARD.fullmatch(file.name)]
    faults = dataset_faults(path)
    with alone_in(path if names and not any(fault.name == LOCK for fault in faults) else None):
        return leave_out(path, names, faults, [HEADER, *shards], command, (HEADER,))
