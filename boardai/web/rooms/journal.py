"""Rooms on disk: one file per room, to which every change adds a line, so that games survive the server.

The first line describes the room. Every other line has the changes since the line before and the state after them. A
line is written in one piece. If the server is killed meanwhile, the last line may be incomplete; it is ignored when the
file is read.

**Time.** Every line has two times of writing: `time`, by the wall clock, is for people; `lived` is the number of
seconds that servers have run in this folder, all of them together. Game clocks stop while no server runs, however long
that is and whatever the wall clock does meanwhile. They run again from the start of the next server, even before the
players return. The file `lived` has that number. It is written once per second, so a killed server loses at most one
second, in favour of the player to move.
"""

from __future__ import annotations

import datetime
import errno
import math
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from boardai.basics.files import json_text, lock_folder, naming, parse_json
from boardai.basics.quoting import quoted
from boardai.clocks import Ending, Time, TimeControl
from boardai.web.offers import Offers
from boardai.web.rooms.room import Room
from boardai.web.rooms.room_files import ENDING, FORMAT, DiskLimits, RoomFile, RoomFiles
from boardai.web.rooms.seats import PERSON, Seats
from boardai.web.rooms.tree import Node
from boardai.web.thinking.shares import NOBODY, Owner

LIVED = "lived"
_NAME = re.compile("[A-Za-z0-9_-]{1,40}")
_SECONDS = re.compile(r"\d{1,17}(?:\.\d{1,3})?", re.ASCII)


