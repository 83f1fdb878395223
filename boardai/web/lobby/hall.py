"""Visitors come and go, the game changes, and all visitors in the room are notified."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from boardai.web.lobby.company import Company
from boardai.web.lobby.flags import Flags
from boardai.web.lobby.kept import KeptRooms
from boardai.web.lobby.level_moves import LevelMoves
from boardai.web.offers import Offers
from boardai.web.rooms.journal import Journal
from boardai.web.rooms.room import Room
from boardai.web.rooms.view import about, look, news, nodes_of, position
from boardai.web.thinking import WorkerPool
from boardai.web.thinking.turns import Turns
from boardai.web.visitor import Visitor


class Hall:
    """Rooms with their visitors.

    Args:
        offers: choices for visitors.
        journal: stores the rooms; None: only in memory.
        worker_pool: runs the computations.

    Attributes:
        company: which visitor is in which room.
        turns: the order of answers.
        flags: clocks of the rooms in memory.
        rooms: the rooms in memory.
        levels: the levels that play in them.
    """

    def __init__(self, offers: Offers, journal: Journal | None, worker_pool: WorkerPool) -> None:
        self._offers = offers
        self.company, self.turns = Company(), Turns()
        self.flags = Flags(self.company, self.changed)
        self.rooms = KeptRooms(offers, journal, worker_pool.memory, self.company, self.flags)
        self.levels = LevelMoves(offers, worker_pool, self.company, self.turns, self.rooms, self.flags, self.changed)

    def enter(self, visitor: Visitor, room: Room, key: str) -> None:
        """A visitor enters a room and receives its contents."""
        self.leave(visitor)
        visitor.enter(room, key)
        try:
            self.levels.let_think(room)  # first, because it may start a clock
        finally:
            self._show(visitor, room)

    def leave(self, visitor: Visitor) -> None:
        """A visitor leaves a room, if in one."""
        room = visitor.room
        visitor.leave()
        if room is not None and room.name in self.rooms:
            self.rooms.left(room)
            self.levels.let_think(room)  # or stops them, if the room is empty now

    def changed(
        self, room: Room, orders: Mapping[int, Sequence[int]] | None = None, gone: Collection[int] = ()
    ) -> None:
        """Records a change, sends it to all visitors, and starts the levels to move.

        Args:
            room: the room.
            orders: by position, all moves there in their new order, if it has changed.
            gone: the deleted positions; questions about them end.
        """
        self.rooms.note(room)
        company = self.company.of(room)
        if room.seats.is_match and not room.is_over:
            for visitor in company:
                visitor.stop()  # advice that was requested before the match
        message = {"say": "change", "position": position(room, room.at), **news(room, self.company.present())}
        message |= {"orders": [[parent, *order] for parent, order in (orders or {}).items()], "gone": sorted(gone)}
        for visitor in company:
            if visitor.room is room:
                nodes = nodes_of(room.tree.since(visitor.known))
                visitor.known = room.tree.next_number
                visitor.send({**message, "yours": sorted(visitor.seats()), "nodes": nodes})
                visitor.forget(gone)
        self.flags.wait(room)
        self.levels.let_think(room)

    def begun_anew(self, room: Room) -> None:
        """The room has a new tree."""
        self.rooms.write(room)
        for one in self.company.of(room):
            one.stop()
            self._show(one, room)
        self.flags.wait(room)
        self.levels.let_think(room)  # ends computations for the previous tree

    def _show(self, visitor: Visitor, room: Room) -> None:
        """The whole room, for a visitor who has nothing of it yet."""
        visitor.known = room.tree.next_number
        visitor.send(
            {
                "say": "room",
                "key": visitor.key,
                "yours": sorted(visitor.seats()),
                "look": look(room),
                "offered": self._offers.of(room.game),
                "about": about(room),
                "nodes": nodes_of(room.tree.in_order()),
                "position": position(room, room.at),
                **news(room, self.company.present()),
            }
        )
