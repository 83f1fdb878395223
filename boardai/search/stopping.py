"""Ending a search from another thread, as if its time were over: it returns what it has found.

    searcher = threading.Thread(target=lambda: found.append(boardai.search.pvs(state, seconds=3600)))
    searcher.start()
    stop_search(searcher.ident)  # within a millisecond or two

Whatever runs a native search says so here for its thread (`run_search`), so that no search needs to be handed around to
be ended: a user-written agent that calls `boardai.search` within its `choose` is stopped in the same way.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Any

_AT_WORK: dict[int, Any] = {}  # the native search that each thread runs


@contextlib.contextmanager
def at_work(search: Any) -> Iterator[None]:
    """Around the call of a native search: from now on `stop_search` finds it.

    Args:
        search: the native `SearchSession`.
    """
    thread = threading.get_ident()
    outer = _AT_WORK.get(thread)  # a search within another one's evaluation
    _AT_WORK[thread] = search
    try:
        yield
    finally:
        if outer is None:
            del _AT_WORK[thread]
        else:
            _AT_WORK[thread] = outer


def stop_search(thread: int) -> bool:
    """Ends the native search that a thread runs at this moment; what that thread does next is not its business.

    A search that has not yet started its clock starts it afterwards all the same: a caller who must be sure asks again.

    Args:
        thread: its `ident`.

    Returns:
        Whether there was one.
    """
    search = _AT_WORK.get(thread)
    if search is None:
        return False
    search.stop()
    return True


def ends_when(stopped: Callable[[], bool]) -> Callable[[Any], None]:
    """A progress report for a search with `on_interrupt="return"`: it ends with what it has once `stopped()` says so.

    It is asked ten times per second, on the thread that searches.
    """

    def look(result: Any) -> None:
        if stopped():
            raise KeyboardInterrupt  # what a search ends at with its best move so far

    return look
