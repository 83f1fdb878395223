"""Clocks of rooms: somebody looks again when a flag falls."""

from __future__ import annotations

import asyncio

from boardai.web.rooms.room import Room
from boardai.web.thinking.house import House


class Flags:
    """The flags that may fall.

    Args:
        house: which tells everybody of one that has fallen.
    """

    def __init__(self, house: House) -> None:
        self._house = house
        self._handles: dict[str, asyncio.TimerHandle] = {}

    def wait(self, room: Room) -> None:
        """Waits anew: a clock has been stopped or started, or a room has come into memory."""
        self.forget(room.name)
        left = room.clock.until_flag(self._house.present()) if room.clock is not None and not room.is_over else None
        if left is not None:
            loop = asyncio.get_running_loop()
            self._handles[room.name] = loop.call_later(max(left, 0.0) + 0.005, self._look, room)

    def forget(self, name: str) -> None:
        """Nobody waits for a room's flag any more."""
        handle = self._handles.pop(name, None)
        if handle is not None:
            handle.cancel()

    def close(self) -> None:
        """The server ends."""
        for name in list(self._handles):
            self.forget(name)

    def _look(self, room: Room) -> None:
        del self._handles[room.name]
        if room.check_flag(self._house.present()):
            self._house.changed(room)
        else:
            self.wait(room)
