"""Games out of a file that a visitor has sent: one of them, and what the visitor is told of the others."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

from boardai.game import Game
from boardai.records import RecordedGame, read_games

_MOST_TITLES = 500


@dataclass(frozen=True)
class Loaded:
    """What came of a file.

    Attributes:
        number: of the game on the board, from 1.
        titles: of its games, for people.
        left_out: how many could not be read.
        reason: why the first of these could not; "" where all could.
    """

    number: int
    titles: tuple[str, ...]
    left_out: int
    reason: str

    @property
    def is_all(self) -> bool:
        """Whether there was nothing in the file but the game on the board."""
        return len(self.titles) == 1 and not self.left_out

    def to_dict(self) -> dict[str, Any]:
        """As plain data, with the first titles of many."""
        return {
            "game": self.number,
            "games": len(self.titles),
            "titles": list(self.titles[:_MOST_TITLES]),
            "left_out": self.left_out,
            "reason": self.reason,
        }


def load_game(game: Game, text: str, ending: str, number: int) -> tuple[RecordedGame, Loaded]:
    """A game of a file's text, with its variations.

    Args:
        game: what the games are read as.
        text: the file's.
        ending: of its name, which tells its kind.
        number: which of the games that can be read, from 1.

    Raises:
        ValueError: no game can be read, or there is none of that number.
    """
    found: list[RecordedGame] = []
    broken: list[ValueError] = []
    try:
        found.extend(read_games(io.StringIO(text), game, format=ending, variations=True, on_error=broken.append))
    except ValueError as error:  # nothing behind it can be read
        broken.append(error)
    if not found and broken:
        raise broken[0]
    if not 1 <= number <= len(found):
        raise ValueError(f"there is no game {number} in this file" if found else "there is no game in this file")
    titles = tuple(_title(one) for one in found)
    return found[number - 1], Loaded(number, titles, len(broken), str(broken[0]) if broken else "")


def _title(one: RecordedGame) -> str:
    players = " against ".join(name or "?" for name in one.players)
    result = {None: "", 1: ", 1-0", 0: ", drawn", -1: ", 0-1"}[one.result]
    date = f", {one.date}" if one.date else ""
    return f"{players}{result}{date}, {len(one.actions)} moves"
