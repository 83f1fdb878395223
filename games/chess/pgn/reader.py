"""Chess games as PGN text: read as a stream, game by game, and written in the export format.

    for game in read_games("games.pgn"):
        print(game.headers["White"], game.result, game.final_state())

Contents: the main line with its comments and glyphs, and variations with theirs if requested; otherwise variations
are skipped. Files of any size need the memory of one game. The text is UTF-8; other bytes are read as
Latin-1, the standard's own character set, and reported in the game's `problems`.

Tolerated, as the standard allows: tags missing, in any order, several on a line or one over several lines;
move numbers left out; letter case and zeros in moves (`nf3`, `0-0`), as long as one move only is meant; missing or
wrong `+`, `#`, `x` and `=`; `e.p.` and `ep`; moves in UCI notation; figurines; any layout and kind of blank, and
characters without width. A backslash in a tag's value that escapes nothing is an ordinary backslash.

Signs of the Informant (`±`, `+-`, `N`, `□`) become glyphs, whether separate or directly after the move; `signs.py` has
them. Other marks that do not concern moves are left out, and reported in `problems`. A variation in which a player
passes (`--`, `Z0`) ends there; this is also reported, and so are quotes within a tag's value that are not escaped.

Refused: illegal moves (including moves after the game has ended by rule: mate, stalemate, dead position,
fivefold repetition, 75 moves), unbalanced brackets, malformed tags, unknown variants. Such a game is not read and
its PgnError has the line and column; see `read_games` for what happens then. Smaller contradictions do not make a
game unreadable and are not repaired either: they are in the game's `problems`.

A comment before a game's first tag belongs to no game and is not kept. The contents of variations are only checked
if variations are requested.

A game is also refused if it exceeds the limits at the head of `tokens.py`: a million characters in a line
or after one move, a thousand glyphs after one move, a thousand tags, variations a thousand deep, and 100,000 moves
with those of variations (`boardai/records/variations.py`).

Source: S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994.
"""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Literal, Self, cast

from boardai.basics.quoting import quoted
from boardai.basics.text_files import Note, UserText, user_text
from boardai.games.chess.pgn.annotation import Annotation, LeftOut
from boardai.games.chess.pgn.moves import Line, initial_state, meant, null_move, refusal
from boardai.games.chess.pgn.signs import NULL_MOVES, meant_result
from boardai.games.chess.pgn.tokens import (
    DEEPEST_VARIATION,
    MOST_PROBLEMS,
    MOST_TAGS,
    Kind,
    PgnError,
    Tag,
    Token,
    pieces,
    tokens,
)
from boardai.games.chess.pgn.writer import check_result, write_game
from boardai.records.variations import MoveTree, Variation

_RESULT_OF_OUTCOME = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}
# Values of the Variant tag, in lower case without blanks, hyphens and underscores.
_STANDARD_VARIANTS = ("", "?", "chess", "standard", "normal", "classical", "fromposition")
_CHESS960_VARIANTS = ("chess960", "960", "fischerandom", "fischerrandom", "fischerrandomchess")


@dataclass(slots=True)
class PgnMove:
    """A move of the main line.

    Attributes:
        action: the move in the state before it.
        san: its text as it was written, without suffixes such as `!?`.
        comment: the text after it; line breaks are blanks; several comments are joined by a blank.
        nags: numeric annotation glyphs, in the order written: 1 to 6 are `!`, `?`, `!!`, `??`, `!?`, `?!`.
    """

    action: int
    san: str
    comment: str = ""
    nags: tuple[int, ...] = ()


