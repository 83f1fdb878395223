"""The winner, in the forms of Hex records: `B+Resign`, `W+`, or only the colour."""

from __future__ import annotations

import re
from typing import Any

COLOURS = {"B": 0, "W": 1}
DRAWN = "0"  # Hex has no draws, but a game that was stopped may count as one
# How games end, in the words of a result and of a RecordedGame; of several the first one is written.
TERMINATIONS = {
    "Resign": "resignation",
    "R": "resignation",
    "Time": "time",
    "T": "time",
    "Forfeit": "forfeit",
    "F": "forfeit",
}
_RESULT = re.compile(r"\s*([BW])(?:lack|hite)?\s*(\+.*)?", re.IGNORECASE | re.DOTALL)


def winning_colour(text: str) -> int | None:
    """The colour of the winner: 0 = black, 1 = white; None: the text does not state it."""
    found = _RESULT.fullmatch(text)
    return None if found is None else COLOURS[found[1].upper()]


def is_bare(text: str) -> bool:
    """Whether a text states only the winner."""
    found = _RESULT.fullmatch(text)
    return text.strip() == DRAWN or (found is not None and (found[2] or "+").strip() == "+")


def termination_of(text: str) -> str:
    """The ending, in the words of a RecordedGame; "" if the text does not state it."""
    found = _RESULT.fullmatch(text)
    return "" if found is None else TERMINATIONS.get((found[2] or "+")[1:].strip().capitalize(), "")


def word_of(termination: str) -> str:
    """The text after the colour in a result with this ending; "" if there is none."""
    return next((word for word, meaning in TERMINATIONS.items() if meaning == termination), "")


def with_colours_exchanged(text: str) -> str:
    """The same result for the other colour, for records that have exchanged the colours, or have not."""
    found = _RESULT.fullmatch(text)
    return text if found is None else "BW"[1 - COLOURS[found[1].upper()]] + (found[2] or "+")


def outcome(text: str, last: Any) -> int | None:
    """Player 0's outcome.

    Args:
        text: in boardai's colours.
        last: the last state, in which colours may have been swapped.
    """
    if text.strip() == DRAWN:
        return 0
    winner = winning_colour(text)
    return None if winner is None else 1 if last.colour_of(0) == winner else -1
