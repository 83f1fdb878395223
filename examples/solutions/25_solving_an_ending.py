"""Solutions of example 25: parity of holes in the order of moves, and a search for the winner only.

python examples/solutions/25_solving_an_ending.py
"""

import random

import boardai
from boardai.games.reversi import solve_endgame

game = boardai.load("reversi")
FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"


class Solver:
    """Alpha-beta by discs; `key` orders moves by (state, action, child), the smallest first."""

    def __init__(self, key):
        self.key, self.nodes = key, 0

    def value(self, state, alpha=-64, beta=64):
        self.nodes += 1
        player = state.current_player()
        if state.is_terminal():
            return state.score(player)
        keys = self.key(state)
        moves = sorted((keys(action, state.child(action)), action) for action in state.legal_actions())
        best = -64
        for _, action in moves:
            child = state.child(action)
            if child.current_player() == player:
                value = self.value(child, alpha, beta)
            else:
                value = -self.value(child, -beta, -alpha)
            best, alpha = max(best, value), max(alpha, value)
            if alpha >= beta:
                break
        return best


def hole_sizes(state):
    """For each empty cell, the size of its hole: connected empty cells, including diagonal neighbours."""
    board, sizes = state.to_string().split()[0], {}
    empty = {cell for cell in range(64) if board[cell] == "-"}
    while empty:
        hole, edge = set(), [empty.pop()]
        while edge:
            cell = edge.pop()
            hole.add(cell)
            row, column = divmod(cell, 8)
            near = {8 * (row + i) + column + j for i in (-1, 0, 1) for j in (-1, 0, 1) if 0 <= column + j < 8}
            edge += near & empty
            empty -= near
        sizes |= dict.fromkeys(hole, len(hole))
    return sizes


def fastest_first(state):
    return lambda action, child: len(child.legal_actions())


def odd_holes_first(state):
    sizes = hole_sizes(state)
    return lambda action, child: (sizes.get(action, 0) % 2 == 0, len(child.legal_actions()))


# --- 1. Parity first: it may cost in one position, so it is measured on many. ---


def endings(count, empty):
    """Positions of random games with this many empty cells."""
    rng = random.Random(1)
    while count:
        state = game.initial_state()
        while not state.is_terminal() and state.to_string().count("-") > empty:
            state.apply(rng.choice(state.legal_actions()))
        if not state.is_terminal():
            count -= 1
            yield state


seen = dict.fromkeys((fastest_first, odd_holes_first), 0)
for state in endings(20, 10):
    truth = solve_endgame(state).value
    for key in seen:
        solver = Solver(key)
        assert solver.value(state) == truth
        seen[key] += solver.nodes
print("20 positions, ten cells from the end:")
for key, nodes in seen.items():
    print(f"  {key.__name__.replace('_', ' '):15} {nodes:7,} positions")
print(f"  parity first sees {100 * seen[odd_holes_first] / seen[fastest_first] - 100:+.0f} %")

# --- 2. Who wins? ---

print("\nFFO 40: the margin, or only who wins")
for text in (FFO_40, FFO_40[:-1] + "O"):
    state = game.from_string(text)
    margin, outcome = solve_endgame(state), solve_endgame(state, exact=False)
    print(f"  {text[-1]} to move: margin {margin.value:+} after {margin.nodes:,}; who wins after {outcome.nodes:,}")
    assert outcome.outcome == (margin.value > 0) - (margin.value < 0)
    assert outcome.nodes < margin.nodes
