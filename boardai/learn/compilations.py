"""Counts JAX compilations: after a run's first iterations there should be none."""

from __future__ import annotations

import jax

_EVENT = "/jax/core/compile/backend_compile_duration"


class CompilationCounter:
    """Compilations of this process since the counter was made.

    Attributes:
        count: programs compiled, or read from JAX's cache on disk.
        seconds: time they took.
    """

    def __init__(self) -> None:
        self.count, self.seconds = 0, 0.0
        # JAX offers no way to take a listener back: make one counter and keep it (`COMPILATIONS`).
        jax.monitoring.register_event_duration_secs_listener(self._listen)

    def _listen(self, event: str, duration_secs: float, **_: str | int) -> None:
        if event == _EVENT:
            self.count += 1
            self.seconds += duration_secs


COMPILATIONS = CompilationCounter()
