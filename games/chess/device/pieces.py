"""The pieces and the squares they attack, always from the side to move: its first rank is the lowest."""

from __future__ import annotations

from functools import reduce
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from boardai.device.bitboards import Lines, both, either, joined, moved, without

Board = tuple[Any, ...]  # two words of uint32, of any equal shape

# Four lines, each in both directions: number 0 to 3 is right, ahead left, ahead, ahead right, or their opposites.
LINES = Lines(np.ones((8, 8), bool))
FULL: Board = (np.uint32(0xFFFFFFFF), np.uint32(0xFFFFFFFF))


def rank(number: int) -> Board:
    """A rank, 1 to 8."""
    words = [np.uint32(0), np.uint32(0)]
    words[(number - 1) // 4] = np.uint32(0xFF << (number - 1) % 4 * 8)
    return tuple(words)


def _files(kept: range) -> Board:
    word = np.uint32(sum(1 << file << 8 * row for file in kept for row in range(4)))
    return word, word


# The files from which a step of that many files to the right, or to the left where it is below 0, stays on the board.
STAYING: dict[int, Board] = {right: _files(range(max(0, -right), 8 - max(0, right))) for right in range(-2, 3)}
# A knight's leaps as files to the right and ranks ahead: clockwise, as policy planes have them.
LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


class Pieces(NamedTuple):
    """The pieces of N games, two words `[N]` a board.

    Attributes:
        pawns: of both sides, like all but the last two.
        knights: knights.
        diagonals: bishops and queens.
        straights: rooks and queens.
        kings: kings.
        own: all pieces of the side to move.
        other: all pieces of the opponent.
    """

    pawns: Board
    knights: Board
    diagonals: Board
    straights: Board
    kings: Board
    own: Board
    other: Board

    @property
    def occupied(self) -> Board:
        """Squares with a piece."""
        return either(self.own, self.other)

    @property
    def empty(self) -> Board:
        """Squares without."""
        return without(FULL, self.occupied)

    def turned(self) -> Pieces:
        """The same from the other side."""
        pawns, knights, diagonals, straights, kings, own, other = map(turned, self)
        return Pieces(pawns, knights, diagonals, straights, kings, other, own)


def pieces_of(fen: str) -> str:
    """The letters of the 64 squares of a FEN, a8 first, row by row; a full stop for an empty square."""
    rows = reduce(lambda text, digit: text.replace(digit, "." * int(digit)), "12345678", fen.split()[0])
    return rows.replace("/", "")


def turned(board: Board) -> Board:
    """The board seen from the other side: ranks in the opposite order."""
    return _swapped(board[1]), _swapped(board[0])


def _swapped(word: Any) -> Any:
    """The bytes of a word in the opposite order."""
    word = word << np.uint32(16) | word >> np.uint32(16)
    return (word & np.uint32(0x00FF00FF)) << np.uint32(8) | word >> np.uint32(8) & np.uint32(0x00FF00FF)


def stepped(board: Board, right: int, ahead: int) -> Board:
    """Every square moved by files and ranks, at most two files; what would leave the board is gone."""
    return moved(both(board, STAYING[right]), right + 8 * ahead)


def leaps(board: Board) -> Board:
    """The squares a knight's leap away."""
    return reduce(either, [stepped(board, right, ahead) for right, ahead in LEAPS])


def neighbours(board: Board) -> Board:
    """The squares a king's step away."""
    row = either(board, either(stepped(board, 1, 0), stepped(board, -1, 0)))
    return without(either(row, either(moved(row, 8), moved(row, -8))), board)


def by_line(straights: Board, diagonals: Board) -> Board:
    """The pieces that move along each of the four lines: words `[4, N]`."""
    return tuple(jnp.stack([s, d, s, d], -2) for s, d in zip(straights, diagonals, strict=True))


def attacked(pieces: Pieces) -> Board:
    """The squares attacked by the opponent, also through the mover's king, which cannot flee along a line."""
    theirs = pieces.other
    through = either(pieces.empty, both(pieces.kings, pieces.own))
    pawns = both(pieces.pawns, theirs)
    found = [
        stepped(pawns, 1, -1),
        stepped(pawns, -1, -1),
        leaps(both(pieces.knights, theirs)),
        neighbours(both(pieces.kings, theirs)),
    ]
    sliders = by_line(both(pieces.straights, theirs), both(pieces.diagonals, theirs))
    for up in (1, -1):
        ends = LINES.step(either(sliders, LINES.runs(sliders, through, up)), up)
        found.append(joined(ends))
    return reduce(either, found)