class Journal:
    """A folder of rooms.

    Args:
        folder: created if it does not exist. Its files contain the keys of the seats: other users may not read them.
        limits: limits of its files.

    Attributes:
        files: the files of its rooms.

    Raises:
        OSError: the folder cannot be created.
        ValueError: another server works there, the running time of servers there is unknown, or there are more
            games than the limit.
    """

    def __init__(self, folder: Path, limits: DiskLimits | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._lock = folder, lock_folder(folder)
        self._written: dict[str, int] = {}  # number of nodes of each room in its file
        try:
            self._lived, self._since = self._lived_before(), 0.0
            self.files = RoomFiles(folder, limits if limits is not None else DiskLimits())
        except (OSError, ValueError):
            os.close(self._lock)
            raise

    def _lived_before(self) -> float:
        path = self._folder / LIVED
        with naming(path):
            text = path.read_text(encoding="utf-8", errors="replace").strip() if path.exists() else "0"
        if not _SECONDS.fullmatch(text):
            raise ValueError(
                f"{path}: expected a number of seconds, got {quoted(text)}; without that file clocks continue as they "
                f"stood after the last move"
            )
        return float(text)

    def start(self, now: float) -> None:
        """Starts the time of a server in this folder.

        Args:
            now: the current time, as for all methods: seconds of any monotonic clock.
        """
        self._since = now

    def lived(self, now: float) -> float:
        """The number of seconds that servers have run here until now."""
        return self._lived + max(now - self._since, 0.0)

    def beat(self, now: float) -> None:
        """Writes the running time.

        Raises:
            OSError: it cannot be written.
        """
        path = self._folder / LIVED
        with naming(path):
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
            try:
                os.pwrite(descriptor, f"{self.lived(now):020.3f}\n".encode(), 0)  # always of the same length
            finally:
                os.close(descriptor)

    def close(self) -> None:
        """Releases the folder."""
        os.close(self._lock)

    def begin(self, room: Room, parameters: dict[str, Any], now: float, owner: Owner = NOBODY) -> None:
        """Writes the whole file of a room again.

        Args:
            room: the room.
            parameters: parameters of its game, chosen among the offered ones.
            now: the current time.
            owner: account of its file, if it has none yet.

        Raises:
            OSError: it cannot be written.
        """
        control = room.clock.control.to_dict() if room.clock is not None else None
        start = room.tree.nodes[0].state.to_string()
        file = self.files.get(room.name)
        owner = owner if file is None else file.owner
        begins = start == room.game.initial_state().to_string()
        head = {
            "format": FORMAT,
            "room": room.name,
            "game": room.offer,
            "parameters": parameters,
            "start": None if begins else start,
            "clock": control,
            "headers": room.headers,
            "date": room.date,
            "address": owner.address,
            "said": _said(room.tree.nodes[0]),
        }
        path = self._path(room.name)
        temporary = path.with_suffix(".new")
        self._written.pop(room.name, None)  # if this fails, the next change tries again
        with naming(temporary):
            temporary.unlink(missing_ok=True)
        _append(temporary, head)
        nodes = [node for node in room.tree.in_order() if node.number]  # the start is in the first line
        size = _append(temporary, self._change(room, nodes, now, is_whole=True))
        with naming(path):
            os.replace(temporary, path)
        self._wrote(room, owner, size, size)

    def note(self, room: Room, parameters: dict[str, Any], now: float, owner: Owner = NOBODY) -> None:
        """Appends the changes of a room; a room that could not be written before is written completely.

        This also applies if the file has become long by moving back and forth.

        Args:
            room: the room.
            parameters: as in `begin`.
            now: the current time.
            owner: as in `begin`.

        Raises:
            OSError: it cannot be written.
        """
        file = self.files.get(room.name)
        if room.name not in self._written or file is None or file.has_grown:
            self.begin(room, parameters, now, owner)
            return
        nodes = room.tree.since(self._written[room.name])
        if len(nodes) < room.tree.next_number - self._written[room.name]:
            self.begin(room, parameters, now, owner)  # positions were deleted before they could be written
            return
        if nodes and any(to_main is None for _, to_main in room.reordered):
            # Nodes are read before deletions: otherwise a move played again after its deletion would be deleted.
            self.begin(room, parameters, now, owner)
            return
        size = _append(self._path(room.name), self._change(room, nodes, now))
        self._wrote(room, file.owner, size, file.begun)

    def _wrote(self, room: Room, owner: Owner, size: int, begun: int) -> None:
        self._written[room.name] = room.tree.next_number  # only after it was written
        room.reworded.clear()
        room.reordered.clear()
        room.is_redescribed = False
        self.files.put(room.name, RoomFile(owner, size, begun, len(room.tree.nodes) > 1, room.goes_on))

    def forget(self, name: str) -> None:
        """Forgets a room that leaves the server's memory; its file stays."""
        self._written.pop(name, None)

    def delete(self, name: str) -> None:
        """Deletes the file of a room that is not in memory.

        Raises:
            OSError: its file cannot be deleted.
        """
        path = self._path(name)
        with naming(path):
            path.unlink(missing_ok=True)
        self.files.remove(name)

    def read(self, name: str, offers: Offers, now: float) -> tuple[Room, dict[str, Any]] | None:
        """The stored room and its game's parameters; None if there is no such room.

        Args:
            name: name of the room.
            offers: has its game.
            now: the current time. A running clock has run since the last line for as long as servers have run; in old
                files, which do not record that, it continues from now.

        Raises:
            ValueError: its file is damaged, or its game is not offered.
        """
        if not _NAME.fullmatch(name) or not self._path(name).is_file():
            return None
        path = self._path(name)
        # What follows the last end of a line is incomplete, perhaps within a character.
        *lines, torn = path.read_bytes().split(b"\n")
        if len(lines) < 2:
            raise ValueError(f"room {name}: its file is incomplete")
        values = [parse_json(line, f"room {name}:{number}") for number, line in enumerate(lines, 1)]
        try:
            room, parameters = self._restored(name, values, offers, now)
        except (KeyError, TypeError, IndexError, AttributeError) as error:
            raise ValueError(f"room {name}: its file is damaged: {type(error).__name__}: {error}") from None
        if torn:
            self.begin(room, parameters, now)  # otherwise the next line would be appended to the incomplete one
        return room, parameters

    def _restored(
        self, name: str, values: list[dict[str, Any]], offers: Offers, now: float
    ) -> tuple[Room, dict[str, Any]]:
        head, *changes = values
        if head["format"] != FORMAT:
            raise ValueError(f"room {name}: expected {FORMAT!r}, got {head['format']!r}")
        game = offers.game(head["game"], head["parameters"])
        start = game.initial_state() if head["start"] is None else game.from_string(head["start"])
        last = changes[-1]
        control = TimeControl(**head["clock"]) if head["clock"] is not None else None
        keys = (str(last["keys"][0]), str(last["keys"][1]))
        seats = Seats((last["seats"][0], last["seats"][1]), keys)
        room = Room(name, head["game"], game, start, seats, control)
        room.headers, room.date = dict(head.get("headers", {})), str(head.get("date", ""))
        _annotate(room.tree.nodes[0], head.get("said"))
        for change in changes:
            numbers = iter(change.get("numbers", ()))  # only if they are not consecutive
            for parent, move, times, *said in change["nodes"]:
                before = room.tree.node(parent)
                room.tree.next_number = next(numbers, room.tree.next_number)
                node = room.tree.play(parent, before.state.action_from_string(move))
                node.times = _times(times)
                _annotate(node, said[0] if said else None)
            if "headers" in change:
                room.headers, room.date = dict(change["headers"]), str(change["date"])
            for number, said in change.get("words", []):
                _annotate(room.tree.node(number), said)
            for number, to_main in change.get("lines", []):
                if to_main is None:
                    room.tree.delete(number)
                else:
                    room.tree.promote(number, to_main)
            room.tree.next_number = max(room.tree.next_number, int(change.get("next", 0)))
            if change["ending"] is not None:
                outcome, reason = change["ending"]
                room.tree.node(change["at"]).ending = Ending(int(outcome), str(reason))
        room.at = room.tree.node(last["at"]).number
        room.waiting = bool(last["waiting"])
        room.ending = None if last["ending"] is None else room.node.ending
        seats.names = [str(name) for name in last.get("names", ("", ""))]
        room.draw_offered_by = last["draw"]
        seats.invitations = [str(one) for one in last["invitations"]]
        times = _times(last["times"])
        if room.clock is not None and times is not None:
            room.clock.set_times(times)
            if last["running"] is not None:
                running = int(last["running"])
                # A level cannot think while its room is not in memory, so its time did not run.
                away = 0.0 if seats.who[running] != PERSON else self.lived(now) - float(last.get("lived", math.inf))
                room.clock.start(running, now - max(away, 0.0))
        self._written[name] = room.tree.next_number
        return room, head["parameters"]

    def _change(self, room: Room, added: Sequence[Node], now: float, is_whole: bool = False) -> dict[str, Any]:
        """A line: nodes, and the state after them.

        Args:
            room: the room.
            added: the new nodes, or all of them but the start, in the order of the lines.
            now: the current time.
            is_whole: whether these are all nodes.
        """
        nodes, numbers = [], [node.number for node in added]
        # Numbers of all nodes may have gaps, and their order differs from that of their creation.
        own_numbers = is_whole and numbers != list(range(1, room.tree.next_number))
        for node in added:
            assert node.parent is not None and node.action is not None
            before = room.tree.nodes[node.parent].state
            said = _said(node)
            one = [node.parent, before.action_to_string(node.action), _plain(node.times)]
            nodes.append([*one, said] if said is not None else one)
        reworded = [] if is_whole else [[number, _said(room.tree.nodes[number])] for number in sorted(room.reworded)]
        return {
            "time": datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds"),
            "lived": round(self.lived(now), 3),
            "nodes": nodes,
            **({"numbers": numbers, "next": room.tree.next_number} if own_numbers else {}),
            **({"lines": room.reordered} if room.reordered and not is_whole else {}),
            **({"words": reworded} if reworded else {}),
            **({"headers": room.headers, "date": room.date} if room.is_redescribed else {}),
            "at": room.at,
            "seats": room.seats.who,
            "names": room.seats.names,
            "keys": room.seats.keys,
            "invitations": room.seats.invitations,
            "waiting": room.waiting,
            "over": room.is_over,
            "ending": None if room.ending is None else [room.ending.outcome, room.ending.reason],
            "draw": room.draw_offered_by,
            "times": _plain(room.clock.times(now)) if room.clock is not None else None,
            "running": room.clock.running if room.clock is not None else None,
        }

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}{ENDING}"


