"""Quotes input in messages: shortened to a readable length, and without terminal control characters."""

from __future__ import annotations

import os
import re
from html import escape
from typing import Any

LONGEST = 60
LONGEST_SPEC = 200
LONGEST_PATH = 300

# Escape sequences begin with a control character, some of them with U+0080 to U+009F. The others change the direction
# of text, or end a line. Half a surrogate pair is left to the encoder.
_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb]")
_NO_XML = re.compile("[\ud800-\udfff\ufffe\uffff]")


def quoted(value: Any, longest: int = LONGEST) -> str:
    """`repr` of a value; a long one is cut, and its length is given.

    Args:
        value: anything. The beginning of a text or bytes is taken before it is made printable, so that megabytes are
            not.
        longest: maximum number of characters shown.
    """
    if isinstance(value, str | bytes):
        shown = value[:longest]
        most = max(5 * LONGEST, 2 * longest)  # in print, where half of a surrogate pair takes six characters
        while len(repr(shown)) > most:
            shown = shown[: len(shown) // 2]
        if len(shown) == len(value):
            return repr(value)
        dots: Any = "..." if isinstance(value, str) else b"..."
        return f"{shown + dots!r} ({len(value):,} {'characters' if isinstance(value, str) else 'bytes'})"
    if isinstance(value, int) and value.bit_length() > 1000:
        return f"a whole number of {value.bit_length():,} bits"
    try:
        text = repr(value)
    except Exception:
        return f"a {type(value).__name__}"
    return shortened(text, longest)


def shortened(text: str, longest: int = LONGEST) -> str:
    """The text; a long one is cut, and its length is given.

    Args:
        text: such as a path, in a message.
        longest: characters that are shown.
    """
    return text if len(text) <= longest else f"{text[:longest]}... ({len(text):,} characters)"


def printable(text: str) -> str:
    r"""The text in printable form: control characters are written as in Python, `\x1b`; line ends and tabs stay.

    Args:
        text: for a terminal or a log.
    """
    return _STEERING.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def one_line(text: str) -> str:
    """`printable` in one line, for a name or a reason that is part of a message.

    Args:
        text: the text; its line ends and runs of blanks become one blank.
    """
    return printable(" ".join(text.split()))


def in_markup(text: str) -> str:
    """`printable` for SVG and HTML, between tags and in attributes.

    Args:
        text: any text.
    """
    return escape(_NO_XML.sub("\ufffd", printable(text)))


def in_picture(text: str) -> str:
    r"""`printable` for a label of matplotlib, which interprets text between two `$` as a formula.

    Args:
        text: such as a name.
    """
    return _NO_XML.sub("\ufffd", printable(from_here(text))).replace("$", r"\$")


def utf8(text: str, what: str) -> bytes:
    r"""A text encoded in UTF-8.

    >>> from boardai.basics.quoting import utf8
    >>> utf8("\ud800", "to_string()")
    Traceback (most recent call last):
    ValueError: to_string() must return text that can be encoded, not '\ud800'

    Args:
        text: the text.
        what: the source of the text, named in errors.

    Raises:
        ValueError: the text contains half a surrogate pair, which UTF-8 cannot encode.
    """
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        part = text[max(error.start - LONGEST // 2, 0) :]
        raise ValueError(f"{what} must return text that can be encoded, not {quoted(part)}") from None


def from_here(text: str) -> str:
    """A text for the user: paths into the working directory begin with `./`.

    Args:
        text: with names that are kept as absolute paths, such as an agent's: `/home/me/work/mine.py:Agent`.
    """
    try:
        here = os.getcwd()
    except OSError:  # it has been removed
        return text
    return re.sub(rf"(?<![\w./-]){re.escape(here)}/", "./", text) if here != "/" else text
