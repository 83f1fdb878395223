"""Solutions to example 30's exercises: windows that miss a value, and lanes that need not wait.

python examples/solutions/30_a_thousand_searches.py
"""

import random

import numpy as np

import boardai
from boardai.games.chess.device.alpha_beta import search
from boardai.games.chess.device.mailbox import as_boards

DEPTH = 2
game = boardai.load("chess")

# --- 1. A value on a bound. ---

(board,), (white,) = as_boards([game.initial_state().to_string()])
for bounds in ((-1000, -2, 0, 2, 1000), (-1000, -2.5, -0.5, 1.5, 1000)):
    alpha, beta = np.array(bounds[:-1], np.float32), np.array(bounds[1:], np.float32)
    found = search(np.tile(board, (4, 1)), np.full(4, white), DEPTH, alpha, beta)
    inside = [low < value < high for low, value, high in zip(alpha, found.value.tolist(), beta, strict=True)]
    print(f"bounds {bounds}: the lanes say {found.value.tolist()}; inside its window: {sum(inside)}")
print("With whole bounds the second lane answers with its beta and the third with its alpha: both say 'not here'.")
print("Material is whole, so bounds at halves can be no position's value, and one lane always has it.\n")
assert sum(inside) == 1

# --- 2. Lanes with similar numbers of moves. ---

rng, states = random.Random(30), []
while len(states) < 1000:
    state = game.initial_state()
    for _ in range(20):
        if not state.is_terminal():
            state.apply(rng.choice(state.legal_actions()))
    if not state.is_terminal():
        states.append(state)
alpha, beta = np.full(100, -1000, np.float32), np.full(100, 1000, np.float32)
for name, order in (("as they come", states), ("sorted", sorted(states, key=lambda state: len(state.legal_actions())))):
    boards, white = as_boards([state.to_string() for state in order])
    steps = [
        int(search(boards[begin : begin + 100], white[begin : begin + 100], DEPTH, alpha, beta).steps)
        for begin in range(0, 1000, 100)
    ]
    print(f"{name}: {sum(steps)} steps in ten batches, {steps}")
    last = sum(steps), name
assert last[1] == "sorted"
print(
    "A batch takes as many steps as its longest lane. Sorted, lanes that are done early are together with their like."
)
