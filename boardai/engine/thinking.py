"""One search under way in a thread of its own: its clock, and how it is ended.

The loop that serves the other program (server.py) owns it, and looks after it: `patience` says when next, `watch` does
what is due. So there is one thread that decides, and no time between a decision and what it was made upon.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from boardai.engine.time_management import Budget, Glimpse, aim_by_course
from boardai.search.results.result import SearchResult
from boardai.search.stopping import stop_search

# Between two requests to stop: a search that had not begun when it was asked is asked again.
_AGAIN = 0.002

Work = Callable[[Callable[[SearchResult], None], Callable[[], bool]], Any]


class Thinking:
    """Work in a thread of its own.

    Args:
        work: called with what it may tell its progress to, and with what tells it to come to an end; the progress of a
            search is to be given to `heed` by whoever gets it.
        tell: gets each progress, in the working thread.
        done: gets what the work returned, or the exception it ended with, in the working thread; called last.
        budget: of the clock; None: until it is stopped or ends by itself.
    """

    def __init__(
        self,
        work: Work,
        tell: Callable[[SearchResult], None],
        done: Callable[[Any], None],
        budget: Budget | None = None,
    ) -> None:
        self._work, self._tell, self._done = work, tell, done
        self._budget = budget
        self._course: list[Glimpse] = []
        self._halt = threading.Event()
        self._thread = threading.Thread(target=self._run, name="thinking", daemon=True)
        self._began = time.monotonic()
        self._thread.start()

    def _run(self) -> None:
        try:
            answer = self._work(self._tell, self._halt.is_set)
        except BaseException as error:
            answer = error
        self._done(answer)

    @property
    def patience(self) -> float | None:
        """Seconds until `watch` has something to do; None: nothing that is known yet."""
        if self.is_stopping:
            return _AGAIN if self._thread.is_alive() else None
        if self._budget is None:
            return None
        return max(0.0, self._began + aim_by_course(self._budget, self._course) - time.monotonic())

    @property
    def is_stopping(self) -> bool:
        """Whether it has been asked to end."""
        return self._halt.is_set()

    def watch(self) -> None:
        """Ends the search where its time is over."""
        if self.is_stopping or self.patience == 0:
            self.stop()

    def stop(self) -> None:
        """Asks the work to end; what it has found comes as always."""
        self._halt.set()
        assert self._thread.ident is not None
        stop_search(self._thread.ident)

    def heed(self, result: SearchResult) -> None:
        """Takes note of what the search has found so far: its course decides how long it goes on."""
        self._course.append(Glimpse(time.monotonic() - self._began, int(result.action), result.value))

    def limit(self, budget: Budget) -> None:
        """From now on it has so much time: the move it pondered on was played."""
        self._began = time.monotonic()
        self._course.clear()
        self._budget = budget

    def join(self, seconds: float) -> bool:
        """Stops the work and waits for its end.

        Args:
            seconds: at most; an agent of somebody's own may take its time.

        Returns:
            Whether it has ended.
        """
        end = time.monotonic() + seconds
        while self._thread.is_alive() and time.monotonic() < end:
            self.stop()
            self._thread.join(_AGAIN)
        return not self._thread.is_alive()
