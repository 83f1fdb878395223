"""The words of PGN text, each with its line and column: tag pairs, moves, numbers, comments, brackets, results.

It reads line by line and keeps at most one comment or tag pair. It never raises an exception: text that is not PGN
becomes a token of its kind, and the reader of games (`reader.py`) decides about it. The same holds for text beyond the
limits below, which are far beyond those of people and programs: for any text, time grows only with its length,
and memory with the longest game.

Source: S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994, sections 4 to 8.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import IO, Any

from boardai.games.chess.pgn.signs import (
    LETTERS,
    NO_WIDTH,
    NULL_MOVES,
    TRANSLATED,
    glyphs_of,
    meant_result,
    moves_together,
    says_nothing_of_moves,
)

LONGEST_LINE = 1_000_000  # characters; the standard says 255
LONGEST_WORD = 255  # characters of a move, as the standard has it
LONGEST_COMMENT = 1_000_000  # characters of all comments after one move together
MOST_GLYPHS = 1_000  # after one move
MOST_MARKS = 20  # different ones of a game that are left out and reported
MOST_TAGS = 1_000  # of a game, those given twice included
MOST_PROBLEMS = 1_000  # of a game that are reported
DEEPEST_VARIATION = 1_000  # brackets open at the same time


class PgnError(ValueError):
    """An error in a PGN text, with its place.

    Attributes:
        line: counted from 1.
        column: counted from 1, in characters.
        reason: description of the error.
    """

    def __init__(self, line: int, column: int, reason: str) -> None:
        super().__init__(f"PGN line {line}, column {column}: {reason}")
        self.line = line
        self.column = column
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.line, self.column, self.reason)


class Kind(Enum):
    """The kind of a token, with the contents of each kind."""

    TAG = auto()  # a Tag
    MOVE = auto()  # the move's text
    NUMBER = auto()  # the digits of a move number
    NAG = auto()  # the glyph's number, an int
    COMMENT = auto()  # its text
    OPEN = auto()  # (
    CLOSE = auto()  # )
    RESULT = auto()  # the termination marker
    NULL = auto()  # a null move's text
    LEFT_OUT = auto()  # a mark that does not concern moves and is not a glyph
    BAD = auto()  # the reason why this is no PGN
    BAD_TAG = auto()  # likewise, of a tag pair
    UNCLOSED = auto()  # likewise, of a comment without end
    TOO_LONG = auto()  # likewise, beyond a limit and skipped
    END = auto()  # end of the text


Token = tuple[Kind, Any, int, int]  # kind, content, line, column


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag pair and the place of its value; `is_doubtful` if quotes within the value are not escaped."""

    name: str
    value: str
    line: int
    column: int
    is_doubtful: bool = False


_HIGHEST_NAG = 255

# One alternative per group, in this order. Commas and Control-Z, which ends old files, pass as white space.
_WORD = re.compile(
    r"""
      (?:(\d+)\.+[ \t\u200b]*)?([A-Za-z][\w+#=:/∞\u200b-]*(?:\([QRBN]\))?)(?!\.p\b)  # 1, 2 move number and move
    | (\d+)(?![\w+#=:/½-])[ \t]*\.*                          # 3 move number
    | (1[-:]0|0[-:]1|(?:1/2|½)(?:[ ]?[-:][ ]?(?:1/2|½))?)(?![\w+#=:/½-]) | (\*)  # 4, 5 termination marker
    | ([!?]+)                                                 # 6 suffix
    | \$(\d+)                                                 # 7 glyph
    | ([{};()\[])                                             # 8 where something begins or ends
    | (0-0(?:-0)?[+#]?)(?![\w+#=:/-])                         # 9 castling written with zeros
    | (e\.?p\b\.?[+#]?|\.+)                                  # 10 `exd6 e.p.` and `1 ... e5`: no meaning of their own
    | ([^\s,\x1a\u200b{};()\[]+)                             # 11 anything else
    """,
    re.VERBOSE | re.ASCII,
)
_TAG = re.compile(r'\[\s*([A-Za-z0-9][\w+#=:-]*)\s*"((?:[^"\\\n]|\\.)*)"\s*\]', re.ASCII)
_TAG_WITH_QUOTES = re.compile(r'\[\s*([A-Za-z0-9][\w+#=:-]*)\s*"([^\[\]]*)"\s*\]\s*$', re.ASCII)
_LOOKS_LIKE_TAG = re.compile(r'\[\s*(?:\w+\s*(?:"|$)|$)', re.ASCII)
_TAG_PARTS = (
    (re.compile(r"[A-Za-z0-9][\w+#=:-]*", re.ASCII), "expected a tag name"),
    (re.compile(r'"(?:[^"\\\n]|\\.)*"', re.ASCII), "expected the tag's value, closed in quotes on the same line"),
    (re.compile(r"\]"), "expected ']' after the tag's value"),
)
_WHITE = re.compile(r"[ \t\n\r\f\v]+")
_ESCAPE = re.compile(r'\\(["\\])')


