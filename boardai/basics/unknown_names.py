"""What is said of names that do not exist: what was probably meant, and what there is."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
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


def game_called(name: str, known: Collection[str]) -> str | None:
    """The game that people call so, which may have another name here; capitals do not matter. None if there is none."""
    word = name.lower()
    return next((game for game in known if word == game.lower() or word in other_names(game)), None)


def unknown_game(name: str, known: Collection[str]) -> ValueError:
    """The error about a game that is not installed."""
    meant = game_called(name, known) or nearest_name(name, known)
    hint = f" Did you mean {quoted(meant)}?" if meant else ""
    return ValueError(
        f"no game called {quoted(name)}.{hint} There are: {', '.join(known)}; or give a path to a .py or .hpp file"
    )


def other_names(game: str) -> tuple[str, ...]:
    """What people call a shipped game besides: `OTHER_NAMES` of its module."""
    if importlib.util.find_spec(f"boardai.games.{game}") is None:
        return ()  # of another package, which is not imported for a guess
    return tuple(getattr(importlib.import_module(f"boardai.games.{game}"), "OTHER_NAMES", ()))
