"""Rooms in a server's memory, and on disk if it has a journal."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from boardai.command_line import file_error
from boardai.web.lobby.company import Company
from boardai.web.lobby.flags import Flags
from boardai.web.lobby.limits import MOST_ROOMS, check_matches, first_to_go
from boardai.web.offers import Offers
from boardai.web.rooms.journal import Journal
from boardai.web.rooms.room import Room
from boardai.web.rooms.view import look
from boardai.web.thinking.memory import Memory
from boardai.web.thinking.shares import Owner


@dataclass(frozen=True)
class Origin:
    """The origin of a room.

    Attributes:
        parameters: parameters of its game, chosen among the offered ones.
        owner: the account that it counts for.
    """

    parameters: dict[str, Any]
    owner: Owner


class KeptRooms:
    """The rooms.

    Args:
        offers: the games of stored rooms.
        journal: stores the rooms; None: they are not stored.
        memory: budget of the server.
        company: which visitor is in which room.
        flags: clocks of these rooms.
    """

    def __init__(self, offers: Offers, journal: Journal | None, memory: Memory, company: Company, flags: Flags) -> None:
        self._offers, self._journal, self._memory = offers, journal, memory
        self._company, self._flags = company, flags
        self._rooms: dict[str, Room] = {}  # the oldest first
        self._origins: dict[str, Origin] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._rooms

    def __len__(self) -> int:
        return len(self._rooms)

    def origin(self, room: Room) -> Origin:
        """The origin of a room in memory."""
        return self._origins[room.name]

    def add(self, room: Room, parameters: dict[str, Any], owner: Owner) -> None:
        """Makes a new room.

        Raises:
            ValueError: there is no place for it, or its game has no grid.
        """
        self._memory.require_room()
        look(room)  # a game without a grid is refused before a visitor enters
        self._make_place(owner)
        if self._journal is not None and room.is_kept:
            self._make_place_on_disk(self._journal, owner)
        self._hold(room, Origin(parameters, owner))
        self.write(room)

    def find(self, name: str, owner: Owner) -> Room:
        """The room of a name, loaded from disk if it is not in memory; then it counts for this owner.

        Raises:
            ValueError: there is none, its file is damaged, or there is no place for it.
        """
        if name not in self._rooms and self._journal is not None:
            found = self._journal.read(name, self._offers, self._company.present())
            if found is not None:
                room, parameters = found
                self._make_place(owner)
                self._hold(room, Origin(parameters, owner))
                self._flags.wait(room)
        if name not in self._rooms:
            raise ValueError("this game no longer exists")
        return self._rooms[name]

    def left(self, room: Room) -> None:
        """Notes that a visitor has left a room; the last room that was left is the last one deleted."""
        if room.name in self._rooms:
            self._rooms[room.name] = self._rooms.pop(room.name)

    def drop(self, name: str) -> None:
        """Removes a room from memory; its file stays."""
        del self._rooms[name], self._origins[name]
        self._flags.forget(name)
        if self._journal is not None:
            self._journal.forget(name)

    def note(self, room: Room) -> None:
        """Stores the changes of a room."""
        if self._journal is not None and room.is_kept:
            with self._telling(room):
                origin = self.origin(room)
                self._journal.note(room, origin.parameters, self._company.present(), origin.owner)

    def write(self, room: Room) -> None:
        """Stores a whole room, because it has a new tree."""
        if self._journal is not None and room.is_kept:
            with self._telling(room):
                origin = self.origin(room)
                self._journal.begin(room, origin.parameters, self._company.present(), origin.owner)

    def _hold(self, room: Room, origin: Origin) -> None:
        self._rooms[room.name], self._origins[room.name] = room, origin

    def _make_place(self, owner: Owner) -> None:
        """Deletes a room that is no longer needed, if there are too many."""
        owners = {name: origin.owner for name, origin in self._origins.items()}
        check_matches(self._rooms.values(), owners, owner[0])
        if len(self._rooms) < MOST_ROOMS:
            return
        idle = first_to_go(self._rooms.values(), owners, self._company.occupied())
        if idle is None:
            raise ValueError(f"all {MOST_ROOMS} rooms of this server are taken")
        self.drop(idle)

    def _make_place_on_disk(self, journal: Journal, owner: Owner) -> None:
        """Deletes the oldest unused files if there are too many, and notifies the players of these games."""
        stays = self._company.occupied() | {room.name for room in self._rooms.values() if room.goes_on}
        while (found := journal.files.first_to_go(owner, stays)) is not None:
            name, why = found
            if name in self._rooms:
                self.drop(name)
            file = journal.files.get(name)
            try:
                journal.delete(name)
            except OSError as error:
                print(f"boardai.web: {file_error(error)}", file=sys.stderr)
                return
            if file is not None and file.owner.address == owner.address:
                self._company.notify_owner(owner, f"{why} are stored, which is the maximum: one was deleted")

    @contextlib.contextmanager
    def _telling(self, room: Room) -> Iterator[None]:
        """A context for writing: a full disk ends no game, but is reported to all visitors in the room."""
        try:
            yield
        except OSError as error:
            print(f"boardai.web: {file_error(error)}", file=sys.stderr)  # visitors do not see the path
            self._company.tell_trouble(room, f"this game could not be stored: {error.strerror}")
