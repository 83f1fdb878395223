"""Example 21: RAVE. A move that was good later in a random game is probably good now: one game rates many moves.

    python examples/21_rave.py

It uses all-moves-as-first values (Brügmann 1993; Gelly and Silver 2007). docs/search/mcts.md explains the search.
"""

import math
import random

import boardai
from boardai.arena.match import play_match
from boardai.players import load_agent

# --- 1. Two tables: results by the first move of each random game, and by all the moves that the mover made in it. ---

game = boardai.load("hex", size=5)
state = game.initial_state()
for move in ("c3", "b3", "c2"):
    state.apply(state.action_from_string(move))
mover = state.current_player()
first = {action: [0, 0.0] for action in state.legal_actions()}
amaf = {action: [0, 0.0] for action in state.legal_actions()}
rng = random.Random(1)


def random_game():
    """Adds a random game to both tables: its first move to `first`, all of the mover's moves to `amaf`."""
    position, own = state.clone(), []
    while not position.is_terminal():
        action = rng.choice(position.legal_actions())
        if position.current_player() == mover:
            own.append(action)
        position.apply(action)
    result = position.outcome(mover)
    for book, actions in ((first, own[:1]), (amaf, own)):
        for action in actions:
            book[action][0] += 1
            book[action][1] += result


GAMES = 200
for _ in range(GAMES):
    random_game()
samples = [sum(n for n, _ in book.values()) / len(book) for book in (first, amaf)]
print(f"{state}\n\n{GAMES} random games: {samples[0]:.0f} results a move by first moves, {samples[1]:.0f} by all moves")
assert samples[1] > 4 * samples[0]

# --- 2. Which table is more accurate? The true values are estimated from thousands of games by first moves. ---

rough = {name: {a: t / n for a, (n, t) in book.items() if n} for name, book in (("first", first), ("all", amaf))}
for book in (first, amaf):
    book.update({action: [0, 0.0] for action in book})
for _ in range(40 * GAMES):
    random_game()
truth = {action: total / n for action, (n, total) in first.items()}
bias = {action: total / n for action, (n, total) in amaf.items()}


def off(estimates):
    """Root mean square error after subtracting the table's mean error, because only the order of moves matters."""
    shift = sum(estimates.values()) / len(estimates) - sum(truth[action] for action in estimates) / len(estimates)
    return math.sqrt(sum((estimates[action] - truth[action] - shift) ** 2 for action in estimates) / len(estimates))


print(f"after {GAMES} games, off by:  first moves {off(rough['first']):.2f}, all moves {off(rough['all']):.2f}")
print(f"""after {40 * GAMES} games all moves are still off by {off(bias):.2f}: how good a move is later
is another question. So RAVE uses them while a move is new, and then relies more and more on its own results:""")
assert off(rough["all"]) < off(rough["first"])

# --- 3. The weight of all-moves: sqrt(k / (3 N + k)), for N visits of the position. ---

K = 300
for visits in (0, 10, 100, 1000, 10_000):
    print(f"  N = {visits:6,}: {math.sqrt(K / (3 * visits + K)):.2f}")

# --- 4. Does it help? The library's search with and without RAVE, with equal simulations. ---

board = boardai.load("hex", size=7)
players = [load_agent(f"mcts:simulations=500{option}", board, seed=1) for option in (",rave=true", "")]
result = play_match(board, *players, games=60, opening_plies=2, max_plies=60, seed=3)
low, high = result.interval
print(f"\nHex 7x7, 500 simulations: with RAVE {result.score:.0%} of 60 games (95 % interval {low:.0%} to {high:.0%})")
assert low > 0.5

# Two exercises (examples/solutions/21_rave.py); the first checks itself:
#   1. The combined value of every move, from both tables.  python -m boardai.course rave FILE
#   2. Reversi: the value of a disc on a cell should change every few moves. Do both tables agree there (correlate their
#      means)? Then run part 4 on 6x6 and on 8x8: does RAVE still help?
