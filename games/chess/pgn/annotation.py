"""Comments and glyphs of a move, and omissions, while PGN text is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardai.games.chess.pgn.tokens import LONGEST_COMMENT, MOST_GLYPHS, MOST_MARKS, PgnError, Token

if TYPE_CHECKING:
    from boardai.games.chess.pgn.reader import PgnGame, PgnMove


class LeftOut:
    """The marks of a game that are left out, which its problems report: each once, and not too many."""

    def __init__(self, problems: list[PgnError]) -> None:
        self._problems, self._marks = problems, set[str]()

    def add(self, mark: str, line: int, column: int) -> None:
        """A mark that is written so."""
        if mark not in self._marks and len(self._marks) < MOST_MARKS:
            self._marks.add(mark)
            self._problems.append(PgnError(line, column, f"left out: {mark}, which is no move and no known sign"))


class Annotation:
    """Glyphs and comments after one move, or before the first, while they are read."""

    def __init__(self) -> None:
        self._nags: list[int] = []
        self._comments: list[str] = []
        self._clear()

    def _clear(self) -> None:
        self.there = False
        self._nags.clear()
        self._comments.clear()
        self._length = 0

    def glyph(self, token: Token) -> None:
        """Adds a glyph.

        Raises:
            PgnError: there are too many.
        """
        _, number, line, column = token
        if len(self._nags) >= MOST_GLYPHS:
            raise PgnError(line, column, f"more than {MOST_GLYPHS:,} glyphs after one move")
        self._nags.append(number)
        self.there = True

    def comment(self, token: Token) -> None:
        """Adds a comment.

        Raises:
            PgnError: they are too long together.
        """
        _, text, line, column = token
        self._length += len(text) + 1
        if self._length > LONGEST_COMMENT + 1:
            raise PgnError(line, column, f"comments of more than {LONGEST_COMMENT:,} characters after one move")
        if text:
            self._comments.append(text)
            self.there = True

    def give_to(self, annotated: PgnGame | PgnMove) -> None:
        """Attaches all comments and glyphs so far to this move or game, and starts again."""
        annotated.comment, annotated.nags = self.take()

    def take(self) -> tuple[str, tuple[int, ...]]:
        """Returns the comment and the glyphs so far, and starts again."""
        found = " ".join(self._comments), tuple(self._nags)
        self._clear()
        return found
