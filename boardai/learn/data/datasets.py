"""Labelled positions on disk, and the conversion of scores to values.

A dataset is a folder:

    dataset.json    format, game, labeller, conversion of scores to values, source of the games;
                    dataset.copy.json is its second copy
    000000.npz ...  shards, each with some games of the source, complete or absent

A shard's arrays, for G games and P labelled positions. A position is restored, with its history, by playing the
first `ply` actions of its game from the game's start.

    number          int64 [G]     the game's number in the source
    start           str   [G]     its start position; "" is the game's own start
    result          int8  [G]     outcome for player 0; 2: not known
    action_end      int64 [G]     game g's actions are actions[action_end[g - 1] : action_end[g]]
    actions         int32 [...]
    game            int32 [P]     row of its game in this shard
    ply             int32 [P]     actions played before it
    value           float32 [P]   in -1..1 for the player to move; NaN: the labeller has none
    score           float32 [P]   its score, in the labeller's unit (centipawns); NaN: none, or a forced end
    depth           int16 [P]     of the search
    policy_end      int64 [P]     position p's policy is rows policy_end[p - 1] to policy_end[p]
    policy_action   int32 [...]   actions
    policy_share    float32 [...] their shares; each position's add up to 1
    sha256          str           of all the others (`boardai.basics.checksums`)

Scored games (`boardai.learn.data.scored_games`) are stored in such a folder as well: their shards are 000000.sgames.

dataset.json has a checksum and a second copy, and each shard has its own checksum. Damaged files may be left out: they
are moved to `left-out/`, and the command that made the dataset labels their games again.
"""

from __future__ import annotations

import hashlib
import io
import math
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np

from boardai.basics.arrays import BAD_ARCHIVE, read_arrays
from boardai.basics.checksums import copy_of, opened_arrays, read_sealed, sealed_arrays, write_sealed
from boardai.basics.files import LOCK, alone_in
from boardai.basics.left_out import Fault, fault_reason, leave_out, settings_faults
from boardai.basics.quoting import quoted
from boardai.basics.trust import require
from boardai.game import Game, code_in_game, load
from boardai.records.recorded_game import RecordedGame

FORMAT = "boardai positions 2"
_BEFORE = "boardai positions 1"  # the earlier format, without checksums
SCORED_GAMES = "boardai scored games 1"
SCORED_SUFFIX = ".sgames"
HEADER = "dataset.json"
RUN_DATA = "data"  # in a run's folder: a folder of scored games for each stage that plays
UNKNOWN_RESULT = 2
_SHA256_BYTES = 32


@dataclass(frozen=True)
class Conversion:
    """The conversion of a score to a value in [-1, 1].

        logistic   2 / (1 + 10 ** (-score / scale)) - 1
        linear     score / scale, cut at -1 and 1

    The logistic is the expected result for an advantage by Elo's formula; 400 is the usual scale for centipawns (a
    player who is a pawn ahead scores 64 %). Linear with 1000 is the nearest reading of Kostin 2025, whose text gives no
    function, but whose player multiplies the network's value by 10 to obtain pawns.

    Attributes:
        kind: logistic or linear.
        scale: scale, in the unit of the scores.
    """

    kind: Literal["logistic", "linear"] = "logistic"
    scale: float = 400.0

    def __post_init__(self) -> None:
        if self.kind not in ("logistic", "linear"):
            raise ValueError(f"conversion must be logistic or linear, not {quoted(self.kind)}")
        if not 0 < self.scale < math.inf:
            raise ValueError(f"the scale of a conversion must be above 0, not {quoted(self.scale)}")

    def value(self, score: float) -> float:
        """Converts a score to a value."""
        if self.kind == "linear":
            return max(-1.0, min(1.0, score / self.scale))
        return math.tanh(score * math.log(10) / (2 * self.scale))


