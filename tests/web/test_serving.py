"""Connections that are half sent, idle, slow or many: no one else is kept out, and all are dropped in time."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import errno
import os
import select
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from refusals import refused
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from websockets.sync.client import connect

from boardai.web.app import make_app
from boardai.web.lobby import Lobby
from boardai.web.offers import Offers
from boardai.web.serving import places as limits
from boardai.web.serving import protocols
from boardai.web.serving.listening import listening_socket
from boardai.web.serving.places import ANSWERED, BETWEEN, PLAYER, UNHEARD, VISITOR, Full, Place, Places

pytestmark = pytest.mark.timeout(300)  # something that is never released


# --- places, without a network ---


class Wire:
    """In the place of a connection."""

    def __init__(self) -> None:
        self.ended = self.closing = False
        self.unread = 0

    def abort(self) -> None:
        self.ended = True

    def is_closing(self) -> bool:
        return self.closing

    def get_write_buffer_size(self) -> int:
        return self.unread


def taken(places: Places, host: str, count: int, use: int = UNHEARD) -> tuple[list[Wire], list[Place]]:
    wires = [Wire() for _ in range(count)]
    found = [places.take(wire, host) for wire in wires]
    for place in found:
        place.becomes(use, places.now())
    return wires, found


def test_a_flood_from_one_address_drops_its_own_least_useful_connections():
    now = iter(range(10_000))
    places = Places(per_address=10, now=lambda: float(next(now)))
    others, _ = taken(places, "192.0.2.1", 5)
    waiting, _ = taken(places, "192.0.2.2", 3, VISITOR)
    reading, _ = taken(places, "192.0.2.2", 2, BETWEEN)
    playing, _ = taken(places, "192.0.2.2", 2, PLAYER)
    flood, _ = taken(places, "192.0.2.2", 1000)
    assert [wire.ended for wire in others + playing] == [False] * 7  # of others, and in a room
    assert [wire.ended for wire in waiting + reading] == [False] * 5  # each more useful than half a request
    assert [wire.ended for wire in flood] == [True] * 997 + [False] * 3 and len(places) == 15


def test_behind_one_address_honest_visitors_come_in_during_a_flood():
    """A school: an honest page needs a moment, in which others open fewer connections than the address may have."""
    places = Places(per_address=150)
    for _ in range(30):
        taken(places, "192.0.2.2", 100)
        wires, pages = taken(places, "192.0.2.2", 1)
        taken(places, "192.0.2.2", 100)
        assert not wires[0].ended
        pages[0].becomes(PLAYER, places.now())
    taken(places, "192.0.2.2", 120, PLAYER)
    with refused("150", error=Full):
        places.take(Wire(), "::ffff:192.0.2.2")  # the same by another spelling
    places.take(Wire(), "192.0.2.3")


def test_where_the_server_is_full_the_heaviest_address_gives_way():
    places = Places(per_address=50, most=100)
    light, _ = taken(places, "192.0.2.1", 10)
    taken(places, "2001:db8::1", 20)
    taken(places, "2001:db8::2:0:0:1", 20)  # the same customer's network
    heavy, _ = taken(places, "192.0.2.3", 50)
    taken(places, "192.0.2.4", 30)
    assert len(places) == 100 and not any(wire.ended for wire in light) and sum(wire.ended for wire in heavy) > 5


def test_visitors_without_a_room_make_way_for_others():
    places = Places()
    taken(places, "192.0.2.1", 3, PLAYER)
    alone, _ = taken(places, "192.0.2.1", 1, VISITOR)
    several, _ = taken(places, "192.0.2.2", 3, VISITOR)
    taken(places, "192.0.2.2", 3, ANSWERED)
    assert [places.make_way_for_visitor() for _ in range(5)] == [True] * 4 + [False]
    assert all(wire.ended for wire in alone + several) and len(places) == 6


def test_a_proxy_has_no_limit_and_those_whom_it_speaks_for_have():
    places = Places(per_address=2, shared=["192.0.2.9"])
    _, found = taken(places, "192.0.2.9", 50, VISITOR)
    for place in found[:2]:
        places.move(place, "198.51.100.1")
        place.becomes(PLAYER, places.now())
    with pytest.raises(Full):
        places.move(found[2], "198.51.100.1")
    places.move(found[2], "198.51.100.2")
    for place in found:
        places.leave(place)
        places.leave(place)
    assert len(places) == 0 and not places._count


def test_deadlines():
    moment = [0.0]
    places = Places(now=lambda: moment[0])
    wires, found = taken(places, "192.0.2.1", 5)
    late, reads_not, reads_slowly, closes_not, fine = wires
    found[0].becomes(UNHEARD, 0, 10)
    reads_not.unread = reads_slowly.unread = 200_000
    found[1].must_read(0)
    found[2].must_read(0)
    closes_not.closing = True
    dropped = []
    for moment[0] in (9, 11, 21, 41):
        reads_slowly.unread -= 30_000
        places.sweep()
        dropped.append([wire.ended for wire in wires])
    assert dropped[0] == [False] * 5 and dropped[1] == [True] + [False] * 4
    assert dropped[2] == dropped[3] == [True, True, False, True, False] and not fine.ended
    for moment[0] in (50, 62):
        places.sweep()
    assert reads_slowly.ended and late.ended and not fine.ended


# --- the server, over a network ---


@contextlib.contextmanager
def serving(app: Any, places: Places) -> Iterator[int]:
    """A server's port."""
    listening = listening_socket("127.0.0.1", 0)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)  # what is left unread is soon noticed
    config = protocols.config(app, 1, ws=protocols.GuardedSocket, ws_max_size=4_000_000)
    server = protocols.Server(config, listening, places)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()))
    port = listening.getsockname()[1]
    thread.start()
    try:
        yield port
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deadlines that a test can wait for."""
    for name in ("HEADER", "BODY", "BETWEEN_REQUESTS", "READING", "CLOSING"):
        known = f"SECONDS_OF_{name}" if hasattr(limits, f"SECONDS_OF_{name}") else f"SECONDS_{name}"
        monkeypatch.setattr(limits, known, 1.0)


async def _answer(request: Request) -> PlainTextResponse:
    size = int(request.query_params.get("size", 2))
    if request.method == "POST":
        await request.body()
    return PlainTextResponse("x" * size)


ANSWERING = Starlette(routes=[Route("/", _answer, methods=["GET", "POST"])])


def sent(port: int, data: bytes) -> socket.socket:
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
    client.settimeout(30)
    client.connect(("127.0.0.1", port))
    client.sendall(data)
    return client


def is_ended(client: socket.socket, dribble: bytes) -> bool:
    """Sends a little more; whether the server has released it."""
    try:
        client.sendall(dribble)
        while select.select([client], [], [], 0)[0]:
            if not client.recv(1000):
                return True
    except OSError:
        return True
    return False


def wait_until(what: Callable[[], Any]) -> None:
    while not what():
        time.sleep(0.05)


HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"


@pytest.mark.usefixtures("hasty")
def test_what_is_never_sent_whole_is_dropped():
    places = Places()
    half = [
        (b"", b""),
        (HEAD + b"X-", b""),
        (HEAD + b"X-", b"a"),  # a letter now and then is no progress
        (POST, b""),
        (POST, b"x"),
        (b"PUT" + POST[4:], b"x"),  # refused before its body has come
        (HEAD + b"\r\n" + HEAD, b"a"),  # the second request of a connection
    ]
    with serving(ANSWERING, places) as port, contextlib.ExitStack() as closing:
        clients = [(closing.enter_context(contextlib.closing(sent(port, begin))), more) for begin, more in half]
        wait_until(lambda: len(places) == len(half))
        waiting = clients
        while waiting:
            waiting = [(client, more) for client, more in waiting if not is_ended(client, more)]
            time.sleep(0.05)
        assert not len(places)
        with contextlib.closing(sent(port, HEAD + b"\r\n")) as other:
            assert other.recv(100).startswith(b"HTTP/1.1 200 OK")


@pytest.mark.thorough
@pytest.mark.usefixtures("hasty")
def test_a_client_that_does_not_read_an_answer_is_dropped():
    places = Places()
    with serving(ANSWERING, places) as port:
        request = b"GET /?size=1000000 HTTP/1.1\r\nHost: localhost\r\n\r\n"
        with contextlib.closing(sent(port, request)), contextlib.closing(sent(port, request)) as reads:
            read = 0
            while read < 1_000_000:  # slowly, but it continues
                read += len(reads.recv(4096))
                time.sleep(0.005)
            wait_until(lambda: not len(places))


def test_many_half_sent_requests_keep_no_visitor_out():
    places = Places(per_address=40)
    with serving(ANSWERING, places) as port, contextlib.ExitStack() as closing:
        for _ in range(300):
            closing.enter_context(contextlib.closing(sent(port, HEAD)))
        for _ in range(5):
            with contextlib.closing(sent(port, HEAD + b"\r\n")) as client:
                assert client.recv(100).startswith(b"HTTP/1.1 200 OK")
        assert len(places) <= 40


def test_a_visitor_without_a_place_gets_a_message():
    places = Places(per_address=1)
    places.take(None, "127.0.0.1").becomes(PLAYER, 0)
    with serving(ANSWERING, places) as port, contextlib.closing(sent(port, HEAD + b"\r\n")) as client:
        told = b""
        while part := client.recv(1000):
            told += part
        assert told.startswith(b"HTTP/1.1 503 ") and b"all 1 connections" in told


def test_no_descriptors_left_is_waited_for(monkeypatch):
    """The server of asyncio prints a traceback for every connection that waits, again and again."""
    places, accept, tried = Places(), socket.socket.accept, []

    def none_left(listening: socket.socket) -> Any:
        tried.append(1)
        if len(tried) < 3:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        return accept(listening)

    monkeypatch.setattr(socket.socket, "accept", none_left)
    monkeypatch.setattr(protocols, "_REST", 0.2)
    with serving(ANSWERING, places) as port:
        begun = time.monotonic()
        with contextlib.closing(sent(port, HEAD + b"\r\n")) as client:
            assert client.recv(100).startswith(b"HTTP/1.1 200 OK")
        assert len(tried) < 10 and time.monotonic() - begun > 0.3


@pytest.fixture(scope="module")
def lobby() -> Lobby:
    return Lobby(Offers(["hex"]))


def opened(port: int, path: str = "/socket") -> socket.socket:
    """A websocket by hand, which reads only on request."""
    key = base64.b64encode(os.urandom(16)).decode()
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    client = sent(port, f"{head}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += client.recv(1)
    assert b" 101 " in answer and b"permessage-deflate" not in answer
    return client


def frame(opcode: int, data: bytes = b"", fin: bool = True) -> bytes:
    length = bytes([128 | len(data)]) if len(data) < 126 else struct.pack("!BQ", 255, len(data))
    return bytes([opcode | 128 * fin]) + length + bytes(4) + data  # masked by zeros


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(
    "fast", [pytest.param(True, id="pings", marks=pytest.mark.thorough), pytest.param(False, id="asks")]
)
def test_a_websocket_that_does_not_read_is_dropped(lobby, fast, monkeypatch):
    """Neither the answers to its pings nor those to its messages are kept without a bound."""
    monkeypatch.setattr(protocols, "_SMALL_FRAMES_A_SECOND", 1e9)
    monkeypatch.setattr("boardai.web.app._A_SECOND", 1e9)
    places = Places()
    with serving(make_app(lobby), places) as port, contextlib.closing(opened(port)) as client:
        client.sendall(frame(1, b'{"do": "new", "game": "hex", "seats": ["person", "person"]}'))
        with contextlib.suppress(OSError):
            while len(places):
                client.sendall(frame(9, b"x" * 100) * 10 if fast else frame(1, b'{"do": "look", "node": 0}'))
                time.sleep(0.02 if fast else 0.01)
        wait_until(lambda: not len(places))


@pytest.mark.parametrize("parts", [frame(9), frame(10), frame(1, fin=False) + frame(0, fin=False) * 50_000])
def test_a_flood_of_small_frames_ends_the_visit(lobby, parts):
    places = Places()
    with serving(make_app(lobby), places) as port, contextlib.closing(opened(port)) as client:
        with contextlib.suppress(OSError):
            while len(places):
                client.sendall(parts * (1 if len(parts) > 1000 else 5000))
        assert not len(places)


def test_visitors_in_no_room_make_way_when_there_are_too_many(lobby, monkeypatch):
    monkeypatch.setattr("boardai.web.app.MOST_VISITORS", 5)
    places = Places()
    with serving(make_app(lobby), places) as port, contextlib.ExitStack() as closing:
        address = f"ws://localhost:{port}/socket"
        for number in range(12):
            page = closing.enter_context(connect(address))
            assert "welcome" in page.recv()
            if number in (0, 1, 2, 3, 11):
                page.send('{"do": "new", "game": "hex", "seats": ["person", "person"]}')
                assert '"room"' in page.recv()
        wait_until(lambda: len(places) == 5)
        assert "too many visitors" in closing.enter_context(connect(address)).recv()


def test_an_idle_visitor_is_let_go_of(lobby, monkeypatch):
    monkeypatch.setattr("boardai.web.visitor.SECONDS_WITHOUT_A_ROOM", 0.5)
    places = Places()
    with serving(make_app(lobby), places) as port, connect(f"ws://localhost:{port}/socket") as stays:
        stays.recv()
        stays.send('{"do": "new", "game": "hex", "seats": ["person", "person"]}')
        with connect(f"ws://localhost:{port}/socket") as idle:
            idle.recv()
            wait_until(lambda: len(places) == 1)
        stays.recv()
        stays.send('{"do": "look", "node": 0}')
        assert '"position"' in stays.recv()


def test_only_a_named_proxy_is_believed_whom_it_speaks_for(lobby):
    for shared in ([], ["127.0.0.1"]):
        places = Places(per_address=2, shared=shared)
        taken(places, "127.0.0.1", 1, PLAYER)
        with serving(make_app(lobby), places) as port, contextlib.ExitStack() as closing:
            heard = []
            for number in range(4):  # what the client itself has put in front is not believed
                told = {"X-Forwarded-For": f"203.0.113.{number}, 198.51.100.{number // 3}"}
                page = closing.enter_context(connect(f"ws://localhost:{port}/socket", additional_headers=told))
                heard.append("welcome" in page.recv())
                if heard[-1] and shared:
                    page.send('{"do": "new", "game": "hex", "seats": ["person", "person"]}')
                    page.recv()
            assert heard.count(True) == (3 if shared else 4)  # else each makes way for the next one


def test_what_waits_for_a_page_is_bounded_in_characters():
    from boardai.web import app

    waiting = app._Waiting()
    assert waiting.put("x" * 10_000_000)  # one alone may be as long as it is
    assert not waiting.put("x")
    assert asyncio.run(waiting.get()) and waiting.put("x")
