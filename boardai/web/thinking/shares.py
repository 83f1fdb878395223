"""Whose turn it is: start-time fair queueing, by visitors.

Idea: every visitor has a clock of his own, which goes on by the seconds that are spent on what he asks for. Whoever
  waits with the least on his clock is next, so a visitor who asks for much waits for himself, and not others for him.
  Who has asked for nothing for a while gets no credit for it: his clock is put forward to the one of whoever was
  served last, the virtual time.
Complexity: a choice looks at everybody who waits.
Paper: Goyal, Vin and Cheng 1996, "Start-time fair queueing".
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Protocol, TypeVar

_MOST_CLOCKS = 1000  # that are kept, before those of visitors who have gone are looked for


class Waits(Protocol):
    """What stands in a queue."""

    owner: Hashable
    number: int
    came_at: float


Waiting = TypeVar("Waiting", bound=Waits)


class Shares:
    """The clocks.

    >>> from boardai.web.thinking.shares import Shares
    >>> shares = Shares()
    >>> shares.charge("Ann", 3.0)
    >>> shares.of("Ann"), shares.of("Bob")
    (3.0, 0.0)

    Attributes:
        now: the virtual time, that of whoever was served last.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self._spent: dict[Hashable, float] = {}

    def of(self, owner: Hashable, since: float = 0.0) -> float:
        """Where an owner's clock stands, for something that has waited since then.

        Args:
            owner: who asked.
            since: the virtual time when it came.
        """
        return max(self._spent.get(owner, 0.0), since)

    def charge(self, owner: Hashable, seconds: float, since: float = 0.0) -> None:
        """Puts an owner's clock forward by what was spent.

        Args:
            owner: who asked.
            seconds: spent.
            since: the virtual time when what they were spent on came.
        """
        self._spent[owner] = self.of(owner, since) + seconds
        if len(self._spent) > _MOST_CLOCKS:
            self._spent = {one: spent for one, spent in self._spent.items() if spent > self.now}

    def choose(self, waiting: Iterable[Waiting], is_last: Callable[[Waiting], bool]) -> Waiting | None:
        """Who is served next; None where nobody waits.

        Args:
            waiting: all who may be.
            is_last: who comes behind all others.
        """
        best = min(waiting, key=lambda one: (is_last(one), self.of(one.owner, one.came_at), one.number), default=None)
        if best is not None:
            self.now = max(self.now, self.of(best.owner, best.came_at))
        return best