def pieces(stream: IO[str]) -> Iterable[str]:
    """The lines of a text, those that are too long in pieces."""
    return iter(functools.partial(stream.readline, LONGEST_LINE + 1), "")


def tokens(lines: Iterable[str]) -> Iterator[Token]:
    """The tokens of PGN text, an END last.

    Args:
        lines: the text, line by line, as `pieces` returns it; the last one may lack its line end.
    """
    comment: list[str] | None = None  # lines of a comment whose end has not come yet; none of one that is too long
    comment_at = (0, 0)
    comment_length = 0
    after_blank = False
    tag: _OpenTag | None = None  # a tag pair that continues
    line, number = "", 0
    line_goes_on = False  # too long: its other pieces are passed over
    # Looked up once, for the hot loop.
    finditer, move_kind, number_kind = _WORD.finditer, Kind.MOVE, Kind.NUMBER
    for line in lines:
        if line_goes_on:
            line_goes_on = line[-1] != "\n"
            continue
        number += 1
        position = 0
        indent = -1  # start of the line's first word; found when needed
        if len(line) > LONGEST_LINE and line[-1] != "\n":
            line_goes_on, comment, tag = True, None, None
            yield Kind.TOO_LONG, f"a line of more than {LONGEST_LINE:,} characters", number, LONGEST_LINE
            continue
        # Words as ASCII has them, at the same columns; comments and tags are as they are written.
        is_ascii = line.isascii()
        words = line if is_ascii else line.translate(TRANSLATED)
        if comment is not None:
            # A comment that was forgotten to be closed must not swallow the rest of a large file.
            if after_blank and line.startswith('[Event "'):
                comment = None
                yield Kind.UNCLOSED, "this comment is not closed before the next game", *comment_at
            else:
                end = line.find("}")
                comment_length += len(line) if end < 0 else end
                if comment_length <= LONGEST_COMMENT:
                    comment.append(line if end < 0 else line[:end])
                elif comment:
                    comment.clear()
                    yield Kind.TOO_LONG, f"a comment of more than {LONGEST_COMMENT:,} characters", *comment_at
                if end < 0:
                    after_blank = not line.strip()
                    continue
                if comment:
                    yield Kind.COMMENT, _plain(" ".join(comment)), *comment_at
                comment = None
                position = end + 1
        elif line.startswith("%"):
            continue
        elif tag is not None:
            token, position = tag.go_on(line)
            if token is None:
                continue
            tag = None
            yield token
        while position >= 0:
            for word in finditer(words, position):
                group = word.lastindex
                if group == 2:
                    move_number, text = word.groups()[:2]
                    if len(text) > LONGEST_WORD:
                        yield Kind.TOO_LONG, f"a word of more than {LONGEST_WORD} characters", number, word.start(2) + 1
                        continue
                    if move_number:
                        yield number_kind, move_number, number, word.start() + 1
                        if text in LETTERS:  # of a move that was torn apart, as in `2. N f3`
                            yield Kind.BAD, f"{text!r} alone after a move's number", number, word.start(2) + 1
                            continue
                    if is_ascii or NO_WIDTH not in text:
                        yield move_kind, text, number, word.start(2) + 1
                        continue
                    for part in moves_together(text):
                        yield number_kind if part.isdigit() else move_kind, part, number, word.start(2) + 1
                    continue
                start, position = word.span()
                if group != 8:
                    yield from _plain_tokens(word, group, number, line[start:position])
                    continue
                letter = word[8]
                if letter == "{":
                    end = line.find("}", position)
                    if end < 0:
                        comment, comment_at, after_blank = [line[position:]], (number, start + 1), False
                        comment_length = len(line) - position
                        position = -1
                    else:
                        yield Kind.COMMENT, _plain(line[position:end]), number, start + 1
                        position = end + 1
                    break
                if letter == ";":
                    yield Kind.COMMENT, _plain(line[position:]), number, start + 1
                    position = -1
                    break
                if letter == "[":
                    if indent < 0:
                        indent = len(words) - len(words.lstrip())
                    token, position, tag = _read_tag(line, number, start, start == indent)
                    if token is None:
                        position = -1
                    else:
                        yield token
                    break
                if letter == "}":
                    yield Kind.BAD, "'}' closes no comment", number, start + 1
                else:
                    yield Kind.OPEN if letter == "(" else Kind.CLOSE, letter, number, start + 1
            else:
                position = -1
    number, column = max(number, 1), len(line.rstrip("\r\n")) + 1
    if comment is not None:
        yield Kind.UNCLOSED, "this comment is not closed", *comment_at
    elif tag is not None:
        yield tag.defect()
    yield Kind.END, "", number, column


