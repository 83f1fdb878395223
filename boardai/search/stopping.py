"""Ends a search from another thread, as if its time were over: it returns its result so far.

    searcher = threading.Thread(target=lambda: found.append(boardai.search.pvs(state, seconds=3600)))
    searcher.start()
    stop_search(searcher.ident)  # within a millisecond or two

Each run of a native search is registered here for its thread (`run_search`), so no search object is needed to
stop it: a user-written agent that calls `boardai.search` within its `choose` is stopped in the same way.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Any

_AT_WORK: dict[int, Any] = {}  # the running native search of each thread


@contextlib.contextmanager
def at_work(search: Any) -> Iterator[None]:
    """Registers a native search during its call, so that `stop_search` finds it.

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
    """Ends the native search that a thread is running; it does not affect later searches of that thread.

    A search that has not started its clock yet is not stopped: call again to be sure.

    Args:
        thread: the thread's `ident`.

    Returns:
        Whether there was a search.
    """
    search = _AT_WORK.get(thread)
    if search is None:
        return False
    search.stop()
    return True


def ends_when(stopped: Callable[[], bool]) -> Callable[[Any], None]:
    """A progress report that ends a search with `on_interrupt="return"` once `stopped()` returns True.

    It is called ten times per second, on the searching thread.
    """

    def look(result: Any) -> None:
        if stopped():
            raise KeyboardInterrupt  # ends a search with its best move so far

    return look
