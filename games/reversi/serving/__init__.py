"""Reversi as engines speak it: GTP, as Quarry and GRhino use it, and NBoard's own protocol."""

from __future__ import annotations

from boardai.engine.gtp import GtpServer, Refused
from boardai.engine.server import command
from boardai.engine.uci import UciServer
from boardai.game import Game, load
from boardai.games.reversi import available_boards
from boardai.games.reversi.serving.nboard import NBoardServer

_NAMES = ("Othello", "Reversi")  # the first is Quarry's


class ReversiServer(GtpServer):
    """An agent behind GTP. Forced passes may be played or left out."""

    # Quarry asks for the game of an engine; without an answer it assumes Go.
    @command("list_games")
    def _list_games(self, words: list[str]) -> str:
        return _NAMES[0]

    @command("set_game")
    def _set_game(self, words: list[str]) -> str:
        if len(words) != 1 or words[0].lower() not in map(str.lower, _NAMES):
            raise Refused("unsupported game")
        return self._clear_board([])

    def resized(self, rows: int, columns: int) -> Game:
        """Reversi on the square board of that size.

        Raises:
            ValueError: it is not a board's size.
        """
        name = f"{columns}x{rows}"
        if name == self._name():
            return self.player.game
        if name not in available_boards():
            raise Refused("unacceptable size")
        return load("reversi", board=name)

    def score(self) -> str:
        """Whose discs are more, and by how many; also while the game continues."""
        margin = int(self.state.score(0))
        return "0" if margin == 0 else f"B+{margin}" if margin > 0 else f"W+{-margin}"

    def _name(self) -> str:
        """The board's size, if it is a rectangle."""
        lines = self.player.game.initial_state().board_cells().splitlines()
        return f"{len(lines[0])}x{len(lines)}" if len({len(line) for line in lines}) == 1 else ""


PROTOCOLS = {"gtp": ReversiServer, "nboard": NBoardServer, "uci": UciServer}