@dataclass(slots=True)
class PgnGame:
    """One game.

    Attributes:
        headers: the tag pairs, in the order written. SetUp, FEN, Variant and Result are kept as they were read; what
            counts, here and when the game is written, are the attributes `start`, `chess960` and `result`.
        start: the start position, as FEN.
        moves: the main line.
        result: `1-0`, `0-1`, `1/2-1/2` or `*`.
        comment: the text before the first move.
        nags: glyphs before the first move.
        chess960: whether the game is Chess960.
        variations: other lines, if requested; what continues after the last move branches there.
        problems: contradictions that did not keep the game from being read, first to last: a termination marker that
            is missing or differs from the Result tag (the marker counts, then the tag), a result that the final
            position refutes, a wrong move number (the first one), a tag given twice (the first counts).
        line: where the game began in the text it was read from; 0 if it was not read.
    """

    headers: dict[str, str]
    start: str
    moves: list[PgnMove] = field(default_factory=list)
    result: str = "*"
    comment: str = ""
    nags: tuple[int, ...] = ()
    chess960: bool = False
    variations: tuple[Variation[int], ...] = ()
    problems: list[PgnError] = field(default_factory=list, compare=False)
    line: int = field(default=0, compare=False)

    @classmethod
    def from_actions(
        cls,
        actions: Iterable[int],
        *,
        start: Any = None,
        headers: dict[str, str] | None = None,
        result: str | None = None,
    ) -> Self:
        """A game from its moves and tags.

        Args:
            actions: from the start.
            start: the state that the game began with; the classical start position by default.
            headers: tag pairs.
            result: by default the result by the rules of the final state, `*` if the game is not over.

        Raises:
            ValueError: an action is illegal, or the result none of `RESULTS`.
        """
        state = start.clone() if start is not None else initial_state(False).clone()
        game = cls(dict(headers or {}), state.to_string(), chess960=state.is_chess960())
        for action in actions:
            game.moves.append(PgnMove(action, state.san(action)))
            state.apply(action)
        game.result = result if result is not None else _result_by_rule(state)
        check_result(game.result)
        return game

    @classmethod
    def from_string(cls, text: str) -> PgnGame:
        """Reads a text of exactly one game.

        Raises:
            PgnError: it is malformed, holds no game or more than one.
        """
        reader = read_games(io.StringIO(text, newline=None))
        game = next(reader, None)
        if game is None:
            raise PgnError(1, 1, "no game here")
        another = next(reader, None)
        if another is not None:
            raise PgnError(another.line, 1, "expected one game, but a second begins")
        return game

    def initial_state(self) -> Any:
        """The state before the first move; draws that need a claim do not end the game."""
        return initial_state(self.chess960).from_string(self.start)

    def states(self) -> Iterator[Any]:
        """Every state, the first included: one more than there are moves.

        Raises:
            ValueError: a move is illegal.
        """
        state = self.initial_state()
        yield state.clone()
        for move in self.moves:
            state.apply(move.action)
            yield state.clone()

    def final_state(self) -> Any:
        """The state after the last move.

        Raises:
            ValueError: a move is illegal.
        """
        state = self.initial_state()
        for move in self.moves:
            state.apply(move.action)
        return state

    def to_string(self) -> str:
        """The game in PGN's export format, with canonical SAN; reading it again gives an equal game.

        The seven tags of the roster come first, those not in `headers` as unknown; the others follow by name. Result,
        SetUp, FEN and Variant follow from `result`, `start` and `chess960`.

        Raises:
            ValueError: a move is illegal, `result` no result, or a tag or comment cannot be written in PGN.
        """
        return write_game(self, is_default_start=self.start == initial_state(False).to_string())

    def __str__(self) -> str:
        return self.to_string()


# --- reading ---------------------------------------------------------------------------------------------------

OnError = Literal["raise", "skip"] | Callable[[PgnError], Any]


def read_games(
    source: str | Path | IO[str] | IO[bytes], on_error: OnError = "raise", variations: bool = False
) -> PgnReader:
    """Reads games one by one.

    Args:
        source: path of a file, or an open text or binary stream.
        on_error: what to do about a game that cannot be read: `raise` its PgnError; the reader stays usable, and
            `next(reader)` continues with the next game. `skip` it; `reader.skipped` counts. A function is called with
            the error, then the game is skipped.
        variations: read variations as well, whose moves must be legal then.

    Raises:
        OSError: the file cannot be opened.
        ValueError: `on_error` is none of these.
    """
    return PgnReader(source, on_error, variations)