def fitted_scale(scores: np.ndarray, results: np.ndarray) -> float:
    """The scale of the logistic under which the results are most likely.

    Args:
        scores: for the player to move, `[N]`.
        results: results of the games for the same player, -1 to 1, `[N]`.

    Raises:
        ValueError: no scores, or no finite scale fits (the scores do not predict the results).
    """
    scores, results = np.asarray(scores, np.float64), np.asarray(results, np.float64)
    if len(scores) == 0:
        raise ValueError("no positions with both a score and a result")

    def slope(rate: float) -> float:
        """Derivative of the log-likelihood by rate = ln 10 / scale; it decreases as rate grows."""
        expected = 0.5 * (1 + np.tanh(0.5 * rate * scores))
        return float(np.sum(scores * (0.5 * (1 + results) - expected)))

    low, high = 0.0, 10.0
    if not slope(low) > 0 > slope(high):
        raise ValueError("the scores do not predict the results")
    for _ in range(200):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    return math.log(10) / high


@dataclass
class Label:
    """A labeller's evaluation of a position, for the player to move.

    Attributes:
        ply: number of actions before the position.
        value: in [-1, 1]; NaN: unknown.
        score: in the labeller's unit; NaN: none, or a forced end.
        depth: depth of the search.
        policy: share of each action; the shares add up to 1.
    """

    ply: int
    value: float = math.nan
    score: float = math.nan
    depth: int = 0
    policy: dict[int, float] = field(default_factory=dict)


@dataclass
class LabelledGame:
    """A game and the labels of some of its positions.

    Attributes:
        number: number of the game in the source.
        game: the game as it was played.
        labels: the labels by ascending ply.
    """

    number: int
    game: RecordedGame
    labels: list[Label] = field(default_factory=list)


def shard_path(folder: Path, number: int, suffix: str = ".npz") -> Path:
    """The path of a shard."""
    return folder / f"{number:06d}{suffix}"


def sealed_games(games: bytes) -> bytes:
    """The bytes of a shard of scored games: the games, and their SHA-256."""
    return games + hashlib.sha256(games).digest()


def scored_shard(path: Path) -> bytes:
    """The bytes of a shard's games, verified by their checksum.

    Raises:
        ValueError: the file was altered.
        OSError: the file cannot be read.
    """
    whole = path.read_bytes()
    games, seal = whole[:-_SHA256_BYTES], whole[-_SHA256_BYTES:]
    if seal != hashlib.sha256(games).digest():
        raise ValueError(f"{path}: does not match its SHA-256: the file was altered")
    return games


def shard_bytes(games: list[LabelledGame], own_start: Any) -> bytes:
    """The bytes of a shard.

    Args:
        games: the games, including those without labels, so that the source's numbering is complete.
        own_start: the game's own start, which is not written out.
    """
    labels = [(row, label) for row, one in enumerate(games) for label in one.labels]
    shares = [share for _, label in labels for share in sorted(label.policy.items())]
    buffer = io.BytesIO()
    arrays = dict(
        number=np.array([one.number for one in games], np.int64),
        start=np.array(["" if one.game.start == own_start else one.game.start.to_string() for one in games], np.str_),
        result=np.array([UNKNOWN_RESULT if one.game.result is None else one.game.result for one in games], np.int8),
        action_end=np.cumsum([len(one.game.actions) for one in games], dtype=np.int64),
        actions=np.array([action for one in games for action in one.game.actions], np.int32),
        game=np.array([row for row, _ in labels], np.int32),
        ply=np.array([label.ply for _, label in labels], np.int32),
        value=np.array([label.value for _, label in labels], np.float32),
        score=np.array([label.score for _, label in labels], np.float32),
        depth=np.array([label.depth for _, label in labels], np.int16),
        policy_end=np.cumsum([len(label.policy) for _, label in labels], dtype=np.int64),
        policy_action=np.array([action for action, _ in shares], np.int32),
        policy_share=np.array([share for _, share in shares], np.float32),
    )
    whole: dict[str, Any] = sealed_arrays(arrays)
    np.savez_compressed(buffer, **whole)
    return buffer.getvalue()


def shard_arrays(path: Path) -> dict[str, np.ndarray]:
    """The arrays of a shard, verified by their checksum; shards of earlier versions have none.

    Raises:
        One of BAD_ARCHIVE: the file cannot be read, or was altered.
    """
    return opened_arrays(read_arrays(path), str(path))


