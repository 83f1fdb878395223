"""Reversi games in WTHOR files, as the French federation keeps the games of tournaments: `.wtb`, with names next to it.

All numbers are little-endian. Each file begins with 16 bytes: century, year, month and day of its making; the number of
games (4 bytes); the number of names (2); the year of the games (2); the side of the board (0 for 8); the kind of file;
the depth of the theoretical scores; one byte that says nothing. Then, in

- `.wtb`, games of 68 bytes: the numbers of the tournament, of dark and of light (2 bytes each), dark's discs at the end
  with the empty cells for the winner, the same had both played without mistakes from some point on, and 60 moves,
  10 * row + column from 11 for a1 to 88, 0 after the last one; passes are left out;
- `.jou` names of players, 20 bytes each, and `.trn` names of tournaments, 26 bytes each, in Latin-1, filled up with 0.

Names are looked for next to the games: in files of the same name, else in `WTHOR.JOU` and `WTHOR.TRN`. If there is
no such file, a number stands for the name, `player 1368`.

Description: Fédération Française d'Othello (https://www.ffothello.org/informatique/la-base-wthor/).
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from boardai.basics.quoting import quoted
from boardai.game import Game, load
from boardai.games.reversi.formats.transcript import forced_pass
from boardai.records.formats import Source, beside_file, require_room
from boardai.records.recorded_game import RecordedGame, known_result

_HEADER = struct.Struct("<4BIHH4B")
_GAME = struct.Struct("<HHHBB60s")
_NAME_BYTES = {".jou": 20, ".trn": 26}
NAME_FILES = tuple(_NAME_BYTES)
_SHARED = {".jou": "WTHOR.JOU", ".trn": "WTHOR.TRN"}
_WORDS = {".jou": "player", ".trn": "tournament"}
_UNKNOWN = "???"  # number 0 of the players
_MOST_NAMES = 1 << 16
_CELLS, _SIDE = 64, 8
_HEADERS = ("Tournament", "Depth", "Score", "TheoreticalScore")


def read_wthor_file(source: Source) -> Iterator[RecordedGame]:
    """The games of a `.wtb` file; illegal ones are reported and left out.

    The date is the year. Headers: `Tournament`, `Depth`, and, where they differ from what the moves say, `Score` and
    `TheoreticalScore`.

    Raises:
        ValueError: it is no such file, is of another board, or a file of names is broken.
    """
    game = source.game or load("reversi")
    start = game.initial_state()
    if start.to_string() != load("reversi").initial_state().to_string():
        raise ValueError(f"{source.name}: games of 8x8 Reversi, not of {game.spec}")
    _, _, _, _, count, _, year, side, kind, depth, _ = _header(source.text, source.name)
    if side not in (0, _SIDE) or kind != 0:
        what = f"a board of side {side}" if kind == 0 else f"positions (kind {kind})"
        raise ValueError(f"{source.name}: a WTHOR file of {what}; games on 8x8 are read")
    players, tournaments = (_names(source.path, ending) for ending in _NAME_BYTES)
    of_file = {"Depth": depth} if depth else {}
    date = str(year) if year else ""
    for number in range(1, count + 1):
        data = source.text.read(_GAME.size)
        if len(data) < _GAME.size:
            raise ValueError(f"{source.name}: the file ends in game {number} of {count:,}")
        place = f"{source.name}, game {number}"
        try:
            one = _recorded(_GAME.unpack(data), game, players, tournaments, of_file, date, place)
        except ValueError as error:
            source.report(ValueError(f"{place}: {error}"))
            continue
        yield one
    if source.text.read(1):
        raise ValueError(f"{source.name}: more bytes than its {count:,} games need")


def write_wthor(games: Sequence[RecordedGame]) -> dict[str, bytes]:
    """The bytes of a `.wtb` file, and of the files of names next to it where there are names.

    Raises:
        ValueError: with the number of the game: an action is illegal, the result is not known, or there is no room for
            something of the game.
    """
    names = {
        ".jou": dict.fromkeys(name for one in games for name in one.players),
        ".trn": dict.fromkeys(one.headers.get("Tournament", "") for one in games),
    }
    # What was read as numbers, without files of names, is written so.
    are_numbers = all(_number_of(name, ending) is not None for ending, found in names.items() for name in found)
    tables = {ending: _Table(ending, found, are_numbers) for ending, found in names.items()}
    records, of_file = list[bytes](), ("", 0)
    for number, one in enumerate(games, 1):
        try:
            facts = (one.date, one.headers.get("Depth", 0))
            if number > 1 and facts != of_file:
                raise ValueError(
                    f"year and depth {facts}, but {of_file} in the games before it: a file has one year and one depth"
                )
            of_file = facts
            records.append(_record(one, tables))
        except ValueError as error:
            raise ValueError(f"game {number}: {error}") from None
    date, depth = of_file
    is_year = re.fullmatch("(?:[1-9][0-9]{0,4})?", date, re.ASCII) is not None and int(date or 0) <= 0xFFFF
    if not is_year or not _is_number(depth, 0xFF):
        raise ValueError(f"game 1: expected a year and a depth as numbers, got {quoted(date)} and {quoted(depth)}")
    year = int(date or 0)
    # Without a date, so that the same games give the same bytes.
    content = {".wtb": _HEADER.pack(0, 0, 0, 0, len(records), 0, year, _SIDE, 0, depth, 0) + b"".join(records)}
    return content if are_numbers else content | {ending: table.content() for ending, table in tables.items()}


def _header(file: IO[bytes], name: str) -> tuple[int, ...]:
    data = file.read(_HEADER.size)
    if len(data) < _HEADER.size:
        raise ValueError(f"{name}: a WTHOR file begins with {_HEADER.size} bytes, this one has {len(data)}")
    return _HEADER.unpack(data)


def _names(path: Path | None, ending: str) -> list[str]:
    """The names next to a file of games; none where there is no such file.

    Raises:
        ValueError: it is broken.
    """
    file = None if path is None else _beside(path, ending)
    if file is None:
        return []
    with open(file, "rb") as stream:
        count, size = _header(stream, str(file))[5], _NAME_BYTES[ending]
        data = stream.read(count * size + 1)
    if len(data) != count * size:
        raise ValueError(f"{file}: {count:,} names of {size} bytes each are {count * size:,} bytes, not {len(data):,}")
    found = [data[at : at + size].partition(b"\0")[0].decode("latin-1") for at in range(0, len(data), size)]
    return ["" if name == _UNKNOWN else name for name in found]


def _beside(path: Path, ending: str) -> Path | None:
    wanted = (beside_file(path, ending).name, _SHARED[ending])
    there = {file.name.lower(): file for file in path.parent.iterdir() if file.suffix.lower() == ending}
    return next((there[name.lower()] for name in wanted if name.lower() in there), None)


def _recorded(
    record: tuple[Any, ...],
    game: Game,
    players: list[str],
    tournaments: list[str],
    of_file: dict[str, int],
    date: str,
    place: str,
) -> RecordedGame:
    tournament, *sides, score, theoretical, moves = record
    state, actions = game.initial_state(), list[int]()
    played, _, behind = moves.partition(b"\0")
    if behind.strip(b"\0"):
        raise ValueError(f"move {len(played) + 1}: 0, but moves follow it")
    for number, move in enumerate(played, 1):
        row, column = divmod(move, 10)
        if state.is_terminal():
            raise ValueError(f"move {number}: the game was over before it")
        try:
            if not (1 <= row <= _SIDE and 1 <= column <= _SIDE):
                raise ValueError(f"{move} is not a cell")
            implied = forced_pass(state)
            if implied is not None:
                actions.append(implied)
                state.apply(implied)
            actions.append(state.action_from_string(f"{'abcdefgh'[column - 1]}{row}"))
            state.apply(actions[-1])
        except ValueError as error:
            raise ValueError(f"move {number}: {error}") from None
    if score > _CELLS or theoretical > _CELLS:
        raise ValueError(f"scores of {score} and {theoretical}, but there are {_CELLS} discs")
    stated = (score > _CELLS // 2) - (score < _CELLS // 2)
    result = known_result(state, stated)
    problems = []
    headers: dict[str, Any] = {"Tournament": _named(tournaments, tournament, ".trn"), **of_file}
    if not headers["Tournament"]:
        del headers["Tournament"]
    expected = _score(state, result)
    if score != expected and state.is_terminal():
        problems.append(f"{place}: a score of {score}, but the moves make it {expected}")
    elif score != expected:
        headers["Score"] = score
    if theoretical != score:
        headers["TheoreticalScore"] = theoretical
    dark, light = (_named(players, side, ".jou") for side in sides)
    return RecordedGame(
        game,
        game.initial_state(),
        tuple(actions),
        result,
        (dark, light),
        headers,
        date=date,
        place=place,
        problems=tuple(problems),
    )


def _named(names: list[str], number: int, ending: str) -> str:
    if not names:
        return f"{_WORDS[ending]} {number}" if number else ""
    if number >= len(names):
        raise ValueError(f"{_WORDS[ending]} {number}, but there are {len(names):,} names")
    return names[number]


def _score(last: Any, result: int | None) -> int:
    """Dark's discs, with the empty cells for the winner; of a game that was broken off, all or none."""
    cells = last.to_string().split()[0]
    if result is None:
        raise ValueError("WTHOR files need every game's result, and this game has none; .jsonl stores everything")
    if not last.is_terminal():
        return (1 + result) * _CELLS // 2
    empty = cells.count("-")
    return cells.count("X") + (empty if result > 0 else empty // 2 if result == 0 else 0)


def _number_of(name: Any, ending: str) -> int | None:
    """The number that stands for a name; None: it is a name."""
    if name == "":
        return 0
    found = re.fullmatch(rf"{_WORDS[ending]} ([1-9][0-9]{{0,4}})", name, re.ASCII) if isinstance(name, str) else None
    return int(found[1]) if found is not None and int(found[1]) < _MOST_NAMES else None


class _Table:
    """The numbers of names.

    Args:
        ending: of their file.
        names: each of them once, in the order of their numbers; "" for none.
        are_numbers: whether all of them are numbers.

    Raises:
        ValueError: there is no room for them.
    """

    def __init__(self, ending: str, names: Iterable[Any], are_numbers: bool) -> None:
        self._ending = ending
        self._names = [_UNKNOWN if ending == ".jou" else "", *(name for name in names if name)]
        if len(self._names) > _MOST_NAMES:
            raise ValueError(f"more than {_MOST_NAMES - 1:,} names in a file {ending}")
        self._numbers = {"": 0}
        for number, name in enumerate(self._names[1:], 1):
            self._numbers[name] = _number_of(name, ending) or 0 if are_numbers else number

    def number(self, name: Any) -> int:
        """The number of a name.

        Raises:
            ValueError: there is no room for it.
        """
        longest = _NAME_BYTES[self._ending] - 1
        if not isinstance(name, str) or name == _UNKNOWN or "\0" in name:
            raise ValueError(f"{_WORDS[self._ending]} {quoted(name)}: not a name that a file {self._ending} can hold")
        try:
            if len(name.encode("latin-1")) > longest:
                raise ValueError(f"{_WORDS[self._ending]} {quoted(name)}: names have up to {longest} letters")
        except UnicodeEncodeError:
            raise ValueError(f"{_WORDS[self._ending]} {quoted(name)}: names have the letters of Latin-1") from None
        return self._numbers[name]

    def content(self) -> bytes:
        """The bytes of their file."""
        size = _NAME_BYTES[self._ending]
        header = _HEADER.pack(0, 0, 0, 0, 0, len(self._names), 0, 0, 0, 0, 0)
        return header + b"".join(name.encode("latin-1").ljust(size, b"\0") for name in self._names)


def _record(one: RecordedGame, tables: dict[str, _Table]) -> bytes:
    last = one.check()
    require_room(one, "a WTHOR file", ("players", "headers", "result", "date"))
    for name in one.headers:
        if name not in _HEADERS:
            raise ValueError(f"header {quoted(name)}: a WTHOR file has no room for it; .jsonl keeps everything")
    if one.start.to_string() != load("reversi").initial_state().to_string():
        raise ValueError(f"WTHOR files have games of 8x8 Reversi, not of {one.game.spec}")
    states = zip(one.states(), one.actions, strict=False)
    texts = [state.action_to_string(action) for state, action in states]
    if texts and texts[-1] == "pass":
        raise ValueError("a WTHOR file has no room for a pass after the last move")
    score = one.headers.get("Score", _score(last, known_result(last, one.result)))
    theoretical = one.headers.get("TheoreticalScore", score)
    for name, value in (("Score", score), ("TheoreticalScore", theoretical)):
        if not _is_number(value, _CELLS):
            raise ValueError(f"header {name!r}: expected a whole number of discs, got {quoted(value)}")
    if (score > _CELLS // 2) - (score < _CELLS // 2) != known_result(last, one.result):
        raise ValueError(f"header 'Score': {score}, but the result for player 0 is {one.result}")
    moves = bytes(10 * int(text[1:]) + ord(text[0]) - ord("a") + 1 for text in texts if text != "pass")
    numbers = (tables[".trn"].number(one.headers.get("Tournament", "")), *map(tables[".jou"].number, one.players))
    return _GAME.pack(*numbers, score, theoretical, moves)


def _is_number(value: Any, most: int) -> bool:
    return type(value) is int and 0 <= value <= most