class PgnReader:
    """An iterator over the games of a PGN text; made by `read_games`.

    Attributes:
        skipped: how many games could not be read so far.
    """

    def __init__(
        self, source: str | Path | IO[str] | IO[bytes], on_error: OnError = "raise", variations: bool = False
    ) -> None:
        if on_error not in ("raise", "skip") and not callable(on_error):
            raise ValueError(f"on_error must be 'raise', 'skip' or a function, not {quoted(on_error)}")
        self.skipped = 0
        self._on_error, self._variations = on_error, variations
        self._closing = contextlib.ExitStack()
        self._text = _open_text(source, self._closing)
        self._tokens = tokens(pieces(self._text))
        self._put_back: Token | None = None
        self._in_tags = False

    def __iter__(self) -> Self:
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file, if the reader opened it; nothing more is read."""
        self._tokens = iter(())
        self._put_back = None
        self._closing.close()

    def __next__(self) -> PgnGame:
        while True:
            try:
                game = self._read_game()
            except PgnError as error:
                self.skipped += 1
                self._skip_game()
                self._note()  # of a game that is left out
                if self._on_error == "raise":
                    raise
                if callable(self._on_error):
                    self._on_error(error)
                continue
            if game is None:
                self.close()
                raise StopIteration
            if note := self._note():
                game.problems.append(PgnError(note.line, 1, note.reason))
            return game

    def _note(self) -> Note | None:
        """A remark about the text's character set, if the reader knows it."""
        return self._text.note() if isinstance(self._text, UserText) else None

    def _next(self) -> Token:
        token, self._put_back = self._put_back, None
        return token or next(self._tokens, (Kind.END, "", 0, 0))

    def _skip_game(self) -> None:
        """Skips the rest of a broken game: to after its termination marker, or to the next game's tags."""
        while True:
            token = self._next()
            kind, content = token[:2]
            if kind is Kind.TAG or kind is Kind.BAD_TAG:
                if not self._in_tags or (kind is Kind.TAG and content.name == "Event"):
                    self._put_back = token
                    return
            elif kind is Kind.RESULT or kind is Kind.END:
                return
            elif kind is not Kind.COMMENT:
                self._in_tags = False

    def _read_game(self) -> PgnGame | None:
        """The next game; None at the end of the text."""
        self._in_tags = True
        tags: dict[str, Tag] = {}
        annotation = Annotation()
        problems: list[PgnError] = []
        began = None
        while True:
            token = self._next()
            kind, content, line, column = token
            if kind is Kind.TAG:
                if not tags:
                    annotation = Annotation()
                if len(tags) + len(problems) >= MOST_TAGS:
                    raise PgnError(line, column, f"more than {MOST_TAGS:,} tags")
                if content.name not in tags:
                    tags[content.name] = content
                    if content.is_doubtful:
                        reason = f"quotes within the value of the tag {content.name} are not escaped"
                        problems.append(PgnError(line, column, reason))
                elif content.name == "Event":  # the first tag of the next game, so this game has no moves
                    break
                else:
                    problems.append(PgnError(line, column, f"the tag {content.name} is given twice"))
            elif kind is Kind.COMMENT:
                annotation.comment(token)
            elif kind is Kind.LEFT_OUT and not tags:
                continue  # such as a line of hyphens between games
            elif kind is Kind.END and not tags:
                return None
            else:
                break
            if began is None and kind is Kind.TAG:
                began = line
        self._put_back = token
        if kind is Kind.BAD_TAG:
            raise PgnError(line, column, content)
        self._in_tags = kind is Kind.TAG
        game = _opening(tags, line if began is None else began)
        game.problems = problems
        self._read_movetext(game, annotation)
        return game

    def _read_movetext(self, game: PgnGame, annotation: Annotation) -> None:
        """Reads moves up to the termination marker, or to the place where it is missing.

        Args:
            game: to be filled.
            annotation: comments and glyphs before its first move.
        """
        state = game.initial_state()
        annotated: PgnGame | PgnMove = game  # the owner of the next comments
        # Move numbers grow with every second ply from the start's own.
        plies = 2 * state.fullmove_number() + state.current_player()
        numbers_agree = True
        left_out = LeftOut(game.problems)
        # The hot loop: attributes that every move needs are looked up once.
        moves, next_token, read_move, apply = game.moves, self._tokens.__next__, state.action_from_san, state.apply
        main = Line(MoveTree(), state, 0, game.line, 1) if self._variations else None
        move_kind, number_kind = Kind.MOVE, Kind.NUMBER
        token = self._next()
        while True:
            kind, content, line, column = token
            if kind is move_kind:
                reading, san = None, content
                try:
                    action = read_move(content)
                except ValueError as error:
                    reading = meant(state, content)
                    if reading is None:
                        raise PgnError(line, column, refusal(state, content, error)) from None
                    action, san = reading.action, reading.move
                if action is not None:
                    if main is None:
                        apply(action)
                    else:
                        main.go_on(action, line, column)
                    if annotation.there:
                        annotation.give_to(annotated)
                    annotated = PgnMove(action, san)
                    moves.append(annotated)
                    plies += 1
                if reading is not None:
                    for glyph in reading.glyphs:
                        annotation.glyph((Kind.NAG, glyph, line, column))
                    for mark in reading.left_out:
                        left_out.add(mark, line, column)
            elif kind is number_kind:
                if numbers_agree and content != str(plies >> 1):
                    numbers_agree = False
                    game.problems.append(PgnError(line, column, f"move number {content[:9]}, expected {plies >> 1}"))
            elif kind is Kind.NAG:
                annotation.glyph(token)
            elif kind is Kind.LEFT_OUT:
                left_out.add(content, line, column)
            elif kind is Kind.COMMENT:
                annotation.comment(token)
            elif kind is Kind.OPEN:
                if main is None:
                    self._skip_variation(line, column)
                else:
                    self._read_variation(game, main.instead(line, column), left_out)
            elif kind is Kind.RESULT:
                game.result = content
                break
            elif kind in (Kind.TAG, Kind.BAD_TAG, Kind.END):
                self._put_back = token
                game.result = meant_result(game.headers.get("Result", "*")) or "*"
                game.problems.append(PgnError(line, column, f"no termination marker; the result is {game.result}"))
                break
            elif kind is Kind.NULL:
                raise PgnError(line, column, null_move(content))
            else:
                raise PgnError(line, column, "')' closes no variation" if kind is Kind.CLOSE else content)
            token = next_token()
        annotation.give_to(annotated)
        if main is not None:
            game.variations = main.tree.variations(main.place)
            _take_over(game, *main.tree.words(main.tree.line_to(main.place), -1))
        self._check_result(game, state, line, column)

    def _read_variation(self, game: PgnGame, begun: Line, left_out: LeftOut) -> None:
        """Reads a variation that a `(` has opened, and those within it."""
        opened = [begun]
        while opened:
            token = self._next()
            kind, content, line, column = token
            inner = opened[-1]
            if kind is Kind.NULL or (kind is Kind.MOVE and content in NULL_MOVES):
                if not inner.is_cut and len(game.problems) < MOST_PROBLEMS:
                    reason = f"{null_move(content)}; what follows in this variation is left out"
                    game.problems.append(PgnError(line, column, reason))
                inner.is_cut = True
            elif kind is Kind.MOVE:
                if not inner.is_cut:
                    inner.play(content, line, column, left_out)
            elif kind in (Kind.COMMENT, Kind.NAG, Kind.LEFT_OUT):
                if inner.is_cut:
                    continue
                if kind is Kind.LEFT_OUT:
                    left_out.add(content, line, column)
                elif kind is Kind.NAG:
                    inner.annotation.glyph(token)
                else:
                    inner.annotation.comment(token)
            elif kind is Kind.OPEN:
                if len(opened) >= DEEPEST_VARIATION:
                    raise PgnError(line, column, f"variations more than {DEEPEST_VARIATION:,} deep")
                opened.append(inner.instead(line, column))
            elif kind is Kind.CLOSE:
                opened.pop().end_words(line, column)
            elif kind in (Kind.UNCLOSED, Kind.TOO_LONG, Kind.BAD):
                raise PgnError(line, column, content)
            elif kind in (Kind.TAG, Kind.BAD_TAG, Kind.END):
                self._put_back = token
                raise PgnError(opened[-1].line, opened[-1].column, "this variation is not closed")

    def _skip_variation(self, line: int, column: int) -> None:
        """Skips to after the `)` that closes the `(` at that place."""
        opened = [(line, column)]
        while opened:
            token = self._next()
            kind, content, line, column = token
            if kind is Kind.OPEN:
                if len(opened) >= DEEPEST_VARIATION:
                    raise PgnError(line, column, f"variations more than {DEEPEST_VARIATION:,} deep")
                opened.append((line, column))
            elif kind is Kind.CLOSE:
                opened.pop()
            elif kind in (Kind.UNCLOSED, Kind.TOO_LONG):
                raise PgnError(line, column, content)
            elif kind in (Kind.TAG, Kind.BAD_TAG, Kind.END):
                self._put_back = token
                raise PgnError(*opened[-1], "this variation is not closed")

    @staticmethod
    def _check_result(game: PgnGame, state: Any, line: int, column: int) -> None:
        written = game.headers.get("Result")
        if written is not None and (meant_result(written) or written) != game.result:
            game.problems.append(
                PgnError(line, column, f"the result is {game.result}, but the Result tag {quoted(written)}")
            )
        by_rule = _result_by_rule(state)
        if by_rule != "*" and game.result not in (by_rule, "*"):
            reason = f"the result is {game.result}, but the final position makes it {by_rule}"
            game.problems.append(PgnError(line, column, reason))


