"""Names of openings, and the moves played in the operator's databases of games."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

from boardai.basics.symmetries import image
from boardai.game import Game, game_folder, load
from boardai.learn.self_play.openings import read_openings
from boardai.records.database import GameDatabase, position_key
from boardai.records.formats import has_same_name, is_same_game

_MOST_MOVES = 30  # of a position, the most frequent ones
_KEPT = 1000  # answers


@dataclass(frozen=True)
class OpeningName:
    """The name of an opening.

    Attributes:
        code: of a classification (ECO in chess), or the first and last of those that are still possible.
        name: for people; "" if the possible openings have no common name.
    """

    code: str
    name: str


def opening_file(game: str) -> Path:
    """The path of a game's list of openings; None if it has none."""
    return game_folder(game) / "openings.tsv"


@dataclass(frozen=True)
class OpeningNames:
    """The names of a game's openings, by position, so transpositions have the same name.

    A position that leads to several openings has the common part of their names.

    Attributes:
        names: by the key of a position.
        plies: the length of the longest opening.
    """

    names: dict[int, OpeningName]
    plies: int

    @classmethod
    @functools.lru_cache(maxsize=16)
    def of(cls, game: str) -> OpeningNames:
        """The opening names of a game.

        >>> from boardai.web.openings import OpeningNames
        >>> game = boardai.load("chess")
        >>> line = [game.initial_state()]
        >>> for move in ("e4", "e5", "Nf3", "Nc6", "Bb5", "h6"):
        ...     line.append(line[-1].child(game.parse_action(line[-1], move)))
        >>> found = OpeningNames.of("chess")
        >>> found.after(line), found.after(line[:2])
        (OpeningName(code='C60–C96', name='Ruy Lopez'), OpeningName(code='B00–C96', name=''))

        Args:
            game: its name, without parameters.

        Raises:
            ValueError: a line of its list is invalid.
        """
        path = opening_file(game)
        if not path.is_file():
            return cls({}, 0)
        loaded = load(game)
        through: dict[int, list[OpeningName]] = {}
        ends: dict[int, OpeningName] = {}
        openings = read_openings(loaded, path)
        for one in openings:
            state, named = loaded.initial_state(), OpeningName(one.code, one.name)
            for action in one.actions:
                state.apply(action)
                through.setdefault(_key(state), []).append(named)
            ends[_key(state)] = named
        names = {key: _common(found) for key, found in through.items()}
        return cls(names | ends, max(len(one.actions) for one in openings))

    def after(self, line: Sequence[Any]) -> OpeningName | None:
        """The name of the last named position of a line; None if none has a name.

        Args:
            line: its states, from the start.
        """
        found = (self.names.get(_key(state)) for state in reversed(line[: self.plies + 1]))
        return next((name for name in found if name is not None), None)


def _key(state: Any) -> int:
    return int(image(state, position_key).key)


def _common(found: Sequence[OpeningName]) -> OpeningName:
    parts = [one.name.split(", ") for one in found]
    shared = [one[0] for one in takewhile(lambda one: len(set(one)) == 1, zip(*parts, strict=False))]
    codes = sorted({one.code for one in found})
    code = codes[0] if len(codes) == 1 else f"{codes[0]}–{codes[-1]}"
    return OpeningName(code, ", ".join(shared))


class _Database:
    """A database of games with a cache of answers; used by one thread at a time.

    Args:
        path: the file.
        spec: specification of its game.
    """

    def __init__(self, path: Path, spec: str) -> None:
        self.path, self.spec = path, spec
        self._open: tuple[GameDatabase, tuple[int, int]] | None = None  # with the identity of its file
        self._known: dict[tuple[Any, ...], dict[str, Any]] = {}

    def played(self, game: Game, state: Any) -> dict[str, Any]:
        """As `Openings.played`."""
        try:
            about = self.path.stat()
        except OSError as error:
            raise ValueError(f"{self.path.name}: {error.strerror}") from None
        file = about.st_dev, about.st_ino
        key = file, about.st_mtime_ns, game.spec, state.to_string()
        if key not in self._known:
            if self._open is not None and self._open[1] != file:  # the file was replaced
                self._open[0].close()
                self._open = None
            if self._open is None:
                self._open = GameDatabase(self.path, game), file
            found = self._open[0].position(state)
            if len(self._known) >= _KEPT:
                self._known.pop(next(iter(self._known)))
            moves = [
                {"action": int(action), "move": game.format_action(state, action), "results": results.to_dict()}
                for action, results in found.moves[:_MOST_MOVES]
            ]
            self._known[key] = {"title": self.path.name, "results": found.results.to_dict(), "moves": moves}
        return self._known[key]


class Openings:
    """Names of openings, and databases of games.

    Args:
        databases: files made by `python -m boardai.records`.

    Raises:
        ValueError: a file does not exist, or is not a database of games.
    """

    def __init__(self, databases: Sequence[Path] = ()) -> None:
        self._databases = [_Database(path, GameDatabase.game_in(path)) for path in databases]

    def are_known_of(self, game: Game) -> bool:
        """Whether there are names, or games with any parameters."""
        return opening_file(game.name).is_file() or any(has_same_name(one.spec, game) for one in self._databases)

    def databases_of(self, game: Game) -> list[Path]:
        """The databases of this game on this board."""
        return [one.path for one in self._of(game)]

    def name(self, game: Game, line: Sequence[Any]) -> OpeningName | None:
        """The name of the opening; None if the list has no name for it.

        Args:
            game: the game.
            line: the states, from the start.
        """
        return OpeningNames.of(game.name).after(line)

    def played(self, game: Game, state: Any) -> list[dict[str, Any]]:
        """The moves played in a position, by database; called by one thread at a time for each game and board.

        Args:
            game: the game.
            state: the position.

        Returns:
            For each database its `title`, the `results` of the games that reached the position, and its `moves`, the
            most frequent first: `action`, `move` and the `results` of the games that continued so.

        Raises:
            ValueError: a file is damaged or was removed.
        """
        return [one.played(game, state) for one in self._of(game)]

    def _of(self, game: Game) -> list[_Database]:
        return [one for one in self._databases if is_same_game(one.spec, game)]
