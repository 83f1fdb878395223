"""The kinds of file that games are kept in.

Every game has boardai's own records (`.json`, one game; `.jsonl`, one a line) and position files. What else a game has
is declared by its plug-in `files`: `FORMATS`, a tuple of `GameFormat`.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from boardai.basics.files import bounded_lines
from boardai.basics.trust import Trust, require, trusting
from boardai.game import Game, available_games, code_in_game, game_class, game_text, load
from boardai.records.game_record import FORMAT, GameRecord
from boardai.records.move_reports import MoveReport
from boardai.records.position_lines import read_position_line
from boardai.records.recorded_game import RecordedGame, by_rules_of, known_result
from boardai.records.variations import Variation, check_variations, play_through

LONGEST_RECORD = 10_000_000  # characters; games have hundreds of moves
PACKED = {".gz": b"\x1f\x8b", ".bz2": b"BZh"}  # how packed files end and begin
_LONGEST_POSITION = 100_000  # characters of a line; boards have hundreds of cells


@dataclass(frozen=True)
class Source:
    """A file that games are read from.

    Attributes:
        text: the open text; of a kind of file that is binary, the open bytes.
        name: of the file; named in errors.
        game: what its games are read as; None: the text says it, or the format knows.
        report: called with each game that cannot be read or is another's; it may raise. The game is left out.
        trust: what code may run that only the file names.
        variations: whether they are read as well.
        path: path of the file, for further files next to it; None: it is a stream.
    """

    text: IO[Any]
    name: str
    game: Game | None
    report: Callable[[ValueError], None]
    trust: Trust
    variations: bool = False
    path: Path | None = None


@dataclass(frozen=True)
class GameFormat:
    """A kind of file.

    Attributes:
        name: for people.
        endings: of files of this kind, in lower case.
        read: the games of a text, one by one; ValueError (naming file and line) where a text is so broken that what
            follows cannot be read.
        write: a game's text, line end included; None: such files are not written game by game.
        recognises: whether a text that begins so is of this kind.
        holds_many: whether a file may hold more than one game.
        holds_variations: whether games are written with their variations; else a game with some is refused.
        is_binary: whether such files are bytes, not text.
        write_whole: the contents of a file of many games and of the files next to it, by their endings, the first one's
            own; ValueError with the number of the game. None: such files are written game by game, or not at all.
        beside: endings of further files that are read with one of this kind if they are next to it.
        report_comment: a move's report (`MoveReport`) as a comment of such a file, from the mover and whether scores
            are centipawns; None: there is no room for comments.
        event_names: what such files call event, round and time control; (): they have no headers.
    """

    name: str
    endings: tuple[str, ...]
    read: Callable[[Source], Iterator[RecordedGame]]
    write: Callable[[RecordedGame], str] | None = None
    recognises: Callable[[str], bool] = lambda beginning: False
    holds_many: bool = True
    holds_variations: bool = False
    is_binary: bool = False
    write_whole: Callable[[Sequence[RecordedGame]], Mapping[str, bytes]] | None = None
    beside: tuple[str, ...] = ()
    report_comment: Callable[[MoveReport, int, bool], str] | None = None
    event_names: tuple[str, ...] = ()

    @property
    def is_writable(self) -> bool:
        """Whether games are written to such files."""
        return self.write is not None or self.write_whole is not None


def packed_as(name: str) -> str:
    """The suffix of a compressed file; "" for a plain one."""
    return next((ending for ending in PACKED if name.lower().endswith(ending)), "")


def beside_file(path: Path, ending: str) -> Path:
    """The file of the same name but for its ending; whether it is packed does not count."""
    return path.with_name(path.name[: len(path.name) - len(packed_as(path.name))]).with_suffix(ending)


def require_room(one: RecordedGame, what: str, holds: Collection[str] = ()) -> None:
    """Refuses a game with something that a kind of file has no room for.

    Args:
        one: the game.
        what: the kind of file, for people, with its article.
        holds: what such a file keeps: `start`, `players`, `headers`, `comments`, `glyphs`, `variations`, `result`,
            `date`, `termination`.

    Raises:
        ValueError: the format cannot hold a part of the game; the message names it.
    """
    for part, name, is_there in (
        ("start", "a start of its own", one.start != one.game.initial_state()),
        ("players", "players", any(one.players)),
        ("headers", "headers", bool(one.headers)),
        ("comments", "comments", bool(one.comments)),
        ("glyphs", "glyphs", bool(one.glyphs)),
        ("variations", "variations", bool(one.variations)),
        ("date", "the date", bool(one.date)),
        ("termination", "how the game ended", bool(one.termination)),
        ("result", "a result of its own", one.result is not None and not one.final_state().is_terminal()),
    ):
        if is_there and part not in holds:
            raise ValueError(f"{what} has no room for {name}; .jsonl keeps everything")


def formats(game: Game | None = None) -> list[GameFormat]:
    """The kinds of file of a game; of all installed games if it is None."""
    if game is not None:
        return [*_own_formats(type(game)), *_FORMATS]
    kinds = _installed(tuple(map(_stamp, sys.path)))
    return [*(known for kind in kinds for known in _own_formats(kind)), *_FORMATS]


@functools.lru_cache(1)
def _installed(stamps: tuple[tuple[str, int], ...]) -> list[type[Game]]:
    """The installed games; searched again if packages were added or removed, because the search reads all of them."""
    return [game_class(name) for name in available_games()]


def _stamp(folder: str) -> tuple[str, int]:
    """A folder of modules and the time of its last change; 0 if there is no such folder."""
    try:
        return folder, os.stat(folder or os.curdir).st_mtime_ns
    except OSError:
        return folder, 0


def _own_formats(game: type[Game]) -> tuple[GameFormat, ...]:
    module = game.plug_in("files")
    found: tuple[GameFormat, ...] = () if module is None else module.FORMATS
    return found


def is_same_game(spec: str, game: Game) -> bool:
    """Whether positions of a game's spec are positions of this game: the same rules and board.

    Parameters that change neither the start nor the board (such as the planes of a network) give the same game.
    """
    if spec == game.spec:
        return True
    if not has_same_name(spec, game):
        return False
    try:
        return bool(_loaded(spec).initial_state().to_string() == game.initial_state().to_string())
    except ValueError:
        return False


def has_same_name(spec: str, game: Game) -> bool:
    """Whether a spec is of this game with any parameters.

    Names of installed games are compared as text, files by their identity, because "./chess" is not chess.
    """
    code = code_in_game(spec)
    return code == code_in_game(game.name) and bool(code or spec.partition(":")[0] == game.name)


def has_same_rules(spec: str, game: Game) -> bool:
    """Whether results proven for a game's spec also hold in this game: its rules are the same."""

    def rules(one: Game) -> dict[str, Any]:
        return {name: value for name, value in one.params.items() if name not in one.in_position_text}

    return is_same_game(spec, game) and (spec in (game.spec, game_text(game)) or rules(_loaded(spec)) == rules(game))


