"""A server under load: connections held, games played at once, and how long the answers to moves take.

    python tests/web/load.py                       # 200 connections, 50 games of chess, one server
    python tests/web/load.py --games 10 --game hex
    python tests/web/load.py --hostile 20          # 180 people against the level beginner, and 20 who disturb them
    python tests/web/load.py --rooms 150 --level strong     # what rooms hold that everybody has left

Two people play each game, so nothing is thought about: what is measured is the server alone, from a move's way out to
the change that comes back to its author. The other connections look on, in turn at every game, and each of them
has to hear of every move.

With --hostile everybody else plays a game of chess against the level `beginner`, a move every few seconds; measured is
the time from a move's way out to the level's own. They do so for a while alone, then alongside the hostile ones
(`hostile_visitors.py`), then for a while after these have gone. Honest people come from six addresses, which some of
the hostile ones share. The server has a budget of memory of 1,024 MiB; what it holds is read in all three parts.

With --rooms one person after another begins a game against a level, sees its first move and leaves; read is what the
server holds, without and with this many empty rooms.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hostile_visitors import KINDS, Hostile, again_and_again, prepare
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

SECONDS_BETWEEN_MOVES = 0.5  # of one game, on average
SECONDS_OF_THOUGHT = 6.0  # of a person who plays against a level, on average
ADDRESSES_OF_PEOPLE = 6
SEVERAL = sys.platform == "linux"  # where all of 127.0.0.0/8 are addresses of this computer
BUDGET = 1024  # MiB, of the server
_SECONDS_OF_TIDYING = 3.0  # after which freed memory is back with the system
_LONGEST_GAME = 80  # plies, after which a person begins another one


def percentiles(seconds: list[float]) -> str:
    """The times of answers, in words."""
    if not seconds:
        return "no answers"
    ordered = sorted(1000 * one for one in seconds)

    def below(share: float) -> str:
        return f"{ordered[min(int(share * len(ordered)), len(ordered) - 1)]:.1f} ms"

    return (
        f"{len(ordered):,} moves, answered in {below(0.5)} (median), {below(0.95)} (95 %), {below(0.99)} (99 %), "
        f"{ordered[-1]:.1f} ms (longest)"
    )


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
        return f"{percentiles(self.answers)}; {self.heard:,} of {self.expected:,} changes heard by those who look on"


@dataclass
class Served:
    """A server in a process of its own.

    Attributes:
        address: of its socket.
        process: its number.
    """

    address: str
    process: int

    def memory(self) -> float:
        """What it holds, in MiB; not a number if the system does not report it."""
        try:
            words = Path(f"/proc/{self.process}/status").read_text().split()
        except OSError:
            return float("nan")
        return int(words[words.index("VmRSS:") + 1]) / 1024

    def processor_seconds(self) -> float:
        """What it has used of processors; not a number if the system does not report it."""
        try:
            words = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return float("nan")
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def served(game: str, *arguments: str, has_limit: bool = False) -> Iterator[Served]:
    """Serves a game, by default without a limit for each address, since all visitors come from this computer's."""
    limit = [] if has_limit else ["--connections-per-address", "1000"]
    command = [sys.executable, "-m", "boardai.web", game, "--port", "0", *limit, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()  # boardai: http://localhost:8017/?token=...  (Ctrl-C ends)
        try:
            yield Served(line.split()[1].replace("http", "ws").replace("?", "socket?"), process.pid)
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


# --- rooms that everybody has left ---


async def visit(address: str, game: str, level: str, moves: int = 1) -> None:
    """One person plays some moves against a level, and leaves."""
    async with connect(address, max_size=None, open_timeout=60) as page:
        await _hear(page, "welcome")
        await _say(page, "new", game=game, seats=["person", level])
        told = await _hear(page, "room")
        for _ in range(moves):
            at = told["at"]
            await _say(page, "move", node=at, action=told["position"]["actions"][0]["action"])
            while not told["over"] and told["at"] < at + 2:
                told = await _hear(page, "change")


async def left_rooms(server: Served, game: str, level: str, rooms: int, moves: int = 1) -> tuple[float, float]:
    """What a server holds before and after visits to this many rooms, in MiB.

    Args:
        server: just started.
        game: its name.
        level: whom everybody plays against.
        rooms: how many.
        moves: of each visitor.
    """
    for _ in range(3):  # what is loaded once: the level's network, the page's own modules
        await visit(server.address, game, level, moves)
    await asyncio.sleep(_SECONDS_OF_TIDYING)
    before = server.memory()
    for _ in range(rooms):
        await visit(server.address, game, level, moves)
    await asyncio.sleep(_SECONDS_OF_TIDYING)
    return before, server.memory()


# --- people against a level, and others who disturb them ---


@dataclass
class Disturbed:
    """What came of it: before, with and after the hostile ones.

    Attributes:
        answers: seconds from each person's move to the level's, in each part.
        processors: that the server kept busy in each part, on average.
        memory: of the server in MiB, the most in each part, and at the end of the last one.
        lost: visits of honest people that ended.
        games: that were begun.
    """

    answers: tuple[list[float], list[float], list[float]] = field(default_factory=lambda: ([], [], []))
    processors: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0, 0.0])
    lost: int = 0
    games: int = 0
    part: int = 0

    def __str__(self) -> str:
        words = ("without hostile visitors", "with hostile visitors", "after they have left")
        lines = [
            f"{name}: {percentiles(answers)}; the server used {used:.2f} processors and at most {memory:,.0f} MiB"
            for name, answers, used, memory in zip(words, self.answers, self.processors, self.memory, strict=False)
        ]
        return "\n".join([*lines, f"in the end: memory {self.memory[3]:,.0f} MiB; {self.lost} honest visits lost"])


