"""Turns on the one thread that answers messages: a visitor whose messages take long waits longer.

Idea: every visitor, and every address for all its visitors, has an account of the thread's seconds, which fills up
  slowly. Visitors who have overdrawn an account wait in a queue, ordered by the least use of the address and then of
  the visitor (`shares.py`). The queue admits one message at a time; then the thread serves the others for as long as
  that message took. All other visitors are served in turn, one message each.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Hashable
from dataclasses import dataclass, field

from boardai.web.thinking.shares import Moment, Owner, Shares

_AT_FIRST = 0.01  # seconds of the thread for a new visitor; many may come at the same time
_AT_ONCE = 0.05  # seconds for one who has used none for a while
_A_SECOND = 0.01  # seconds that are added per second
_AT_ONCE_OF_ADDRESS, _A_SECOND_OF_ADDRESS = 0.5, 0.1  # the same for all visitors at one address
_MOST_ACCOUNTS = 1000  # number of accounts from which on full ones are closed


@dataclass(eq=False)
class _Account:
    left: float  # seconds
    most: float
    a_second: float
    since: float  # when they were counted

    def count(self, now: float) -> float:
        """The time that is left now."""
        self.left = min(self.most, self.left + (now - self.since) * self.a_second)
        self.since = now
        return self.left


@dataclass(eq=False)
class _InLine:
    owner: Owner
    number: int
    came_at: Moment
    is_let_through: asyncio.Event = field(default_factory=asyncio.Event)


class Turns:
    """The accounts, and the queue of visitors with overdrawn accounts.

    Args:
        now: returns the time, in seconds.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._accounts: dict[Hashable, _Account] = {}  # of visitors by owner, of addresses by their text
        self._shares = Shares()
        self._line: list[_InLine] = []
        self._came = 0
        self._is_open = True
        self._begun: set[asyncio.Future[None]] = set()

    @contextlib.asynccontextmanager
    async def of(self, owner: Owner) -> AsyncIterator[None]:
        """A context for work for a visitor: waits for the visitor's turn, and charges the time."""
        own = self._account(owner, _AT_FIRST, _AT_ONCE, _A_SECOND)
        shared = self._account(owner.address, _AT_ONCE_OF_ADDRESS, _AT_ONCE_OF_ADDRESS, _A_SECOND_OF_ADDRESS)
        place = await self._wait(owner, min(own.left, shared.left) < 0)
        begun = self._now()
        try:
            yield
        finally:
            took = self._now() - begun
            own.left -= took
            if place is None:
                shared.left -= took  # after the queue, `_shares` charges the address instead
            else:
                self._shares.charge(owner, took, place.came_at)
                asyncio.get_running_loop().call_later(took, self._open)

    def begin(self, owner: Owner, work: Callable[[], None]) -> None:
        """Calls a function later, in the visitor's turn; for reporting the result of a search."""

        async def do() -> None:
            async with self.of(owner):
                work()

        task = asyncio.ensure_future(do())
        self._begun.add(task)  # the event loop itself keeps no strong reference
        task.add_done_callback(self._begun.discard)

    def _account(self, of: Hashable, at_first: float, most: float, a_second: float) -> _Account:
        now = self._now()
        found = self._accounts.get(of)
        if found is None:
            if len(self._accounts) >= _MOST_ACCOUNTS:
                self._accounts = {one: it for one, it in self._accounts.items() if it.count(now) < it.most}
            found = self._accounts[of] = _Account(at_first, most, a_second, now)
        found.count(now)
        return found

    async def _wait(self, owner: Owner, in_line: bool) -> _InLine | None:
        """Enters the queue if an account is overdrawn; returns the place in it."""
        if not in_line:
            await asyncio.sleep(0)
            return None
        self._came += 1
        place = _InLine(owner, self._came, self._shares.now(owner))
        self._line.append(place)
        self._let_through()
        try:
            await place.is_let_through.wait()
        except asyncio.CancelledError:  # the visitor has left
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
