"""Rooms and their visitors: what each message does, who is told of it, and who thinks.

Everything here happens on one thread, that of the event loop; only thoughts are on others, and come back to it.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from typing import Any

from boardai.clocks import TimeControl
from boardai.command_line import file_error
from boardai.game import Game
from boardai.records.position_lines import read_position_line
from boardai.web import analysis
from boardai.web.journal import Journal
from boardai.web.loaded import Loaded, file_text, load_game
from boardai.web.messages import VERSION, Message, error_message, read_message
from boardai.web.offers import Offers
from boardai.web.room import PERSON, Room
from boardai.web.room_limits import MOST_ROOMS, Owner, check_matches, first_to_go
from boardai.web.runs import Replay, Shown
from boardai.web.thinking import Memory, Thinkers, Thought
from boardai.web.thinking.advice import Advice
from boardai.web.thinking.house import told, when_done
from boardai.web.thinking.level_moves import LevelMoves
from boardai.web.thinking.turns import Turns
from boardai.web.visitor import Visitor

_REPLAY = 4  # the slot of a game that was played before, behind those of advice
_FILES = {"load": 5, "save": 6}  # likewise of files
_SECONDS_TO_STOP = 3.0
_BETWEEN_BEATS = 1.0  # seconds that a killed server may lose of a running clock
# What those may not do who were invited to a game: whoever has the token begins games, and looks at runs.
_NOT_FOR_GUESTS = ("new", "draw_board", "board_file", "replay")


class Lobby:
    """The rooms of a server.

    Args:
        offers: what visitors choose from.
        journal: where rooms are kept; None: in memory alone.
        long: long thoughts at once; as many as there are processors are sensible.
        memory: what the server may use; None: as much as there is.
        shown: runs, matches and tournaments that can be looked at, and their games replayed; None: none.
        visitor_name: what visitors are called who have told no other name; pages show it where names are asked for.
    """

    def __init__(
        self,
        offers: Offers,
        journal: Journal | None = None,
        long: int = 2,
        memory: Memory | None = None,
        shown: Shown | None = None,
        visitor_name: str = "",
    ) -> None:
        self.offers, self._journal = offers, journal
        self._visitor_name = visitor_name
        self.shown = shown if shown is not None else Shown([])
        self._thinkers = Thinkers(long, memory=memory)
        self._advice = Advice(offers, self._thinkers)
        self._levels = LevelMoves(offers, self._thinkers, self)
        self._rooms: dict[str, Room] = {}
        self._parameters: dict[str, dict[str, Any]] = {}
        self._owners: dict[str, Owner] = {}
        self._visitors: set[Visitor] = set()
        self._flags: dict[str, asyncio.TimerHandle] = {}
        self._now = time.monotonic
        self.turns = Turns()
        if journal is not None:
            journal.start(self._now())

    # --- who comes and goes ---

    def welcome(self, visitor: Visitor) -> None:
        """Somebody has come."""
        self._visitors.add(visitor)
        told = {"games": self.offers.games, "guest": visitor.is_guest}
        if visitor.is_guest:  # invited to a game; the rest is no business of theirs
            told |= {"runs": 0, "name": ""}
        else:
            told |= {"runs": len(self.shown), "name": self._visitor_name}
        visitor.send({"say": "welcome", "version": VERSION, **told})

    def goodbye(self, visitor: Visitor) -> None:
        """Somebody has gone; the room stays."""
        self._visitors.discard(visitor)
        self._leave(visitor)

    async def live(self) -> None:
        """Lets time go by in the journal for as long as the server lives."""
        while self._journal is not None:
            try:
                self._journal.beat(self._now())
            except OSError as error:
                print(f"boardai.web: {file_error(error)}", file=sys.stderr)
            await asyncio.sleep(_BETWEEN_BEATS)

    def close(self) -> None:
        """The server ends: whoever thinks is told to stop, and waited for."""
        for visitor in self._visitors:
            visitor.stop()
        self._levels.close()
        for handle in self._flags.values():
            handle.cancel()
        self._thinkers.close(_SECONDS_TO_STOP)
        if self._journal is not None:
            with contextlib.suppress(OSError):
                self._journal.beat(self._now())
            self._journal.close()

    def receive(self, visitor: Visitor, text: str) -> None:
        """Does what a message asks for; what cannot be done is told to the visitor alone."""
        message: Message | None = None
        try:
            message = read_message(text)
            if visitor.is_guest and message.do in _NOT_FOR_GUESTS:
                raise ValueError(
                    "you were invited to a game; to begin others, open the address that the server has printed"
                )
            visitor.asked = message.number
            getattr(self, f"_do_{message.do}")(visitor, **message.fields)
        except ValueError as error:
            visitor.send(error_message(str(error), message))
        except Exception as error:
            # A mistake in somebody's own game, or ours: this visit goes on, and so do all others.
            traceback.print_exc()
            visitor.send(error_message(f"this failed on the server: {type(error).__name__}: {error}", message))

    # --- rooms ---

    def _do_new(
        self,
        visitor: Visitor,
        game: str,
        parameters: dict[str, Any] | None,
        seats: tuple[str, str],
        clock: TimeControl | None,
        position: str | None,
        name: str | None,
    ) -> None:
        chosen = self.offers.game(game, parameters)
        self._check_seats(chosen, seats)
        start = read_position_line(position, chosen).start if position and position.strip() else chosen.initial_state()
        room = Room(secrets.token_urlsafe(9), game, chosen, start, seats, clock)
        if PERSON in seats:
            room.names[seats.index(PERSON)] = self._visitor_name if name is None else name
        self._add(room, parameters or {}, visitor.owner)
        self._enter(visitor, room, room.keys[0])

    def _check_seats(self, game: Game, seats: tuple[str, str]) -> None:
        for seat in seats:
            if seat != PERSON:
                self.offers.level(game, seat)

    def _do_draw_board(
        self,
        visitor: Visitor,
        game: str,
        cells: list[str],
        player: int,
        seats: tuple[str, str],
        clock: TimeControl | None,
        name: str | None,
    ) -> None:
        parameters = self.offers.game(game).board_parameters(cells, player)
        self._do_new(visitor, game, parameters, seats, clock, None, name)

    def _do_board_file(self, visitor: Visitor, game: str, cells: list[str], player: int) -> None:
        parameters = self.offers.game(game).board_parameters(cells, player)
        self.offers.game(game, parameters)  # a board that nobody could play on is refused before it is kept
        (text,) = parameters.values()
        visitor.send({"say": "file", "name": "board.txt", "text": text})

    def _do_open(self, visitor: Visitor, room: str, key: str | None, invitation: str | None, name: str | None) -> None:
        found = self._find(room, visitor)
        if invitation:
            key = found.accept(invitation, name or "")
            self._enter(visitor, found, key)
            self.changed(found)
        else:
            self._enter(visitor, found, key or "")

    def _do_leave(self, visitor: Visitor) -> None:
        self._leave(visitor)

    def _leave(self, visitor: Visitor) -> None:
        left = visitor.room
        visitor.leave()
        if left is not None and left.name in self._rooms:
            self._rooms[left.name] = self._rooms.pop(left.name)  # the one that was left last goes last
            self._levels.let_think(left)  # or not, if nobody is there now

    def _add(self, room: Room, parameters: dict[str, Any], owner: Owner) -> None:
        self._thinkers.memory.require_room()
        room.look()  # a game without a grid is refused before anybody sits down
        self._make_place(owner)
        self._hold(room, parameters, owner)
        self._write_anew(room)

    def _hold(self, room: Room, parameters: dict[str, Any], owner: Owner) -> None:
        self._rooms[room.name], self._parameters[room.name] = room, parameters
        self._owners[room.name] = owner

    def _make_place(self, owner: Owner) -> None:
        """Lets go of a room that nobody needs, where there are too many."""
        check_matches(self._rooms.values(), self._owners, owner[0])
        if len(self._rooms) < MOST_ROOMS:
            return
        occupied = {visitor.room.name for visitor in self._visitors if visitor.room is not None}
        idle = first_to_go(self._rooms.values(), self._owners, occupied)
        if idle is None:
            raise ValueError(f"all {MOST_ROOMS} rooms of this server are taken")
        self._drop(idle)

    def _drop(self, name: str) -> None:
        del self._rooms[name], self._parameters[name], self._owners[name]
        if name in self._flags:
            self._flags.pop(name).cancel()
        self._levels.forget(name)
        if self._journal is not None:
            self._journal.forget(name)

    def _find(self, name: str, visitor: Visitor) -> Room:
        if name not in self._rooms and self._journal is not None:
            found = self._journal.read(name, self.offers, self._now())
            if found is not None:
                self._make_place(visitor.owner)
                self._hold(*found, visitor.owner)
                self.await_flag(found[0])
        if name not in self._rooms:
            raise ValueError("there is no such game here any more")
        return self._rooms[name]

    def _enter(self, visitor: Visitor, room: Room, key: str) -> None:
        self._leave(visitor)
        visitor.enter(room, key)
        try:
            self._levels.let_think(room)  # first, for it may let a clock run
        finally:
            self._show(visitor, room)

    def _show(self, visitor: Visitor, room: Room) -> None:
        """The whole room, for somebody who has nothing of it yet."""
        visitor.known = len(room.tree.nodes)
        visitor.send(
            {
                "say": "room",
                "key": visitor.key,
                "yours": sorted(visitor.seats()),
                "look": room.look(),
                "nodes": room.nodes_since(0),
                "position": room.position(room.at),
                **room.news(self._now()),
            }
        )

    def changed(self, room: Room) -> None:
        """Writes down what has happened, tells everybody, and lets those think who have to move."""
        self.note(room)
        if room.is_match and not room.is_over:
            for visitor in self.company(room):
                visitor.stop()  # advice that was asked for before there was a match
        news = {"say": "change", "position": room.position(room.at), **room.news(self._now())}
        for visitor in self.company(room):
            if visitor.room is room:
                nodes = room.nodes_since(visitor.known)
                visitor.known = len(room.tree.nodes)
                visitor.send({**news, "yours": sorted(visitor.seats()), "nodes": nodes})
        self.await_flag(room)
        self._levels.let_think(room)

    # --- the game ---

    def _room_of(self, visitor: Visitor) -> Room:
        if visitor.room is None:
            raise ValueError("open a game first")
        return visitor.room

    def _owned(self, visitor: Visitor) -> Room:
        """The room of somebody who holds both seats, and may do what he likes."""
        room = self._room_of(visitor)
        if visitor.seats() != {0, 1}:
            raise ValueError("only whoever holds both seats may do that")
        return room

    def _seated(self, visitor: Visitor) -> Room:
        room = self._room_of(visitor)
        if not visitor.seats():
            raise ValueError("you are looking on in this game")
        return room

    def _do_move(self, visitor: Visitor, node: int, action: int | None, text: str | None) -> None:
        room = self._seated(visitor)
        if not room.is_over and (room.player not in visitor.seats() or room.seats[room.player] != PERSON):
            raise ValueError("it is not your turn")
        was_over = room.is_over
        try:
            if action is not None:
                room.move(node, action, self._now())
            elif text is not None:
                room.move_named(node, text, self._now())
            else:
                raise ValueError("message move: an action or a text is missing")
        except ValueError:
            if room.is_over and not was_over:  # his time was over before his flag was looked at
                self.changed(room)
            raise
        self.changed(room)

    def _do_go(self, visitor: Visitor, node: int) -> None:
        room = self._owned(visitor)
        room.go(node, self._now())
        self.changed(room)

    def _do_look(self, visitor: Visitor, node: int) -> None:
        visitor.send({"say": "position", "position": self._room_of(visitor).position(node)})

    def _do_resume(self, visitor: Visitor) -> None:
        room = self._owned(visitor)
        room.resume(self._now())
        self.changed(room)

    def _do_seats(self, visitor: Visitor, seats: tuple[str, str]) -> None:
        room = self._owned(visitor)
        self._check_seats(room.game, seats)
        room.set_seats(seats)
        self.changed(room)

    def _do_resign(self, visitor: Visitor, player: int) -> None:
        room = self._seated(visitor)
        if player not in visitor.seats() or room.seats[player] != PERSON:
            raise ValueError("nobody can give up for somebody else")
        room.resign(player, self._now())
        self.changed(room)

    def _do_draw(self, visitor: Visitor) -> None:
        room = self._seated(visitor)
        room.draw(visitor.seats(), self._now())
        self.changed(room)

    def _do_claim(self, visitor: Visitor) -> None:
        room = self._seated(visitor)
        if room.player not in visitor.seats() or room.seats[room.player] != PERSON:
            raise ValueError("whoever is to move may claim a draw")
        room.claim(self._now())
        self.changed(room)

    def _do_invite(self, visitor: Visitor, player: int) -> None:
        room = self._owned(visitor)
        invitation = room.invite(player)
        told = {"room": room.name, "player": player, "invitation": invitation, "token": visitor.guest_token}
        visitor.send({"say": "invitation", **told})
        self.changed(room)

    def _do_rematch(self, visitor: Visitor) -> None:
        room = self._seated(visitor)
        if not room.want_rematch(visitor.seats()):
            self.changed(room)
            return
        start = room.tree.nodes[0].state
        control = room.clock.control if room.clock is not None else None
        # Colours are changed: whoever was player 0 is player 1 now, and so are the keys.
        seats, keys = (room.seats[1], room.seats[0]), (room.keys[1], room.keys[0])
        again = Room(secrets.token_urlsafe(9), room.offer, room.game, start, seats, control, keys)
        again.names = room.names[::-1]
        again.is_kept = room.is_kept  # of a replay's game nobody has chosen the parameters
        self._add(again, self._parameters[room.name], self._owners[room.name])
        for visitor in [one for one in self._visitors if one.room is room]:
            self._enter(visitor, again, visitor.key)

    def _do_save(self, visitor: Visitor, format: str) -> None:
        room = self._room_of(visitor)
        if format not in room.kinds_of_file():
            raise ValueError(f"a game is saved as one of {', '.join(room.kinds_of_file())}, not {format}")
        one = room.recorded(format, self.offers.names_in_files(room.game))

        def tell(file: tuple[str, str]) -> None:
            text, left_out = file
            visitor.send({"say": "file", "name": f"game{format}", "text": text, "left_out": left_out})

        self._work_on_file(visitor, "save", len(room.tree.nodes), lambda stopped: file_text(one, format), tell)

    def _do_load(self, visitor: Visitor, text: str, format: str, game: int | None) -> None:
        room = self._owned(visitor)
        self._thinkers.memory.require_room()

        def take(loaded: Loaded) -> None:
            if self._owned(visitor) is room:
                room.put(loaded, self.offers.names_in_files(room.game))
                self._begun_anew(room)
                if not loaded.is_all:
                    visitor.send({"say": "loaded", **loaded.to_dict()})

        number = 1 if game is None else game
        self._work_on_file(
            visitor, "load", len(text), lambda stopped: load_game(room.game, text, format, number, stopped), take
        )

    def _work_on_file(
        self,
        visitor: Visitor,
        what: str,
        size: int,
        work: Callable[[Callable[[], bool]], Any],
        then: Callable[[Any], None],
    ) -> None:
        """Work of seconds on another thread, unless the visitor leaves the room meanwhile.

        Args:
            visitor: who waits for it.
            what: is done.
            size: by which it is known whether it takes long.
            work: gets a function that says whether it shall come to an end.
            then: gets what came of it.

        Raises:
            ValueError: such work is being done for this visitor.
        """
        slot = _FILES[what]
        if slot in visitor.thoughts:
            raise ValueError(f"one file after the other: {what} was asked for before, and goes on")
        # One at a time: two threads that hold Python's lock would leave a third of it to whoever answers.
        thought = self._thinkers.ask(work, visitor, about=(what, size.bit_length()), subject="files")
        visitor.thoughts[slot] = thought
        asked = visitor.asked

        def tell() -> None:
            if visitor.thoughts.get(slot) is thought:
                del visitor.thoughts[slot]
                told(visitor, lambda: then(thought.future.result()), asked)

        when_done(thought, lambda: self.turns.begin(visitor.account, tell))

    def _do_edit(self, visitor: Visitor, cells: list[str], player: int) -> None:
        room = self._owned(visitor)
        room.edit(cells, player)
        self._begun_anew(room)

    def _begun_anew(self, room: Room) -> None:
        """Another tree stands in the place of the one that was there."""
        self._write_anew(room)
        for one in self._visitors:
            if one.room is room:
                one.stop()
                self._show(one, room)
        self.await_flag(room)
        self._levels.let_think(room)  # nobody does: this ends what was thought of the tree before

    def _do_replay(self, visitor: Visitor, run: int, batch: int, game: int) -> None:
        visitor.stop(_REPLAY)
        thought = self._thinkers.ask(lambda stopped: self.shown.replay(run, batch, game), visitor, about="replay")
        visitor.thoughts[_REPLAY] = thought
        when_done(thought, lambda: told(visitor, lambda: self._begin_replay(visitor, thought)))

    def _begin_replay(self, visitor: Visitor, thought: Thought[Replay]) -> None:
        """A room of its own for a game that was played before; it is not kept, since it can be opened again."""
        if visitor.thoughts.pop(_REPLAY, None) is not thought:
            return  # he has gone elsewhere meanwhile
        replay = thought.future.result()
        one = replay.recorded
        room = Room(secrets.token_urlsafe(9), self.offers.key_of(one.game), one.game, one.start)
        line = room.show(replay)
        self._add(room, {}, visitor.owner)
        self._enter(visitor, room, room.keys[0])
        # From where on every move was searched: openings are not.
        first = max((node.number + 1 for node in line[:-1] if node.seen is None), default=0)
        chances = [node.seen.chance for node in line[first:-1] if node.seen is not None]
        if chances and one.result is not None:
            visitor.send(analysis.reviewed(line[first:], [*chances, one.result], True))

    # --- the journal ---

    def note(self, room: Room) -> None:
        """Writes down what has happened in a room."""
        if self._journal is not None and room.is_kept:
            with self._telling(room):
                self._journal.note(room, self._parameters[room.name], self._now())

    def _write_anew(self, room: Room) -> None:
        if self._journal is not None and room.is_kept:
            with self._telling(room):
                self._journal.begin(room, self._parameters[room.name], self._now())

    @contextlib.contextmanager
    def _telling(self, room: Room) -> Iterator[None]:
        """Around writing: a full disk ends no game, but those in the room are told."""
        try:
            yield
        except OSError as error:
            print(f"boardai.web: {file_error(error)}", file=sys.stderr)  # the name is no visitor's business
            self.tell_trouble(room, f"this game could not be written down: {error.strerror}")

    # --- the clock ---

    def await_flag(self, room: Room) -> None:
        """Looks again when a flag falls."""
        handle = self._flags.pop(room.name, None)
        if handle is not None:
            handle.cancel()
        left = room.clock.until_flag(self._now()) if room.clock is not None and not room.is_over else None
        if left is not None:
            loop = asyncio.get_running_loop()
            self._flags[room.name] = loop.call_later(max(left, 0.0) + 0.005, self._flag, room)

    def _flag(self, room: Room) -> None:
        del self._flags[room.name]
        if room.check_flag(self._now()):
            self.changed(room)
        else:
            self.await_flag(room)

    # --- who thinks ---

    def present(self) -> float:
        """The time, in seconds."""
        return self._now()

    def company(self, room: Room) -> list[Visitor]:
        """Who is in a room, those who hold a seat first."""
        found = [visitor for visitor in self._visitors if visitor.room is room]
        return sorted(found, key=lambda visitor: not visitor.seats())

    def tell_trouble(self, room: Room, words: str) -> None:
        for visitor in self._visitors:
            if visitor.room is room:
                visitor.send({"say": "error", "number": None, "message": words})

    # --- advice ---

    def _advised(self, visitor: Visitor) -> Room:
        """The room, where advice may be asked for."""
        room = self._room_of(visitor)
        if room.is_match and not room.is_over:
            raise ValueError("there is no advice in a game between two visitors")
        return room

    def _do_hint(self, visitor: Visitor, node: int) -> None:
        self._advice.hint(visitor, self._advised(visitor), node)

    def _do_analyse(self, visitor: Visitor, node: int, slot: int, by: str, lines: int | None) -> None:
        self._advice.analyse(visitor, self._advised(visitor), node, slot, by, lines)

    def _do_review(self, visitor: Visitor) -> None:
        self._advice.review(visitor, self._advised(visitor))

    def _do_explain(self, visitor: Visitor, node: int) -> None:
        self._advice.explain(visitor, self._advised(visitor), node)

    def _do_stop(self, visitor: Visitor, slot: int | None) -> None:
        visitor.stop(slot)