def _opening(tags: dict[str, Tag], line: int) -> PgnGame:
    """The game before its first move, from its tags.

    Raises:
        PgnError: unknown variant, malformed FEN, or tags that contradict each other.
    """

    def fail(tag: Tag, reason: str) -> PgnError:
        return PgnError(tag.line, tag.column, reason)

    chess960 = False
    if variant := tags.get("Variant"):
        name = re.sub(r"[\s_-]", "", variant.value).lower()
        chess960 = name in _CHESS960_VARIANTS
        if not chess960 and name not in _STANDARD_VARIANTS:
            raise fail(variant, f"unknown variant {quoted(variant.value)}; boardai reads standard chess and Chess960")
    set_up, fen = tags.get("SetUp"), tags.get("FEN")
    if set_up and set_up.value not in ("0", "1"):
        raise fail(set_up, f"SetUp must be 0 or 1, not {quoted(set_up.value)}")
    if set_up and set_up.value == "1" and not fen:
        raise fail(set_up, "SetUp is 1, but there is no FEN tag")
    if set_up and set_up.value == "0" and fen:
        raise fail(set_up, "SetUp is 0, but there is a FEN tag")
    if chess960 and variant and not fen:
        raise fail(variant, "a Chess960 game needs a FEN tag: its start position is not known")
    start = initial_state(chess960)
    if fen:
        try:
            start = start.from_string(" ".join(fen.value.split()))
        except ValueError as error:
            raise fail(fen, str(error)) from None
    headers = {name: tag.value for name, tag in tags.items()}
    return PgnGame(headers, start.to_string(), chess960=chess960, line=line)


