"""Default games of records that name none, by the size of the board; each is loaded once."""

from __future__ import annotations

import functools

from boardai.game import Game, load


@functools.lru_cache(64)
def game_on(rows: int, columns: int, swap: bool) -> Game:
    """Hex on a board of that size.

    Args:
        rows: of the board.
        columns: of the board.
        swap: whether it has the swap rule.

    Raises:
        ValueError: there is no such board.
    """
    size = {"size": rows} if rows == columns else {"rows": rows, "cols": columns}
    return load("hex", **size, swap=swap)
