"""Game files of every kind through one door: PGN, SGF, transcripts, boardai's own records, plain or packed."""

from __future__ import annotations

import bz2
import contextlib
import gzip
import io
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO, Any, Literal

from boardai.basics.files import replacing
from boardai.basics.quoting import utf8
from boardai.basics.text_files import user_text
from boardai.basics.trust import Trust, trusted
from boardai.game import Game, as_game
from boardai.records.formats import PACKED, GameFormat, Source, beside_file, formats, packed_as
from boardai.records.recorded_game import RecordedGame

OnError = Literal["raise", "skip"] | Callable[[ValueError], Any]
_BAD_PACKING = (OSError, gzip.BadGzipFile)  # bz2 has no exception of its own
_BEGINNING = 4096  # bytes or characters by which a kind of file is known


def check_on_error(on_error: OnError) -> None:
    """Converts exceptions about unreadable data to ValueError."""
    if on_error not in ("raise", "skip") and not callable(on_error):
        raise ValueError(f"on_error must be 'raise', 'skip' or a function, not {on_error!r}")


def read_games(
    source: str | Path | IO[str] | IO[bytes],
    game: Game | str | None = None,
    *,
    format: str = "",
    on_error: OnError = "raise",
    variations: bool = False,
    note: Callable[[str], Any] = lambda text: None,
) -> Iterator[RecordedGame]:
    """Reads the games of a file one by one; only one is in memory at a time.

    >>> fool = boardai.RecordedGame.from_moves(boardai.load("chess"), ["f2f3", "e7e5", "g2g4", "d8h4"])
    >>> boardai.write_games("fool.pgn", [fool])
    1
    >>> for game in boardai.read_games("fool.pgn"):
    ...     print(game.place, game.result, game.final_state().to_string())
    fool.pgn:1 -1 rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3

    The extension determines the format (`.pgn`, `.sgf`, `.txt` for transcripts, `.json`, `.jsonl`; followed by `.gz` or
    `.bz2` if compressed). For other extensions, the beginning of the text does.

        for one in boardai.read_games("games.pgn"):
            print(one.players, one.result, one.final_state())

    Text is UTF-8, with or without a byte order mark; bytes that are not are read as Latin-1, which the
    game's `problems` report. Main lines are read, with comments and glyphs. Moves after the end of the game by the
    rules of `game` are left out.

    Args:
        source: path of a file, or an open text or binary stream, which stays open.
        game: the game, loaded or as a spec; games of another size or variant are errors. None: the game that the file
            names. PGN is then read with draws only where the rules alone end the game, because it is unknown whether
            one was claimed; transcripts as 8x8 Reversi.
        format: the format as a file extension such as `.pgn`, regardless of the name.
        on_error: what to do with a game that cannot be read: `raise`, `skip`, or a function that is called with the
            ValueError before the game is skipped. If nothing after the error can be read, it is raised in any case.
        variations: also read variations: their moves, not their comments. Otherwise they are skipped.
        note: called with the `problems` of each game that is read: omissions and contradictions.

    Yields:
        The games, in the order of the file.

    Raises:
        ValueError: naming the file, the line and the reason: a game cannot be read, or the kind of file is not known.
        OSError: the file cannot be opened.
    """
    check_on_error(on_error)
    game = None if game is None else as_game(game)
    name = _name(source)

    def report(error: ValueError) -> None:
        if callable(on_error):
            on_error(error)
        elif on_error == "raise":
            raise error

    return _read(source, name, game, format or _ending(name), report, variations, note, trusted())


