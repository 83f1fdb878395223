"""Example 1: write a game in Python. Tic-tac-toe, line by line.

A game is one class, its state. A game in Python is slow, but everything in boardai works with it: searches,
training, the check of its rules. Example 2 shows how to write a game in C++.

    python examples/01_game_in_python.py
    python -m boardai.check examples/01_game_in_python.py
    python -m boardai.train examples/01_game_in_python.py --minutes 1
    python -m boardai.play examples/01_game_in_python.py
"""

import numpy as np

import boardai

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
NAMES = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]


class TicTacToe(boardai.BaseState):
    """A position. It is a value: `clone` it, `apply` a move to it, compare it."""

    max_length = 9  # no game has more moves
    # The shape of a network's input (height, width, channels), and the number of moves that it rates.
    observation_shape = (3, 3, 2)
    policy_size = 9

    def __init__(self, cells=(0,) * 9):
        # 0 is empty, 1 is player 0's cross, 2 is player 1's nought.
        self.cells = list(cells)

    # --- the rules: six methods, with the same names as in C++ ---

    def current_player(self):
        # The player with fewer marks moves. After the end it returns the player who would move next.
        return (9 - self.cells.count(0)) % 2

    def winner(self):
        for a, b, c in LINES:
            if self.cells[a] and self.cells[a] == self.cells[b] == self.cells[c]:
                return self.cells[a] - 1
        return None

    def is_terminal(self):
        return self.winner() is not None or 0 not in self.cells

    def outcome(self, player):
        # +1 won, 0 drawn, -1 lost, for this player. boardai calls it only after the end, and checks that.
        winner = self.winner()
        return 0 if winner is None else 1 if winner == player else -1

    def legal_actions(self):
        # An action is a number you choose; here it is the cell. None are legal once the game is over.
        return [] if self.is_terminal() else [cell for cell in range(9) if self.cells[cell] == 0]

    def apply(self, action):
        # It need not check the action: boardai adds the check, which raises a ValueError.
        self.cells[action] = 1 + self.current_player()

    # --- copying, and text in and out ---

    def clone(self):
        return TicTacToe(self.cells)

    def to_string(self):
        # One line that describes everything; == and hash() use it.
        return "".join(".xo"[mark] for mark in self.cells)

    @classmethod
    def from_string(cls, text):
        # The message for bad input names the place and the reason.
        if len(text) != 9:
            raise ValueError(f"tic-tac-toe position: expected 9 characters, got {len(text)}")
        for place, letter in enumerate(text):
            if letter not in ".xo":
                raise ValueError(f"tic-tac-toe position: character {place + 1} is {letter!r}, not '.', 'x' or 'o'")
        if text.count("x") - text.count("o") not in (0, 1):
            raise ValueError("tic-tac-toe position: x must have as many marks as o, or one more")
        return cls(".xo".index(letter) for letter in text)

    def action_to_string(self, action):
        return NAMES[action]

    # --- text for the user; optional ---

    def board_cells(self):
        # One line per row, used by print(state), by pictures in notebooks and by the board of `play`; a game that wants
        # to look different defines draw() and svg().
        text = self.to_string()
        return "\n".join(text[row : row + 3] for row in (0, 3, 6))

    # --- for networks; leave this part out if you only want to search ---

    def observation(self):
        # Always from the side of the player to move: channel 0 shows its own marks, channel 1 the opponent's.
        own = 1 + self.current_player()
        planes = np.zeros(self.observation_shape, np.float32)
        for cell, mark in enumerate(self.cells):
            if mark:
                planes[cell // 3, cell % 3, 0 if mark == own else 1] = 1
        return planes

    def policy_index(self, action):
        return action

    def action_from_policy(self, index):
        return index


if __name__ == "__main__":
    game = boardai.Game(TicTacToe())  # from another program: boardai.load("examples/01_game_in_python.py")
    # The conformance test plays random games and compares every position with the contract.
    print(boardai.check_game(game))

    # A native search of a game written in Python: x, to move, wins with c1.
    state = game.from_string("xx.oo....")
    print(f"\n{state}\n")
    result = boardai.search.puct(state, simulations=200, seed=1)
    print(f"PUCT with random rollouts plays {state.action_to_string(result.action)}, value {result.value:+.2f}")
    assert state.action_to_string(result.action) == "c1"

# Two exercises (examples/solutions/01_game_in_python.py):
#   1. Misere: three in a row loses. Change the class, check it with `check_game`, and find the winner with a solver.
#      Which first move does not lose, and why?
#   2. Make rows, columns and the length of a line arguments of the class. Who wins three in a row on 4x3?
