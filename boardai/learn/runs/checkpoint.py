"""Checkpoints: arrays, the games in progress and a manifest, written atomically as one directory.

    000012/network.npz   parameters and batch statistics, by their names in exported files
    000012/ema.npz       the same, averaged over training steps, if the run averages: the weights that play
    000012/optimizer.npz the optimiser's state
    000012/state.json    iteration, training steps, seconds, positions...
    000012/open_games    self-play games in progress (a game file)
    000012/MANIFEST.json SHA-256 of every file above

A directory is written under a hidden name, synced to disk and renamed; a directory without a matching manifest is
ignored.
"""

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jax
import numpy as np

from boardai.basics.arrays import BAD_ARCHIVE, Head, read_arrays
from boardai.basics.checksums import file_digest
from boardai.basics.files import read_json, sync_directory, write_json
from boardai.learn.network.config import Size
from boardai.learn.network.network import PARAMETERS, STATISTICS, Leaves, Network
from boardai.learn.self_play.game_files import read_games, write_games
from boardai.search.evaluations.archives import ArchiveEvaluation
from boardai.search.evaluations.naming import load_evaluation

MANIFEST = "MANIFEST.json"
NETWORK_TREE, PLAY_TREE, OPTIMIZER_TREE = "network", "ema", "optimizer"
EVALUATION_TREE = "weights"  # the arrays of a learned evaluation's file

Trees = dict[str, dict[str, Any]]


def checkpoint_path(folder: Path, iteration: int) -> Path:
    """The path of an iteration's checkpoint; 0 is the initial weights."""
    return folder / f"{iteration:06d}"


@dataclass
class Saved:
    """The contents of a checkpoint.

    Attributes:
        trees: arrays by name, e.g. {"network": {...}, "optimizer": {...}}.
        state: numbers and texts, as JSON.
        parts: bytes, e.g. the open games of each self-play group.
    """

    trees: Trees
    state: dict[str, Any] = field(default_factory=dict)
    parts: list[bytes] = field(default_factory=list)


def save_checkpoint(folder: Path, iteration: int, saved: Saved) -> None:
    """Writes one checkpoint; afterwards it is on disk and complete."""
    final = checkpoint_path(folder, iteration)
    temporary = folder / f".{final.name}.tmp"
    shutil.rmtree(temporary, ignore_errors=True)
    temporary.mkdir(parents=True)
    for name, arrays in saved.trees.items():
        np.savez(_file(temporary, name), **jax.device_get(arrays))
    write_json(temporary / "state.json", saved.state)
    write_games(temporary / "open_games", iteration, saved.parts)
    digests = {}
    for path in sorted(p for p in temporary.rglob("*") if p.is_file()):
        digests[path.relative_to(temporary).as_posix()] = file_digest(path)
        _sync_file(path)
    write_json(temporary / MANIFEST, digests)
    for path in temporary.rglob("*"):
        if path.is_dir():
            sync_directory(path)
    if final.exists():
        # Only a damaged or superseded one can exist: resuming continues from the newest intact checkpoint.
        shutil.rmtree(final)
    os.rename(temporary, final)
    sync_directory(folder)


def checkpoint_fault(path: Path) -> str | None:
    """Why a checkpoint cannot be used; None if every file matches the manifest."""
    if not (path / MANIFEST).is_file():
        return f"{path}: no {MANIFEST}"
    try:
        manifest = read_json(path / MANIFEST)
    except ValueError as error:
        return str(error)
    for name, digest in manifest.items():
        if not (path / name).is_file():
            return f"{path}: {name} is missing"
        if file_digest(path / name) != digest:
            return f"{path}: {name} does not match its SHA-256"
    return None


def checkpoints(folder: Path) -> list[int]:
    """Iterations that have a checkpoint directory, intact or not, ascending."""
    if not folder.is_dir():
        return []
    return sorted(int(path.name) for path in folder.iterdir() if path.name.isdecimal() and path.is_dir())


_OF_AN_AGE = 32  # number of newest checkpoints that are all kept