def _plain_tokens(word: re.Match[str], group: int | None, number: int, written: str) -> Iterator[Token]:
    """The tokens of a word that is neither a move nor a bracket; none for a word without meaning.

    Args:
        word: as ASCII has it.
        group: which alternative it is.
        number: of the line.
        written: the word as it is written there.
    """
    text, column = word[0], word.start() + 1
    if group == 3:
        yield Kind.NUMBER, word[3], number, column
    elif group in (4, 5):
        yield Kind.RESULT, meant_result(text), number, column
    elif group == 7 and len(text) <= 9 and int(text[1:]) <= _HIGHEST_NAG:
        yield Kind.NAG, int(text[1:]), number, column
    elif group == 9:
        yield Kind.MOVE, text, number, column
    elif group == 11 and text in NULL_MOVES:
        yield Kind.NULL, text, number, column
    elif group in (6, 11) and (glyphs := glyphs_of(text)) is not None:
        yield from ((Kind.NAG, glyph, number, column) for glyph in glyphs)
    elif group in (6, 7) or (group == 11 and says_nothing_of_moves(text)):
        yield Kind.LEFT_OUT, _short(written), number, column
    elif group == 11:
        yield Kind.BAD, f"unexpected {_short(written)}", number, column


def _short(text: str) -> str:
    return repr(text if len(text) <= 30 else text[:27] + "...")


def _plain(text: str) -> str:
    """A comment's text: line breaks and runs of blanks are layout, and are one blank each."""
    return _WHITE.sub(" ", text).strip(" ")


# --- tag pairs -------------------------------------------------------------------------------------------------


def _read_tag(line: str, number: int, start: int, begins_line: bool) -> tuple[Token | None, int, _OpenTag | None]:
    """Reads the tag pair at `[`: its token and its end, or the tag pair that continues in the next line."""
    found = _TAG.match(line, start)
    if found:
        value = _ESCAPE.sub(r"\1", found[2]) if "\\" in found[2] else found[2]
        return (Kind.TAG, Tag(found[1], value, number, found.start(2) + 1), number, start + 1), found.end(), None
    if begins_line and (found := _TAG_WITH_QUOTES.match(line, start)):
        tag = Tag(found[1], _ESCAPE.sub(r"\1", found[2]), number, found.start(2) + 1, is_doubtful=True)
        return (Kind.TAG, tag, number, start + 1), len(line), None
    if not begins_line and not _LOOKS_LIKE_TAG.match(line, start):
        return (Kind.BAD, "unexpected '['", number, start + 1), start + 1, None
    begun = _OpenTag(number, start)
    token, position = begun.go_on(line)
    return (token, position, None) if token else (None, position, begun)


class _OpenTag:
    """A tag pair part by part, possibly over several lines."""

    def __init__(self, line: int, start: int) -> None:
        self._at = (line, start + 1)
        self._next_line = line
        self._start = start + 1
        self._parts: list[str] = []
        self._value_at = (0, 0)
        self._end = self._at

    def go_on(self, line: str) -> tuple[Token | None, int]:
        """Continues in the next line: the token and its end; None while the tag pair is incomplete."""
        number, position = self._next_line, self._start
        self._next_line, self._start = number + 1, 0
        if not position and line.lstrip().startswith("["):  # the next tag pair: this one lacks its end
            return self.defect(), 0
        while len(self._parts) < len(_TAG_PARTS):
            while position < len(line) and line[position].isspace():
                position += 1
            if position == len(line):
                return None, position
            pattern, reason = _TAG_PARTS[len(self._parts)]
            found = pattern.match(line, position)
            if not found:
                return (Kind.BAD_TAG, reason, number, position + 1), len(line)
            if len(self._parts) == 1:
                self._value_at = (number, position + 2)
            self._parts.append(found[0])
            position = found.end()
            self._end = (number, position + 1)
        tag = Tag(self._parts[0], _ESCAPE.sub(r"\1", self._parts[1][1:-1]), *self._value_at)
        return (Kind.TAG, tag, *self._at), position

    def defect(self) -> Token:
        """The token for what is missing at the end of the text."""
        return Kind.BAD_TAG, _TAG_PARTS[len(self._parts)][1], *self._end
