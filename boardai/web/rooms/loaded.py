"""Visitors' files: reading a game from a file's text, and writing the text of a file.

Both may take seconds and do not change a room, so they run on other threads than the event loop's.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from boardai.basics.quoting import shortened
from boardai.game import Game
from boardai.records import RecordedGame, read_games, write_games
from boardai.web.rooms.tree import GameTree

MOST_GAMES = 10_000  # in a file, including those that cannot be read
_MOST_TITLES = 500
_MOST_PROBLEMS = 5  # shown on a page


@dataclass(frozen=True)
class Loaded:
    """The result of reading a file.

    Attributes:
        game: the requested game.
        tree: its positions and variations.
        number: number of that game, from 1.
        games: number of games that could be read.
        titles: titles of the first games.
        left_out: number of games that could not be read.
        reason: why the first of these could not be read; "" if all could.
    """

    game: RecordedGame
    tree: GameTree
    number: int
    games: int
    titles: tuple[str, ...]
    left_out: int
    reason: str

    @property
    def is_all(self) -> bool:
        """Whether the file has only the game on the board, and no problems."""
        return self.games == 1 and not self.left_out and not self.game.problems

    def to_dict(self) -> dict[str, Any]:
        """The result as data for a page."""
        return {
            "game": self.number,
            "games": self.games,
            "titles": list(self.titles),
            "left_out": self.left_out,
            "reason": self.reason,
            "problems": list(self.game.problems[:_MOST_PROBLEMS]),
        }


class _Ended(Exception):
    """Ends reading: the rest of the file is not needed."""


def load_game(
    game: Game, text: str, ending: str, number: int = 1, stopped: Callable[[], bool] = lambda: False
) -> Loaded:
    """Reads a game with its variations from a file's text.

    Args:
        game: game and board of the file's games.
        text: text of the file.
        ending: ending of the file's name, which determines its kind.
        number: number among the games that can be read, from 1.
        stopped: called between two games; returns whether the result is no longer needed.

    Raises:
        ValueError: no game can be read, there is no game of that number, or there are too many.
    """
    titles, broken = list[str](), list[ValueError]()
    wanted: RecordedGame | None = None
    games = left_out = 0

    def look() -> None:
        if games + left_out > MOST_GAMES:
            raise _Ended(f"this file has more than {MOST_GAMES:,} games; load a smaller file")
        if stopped():
            raise _Ended("no visitor is waiting for this file")

    def leave_out(error: ValueError) -> None:
        nonlocal left_out
        left_out += 1
        if not broken:
            broken.append(error)
        look()

    try:
        for one in read_games(io.StringIO(text), game, format=ending, variations=True, on_error=leave_out):
            games += 1
            if games == number:
                wanted = one
            if games <= _MOST_TITLES:
                titles.append(_title(one))
            look()
    except _Ended as error:
        raise ValueError(str(error)) from None
    except ValueError as error:  # nothing after it can be read
        left_out += 1
        broken = broken or [error]
    if not games and broken:
        raise broken[0]
    if wanted is None:
        raise ValueError(f"there is no game {number} in this file" if games else "there is no game in this file")
    reason = str(broken[0]) if broken else ""
    return Loaded(wanted, GameTree.of(wanted), number, games, tuple(titles), left_out, reason)


def file_text(one: RecordedGame, ending: str) -> tuple[str, str]:
    """The text of a file of one game, and what it cannot hold; "" if it holds everything.

    Args:
        one: the game; if this kind of file cannot hold all of it, only its moves are saved.
        ending: ending of the file's name, which determines its kind.

    Raises:
        ValueError: there is no such kind of file.
    """
    try:
        return _written(one, ending), ""
    except ValueError as error:
        return _written(one.moves_alone(), ending), f"only the moves were saved: {error}"


def _written(one: RecordedGame, ending: str) -> str:
    stream = io.StringIO()
    write_games(stream, [one], format=ending)
    return stream.getvalue()


def _title(one: RecordedGame) -> str:
    players = " against ".join(shortened(name, 100) or "?" for name in one.players)
    result = {None: "", 1: ", 1-0", 0: ", drawn", -1: ", 0-1"}[one.result]
    date = f", {shortened(one.date)}" if one.date else ""
    start = "" if one.start == one.game.initial_state() else ", from a set-up position"
    return f"{players}{result}{date}, {len(one.actions)} moves{start}"