def is_kept(number: int, newest: int) -> bool:
    """Whether one of several equally spaced checkpoints is kept when they are thinned out.

    The newest 32 are kept, of the 32 before these every second one, of the 64 before those every fourth, of the 128
    before those every eighth, and so on: 16 of each group. A checkpoint is never needed again after it was removed.

    >>> [number for number in range(200) if is_kept(number, 200)][:12]
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 76, 80]

    Args:
        number: number of the checkpoint, from 0; 0 is kept.
        newest: number of the newest checkpoint.
    """
    doublings = ((newest - number) // _OF_AN_AGE).bit_length()
    return number % (1 << doublings) == 0


def load_checkpoint(path: Path, wanted: Trees) -> Saved:
    """A checkpoint's contents.

    Args:
        path: path of the checkpoint.
        wanted: trees with the expected shapes; other trees are not read.

    Raises:
        ValueError: the checkpoint is damaged, or its arrays have other shapes.
    """
    fault = checkpoint_fault(path)
    if fault:
        raise ValueError(f"this checkpoint cannot be read: {fault}")
    for name in wanted:
        if not _file(path, name).is_file():
            raise ValueError(f"{path}: has no {_file(path, name).name}: it was saved with other settings")
    trees = {name: _restored(_file(path, name), arrays) for name, arrays in wanted.items()}
    return Saved(trees, read_json(path / "state.json"), read_games(path / "open_games"))


def size_in(path: Path) -> Size | None:
    """The size of a checkpoint's tower in a growing run; None: the size in the settings.

    Raises:
        ValueError: the checkpoint's state cannot be read.
    """
    file = path / "state.json"
    grown = read_json(file).get("method", {}).get("size") if file.is_file() else None
    return None if grown is None else Size(*grown)


def load_network(path: Path, network: Network) -> tuple[Leaves, Leaves]:
    """Parameters and statistics of a checkpoint, for play: the averaged ones if the run averages.

    Raises:
        ValueError: the checkpoint is damaged, or was made for another network.
    """
    name = PLAY_TREE if _file(path, PLAY_TREE).is_file() else NETWORK_TREE
    saved = load_checkpoint(path, {name: network.named(network.parameters, network.statistics)})
    return network.leaves(saved.trees[name])


def load_run_evaluation(run: Path) -> ArchiveEvaluation:
    """The evaluation that a run has learned, with its newest weights.

    Raises:
        ValueError: not a run that learns an evaluation, or its file is damaged.
    """
    return load_evaluation(run, ArchiveEvaluation)  # type: ignore[type-abstract]


def load_evaluation_at(run: Path, iteration: int) -> ArchiveEvaluation:
    """A run's evaluation with the weights of a checkpoint, but the card of the newest weights.

    Raises:
        ValueError: not a run that learns an evaluation, no such checkpoint, or a damaged one.
    """
    return evaluation_at(checkpoint_path(run / "checkpoints", iteration), load_run_evaluation(run))


def evaluation_at(path: Path, like: ArchiveEvaluation) -> ArchiveEvaluation:
    """The evaluation of a checkpoint.

    Args:
        path: path of the checkpoint.
        like: an evaluation of the same run; everything but the arrays is copied from it.

    Raises:
        ValueError: no such checkpoint, or a damaged one.
    """
    arrays, card = like.to_arrays()
    saved = load_checkpoint(path, {EVALUATION_TREE: arrays}).trees[EVALUATION_TREE]
    return type(like).from_arrays({name: np.asarray(array) for name, array in saved.items()}, card)


def _file(path: Path, name: str) -> Path:
    return path / f"{name}.npz"


def _restored(path: Path, wanted: dict[str, Any]) -> dict[str, Any]:
    """Reads arrays onto the default device, regardless of the device they were written from."""
    kind = "optimizer" if path == _file(path.parent, OPTIMIZER_TREE) else "network"

    def by_name(arrays: Mapping[str, Any]) -> dict[str, Any]:
        """Translates names: checkpoints of earlier versions name weights without `parameters/` and `statistics/`."""
        today = {name.partition("/")[2]: name for name in wanted if name.startswith((PARAMETERS, STATISTICS))}
        return {name if name in wanted else today.get(name, name): array for name, array in arrays.items()}

    def check(given: Mapping[str, Head]) -> None:
        """Rejects another network's arrays before they are unpacked."""
        heads = by_name(given)
        for name in [*wanted, *heads]:
            if name not in heads or name not in wanted:
                of = "it" if name in wanted else f"this {kind}"
                raise ValueError(f"made for another {kind}: {of} has no {name}")
        for name, want in wanted.items():
            head = heads[name]
            if want.shape != head.shape or want.dtype != head.dtype:
                raise ValueError(
                    f"{name} is {head.dtype}{list(head.shape)}, this {kind} has {want.dtype}{list(want.shape)}"
                )

    try:
        have = by_name(read_arrays(path, check))
    except BAD_ARCHIVE as error:
        raise ValueError(f"{path}: {error}") from None
    return {name: jax.numpy.asarray(have[name]) for name in wanted}


def _sync_file(path: Path) -> None:
    with open(path, "rb") as file:
        os.fsync(file.fileno())
