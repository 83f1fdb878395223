"""The actor: runs an iteration of self-play in a separate thread, while the caller trains.

The weights are fixed when it starts, and the games are returned at the end; in between, self-play in this process
shares only the hardware with the learner. So its games depend only on the weights, as if no training took place at the
same time. Only workers that are not ordered may get newer weights meanwhile (`GroupsOnWorkers.publish`).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from types import TracebackType

from boardai.learn.self_play.self_play import Played

Play = Callable[[Callable[[], None], Callable[[int], None]], Played]


class Actor:
    """Plays an iteration while the caller trains; use it as a context manager, which begins and ends it.

    If the context is left early, the games are stopped and unusable.

    Args:
        play: called as play(stop, progress) in another thread, with arguments as in `SelfPlayGroups.play`.

    Attributes:
        finished: number of finished games.
        seconds: duration of the iteration; 0 while it plays.
    """

    def __init__(self, play: Play):
        self._play = play
        self._unwanted = threading.Event()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="actor")
        self.finished, self.seconds = 0, 0.0

    def __enter__(self) -> Actor:
        self._future = self._pool.submit(self._run)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._unwanted.set()
        self._pool.shutdown()

    def check(self) -> None:
        """Raises the error that ended the games early, if any, so that the caller does not continue in vain."""
        if self._future.done():
            self._future.result()

    def played(self, stop: Callable[[], None], progress: Callable[[int], None]) -> Played:
        """Waits for the games.

        Args:
            stop: called about ten times per second; may raise.
            progress: called as often with the number of finished games.
        """
        while wait([self._future], timeout=0.1).not_done:
            stop()
            progress(self.finished)
        return self._future.result()

    def _run(self) -> Played:
        began = time.perf_counter()
        played = self._play(self._stop, self._count)
        self.seconds = time.perf_counter() - began
        return played

    def _stop(self) -> None:
        if self._unwanted.is_set():
            raise _Unwanted

    def _count(self, games: int) -> None:
        self.finished = games


class _Unwanted(Exception):
    """The games are no longer needed."""
