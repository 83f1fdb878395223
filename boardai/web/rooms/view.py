"""Rooms as data for pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from boardai.basics.files import json_text
from boardai.basics.quoting import shortened
from boardai.clocks import Time
from boardai.drawing import Look
from boardai.game import Game
from boardai.web.messages import LONGEST_NAME
from boardai.web.offers import title_of
from boardai.web.positions import shown_position
from boardai.web.rooms.files import editable_headers, kinds_of_file
from boardai.web.rooms.room import Room
from boardai.web.rooms.seats import PERSON
from boardai.web.rooms.tree import Node

LONGEST_SHOWN = 1_000  # characters of a header that cannot be changed on the page
_KEPT_LOOKS = 64


def look(room: Room) -> dict[str, Any]:
    """The data that never change: the game and its board.

    Raises:
        ValueError: the game has no grid.
    """
    return {
        "offer": room.offer,
        "title": room.title or _title(room.game),
        "players": list(room.game.player_names),
        "files": kinds_of_file(room.game),
        **_look_of(room.game, room.tree.nodes[0].state),
    }


def position(room: Room, number: int) -> dict[str, Any]:
    """A position, its moves, and the state of the game there.

    Raises:
        ValueError: there is no such node.
    """
    node = room.tree.node(number)
    before = room.tree.nodes[node.parent].state if node.parent is not None else None
    board = shown_position(room.game, node.state, before, node.action)
    seen = None if node.seen is None else node.seen.to_dict()
    claim = room.game.describe_claim(node.state)
    text = node.state.to_string()
    return {**board, "node": number, "move": node.move, "text": text, "seen": seen, "claim": claim}


def nodes_of(nodes: Iterable[Node]) -> list[dict[str, Any]]:
    """Nodes without their positions."""
    return [
        {"node": node.number, "parent": node.parent, "move": node.move, "player": node.player, **words(node)}
        for node in nodes
    ]


def words(node: Node) -> dict[str, Any]:
    """The annotations of a node; most have none."""
    said = {
        "comment": node.comment,
        "glyphs": list(node.glyphs),
        "opening": node.opening,
        "opening_glyphs": list(node.opening_glyphs),
    }
    return {name: value for name, value in said.items() if value}


def about(room: Room) -> dict[str, Any]:
    """Facts of the whole game besides names and result: the date and headers; those of visitors can be edited."""
    own = editable_headers(room.game)
    texts = {name: value if isinstance(value, str) else json_text(value) for name, value in room.headers.items()}
    headers = [{"name": name, "text": texts.pop(name, ""), "is_own": True} for name in own if _is_short(texts, name)]
    headers += [{"name": name, "text": shortened(text, LONGEST_SHOWN), "is_own": False} for name, text in texts.items()]
    return {"date": shortened(room.date, LONGEST_NAME), "headers": headers}


def _is_short(texts: dict[str, str], name: str) -> bool:
    """Whether a header can be edited on the page, which then gets all of it."""
    return len(texts.get(name, "")) <= LONGEST_NAME


def news(room: Room, now: float) -> dict[str, Any]:
    """The data that change with every move, without the nodes."""
    times: list[Time] = list(room.clock.times(now)) if room.clock is not None else []
    return {
        "room": room.name,
        "tree": room.tree_number,
        "at": room.at,
        "seats": list(room.seats.who),
        "names": [shortened(name, 100) for name in room.seats.names],  # names from a file may be as long as the file
        "over": room.is_over,
        "outcome": room.outcome,
        "reason": room.reason,
        "waiting": room.waiting and not room.is_over and room.seats.who[room.player] != PERSON,
        "match": room.seats.is_match,
        "draw_offered_by": room.draw_offered_by,
        "takeback_wanted_by": room.takeback_wanted_by,
        "chat_wanted": list(room.seats.chat_wanted),
        "open_seat": room.seats.offered,
        "rematch_wanted": list(room.seats.rematch_wanted),
        "clock": None
        if room.clock is None
        else {
            "control": str(room.clock.control),
            "times": [time.to_dict() for time in times],
            "running": room.clock.running,
            "period": room.clock.control.period,
        },
    }


def _look_of(game: Game, start: Any) -> dict[str, Any]:
    """The look of a board, which most rooms share."""
    key = game, start.to_string()
    if key not in _LOOKS:
        found = Look.of(start, game.player_names).to_dict()
        if len(_LOOKS) >= _KEPT_LOOKS:
            _LOOKS.pop(next(iter(_LOOKS)))
        _LOOKS[key] = found
    return _LOOKS[key]


_LOOKS: dict[tuple[Game, str], dict[str, Any]] = {}


def _title(game: Game) -> str:
    """The game and its parameters as text; for a file its name, for a text of several lines nothing."""
    words = [title_of(game.name)]
    for key, value in game.params.items():
        name = key.replace("_", " ")
        if isinstance(value, bool):
            words.append(name if value else f"no {name}")
        elif "\n" not in str(value):
            words.append(f"{name} {value}")
    return ", ".join(words)
