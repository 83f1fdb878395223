"""Games in a database, queried by position: how often it occurred, the results from there, and the moves played.

Positions are found by the 64-bit hash of what the rules need, the same for all that are one up to a symmetry of the
board; so moves that lead to the same position meet, whatever way led there, and in chess the counters of moves do not
tell positions apart. (That two different ones share a hash is a matter of one in 10 million databases of a million
positions each.) A file of games is imported whole or not at all, and once: its contents say what it holds,
not its name. The idea is OHex's, of human games (Ószi 2021, section 4.6): the share of those that were won is no proof.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from boardai.basics.databases import Database
from boardai.basics.quoting import one_line, quoted
from boardai.basics.symmetries import image
from boardai.game import Game
from boardai.records.formats import is_same_game, record_of
from boardai.records.game_files import OnError, read_games
from boardai.records.of_one_game import DatabaseOfGame
from boardai.records.recorded_game import RecordedGame, by_rules_of

KIND = "boardai games 1"
_SCHEMA = """
CREATE TABLE sources (id INTEGER PRIMARY KEY, name TEXT NOT NULL, digest TEXT NOT NULL UNIQUE, games INTEGER NOT NULL);
CREATE TABLE games (
    id INTEGER PRIMARY KEY, source INTEGER NOT NULL REFERENCES sources, place TEXT NOT NULL, result INTEGER,
    record TEXT NOT NULL
);
CREATE TABLE positions (
    key INTEGER NOT NULL, game INTEGER NOT NULL, ply INTEGER NOT NULL, action INTEGER, PRIMARY KEY (key, game, ply)
) WITHOUT ROWID
"""
_REACHED = "FROM positions JOIN games ON games.id = game WHERE key = ?"
_RESULTS = f"SELECT games.result, COUNT(DISTINCT game) {_REACHED} GROUP BY games.result"
_MOVES = (
    f"SELECT action, games.result, COUNT(DISTINCT game) {_REACHED} AND action IS NOT NULL GROUP BY action, games.result"
)
_FIRST, _LAST = -(1 << 63), 1 << 62  # range of game numbers in SQLite
_GAMES_AT_ONCE = 1000  # in memory
_BLOCK = 1 << 20  # bytes read at once


@dataclass(frozen=True)
class Results:
    """How games ended.

    >>> from boardai.records import Results
    >>> found = Results(wins=3, draws=0, losses=1, unknown=2)
    >>> found.games, found.share(0), found.share(1)
    (6, 0.75, 0.25)

    Attributes:
        wins: player 0's.
        draws: drawn games.
        losses: player 0's, which player 1 won.
        unknown: number of games with an unknown result.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    unknown: int = 0

    @property
    def games(self) -> int:
        """Number of all games."""
        return self.wins + self.draws + self.losses + self.unknown

    def to_dict(self) -> dict[str, int]:
        """As plain data.

        >>> boardai.records.Results(wins=3).to_dict()
        {'games': 3, 'wins': 3, 'draws': 0, 'losses': 0, 'unknown': 0}
        """
        return {"games": self.games, **asdict(self)}

    def share(self, player: int) -> float | None:
        """The share that a player won of the games with a known result; None if there are none.

        Args:
            player: 0 or 1.
        """
        known = self.games - self.unknown
        return (self.losses if player else self.wins) / known if known else None

    def mean(self, player: int) -> float | None:
        """The average result of the games with a known result, from -1 to 1; None if there are none.

        >>> boardai.records.Results(wins=3, draws=4, losses=1, unknown=2).mean(0)
        0.25

        Args:
            player: 0 or 1; a result of 1 is a win of this player.
        """
        known = self.games - self.unknown
        ahead = self.losses - self.wins if player else self.wins - self.losses
        return ahead / known if known else None


@dataclass(frozen=True)
class PositionGames:
    """The games that reached a position.

    >>> from boardai.records import GameDatabase
    >>> with GameDatabase("one.db", "hex:size=3", create=True) as database:
    ...     added = database.add_games([boardai.RecordedGame.from_moves("hex:size=3", ["b2", "a1"], result=1)], "mine")
    ...     found = database.position(database.game.initial_state())
    >>> added.games, found.results.games, found.moves[0][1].wins
    (1, 1, 1)

    Attributes:
        results: results of the games that reached it.
        moves: the moves played there, the most frequent first: actions and the results of the games that continued with
            them. Of moves that are equivalent under a symmetry of the position, only the first is listed.
    """

    results: Results
    moves: tuple[tuple[int, Results], ...]


