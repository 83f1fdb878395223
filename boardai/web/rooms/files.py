"""A room's game from a file or a run, and for a file."""

from __future__ import annotations

from collections.abc import Mapping

from boardai.clocks import Ending
from boardai.game import Game
from boardai.records import RecordedGame
from boardai.records.formats import formats
from boardai.web.rooms.loaded import Loaded
from boardai.web.rooms.room import Room
from boardai.web.rooms.seats import PERSON
from boardai.web.rooms.tree import GameTree, Node
from boardai.web.runs import Replay

_FROM_FILE = "the file"  # the reason of the end if a file has only the result
_TERMINATION = "termination"  # the header for the end of a game without a result


def put(room: Room, loaded: Loaded, names: Mapping[str, str] | None = None) -> None:
    """Replaces a room's game by one from a file, and its players by those that the file names.

    Args:
        room: the room.
        loaded: the game that was read.
        names: names of the levels in files, by their keys: a level that the file names keeps its seat.

    Raises:
        ValueError: the room has a match.
    """
    room.seats.require_free("load a game")
    one, tree = loaded.game, loaded.tree
    _take_over(room, one, tree)
    for player, name in enumerate(one.players):
        if name and (names or {}).get(room.seats.who[player]) != name:
            room.seats.who[player] = PERSON
    room.begin(tree, len(one.actions), tree.nodes[len(one.actions)].ending)


def show(room: Room, replay: Replay) -> list[Node]:
    """Puts a recorded game on the board, at its start; its positions are numbered in order."""
    tree = GameTree.of(replay.recorded)
    for node, seen in zip(tree.nodes.values(), replay.seen, strict=False):
        node.seen = seen
    _take_over(room, replay.recorded, tree)
    room.begin(tree, 0, None)
    room.is_kept, room.title = False, replay.title
    return list(tree.nodes.values())


def _take_over(room: Room, one: RecordedGame, tree: GameTree) -> None:
    """Takes over a record's headers, date and ending."""
    room.seats.names, room.headers, room.date = list(one.players), dict(one.headers), one.date
    last = tree.nodes[len(one.actions)]
    if one.result is not None and not last.state.is_terminal():
        last.ending = Ending(one.result, one.termination or _FROM_FILE)
    elif one.termination:
        room.headers[_TERMINATION] = one.termination


def recorded(room: Room, ending: str, names: Mapping[str, str] | None = None) -> RecordedGame:
    """The line on the board for a file, with the other lines if this kind of file has room for them.

    If a file annotates moves outside this line, its own main line is used.

    Args:
        room: the room with the game.
        ending: ending of the file's name, which determines its kind.
        names: names of the levels in files, by their keys.
    """
    line = room.tree.line_through(room.at)
    if room.tree.has_words_beside(line):
        line = room.tree.line_through(0)
    known_ending = line[-1].ending
    result = None if known_ending is None else known_ending.outcome
    if line[-1].state.is_terminal():
        result = int(line[-1].state.outcome(0))
    headers = dict(room.headers)
    termination = headers.pop(_TERMINATION, "")
    if known_ending is not None:
        termination = known_ending.reason if known_ending.reason != _FROM_FILE else ""
    kind = next((kind for kind in formats(room.game) if ending in kind.endings), None)
    written, places = room.tree.written()
    others = written.variations(places[line[-1].number]) if kind is not None and kind.holds_variations else ()
    comments, glyphs = written.words([places[node.number] for node in line], -1)
    levels = names or {}
    players = [
        levels.get(seat, seat) if seat != PERSON else name
        for seat, name in zip(room.seats.who, room.seats.names, strict=True)
    ]
    return RecordedGame(
        room.game,
        line[0].state,
        tuple(node.action for node in line if node.action is not None),
        result,
        (players[0], players[1]),
        headers,
        comments,
        glyphs,
        others,
        date=room.date,
        termination=termination,
    )


def editable_headers(game: Game) -> list[str]:
    """The headers that visitors may edit: the names of event, round and time control in files of the game."""
    return list(next((kind.event_names for kind in formats(game) if kind.write and kind.event_names), ()))


def kinds_of_file(game: Game) -> list[str]:
    """The endings of file names that a game can be saved with."""
    return [kind.endings[0] for kind in formats(game) if kind.write is not None]
