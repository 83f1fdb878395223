"""The file of one iteration's self-play games.

It begins with one line of JSON (format, iteration, sizes and SHA-256 of each part, and numbers of games and positions),
followed by the parts' bytes in the order of the self-play groups. A part is the output of native self-play; see
docs/training.md. In a run on several boards, the groups of one board follow those of another, and the line names the
boards. New targets that older positions got in that iteration (reanalyse.py) follow the parts.
"""

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO

from boardai.basics.files import parse_json, write_atomically
from boardai.basics.quoting import quoted

FORMAT = "boardai games 2"


@dataclass(frozen=True)
class Contents:
    """The contents of a game file.

    Attributes:
        games: number of finished games.
        positions: number of positions to learn from.
    """

    games: int
    positions: int


@dataclass(frozen=True)
class GameFile:
    """The bytes of a game file.

    Attributes:
        parts: one per self-play group.
        targets: new targets of older positions (`ReplayBuffer.replace_targets`).
        boards: the board of each part, by its name in `selfplay.boards`; "" is the run's own.
        iteration: iteration of the games.
    """

    parts: list[bytes]
    targets: bytes = b""
    boards: tuple[str, ...] = ()
    iteration: int = 0

    def parts_of(self, board: str) -> list[bytes]:
        """The parts of one board."""
        return [part for part, name in zip(self.parts, self.boards, strict=True) if name == board]


def games_path(run: Path, iteration: int) -> Path:
    """The game file of an iteration (1 is the first) in a run's folder."""
    return run / "games" / f"{iteration:06d}.games"


def game_iterations(run: Path) -> list[int]:
    """The iterations whose games are stored in a run's folder, ascending."""
    return sorted(int(path.stem) for path in (run / "games").glob("*.games") if path.stem.isdecimal())


def write_games(
    path: Path,
    iteration: int,
    parts: list[bytes],
    contents: Contents | None = None,
    targets: bytes = b"",
    boards: Mapping[str, Contents] | None = None,
) -> None:
    """Writes the games atomically.

    Args:
        path: path of the file.
        iteration: iteration in which they were played.
        parts: one per self-play group.
        contents: numbers of finished games and their positions; None for open games.
        targets: new targets of older positions.
        boards: in a run on several boards, the contents of each board by name, in the order of the parts; all boards
            have equally many parts.
    """
    header: dict[str, Any] = {"format": FORMAT, "iteration": iteration}
    if contents is not None:
        header |= {"games": contents.games, "positions": contents.positions}
    if boards:
        header["boards"] = [{"board": name, **asdict(of_board)} for name, of_board in boards.items()]
    header["bytes"] = [len(part) for part in parts]
    header["sha256"] = [hashlib.sha256(part).hexdigest() for part in parts]
    if targets:
        header["targets"] = {"bytes": len(targets), "sha256": hashlib.sha256(targets).hexdigest()}
    write_atomically(path, (json.dumps(header) + "\n").encode(), *parts, targets)


def read_contents(path: Path, board: str = "") -> Contents:
    """The contents of a file of finished games, from its first line.

    Args:
        path: path of the file.
        board: name of a board in a run on several boards; "": all boards.

    Raises:
        ValueError: not such a file, or it has no such board.
    """
    with open(path, "rb") as file:
        header = _read_header(path, file)
    if board:
        for one in _boards(path, header):
            if one["board"] == board:
                return Contents(one["games"], one["positions"])
        raise ValueError(f"{path}: line 1 names no board {quoted(board)}")
    try:
        return Contents(_count(header["games"]), _count(header["positions"]))
    except (KeyError, TypeError, ValueError):
        raise ValueError(f"{path}: line 1 does not contain the numbers of games and positions") from None