def read_shard(path: Path, game: Game) -> Iterator[LabelledGame]:
    """The games of a shard.

    Raises:
        ValueError: damaged, or of another game; the message names the file, the game and the reason.
    """
    try:
        arrays = shard_arrays(path)
        action_ends = [0, *arrays["action_end"].tolist()]
        policy_ends = [0, *arrays["policy_end"].tolist()]
        starts, numbers = arrays["start"].tolist(), arrays["number"].tolist()
        results, actions = arrays["result"].tolist(), arrays["actions"].tolist()
        columns = {name: arrays[name].tolist() for name in ("game", "ply", "value", "score", "depth")}
        shares = list(zip(arrays["policy_action"].tolist(), arrays["policy_share"].tolist(), strict=True))
        rows = list(zip(*columns.values(), strict=True))
        if not len(starts) == len(numbers) == len(results) == len(action_ends) - 1 or len(rows) != len(policy_ends) - 1:
            raise ValueError("its arrays have different lengths")
    except BAD_ARCHIVE as error:
        if isinstance(error, FileNotFoundError):
            raise
        raise ValueError(f"{path}: not a shard of labelled positions: {error}") from None
    own = game.initial_state()
    position = 0
    for row, number in enumerate(numbers):
        place = f"{path}: game {number}"
        try:
            start = own.clone() if starts[row] == "" else game.from_string(starts[row])
        except ValueError as error:
            raise ValueError(f"{place}: start: {error}") from None
        played = tuple(actions[action_ends[row] : action_ends[row + 1]])
        result = None if results[row] == UNKNOWN_RESULT else results[row]
        one = LabelledGame(number, RecordedGame(game, start, played, result, place=place))
        while position < len(rows) and rows[position][0] == row:
            _, ply, value, score, depth = rows[position]
            if not 0 <= ply <= len(played):
                raise ValueError(f"{place}: ply {ply} of {len(played)}")
            if not (math.isnan(value) or -1 <= value <= 1):
                raise ValueError(f"{place}: ply {ply}: value {value} is not in -1..1")
            policy = dict(shares[policy_ends[position] : policy_ends[position + 1]])
            one.labels.append(Label(ply, value, score, depth, policy))
            position += 1
        yield one
    if position != len(rows):
        raise ValueError(f"{path}: the label in row {position} belongs to no game")


