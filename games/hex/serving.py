"""Hex as engines speak it: HTP, the Hex Text Protocol of HexGui and twogtp, which is GTP with Hex's own moves.

Black joins top and bottom and moves first. A swap is answered and understood in both of its forms (notation.py): after
`swap-pieces` cells are mirrored and black moves, after `swap-sides` the stone stays and white moves.

Protocol: the manuals of HexGui and Benzene (https://benzene.sourceforge.net/), after GTP version 2. Of what Benzene
asks of every Hex engine `exec` and `gogui-interrupt` are missing: a file of commands, and a comment that ends a search.
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

from boardai.command_line import file_error
from boardai.engine.gtp import GtpServer, Refused, colour_of, whole
from boardai.engine.player import EnginePlayer
from boardai.engine.server import Console, command
from boardai.engine.uci import UciServer
from boardai.game import Game, load
from boardai.games.hex.formats.notation import MoveText, SwapText
from boardai.games.hex.game_files import position_of
from boardai.protocols.gtp import COLOURS
from boardai.records import read_games
from boardai.search.results.result import SearchResult


class HexServer(GtpServer):
    """An agent behind HTP.

    Args:
        player: the agent; a game without the swap rule gets it by `param_game allow_swap 1`.
        console: the program that talks to it.
    """

    def __init__(self, player: EnginePlayer, console: Console) -> None:
        self._swap: SwapText = "swap-pieces"  # what HexGui and twogtp expect
        super().__init__(player, console)

    def notation(self) -> MoveText:
        """Moves as HTP writes them; on a board that is no rhombus nothing can be mirrored."""
        start = self.player.game.initial_state()
        return MoveText(self._swap if start.rows() == start.columns() else "swap-sides")

    def resized(self, rows: int, columns: int) -> Game:
        """Hex on a board of that size.

        Raises:
            ValueError: it is beyond those there are.
        """
        return self._loaded({"rows": rows, "cols": columns})

    def board(self) -> str:
        """The position; after `swap-pieces` mirrored, as the other program sees it."""
        if not self.is_mirrored:
            return super().board()
        return "\n".join(f"{COLOURS[colour]}: {' '.join(cells)}" for colour, cells in enumerate(self._stones()))

    def score(self) -> str:
        """The colour that has won, as the other program sees it; players may have exchanged theirs.

        Raises:
            ValueError: the game continues.
        """
        if not self.state.is_terminal():
            return super().score()
        winner = 0 if self.state.outcome(0) > 0 else 1
        return "BW"[self.state.colour_of(winner) ^ int(self.is_mirrored)] + "+"

    @property
    def is_mirrored(self) -> bool:
        """Whether the other program sees the board mirrored: its stones were swapped."""
        notation = self._notation
        assert isinstance(notation, MoveText)
        return notation.mirrored

    def _loaded(self, size: dict[str, Any] | None = None, swap: bool | None = None) -> Game:
        kept = {key: value for key, value in self.player.game.params.items() if key in ("view", "edges")}
        start = self.player.game.initial_state()
        extent = size or {"rows": start.rows(), "cols": start.columns()}
        return load("hex", **extent, **kept, swap=start.swap_rule() if swap is None else swap)

    @command("param_game")
    def _param_game(self, words: list[str]) -> str:
        """The one parameter of the rules; without arguments, what it is."""
        if not words:
            return f"[bool] allow_swap {int(self.player.game.initial_state().swap_rule())}"
        if len(words) != 2 or words[0] != "allow_swap" or words[1] not in ("0", "1"):
            raise Refused("expected param_game allow_swap 0, or 1")
        self.player.play(self._loaded(swap=words[1] == "1"))
        return self._clear_board([])

    @command("loadsgf")
    def _loadsgf(self, words: list[str]) -> str:
        """The first game of a file, up to the move of a number; whose turn it is then, the moves say."""
        if len(words) not in (1, 2):
            raise Refused("expected loadsgf FILE, or FILE and the number of a move")
        most = None if len(words) == 1 else max(whole(words[1]) - 1, 0)
        try:
            one = next(read_games(Path(words[0]), format=".sgf"), None)
        except OSError as error:
            raise Refused(file_error(error)) from None
        if one is None:
            raise Refused(f"{words[0]}: the file has no game")
        swap = bool(one.start.swap_rule() or self.player.game.initial_state().swap_rule())
        game = self._loaded({"rows": one.start.rows(), "cols": one.start.columns()}, swap)
        self.player.play(game)
        self._begin(position_of(game, one.start.to_string()))
        for action in one.actions[:most]:
            self.follow(action)
        return ""

    @command("all_legal_moves")
    def _all_moves(self, words: list[str]) -> str:
        state = self.state
        return " ".join(self._notation.write(state, action) for action in state.legal_actions())

    @command("board_id")
    def _board_id(self, words: list[str]) -> str:
        return f"{self.state.hash():016x}"

    @command("hex-shortest_connection")
    def _shortest_connection(self, words: list[str]) -> str:
        """The cells of a shortest connection of a colour."""
        if len(words) != 1:
            raise Refused("expected black or white")
        state = self.state
        colour = colour_of(words[0]) ^ int(self.is_mirrored)
        player = 0 if state.colour_of(0) == colour else 1
        return " ".join(
            self._cell(cell // state.columns(), cell % state.columns()) for cell in state.shortest_path(player)
        )

    @command("hex-expected_line")
    def _expected_cells(self, words: list[str]) -> None:
        """The cells of the moves expected, up to a swap."""

        def formatted(result: SearchResult) -> str:
            moves = (move for _, move in self.expected(result))
            return " ".join(itertools.takewhile(lambda move: not move.startswith("swap"), moves))

        self.analysis(words, formatted)

    def _stones(self) -> list[list[str]]:
        """The cells with a stone, of black and of white, as the other program sees them."""
        state, found = self.state, [[], []]  # type: ignore[var-annotated]
        for row in range(state.rows()):
            for column in range(state.columns()):
                colour = state.stone_at(row, column)
                if colour >= 0:
                    found[colour ^ int(self.is_mirrored)].append(self._cell(row, column))
        return found

    def _cell(self, row: int, column: int) -> str:
        if self.is_mirrored:
            row, column = column, row
        return f"{chr(ord('a') + column)}{row + 1}"

    @command("hexgui-analyze_commands")
    def _analyze_commands(self, words: list[str]) -> str:
        """As HexGui has them: an expected line is cells alone, in turn from the player to move."""
        shared = super()._analyze_commands(words).splitlines()
        lines = [line if "boardai-line" not in line else "var/Expected Line/hex-expected_line" for line in shared]
        return "\n".join([*lines, "plist/Shortest Connection/hex-shortest_connection %c"])


PROTOCOLS = {"htp": HexServer, "uci": UciServer}
