"""The visitors in rooms."""

from __future__ import annotations

import time

from boardai.web.rooms.room import Room
from boardai.web.thinking.shares import Owner
from boardai.web.visitor import Visitor


class Company:
    """The visitors of a server, in rooms and between them.

    Attributes:
        visitors: all of them.
        present: returns the time, in seconds.
    """

    def __init__(self) -> None:
        self.visitors: set[Visitor] = set()
        self.present = time.monotonic

    def of(self, room: Room) -> list[Visitor]:
        """The visitors in a room, those with a seat first."""
        found = [visitor for visitor in self.visitors if visitor.room is room]
        return sorted(found, key=lambda visitor: not visitor.seats())

    def occupied(self) -> set[str]:
        """The names of the occupied rooms."""
        return {visitor.room.name for visitor in self.visitors if visitor.room is not None}

    def notify_owner(self, owner: Owner, words: str) -> None:
        """Sends a visitor a notice that was not requested."""
        for visitor in self.visitors:
            if visitor.owner == owner:
                visitor.send({"say": "error", "number": None, "message": words})

    def tell_trouble(self, room: Room, words: str) -> None:
        """Reports an error to all visitors in the room."""
        for visitor in self.of(room):
            visitor.send({"say": "error", "number": None, "message": words})
