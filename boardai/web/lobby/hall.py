"""Who is where, and what everybody is told of it."""

from __future__ import annotations

import time

from boardai.web.lobby.flags import Flags
from boardai.web.lobby.kept import KeptRooms
from boardai.web.offers import Offers
from boardai.web.rooms.journal import Journal
from boardai.web.rooms.room import Room
from boardai.web.rooms.view import look, news, nodes_since, position
from boardai.web.thinking import Thinkers
from boardai.web.thinking.level_moves import LevelMoves
from boardai.web.thinking.turns import Turns
from boardai.web.visitor import Visitor


class Hall:
    """Visitors, in rooms and between them.

    Args:
        offers: what visitors choose from.
        journal: where rooms are kept; None: in memory alone.
        thinkers: who thinks.

    Attributes:
        rooms: those in memory.
        flags: the clocks of these.
        levels: who plays in them.
        turns: who is answered next.
        visitors: all of them.
    """

    def __init__(self, offers: Offers, journal: Journal | None, thinkers: Thinkers) -> None:
        self.present = time.monotonic
        self.turns = Turns()
        self.visitors: set[Visitor] = set()
        self.flags = Flags(self)
        self.levels = LevelMoves(offers, thinkers, self)
        self.rooms = KeptRooms(offers, journal, thinkers.memory, self)

    def company(self, room: Room) -> list[Visitor]:
        """Who is in a room, those who hold a seat first."""
        found = [visitor for visitor in self.visitors if visitor.room is room]
        return sorted(found, key=lambda visitor: not visitor.seats())

    def occupied(self) -> set[str]:
        """The names of the rooms where somebody is."""
        return {visitor.room.name for visitor in self.visitors if visitor.room is not None}

    def enter(self, visitor: Visitor, room: Room, key: str) -> None:
        """Somebody comes into a room, and is shown it."""
        self.leave(visitor)
        visitor.enter(room, key)
        try:
            self.levels.let_think(room)  # first, for it may let a clock run
        finally:
            self._show(visitor, room)

    def leave(self, visitor: Visitor) -> None:
        """Somebody goes out of a room, if in one."""
        room = visitor.room
        visitor.leave()
        if room is not None and room.name in self.rooms:
            self.rooms.left(room)
            self.levels.let_think(room)  # or not, if nobody is there now

    def changed(self, room: Room) -> None:
        """Writes down what has happened, tells everybody, and lets those think who have to move."""
        self.rooms.note(room)
        if room.seats.is_match and not room.is_over:
            for visitor in self.company(room):
                visitor.stop()  # advice that was asked for before there was a match
        told = {"say": "change", "position": position(room, room.at), **news(room, self.present())}
        for visitor in self.company(room):
            if visitor.room is room:
                nodes = nodes_since(room, visitor.known)
                visitor.known = len(room.tree.nodes)
                visitor.send({**told, "yours": sorted(visitor.seats()), "nodes": nodes})
        self.flags.wait(room)
        self.levels.let_think(room)

    def begun_anew(self, room: Room) -> None:
        """Another tree stands in the place of the one that was there."""
        self.rooms.write(room)
        for one in self.visitors:
            if one.room is room:
                one.stop()
                self._show(one, room)
        self.flags.wait(room)
        self.levels.let_think(room)  # nobody does: this ends what was thought of the tree before

    def tell_trouble(self, room: Room, words: str) -> None:
        """Something did not work, and everybody there is told."""
        for visitor in self.visitors:
            if visitor.room is room:
                visitor.send({"say": "error", "number": None, "message": words})

    def _show(self, visitor: Visitor, room: Room) -> None:
        """The whole room, for somebody who has nothing of it yet."""
        visitor.known = len(room.tree.nodes)
        visitor.send(
            {
                "say": "room",
                "key": visitor.key,
                "yours": sorted(visitor.seats()),
                "look": look(room),
                "nodes": nodes_since(room, 0),
                "position": position(room, room.at),
                **news(room, self.present()),
            }
        )
