"""Clocks of rooms: a room is checked again when a flag falls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from boardai.web.lobby.company import Company
from boardai.web.rooms.room import Room


class Flags:
    """The clocks whose flags may fall.

    Args:
        company: has the time.
        changed: reports a fallen flag to all visitors.
    """

    def __init__(self, company: Company, changed: Callable[[Room], None]) -> None:
        self._company, self._changed = company, changed
        self._handles: dict[str, asyncio.TimerHandle] = {}

    def wait(self, room: Room) -> None:
        """Waits again: a clock has been stopped or started, or a room was loaded."""
        self.forget(room.name)
        left = room.clock.until_flag(self._company.present()) if room.clock is not None and not room.is_over else None
        if left is not None:
            loop = asyncio.get_running_loop()
            self._handles[room.name] = loop.call_later(max(left, 0.0) + 0.005, self._look, room)

    def forget(self, name: str) -> None:
        """Stops waiting for a room's flag."""
        handle = self._handles.pop(name, None)
        if handle is not None:
            handle.cancel()

    def close(self) -> None:
        """Stops when the server ends."""
        for name in list(self._handles):
            self.forget(name)

    def _look(self, room: Room) -> None:
        del self._handles[room.name]
        if room.check_flag(self._company.present()):
            self._changed(room)
        else:
            self.wait(room)
