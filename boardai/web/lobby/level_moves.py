"""Levels as players: which of them is thinking, in occupied rooms only."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from boardai.clocks.management import thinking_seconds
from boardai.web.lobby.company import Company
from boardai.web.lobby.flags import Flags
from boardai.web.lobby.kept import KeptRooms
from boardai.web.offers import Offers
from boardai.web.rooms.room import Room
from boardai.web.rooms.seats import PERSON
from boardai.web.thinking import Job, Opponent, WorkerPool
from boardai.web.thinking.turns import Turns

_OVERHEAD = 0.1  # seconds that a level's move takes besides its search


class LevelMoves:
    """The levels' agents, which exist only while a visitor is in the room.

    Args:
        offers: the levels.
        worker_pool: runs the searches.
        company: which visitor is in which room.
        turns: the order in which levels move.
        rooms: the rooms in memory.
        flags: clocks of the rooms.
        changed: sends a move to all visitors.
    """

    def __init__(
        self,
        offers: Offers,
        worker_pool: WorkerPool,
        company: Company,
        turns: Turns,
        rooms: KeptRooms,
        flags: Flags,
        changed: Callable[[Room], None],
    ) -> None:
        self._offers, self._worker_pool, self._company, self._turns = offers, worker_pool, company, turns
        self._rooms, self._flags, self._changed = rooms, flags, changed
        self._opponents: dict[tuple[str, str], Opponent] = {}
        self._thinking: dict[str, tuple[tuple[int, str], Job[int]]] = {}

    def let_think(self, room: Room) -> None:
        """Starts the level to move, if there is one and the room is occupied; stops all other levels in this room."""
        level = room.level_to_move
        if not self._company.of(room):
            if level is not None and room.clock is not None and room.clock.running is not None:
                room.pause(self._company.present())  # the room is empty, and the level's clock stops
                self._rooms.note(room)  # otherwise the level would lose the time until the room is loaded again
                self._flags.wait(room)
            self.forget(room.name)
            return
        for seat in {*room.seats.who} - {PERSON, level}:
            self._prepare(room, seat)
        for name, unused in [key for key in self._opponents if key[0] == room.name and key[1] not in room.seats.who]:
            self._dismiss(self._opponents.pop((name, unused)))
        wanted = (room.at, level) if level is not None else None
        before = self._thinking.get(room.name)
        if before is not None:
            if before[0] == wanted:
                return
            before[1].stop()
            del self._thinking[room.name]
        if wanted is not None:
            self._think(room, wanted)

    def forget(self, name: str) -> None:
        """Stops the levels of a room and releases their agents."""
        if name in self._thinking:
            self._thinking.pop(name)[1].stop()
        for key in [key for key in self._opponents if key[0] == name]:
            self._dismiss(self._opponents.pop(key))

    def close(self) -> None:
        """Stops all levels when the server ends."""
        for name in {*self._thinking, *(name for name, _ in self._opponents)}:
            self.forget(name)

    def _think(self, room: Room, wanted: tuple[int, str]) -> None:
        opponent = self._opponent(room, wanted[1])
        line = room.tree.line_to(room.at)
        actions = [node.action for node in line if node.action is not None]
        start, state = line[0].state.clone(), room.state.clone()
        visitor = self._company.of(room)[0]
        job = self._worker_pool.ask(
            lambda stopped: opponent.choose(start, actions, state, stopped),
            visitor.owner,
            about=("move", room.offer, wanted[1]),
            subject=opponent,
        )
        self._worker_pool.memory.used(opponent)
        self._thinking[room.name] = wanted, job
        if room.clock is not None:
            room.go_on(self._company.present())
            self._flags.wait(room)
            moves = room.game.moves_expected(state)
            seconds = thinking_seconds(room.clock, room.player, self._company.present(), _OVERHEAD, moves)
            asyncio.get_running_loop().call_later(seconds, job.hurry)

        # By turns, because two levels move as fast as they can.
        job.when_done(lambda: self._turns.begin(visitor.owner, lambda: self._play(room, wanted, job)))

    def _prepare(self, room: Room, level: str) -> None:
        """Makes a level's agent before its first move, so that its clock does not run while a network is loaded."""
        if (room.name, level) in self._opponents:
            return
        with contextlib.suppress(ValueError):  # no longer offered, which is reported when the level is to move
            opponent = self._opponent(room, level)
            visitor = self._company.of(room)[0]
            about = ("prepare", room.offer, level)
            self._worker_pool.ask(lambda stopped: opponent.prepare(), visitor.owner, about=about, subject=opponent)

    def _opponent(self, room: Room, level: str) -> Opponent:
        found = self._opponents.get((room.name, level))
        if found is None:
            spec = self._offers.level(room.game, level).spec
            found = self._opponents[room.name, level] = Opponent(spec, room.game)
        return found

    def _dismiss(self, opponent: Opponent) -> None:
        """Releases an agent as soon as it has stopped thinking."""

        def end() -> None:
            opponent.close()
            self._worker_pool.memory.dismissed(opponent)

        self._worker_pool.ask(lambda stopped: end(), about="end", subject=opponent)

    def _play(self, room: Room, wanted: tuple[int, str], job: Job[int]) -> None:
        """Plays the move that a level has chosen."""
        if self._thinking.get(room.name) != (wanted, job):
            return  # the position has changed meanwhile
        del self._thinking[room.name]
        try:
            room.move(wanted[0], job.future.result(), self._company.present())
        except ValueError as error:
            if not room.is_over:  # otherwise its flag has fallen
                room.waiting = True
                self._company.tell_trouble(room, f"{self._offers.level(room.game, wanted[1]).title}: {error}")
        self._changed(room)
