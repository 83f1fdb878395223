"""Markup of SGF in comments: the properties of a node that are neither a move nor a comment nor a glyph.

A comment holds them as commands, as comments of PGN do, so that every kind of file, a room of the page and a database
keep them:

| SGF | command | |
|---|---|---|
| `CR[c3]`, `AR[a1:c3]` | `[%csl Rc3]`, `[%cal Ra1c3]` | circles and arrows, as PGN has them |
| `TR[a1][b2]`, `LB[c3:x]`, `LN[a1:c3]`, ... | `[%TR a1,b2]`, `[%LB c3:x]`, `[%LN a1:c3]` | other marks on cells |
| `OB[3]`, ... | `[%sgf OB 3]` | all else, unread |

Cells and colours are boardai's: after `swap-pieces`, and in Little Golem's dialect, the file's are others. Characters
that would end a command or a value are written as `%5D`. Circles and arrows of other colours than red remain in the
comment when SGF is written, because SGF has no colours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator

from boardai.games.hex.formats.notation import MoveText
from boardai.games.hex.formats.sgf_text import LONGEST_TEXT, Property, fail

# Marks on cells, with the form of a value: a cell or a rectangle, a cell and a text, or two cells.
_CELLS = ("CR", "DD", "MA", "SL", "SQ", "TB", "TR", "TW", "VW")
_LABELS = ("LB",)
_PAIRS = ("AR", "LN")
MARKUP = (*_CELLS, *_LABELS, *_PAIRS)
_MAY_BE_EMPTY = ("DD", "VW", "TB", "TW")
# Properties of one colour, and those of the other one.
_OF_COLOURS = {"BL": "WL", "OB": "OW", "TB": "TW", "GB": "GW"}
_EXCHANGED = _OF_COLOURS | {white: black for black, white in _OF_COLOURS.items()}
_RED = "R"  # the colour of marks that have none
_COLOURED = {"CR": "csl", "AR": "cal"}
_OTHER = "sgf"
_COMMAND = re.compile(r"\s?\[%(\w+) ([^\[\]]*)\]", re.ASCII)
_PROPERTY = re.compile("[A-Z]{1,100}")
_SPECIAL = re.compile(r"[%\[\],\x00-\x1f]")
_ESCAPED = re.compile("%([0-9A-F]{2})")


class Marks:
    """The markup of one position, in the order in which it came; equal values count once."""

    def __init__(self) -> None:
        self._values: dict[str, dict[str, None]] = {}
        self._other: dict[tuple[str, tuple[str, ...]], None] = {}
        self._characters = 0

    def add(self, entry: Property, text: MoveText, rows: int, columns: int, first: str = "B") -> None:
        """Takes over a property of a file.

        Args:
            entry: the property.
            text: how cells are written there.
            rows: of the board.
            columns: of the board.
            first: the first player's colour in the file.

        Raises:
            ValueError: this position has too much of it.
        """
        is_exchanged = (first == "W") != text.mirrored
        name = _EXCHANGED.get(entry.name, entry.name) if is_exchanged else entry.name
        values = _of_file(entry, text, rows, columns)
        if values is None:
            if (name, entry.values) not in self._other:
                self._characters += sum(map(len, entry.values))
                self._other[name, entry.values] = None
        else:
            known = self._values.setdefault(name, {})
            self._characters += sum(len(value) for value in values if value not in known)
            known.update(dict.fromkeys(values))
        if self._characters > LONGEST_TEXT:
            fail(entry.place, f"markup of more than {LONGEST_TEXT:,} characters at one position")

    def take_from(self, comment: str, rows: int, columns: int, reserved: Collection[str]) -> str:
        """Takes the commands out of a comment, and returns the rest.

        Args:
            comment: the text.
            rows: of the board.
            columns: of the board.
            reserved: names of properties that commands must not use.
        """

        def take(found: re.Match[str]) -> str:
            return "" if self._take(found[1], found[2], rows, columns, reserved) else found[0]

        if "[%" not in comment:
            return comment
        rest = _COMMAND.sub(take, comment)
        return rest[1:] if rest[:1].isspace() and not comment[:1].isspace() else rest

    def commands(self) -> list[str]:
        """All as commands."""
        found = []
        for name, values in self._values.items():
            if name in _COLOURED:
                found.append(f"[%{_COLOURED[name]} {','.join(_RED + value.replace(':', '') for value in values)}]")
            else:
                found.append(f"[%{name} {','.join(values)}]")
        found += [f"[%{_OTHER} {name} {','.join(map(_escaped, values))}]" for name, values in self._other]
        return found

    def properties(self, text: MoveText) -> tuple[dict[str, list[str]], list[tuple[str, tuple[str, ...]]]]:
        """All as properties of a file: marks on cells by name, and the others.

        Args:
            text: how cells are written there.
        """

        def named(name: str) -> str:
            return _EXCHANGED.get(name, name) if text.mirrored else name

        def written(name: str, value: str) -> str:
            first, colon, second = value.partition(":")
            if name in _LABELS:
                return f"{text.cell(first)}:{_unescaped(second)}"
            return f"{text.cell(first)}:{text.cell(second)}" if colon else text.cell(first)

        marks = {
            named(name): [written(name, value) for value in values] or [""] for name, values in self._values.items()
        }
        return marks, [(named(name), values) for name, values in self._other]

    def _take(self, name: str, argument: str, rows: int, columns: int, reserved: Collection[str]) -> bool:
        """Adds a command; returns False if it is not markup, or names no cells of this board."""
        if name == _OTHER:
            of, blank, values = argument.partition(" ")
            if not blank or _PROPERTY.fullmatch(of) is None or of in reserved:
                return False
            self._other[of, tuple(map(_unescaped, values.split(",")))] = None
            return True
        for own, coloured in _COLOURED.items():
            if name == coloured:
                pattern = f"{_RED}([a-s][0-9]+)" if own == "CR" else f"{_RED}([a-s][0-9]+)([a-s][0-9]+)"
                found = [re.fullmatch(pattern, one) for one in argument.split(",")]
                argument = ",".join(":".join(one.groups()) for one in found if one is not None)
                if None in found:
                    return False
                name = own
        if name not in MARKUP:
            return False
        values = argument.split(",") if argument else []
        if not (values or name in _MAY_BE_EMPTY) or not all(_is_value(name, one, rows, columns) for one in values):
            return False
        self._values.setdefault(name, {}).update(dict.fromkeys(values))
        return True


def _of_file(entry: Property, text: MoveText, rows: int, columns: int) -> list[str] | None:
    """The values of a property in boardai's cells; None if they are none, or it is no markup on cells."""
    if entry.name not in MARKUP:
        return None
    if entry.name in _MAY_BE_EMPTY and entry.values == ("",):
        return []
    found = list[str]()
    try:
        for value in entry.values:
            found += _cells_of_file(entry.name, value, lambda cell: text.own_cell(cell, rows, columns))
    except ValueError:
        return None
    return found


