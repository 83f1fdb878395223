"""Messages about unknown names: the name that was probably meant, and the existing ones."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable

from boardai.basics.quoting import LONGEST_PATH, quoted, shortened

_MOST_LISTED = 10


def nearest_name(name: str, known: Iterable[str]) -> str | None:
    """The name that is probably meant by one that does not exist; None where none is spelt nearly so.

    Args:
        name: as it was written; capitals do not matter.
        known: the names there are.
    """
    by_small_letters = {one.lower(): one for one in known}
    near = difflib.get_close_matches(name.lower(), by_small_letters, n=1)
    return by_small_letters[near[0]] if near else None


def alternatives(near: str | None, known: Collection[str], listed_by: str = "") -> str:
    """What stands after an unknown name: the one that is probably meant, else the names there are.

    >>> from boardai.basics.unknown_names import alternatives
    >>> "no game 'hexx'" + alternatives("hex", ["chess", "hex"])
    "no game 'hexx': did you mean hex?"
    >>> "no game 'go'" + alternatives(None, ["chess", "hex"])
    "no game 'go'; there are: chess, hex"

    Args:
        near: the name that is probably meant; None where there is none.
        known: the names there are.
        listed_by: a command or call that lists them; a long list is then left to it.
    """
    if near:
        return f": did you mean {near}?" + (f" ({listed_by} lists all)" if listed_by else "")
    if listed_by and len(known) > _MOST_LISTED:
        return f"; {listed_by} lists all"
    return f"; there are: {', '.join(known)}" if known else "; there are none"


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
        meant = alternatives(nearest_name(name, known), known)
        super().__init__(f"{shortened(game, LONGEST_PATH)} has no parameter {quoted(name)}{meant}")
        self.name, self.known = name, tuple(known)
