"""Messages: files of visitors, and replays of recorded games."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable
from typing import Any

from boardai.records.formats import formats
from boardai.records.game_files import kind_by_beginning
from boardai.web import analysis
from boardai.web.lobby.hall import Hall
from boardai.web.messages import LONGEST_POSITION
from boardai.web.offers import Offers
from boardai.web.rooms import loaded
from boardai.web.rooms.files import kinds_of_file, put, recorded, show
from boardai.web.rooms.room import Room
from boardai.web.runs import Replay, Shown
from boardai.web.thinking import Job, WorkerPool
from boardai.web.visitor import Visitor

_REPLAY = 4  # the slot of a replay, after those of advice
_FILES = {"load": 5, "save": 6}  # likewise of files


class Files:
    """Handlers of these messages; each is the method of the message's name.

    Args:
        hall: rooms with their visitors.
        offers: choices for visitors.
        worker_pool: reads and writes files on other threads.
        shown: folders whose games can be replayed.
    """

    def __init__(self, hall: Hall, offers: Offers, worker_pool: WorkerPool, shown: Shown) -> None:
        self._hall, self._offers, self._worker_pool, self._shown = hall, offers, worker_pool, shown

    def save(self, visitor: Visitor, format: str) -> None:
        """Sends the game as the text of a file."""
        room = visitor.somewhere()
        kinds = kinds_of_file(room.game)
        if format not in kinds:
            raise ValueError(f"a game can be saved as {', '.join(kinds)}, not {format}")
        one = recorded(room, format, self._offers.names_in_files(room.game))

        def tell(file: tuple[str, str]) -> None:
            text, left_out = file
            visitor.send({"say": "file", "name": f"game{format}", "text": text, "left_out": left_out})

        self._work(visitor, "save", len(room.tree.nodes), lambda stopped: loaded.file_text(one, format), tell)

    def recognise(self, visitor: Visitor, text: str) -> None:
        """Identifies a text that was pasted or dropped: its game and kind of file, or that it is a position.

        Raises:
            ValueError: it is neither, for all offered games.
        """
        text = text.strip()
        here = visitor.room.offer if visitor.room is not None else ""
        keys = sorted((one["game"] for one in self._offers.games), key=lambda key: key != here)
        for key in keys if text else ():
            kind = kind_by_beginning((one for one in formats(self._offers.game(key)) if not one.is_binary), text)
            if kind is not None:
                visitor.send({"say": "recognised", "game": key, "format": kind.endings[0], "text": text})
                return
        for key in keys if 0 < len(text) <= LONGEST_POSITION else ():
            with contextlib.suppress(ValueError):
                self._offers.game(key).from_string(text)
                visitor.send({"say": "recognised", "game": key, "format": "", "text": text})
                return
        raise ValueError("this is not a game or position in a known format; try PGN, SGF, a transcript or a link")

    def load(self, visitor: Visitor, text: str, format: str, game: int | None) -> None:
        """Loads a game from the text of a file."""
        room = visitor.as_owner()
        self._worker_pool.memory.require_room()

        def take(found: loaded.Loaded) -> None:
            if visitor.as_owner() is room:
                put(room, found, self._offers.names_in_files(room.game))
                self._hall.begun_anew(room)
                if not found.is_all:
                    visitor.send({"say": "loaded", **found.to_dict()})

        number = 1 if game is None else game
        self._work(
            visitor, "load", len(text), lambda stopped: loaded.load_game(room.game, text, format, number, stopped), take
        )

    def replay(self, visitor: Visitor, run: int, batch: int, game: int) -> None:
        """Replays a recorded game."""
        visitor.stop(_REPLAY)
        job = self._worker_pool.ask(lambda stopped: self._shown.replay(run, batch, game), visitor.owner, about="replay")
        visitor.jobs[_REPLAY] = job
        job.when_done(lambda: visitor.report(lambda: self._begin_replay(visitor, job)))

    def _begin_replay(self, visitor: Visitor, job: Job[Replay]) -> None:
        """Opens a new room for the replay; it is not stored, because it can be opened again."""
        if visitor.jobs.pop(_REPLAY, None) is not job:
            return  # the visitor has left meanwhile
        replay = job.future.result()
        one = replay.recorded
        room = Room(secrets.token_urlsafe(9), self._offers.key_of(one.game), one.game, one.start)
        line = show(room, replay)
        self._hall.rooms.add(room, {}, visitor.owner)
        self._hall.enter(visitor, room, room.seats.keys[0])
        # The first ply from which every move was searched: openings were not.
        first = max((node.number + 1 for node in line[:-1] if node.seen is None), default=0)
        chances = [node.seen.chance for node in line[first:-1] if node.seen is not None]
        if chances and one.result is not None:
            visitor.send(analysis.reviewed(line[first:], [*chances, one.result], True))

    def _work(
        self,
        visitor: Visitor,
        what: str,
        size: int,
        work: Callable[[Callable[[], bool]], Any],
        then: Callable[[Any], None],
    ) -> None:
        """Work that takes seconds, on another thread, unless the visitor leaves the room meanwhile.

        Args:
            visitor: the visitor who waits for it.
            what: name of the work.
            size: size of the input, which determines whether the work counts as long.
            work: the work; it gets a function that returns whether to stop.
            then: called with the result.

        Raises:
            ValueError: such work is in progress for this visitor.
        """
        slot = _FILES[what]
        if slot in visitor.jobs:
            raise ValueError(f"one file at a time: {what} is still running")
        # One at a time: two threads that hold Python's lock would leave only a third of it to the event loop.
        job = self._worker_pool.ask(work, visitor.owner, about=(what, size.bit_length()), subject="files")
        visitor.jobs[slot] = job
        asked = visitor.asked

        def tell() -> None:
            if visitor.jobs.get(slot) is job:
                del visitor.jobs[slot]
                visitor.report(lambda: then(job.future.result()), asked)

        job.when_done(lambda: self._hall.turns.begin(visitor.owner, tell))
