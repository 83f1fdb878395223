"""The order of requests: start-time fair queueing, by addresses first and then by the visitors of each.

Idea: every address has a clock that advances by the seconds spent on the requests of its visitors. The waiting address
  with the smallest clock is served next. So heavy users delay only themselves, and twenty connections from one address
  have one share. The visitors of an address share its turns in the same way, each with a clock.
Idle time gives no credit: when an idle address or visitor returns, its clock is advanced to that of the last one
  served, the virtual time. There is one virtual time for addresses, and one for the visitors of each address.
Complexity: each choice compares all waiting requests.
Papers: Goyal, Vin and Cheng 1996, "Start-time fair queueing"; Bennett and Zhang 1996, "Hierarchical packet fair
  queueing algorithms".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol, TypeVar

_MOST_CLOCKS = 1000  # number of clocks from which on those of visitors who have left are removed


class Owner(NamedTuple):
    """The visitor that a job or a stored object counts for.

    Attributes:
        address: the visitor's network address.
        visitor: number of the visitor among those of the address.
    """

    address: str
    visitor: int


NOBODY = Owner("", 0)  # for work of the server itself


class Moment(NamedTuple):
    """Virtual times: among addresses, and among the visitors of one address."""

    address: float = 0.0
    visitor: float = 0.0


START = Moment()


class Waits(Protocol):
    """A request in a queue."""

    owner: Owner
    number: int
    came_at: Moment


Waiting = TypeVar("Waiting", bound=Waits)


class Shares:
    """The clocks of addresses and visitors.

    >>> from boardai.web.thinking.shares import Owner, Shares
    >>> shares = Shares()
    >>> shares.charge(Owner("192.0.2.7", 1), 3.0)
    >>> shares.of(Owner("192.0.2.7", 1)), shares.of(Owner("192.0.2.7", 2)), shares.of(Owner("192.0.2.8", 3)).address
    (Moment(address=3.0, visitor=3.0), Moment(address=3.0, visitor=0.0), 0.0)
    """

    def __init__(self) -> None:
        self._now = 0.0
        self._now_at: dict[str, float] = {}  # the virtual time among the visitors of each address
        self._spent: dict[str, float] = {}
        self._spent_by: dict[Owner, float] = {}

    def now(self, owner: Owner) -> Moment:
        """The virtual times, those of the last one served, for a request of this owner that starts to wait."""
        return Moment(self._now, self._now_at.get(owner.address, 0.0))

    def of(self, owner: Owner, since: Moment = START) -> Moment:
        """The clocks of an owner's address and of the owner, for a request that has waited since a given time.

        Args:
            owner: the owner of the request.
            since: the virtual times when it came.
        """
        return Moment(
            max(self._spent.get(owner.address, 0.0), since.address),
            max(self._spent_by.get(owner, 0.0), since.visitor),
        )

    def charge(self, owner: Owner, seconds: float, since: Moment = START) -> None:
        """Advances both clocks by the time spent.

        Args:
            owner: the owner of the request.
            seconds: time spent.
            since: the virtual times when the request came.
        """
        clocks = self.of(owner, since)
        self._spent[owner.address], self._spent_by[owner] = clocks.address + seconds, clocks.visitor + seconds
        if len(self._spent) + len(self._spent_by) > _MOST_CLOCKS:
            self._forget_idle()

    def choose(self, waiting: Iterable[Waiting], is_last: Callable[[Waiting], bool]) -> Waiting | None:
        """The next request to be served; None if none waits.

        Args:
            waiting: all requests that can be served.
            is_last: whether a request comes after all others.
        """
        found = list(waiting)
        found = [one for one in found if not is_last(one)] or found
        if not found:
            return None
        at = {one: self.of(one.owner, one.came_at) for one in found}
        first = min(found, key=lambda one: (at[one].address, one.number))
        neighbours = [one for one in found if one.owner.address == first.owner.address]
        best = min(neighbours, key=lambda one: (at[one].visitor, one.number))
        self._now = max(self._now, at[first].address)
        address = best.owner.address
        self._now_at[address] = max(self._now_at.get(address, 0.0), at[best].visitor)
        return best

    def _forget_idle(self) -> None:
        """Removes the clocks that make no difference."""
        self._spent = {one: spent for one, spent in self._spent.items() if spent > self._now}
        self._now_at = {one: now for one, now in self._now_at.items() if one in self._spent}
        self._spent_by = {
            one: spent
            for one, spent in self._spent_by.items()
            if one.address in self._spent and spent > self._now_at.get(one.address, 0.0)
        }
