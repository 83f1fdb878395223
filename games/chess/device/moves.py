"""Legal moves as 73 boards: for each policy plane the squares from which its move is legal.

A piece other than the king may move to the squares of `Restraints.targets`, a pinned one only along its line; the king
to squares that the opponent does not attack. All sliding pieces of a line move together by single squares: what arrives
after k squares came from k squares back, so no piece has to be examined by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from boardai.device.bitboards import both, count, either, is_any, joined, moved, where, without
from boardai.games.chess.device.pieces import (
    FULL,
    LEAPS,
    LINES,
    Board,
    Pieces,
    attacked,
    by_line,
    leaps,
    rank,
    stepped,
)

PLANES = 73
# Directions of policy planes, clockwise from ahead: whether the square number grows, the line, files and ranks.
DIRECTIONS = (
    (1, 2, (0, 1)), (1, 3, (1, 1)), (1, 0, (1, 0)), (-1, 1, (1, -1)),
    (-1, 2, (0, -1)), (-1, 3, (-1, -1)), (-1, 0, (-1, 0)), (1, 1, (-1, 1)),
)  # fmt: skip
_AHEAD, _AHEAD_RIGHT, _RIGHT, _LEFT, _AHEAD_LEFT = 0, 7, 14, 42, 49  # first planes of these directions
_LEAP_PLANES, _UNDERPROMOTIONS = 56, 64


class Castling(NamedTuple):
    """One way to castle, in squares of the first rank, a1 being 0.

    Attributes:
        king: square of the king.
        rook: square of the rook.
        king_to: new square of the king.
        rook_to: new square of the rook.
    """

    king: int
    rook: int
    king_to: int
    rook_to: int

    @property
    def empty(self) -> int:
        """The squares, as bits, that must be empty except for these two pieces."""
        ways = self._between(self.king, self.king_to) | self._between(self.rook, self.rook_to)
        return ways & ~(1 << self.king | 1 << self.rook)

    @property
    def safe(self) -> int:
        """The squares, as bits, that must not be attacked."""
        return self._between(self.king, self.king_to)

    def plane(self, chess960: bool) -> int:
        """Its policy plane: the king's move, or in Chess960 king takes rook."""
        by = (self.rook if chess960 else self.king_to) - self.king
        return (_RIGHT if by > 0 else _LEFT) + abs(by) - 1

    @staticmethod
    def _between(begin: int, end: int) -> int:
        return sum(1 << square for square in range(min(begin, end), max(begin, end) + 1))


class Restraints(NamedTuple):
    """What binds the side to move.

    Attributes:
        targets: allowed squares of pieces other than the king: no own pieces, and in check only those that end it.
        free: pieces that are not pinned, or pinned along that line: two words `[4, N]`.
        unpinned: pieces that are not pinned at all.
        attacked: squares the king may not go to.
        leapers: opposing knights and pawns that give check.
        is_check: whether the king is attacked, bool `[N]`.
    """

    targets: Board
    free: Board
    unpinned: Board
    attacked: Board
    leapers: Board
    is_check: jax.Array


def restraints(pieces: Pieces) -> Restraints:
    """Looks along all lines from the king: first for what checks, then for what pins."""
    own, other, empty = pieces.own, pieces.other, pieces.empty
    king = both(pieces.kings, own)
    sliders = by_line(both(pieces.straights, other), both(pieces.diagonals, other))
    pawns_ahead = either(stepped(king, 1, 1), stepped(king, -1, 1))
    leapers = either(both(leaps(king), both(pieces.knights, other)), both(pawns_ahead, both(pieces.pawns, other)))
    checkers, ways, pinned = leapers, (0, 0), (0, 0)
    for up in (1, -1):
        reach = LINES.runs(king, empty, up)
        met = LINES.step(either(king, reach), up)
        checking = both(met, sliders)
        checkers = either(checkers, joined(checking))
        ways = either(ways, joined(where(is_any(checking), reach)))
        shield = both(met, own)
        beyond = LINES.step(either(shield, LINES.runs(shield, empty, up)), up)
        pinned = either(pinned, where(is_any(both(beyond, sliders)), shield))
    number = count(checkers)
    ends_check = tuple(
        jnp.where(number == 1, way | checker, jnp.uint32(0)) for way, checker in zip(ways, checkers, strict=True)
    )
    targets = without(tuple(jnp.where(number == 0, word, end) for word, end in zip(FULL, ends_check, strict=True)), own)
    unpinned = without(FULL, joined(pinned))
    return Restraints(targets, either(unpinned, pinned), unpinned, attacked(pieces), leapers, number > 0)


