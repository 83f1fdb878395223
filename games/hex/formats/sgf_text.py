"""The text of SGF files: nodes and their properties, with line and column (https://www.red-bean.com/sgf/sgf4.html).

What goes beyond the limits below, far beyond what people and programs write, is refused, so that a game of any file
needs bounded memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn, TextIO

LONGEST_TEXT = 1_000_000  # characters of all comments at one position together, or of another value
MOST_PROPERTIES = 1_000  # of a node
MOST_VALUES = 10_000  # of a property
LONGEST_NAME = 100  # letters of a property's name
_CHUNK = 1 << 16


class Characters:
    """A text stream one character ahead, which knows line and column."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._buffer = ""
        self._next = 0
        self.line = 1
        self.column = 1

    def peek(self) -> str:
        """The next character, "" at the end."""
        if self._next == len(self._buffer):
            self._buffer, self._next = self._stream.read(_CHUNK), 0
        return self._buffer[self._next] if self._buffer else ""

    def take(self) -> str:
        """The next character, which has then been read."""
        character = self.peek()
        if character:
            self._next += 1
            self.line, self.column = (self.line + 1, 1) if character == "\n" else (self.line, self.column + 1)
        return character

    def skip_space(self) -> str:
        """Passes over white space; the character after it."""
        while self.peek().isspace():
            self.take()
        return self.peek()

    def skip_byte_order_mark(self) -> None:
        if self.peek() == "\ufeff":
            self.take()
            self.column = 1

    def place(self) -> tuple[int, int]:
        return self.line, self.column


def fail(place: tuple[int, int], reason: str) -> NoReturn:
    raise ValueError(f"SGF line {place[0]}, column {place[1]}: {reason}")


@dataclass(frozen=True)
class Property:
    name: str
    values: tuple[str, ...]
    place: tuple[int, int]


def read_node(characters: Characters) -> list[Property]:
    """The properties of a node; its ';' has been read."""
    properties: dict[str, Property] = {}
    while (character := characters.skip_space()) and character not in ";()":
        place = characters.place()
        if len(properties) >= MOST_PROPERTIES:
            fail(place, f"more than {MOST_PROPERTIES:,} properties in one node")
        name = ""
        while "A" <= characters.peek() <= "Z":
            if len(name) >= LONGEST_NAME:
                fail(place, f"a property name of more than {LONGEST_NAME} letters")
            name += characters.take()
        if not name:
            fail(place, f"expected a property name in capitals, got {character!r}")
        if name in properties:
            fail(place, f"property {name} twice in one node")
        values = []
        while characters.skip_space() == "[":
            if len(values) >= MOST_VALUES:
                fail(characters.place(), f"more than {MOST_VALUES:,} values of property {name}")
            values.append(_read_value(characters))
        if not values:
            got = repr(characters.peek()) if characters.peek() else "the end of the file"
            fail(characters.place(), f"expected '[' after property {name}, got {got}")
        properties[name] = Property(name, tuple(values), place)
    return list(properties.values())


def _read_value(characters: Characters) -> str:
    start = characters.place()
    characters.take()
    value = []
    while (character := characters.take()) != "]":
        if character == "":
            fail(start, "this '[' is never closed")
        if character == "\\":
            character = characters.take()
            if character == "":
                fail(start, "this '[' is never closed")
            if character == "\n":  # an escaped line break is none
                continue
        if len(value) >= LONGEST_TEXT:
            fail(start, f"a value of more than {LONGEST_TEXT:,} characters")
        value.append(character)
    return "".join(value)
