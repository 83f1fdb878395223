"""Reads self-play games one by one, with the search's result at each move, for inspection.

The bytes are described in native/boardai/search/records/game_record.hpp, which reads them for learning.
"""

from __future__ import annotations

import datetime
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from boardai.game import Game
from boardai.learn.self_play.curriculum import on_board
from boardai.learn.self_play.game_files import GameFile, game_iterations, games_path, read_game_file
from boardai.learn.self_play.watched_games import open_path
from boardai.records import RecordedGame

_HEAD = struct.Struct("<4sHHIQ")  # mark, version, zero, length of the payload, checksum
_MARK, _VERSION, _WITHOUT_SURPRISE = b"BGAM", 3, 2
_TEXT, _PACKED = 0, 1
RESIGNED = "resigned"
ENDINGS = ("by the rules", "at the ply limit", RESIGNED, "adjudicated", "still open")
_UNSEARCHED, _WITH_POLICY, _VALUE_ALONE = 0, 2, 3


@dataclass(frozen=True)
class SearchedMove:
    """A move, and the result of the search before it.

    Attributes:
        action: the move played.
        value: the root's value for the player to move, -1 to 1; None: no search.
        policy: the policy target, shares by action; {} if there is none.
    """

    action: int
    value: float | None
    policy: dict[int, float]


@dataclass(frozen=True)
class SearchedGame:
    """A game of self-play.

    Attributes:
        game: the game on the board that it was played on.
        board: name of that board (`selfplay.boards`); "" is the run's own board.
        number: number of the game in its run, counted per board.
        start: start position.
        moves: the moves in order.
        ending: one of `ENDINGS`.
        outcome: outcome for player 0.
    """

    game: Game
    board: str
    number: int
    start: Any
    moves: tuple[SearchedMove, ...]
    ending: str
    outcome: int

    @property
    def is_open(self) -> bool:
        """Whether it was still in progress; its outcome is then meaningless."""
        return self.ending == ENDINGS[-1]

    @property
    def name(self) -> str:
        """A name for the user."""
        return f"game {self.number}" + (f" on {self.board}" if self.board else "")

    def recorded(self, player: str, date: str = "") -> RecordedGame:
        """The game in the form of game files.

        Args:
            player: name of the player of both sides.
            date: date of the game.
        """
        actions = tuple(move.action for move in self.moves)
        outcome = None if self.is_open else self.outcome
        one = RecordedGame(self.game, self.start, actions, outcome, (player, player), {"game": self.number}, date=date)
        ending = "resignation" if self.ending == RESIGNED else self.ending
        return one if one.final_state().is_terminal() else replace(one, termination=ending)


class _Reader:
    """Reads consecutive numbers from bytes."""

    def __init__(self, data: bytes) -> None:
        self._data, self._place = data, 0

    def take(self, form: str) -> tuple[Any, ...]:
        layout = struct.Struct(f"<{form}")
        found = layout.unpack_from(self._data, self._place)
        self._place += layout.size
        return found

    def bytes(self, length: int) -> bytes:
        if length > len(self._data) - self._place:
            raise struct.error(f"{length} bytes are missing")
        self._place += length
        return self._data[self._place - length : self._place]


def searched_games(parts: Sequence[bytes], game: Game, place: str, board: str = "") -> Iterator[SearchedGame]:
    """The games of a game file.

    Args:
        parts: the result of `boardai.learn.self_play.game_files.read_games`, which has verified their checksums.
        game: their game. The caller must check that the moves are legal by playing them.
        place: name of the file, for errors.
        board: name of the board, in a run on several boards.

    Raises:
        ValueError: the bytes are not games, or a start is not a position of this game.
    """
    for part in parts:
        position = 0
        while position < len(part):
            try:
                mark, version, _, length, _ = _HEAD.unpack_from(part, position)
                if mark != _MARK or version not in (_VERSION, _WITHOUT_SURPRISE):
                    raise ValueError(f"mark {mark!r} and version {version}, expected {_MARK!r} and {_VERSION}")
                position += _HEAD.size
                yield _game(_Reader(part[position : position + length]), game, board, version)
                position += length
            except (struct.error, ValueError, IndexError, UnicodeDecodeError) as error:
                raise ValueError(f"{place}: at byte {position} there is no game: {error}") from None


def _game(reader: _Reader, game: Game, board: str, version: int) -> SearchedGame:
    number, form, length = reader.take("QBI")
    start = _start(reader.bytes(length), form, game)
    ending, outcome, plies = reader.take("BbI")
    moves = tuple(_move(reader, version) for _ in range(plies))
    return SearchedGame(game, board, number, start, moves, ENDINGS[ending], outcome)


def _start(data: bytes, form: int, game: Game) -> Any:
    if form == _TEXT:
        return game.from_string(data.decode())
    if form != _PACKED:
        raise ValueError(f"a start of unknown kind {form}")
    kind: Any = type(game.initial_state())
    if not hasattr(kind, "unpack"):
        raise ValueError("a start in bytes, which states written in Python do not have")
    return kind.unpack(data)


def _move(reader: _Reader, version: int) -> SearchedMove:
    action, search = reader.take("iB")
    if search == _UNSEARCHED:
        return SearchedMove(action, None, {})
    if search > _VALUE_ALONE:
        raise ValueError(f"a search of unknown kind {search}")
    (value,) = reader.take("f")
    if search != _WITH_POLICY:
        return SearchedMove(action, value, {})
    if version != _WITHOUT_SURPRISE:
        reader.take("f")
    (count,) = reader.take("I")
    return SearchedMove(action, value, dict(reader.take("if") for _ in range(count)))


class GameFiles:
    """The games of a run's folder, by iteration.

    Args:
        folder: the run's folder.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        # The last file is cached, because a viewer usually requests several of its games.
        self._last: tuple[Path, tuple[int, int], list[SearchedGame]] | None = None

    def iterations(self) -> list[int]:
        """The iterations whose games are kept."""
        return game_iterations(self._folder)

    def date(self, iteration: int) -> str:
        """The day on which its games were written.

        Raises:
            OSError: there is no such file.
        """
        written = games_path(self._folder, iteration).stat().st_mtime
        return datetime.date.fromtimestamp(written).isoformat()

    def open_games(self, game: Game) -> tuple[int, list[SearchedGame]]:
        """The games in progress, while a page shows the run (`watched_games.py`), and their iteration.

        Raises:
            ValueError: the file is damaged.
            OSError: there is no such file.
        """
        path = open_path(self._folder)
        file = read_game_file(path)
        return file.iteration, _games_in(file, game, path.name)

    def games(self, iteration: int, game: Game) -> list[SearchedGame]:
        """The games of an iteration, by number; in a run on several boards, board after board.

        Args:
            iteration: its number.
            game: the run's game.

        Raises:
            ValueError: the games are not stored, or the file is damaged.
        """
        path = games_path(self._folder, iteration)
        if iteration not in self.iterations():
            raise ValueError(f"games of iteration {iteration} are not kept")
        found = path.stat()
        written = (found.st_ino, found.st_mtime_ns)
        if self._last is None or self._last[:2] != (path, written):
            self._last = path, written, _games_in(read_game_file(path), game, path.name)
        return self._last[2]


def _games_in(file: GameFile, game: Game, place: str) -> list[SearchedGame]:
    """The games of a file, board after board, each by number."""
    read = list[SearchedGame]()
    for board in dict.fromkeys(file.boards):
        its = searched_games(file.parts_of(board), on_board(game, board), place, board)
        read += sorted(its, key=lambda one: one.number)
    return read