@dataclass(frozen=True)
class Imported:
    """The result of importing a file.

    >>> from boardai.records import Imported
    >>> Imported(games=2, positions=30).known
    False

    Attributes:
        games: number of games added.
        positions: number of their positions, including the starts.
        known: whether the file had already been imported, so that nothing was added.
    """

    games: int = 0
    positions: int = 0
    known: bool = False


class GameDatabase(DatabaseOfGame):
    """A database of recorded games of one game, in an SQLite file; use it as a context manager.

    >>> games = [boardai.RecordedGame.from_moves("hex:size=3", moves) for moves in (["b2", "a1", "b1", "a2", "b3"],
    ...                                                                             ["b2", "c3", "b3"])]
    >>> boardai.write_games("some.sgf", games)
    2
    >>> with boardai.records.GameDatabase("games.db", "hex:size=3", create=True) as database:
    ...     print(database.add("some.sgf").games)
    ...     state = database.game.initial_state()
    ...     state.apply(state.action_from_string("b2"))
    ...     found = database.position(state)
    2
    >>> found.results.games, found.results.share(0)
    (2, 1.0)
    >>> [(state.action_to_string(action), results.games) for action, results in found.moves]  # c3 is a1, turned
    [('a1', 2)]

    Args:
        path: of the file.
        game: the game of all records, loaded or as a spec.
        create: creates the file if it does not exist.

    Raises:
        ValueError: the file does not exist, or is not a database of this game.
    """

    def __init__(self, path: str | Path, game: Game | str, create: bool = False) -> None:
        super().__init__(path, game, KIND, _SCHEMA, "games", create)

    @staticmethod
    def game_in(path: str | Path) -> str:
        """The spec of the game of a file; the game is not loaded.

        >>> with boardai.records.GameDatabase("of-hex.db", "hex:size=3", create=True):
        ...     pass
        >>> boardai.records.GameDatabase.game_in("of-hex.db")
        'hex:size=3'

        Raises:
            ValueError: there is no such file, or it holds something else.
        """
        with Database(path, KIND, _SCHEMA) as database:
            return database.fact("game")

    def add(
        self,
        source: str | Path,
        *,
        format: str = "",
        on_error: OnError = "raise",
        note: Callable[[str], None] = lambda text: None,
        progress: Callable[[int], None] = lambda games: None,
    ) -> Imported:
        """Imports a file of games in any format that `read_games` accepts; all games, or none if it raises an error.

        Args:
            source: path of the file.
            format: the format as a file extension, regardless of the name.
            on_error: what to do with a game that cannot be read, as in `read_games`.
            note: called with the problems of games that are read (their `problems`).
            progress: called with the number of games so far.

        Raises:
            ValueError: a game cannot be read; or another process writes.
            OSError: the file cannot be read.
        """
        digest = _digest(Path(source))
        with self._database.changing():
            if self._database.rows("SELECT 1 FROM sources WHERE digest = ?", (digest,)):
                return Imported(known=True)
            games = read_games(source, self.game, format=format, on_error=on_error, note=note)
            return self._insert(str(source), digest, games, progress)

    def add_games(self, games: Iterable[RecordedGame], name: str) -> Imported:
        """Imports games: all of them, or none if there is an error.

        Args:
            games: of this game. The same games may be added again.
            name: the name of their source.

        Raises:
            ValueError: a game is of another game, or illegal.
        """
        with self._database.changing():
            count = self._database.count("sources")
            return self._insert(name, f"given {count}", games, lambda games: None)

    def position(self, state: Any) -> PositionGames:
        """The games that reached a position, up to symmetry.

        Args:
            state: of this game.
        """
        seen = image(state, position_key)
        by_action: dict[int, dict[Any, int]] = {}
        for action, result, count in self._database.rows(_MOVES, (seen.key,), (int, int | None, int)):
            by_action.setdefault(action, {})[result] = count
        here = seen.actions(state)
        moves = [(here[action], self._results(counts)) for action, counts in by_action.items() if action in here]
        moves.sort(key=lambda move: (-move[1].games, move[0]))
        every = dict(self._database.rows(_RESULTS, (seen.key,), (int | None, int)))
        return PositionGames(self._results(every), tuple(moves))

    def games(self, state: Any = None, limit: int | None = None) -> Iterator[RecordedGame]:
        """The games, or those that reached a position, in the order of import.

        Args:
            state: a position; None: all games.
            limit: at most this many; None: all.

        Raises:
            ValueError: the database is damaged.
        """
        reached, values = "", tuple[int, ...]()
        if state is not None:
            reached, values = " AND id IN (SELECT game FROM positions WHERE key = ?)", (image(state, position_key).key,)
        first, left = _FIRST, limit
        while left is None or left > 0:
            most = _GAMES_AT_ONCE if left is None else min(left, _GAMES_AT_ONCE)
            rows = self._database.rows(
                f"SELECT id, place, record FROM games WHERE id >= ?{reached} ORDER BY id LIMIT ?",
                (first, *values, most),
                (int, str, str),
            )
            for number, place, record in rows:
                if not 0 < number < _LAST:
                    raise ValueError(f"{self.path}: damaged: a game's number is {number}")
                first = number + 1
                yield self._read(place, record)
            if len(rows) < most:
                return
            left = None if left is None else left - most

    def _read(self, place: str, record: str) -> RecordedGame:
        try:
            (one,) = read_games(io.StringIO(record), self.game, format=".jsonl", variations=True)
        except ValueError as error:
            raise ValueError(f"{self.path}: {one_line(place)}: {error}") from None
        return replace(one, place=place)

    def __len__(self) -> int:
        """How many games are in it."""
        return self._database.count("games")

    @property
    def sources(self) -> list[tuple[str, int]]:
        """The sources of the games: file names, and the number of games of each."""
        return [(name, games) for name, games in self._database.rows("SELECT name, games FROM sources", (), (str, int))]

    def _results(self, counts: dict[int | None, int]) -> Results:
        unknown = counts.keys() - {1, 0, -1, None}
        if unknown:
            raise ValueError(f"{self.path}: damaged: a game's result is {quoted(unknown.pop())}")
        return Results(counts.get(1, 0), counts.get(0, 0), counts.get(-1, 0), counts.get(None, 0))

    def _insert(
        self, name: str, digest: str, games: Iterable[RecordedGame], progress: Callable[[int], None]
    ) -> Imported:
        count = positions = 0
        source = self._database.execute("INSERT INTO sources (name, digest, games) VALUES (?, ?, 0)", (name, digest))
        for count, given in enumerate(games, 1):
            place = given.place or f"{name}, game {count}"
            if not is_same_game(given.game.spec, self.game):
                raise ValueError(f"{place}: a game of {given.game.spec}, not of {self.game.spec}")
            one = given if given.game.spec == self.game.spec else by_rules_of(given, self.game)
            number = self._database.execute(
                "INSERT INTO games (source, place, result, record) VALUES (?, ?, ?, ?)",
                (source, place, one.result, record_of(one).to_line()),
            )
            rows = list(_positions(one, number))
            self._database.execute_many("INSERT INTO positions VALUES (?, ?, ?, ?)", rows)
            positions += len(rows)
            progress(count)
        self._database.execute("UPDATE sources SET games = ? WHERE id = ?", (count, source))
        return Imported(count, positions)


def _positions(one: RecordedGame, number: int) -> Iterator[tuple]:
    """The rows of a game's positions, the last one without an action."""
    state = one.start.clone()
    for ply, action in enumerate((*one.actions, None)):
        seen = image(state, position_key)
        yield seen.key, number, ply, None if action is None else seen.action(state, action)
        if action is not None:
            state.apply(action)


def position_key(state: Any) -> int:
    """By what positions are known: the hash as SQLite's signed number.

    >>> from boardai.records.database import position_key
    >>> position_key(boardai.load("hex", size=3).initial_state())
    0

    Args:
        state: a position.
    """
    number = int(state.hash())
    return number - (1 << 64) if number >= 1 << 63 else number


def _digest(path: Path) -> str:
    found = hashlib.blake2b(digest_size=16)
    with open(path, "rb") as file:
        while block := file.read(_BLOCK):
            found.update(block)
    return found.hexdigest()