def _read(
    source: str | Path | IO[str] | IO[bytes],
    name: str,
    game: Game | None,
    ending: str,
    report: Callable[[ValueError], None],
    variations: bool,
    tell: Callable[[str], Any],
    trust: Trust,
) -> Iterator[RecordedGame]:
    path = Path(source) if isinstance(source, str | Path) else None
    with contextlib.ExitStack() as closing:
        stream: Any = closing.enter_context(open(source, "rb")) if isinstance(source, str | Path) else source
        try:
            if _is_text(stream):
                beginning = stream.read(_BEGINNING).removeprefix("\ufeff")
                text: Any = _Ahead(beginning, stream)
            else:
                binary = _unpacked(stream, closing)
                beginning = _peek(binary, _BEGINNING).decode(errors="replace").removeprefix("\ufeff")
            kind = _kind(name, ending, beginning, game)
            if not _is_text(stream):
                text = binary if kind.is_binary else closing.enter_context(user_text(binary))
            elif kind.is_binary:
                raise ValueError(f"{name}: files of {kind.name} are bytes, not text: open them as 'rb'")

            def next_note() -> Any:
                return None if kind.is_binary else text.note()

            def leave_out(error: ValueError) -> None:
                next_note()  # of a game that is left out
                report(error)

            for one in kind.read(Source(text, name, game, leave_out, trust, variations, path)):
                note = next_note()
                if note:
                    one = replace(one, problems=(*one.problems, f"{name}:{note.line}: {note.reason}"))
                for problem in one.problems:
                    tell(problem)
                yield one
        except UnicodeDecodeError as error:
            raise ValueError(f"{name}: not UTF-8 text: byte {error.object[error.start]:#04x}") from None
        except (EOFError, OSError, zlib.error) as error:
            if isinstance(error, OSError) and (type(error) not in _BAD_PACKING or error.errno is not None):
                raise
            raise ValueError(f"{name}: the packed file is incomplete or damaged: {error}") from None


def write_games(target: str | Path | IO[str] | IO[bytes], games: Iterable[RecordedGame], *, format: str = "") -> int:
    """Writes games to a file, which replaces an existing one at the end. Reading it gives equal games.

    >>> games = [boardai.RecordedGame.from_moves(boardai.load("reversi"), moves) for moves in (["f5"], ["d3", "c5"])]
    >>> boardai.write_games("two.jsonl.gz", games)
    2
    >>> list(boardai.read_games("two.jsonl.gz")) == games
    True

        boardai.write_games("all.pgn", boardai.read_games("some.jsonl.gz"))

    Args:
        target: path of a file, or an open text or binary stream.
        games: any number; they are written one by one.
        format: the format as a file extension such as `.sgf`; by default that of the target's name.

    Returns:
        The number of games written.

    Raises:
        ValueError: a game cannot be written in this format; the message has its number and the reason: an illegal
            action, the format of another game, or content that the format cannot hold (a transcript: comments, glyphs,
            variations). An existing file is unchanged.
        OSError: it cannot be written there.
    """
    name = _name(target)
    ending = format or _ending(name)
    with contextlib.ExitStack() as closing:
        if isinstance(target, str | Path):
            binary = closing.enter_context(replacing(Path(target)))
            stream: Any = _packing(binary, packed_as(str(target)), closing)
        else:
            stream = target
        as_text = _is_text(stream)
        count = 0
        whole: list[RecordedGame] = []  # for a kind of file that is not written game by game
        for count, one in enumerate(games, 1):
            place = f"{name}: game {count}"
            kind = _writable(place, ending, one.game)
            if count > 1 and not kind.holds_many:
                raise ValueError(f"{place}: a file that ends in {ending} holds one game; .jsonl holds many")
            if kind.write is None:
                whole.append(one)
                continue
            try:
                text = kind.write(one)
                content = utf8(text, f"its game or its comments ({kind.name})")
            except ValueError as error:
                raise ValueError(f"{place}: {error}") from None
            stream.write(text if as_text else content)
        if count == 0:
            kind = _writable(name, ending, None)  # a misspelt ending is reported even so
        if kind.write is None:
            _write_whole(whole, kind, target, name, stream, closing)
    return count


def _write_whole(
    games: list[RecordedGame], kind: GameFormat, target: Any, name: str, stream: Any, closing: contextlib.ExitStack
) -> None:
    """Writes a file that contains all its games together, and further files next to it."""
    assert kind.write_whole is not None
    if _is_text(stream):
        raise ValueError(f"{name}: files of {kind.name} are bytes, not text: open them as 'wb'")
    try:
        content, *beside = kind.write_whole(games).items()
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    if beside and not isinstance(target, str | Path):
        raise ValueError(f"{name}: a file {beside[0][0]} belongs next to one of {kind.name}: write to a path")
    stream.write(content[1])
    for ending in kind.beside if isinstance(target, str | Path) else ():
        file, data = beside_file(Path(target), ending), dict(beside).get(ending)
        if data is not None:
            closing.enter_context(replacing(file)).write(data)
        elif file.exists():
            raise ValueError(
                f"{file}: readers of {name} would take names from it, but it belongs to other games: remove it first"
            )


