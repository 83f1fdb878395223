"""What is said of names that do not exist: what was probably meant, and what there is."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable

from boardai.basics.quoting import LONGEST_PATH, quoted, shortened


def nearest_name(name: str, known: Iterable[str]) -> str | None:
    """The name that is probably meant by one that does not exist; None where none is spelt nearly so.

    Args:
        name: as it was written; capitals do not matter.
        known: the names there are.
    """
    by_small_letters = {one.lower(): one for one in known}
    near = difflib.get_close_matches(name.lower(), by_small_letters, n=1)
    return by_small_letters[near[0]] if near else None


class UnknownParameter(ValueError):
    """A game has no such parameter.

    Args:
        game: its name or path.
        name: of the parameter.
        known: what it has.

    Attributes:
        name: of the parameter.
        known: what the game has.
    """

    def __init__(self, game: str, name: str, known: Collection[str]) -> None:
        there = ", ".join(known) or "none"
        super().__init__(f"{shortened(game, LONGEST_PATH)} has no parameter {quoted(name)}; it has: {there}")
        self.name, self.known = name, tuple(known)
