"""Moves as SGF files and HTP sessions write them.

A cell is a letter (column) and a number (row), as in boardai's own action text, in either case. A swap is written in
one of two ways that mean the same play. `swap-sides`: the players exchange colours and the stone stays where it is,
as in boardai. `swap-pieces`: the players keep their colours and the stone becomes white on the mirrored cell; from
then on the record shows boardai's board mirrored across the long diagonal, with the colours exchanged. Little Golem
writes cells as two letters, `ah` for a8, and `swap` for a swap of the pieces.
"""

from __future__ import annotations

import re
from typing import Any, Literal

from boardai.basics.quoting import quoted

SwapText = Literal["swap-sides", "swap-pieces"]
SWAP_TEXTS = ("swap-sides", "swap-pieces")


class MoveText:
    """Translates the moves of one game, which it follows move by move.

    Attributes:
        swap: how a swap is written, and after a swap has been read how it was written.
        letters: whether moves are read as Little Golem writes them.
        mirrored: whether the record now shows the board mirrored.
    """

    def __init__(self, swap: SwapText = "swap-sides", letters: bool = False) -> None:
        """At the start of a game.

        Args:
            swap: form in which `write` writes a swap.
            letters: whether `read` gets moves as Little Golem writes them.

        Raises:
            ValueError: it is neither of the two forms.
        """
        if swap not in SWAP_TEXTS:
            raise ValueError(f"swap must be swap-sides or swap-pieces, not {quoted(swap)}")
        self.swap: SwapText = swap
        self.letters = letters
        self.mirrored = False

    def colour_to_move(self, state: Any) -> int:
        """The colour the record gives to the next move: 0 = black, 1 = white."""
        return int(state.colour_to_move()) ^ int(self.mirrored)

    def read(self, state: Any, text: str) -> int:
        """The legal action that a move's text means in `state`, which is to be applied next.

        Raises:
            ValueError: the text is not a move; the message quotes it.
        """
        move = text.strip().lower()
        if self.letters:
            if move != "swap" and not re.fullmatch("[a-s]{2}", move):
                raise ValueError(f"move {quoted(text)}: expected two letters, as in ah, or swap")
            move = "swap-pieces" if move == "swap" else f"{move[0]}{ord(move[1]) - ord('a') + 1}"
        if move in SWAP_TEXTS:
            action = state.action_from_string("swap")
            if move == "swap-pieces":
                self._require_square(state)
            self.swap = "swap-pieces" if move == "swap-pieces" else "swap-sides"
            self.mirrored = move == "swap-pieces"
            return action
        if move == "swap":
            raise ValueError(f"move {quoted(text)}: write swap-sides or swap-pieces")
        if not self.mirrored:
            return state.action_from_string(move)
        cell = re.fullmatch("([a-s])([1-9][0-9]?)", move)
        if cell is None or int(cell[2]) > state.rows():
            raise ValueError(f"move {quoted(text)}: expected a cell of this board, as in a1")
        try:
            return state.action_from_string(_mirrored(move))
        except ValueError as error:
            raise ValueError(f"move {quoted(text)} (mirrored since swap-pieces): {error}") from None

    def write(self, state: Any, action: int) -> str:
        """The text of a legal action of `state`, which is to be applied next.

        Raises:
            ValueError: the action is not legal, or `swap-pieces` is asked for on a board that is no rhombus.
        """
        move = state.action_to_string(action)
        if move == "swap":
            if self.swap == "swap-pieces":
                self._require_square(state)
                self.mirrored = True
            return self.swap
        return self.cell(move)

    def own_cell(self, text: str, rows: int, columns: int) -> str:
        """The cell of boardai's board, as in `a1`, that a record names now, as in `a1` or, in two letters, `aa`.

        Args:
            text: the cell's, in either case.
            rows: of the board.
            columns: of the board.

        Raises:
            ValueError: it is no cell of this board.
        """
        cell = text.strip().lower()
        if re.fullmatch("[a-s]{2}", cell):
            cell = f"{cell[0]}{ord(cell[1]) - ord('a') + 1}"
        found = re.fullmatch("([a-s])([1-9][0-9]?)", cell, re.ASCII)
        if found is None or ord(found[1]) - ord("a") >= columns or int(found[2]) > rows:
            raise ValueError(f"cell {quoted(text)}: expected a cell of this board, as in a1")
        return self.cell(cell)

    def cell(self, own: str) -> str:
        """How a record names a cell of boardai's board now, `a1` for example."""
        return _mirrored(own) if self.mirrored else own

    @staticmethod
    def _require_square(state: Any) -> None:
        if state.rows() != state.columns():
            raise ValueError("swap-pieces mirrors the board, so it needs as many rows as columns; use swap-sides")


def _mirrored(cell: str) -> str:
    return f"{chr(ord('a') + int(cell[1:]) - 1)}{ord(cell[0]) - ord('a') + 1}"
