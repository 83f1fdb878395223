"""What is printed where the encoding has no such character: `->` for an arrow, `+-` for ±, `K` for a chess king.

Python's encoders ask an error handler for each character that their encoding lacks. The one here answers with plain
letters, so nothing that prints needs to know where its text will be shown.
"""

from __future__ import annotations

import codecs
import io
import re
import unicodedata
from typing import Any

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
    r"""A character in ASCII: what people write for it, else its number, as `\u2654`."""
    if character in _PLAIN:
        return _PLAIN[character]
    name = unicodedata.name(character, "")
    if name.startswith("BOX DRAWINGS"):
        sides = {word for word in name.split() if word in ("HORIZONTAL", "VERTICAL", "LEFT", "RIGHT", "UP", "DOWN")}
        along = sides <= {"HORIZONTAL", "LEFT", "RIGHT"}
        return "-" if along else "|" if sides <= {"VERTICAL", "UP", "DOWN"} else "+"
    if name.endswith("BLOCK") or " SHADE" in name:
        return "#"
    if name.startswith("BRAILLE PATTERN"):  # a turning wheel, as progress is shown
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
    told = "".join(_PLAIN.get(part, part) for part in parts if not unicodedata.combining(part))
    return told if told and told.isascii() else character.encode("ascii", "backslashreplace").decode()


def _answer(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(plain, error.object[error.start : error.end])), error.end


codecs.register_error(HANDLER, _answer)


def make_plain(stream: Any) -> None:
    """From now on a text stream writes what its encoding lacks plainly; half a surrogate pair, too, as its number."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors=HANDLER)
