r"""Printed text: no terminal control sequences, and plain letters where the encoding lacks a character.

Names, comments and errors may quote files, engines and visitors. A control character in them, which could clear the
screen or change earlier output, is printed as Python writes it, `\x1b`. If the encoding lacks a character, plain
letters replace it: `->` for an arrow, `+-` for ±, `K` for a chess king. Python's encoders call an error handler for
each character that they cannot encode, and the handler here returns these letters. So callers need not know the
encoding of the output.
"""

from __future__ import annotations

import codecs
import io
import re
import unicodedata
from typing import IO, Any

from boardai.basics.quoting import printable

HANDLER = "boardai.plain"

_PLAIN = {
    "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "…": "...", "·": ".", "•": "*", "⋅": ".", "°": " deg",
    "±": "+-", "×": "x", "÷": "/", "≤": "<=", "≥": ">=", "≠": "!=", "≈": "~", "≡": "=", "∞": "inf", "√": "sqrt",
    "∈": "in", "∑": "sum", "∂": "d", "∇": "grad", "⁄": "/", "µ": "u",
    "→": "->", "←": "<-", "↔": "<->", "⇒": "=>", "↑": "^", "↓": "v",
    "‘": "'", "’": "'", "‚": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "′": "'", "″": '"',
    "ß": "ss", "æ": "ae", "Æ": "AE", "ø": "o", "Ø": "O", "œ": "oe", "Œ": "OE", "ł": "l", "Ł": "L", "đ": "d", "ð": "d",
    "✓": "v", "✔": "v", "✗": "x", "✘": "x", "●": "x", "○": "o", "■": "#", "□": ".", "◦": "o", "⬢": "x", "⬡": "o",
    "▶": ">", "◀": "<", "⏭": ">|", "⏮": "|<",
}  # fmt: skip
_CHESS = re.compile(r"(WHITE|BLACK) CHESS (KING|QUEEN|ROOK|BISHOP|KNIGHT|PAWN)")


def plain(character: str) -> str:
    r"""A character in ASCII: its usual replacement, else its number, as `\u2654`."""
    if character in _PLAIN:
        return _PLAIN[character]
    name = unicodedata.name(character, "")
    if name.startswith("BOX DRAWINGS"):
        sides = {word for word in name.split() if word in ("HORIZONTAL", "VERTICAL", "LEFT", "RIGHT", "UP", "DOWN")}
        along = sides <= {"HORIZONTAL", "LEFT", "RIGHT"}
        return "-" if along else "|" if sides <= {"VERTICAL", "UP", "DOWN"} else "+"
    if name.endswith("BLOCK") or " SHADE" in name:
        return "#"
    if name.startswith("BRAILLE PATTERN"):  # a spinner that shows progress
        return "*"
    if piece := _CHESS.fullmatch(name):
        letter = "n" if piece[2] == "KNIGHT" else piece[2][0].lower()
        return letter.upper() if piece[1] == "WHITE" else letter
    if name.startswith("GREEK ") and " LETTER " in name:
        letter = name.partition(" LETTER ")[2].partition(" WITH ")[0].lower()
        letter = "lambda" if letter == "lamda" else letter  # as Unicode spells it
        return letter.capitalize() if "CAPITAL" in name else letter
    # Letters without their accents, raised and lowered digits, fractions.
    parts = unicodedata.normalize("NFKD", character)
    without_marks = "".join(_PLAIN.get(part, part) for part in parts if not unicodedata.combining(part))
    return (
        without_marks
        if without_marks and without_marks.isascii()
        else character.encode("ascii", "backslashreplace").decode()
    )


def _answer(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(plain, error.object[error.start : error.end])), error.end


codecs.register_error(HANDLER, _answer)


class Guarded:
    """A text stream that makes control characters printable; otherwise it behaves like the stream.

    Args:
        stream: the stream.
    """

    def __init__(self, stream: IO[str]) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Writes a text in printable form."""
        return self.stream.write(printable(text))

    def writelines(self, lines: Any) -> None:
        """Writes several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def guarded(stream: Any) -> Any:
    """A text stream for the output of commands.

    Args:
        stream: such as `sys.stdout`; from now on characters that its encoding lacks are written as plain letters, and
            half a surrogate pair by its number.
    """
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors=HANDLER)
    return stream if stream is None or isinstance(stream, Guarded) else Guarded(stream)


def unguarded(stream: Any) -> Any:
    """The stream itself, for code that controls the terminal."""
    return stream.stream if isinstance(stream, Guarded) else stream