def _take_over(game: PgnGame, comments: dict[int, str], glyphs: dict[int, tuple[int, ...]]) -> None:
    """Takes over comments on the game's own moves from a variation that repeats them, or has no moves."""
    for number in sorted({*comments, *glyphs}):
        annotated = game.moves[number - 1] if number else game
        annotated.comment = " ".join(filter(None, (annotated.comment, comments.get(number))))
        annotated.nags += tuple(glyph for glyph in glyphs.get(number, ()) if glyph not in annotated.nags)


def _result_by_rule(state: Any) -> str:
    return _RESULT_OF_OUTCOME[state.outcome(0)] if state.is_terminal() else "*"


# --- text ------------------------------------------------------------------------------------------------------


def _open_text(source: str | Path | IO[str] | IO[bytes], closing: contextlib.ExitStack) -> IO[str]:
    """The text of a path or stream; `closing` closes a file opened here."""
    if isinstance(source, str | Path):
        return cast(IO[str], closing.enter_context(user_text(closing.enter_context(open(source, "rb")))))
    if isinstance(source, io.TextIOBase) or isinstance(source.read(0), str):
        return cast(IO[str], source)
    return cast(IO[str], closing.enter_context(user_text(cast(IO[bytes], source))))


def write_games(games: Iterable[PgnGame], target: str | Path | IO[str]) -> int:
    """Writes games in the export format, a blank line after each.

    Args:
        games: any number; they are written as they come.
        target: path of a file, which is replaced, or an open text stream.

    Returns:
        How many games were written.

    Raises:
        ValueError: a game cannot be written in PGN; games before it are written.
    """
    count = 0
    with contextlib.ExitStack() as closing:
        if isinstance(target, str | Path):
            target = closing.enter_context(open(target, "w", encoding="utf-8", newline="\n"))
        for game in games:
            target.write(game.to_string() + "\n")
            count += 1
    return count
