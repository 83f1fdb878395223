"""Whose turn it is on the one thread that answers: a visitor whose messages take long waits for it himself.

Idea: everybody has an account of the thread's seconds, which fills up slowly. Whoever has overdrawn it stands in line
  with those like him, the one who has had least first; they are let through one at a time, and then the thread is left
  to the others for as long as the last of them took it. All others come one after the other, a message each.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections.abc import AsyncIterator, Callable, Hashable
from dataclasses import dataclass, field

from boardai.web.thinking.shares import Shares

_AT_FIRST = 0.01  # seconds that a new visitor may take of the thread: many may come at the same moment
_AT_ONCE = 0.05  # and one who has taken nothing for a while
_A_SECOND = 0.01  # of them come back every second


@dataclass(eq=False)
class Account:
    """What a visitor may take.

    Attributes:
        left: seconds.
        since: when they were counted; infinite before the first time.
    """

    left: float = _AT_FIRST
    since: float = math.inf


@dataclass(eq=False)
class _InLine:
    owner: Hashable
    number: int
    came_at: float
    is_let_through: asyncio.Event = field(default_factory=asyncio.Event)


class Turns:
    """The line of those who have overdrawn their accounts.

    Args:
        now: the time, in seconds.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._shares = Shares()
        self._line: list[_InLine] = []
        self._came = 0
        self._is_open = True
        self._begun: set[asyncio.Future[None]] = set()

    @contextlib.asynccontextmanager
    async def of(self, account: Account) -> AsyncIterator[None]:
        """Around what is done for a visitor: waits for his turn, and counts what it takes."""
        now = self._now()
        account.left = min(_AT_ONCE, account.left + max(now - account.since, 0.0) * _A_SECOND)
        account.since = now
        place = await self._wait(account)
        begun = self._now()
        try:
            yield
        finally:
            took = self._now() - begun
            account.left -= took
            if place is not None:
                self._shares.charge(account, took, place.came_at)
                asyncio.get_running_loop().call_later(took, self._open)

    def begin(self, account: Account, work: Callable[[], None]) -> None:
        """Does something in a visitor's turn, later: what a thought of his has found is told."""

        async def do() -> None:
            async with self.of(account):
                work()

        task = asyncio.ensure_future(do())
        self._begun.add(task)  # the loop itself keeps no hold of it
        task.add_done_callback(self._begun.discard)

    async def _wait(self, account: Account) -> _InLine | None:
        """Stands in line where the account is overdrawn; the place there."""
        if account.left >= 0:
            await asyncio.sleep(0)
            return None
        self._came += 1
        place = _InLine(account, self._came, self._shares.now)
        self._line.append(place)
        self._let_through()
        try:
            await place.is_let_through.wait()
        except asyncio.CancelledError:  # the visitor has gone
            if place in self._line:
                self._line.remove(place)
            else:
                self._open()
            raise
        return place

    def _open(self) -> None:
        self._is_open = True
        self._let_through()

    def _let_through(self) -> None:
        if self._is_open and (place := self._shares.choose(self._line, lambda one: False)) is not None:
            self._is_open = False
            self._line.remove(place)
            place.is_let_through.set()