def _cells_of_file(name: str, value: str, own: Callable[[str], str]) -> Iterable[str]:
    """The cells and the text in a value of a property.

    Raises:
        ValueError: it names no cells of the board.
    """
    first, colon, second = value.partition(":")
    if name in _LABELS:
        if not colon:
            raise ValueError(f"label {value[:40]!r}: expected a cell, a colon and a text")
        return [f"{own(first)}:{_escaped(second)}"]
    if name in _PAIRS:
        return [f"{own(first)}:{own(second)}"]
    return _rectangle(own(first), own(second)) if colon else [own(first)]


def _rectangle(first: str, last: str) -> Iterator[str]:
    """The cells between two corners."""
    columns, rows = sorted((first[0], last[0])), sorted((int(first[1:]), int(last[1:])))
    for row in range(rows[0], rows[1] + 1):
        for column in range(ord(columns[0]), ord(columns[1]) + 1):
            yield f"{chr(column)}{row}"


def _is_value(name: str, value: str, rows: int, columns: int) -> bool:
    """Whether a value of a command is what `_of_file` makes of a property's."""
    first, colon, second = value.partition(":")
    cells = [first] if name not in _PAIRS else [first, second]
    return bool(colon) == (name not in _CELLS) and all(_is_cell(cell, rows, columns) for cell in cells)


def _is_cell(cell: str, rows: int, columns: int) -> bool:
    found = re.fullmatch("([a-s])([1-9][0-9]?)", cell, re.ASCII)
    return found is not None and ord(found[1]) - ord("a") < columns and int(found[2]) <= rows


def _escaped(value: str) -> str:
    return _SPECIAL.sub(lambda found: f"%{ord(found[0]):02X}", value)


def _unescaped(value: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), value)