def _writable(place: str, ending: str, game: Game | None) -> GameFormat:
    known = [kind for kind in formats(game) if kind.is_writable]
    for kind in known:
        if ending in kind.endings:
            return kind
    kinds = ", ".join(sorted({ending for kind in known for ending in kind.endings}))
    what = "games are" if game is None else f"{game.name} is"
    raise ValueError(f"{place}: {what} written to files that end in {kinds}, not {ending!r}; or give format=")


def kind_by_beginning(kinds: Iterable[GameFormat], text: str) -> GameFormat | None:
    """The first of these kinds of files that a text begins as; None: it begins as none.

    >>> from boardai.records.formats import formats
    >>> from boardai.records.game_files import kind_by_beginning
    >>> kind_by_beginning(formats(boardai.load("chess")), '[Event "?"]').endings
    ('.pgn',)
    """
    return next((kind for kind in kinds if kind.recognises(text[:_BEGINNING])), None)


def _kind(name: str, ending: str, beginning: str, game: Game | None) -> GameFormat:
    """The kind of a file, by its name's ending, else by how it begins."""
    known = formats(game)
    by_name = [kind for kind in known if ending in kind.endings]
    if len(by_name) == 1:
        return by_name[0]
    kind = kind_by_beginning(by_name or known, beginning)
    if kind is not None:
        return kind
    kinds = ", ".join(sorted({ending for kind in known for ending in kind.endings}))
    what = "game files" if game is None else f"{game.name} is read from files that"
    raise ValueError(f"{name}: unknown kind of file, by its name and its beginning; {what} end in {kinds}")


def _name(source: Any) -> str:
    name = source if isinstance(source, str | Path) else getattr(source, "name", None)
    return str(name) if isinstance(name, str | Path) else "games"


def _ending(name: str) -> str:
    return Path(name.lower().removesuffix(packed_as(name))).suffix


def _is_text(stream: Any) -> bool:
    return isinstance(stream, io.TextIOBase) or hasattr(stream, "encoding")


def _peek(stream: Any, size: int) -> bytes:
    return bytes(stream.peek(size)[:size])


def _unpacked(stream: Any, closing: contextlib.ExitStack) -> Any:
    """A binary stream that can be looked into, unpacked if it is packed."""
    seen = stream
    if not hasattr(stream, "peek"):
        seen = io.BufferedReader(stream)
        closing.callback(seen.detach)
    if _peek(seen, 2) == PACKED[".gz"]:
        return gzip.GzipFile(fileobj=seen)
    return bz2.BZ2File(seen) if _peek(seen, 3) == PACKED[".bz2"] else seen


def _packing(file: IO[bytes], ending: str, closing: contextlib.ExitStack) -> Any:
    if ending == ".gz":
        # Without time and name, so that the same games give the same bytes.
        return closing.enter_context(gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0))
    return closing.enter_context(bz2.BZ2File(file, "wb")) if ending == ".bz2" else file


class _Ahead(io.TextIOBase):
    """A text stream whose beginning has been read."""

    def __init__(self, beginning: str, stream: IO[str]) -> None:
        self._beginning = io.StringIO(beginning, newline=None)
        self._stream = stream

    def note(self) -> None:
        """Nothing: the caller who opened the stream knows its encoding."""

    def read(self, size: int | None = -1) -> str:
        first = self._beginning.read(size)
        if size is not None and size >= 0:
            return first + self._stream.read(size - len(first))
        return first + self._stream.read()

    def readline(self, size: int = -1) -> str:  # type: ignore[override]
        first = self._beginning.readline(size)
        if first.endswith("\n") or 0 <= size <= len(first):
            return first
        return first + self._stream.readline(size - len(first) if size >= 0 else -1)

    def __next__(self) -> str:  # type: ignore[override]
        line = self.readline()
        if not line:
            raise StopIteration
        return line
