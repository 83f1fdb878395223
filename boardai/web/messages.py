"""What a page may say to the server: every message by its name and fields, checked. docs/web.md describes the answers.

A message is a JSON object: `do` names it, `number` is any number of the page's own that comes back with an error, the
others are its fields.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from boardai.basics.files import parse_json
from boardai.basics.quoting import quoted
from boardai.clocks import TimeControl

VERSION = 1
LONGEST_MESSAGE = 1_000_000  # characters; a game file is the longest that is sent
_LONGEST_WORD, _LONGEST_TEXT = 200, 10_000
_LARGEST_NUMBER = 2**31 - 1
_MOST_LINES = 10
_LONGEST_NAME = 100
_LONGEST_SIDE = 40  # of a board, in cells

Reader = Callable[[Any, str], Any]


@dataclass(frozen=True)
class Message:
    """A checked message.

    Attributes:
        do: its name.
        fields: every field of that message; what was left out is None.
        number: the page's own, for errors; None where it gave none.
    """

    do: str
    fields: Mapping[str, Any]
    number: int | None = None


# --- kinds of fields: each gives the value, or refuses it by a ValueError that names the place -------------------


def _number(value: Any, place: str) -> int:
    if type(value) is not int or not 0 <= value <= _LARGEST_NUMBER:
        raise ValueError(f"{place}: expected a whole number from 0 to {_LARGEST_NUMBER}, got {quoted(value)}")
    return value


def _player(value: Any, place: str) -> int:
    if type(value) is not int or value not in (0, 1):
        raise ValueError(f"{place}: expected 0 or 1, got {quoted(value)}")
    return value


def _lines(value: Any, place: str) -> int:
    if type(value) is not int or not 1 <= value <= _MOST_LINES:
        raise ValueError(f"{place}: expected a whole number from 1 to {_MOST_LINES}, got {quoted(value)}")
    return value


def _text_up_to(longest: int) -> Reader:
    def read(value: Any, place: str) -> str:
        if not isinstance(value, str):
            raise ValueError(f"{place}: expected text, got {quoted(value)}")
        if len(value) > longest:
            raise ValueError(f"{place}: {len(value):,} characters are more than {longest:,}")
        return value

    return read


def _name(value: Any, place: str) -> str:
    if not isinstance(value, str) or not value.isprintable() or len(value) > _LONGEST_NAME:
        raise ValueError(f"{place}: expected a name of at most {_LONGEST_NAME} characters, got {quoted(value)}")
    return value.strip()


def _seats(value: Any, place: str) -> tuple[str, str]:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError(f"{place}: expected a list of two, got {quoted(value)}")
    first, second = (_word(one, f"{place}[{number}]") for number, one in enumerate(value))
    return first, second


def _cells(value: Any, place: str) -> list[str]:
    if not isinstance(value, list) or not 1 <= len(value) <= _LONGEST_SIDE:
        raise ValueError(f"{place}: expected a list of 1 to {_LONGEST_SIDE} rows, got {quoted(value)}")
    rows = [_text_up_to(_LONGEST_SIDE)(row, f"{place}[{number}]") for number, row in enumerate(value)]
    for number, row in enumerate(rows):
        if not row or len(row) != len(rows[0]) or not row.isprintable():
            raise ValueError(f"{place}[{number}]: expected {len(rows[0])} cells as in the first row, got {quoted(row)}")
    return rows


def _parameters(value: Any, place: str) -> dict[str, Any]:
    if not isinstance(value, dict) or len(value) > 20:
        raise ValueError(f"{place}: expected an object of at most 20 entries, got {quoted(value)}")
    for name, one in value.items():
        if not isinstance(one, str | int | float | bool | None):
            raise ValueError(f"{place}.{name}: expected a plain value, got {quoted(one)}")
        if isinstance(one, str):
            _position(one, f"{place}.{name}")
    return value


def _control(value: Any, place: str) -> TimeControl:
    known = ("base", "increment", "periods", "period")
    if not isinstance(value, dict) or not set(value) <= set(known) or "base" not in value:
        raise ValueError(
            f"{place}: expected an object with base and perhaps {', '.join(known[1:])}, not {quoted(value)}"
        )
    for name, one in value.items():
        if type(one) is not int and (type(one) is not float or name == "periods"):
            raise ValueError(f"{place}.{name}: expected a number, got {quoted(one)}")
    return TimeControl(**value)


_word, _position, _file = _text_up_to(_LONGEST_WORD), _text_up_to(_LONGEST_TEXT), _text_up_to(LONGEST_MESSAGE)


@dataclass(frozen=True)
class _Field:
    read: Reader
    needed: bool = True


def _may(read: Reader) -> _Field:
    return _Field(read, needed=False)


# What each message has. `boardai.web.lobby.Lobby.does` has what does it.
MESSAGES: dict[str, dict[str, _Field]] = {
    "new": {
        "game": _Field(_word),
        "parameters": _may(_parameters),
        "seats": _Field(_seats),
        "clock": _may(_control),
        "position": _may(_position),
        "name": _may(_name),
    },
    "draw_board": {
        "game": _Field(_word),
        "cells": _Field(_cells),
        "player": _Field(_player),
        "seats": _Field(_seats),
        "clock": _may(_control),
        "name": _may(_name),
    },
    "board_file": {"game": _Field(_word), "cells": _Field(_cells), "player": _Field(_player)},
    "open": {"room": _Field(_word), "key": _may(_word), "invitation": _may(_word), "name": _may(_name)},
    "move": {"node": _Field(_number), "action": _may(_number), "text": _may(_word)},
    "go": {"node": _Field(_number)},
    "look": {"node": _Field(_number)},
    "edit": {"cells": _Field(_cells), "player": _Field(_player)},
    "resume": {},
    "seats": {"seats": _Field(_seats)},
    "resign": {"player": _Field(_player)},
    "draw": {},
    "claim": {},
    "rematch": {},
    "invite": {"player": _Field(_player)},
    "hint": {"node": _Field(_number)},
    "analyse": {"node": _Field(_number), "slot": _Field(_player), "by": _Field(_word), "lines": _may(_lines)},
    "review": {},
    "explain": {"node": _Field(_number)},
    "stop": {"slot": _may(_player)},
    "save": {"format": _Field(_word)},
    "load": {"text": _Field(_file), "format": _Field(_word), "game": _may(_number)},
    "replay": {"run": _Field(_number), "batch": _Field(_number), "game": _Field(_number)},
    "leave": {},
}


def read_message(text: str) -> Message:
    """Reads a message.

    >>> from boardai.web.messages import read_message
    >>> read_message('{"do": "go", "node": 3}')
    Message(do='go', fields={'node': 3}, number=None)

    Raises:
        ValueError: it is too long, no JSON, or not one of `MESSAGES` with its fields and no others.
    """
    if len(text) > LONGEST_MESSAGE:
        raise ValueError(f"message: {len(text):,} characters are more than {LONGEST_MESSAGE:,}")
    value = parse_json(text, "message")
    if not isinstance(value, dict):
        raise ValueError("message: expected an object in braces")
    number = value.pop("number", None)
    if number is not None:
        number = _number(number, "message: number")
    name = value.pop("do", None)
    if not isinstance(name, str) or name not in MESSAGES:
        raise ValueError(f"message: do: expected one of {', '.join(MESSAGES)}, got {quoted(name)}")
    known = MESSAGES[name]
    for field in value:
        if field not in known:
            raise ValueError(f"message {name}: unknown field {quoted(field)}; it has {', '.join(known) or 'none'}")
    fields = {}
    for field, kind in known.items():
        given = value.get(field)
        if given is None and kind.needed:
            raise ValueError(f"message {name}: the field {field} is missing")
        fields[field] = None if given is None else kind.read(given, f"message {name}: {field}")
    return Message(name, fields, number)


def error_message(reason: str, message: Message | None) -> dict[str, Any]:
    """What a page is told of a message that was refused."""
    return {"say": "error", "number": message.number if message is not None else None, "message": reason}


def as_text(answer: Mapping[str, Any]) -> str:
    """A message to a page, as JSON text.

    Raises:
        ValueError: it has a number that JSON does not know, such as NaN.
    """
    # ASCII: what a visitor has sent may hold halves of characters, which cannot be encoded.
    return json.dumps(answer, allow_nan=False, separators=(",", ":"))
