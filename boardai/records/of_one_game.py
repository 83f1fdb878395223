"""A database about one game: opened only for that game, closed by hand or at the end of a `with`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Self

from boardai.basics.databases import Database
from boardai.basics.quoting import one_line, shortened
from boardai.game import Game, as_game, game_text
from boardai.records.formats import is_same_game


class DatabaseOfGame:
    """What files of games and of solved positions share.

    Args:
        path: of the file.
        game: loaded, or its spec.
        kind: as `Database`.
        schema: as `Database`.
        holds: description of the contents, for error messages.
        create: make the file if it does not exist.
        is_same: whether a spec's game is this one.

    Raises:
        ValueError: there is no such file, it holds something else, or is of another game.
    """

    def __init__(
        self,
        path: str | Path,
        game: Game | str,
        kind: str,
        schema: str,
        holds: str,
        create: bool,
        is_same: Callable[[str, Game], bool] = is_same_game,
    ) -> None:
        self.game = as_game(game)
        self._database = Database(path, kind, schema, {"game": game_text(self.game)}, create)
        self.path = self._database.path
        try:
            of = self._database.fact("game")
            if not is_same(of, self.game):
                raise ValueError(f"{path}: {holds} of {shortened(one_line(of))}, not of {self.game.spec}")
        except BaseException:
            self._database.close()
            raise

    def close(self) -> None:
        """Closes the file."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
