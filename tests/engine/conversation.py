"""A server of `boardai.engine` in this process, and the lines that are exchanged with it."""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import boardai
from boardai.engine.player import EnginePlayer, default_player
from boardai.engine.server import Console, Server
from boardai.engine.serving import server_of

TIMEOUT = 30  # seconds: the first answer waits for what is compiled, and machines may be busy


class Lines:
    """What a server has written."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self._ended = False
        self._there = threading.Condition()

    def write(self, text: str) -> None:
        with self._there:
            self.all += text.splitlines()
            self._there.notify_all()

    def flush(self) -> None:
        pass

    def end(self) -> None:
        """No more will come."""
        with self._there:
            self._ended = True
            self._there.notify_all()

    def wait(self, pattern: str, after: int) -> int:
        """The number after the first line from `after` on in which the pattern is found."""
        end = time.monotonic() + TIMEOUT
        with self._there:
            while True:
                for number in range(after, len(self.all)):
                    if re.search(pattern, self.all[number]):
                        return number + 1
                assert not self._ended, f"the server ended; no {pattern!r} in {self.all[after:]}"
                left = end - time.monotonic()
                assert left > 0, f"no {pattern!r} in {self.all[after:]}"
                self._there.wait(left)


class _Source(Console):
    """A console that reports when its source is no longer read."""

    def __init__(self, source: int, sink: Any, log: Path | None) -> None:
        super().__init__(source, sink, log)
        self.is_read = threading.Event()

    def read_all(self, take: Callable[[str | None], None]) -> None:
        try:
            super().read_all(take)
        finally:
            self.is_read.set()


class Conversation:
    """The program at the other end.

    Attributes:
        server: what answers.
        failure: what the server ended with; None: nothing.
    """

    def __init__(self, player: EnginePlayer, protocol: str = "", log: Path | None = None) -> None:
        source, self._sink = os.pipe()
        self._source = source
        self._lines = Lines()
        self._seen = 0
        self.failure: BaseException | None = None
        self._console = _Source(source, self._lines, log)
        self.server: Server = server_of(protocol, player, self._console)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        try:
            self.server.run()
        except BaseException as error:
            self.failure = error
        finally:
            self._lines.end()

    def send(self, *lines: str) -> None:
        """Writes lines, all at once."""
        self.send_bytes("".join(line + "\n" for line in lines).encode())

    def send_bytes(self, data: bytes) -> None:
        """Writes whatever it is."""
        while data:
            data = data[os.write(self._sink, data) :]

    def until(self, pattern: str) -> list[str]:
        """The lines since the last ones that were looked at, up to and with the first in which it is found."""
        try:
            begin, self._seen = self._seen, self._lines.wait(pattern, self._seen)
        except AssertionError as error:
            raise error from self.failure
        return self._lines.all[begin : self._seen]

    def ask(self, *lines: str, until: str) -> list[str]:
        """Writes lines and gives the answer up to such a line."""
        self.send(*lines)
        return self.until(until)

    def close(self) -> list[str]:
        """Ends the input, waits for the server, and returns the unread lines."""
        if self._sink >= 0:
            os.close(self._sink)
            self._sink = -1
        self._thread.join(TIMEOUT)
        assert not self._thread.is_alive(), "the server did not end"
        # Until its reader has ended, the number is not given back: the next pipe may get it, and be read by this
        # server.
        assert self._console.is_read.wait(TIMEOUT)
        if self._source >= 0:
            os.close(self._source)
            self._source = -1
        return self._lines.all[self._seen :]


@contextmanager
def conversation(game: str, agent: str = "", protocol: str = "", **settings: Any) -> Iterator[Conversation]:
    """A server of that game and agent, by default the game's own; its input is ended at the end."""
    loaded = boardai.load(game)
    one = Conversation(EnginePlayer(agent, loaded) if agent else default_player(loaded), protocol, **settings)
    try:
        yield one
    finally:
        one.close()
