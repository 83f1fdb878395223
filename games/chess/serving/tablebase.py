"""Endgame tables in Syzygy's format, read by the `chess` package (`pip install 'boardai[chess]'`).

They are asked about the position on the board alone, not within a search: of the moves that keep its result, one that
is nearest to a capture, pawn move or mate (or farthest from it for the side that loses), so that a win is reached
before the 50-move rule.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path
from typing import Any

from boardai.games.chess.python_chess import action_to_move, to_board
from boardai.quoting import LONGEST_PATH, shortened


class Tablebase:
    """Tables that are open.

    Args:
        path: their folder, or several with the system's separator between them.

    Raises:
        ValueError: no such folder, or no tables in it; or the `chess` package is missing.
    """

    def __init__(self, path: str) -> None:
        try:
            import chess.syzygy
        except ImportError:
            raise ValueError("endgame tables need the chess package: pip install 'boardai[chess]'") from None
        self._tables: Any = chess.syzygy.Tablebase()
        found = 0
        for folder in filter(None, path.split(os.pathsep)):
            if not Path(folder).is_dir():
                raise ValueError(f"{shortened(folder, LONGEST_PATH)}: no such folder")
            found += self._tables.add_directory(folder)
        if not found:
            raise ValueError(f"{shortened(path, LONGEST_PATH)}: no Syzygy tables in it")
        self._missing = chess.syzygy.MissingTableError

    def choose(self, state: Any, allowed: Collection[int]) -> int | None:
        """The best of these moves; None where a table is missing.

        Args:
            state: where.
            allowed: the moves that may be chosen.
        """
        board = to_board(state)
        if board.castling_rights:
            return None
        ranks: dict[int, tuple[int, int]] = {}
        try:
            for action in allowed:
                move = action_to_move(state, action)
                zeroing = board.is_zeroing(move)
                board.push(move)
                ranks[action] = self._rank(board, zeroing)
                board.pop()
        except (self._missing, KeyError):
            return None
        return max(sorted(ranks), key=lambda action: ranks[action])

    def _rank(self, board: Any, zeroing: bool) -> tuple[int, int]:
        """How good it is to have moved here: the result, then how near (or, of a loss, how far) its proof is."""
        if board.is_checkmate():
            return 2, 1_000
        result = -self._tables.probe_wdl(board)
        if result == 0:
            return 0, 0
        if zeroing:
            return result, 999 if result > 0 else -1
        distance = abs(self._tables.probe_dtz(board)) + 1
        return result, 999 - distance if result > 0 else distance

    def close(self) -> None:
        """Closes the files."""
        self._tables.close()