def _loaded(spec: str) -> Game:
    """The game, loaded once for all records that name it; of a user's code, as it is now."""
    return load(spec) if code_in_game(spec) else _loaded_by_name(spec)


_loaded_by_name = functools.lru_cache(16)(load)


def games_by_line(
    source: Source, longest: int, read: Callable[[str, str], RecordedGame | None]
) -> Iterator[RecordedGame]:
    """The games of a text with one a line; empty lines are left out, lines that are none reported and left out.

    Args:
        source: the text.
        longest: characters of a line.
        read: a line, and its place for messages, as a game; None: the line holds none, such as a comment. Its
            ValueError gives the reason, with or without the place.
    """
    for number, line in enumerate(bounded_lines(source.text, longest), 1):
        if not line.strip():
            continue
        place = f"{source.name}:{number}"
        try:
            if len(line) > longest:
                raise ValueError(f"more than {longest:,} characters")
            one = read(line, place)
        except ValueError as error:
            source.report(ValueError(f"{place}: {str(error).removeprefix(f'{place}: ')}"))
            continue
        if one is not None:
            yield one


# --- boardai's own records -------------------------------------------------------------------------------------


def _read_json(source: Source) -> Iterator[RecordedGame]:
    text = source.text.read(LONGEST_RECORD + 1)
    if len(text) > LONGEST_RECORD:
        raise ValueError(f"{source.name}: more than {LONGEST_RECORD:,} characters")
    if one := _of_record(source, GameRecord.from_json(text, source.name), source.name):
        yield one


def _read_lines(source: Source) -> Iterator[RecordedGame]:
    return games_by_line(
        source, LONGEST_RECORD, lambda line, place: _of_record(source, GameRecord.from_json(line, place), place)
    )


