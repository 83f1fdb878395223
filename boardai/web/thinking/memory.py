"""The memory budget of a server, and what is freed if it is used up."""

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
_LOOKED_AT = 0.1  # seconds for which a measurement is valid
_FULL = 0.9  # share of the budget from which on no long job starts
_BETWEEN_TIDYINGS = 1.0
_SMALLEST = 64.0  # MiB besides what the server needs without visitors


class Holder(Protocol):
    """A holder of a table or tree that can be freed."""

    def give_up(self) -> bool:
        """Frees it, unless it is in use; returns whether there was anything."""


class Memory:
    """A budget, and how much of it is used.

    The process's real memory counts, not the possible size of tables.

    >>> from boardai.web.thinking import Memory
    >>> memory = Memory(1000, in_use=lambda: 950.0)
    >>> memory.has_room, memory.is_spent
    (False, False)

    Args:
        budget: in MiB; None: no limit.
        in_use: returns the MiB in use.
    """

    def __init__(self, budget: float | None, in_use: Callable[[], float] | None = None) -> None:
        self._in_use = in_use if in_use is not None else held_by_process
        self._budget = budget
        self._seen, self._seen_at = 0.0, -1e9
        self._holders: dict[Holder, None] = {}  # the last used one comes last
        self._tidied_at = 0.0
        self.wants_tidying = False

    @classmethod
    def of_server(cls, budget: float | None = None) -> Memory:
        """The memory of a server whose games are loaded.

        Args:
            budget: in MiB; None: a sensible one for this machine (`sensible_budget`).

        Raises:
            ValueError: it is less than what the server needs without visitors, and a little more.
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
        """The MiB in use, measured a moment ago."""
        now = time.monotonic()
        if now - self._seen_at >= _LOOKED_AT:
            self._seen, self._seen_at = self._in_use(), now
        return self._seen

    @property
    def has_room(self) -> bool:
        """Whether a large table may be started."""
        return self._budget is None or self.in_use < _FULL * self._budget

    @property
    def is_spent(self) -> bool:
        """Whether more than the budget is in use."""
        return self._budget is not None and self.in_use >= self._budget

    @property
    def eighth(self) -> int:
        """An eighth of the budget, in MiB; 0 without a budget."""
        return int(self._budget or 0) // 8

    def require_room(self) -> None:
        """Checks the budget before something is made that stays.

        Raises:
            ValueError: the budget is used up.
        """
        if self.is_spent:
            raise ValueError("the server's memory is full: try again later")

    def used(self, holder: Holder) -> None:
        """Notes that a table was just used."""
        self._holders.pop(holder, None)
        self._holders[holder] = None

    def dismissed(self, holder: Holder) -> None:
        """Notes that a table was freed."""
        self._holders.pop(holder, None)
        self.wants_tidying = True

    def tidy(self) -> None:
        """If the budget is used up, frees the tables unused for longest; returns freed memory to the system."""
        if not self.has_room:
            for holder in list(self._holders)[: max(1, len(self._holders) // 4)]:
                self._holders.pop(holder, None)
                self.wants_tidying = holder.give_up() or self.wants_tidying
        if self.wants_tidying and time.monotonic() - self._tidied_at >= _BETWEEN_TIDYINGS:
            self.wants_tidying = False
            self._tidied_at = time.monotonic()
            if not self.has_room:
                gc.collect()  # a table's owner may be in a reference cycle
            give_back()
            self._seen_at = -1e9


def give_back() -> None:
    """Returns memory freed by C's heap to the system, if its library can."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def held_by_process() -> float:
    """The MiB of this process; 0 if the system does not report it."""
    # Called ten times per second, under the scheduler's lock: without pathlib it takes a third of the time.
    try:
        with open("/proc/self/statm", "rb", buffering=0) as file:
            return int(file.read(200).split()[1]) * os.sysconf("SC_PAGE_SIZE") / _MIB
    except (OSError, ValueError):
        return 0.0


def sensible_budget() -> float | None:
    """Half of the memory available to this process, in MiB: of the machine, or of its control group.

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
    """The limits of the process's control groups, in both versions of them, including parent groups."""
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
