"""Who has won, as records of Hex say it: `B+Resign`, `W+`, or the colour alone."""

from __future__ import annotations

import re
from typing import Any

COLOURS = {"B": 0, "W": 1}
_RESULT = re.compile(r"\s*([BW])(?:lack|hite)?\s*(\+.*)?", re.IGNORECASE | re.DOTALL)


def winning_colour(text: str) -> int | None:
    """The colour that has won: 0 = black, 1 = white; None: the text does not say it."""
    found = _RESULT.fullmatch(text)
    return None if found is None else COLOURS[found[1].upper()]


def is_bare(text: str) -> bool:
    """Whether a text says who has won, and no more."""
    found = _RESULT.fullmatch(text)
    return found is not None and (found[2] or "+").strip() == "+"


def with_colours_exchanged(text: str) -> str:
    """The same of the other colour: what a record means that has exchanged them, or has not."""
    found = _RESULT.fullmatch(text)
    return text if found is None else "BW"[1 - COLOURS[found[1].upper()]] + (found[2] or "+")


def outcome(text: str, last: Any) -> int | None:
    """Player 0's outcome.

    Args:
        text: in boardai's colours.
        last: the last state, in which colours may have been swapped.
    """
    winner = winning_colour(text)
    return None if winner is None else 1 if last.colour_of(0) == winner else -1
