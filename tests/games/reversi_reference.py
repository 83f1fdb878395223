"""Reversi written slowly, straight from the rules: dictionaries and loops, no bits. The oracle for every shape.

Rules: the side to move places a disc on an empty cell so that it brackets one or more of the opponent's discs in at
least one of eight directions, without gaps; all bracketed discs turn. Who can place nothing passes; when neither
side can place, the game is over and the side with more discs has won. Cells outside the shape do not exist.
"""

from __future__ import annotations

from dataclasses import dataclass

import hypothesis.strategies as st

EIGHT = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]


@dataclass
class Reference:
    """A position: cells that exist map to '-', 'X' or 'O'."""

    height: int
    width: int
    cells: dict[tuple[int, int], str]
    mover: str

    @classmethod
    def from_board_file(cls, text: str) -> Reference:
        header, _, grid = text.partition("\n\n")
        rows = grid.split("\n")
        rows = rows[: len(rows) - 1] if rows[-1] == "" else rows
        cells = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row) if mark != "#"}
        return cls(len(rows), len(rows[0]), cells, "O" if "to move: light" in header else "X")

    @property
    def other(self) -> str:
        return "O" if self.mover == "X" else "X"

    def turned(self, cell: tuple[int, int], mover: str) -> list[tuple[int, int]]:
        """The discs that turn when `mover` places a disc on a cell; none if that is no move."""
        if self.cells.get(cell) != "-":
            return []
        opponent = "O" if mover == "X" else "X"
        turned = []
        for down, right in EIGHT:
            line = []
            row, column = cell[0] + down, cell[1] + right
            while self.cells.get((row, column)) == opponent:
                line.append((row, column))
                row, column = row + down, column + right
            if self.cells.get((row, column)) == mover:
                turned += line
        return turned

    def placements(self, mover: str) -> list[tuple[int, int]]:
        return [cell for cell in sorted(self.cells) if self.turned(cell, mover)]

    def legal_moves(self) -> list[str]:
        """Moves in the contract's text, in the order of cells."""
        own = self.placements(self.mover)
        if own:
            return [chr(ord("a") + column) + str(row + 1) for row, column in own]
        return ["pass"] if self.placements(self.other) else []

    def play(self, move: str) -> None:
        if move != "pass":
            cell = (int(move[1:]) - 1, ord(move[0]) - ord("a"))
            for each in [*self.turned(cell, self.mover), cell]:
                self.cells[each] = self.mover
        self.mover = self.other

    def count(self, disc: str) -> int:
        return list(self.cells.values()).count(disc)

    def text(self) -> str:
        marks = [self.cells.get((r, c), "#") for r in range(self.height) for c in range(self.width)]
        return "".join(marks) + " " + self.mover


@st.composite
def random_boards(draw):
    """Board files of any extent with any holes and discs; only those where a player can move are boards."""
    height, width = draw(st.integers(1, 16)), draw(st.integers(1, 16))
    rows = draw(st.lists(st.text("-XO#", min_size=width, max_size=width), min_size=height, max_size=height))
    first = draw(st.sampled_from(["dark", "light"]))
    return f"name: drawn\nto move: {first}\n\n" + "\n".join(rows) + "\n"
