"""Endgame tables in Syzygy's format, read by the `chess` package (`pip install 'boardai[chess]'`).

They are asked about the position on the board alone, not within a search. Where a clock runs they choose the move: of
those that keep the result, one that is nearest to a capture, pawn move or mate (or farthest from it for the side that
loses), so that a win is reached before the 50-move rule. An analysis gets the value of each move from them.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Collection
from pathlib import Path
from typing import Any

from boardai.basics.optional import optional_package
from boardai.basics.quoting import LONGEST_PATH, shortened
from boardai.games.chess.python_chess import action_to_move, to_board

BAD_TABLE = (OSError, ValueError, IndexError, AssertionError, struct.error)  # what reading a damaged file may raise

_WIN = 2  # as the tables count: 1 and -1 are won and lost, but drawn by the 50-move rule


class Tablebase:
    """Tables that are open.

    Args:
        path: their folder, or several with the system's separator between them.

    Raises:
        ValueError: no such folder, or no tables in it; or the `chess` package is missing.
    """

    def __init__(self, path: str) -> None:
        syzygy = optional_package("chess.syzygy", "chess", "chess")
        self._tables: Any = syzygy.Tablebase()
        found = 0
        for folder in filter(None, path.split(os.pathsep)):
            if not Path(folder).is_dir():
                raise ValueError(f"{shortened(folder, LONGEST_PATH)}: no such folder")
            found += self._tables.add_directory(folder)
        if not found:
            raise ValueError(f"{shortened(path, LONGEST_PATH)}: the folder has no Syzygy tables")
        self._missing = syzygy.MissingTableError

    def choose(self, state: Any, allowed: Collection[int]) -> int | None:
        """The best of these moves; None where a table is missing.

        Args:
            state: where.
            allowed: the moves that may be chosen.

        Raises:
            BAD_TABLE: a file is damaged.
        """
        board = to_board(state)
        moves = {action_to_move(state, action): action for action in sorted(allowed)}
        try:
            return None if board.castling_rights else moves[best_move(self._tables, board, list(moves))]
        except (self._missing, KeyError):
            return None

    def verdicts(self, state: Any) -> dict[int, int]:
        """What each legal move is worth for who makes it, as the tables count; {} where a table is missing.

        Args:
            state: where.

        Raises:
            BAD_TABLE: a file is damaged.
        """
        board = to_board(state)
        if board.castling_rights:
            return {}
        found = {}
        try:
            for action in state.legal_actions():
                board.push(action_to_move(state, action))
                found[int(action)] = verdict(self._tables, board)
                board.pop()
        except (self._missing, KeyError):
            return {}
        return found

    def close(self) -> None:
        """Closes the files."""
        self._tables.close()


def best_move(tables: Any, board: Any, moves: list[Any]) -> Any:
    """The move that keeps the best result; among those that win the nearest to progress, that lose the farthest.

    Args:
        tables: what answers `probe_wdl` and `probe_dtz`, as `syzygy.Tablebase` does.
        board: where.
        moves: legal ones, at least one; the first of equals is taken.

    Raises:
        KeyError: a table is missing.
    """
    ranks = []
    for move in moves:
        zeroing = board.is_zeroing(move)
        board.push(move)
        try:
            ranks.append(_rank(tables, board, zeroing))
        finally:
            board.pop()
    return moves[ranks.index(max(ranks))]


def _rank(tables: Any, board: Any, zeroing: bool) -> tuple[int, int]:
    """How good it is to have moved here: the result, then the plies to the next progress."""
    result = verdict(tables, board)
    if result == 0 or board.is_checkmate():
        return result, 0
    # A capture or pawn move is progress itself; else the opponent's plies to it and one more.
    plies = 1 if zeroing else abs(tables.probe_dtz(board)) + 1
    return result, -plies if result > 0 else plies


def verdict(tables: Any, board: Any) -> int:
    """What it is worth to have moved here: 2 won, -2 lost, 1 and -1 too but drawn by the 50-move rule, 0 drawn.

    Raises:
        KeyError: a table is missing.
    """
    return _WIN if board.is_checkmate() else -int(tables.probe_wdl(board))
