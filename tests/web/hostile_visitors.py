"""Visitors who want to keep others from playing, for the load test: each kind does one thing, as fast as it can."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
import json
import random
import socket
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import boardai

_A_SECOND = 15  # messages, which is below what sends a visitor away
_HALF_SENT = 200  # connections of one visitor
_PLIES = 200  # of the game that is judged and loaded
_VARIATIONS = 200  # at each of its moves in the large file

Hostile = Callable[[str, str], Awaitable[None]]


@functools.cache
def _file(variations: int) -> str:
    """A long game of random moves, with this many variations at each of them."""
    rng, game = random.Random(7), boardai.load("chess", claim_draws=False)
    state, words = game.initial_state(), []
    while len(words) < _PLIES:
        actions = state.legal_actions()
        action = rng.choice([one for one in actions if not state.child(one).is_terminal()])
        number = f"{len(words) // 2 + 1}{'...' if len(words) % 2 else '.'} "
        others = [f"({number}{game.format_action(state, rng.choice(actions))})" for _ in range(variations)]
        words.append(" ".join([number + game.format_action(state, action), *others]))
        state = state.child(action)
    return " ".join([*words, "*"])


def prepare() -> None:
    """Makes the files, before anything is measured."""
    _file(0)
    _file(_VARIATIONS)


def _visit(address: str, source: str) -> connect:
    return connect(address, local_addr=(source, 0), max_size=None, open_timeout=60, ping_timeout=None)


async def _say(page: ClientConnection, do: str, **fields: Any) -> None:
    await page.send(json.dumps({"do": do, **fields}))


async def _listen(page: ClientConnection) -> None:
    async for _ in page:
        pass


@contextlib.asynccontextmanager
async def _reading(address: str, source: str) -> Any:
    """A visit whose answers are read, and forgotten."""
    async with _visit(address, source) as page:
        listening = asyncio.create_task(_listen(page))
        try:
            yield page
        finally:
            listening.cancel()


async def strongest(address: str, source: str) -> None:
    """One new game after the other in which the strongest level begins."""
    async with _reading(address, source) as page:
        while True:
            await _say(page, "new", game="chess", seats=["strongest", "person"])
            await asyncio.sleep(1 / _A_SECOND)


async def rooms(address: str, source: str) -> None:
    """As many rooms as may be."""
    async with _reading(address, source) as page:
        while True:
            await _say(page, "new", game="chess", seats=["person", "person"], clock={"base": 600})
            await asyncio.sleep(1 / _A_SECOND)


async def reviews(address: str, source: str) -> None:
    """A long game is judged, again and again, with an analysis alongside it."""
    async with _reading(address, source) as page:
        await _say(page, "new", game="chess", parameters={"claim_draws": False}, seats=["person", "person"])
        await _say(page, "load", text=_file(0), format=".pgn")
        while True:
            await _say(page, "analyse", node=0, slot=0, by="best", lines=10)
            await _say(page, "review")
            await asyncio.sleep(2)


async def loads(address: str, source: str) -> None:
    """Large files."""
    async with _reading(address, source) as page:
        await _say(page, "new", game="chess", parameters={"claim_draws": False}, seats=["person", "person"])
        text = _file(_VARIATIONS)
        while True:
            await _say(page, "load", text=text, format=".pgn")
            await asyncio.sleep(1)


async def trees(address: str, source: str) -> None:
    """A tree with as many open positions as may be, asked for again and again."""
    async with _reading(address, source) as page:
        await _say(page, "new", game="chess", seats=["person", "person"])
        await _say(page, "explain", node=0, by="alphabeta")
        moves = sorted(boardai.load("chess").initial_state().legal_actions())
        paths = [[], *([one] for one in moves)]
        while True:
            await _say(page, "branches", node=0, paths=paths)
            await asyncio.sleep(1 / _A_SECOND)


async def half_sent(address: str, source: str) -> None:
    """Connections that never say anything whole."""
    place = urlsplit(address)
    loop = asyncio.get_running_loop()
    held: list[socket.socket] = []
    try:
        for number in itertools.count():
            client = socket.socket()
            client.setblocking(False)
            held.append(client)
            try:
                client.bind((source, 0))
                await loop.sock_connect(client, (place.hostname, place.port))
                await loop.sock_sendall(client, b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
            except OSError:
                await asyncio.sleep(0.1)
            if len(held) > _HALF_SENT:
                held.pop(0).close()
            if number % 20 == 0:
                await asyncio.sleep(0.1)
    finally:
        for client in held:
            client.close()


async def reads_nothing(address: str, source: str) -> None:
    """Asks for answers, and leaves them where they are."""
    async with _visit(address, source) as page:
        await _say(page, "new", game="chess", seats=["person", "person"])
        page.transport.pause_reading()
        while True:
            await _say(page, "look", node=0)
            await asyncio.sleep(1 / _A_SECOND)


KINDS: tuple[Hostile, ...] = (strongest, rooms, reviews, loads, trees, half_sent, reads_nothing)


async def again_and_again(kind: Hostile, address: str, source: str) -> None:
    """Comes back whenever it is sent away, until it is cancelled."""
    while True:
        with contextlib.suppress(OSError, WebSocketException, TimeoutError):
            await kind(address, source)
        await asyncio.sleep(random.uniform(0.2, 1.0))
