"""HTTP and websockets by uvicorn, within the limits of `places.py`.

uvicorn limits the size of headers and messages and pings its websockets. But it waits without limit for the rest of a
header or a body and for clients that do not read, answers pings of a websocket that does not read, and does not limit
the number of frames of a message. If no descriptors are left, asyncio continues accepting in one turn of its loop,
with a traceback each time. These classes add what is missing.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from boardai.web.serving import places as limits
from boardai.web.serving.places import Full, Place, Places

_LONGEST_HEADER = 16_384
_AT_ONCE = 8  # connections accepted in one turn of the loop
_REST = 0.5  # seconds until the next try, if no descriptors are left
_MOST_REFUSED, _SECONDS_OF_REFUSAL = 50, 2.0  # connections without a place that get an answer, and its deadline
_SLICE = 4096  # bytes of frames that are read before their number is checked
# Frames without a message of their own: pings, pongs, and parts of messages.
_SMALL_FRAMES, _SMALL_FRAMES_A_SECOND = 1000.0, 100.0
_OUT_OF = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
_MOST_FILES = 65_536  # open at the same time; child processes inherit the limit


class Server(uvicorn.Server):
    """A server that accepts its connections itself, within the limits of its places.

    Args:
        config: configuration of uvicorn.
        listening: the open sockets.
        places: limits of connections.
    """

    def __init__(self, config: uvicorn.Config, listening: socket.socket, places: Places) -> None:
        super().__init__(config)
        self._listening, self._places = listening, places
        self._opening: set[asyncio.Task[Any]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts accepting connections."""
        await super().startup(sockets=[])
        self._listening.setblocking(False)
        self._listen()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accepts no new connections, and lets existing ones finish."""
        asyncio.get_running_loop().remove_reader(self._listening)
        self._listening.close()
        await super().shutdown(sockets=[])

    async def on_tick(self, counter: int) -> bool:
        """Checks ten times per second whether the server is to end, and once per second which deadlines have passed."""
        if counter % 10 == 0:
            self._places.sweep()
        return await super().on_tick(counter)

    def _listen(self) -> None:
        if self._listening.fileno() >= 0:  # it may have been closed meanwhile
            asyncio.get_running_loop().add_reader(self._listening, self._accept)

    def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        for _ in range(_AT_ONCE):
            try:
                client, _ = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                if error.errno not in _OUT_OF:
                    raise
                # Waiting clients stay in the kernel's queue, and deadlines free places.
                loop.remove_reader(self._listening)
                loop.call_later(_REST, self._listen)
                return
            client.setblocking(False)
            with contextlib.suppress(OSError):
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            task = loop.create_task(loop.connect_accepted_socket(self._protocol, client))
            self._opening.add(task)
            task.add_done_callback(self._opening.discard)

    def _protocol(self) -> GuardedHttp:
        state = {**self.lifespan.state, "places": self._places}
        return GuardedHttp(self.config, self.server_state, state)


class GuardedHttp(H11Protocol):
    """HTTP with a deadline for every action of the client."""

    _place: Place | None = None
    _refusing: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Takes a place, or answers why there is none."""
        super().connection_made(transport)
        places: Places = self.app_state["places"]
        try:
            self._place = places.take(transport, self.client[0] if self.client else "")
        except Full as full:
            self._refuse(str(full), places)
            return
        self.app_state = {**self.app_state, "place": self._place}
        self._place.becomes(limits.UNHEARD, places.now(), limits.SECONDS_OF_HEADER)

    def _refuse(self, reason: str, places: Places) -> None:
        """Answers why there is no place, for a few clients at a time."""
        if places.refusing >= _MOST_REFUSED:
            self.transport.abort()
            return
        words = f"{reason}; close other pages, or try again later\n".encode()
        head = f"HTTP/1.1 503 Service Unavailable\r\nContent-Length: {len(words)}\r\nConnection: close\r\n\r\n"
        self.transport.write(head.encode() + words)
        # If the connection ended before the request was read, the client would not see the answer.
        self.transport.write_eof()
        places.refusing += 1
        self._refusing = self.loop.call_later(_SECONDS_OF_REFUSAL, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Releases the place."""
        places: Places = self.app_state["places"]
        if self._place is not None:
            places.leave(self._place)
        elif self._refusing is not None:
            self._refusing.cancel()
            places.refusing -= 1
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Receives data; an incomplete request is dropped at its deadline."""
        if self._place is None:
            return
        super().data_received(data)
        if self.transport.get_protocol() is self:  # it is not a websocket yet
            self._judge(self._place)

    def _judge(self, place: Place) -> None:
        now = self.app_state["places"].now()
        answering = self.cycle is not None and not self.cycle.response_complete
        if self.conn.their_state is h11.SEND_BODY and answering:
            if place.use != limits.ANSWERED:
                place.becomes(limits.ANSWERED, now, limits.SECONDS_OF_BODY)
        elif answering:
            place.becomes(limits.ANSWERED, now)
        # The deadline of a header counts from the connection or the previous answer, however much has arrived since.

    def on_response_complete(self) -> None:
        """Sets the deadlines for the next request and for reading the answer."""
        if self._place is not None:
            now = self.app_state["places"].now()
            self._place.becomes(limits.BETWEEN, now, limits.SECONDS_BETWEEN_REQUESTS)
        super().on_response_complete()
        if self._place is not None and not self.cycle.response_complete:  # another request has arrived already
            self._judge(self._place)

    def pause_writing(self) -> None:
        """The client does not read: sets its deadline."""
        super().pause_writing()
        if self._place is not None:
            self._place.must_read(self.app_state["places"].now())

    def resume_writing(self) -> None:
        """The client has read: removes the deadline."""
        super().resume_writing()
        if self._place is not None:
            self._place.has_read(self.app_state["places"].now())


class GuardedSocket(WebSocketsSansIOProtocol):
    """A websocket that receives only while its client reads, and no floods of small frames."""

    _place: Place
    _places: Places

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Takes over the place of the request."""
        super().connection_made(transport)
        self._places, self._place = self.app_state["places"], self.app_state["place"]
        # Until the application has accepted it.
        self._place.becomes(limits.UNHEARD, self._places.now(), limits.SECONDS_OF_HEADER)
        self._small, self._small_since = _SMALL_FRAMES, self._places.now()

    def connection_lost(self, exc: Exception | None) -> None:
        """Releases the place."""
        self._places.leave(self._place)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Receives data in small parts, so that a flood ends before all of it is read."""
        for begin in range(0, len(data), _SLICE):
            if self._small < 0 or self.transport.is_closing():
                return
            super().data_received(data[begin : begin + _SLICE])

    def handle_ping(self) -> None:
        """Answers a ping."""
        self._count_small()
        super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        """Notes a pong."""
        self._count_small()
        super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        """Receives a part of a message."""
        self._count_small()
        super().handle_cont(event)

    def _count_small(self) -> None:
        now = self._places.now()
        allowed = self._small + (now - self._small_since) * _SMALL_FRAMES_A_SECOND
        self._small, self._small_since = min(_SMALL_FRAMES, allowed) - 1, now
        if self._small < 0:
            self._place.drop()

    def pause_writing(self) -> None:
        """The client does not read: nothing more is received that would need an answer."""
        super().pause_writing()
        self.transport.pause_reading()
        self._place.must_read(self._places.now())

    def resume_writing(self) -> None:
        """The client has read: receives again."""
        super().resume_writing()
        self._place.has_read(self._places.now())
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    async def receive(self) -> Any:
        """The next message of the client."""
        message = await super().receive()
        if not self.writable.is_set():
            self.transport.pause_reading()
        return message


def allow_many_files() -> int:
    """Raises this process's limit of open files as far as allowed, and returns it."""
    try:
        import resource
    except ModuleNotFoundError:  # not on Windows
        return 512
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return _MOST_FILES if soft == resource.RLIM_INFINITY else soft
    with contextlib.suppress(OSError, ValueError):  # some systems allow less than they report
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def config(app: Any, seconds_to_leave: int, **settings: Any) -> uvicorn.Config:
    """Settings of uvicorn: one process, no log of requests, no trust in headers that name another address."""
    return uvicorn.Config(
        app,
        log_level="warning",
        use_colors=False,  # logged text of visitors may contain control characters, which are not printed
        timeout_graceful_shutdown=seconds_to_leave,
        server_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=_LONGEST_HEADER,
        ws_per_message_deflate=False,  # a small message could unpack to a large one
        **settings,
    )
