"""Solutions to example 1's exercises: three in a row that loses, and a wider board.

    python examples/solutions/01_game_in_python.py

Both games change one thing in example 1's class, and the conformance test checks them.
"""

from pathlib import Path

import boardai

TicTacToe = type(boardai.load(str(Path(__file__).parents[1] / "01_game_in_python.py")).initial_state())
WORDS = {1: "the first player wins", 0: "a draw", -1: "the second player wins"}

# --- 1. Misere: the player who makes three in a row loses. ---


class Misere(TicTacToe):
    """Only the result differs; a game ends as before."""

    def outcome(self, player):
        return -super().outcome(player)

    def clone(self):
        return Misere(self.cells)


game = boardai.Game(Misere())
print(str(boardai.check_game(game, games=20)).splitlines()[0])
result = boardai.search.dfpn(game.initial_state())
centre = game.from_string("....x....")
best = boardai.search.minimax(centre)
print(f"\nmisere tic-tac-toe: {WORDS[result.value]}")
print("Not to lose, x begins in the centre and answers each nought on the opposite cell: whatever line x would make,")
print("o has made its mirror image before.\n")
assert result.value == 0 and best.outcome == 0
# Every other opening loses.
for action in game.initial_state().legal_actions():
    value = boardai.search.dfpn(game.initial_state().child(action)).value_for(0)
    assert value == (0 if action == 4 else -1), action

# --- 2. Three in a row on any board. ---


def lines_of(rows, columns, length):
    """All rows, columns and diagonals of this length, as in example 1's LINES."""
    found = []
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + k * down, column + k * right) for k in range(length)]
                if all(0 <= r < rows and 0 <= c < columns for r, c in cells):
                    found.append([r * columns + c for r, c in cells])
    return found


class InARow(boardai.BaseState):
    """`length` in a row wins on a board of any size."""

    def __init__(self, rows, columns, length, cells=None):
        self.shape, self.max_length = (rows, columns, length), rows * columns
        self.lines = lines_of(rows, columns, length)
        self.cells = list(cells or (0,) * rows * columns)

    def current_player(self):
        return (len(self.cells) - self.cells.count(0)) % 2

    def winner(self):
        for line in self.lines:
            marks = {self.cells[cell] for cell in line}
            if len(marks) == 1 and marks != {0}:
                return marks.pop() - 1
        return None

    def is_terminal(self):
        return self.winner() is not None or 0 not in self.cells

    def outcome(self, player):
        winner = self.winner()
        return 0 if winner is None else 1 if winner == player else -1

    def legal_actions(self):
        return [] if self.is_terminal() else [cell for cell, mark in enumerate(self.cells) if mark == 0]

    def apply(self, action):
        self.cells[action] = 1 + self.current_player()

    def clone(self):
        return InARow(*self.shape, self.cells)

    def to_string(self):
        return "".join(".xo"[mark] for mark in self.cells)

    def from_string(self, text):
        if len(text) != len(self.cells) or set(text) - set(".xo") or text.count("x") - text.count("o") not in (0, 1):
            raise ValueError(f"not {len(self.cells)} of '.', 'x' and 'o', x having as many or one more")
        return InARow(*self.shape, map(".xo".index, text))


print("three in a row, columns x rows:")
for rows, columns, expected in ((3, 3, 0), (3, 4, 1), (4, 4, 1)):
    wide = boardai.Game(InARow(rows, columns, 3))
    boardai.check_game(wide, games=5)  # raises an error if the contract is violated
    value = boardai.search.dfpn(wide.initial_state()).value
    print(f"  {columns}x{rows}: {WORDS[value]}")
    assert value == expected
print("One column more is enough for the first player.")
