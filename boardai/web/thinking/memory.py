"""The memory that a server may use: how much it has, and what it gives up where that is spent."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

_MIB = 1 << 20
_LOOKED_AT = 0.1  # seconds for which a measurement holds
_FULL = 0.9  # of the budget: from here on no long job begins
_BETWEEN_TIDYINGS = 1.0
_SMALLEST = 64.0  # MiB alongside what the server takes before anybody has come


class Holder(Protocol):
    """What holds a table or a tree, and can do without."""

    def give_up(self) -> bool:
        """Frees it, unless it is at work; returns whether there was anything."""


class Memory:
    """A budget, and what is left of it.

    What counts is what the process really holds, not what tables might grow to.

    >>> from boardai.web.thinking import Memory
    >>> memory = Memory(1000, in_use=lambda: 950.0)
    >>> memory.has_room, memory.is_spent
    (False, False)

    Args:
        budget: MiB; None: no limit.
        in_use: MiB held at present.
    """

    def __init__(self, budget: float | None, in_use: Callable[[], float] | None = None) -> None:
        self._in_use = in_use if in_use is not None else held_by_process
        self._budget = budget
        self._seen, self._seen_at = 0.0, -1e9
        self._holders: dict[Holder, None] = {}  # the one that was used last is the last
        self._tidied_at = 0.0
        self.wants_tidying = False

    @classmethod
    def of_server(cls, budget: float | None = None) -> Memory:
        """The memory of a server whose games are loaded.

        Args:
            budget: MiB; None: what is sensible here (`sensible_budget`).

        Raises:
            ValueError: it is less than what the server takes before anybody has come, and a little more.
        """
        least = held_by_process() + _SMALLEST
        if budget is not None and budget < least:
            raise ValueError(
                f"{budget:g} MiB are too few: without visitors the server takes {least - _SMALLEST:.0f} MiB, "
                f"and it needs {_SMALLEST:.0f} more"
            )
        sensible = sensible_budget()
        return cls(budget if budget is not None or sensible is None else max(sensible, least))

    @property
    def in_use(self) -> float:
        """MiB held, as it was a moment ago."""
        now = time.monotonic()
        if now - self._seen_at >= _LOOKED_AT:
            self._seen, self._seen_at = self._in_use(), now
        return self._seen

    @property
    def has_room(self) -> bool:
        """Whether a large table may be begun."""
        return self._budget is None or self.in_use < _FULL * self._budget

    @property
    def is_spent(self) -> bool:
        """Whether there is more in use than there may be."""
        return self._budget is not None and self.in_use >= self._budget

    @property
    def eighth(self) -> int:
        """An eighth of the budget, in MiB; 0 where there is none."""
        return int(self._budget or 0) // 8

    def require_room(self) -> None:
        """Before something is made that stays.

        Raises:
            ValueError: the memory is spent.
        """
        if self.is_spent:
            raise ValueError("the server's memory is full: try again later")

    def used(self, holder: Holder) -> None:
        """A table was used just now."""
        self._holders.pop(holder, None)
        self._holders[holder] = None

    def dismissed(self, holder: Holder) -> None:
        """A table is no longer needed, and was freed."""
        self._holders.pop(holder, None)
        self.wants_tidying = True

    def tidy(self) -> None:
        """Takes the tables away that were not used for longest, where the memory is spent; gives freed memory back."""
        if not self.has_room:
            for holder in list(self._holders)[: max(1, len(self._holders) // 4)]:
                self._holders.pop(holder, None)
                self.wants_tidying = holder.give_up() or self.wants_tidying
        if self.wants_tidying and time.monotonic() - self._tidied_at >= _BETWEEN_TIDYINGS:
            self.wants_tidying = False
            self._tidied_at = time.monotonic()
            if not self.has_room:
                gc.collect()  # what holds a table may hold itself
            give_back()
            self._seen_at = -1e9


def give_back() -> None:
    """What C's heap has freed goes back to the system, where its library can do that."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def held_by_process() -> float:
    """MiB that this process holds; 0 if the system does not report it."""
    # Ten times per second, under the scheduler's lock: without pathlib it takes a third of the time.
    try:
        with open("/proc/self/statm", "rb", buffering=0) as file:
            return int(file.read(200).split()[1]) * os.sysconf("SC_PAGE_SIZE") / _MIB
    except (OSError, ValueError):
        return 0.0


def sensible_budget() -> float | None:
    """Half of the memory that this process could have, in MiB: of the machine's, or of its control group's.

    None if the system reports neither.
    """
    found = [limit for limit in (_of_machine(), *_of_groups()) if limit is not None]
    return min(found) / 2 if found else None


def _of_machine() -> float | None:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / _MIB
    except (OSError, ValueError):
        return None


def _of_groups(process: Path = Path("/proc/self/cgroup"), root: Path = Path("/sys/fs/cgroup")) -> list[float]:
    """The limits of the process's control groups, in both versions of them; a group has those above it as well."""
    found = []
    with contextlib.suppress(OSError):
        for line in process.read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            if controllers not in ("", "memory"):
                continue
            base, name = (root, "memory.max") if not controllers else (root / "memory", "memory.limit_in_bytes")
            folder = base / path.lstrip("/")
            for one in (folder, *folder.parents):
                with contextlib.suppress(OSError):
                    text = (one / name).read_text().strip()
                    if re.fullmatch(r"\d+", text):
                        found.append(int(text) / _MIB)
                if one == base:
                    break
    return found
