"""Example 25: the ending of a Reversi game, solved to the last disc.

    python examples/25_solving_an_ending.py

With twenty empty cells an evaluation is only an estimate; a search to the end of the game is exact. Good move ordering
makes this possible (games/reversi/thinking.md explains the techniques). The position is number 40 of the FFO endgame
test, a common benchmark of Reversi programs since the 1990s.
"""

import boardai
from boardai.games.reversi import solve_endgame

game = boardai.load("reversi")

# --- 1. From scratch: alpha-beta by discs, with unordered moves, and with fastest-first ordering. ---


class Solver:
    """The margin under best play for the player to move; `order` sorts moves, and visited positions are counted."""

    def __init__(self, order):
        self.order, self.nodes = order, 0

    def value(self, state, alpha=-64, beta=64):
        self.nodes += 1
        player = state.current_player()
        if state.is_terminal():
            return state.score(player)
        best = -64
        for child in self.order([state.child(action) for action in state.legal_actions()]):
            # After a pass the same player is to move again: the sign changes only if the player does.
            if child.current_player() == player:
                value = self.value(child, alpha, beta)
            else:
                value = -self.value(child, -beta, -alpha)
            best, alpha = max(best, value), max(alpha, value)
            if alpha >= beta:
                break
        return best


def as_they_come(children):
    return children


def fastest_first(children):
    """The moves with the fewest replies first: their subtrees are the smallest, and they are often good."""
    return sorted(children, key=lambda child: len(child.legal_actions()))


FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
state = game.from_string(FFO_40)
line = solve_endgame(state).pv
for action in line[:11]:  # best play until nine cells are empty
    state.apply(action)
print(state)
print("\nnine cells from the end, from scratch:")
values = []
for order in (as_they_come, fastest_first):
    solver = Solver(order)
    values.append(solver.value(state))
    print(f"  {order.__name__.replace('_', ' '):13} margin {values[-1]:+}, {solver.nodes:6,} positions")
assert values[0] == values[1] == solve_endgame(state).value

# --- 2. The whole position: twenty empty cells. ---

state = game.from_string(FFO_40)
found = solve_endgame(state)
print(f"\nFFO 40, {state.to_string().count('-')} empty cells, dark to move:")
print(f"  margin {found.value:+}, {found.nodes:,} positions, {found.seconds:.2f} s")
assert found.value == 38

# --- 3. The principal variation: best play by both sides to the end, move by move. ---

print("\nbest play, the discs after each move (dark : light):")
words = []
for action in found.pv:
    move, mover = game.format_action(state, action), "XO"[state.current_player()]
    state.apply(action)
    board = state.to_string().split()[0]
    words.append(f"{mover} {move} {board.count('X')}:{board.count('O')}")
for first in range(0, len(words), 5):
    print("  " + "   ".join(f"{word:11}" for word in words[first : first + 5]))
print(f"\n{state}")
assert state.is_terminal() and state.score(0) == 38

# --- 4. The estimates of an evaluation by search depth, compared with the exact value. ---

state = game.from_string(FFO_40)
print("\nvalues of searches without the solver, in discs:")
for depth in (2, 4, 6, 8, 10):
    guess = boardai.search.pvs(state, depth=depth, endings=False)
    print(f"  depth {depth:2}: {game.format_action(state, guess.action)} {guess.value / 100:+6.1f}")
print(f"  solved:   {game.format_action(state, found.action)} {found.value:+6.1f}")

# Two exercises (examples/solutions/25_solving_an_ending.py):
#   1. Try moves into holes with an odd number of empty cells first, then the fastest: does it visit fewer positions?
#   2. A search for only the winner visits fewer: compare `exact=False` for FFO 40, and with light to move there.