def newest_files(
    path: Callable[[int], Path],
    iteration: int,
    positions: int,
    left_out: Callable[[int], bool] = lambda iteration: False,
    board: str = "",
) -> list[tuple[int, Contents]]:
    """The newest game files that together hold this many positions: iterations and contents, oldest first.

    Args:
        path: path of an iteration's game file.
        iteration: iteration of the newest file.
        positions: number of positions; if there are fewer, all files are returned.
        left_out: whether the run continues without an iteration's games.
        board: name of the board whose positions count, in a run on several boards; "": all.

    Raises:
        ValueError: a file is missing, or its first line is not readable.
    """
    found: list[tuple[int, Contents]] = []
    without = False
    while iteration > 0 and positions > 0:
        if left_out(iteration):
            without, iteration = True, iteration - 1
            continue
        if without and not any(path(older).exists() for older in range(iteration, 0, -1)):
            break  # such old files are only needed because newer ones are left out
        try:
            found.insert(0, (iteration, read_contents(path(iteration), board)))
        except FileNotFoundError:
            missing = path(iteration)
            raise ValueError(f"{missing}: missing, and its games are still in the replay buffer") from None
        positions -= found[0][1].positions
        iteration -= 1
    return found


def read_games(path: Path) -> list[bytes]:
    """The parts of a game file.

    Raises:
        ValueError: as in `read_game_file`.
    """
    return read_game_file(path).parts


def read_game_file(path: Path) -> GameFile:
    """Reads a whole game file.

    Raises:
        ValueError: not a game file, cut short, or altered; the message names the file and the part.
    """
    with open(path, "rb") as file:
        header = _read_header(path, file)
        try:
            sizes, digests = [_count(size) for size in header["bytes"]], list(header["sha256"])
            iteration = _count(header.get("iteration", 0))
            if len(sizes) != len(digests):
                raise ValueError("the numbers of sizes and digests differ")
            names = [f"part {number}" for number in range(len(sizes))]
            if "targets" in header:
                names.append("targets")
                sizes.append(_count(header["targets"]["bytes"]))
                digests.append(header["targets"]["sha256"])
        except (KeyError, TypeError, ValueError):
            raise ValueError(f"{path}: line 1 does not contain the lengths of its parts, or its iteration") from None
        boards = _boards(path, header)
        if boards and len(header["bytes"]) % len(boards):
            raise ValueError(f"{path}: line 1 names {len(boards)} boards, which do not share its parts equally")
        parts = []
        for name, size, digest in zip(names, sizes, digests, strict=True):
            left = os.fstat(file.fileno()).st_size - file.tell()
            if size > left:  # checked before allocation, because a damaged header may contain any size
                raise ValueError(f"{path}: {name} has {left} bytes of {quoted(size)}: the file was cut short")
            part = file.read(size)
            if hashlib.sha256(part).hexdigest() != digest:
                raise ValueError(f"{path}: {name} does not match its SHA-256: the file was altered")
            parts.append(part)
        if file.read(1):
            raise ValueError(f"{path}: more bytes than the header names")
        targets = parts.pop() if "targets" in header else b""
        each = len(parts) // max(1, len(boards))
        of_parts = [one["board"] for one in boards for _ in range(each)]
        return GameFile(parts, targets, tuple(of_parts) if boards else ("",) * len(parts), iteration)


def _read_header(path: Path, file: BinaryIO) -> dict[str, Any]:
    try:
        header = parse_json(file.readline(1 << 20), "line 1")
        kind = header["format"]
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{path}: line 1 is not the header of a game file") from None
    if kind != FORMAT:
        raise ValueError(f"{path}: format {quoted(kind)}, expected {FORMAT!r}")
    return dict(header)


def _boards(path: Path, header: dict[str, Any]) -> list[dict[str, Any]]:
    """The contents by board in a run on several boards; [] for other runs."""
    found = []
    try:
        for one in header.get("boards", ()):
            counts = {name: _count(one[name]) for name in ("games", "positions")}
            found.append({"board": str(one["board"]), **counts})
    except (KeyError, TypeError, ValueError):
        raise ValueError(f"{path}: line 1 does not say what is of each board") from None
    return found


def _count(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(value)
    return int(value)