def _of_record(source: Source, record: GameRecord, place: str) -> RecordedGame | None:
    game = source.game
    if game is not None and not is_same_game(record.game, game):
        source.report(ValueError(f"{place}: a game of {record.game}, not of {game.spec}"))
        return None
    wanted = game
    if game is None or not has_same_rules(record.game, game):
        # First by its own rules, and then by the requested ones; the caller has named the code of these.
        if wanted is None:
            with trusting(source.trust):
                require(code_in_game(record.game), f"{place}: game")
        try:
            game = _loaded(record.game)
        except ValueError as error:
            raise ValueError(f"{place}: game: {error}") from None
    one = played_record(game, record, place, source.variations)
    try:
        if wanted is not None and wanted is not game:
            one = by_rules_of(one, wanted)
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None
    return one


def played_record(game: Game, record: GameRecord, place: str, with_variations: bool = True) -> RecordedGame:
    """The game and rules of a record.

    Args:
        game: that it names, or another one that begins alike.
        record: the record.
        place: place of the record in error messages.
        with_variations: read them as well.

    Raises:
        ValueError: it does not fit the game, or itself.
    """
    states = record.states(game, place)
    actions = tuple(before.action_from_string(text) for before, text in zip(states, record.actions, strict=False))
    result = known_result(states[-1], record.result)
    try:
        variations = _variations(states[0], record) if with_variations else ()
        one = RecordedGame(
            game, states[0], actions, result, record.players, record.notes, record.comments, record.glyphs, variations,
            date=record.date, termination=record.termination, place=place,
        )  # fmt: skip
        one.check()
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None
    return one


def _variations(start: Any, record: GameRecord) -> tuple[Variation[int], ...]:
    """The variations of a record that is legal but for them.

    Raises:
        ValueError: one is not legal, or parts from nothing.
    """
    check_variations(record.actions, record.variations)
    found: list[list[int]] = [[] for _ in range(len(record.variations) + 1)]

    def read(line: int, ply: int, state: Any, text: str) -> int:
        try:
            action = state.action_from_string(text)
        except ValueError as error:
            raise ValueError(f"variation {line}, ply {ply}: {error}") from None
        found[line].append(action)
        return int(action)

    if record.variations:
        play_through(start, record.actions, record.variations, read)
    return tuple(
        Variation(one.ply, tuple(actions), one.line, one.comments, one.glyphs)
        for one, actions in zip(record.variations, found[1:], strict=True)
    )


def record_of(one: RecordedGame) -> GameRecord:
    """The game as boardai's own record.

    Raises:
        ValueError: an action is not legal, or result, comments or glyphs do not fit the game.
    """
    last = one.check()
    texts: list[list[str]] = [[] for _ in range(len(one.variations) + 1)]

    def write(line: int, ply: int, state: Any, action: int) -> int:
        texts[line].append(state.action_to_string(action))
        return action

    play_through(one.start, one.actions, one.variations, write)
    start = None if one.start == one.game.initial_state() else one.start.to_string()
    result = known_result(last, one.result)
    glyphs = {number: tuple(numbers) for number, numbers in one.glyphs.items()}
    variations = tuple(
        Variation(other.ply, tuple(line), other.line, other.comments, other.glyphs)
        for other, line in zip(one.variations, texts[1:], strict=True)
    )
    rest = (dict(one.headers), dict(one.comments), glyphs, variations, one.date, one.termination)
    return GameRecord(one.game.spec, tuple(texts[0]), start, one.players, result, *rest)


# --- positions -------------------------------------------------------------------------------------------------


def _read_positions(source: Source) -> Iterator[RecordedGame]:
    game = source.game
    if game is None:
        raise ValueError(f"{source.name}: a file of positions does not name its game: give game=")

    def read(line: str, place: str) -> RecordedGame | None:
        try:
            return read_position_line(line.strip(), game, place)
        except ValueError:
            if line.strip().startswith("#"):  # a comment; but boards with holes may begin so as well
                return None
            raise

    yield from games_by_line(source, _LONGEST_POSITION, read)


def _is_record(beginning: str) -> bool:
    return beginning.lstrip().startswith("{") and f'"{FORMAT}"' in beginning


def _is_line(beginning: str) -> bool:
    first = beginning.lstrip().partition("\n")[0].rstrip()
    return _is_record(first) and first.endswith("}")


_FORMATS = (
    GameFormat(
        "records, one a line",
        (".jsonl",),
        _read_lines,
        lambda one: record_of(one).to_line(),
        _is_line,
        holds_variations=True,
    ),
    GameFormat(
        "record",
        (".json",),
        _read_json,
        lambda one: record_of(one).to_json(),
        _is_record,
        holds_many=False,
        holds_variations=True,
    ),
    GameFormat("positions", (".positions", ".fen", ".epd"), _read_positions),
)
