"""Whose message is read next: answers are given on one thread, and a visitor whose messages take long waits for it.

Idea: everybody has an account of the thread's seconds, which fills up slowly. Whoever has overdrawn it waits in line
  with those like him, the one who has had least first; they are let through one at a time, and then the thread is left
  to the others for as long as the last of them took it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Hashable

from boardai.web.thinking.shares import Shares

_AT_ONCE = 0.25  # seconds that a visitor may take of the thread
_A_SECOND = 0.05  # of them come back every second


class Turn:
    """A visitor's account."""

    def __init__(self) -> None:
        self.left, self.since = _AT_ONCE, 0.0
        self.owner: Hashable = self
        self.number, self.came_at = 0, 0.0
        self.let_through: asyncio.Event | None = None


class Turns:
    """The line of those who have overdrawn their accounts.

    Args:
        now: the time, in seconds.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._shares = Shares()
        self._waiting: list[Turn] = []
        self._came = 0
        self._is_open = True

    async def wait(self, turn: Turn) -> None:
        """Comes back when a visitor's next message may be read: at once, but for those who have taken much time."""
        now = self._now()
        turn.left, turn.since = min(_AT_ONCE, turn.left + (now - turn.since) * _A_SECOND), now
        if turn.left >= 0:
            return
        self._came += 1
        turn.number, turn.came_at, turn.let_through = self._came, self._shares.now, asyncio.Event()
        self._waiting.append(turn)
        self._let_through()
        try:
            await turn.let_through.wait()
        finally:
            if turn in self._waiting:  # the visitor has gone
                self._waiting.remove(turn)

    def took(self, turn: Turn, seconds: float) -> None:
        """A visitor's message has been answered."""
        turn.left -= seconds
        if turn.let_through is not None:
            turn.let_through = None
            self._shares.charge(turn, seconds, turn.came_at)
            asyncio.get_running_loop().call_later(seconds, self._open)

    def left(self, turn: Turn) -> None:
        """A visitor has gone, perhaps between being let through and being answered."""
        if turn.let_through is not None and turn not in self._waiting:
            turn.let_through = None
            self._open()

    def _open(self) -> None:
        self._is_open = True
        self._let_through()

    def _let_through(self) -> None:
        if self._is_open and (turn := self._shares.choose(self._waiting, lambda one: False)) is not None:
            self._is_open = False
            self._waiting.remove(turn)
            assert turn.let_through is not None
            turn.let_through.set()