@dataclass(frozen=True)
class Dataset:
    """A folder of labelled positions, or of scored games.

    Attributes:
        path: the folder.
        header: contents of `dataset.json`.
    """

    path: Path
    header: dict[str, Any]

    @staticmethod
    def open(path: str | Path) -> Dataset:
        """Opens a dataset.

        Raises:
            ValueError: not a dataset.
        """
        path = Path(path)
        if not os.path.lexists(path / HEADER):
            raise ValueError(f"{path} is not a folder of labelled positions: there is no {HEADER} in it")
        header, has_checksum = read_sealed(path / HEADER)
        kind = header.get("format") if isinstance(header, dict) else None
        if kind not in (FORMAT, _BEFORE, SCORED_GAMES) or not isinstance(header.get("game"), str):
            raise ValueError(f"{path / HEADER}: expected format {FORMAT!r} or {SCORED_GAMES!r}, and its game")
        if kind != _BEFORE and not has_checksum:
            raise ValueError(f"{path / HEADER}: its SHA-256 is missing: the file was altered")
        return Dataset(path, header)

    @staticmethod
    def create(path: Path, header: dict[str, Any]) -> Dataset:
        """Creates the folder, or opens one with the same settings to continue it (`command` may differ).

        Raises:
            ValueError: the folder holds something else, or other settings; the message names those that differ.
        """
        wanted = {"format": FORMAT, **header}
        if os.path.lexists(path / HEADER):
            found = Dataset.open(path)
            if found.has_scored_games != (wanted["format"] == SCORED_GAMES):
                raise ValueError(f"{path} was begun as {quoted(found.header['format'])}; name another folder")
            for key in {**wanted, **found.header}:  # in the order of the file: the message is always the same
                if key not in ("format", "made", "command") and wanted.get(key) != found.header.get(key):
                    raise ValueError(
                        f"{path} has another {key}: {quoted(found.header.get(key))}, not {quoted(wanted.get(key))}; "
                        f"repeat the same command to continue, or name another folder"
                    )
            return found
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise ValueError(f"{path} already exists and is not a dataset")
        path.mkdir(parents=True, exist_ok=True)
        write_sealed(path / HEADER, wanted, twice=True)
        return Dataset(path, wanted)

    def game(self) -> Game:
        """The game of the positions.

        Raises:
            ValueError: no such game, or code that is not allowed to run.
        """
        require(code_in_game(self.header["game"]), f"{self.path / HEADER}: game")
        return load(self.header["game"])

    @property
    def has_scored_games(self) -> bool:
        """Whether it holds scored games instead of labelled positions."""
        return bool(self.header["format"] == SCORED_GAMES)

    def shards(self) -> list[int]:
        """Numbers of the existing shards, ascending."""
        suffix = SCORED_SUFFIX if self.has_scored_games else ".npz"
        return sorted(int(path.stem) for path in self.path.glob(f"*{suffix}") if path.stem.isdecimal())

    def games(self, game: Game | None = None) -> Iterator[LabelledGame]:
        """All games, shard by shard.

        Args:
            game: the game, if it is already loaded.

        Raises:
            ValueError: a shard is damaged, the dataset's game is not allowed to run, or the dataset holds scored games.
        """
        if self.has_scored_games:
            raise ValueError(
                f"{self.path}: holds scored games, which accumulator networks learn from, not labelled positions"
            )
        game = game or self.game()
        for number in self.shards():
            yield from read_shard(shard_path(self.path, number), game)


_SHARD = re.compile(rf"\d{{6,}}(\.npz|{re.escape(SCORED_SUFFIX)})")


def is_dataset(path: Path) -> bool:
    """Whether a folder has a dataset.json or its copy."""
    return os.path.lexists(path / HEADER) or os.path.lexists(copy_of(path / HEADER))


def dataset_faults(path: Path) -> list[Fault]:
    """The damaged files in a dataset's folder."""
    found = list(settings_faults(path, HEADER, Dataset.open))
    for file in sorted(path.iterdir()):
        if _SHARD.fullmatch(file.name):
            scored = file.suffix == SCORED_SUFFIX
            try:
                scored_shard(file) if scored else shard_arrays(file)
            except BAD_ARCHIVE as error:
                loss = f"its games are {'played' if scored else 'labelled'} again"
                found.append(Fault(file.name, fault_reason(error, file), loss))
    return found


def missing_shards(path: Path) -> list[str]:
    """Names of missing shards before the last existing one; a stopped `label` leaves such gaps as well."""
    there = {int(file.stem): file.suffix for file in path.iterdir() if _SHARD.fullmatch(file.name)}
    suffix = next(iter(there.values()), "")
    return [f"{number:06d}{suffix}" for number in range(max(there, default=0)) if number not in there]


def go_on_without(path: Path, names: Iterable[str], command: Callable[[Collection[str]], str]) -> list[str]:
    """Moves the files that are left out aside, and checks that the rest is intact; returns lines for the user.

    Args:
        path: the folder; without a dataset and without names, nothing is done.
        names: files to leave out; `damaged`: all damaged ones.
        command: returns the command that continues without some names.

    Raises:
        ValueError: a file is damaged (the message names it and the command that continues), a name does not exist, or
            another process uses the folder.
        OSError: a file cannot be moved.
    """
    names = list(names)
    if not path.is_dir() or not is_dataset(path):
        if names:
            raise ValueError(f"{path} is not a folder of labelled positions")
        return []
    shards = [file.name for file in path.iterdir() if _SHARD.fullmatch(file.name)]
    faults = dataset_faults(path)
    with alone_in(path if names and not any(fault.name == LOCK for fault in faults) else None):
        return leave_out(path, names, faults, [HEADER, *shards], command, (HEADER,))