def _said(node: Node) -> list[Any] | None:
    """The annotations: comment, glyphs, ending, and those before a variation's first move."""
    ending = None if node.ending is None else [node.ending.outcome, node.ending.reason]
    opening = [node.opening, list(node.opening_glyphs)] if node.opening or node.opening_glyphs else []
    said = [node.comment, list(node.glyphs), ending, *opening]
    return said if any(said) else None


def _annotate(node: Node, said: list[Any] | None) -> None:
    comment, glyphs, ending, *opening = said if said is not None else ("", (), None)
    node.comment, node.glyphs = str(comment), tuple(int(glyph) for glyph in glyphs)
    node.ending = None if ending is None else Ending(int(ending[0]), str(ending[1]))
    if opening:
        node.opening, node.opening_glyphs = str(opening[0]), tuple(int(glyph) for glyph in opening[1])


def _append(path: Path, value: dict[str, Any]) -> int:
    """Appends a line, whole or not at all; returns the new size of the file.

    Raises:
        OSError: the message names the file, which is unchanged.
    """
    line = (json_text(value) + "\n").encode()
    with naming(path):
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            size = os.fstat(descriptor).st_size
            if os.write(descriptor, line) < len(line):  # the disk is full
                os.ftruncate(descriptor, size)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return size + len(line)
        finally:
            os.close(descriptor)


def _plain(times: tuple[Time, Time] | None) -> list[list[Any]] | None:
    return None if times is None else [[time.seconds, time.periods, time.in_byo_yomi] for time in times]


def _times(plain: list[list[Any]] | None) -> tuple[Time, Time] | None:
    if plain is None:
        return None
    first, second = (Time(float(seconds), int(periods), bool(late)) for seconds, periods, late in plain)
    return first, second
