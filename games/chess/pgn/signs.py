"""Parts of PGN text besides moves, and other spellings of letters: signs, figurines, blanks.

Signs that have a number among the annotation glyphs become that glyph. Of those that differ for White and Black where
the sign does not (`→`, attack), the glyph is White's, as it is where programs write the sign for it.

Sources: the PGN standard, section 10 (glyphs to 139); the Chess Informant's system of signs; Wikipedia, "Numeric
Annotation Glyphs" (glyphs from 140 and the signs of glyphs).
"""

from __future__ import annotations

import re

from boardai.basics.text_files import ZERO_WIDTH

# Suffixes are short for the first glyphs (section 10 of the standard).
SUFFIXES = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
NO_WIDTH = "\u200b"  # stands for every character without width
NULL_MOVES = ("--", "Z0")  # "a player passes", in analyses: no move of chess
NOVELTY = 146

# By their text; dashes and blanks are as in `TRANSLATED`.
_SIGNS = {
    "‼": 3, "⁇": 4, "⁉": 5, "⁈": 6, "□": 7,
    "=": 10, "∞": 13,
    "⩲": 14, "+=": 14, "+/=": 14, "⩱": 15, "=+": 15, "=/+": 15,
    "±": 16, "+/-": 16, "∓": 17, "-/+": 17,
    "+-": 18, "-+": 19, "+--": 20, "--+": 21, "++-": 20, "-++": 21,
    "⨀": 22, "⊙": 22, "⟳": 32, "↻": 32, "↑": 36, "→": 40,
    "=∞": 44, "∞=": 44, "=/∞": 44, "∞/=": 44, "©": 44, "⯹": 44,
    "⇆": 132, "⇄": 132, "⊕": 138, "∆": 140, "Δ": 140, "△": 140, "/\\": 140, "∇": 141, "⌓": 142,
}  # fmt: skip
_LONGEST = max(map(len, _SIGNS))
# Letters of the Informant's; a diagram and an editor's remark have no glyph that programs agree on.
LETTERS = {"N": NOVELTY, "TN": NOVELTY, "D": None, "RR": None}
# Signs that may follow a move without a blank.
_BEHIND = re.compile(
    r"(?:=/∞|∞/=|=∞|∞=|∞|\+--|--\+|\+\+-|-\+\+|\+/-|-/\+|\+/=|=/\+|\+-|-\+|\+=|=\+|=|N|D|e\.?p\.?[+#]?)\Z"
)
_PROMOTION = re.compile(r"([18])(?:/([QRBN])|\(([QRBN])\))")
_TOGETHER = re.compile(rf"(?:(?<=[1-8+#])|(?<==[QRBN])|(?<=O-O)){NO_WIDTH}+(?=[a-hKQRBNOP]|\d+\Z)")

# Character by character, so that columns stay.
TRANSLATED = str.maketrans(
    {
        **dict.fromkeys(ZERO_WIDTH, NO_WIDTH),
        **dict.fromkeys(
            "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f", " "
        ),
        **dict.fromkeys("\u2028\u2029\u3000\ufeff", " "),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP", strict=True)),
        **{"×": "x", "…": ".", "†": "+", "‡": "#", "≠": "#"},
    }
)
_RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "1/2": "1/2-1/2", "*": "*"}


def meant_result(text: str) -> str | None:
    """The termination marker of a text: `½-½`, `1/2` and `1:0` are understood; None: it is none."""
    if not text.isascii():
        text = text.translate(TRANSLATED).replace("½", "1/2")
    return _RESULTS.get(text.replace(" ", "").replace(":", "-"))


def glyphs_of(signs: str) -> list[int] | None:
    """The glyphs of one or two adjacent signs; None if one is unknown."""
    found = []
    while signs and len(found) < 2:
        for length in range(min(_LONGEST, len(signs)), 0, -1):
            if (glyph := _SIGNS.get(signs[:length]) or SUFFIXES.get(signs[:length])) is not None:
                break
        else:
            return None
        found.append(glyph)
        signs = signs[length:]
    return None if signs else found


def says_nothing_of_moves(word: str) -> bool:
    """Whether a word can be neither a move nor a number nor a result: it has no letter, digit or control character."""
    return not any(letter.isalnum() or not letter.isprintable() for letter in word)


def moves_together(word: str) -> list[str]:
    """The moves and move numbers of a word that contains characters without width, at or between them."""
    return [move.replace(NO_WIDTH, "") for move in _TOGETHER.split(word)]


def without_signs(word: str) -> list[tuple[str, tuple[str, ...]]]:
    """The possible moves of a word, each with the signs after it: the most likely reading first."""
    word = _PROMOTION.sub(lambda found: f"{found[1]}={found[2] or found[3]}", word).replace(":", "x")  # `e:d5`
    readings: list[tuple[str, tuple[str, ...]]] = [(word, ())]
    while (behind := _BEHIND.search(word)) and behind.start() and len(readings) < 4:
        word = word[: behind.start()]
        signs = () if behind[0].startswith("e") else (behind[0],)
        readings.append((word, signs + readings[-1][1]))
    return readings