async def _person(address: str, source: str, seed: int, found: Disturbed) -> None:
    """Plays games against the level `beginner`, with random moves."""
    rng = random.Random(seed)
    while True:
        try:
            async with connect(address, local_addr=(source, 0), max_size=None, open_timeout=60) as page:
                await _hear(page, "welcome")
                while True:
                    await _play_level(page, rng, found)
        except (OSError, WebSocketException, RuntimeError, TimeoutError) as error:
            found.lost += 1
            print(f"lost: {type(error).__name__}: {error}", file=sys.stderr)
            await asyncio.sleep(1)


async def _play_level(page: ClientConnection, rng: random.Random, found: Disturbed) -> None:
    await _say(page, "new", game="chess", seats=["person", "beginner"])
    told = await _hear(page, "room")
    found.games += 1
    while not told["over"] and told["at"] < _LONGEST_GAME:
        await asyncio.sleep(rng.uniform(0, 2 * SECONDS_OF_THOUGHT))
        part, begun, at = found.part, time.perf_counter(), told["at"]
        await _say(page, "move", node=at, action=rng.choice(told["position"]["actions"])["action"])
        while not told["over"] and told["at"] < at + 2:
            told = await _hear(page, "change")
        found.answers[part].append(time.perf_counter() - begun)


async def _watch_memory(server: Served, found: Disturbed) -> None:
    while True:
        found.memory[3] = server.memory()
        found.memory[found.part] = max(found.memory[found.part], found.memory[3])
        await asyncio.sleep(0.2)


async def disturbed(
    server: Served, connections: int, hostile: int, seconds: float, kinds: Sequence[Hostile] = KINDS
) -> Disturbed:
    """People play, and are disturbed meanwhile.

    Args:
        server: of chess.
        connections: in all.
        hostile: of them.
        seconds: for each of the three parts.
        kinds: of hostile visitors, in turn.
    """
    found = Disturbed()
    tasks = [asyncio.create_task(_watch_memory(server, found))]
    for number in range(connections - hostile):
        tasks.append(asyncio.create_task(_person(server.address, _source(number), number, found)))
    await asyncio.to_thread(prepare)
    while found.games < connections - hostile:
        await asyncio.sleep(0.1)
    found.answers[0].clear()
    await _part(server, seconds, found)
    found.part = 1
    others = [
        asyncio.create_task(again_and_again(kinds[number % len(kinds)], server.address, _hostile_source(number)))
        for number in range(hostile)
    ]
    await _part(server, seconds, found)
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    found.part = 2
    await _part(server, seconds, found)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return found


def _source(number: int) -> str:
    """The address that an honest person comes from."""
    return f"127.0.1.{1 + number % ADDRESSES_OF_PEOPLE}" if SEVERAL else "127.0.0.1"


def _hostile_source(number: int) -> str:
    """That of a hostile one: sometimes a neighbour of honest people, else one of his own."""
    return _source(number) if number % 4 == 0 or not SEVERAL else f"127.0.2.{1 + number}"


async def _part(server: Served, seconds: float, found: Disturbed) -> None:
    begun, used = time.monotonic(), server.processor_seconds()
    await asyncio.sleep(seconds)
    found.processors.append((server.processor_seconds() - used) / (time.monotonic() - begun))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="chess")
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--hostile", type=int, default=0, help="of the connections; the others play against a level")
    parser.add_argument("--kind", choices=[kind.__name__ for kind in KINDS], help="hostile ones of this kind alone")
    parser.add_argument("--rooms", type=int, default=0, help="that are left behind, against --level")
    parser.add_argument("--level", default="beginner", help="with --rooms")
    parser.add_argument("--seconds", type=float, default=30, help="with --hostile: of each of three parts")
    given = parser.parse_args()
    if given.hostile:
        with served("chess", "--memory", str(BUDGET), has_limit=SEVERAL) as server:
            kinds = [kind for kind in KINDS if given.kind in (None, kind.__name__)]
            print(asyncio.run(disturbed(server, given.connections, given.hostile, given.seconds, kinds)))
        return
    if given.rooms:
        with served(given.game) as server:
            before, after = asyncio.run(left_rooms(server, given.game, given.level, given.rooms))
            print(f"{given.level}: {before:.0f} MiB, with {given.rooms} rooms more {after:.0f} MiB")
        return
    with served(given.game) as server:
        print(asyncio.run(under_load(server.address, given.game, given.connections, given.games, given.seconds)))


if __name__ == "__main__":
    main()
