"""Hex in plain Python, written from the rules alone: union-find over cells and four edges. An oracle for tests."""

from __future__ import annotations


class ReferenceHex:
    """Black (colour 0) joins top and bottom, white (1) left and right; black's owner is player 0 until a swap."""

    def __init__(self, rows: int, columns: int, swap: bool = False) -> None:
        self.rows, self.columns, self.swap = rows, columns, swap
        self.cells: dict[tuple[int, int], int] = {}
        self.moves = 0
        self.swapped = False
        self.parent: dict[object, object] = {}

    def _root(self, item: object) -> object:
        while (above := self.parent.get(item, item)) != item:
            item = above
        return item

    def _join(self, one: object, other: object) -> None:
        self.parent[self._root(one)] = self._root(other)

    def winning_colour(self) -> int | None:
        for colour, edges in ((0, ("top", "bottom")), (1, ("left", "right"))):
            if self._root(edges[0]) == self._root(edges[1]):
                return colour
        return None

    def owner(self, colour: int) -> int:
        return 1 - colour if self.swapped else colour

    def current_player(self) -> int:
        # Players take turns whatever they do; a swap is a turn.
        return self.moves % 2

    def legal_actions(self) -> list[int]:
        if self.winning_colour() is not None:
            return []
        actions = [
            row * self.columns + column
            for row in range(self.rows)
            for column in range(self.columns)
            if (row, column) not in self.cells
        ]
        if self.swap and self.moves == 1:
            actions.append(self.rows * self.columns)
        return actions

    def apply(self, action: int) -> None:
        assert action in self.legal_actions()
        player = self.current_player()
        self.moves += 1
        if action == self.rows * self.columns:
            self.swapped = True
            return
        colour = next(colour for colour in (0, 1) if self.owner(colour) == player)
        row, column = divmod(action, self.columns)
        self.cells[row, column] = colour
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (-1, 1), (1, -1)):
            beside = row + down, column + right
            if self.cells.get(beside) == colour:
                self._join((row, column), beside)
        at_edge = {"top": row == 0, "bottom": row == self.rows - 1}
        if colour == 1:
            at_edge = {"left": column == 0, "right": column == self.columns - 1}
        for edge, touches in at_edge.items():
            if touches:
                self._join((row, column), edge)

    def outcome(self, player: int) -> int:
        winner = self.winning_colour()
        assert winner is not None
        return 1 if self.owner(winner) == player else -1
