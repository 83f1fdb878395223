"""A server under load: connections held, games played at once, and how long the answers to moves take.

    python tests/web/load.py                       # 200 connections, 50 games of chess, one server
    python tests/web/load.py --games 10 --game hex

Two people play each game, so nothing is thought about: what is measured is the server alone, from a move's way out to
the change that comes back to whoever made it. The other connections look on, in turn at every game, and each of them
has to hear of every move.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

SECONDS_BETWEEN_MOVES = 0.5  # of one game, on average


@dataclass
class Load:
    """What came of it.

    Attributes:
        answers: seconds from each move to its change.
        heard: changes that those heard who look on.
        expected: how many they should have heard.
    """

    answers: list[float] = field(default_factory=list)
    heard: int = 0
    expected: int = 0

    def __str__(self) -> str:
        ordered = sorted(1000 * seconds for seconds in self.answers)

        def below(share: float) -> str:
            return f"{ordered[min(int(share * len(ordered)), len(ordered) - 1)]:.1f} ms"

        return (
            f"{len(ordered):,} moves, answered in {below(0.5)} (median), {below(0.95)} (95 %), {below(0.99)} (99 %), "
            f"{ordered[-1]:.1f} ms (longest); {self.heard:,} of {self.expected:,} changes heard by those who look on"
        )


@contextlib.contextmanager
def served(game: str) -> Iterator[str]:
    """The address of a server's socket."""
    command = [sys.executable, "-m", "boardai.web", game, "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()  # boardai: http://localhost:8017/?token=...  (Ctrl-C ends)
        try:
            yield line.split()[1].replace("http", "ws").replace("?", "socket?")
        finally:
            process.terminate()


async def _say(page: ClientConnection, do: str, **fields: Any) -> None:
    await page.send(json.dumps({"do": do, **fields}))


async def _hear(page: ClientConnection, *kinds: str) -> dict[str, Any]:
    while True:
        message = json.loads(await page.recv())
        if message["say"] in kinds:
            return message
        if message["say"] in ("error", "refused"):
            raise RuntimeError(message["message"])


async def _play(page: ClientConnection, room: dict[str, Any], until: float, seed: int, load: Load) -> int:
    """Random moves until the time is over or the game is; how many were made."""
    rng, made = random.Random(seed), 0
    position, at, over = room["position"], room["at"], room["over"]
    while time.monotonic() < until and not over:
        await asyncio.sleep(rng.uniform(0, 2 * SECONDS_BETWEEN_MOVES))
        begun = time.perf_counter()
        await _say(page, "move", node=at, action=rng.choice(position["actions"])["action"])
        change = await _hear(page, "change")
        load.answers.append(time.perf_counter() - begun)
        position, at, over = change["position"], change["at"], change["over"]
        made += 1
    return made


async def _look_on(page: ClientConnection, load: Load) -> None:
    while True:
        await _hear(page, "change")
        load.heard += 1


async def under_load(address: str, game: str, connections: int, games: int, seconds: float) -> Load:
    """Holds the connections, and plays the games.

    Args:
        address: of the socket.
        game: its name.
        connections: in all, players included.
        games: at once, a connection each.
        seconds: for so long.
    """
    load = Load()
    async with contextlib.AsyncExitStack() as closing:
        pages = [await closing.enter_async_context(connect(address, max_size=None)) for _ in range(connections)]
        for page in pages:
            await _hear(page, "welcome")
        players, others = pages[:games], pages[games:]
        rooms = []
        for page in players:
            await _say(page, "new", game=game, seats=["person", "person"])
            rooms.append(await _hear(page, "room"))
        for number, page in enumerate(others):
            await _say(page, "open", room=rooms[number % games]["room"])
            await _hear(page, "room")
        looking = [asyncio.create_task(_look_on(page, load)) for page in others]
        until = time.monotonic() + seconds
        made = await asyncio.gather(
            *(
                _play(page, room, until, seed, load)
                for seed, (page, room) in enumerate(zip(players, rooms, strict=True))
            )
        )
        load.expected = sum(made[number % games] for number in range(len(others)))
        end = time.monotonic() + 10
        while load.heard < load.expected and time.monotonic() < end:
            await asyncio.sleep(0.05)
        for task in looking:
            task.cancel()
        await asyncio.gather(*looking, return_exceptions=True)
    return load


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="chess")
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30)
    given = parser.parse_args()
    with served(given.game) as address:
        print(asyncio.run(under_load(address, given.game, given.connections, given.games, given.seconds)))


if __name__ == "__main__":
    main()
