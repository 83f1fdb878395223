"""Opening books in Polyglot's format, read by the `chess` package (`pip install 'boardai[chess]'`).

A position's key there has the file of an en passant square wherever a pawn stands next to the one that has just moved
two squares, whether or not it may capture. A state knows legal captures alone, so the square that was passed is given
alongside it (`passed_square`).

Format: Michel Van den Bergh, "The PolyGlot book format" (http://hgm.nubati.net/book_format.html).
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from typing import Any

from boardai.basics.optional import optional_package
from boardai.basics.quoting import LONGEST_PATH, shortened
from boardai.games.chess.python_chess import action_from_move, to_board


class Book:
    """A book that is open.

    Args:
        path: of the file, usually `*.bin`.

    Raises:
        ValueError: it cannot be read, or is no book; or the `chess` package is missing.
    """

    def __init__(self, path: str) -> None:
        polyglot = optional_package("chess.polyglot", "chess", "chess")
        self._place = place = shortened(path, LONGEST_PATH)
        try:
            self._reader: Any = polyglot.open_reader(path)
        except (OSError, ValueError) as error:
            raise ValueError(f"{place}: {getattr(error, 'strerror', None) or error}") from None
        entries = len(self._reader)
        keys = [self._reader[number].key for number in (0, entries // 2, entries - 1)] if entries else []
        if not entries or keys != sorted(keys):
            self._reader.close()
            raise ValueError(f"{place}: not a Polyglot book")

    def choose(self, state: Any, allowed: Collection[int], seed: int, passed: str = "") -> int | None:
        """One of the book's moves, each as often as its weight says; None where it has none.

        Args:
            state: where.
            allowed: the moves that may be chosen.
            seed: of the choice.
            passed: see `passed_square`.

        Raises:
            ValueError: the file is damaged: it has a move here that is none.
        """
        found: dict[int, int] = {}
        for entry in self._reader.find_all(polyglot_key(state, passed)):
            try:
                action = action_from_move(state, entry.move)
            except (ValueError, IndexError):
                raise ValueError(f"{self._place}: move {entry.raw_move:#06x} is not a move in this position") from None
            if action in allowed and entry.weight > 0:
                found[action] = found.get(action, 0) + entry.weight
        if not found:
            return None
        return random.Random(seed).choices(list(found), list(found.values()))[0]

    def close(self) -> None:
        """Closes the file."""
        self._reader.close()


def passed_square(fen: str, moves: Sequence[str]) -> str:
    """The square that the last move has passed by two steps forward, if a pawn made it; "" for any other move.

    >>> from boardai.games.chess.serving.book import passed_square
    >>> passed_square("", ["g1f3", "d7d5"]), passed_square("", ["g1f3"])
    ('d6', '')

    Args:
        fen: of the position before the moves; "": the game's start.
        moves: in coordinates, made since.
    """
    if not moves:
        fields = fen.split()
        return fields[3] if len(fields) > 3 and fields[3] != "-" else ""
    start, end = moves[-1][:2], moves[-1][2:4]
    middle = {("2", "4"): "3", ("7", "5"): "6"}.get((start[1:], end[1:]), "")
    return start[0] + middle if middle and start[0] == end[0] else ""


def polyglot_key(state: Any, passed: str = "") -> int:
    """The key that Polyglot's format gives a position.

    Args:
        state: of chess.
        passed: see `passed_square`; whether a pawn did is looked up.
    """
    import chess
    import chess.polyglot

    board = to_board(state)
    if passed:
        square = chess.parse_square(passed)
        pawn = square + (-8 if board.turn == chess.WHITE else 8)
        if board.piece_at(pawn) == chess.Piece(chess.PAWN, not board.turn):
            board.ep_square = square
    return chess.polyglot.zobrist_hash(board)
