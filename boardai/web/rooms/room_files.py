"""The files of rooms in a folder: their owners and sizes, and which is deleted first if there are too many.

Files count for the address and the visitor that created them. An address's files are sorted by the time of their last
change. A visitor's number lasts as long as the server. For files of earlier servers only the address is known, and
each of them counts for a visitor of its own.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardai.basics.files import parse_json
from boardai.web.thinking.shares import Owner

FORMAT = "boardai room 1"
ENDING = ".jsonl"
_MIB = 1 << 20
_LAST_LINE = 1 << 16  # bytes at the end of a file that are searched for its last line
_GROWN = 1 << 16  # bytes from which on a file that has become four times as long is written again
_OWN_ADDRESSES = ("127.0.0.1", "::1")  # this computer's own users, or a proxy that sends no address


@dataclass(frozen=True)
class DiskLimits:
    """The limits of a folder.

    Attributes:
        games: number of files.
        mib: total size.
        of_address: number of files of one address.
        of_visitor: number of files of one visitor.
    """

    games: int = 10_000
    mib: float = 1024.0
    of_address: int = 1000
    of_visitor: int = 200


@dataclass
class RoomFile:
    """A room's file.

    Attributes:
        owner: the account that it counts for.
        size: in bytes.
        begun: size when it was last written completely.
        is_played: whether a move has been made.
        goes_on: whether it is an unfinished match.
    """

    owner: Owner
    size: int
    begun: int
    is_played: bool
    goes_on: bool

    @property
    def has_grown(self) -> bool:
        """Whether most of its lines repeat what others contain."""
        return self.size > max(4 * self.begun, _GROWN)


class RoomFiles:
    """The files of a folder.

    Args:
        folder: the folder.
        limits: limits of the files.

    Raises:
        ValueError: there are more files than allowed, so some would have to be deleted.
    """

    def __init__(self, folder: Path, limits: DiskLimits) -> None:
        self.limits = limits
        self._of: dict[str, dict[str, RoomFile]] = {}  # by address and name; the last changed one comes last
        self._address: dict[str, str] = {}
        self._of_visitor: Counter[Owner] = Counter()
        self._bytes = 0
        paths = sorted(folder.glob(f"*{ENDING}"), key=lambda path: path.stat().st_mtime)
        for number, path in enumerate(paths, 1):
            file = _read(path, -number)
            if file is not None:
                self.put(path.stem, file)
        if len(self) > limits.games:
            raise ValueError(
                f"{folder} has {len(self):,} games, and of more than {limits.games:,} the oldest would be deleted: "
                f"store more of them (--record-games {len(self)}), or move some elsewhere"
            )

    def __len__(self) -> int:
        return len(self._address)

    def get(self, name: str) -> RoomFile | None:
        """The file of a room; None if it has none."""
        return self._of[self._address[name]][name] if name in self._address else None

    def put(self, name: str, file: RoomFile) -> None:
        """Notes that a file has been written: it is the last changed one."""
        self.remove(name)
        self._address[name] = file.owner.address
        self._of.setdefault(file.owner.address, {})[name] = file
        self._of_visitor[file.owner] += 1
        self._bytes += file.size

    def remove(self, name: str) -> None:
        """Notes that a file was deleted, if there was one."""
        address = self._address.pop(name, None)
        if address is None:
            return
        file = self._of[address].pop(name)
        if not self._of[address]:
            del self._of[address]
        self._of_visitor[file.owner] -= 1
        if not self._of_visitor[file.owner]:
            del self._of_visitor[file.owner]
        self._bytes -= file.size

    def first_to_go(self, owner: Owner, stays: Collection[str]) -> tuple[str, str] | None:
        """The file to delete before this owner starts another room, and the reason; None if there is space.

        Rooms without a move are deleted first, unfinished matches last; among equals, the room that has been unused for
        longest, of the owner with the most rooms.

        Args:
            owner: who starts a room.
            stays: names of rooms whose files must not be deleted.

        Raises:
            ValueError: no file may be deleted.
        """
        limits, own = self.limits, self._of.get(owner.address, {})
        of_visitor = self._of_visitor[owner]
        if of_visitor >= limits.of_visitor:
            mine = {name: file for name, file in own.items() if file.owner == owner}
            return self._first([mine], stays, f"{of_visitor} games of yours")
        if len(own) >= limits.of_address and owner.address not in _OWN_ADDRESSES:
            return self._first([own], stays, f"{len(own)} games of your address")
        if len(self) >= limits.games:
            heaviest = sorted(self._of.values(), key=len, reverse=True)
            return self._first(heaviest, stays, f"{len(self)} games")
        if self._bytes >= limits.mib * _MIB:
            heaviest = sorted(self._of.values(), key=lambda files: sum(it.size for it in files.values()), reverse=True)
            return self._first(heaviest, stays, f"{self._bytes / _MIB:.0f} MiB of games")
        return None

    def _first(self, kept: Iterable[dict[str, RoomFile]], stays: Collection[str], why: str) -> tuple[str, str]:
        """A file that may be deleted, from the first heap that has one."""
        for files in kept:
            free = [name for name in files if name not in stays]
            if free:
                return min(free, key=lambda name: self._worth(files[name])), why
        raise ValueError(f"{why} are stored, which is the maximum, and all are being played: end one of them first")

    def _worth(self, file: RoomFile) -> tuple[bool, bool, int]:
        return file.goes_on, file.is_played, -self._of_visitor[file.owner]


def _read(path: Path, visitor: int) -> RoomFile | None:
    """The facts in an earlier server's file; None if it is not a room's file.

    A file with a damaged end counts as an unfinished match, so it is deleted last.
    """
    with path.open("rb") as file:
        head = file.readline(_MIB)
        size = os.fstat(file.fileno()).st_size
        file.seek(max(size - _LAST_LINE, 0))
        lines = file.read().split(b"\n")
    try:
        about = parse_json(head.decode(), path.name)
        if about["format"] != FORMAT:
            return None
        owner = Owner(str(about.get("address", "")), visitor)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    try:
        last: dict[str, Any] = parse_json(lines[-2].decode(), path.name)
        is_over = bool(last.get("over", last["ending"] is not None))
        goes_on = last["keys"][0] != last["keys"][1] and not is_over
        is_played = len(head) + len(lines[-2]) + 1 < size or bool(last["nodes"])
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        is_played = goes_on = True
    return RoomFile(owner, size, size, is_played, goes_on)