def legal_moves(
    pieces: Pieces,
    bound: Restraints,
    en_passant: Board,
    castlings: Sequence[tuple[Castling, jax.Array]],
    chess960: bool,
) -> tuple[list[Board], Board]:
    """All legal moves.

    Args:
        pieces: their squares.
        bound: of `restraints`.
        en_passant: the square a pawn has just passed, if one has.
        castlings: ways to castle, each with the games that have the right to it.
        chess960: castling is king takes rook.

    Returns:
        For each plane the squares moves begin at; and of the pawns those that can capture en passant.
    """
    planes: list[Board] = [(jnp.uint32(0), jnp.uint32(0))] * PLANES

    def add(plane: int, board: Board) -> None:
        planes[plane] = either(planes[plane], board)

    own, empty = pieces.own, pieces.empty
    king = both(pieces.kings, own)
    sliders = both(by_line(both(pieces.straights, own), both(pieces.diagonals, own)), bound.free)
    for up in (1, -1):
        numbers = [(number, line) for number, (way, line, _) in enumerate(DIRECTIONS) if way == up]
        steps = without(LINES.step(king, up), either(own, bound.attacked))
        front = sliders
        for distance in range(1, 8):
            front = LINES.step(front, up)
            arrived = both(front, bound.targets)
            for number, line in numbers:
                right, ahead = DIRECTIONS[number][2]
                add(7 * number + distance - 1, moved(_line(arrived, line), -distance * (right + 8 * ahead)))
            front = both(front, empty)
        for number, line in numbers:
            add(7 * number, where(is_any(_line(steps, line)), king))
    knights = both(both(pieces.knights, own), bound.unpinned)
    for number, (right, ahead) in enumerate(LEAPS):
        arrived = both(stepped(knights, right, ahead), bound.targets)
        planes[_LEAP_PLANES + number] = moved(arrived, -(right + 8 * ahead))

    pawns = both(pieces.pawns, own)
    once = both(moved(both(pawns, _line(bound.free, 2)), 8), empty)
    twice = both(both(moved(both(once, rank(3)), 8), empty), bound.targets)
    add(_AHEAD + 1, moved(twice, -16))
    enemies = both(pieces.other, bound.targets)
    arrivals = (
        (_AHEAD_LEFT, 7, both(stepped(both(pawns, _line(bound.free, 1)), -1, 1), enemies)),
        (_AHEAD, 8, both(once, bound.targets)),
        (_AHEAD_RIGHT, 9, both(stepped(both(pawns, _line(bound.free, 3)), 1, 1), enemies)),
    )
    for file, (plane, by, arrived) in enumerate(arrivals):
        add(plane, moved(arrived, -by))
        promoting = moved(both(arrived, rank(8)), -by)
        for piece in range(3):
            planes[_UNDERPROMOTIONS + 3 * file + piece] = promoting
    left, right = _en_passant(pieces, bound, en_passant)
    add(_AHEAD_LEFT, left)
    add(_AHEAD_RIGHT, right)
    for castling, right_to in castlings:
        add(castling.plane(chess960), where(_can_castle(pieces, bound, castling, right_to, chess960), king))
    return planes, either(left, right)


def _line(board: Board, line: int) -> Board:
    return tuple(word[line] for word in board)


def _en_passant(pieces: Pieces, bound: Restraints, square: Board) -> tuple[Board, Board]:
    """The pawns that can capture to the left and to the right, en passant: the board after it is examined."""
    pawns = both(pieces.pawns, pieces.own)
    takers = both(stepped(square, 1, -1), pawns), both(stepped(square, -1, -1), pawns)
    victim = moved(square, -8)
    # Both captures along an axis of their own: words [2, 1, N] next to lines [4, N].
    taker = tuple(jnp.stack(words)[:, None] for words in zip(*takers, strict=True))
    occupied = either(without(pieces.occupied, either(taker, victim)), square)
    king = both(pieces.kings, pieces.own)
    sliders = by_line(both(pieces.straights, pieces.other), both(pieces.diagonals, pieces.other))
    attacks: list[Any] = []
    for up in (1, -1):
        reach = LINES.runs(king, without(FULL, occupied), up)
        attacks.append(joined(both(LINES.step(either(king, reach), up), sliders)))
    exposed = is_any(reduce(either, attacks)) | is_any(without(bound.leapers, victim))
    return where(~exposed[0], takers[0]), where(~exposed[1], takers[1])


def _can_castle(pieces: Pieces, bound: Restraints, castling: Castling, right: jax.Array, chess960: bool) -> jax.Array:
    blocked = pieces.occupied[0] & np.uint32(castling.empty) | bound.attacked[0] & np.uint32(castling.safe)
    can = right & (blocked == 0)
    if not chess960:
        return can
    # The rook may be all that shields the king from a rook at the side.
    gone = np.uint32(1 << castling.king | 1 << castling.rook)
    first = pieces.occupied[0] & ~gone | np.uint32(1 << castling.rook_to)
    occupied = first, jnp.zeros_like(first)  # of the upper half nothing matters
    king = jnp.full_like(first, 1 << castling.king_to), jnp.zeros_like(first)
    rows = both(pieces.straights, pieces.other)
    for up in (1, -1):
        reach = LINES.runs(king, without(FULL, occupied), up)
        can &= ~is_any(both(_line(LINES.step(either(king, reach), up), 0), rows))
    return can
