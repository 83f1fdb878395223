"""Places of connections: limits for each address, which one is dropped if there are too many, and deadlines.

A connection without a complete request costs its client nothing, so anybody can open thousands. They do not
keep others out: if the places of an address, or of the server, are used up, the least useful connection
of that address, or of the address with the most of them, is dropped for the new one. Honest connections are useful
within milliseconds, also behind an address that many people share. Only visitors in a room are never dropped.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Protocol

PER_ADDRESS = 150  # connections: enough for a class behind one address, and half of a server's visitors
MOST = 1000  # connections of a server
SECONDS_OF_HEADER = 10.0
SECONDS_OF_BODY = 30.0
SECONDS_BETWEEN_REQUESTS = 10.0
SECONDS_OF_READING = 20.0  # in which a client must read at least this many of the bytes that wait for it:
LEAST_READ = 20_000
SECONDS_OF_CLOSING = 10.0
SECONDS_WITHOUT_A_ROOM = 300.0

# The uses of a connection, from the least useful to the most useful.
UNHEARD, BETWEEN, ANSWERED, VISITOR, PLAYER = range(5)


class Full(Exception):
    """There is no place for a connection; the message has the reason, for people."""


class Transport(Protocol):
    """The required methods of a connection (`asyncio.Transport`)."""

    def abort(self) -> None:
        """Closes it at once, with unsent data."""

    def is_closing(self) -> bool:
        """Whether it is closing."""

    def get_write_buffer_size(self) -> int:
        """The number of bytes that the client has not read yet."""


class Place:
    """One connection.

    Args:
        transport: transport of the connection; None if it is watched elsewhere.
        address: the address that it counts for.
        since: time at which it got its place.

    Attributes:
        use: `UNHEARD` (no complete request yet), `BETWEEN` two requests, `ANSWERED` (being answered), `VISITOR` (a
            websocket), or `PLAYER` (a websocket in a room).
        since: time at which this use began.
        until: time at which it is dropped unless it makes progress; infinite if nothing is expected of it.
        unread_until: time at which it is dropped unless it reads; infinite if little waits for it.
    """

    def __init__(self, transport: Transport | None, address: str, since: float) -> None:
        self.transport, self.address, self.since = transport, address, since
        self.use = UNHEARD
        self.until = self.unread_until = math.inf
        self._unread = 0

    def becomes(self, use: int, now: float, seconds: float = math.inf) -> None:
        """Changes the use, and how long it may last."""
        self.use, self.since, self.until = use, now, now + seconds

    def must_read(self, now: float) -> None:
        """Much data waits for the client to read."""
        self._unread = self.transport.get_write_buffer_size() if self.transport is not None else 0
        self.unread_until = now + SECONDS_OF_READING

    def has_read(self, now: float) -> None:
        """Little data waits any more; during that time nothing else was expected of the client."""
        self.unread_until, self.until = math.inf, max(self.until, now + SECONDS_OF_CLOSING)

    def is_over(self, now: float) -> bool:
        """Whether a deadline has passed."""
        if self.transport is None:
            return now >= self.until
        if not math.isinf(self.unread_until):
            if now >= self.unread_until and self.transport.get_write_buffer_size() <= self._unread - LEAST_READ:
                self.must_read(now)  # slowly, but it reads
            return now >= self.unread_until
        if math.isinf(self.until) and self.transport.is_closing():
            self.until = now + SECONDS_OF_CLOSING  # it may also leave the last data unread
        return now >= self.until

    def drop(self) -> None:
        """Closes the connection."""
        if self.transport is not None:
            self.transport.abort()


class Places:
    """All connections of a server.

    >>> from boardai.web.serving.places import Places
    >>> places = Places(per_address=2)
    >>> first, second, third = (places.take(None, "192.0.2.7") for _ in range(3))
    >>> len(places)  # the first one was dropped for the third
    2

    Args:
        per_address: connections that one address may hold.
        most: connections in all.
        shared: addresses without an own limit, such as that of a proxy for many clients.
        now: returns the time, in seconds of any monotonic clock.

    Attributes:
        refusing: number of connections that are being refused.
    """

    def __init__(
        self,
        per_address: int = PER_ADDRESS,
        most: int = MOST,
        shared: Iterable[str] = (),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.per_address, self.most, self.now = per_address, most, now
        self.shared = {key_of(one) for one in shared}
        self.refusing = 0
        self._held: set[Place] = set()
        self._count: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._held)

    def take(self, transport: Transport | None, host: str) -> Place:
        """Takes a place for a new connection; perhaps drops another one for it.

        Args:
            transport: transport of the connection.
            host: address of the client.

        Raises:
            Full: every other connection is more useful.
        """
        place = Place(transport, key_of(host), self.now())
        self._make_way(place.address)
        if len(self._held) >= self.most and not self._drop_least_useful(self._heaviest(), PLAYER):
            raise Full("this server has reached its maximum number of connections")
        self._hold(place)
        return place

    def move(self, place: Place, host: str) -> None:
        """Moves a connection through a proxy to the address that the proxy names.

        Raises:
            Full: that address has no more places.
        """
        self._make_way(key_of(host))
        held = place in self._held
        self.leave(place)
        place.address = key_of(host)
        if held:
            self._hold(place)

    def leave(self, place: Place) -> None:
        """Removes an ended connection."""
        if place in self._held:
            self._held.remove(place)
            self._count[place.address] -= 1
            if not self._count[place.address]:
                del self._count[place.address]

    def make_way_for_visitor(self) -> bool:
        """Drops a visitor in no room, of the address that has most of them; returns whether there was one."""
        idle = Counter(place.address for place in self._held if place.use == VISITOR)
        return bool(idle) and self._drop_least_useful(idle.most_common(1)[0][0], PLAYER, least=VISITOR)

    def sweep(self) -> None:
        """Drops the connections whose deadline has passed."""
        now = self.now()
        for place in [place for place in self._held if place.is_over(now)]:
            self._drop(place)

    def _make_way(self, address: str) -> None:
        if address in self.shared or self._count[address] < self.per_address:
            return
        if not self._drop_least_useful(address, PLAYER):
            raise Full(f"all {self.per_address} connections of your address are in use")

    def _heaviest(self) -> str:
        """The address with the most connections that can be dropped."""
        droppable = Counter(place.address for place in self._held if place.use < PLAYER)
        return droppable.most_common(1)[0][0] if droppable else ""

    def _drop_least_useful(self, address: str, below: int, least: int = UNHEARD) -> bool:
        found = [place for place in self._held if place.address == address and least <= place.use < below]
        if not found:
            return False
        self._drop(min(found, key=lambda place: (place.use, place.since)))
        return True

    def _hold(self, place: Place) -> None:
        self._held.add(place)
        self._count[place.address] += 1

    def _drop(self, place: Place) -> None:
        self.leave(place)
        place.drop()


def key_of(host: str) -> str:
    """The key of an address whose connections are counted together: in IPv6 the /64 network of one customer.

    >>> from boardai.web.serving.places import key_of
    >>> key_of("192.0.2.7"), key_of("::ffff:192.0.2.7"), key_of("2001:db8::1:2:3:4")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        if not address.is_loopback:
            return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
