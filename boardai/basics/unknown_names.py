"""Messages about unknown names: the name that was probably meant, and the existing ones."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable

from boardai.basics.quoting import LONGEST_PATH, quoted, shortened

_MOST_LISTED = 10


def nearest_name(name: str, known: Iterable[str]) -> str | None:
    """The name that is probably meant by an unknown one; None if none has a similar spelling.

    Args:
        name: the name as written; case does not matter.
        known: the existing names.
    """
    by_small_letters = {one.lower(): one for one in known}
    near = difflib.get_close_matches(name.lower(), by_small_letters, n=1)
    return by_small_letters[near[0]] if near else None


def alternatives(near: str | None, known: Collection[str], listed_by: str = "") -> str:
    """The end of a message about an unknown name: the name that is probably meant, else the existing names.

    >>> from boardai.basics.unknown_names import alternatives
    >>> "no game 'hexx'" + alternatives("hex", ["chess", "hex"])
    "no game 'hexx': did you mean hex?"
    >>> "no game 'go'" + alternatives(None, ["chess", "hex"])
    "no game 'go'; there are: chess, hex"

    Args:
        near: the name that is probably meant; None if there is none.
        known: the existing names.
        listed_by: a command or call that lists them; the message refers to it instead of a long list.
    """
    if near:
        return f": did you mean {near}?" + (f" ({listed_by} lists all)" if listed_by else "")
    if listed_by and len(known) > _MOST_LISTED:
        return f"; {listed_by} lists all"
    return f"; there are: {', '.join(known)}" if known else "; there are none"


class UnknownParameter(ValueError):
    """The game has no parameter of this name.

    Args:
        game: name or path of the game.
        name: name of the parameter.
        known: the game's parameters.

    Attributes:
        name: name of the parameter.
        known: the game's parameters.
    """

    def __init__(self, game: str, name: str, known: Collection[str]) -> None:
        meant = alternatives(nearest_name(name, known), known)
        super().__init__(f"{shortened(game, LONGEST_PATH)} has no parameter {quoted(name)}{meant}")
        self.name, self.known = name, tuple(known)
