"""Solutions to example 21's exercises: the combined value of both tables, and a game where AMAF is misleading.

    python examples/solutions/21_rave.py

`rave` is a task of the course, which prints its description; the library's own implementation is used here.
"""

import math
import random

import boardai
from boardai.arena.match import play_match
from boardai.course import stand_in
from boardai.players import load_agent

rave = stand_in("rave")

# --- 1. The value by which a search with RAVE selects. ---

print(boardai.course.describe("rave"), "\n")

# --- 2. How well do AMAF values predict the value of the first move? Random games of Hex and of Reversi, both tables.
# ---


def agreement(state, games, seed):
    """Correlation of the two tables' means after many games: 1, they agree; 0, they are unrelated."""
    rng, mover = random.Random(seed), state.current_player()
    books = {name: {action: [0, 0.0] for action in state.legal_actions()} for name in ("first", "all")}
    for _ in range(games):
        position, own = state.clone(), []
        while not position.is_terminal():
            action = rng.choice(position.legal_actions())
            if position.current_player() == mover:
                own.append(action)
            position.apply(action)
        result = position.outcome(mover)
        for name, actions in (("first", own[:1]), ("all", {action for action in own if action in books["all"]})):
            for action in actions:
                books[name][action][0] += 1
                books[name][action][1] += result
    means = [[total / n for n, total in book.values()] for book in books.values()]
    centred = [[mean - sum(row) / len(row) for mean in row] for row in means]
    return sum(a * b for a, b in zip(*centred, strict=True)) / math.prod(math.hypot(*row) for row in centred)


def begun(spec, plies):
    """A position after this number of plies, always the first legal move."""
    state = boardai.load(spec).initial_state()
    for _ in range(plies):
        state.apply(state.legal_actions()[0])
    return state


found = {spec: agreement(begun(spec, 10), 4000, 1) for spec in ("hex:size=5", "reversi:board=6x6", "reversi")}
for spec, correlation in found.items():
    print(f"{spec:17} both books agree by {correlation:+.2f}")
assert min(found.values()) > 0.5

# --- The effect of RAVE on a search there, as in part 4 of the example. ---

print("\n300 simulations, with RAVE against without, 60 games:")
won = {}
for spec in ("reversi:board=6x6", "reversi"):
    board = boardai.load(spec)
    players = [load_agent(f"mcts:simulations=300{option}", board, seed=1) for option in (",rave=true", "")]
    result = play_match(board, *players, games=60, opening_plies=6, max_plies=80, seed=4)
    low, high = won[spec] = result.interval
    print(f"  {spec:17} {result.score:.0%} (95 % interval {low:.0%} to {high:.0%})")
print("""
One would think that it cannot help: a disc on a cell is worth something else every few moves. But a good cell, such as
a corner, stays one, and both books know it. On the large board, where 300 simulations say little of each move, the
many guesses are worth having. On the small one they are no help.""")
assert won["reversi"][0] > 0.5 > won["reversi:board=6x6"][0]
