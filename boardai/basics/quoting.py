"""Input quoted in messages: enough to know it again, whatever its length, from where the user is."""

from __future__ import annotations

import os
import re
from typing import Any

LONGEST = 60
LONGEST_SPEC = 200
LONGEST_PATH = 300


def quoted(value: Any, longest: int = LONGEST) -> str:
    """`repr` of what was given; of a long one the beginning and how long it is.

    Args:
        value: anything. The beginning of a text or bytes is taken before it is made printable, so that megabytes are
            not.
        longest: characters that are shown.
    """
    if isinstance(value, str | bytes) and len(value) > longest:
        dots: Any = "..." if isinstance(value, str) else b"..."
        return f"{value[:longest] + dots!r} ({len(value):,} {'characters' if isinstance(value, str) else 'bytes'})"
    if isinstance(value, int) and value.bit_length() > 1000:
        return f"a whole number of {value.bit_length():,} bits"
    try:
        text = repr(value)
    except Exception:
        return f"a {type(value).__name__}"
    # A short text of control characters is longer in print.
    return text if isinstance(value, str | bytes) else shortened(text, longest)


def shortened(text: str, longest: int = LONGEST) -> str:
    """The text; of a long one the beginning and how long it is.

    Args:
        text: such as a path, in a message.
        longest: characters that are shown.
    """
    return text if len(text) <= longest else f"{text[:longest]}... ({len(text):,} characters)"


def utf8(text: str, what: str) -> bytes:
    r"""The bytes of a text that is written down.

    >>> from boardai.basics.quoting import utf8
    >>> utf8("\ud800", "to_string()")
    Traceback (most recent call last):
    ValueError: to_string() must give text that can be written, not '\ud800'

    Args:
        text: the text.
        what: gave it; named in errors.

    Raises:
        ValueError: half a surrogate pair is in it, which no file can hold.
    """
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        part = text[max(error.start - LONGEST // 2, 0) :]
        raise ValueError(f"{what} must give text that can be written, not {quoted(part)}") from None


def from_here(text: str) -> str:
    """A text for people: paths into the working directory begin with `./`.

    Args:
        text: with names that are kept as absolute paths, such as an agent's: `/home/me/work/mine.py:Agent`.
    """
    try:
        here = os.getcwd()
    except OSError:  # it has been removed
        return text
    return re.sub(rf"(?<![\w./-]){re.escape(here)}/", "./", text) if here != "/" else text
