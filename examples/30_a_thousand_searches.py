"""Example 30: a thousand searches at once, as one compiled program, compared with the same searches one by one.

    python examples/30_a_thousand_searches.py

Alpha-beta is a state machine here: each lane searches its own tree, and all lanes take one step at a time, as on a
graphics card (Kála 2015). The positions come from random games. The searches find those in which the side to move can
win a piece or more, which could become a set of puzzles.
"""

import random
import time

import jax
import numpy as np

import boardai
from boardai.games.chess import mailbox as processor
from boardai.games.chess.device.alpha_beta import search
from boardai.games.chess.device.mailbox import as_boards, evaluate

LANES, DEPTH = 1000, 2

# --- 1. A thousand positions, 20 random plies into a game. ---

game, rng, states = boardai.load("chess"), random.Random(30), []
while len(states) < LANES:
    state = game.initial_state()
    for _ in range(20):
        if not state.is_terminal():
            state.apply(rng.choice(state.legal_actions()))
    if not state.is_terminal():
        states.append(state)
boards, white = as_boards([state.to_string() for state in states])

# --- 2. All searches together. The first call compiles. ---

alpha, beta = np.full(LANES, -1000, np.float32), np.full(LANES, 1000, np.float32)
for name in ("compiling and searching", "searching"):
    start = time.perf_counter()
    found = jax.tree.map(np.asarray, search(boards, white, DEPTH, alpha, beta))
    print(f"{name}: {time.perf_counter() - start:.2f} s on {jax.devices()[0].device_kind}")
print(f"{LANES:,} searches visited {found.positions.sum():,} positions in {found.steps:,} steps of the machine")

# --- 3. The same searches one by one, in C++: equal values, moves and numbers of positions. ---

start = time.perf_counter()
alone = [processor.search(board, bool(side), DEPTH) for board, side in zip(boards, white, strict=True)]
print(f"one by one on the processor: {time.perf_counter() - start:.2f} s")
assert [one.value for one in alone] == found.value.tolist() and [one.move for one in alone] == found.move.tolist()
assert [one.positions for one in alone] == found.positions.tolist()

# --- 4. The cost of lanes: finished ones wait for the longest. Each node above the leaves takes a step. ---

steps = np.array([len(processor.moves(board, bool(side))) for board, side in zip(boards, white, strict=True)])
print(f"a lane has {steps.mean():.0f} root moves on average, and at most {steps.max()}: so at best")
print(
    f"{100 * steps.mean() / steps.max():.0f} % of the steps are useful. A graphics card must compensate by many lanes."
)

# --- 5. Positions where something can be won: the search's value compared with the material on the board. ---

sign = np.where(white, 1, -1)
gain = sign * (found.value - np.asarray(evaluate(boards)))
best = int(np.argmax(gain))
move = int(found.move[best])
squares = [f"{'abcdefgh'[square % 8]}{8 - square // 8}" for square in (move & 63, move >> 6 & 63)]
print(f"\n{(gain >= 3).sum()} positions win a piece or more by force in {DEPTH} plies.")
print(f"The most is {gain[best]:.0f}, by {''.join(squares)}:")
print(states[best])

# Where to continue: docs/gpgpu.md has the whole study; with DEPTH 3 it takes half a minute; boardai.device has the
# complete rules of chess, Hex and Reversi in the same style.

# Two exercises (examples/solutions/30_a_thousand_searches.py):
#   1. One position in four lanes with the windows (-1000, -2) (-2, 0) (0, 2) (2, 1000): what do the lanes return for
#      the start position, whose value is 0, and what is the smallest change of the windows that corrects it?
#   2. Sort the positions by their number of moves and search them in ten batches of a hundred. How many steps per lane
#      do all batches take together, and why fewer?
