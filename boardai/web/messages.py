"""The messages that a page may send to the server, with their names and fields, checked. docs/web.md has the answers.

A message is a JSON object: `do` is its name, `number` is chosen by the page and returned with an error,
`tree` identifies the tree that is meant among those that were in the room; the rest are fields.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from boardai.basics.files import parse_json
from boardai.basics.quoting import quoted
from boardai.basics.setting import Setting
from boardai.basics.typed import read_as
from boardai.clocks import TimeControl

VERSION = 1
LONGEST_MESSAGE = 1_000_000  # characters; game files are the longest messages
LONGEST_NAME, LONGEST_POSITION, LONGEST_COMMENT = 100, 10_000, 100_000
LONGEST_CHAT = 300  # characters of one chat message
LONGEST_LINE = 12  # moves of an analysis's line
LONGEST_PATH, MOST_OPEN = 40, 40  # moves to a position of a tree, and opened positions of a tree
LINES = Setting(3, "best lines of an analysis", low=1, high=10, name="lines", kinds=(int,))
# Settings of the form of a new game besides games and players; docs/web.md.
FORM = {
    "clocks": [
        [str(control), control.to_dict()]
        for control in (
            TimeControl(180, 2),
            TimeControl(300),
            TimeControl(600, 5),
            TimeControl(1800),
            TimeControl(600, periods=3, period=30),
            TimeControl(periods=1, period=30),
        )
    ],
    "longest_name": LONGEST_NAME,
    "longest_position": LONGEST_POSITION,
    "longest_comment": LONGEST_COMMENT,
    "longest_chat": LONGEST_CHAT,
}

# --- kinds of fields -----------------------------------------------------------------------------------------------

_Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]
_Player = Annotated[int, Meta(ge=0, le=1)]
_Lines = Annotated[int, Meta(ge=LINES.low, le=LINES.high)]
_Effort = Annotated[int, Meta(ge=1, le=2**20)]  # threads or MiB; each server has its own limits
_Word = Annotated[str, Meta(max_length=200)]
_Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
_Text = Annotated[str, Meta(max_length=LONGEST_POSITION)]
_Comment = Annotated[str, Meta(max_length=LONGEST_COMMENT)]
_Chat = Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]
_Row = Annotated[str, Meta(min_length=1, max_length=40)]
_Cells = Annotated[list[_Row], Meta(min_length=1, max_length=40)]
_Seats = tuple[_Word, _Word]
_Glyphs = Annotated[list[Annotated[int, Meta(ge=0, le=255)]], Meta(max_length=20)]
_Line = Annotated[list[_Number], Meta(min_length=1, max_length=LONGEST_LINE)]
_Path = Annotated[list[_Number], Meta(max_length=LONGEST_PATH)]
_Paths = Annotated[list[_Path], Meta(max_length=MOST_OPEN)]
_Names = Annotated[list[_Word], Meta(max_length=20)]
_Headers = Annotated[dict[_Word, _Name], Meta(max_length=20)]
_Parameters = Annotated[dict[str, _Text | int | float | bool | None], Meta(max_length=20)]


_Clock = msgspec.defstruct(
    "clock",
    [(name, int | float if one.kind is float else one.kind, one.default) for name, one in TimeControl.table.items()],
    forbid_unknown_fields=True,
)


def _may(kind: Any) -> tuple[Any, None]:
    return kind | None, None


# The fields of each message with their kinds; None is allowed for optional ones. `boardai.web.lobby.Lobby.does` has
# the handlers.
_FIELDS: dict[str, dict[str, Any]] = {
    "new": {
        "game": _Word,
        "parameters": _may(_Parameters),
        "seats": _Seats,
        "clock": _may(_Clock),
        "position": _may(_Text),
        "name": _may(_Name),
    },
    "draw_board": {
        "game": _Word,
        "cells": _Cells,
        "player": _Player,
        "seats": _Seats,
        "clock": _may(_Clock),
        "name": _may(_Name),
    },
    "board_file": {"game": _Word, "cells": _Cells, "player": _Player},
    "open": {"room": _Word, "key": _may(_Word), "invitation": _may(_Word), "name": _may(_Name)},
    "move": {"node": _Number, "action": _may(_Number), "text": _may(_Word)},
    "go": {"node": _Number},
    "look": {"node": _Number},
    "edit": {"cells": _Cells, "player": _Player},
    "annotate": {"node": _Number, "comment": _Comment, "glyphs": _Glyphs, "known": _may(_Comment)},
    "promote": {"node": _Number, "to_main": bool},
    "delete": {"node": _Number},
    "line": {"node": _Number, "actions": _Line},
    "describe": {"names": tuple[_Name, _Name], "date": _Name, "headers": _Headers},
    "resume": {},
    "seats": {"seats": _Seats},
    "resign": {"player": _Player},
    "draw": {},
    "claim": {},
    "take_back": {},
    "rematch": {},
    "chat": {"wanted": _may(bool), "text": _may(_Chat)},
    "invite": {"player": _Player, "to_all": _may(bool)},
    "open_games": {},
    "hint": {"node": _Number},
    "analyse": {
        "node": _Number,
        "slot": _Player,
        "by": _Word,
        "lines": _may(_Lines),
        "threads": _may(_Effort),
        "megabytes": _may(_Effort),
    },
    "review": {},
    "explain": {"node": _Number, "by": _may(_Word), "size": _may(_Number)},
    "branches": {"node": _Number, "paths": _Paths, "step": _may(_Number)},
    "close_tree": {},
    "layers": {"node": _Number, "layers": _Names},
    "openings": {"node": _Number, "games": bool},
    "lessons": {"game": _Word},
    "lesson": {"game": _Word, "lesson": _Number},
    "answer": {"game": _Word, "lesson": _Number, "actions": _Line},
    "stop": {"slot": _may(_Player)},
    "save": {"format": _Word},
    "recognise": {"text": str},
    "load": {"text": str, "format": _Word, "game": _may(_Number)},
    "replay": {"run": _Number, "batch": _Number, "game": _Number},
    "leave": {},
}
MESSAGES: dict[str, type] = {
    name: msgspec.defstruct(
        name,
        [(field, *(kind if isinstance(kind, tuple) else (kind,))) for field, kind in fields.items()],
        kw_only=True,
        forbid_unknown_fields=True,
    )
    for name, fields in _FIELDS.items()
}


@dataclass(frozen=True)
class Message:
    """A checked message.

    Attributes:
        do: its name.
        fields: every field of the message; optional ones that were omitted are None.
        number: the page's number for errors; None if it sent none.
        tree: number of the tree whose positions the message names; None if it names none.
    """

    do: str
    fields: Mapping[str, Any]
    number: int | None = None
    tree: int | None = None


def read_message(text: str) -> Message:
    """Reads a message.

    >>> from boardai.web.messages import read_message
    >>> read_message('{"do": "go", "node": 3}')
    Message(do='go', fields={'node': 3}, number=None, tree=None)

    Raises:
        ValueError: it is too long, not JSON, or not one of `MESSAGES` with exactly its fields.
    """
    if len(text) > LONGEST_MESSAGE:
        raise ValueError(f"message: {len(text):,} characters, but at most {LONGEST_MESSAGE:,} are allowed")
    value = read_as(dict[str, Any], parse_json(text, "message"), "message")
    number = read_as(_Number | None, value.pop("number", None), "message: number")
    tree = read_as(_Number | None, value.pop("tree", None), "message: tree")
    name = value.pop("do", None)
    if not isinstance(name, str) or name not in MESSAGES:
        raise ValueError(f"message: do: expected one of {', '.join(MESSAGES)}, got {quoted(name)}")
    read = read_as(MESSAGES[name], value, f"message {name}")
    return Message(name, {field: _checked(field, getattr(read, field), name) for field in _FIELDS[name]}, number, tree)


def _checked(field: str, value: Any, message: str) -> Any:
    """A field's value, with checks beyond its kind."""
    if isinstance(value, _Clock):
        return TimeControl(**msgspec.structs.asdict(value))
    if field == "name" and value is not None:
        if not value.isprintable():
            raise ValueError(f"message {message}: name: expected visible characters, got {quoted(value)}")
        return value.strip()
    if field in ("names", "date", "headers"):
        texts = {"names": value, "date": [value]}.get(field) or value.values()
        for text in texts:
            if not text.isprintable():
                raise ValueError(f"message {message}: {field}: expected visible characters, got {quoted(text)}")
    for number, row in enumerate(value if field == "cells" else ()):
        if len(row) != len(value[0]) or not row.isprintable():
            expected = f"expected {len(value[0])} cells as in the first row"
            raise ValueError(f"message {message}: cells[{number}]: {expected}, got {quoted(row)}")
    return value


def error_message(reason: str, message: Message | None) -> dict[str, Any]:
    """The answer to a refused message."""
    return {"say": "error", "number": message.number if message is not None else None, "message": reason}


def as_text(answer: Mapping[str, Any]) -> str:
    """A message to a page, as JSON text.

    Raises:
        ValueError: it contains a number that JSON does not have, such as NaN.
    """
    # ASCII: a visitor's text may contain unpaired surrogates, which cannot be encoded.
    return json.dumps(answer, allow_nan=False, separators=(",", ":"))
