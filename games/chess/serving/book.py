"""Opening books in Polyglot's format, read by the `chess` package (`pip install 'boardai[chess]'`)."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

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
        try:
            import chess.polyglot
        except ImportError:
            raise ValueError("books need the chess package: pip install 'boardai[chess]'") from None
        place = shortened(path, LONGEST_PATH)
        try:
            self._reader: Any = chess.polyglot.open_reader(path)
        except (OSError, ValueError) as error:
            raise ValueError(f"{place}: {getattr(error, 'strerror', None) or error}") from None
        entries = len(self._reader)
        keys = [self._reader[number].key for number in (0, entries // 2, entries - 1)] if entries else []
        if not entries or keys != sorted(keys):
            self._reader.close()
            raise ValueError(f"{place}: no Polyglot book")

    def choose(self, state: Any, allowed: Collection[int], seed: int) -> int | None:
        """One of the book's moves, each as often as its weight says; None where it has none.

        Args:
            state: where.
            allowed: the moves that may be chosen.
            seed: of the choice.
        """
        board = to_board(state)
        found = {}
        for entry in self._reader.find_all(board):
            action = action_from_move(state, entry.move)
            if action in allowed and entry.weight > 0:
                found[action] = found.get(action, 0) + entry.weight
        if not found:
            return None
        return random.Random(seed).choices(list(found), list(found.values()))[0]

    def close(self) -> None:
        """Closes the file."""
        self._reader.close()
