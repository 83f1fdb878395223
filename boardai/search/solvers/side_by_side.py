"""Positions that are solved side by side, each by one thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, TypeVar

from boardai.search.stopping import stop_search

T = TypeVar("T")
_AGAIN = 0.002  # seconds between two requests to stop


class Solvers(Generic[T]):
    """Threads that solve positions side by side; Ctrl-C ends them all."""

    def __init__(self, threads: int, solve: Callable[[Any], T]) -> None:
        self._solve, self._idents, self._ended = solve, set[int](), threading.Event()
        self._pool = ThreadPoolExecutor(threads)

    def __enter__(self) -> Solvers[T]:
        return self

    def __exit__(self, *error: Any) -> None:
        self._ended.set()
        self._pool.shutdown(wait=False, cancel_futures=True)
        while self._idents:
            for ident in list(self._idents):
                stop_search(ident)
            time.sleep(_AGAIN)
        self._pool.shutdown()

    def solve(self, states: list[Any]) -> Iterator[T]:
        """What is found, in their order."""
        return self._pool.map(self._one, states)

    def _one(self, state: Any) -> T:
        ident = threading.get_ident()
        self._idents.add(ident)
        try:
            if self._ended.is_set():
                raise KeyboardInterrupt
            return self._solve(state)
        finally:
            self._idents.discard(ident)
