"""Example 14: temporal differences by hand. A program learns tic-tac-toe by self-play, one number per position.

    python examples/14_td_by_hand.py

V(position) is the expected outcome for the first player: 1 is a win, -1 a loss. All values begin at 0. After every
game each position's value moves a little towards the value of the next position, and the last one towards the result
(TD(0), Sutton 1988). docs/td.md continues from here: features instead of positions, lambda, MOUSE.
"""

import random
from pathlib import Path

import boardai

game = boardai.load(str(Path(__file__).with_name("01_game_in_python.py")))
rng = random.Random(1)
values = {}  # by the position's text
STEP, EXPLORE = 0.2, 0.1


def value(state):
    """The value for the first player; a finished game has its outcome as value."""
    return state.outcome(0) if state.is_terminal() else values.get(state.to_string(), 0.0)


def best_move(state):
    """The move to the position that is best for the player to move, one ply ahead."""
    sign = 1 if state.current_player() == 0 else -1
    moves = state.legal_actions()
    rng.shuffle(moves)  # breaks ties at random
    return max(moves, key=lambda move: sign * value(state.child(move)))


def learn_from_a_game():
    state, played = game.initial_state(), []
    while not state.is_terminal():
        explored = rng.random() < EXPLORE
        move = rng.choice(state.legal_actions()) if explored else best_move(state)
        before = state
        state = state.child(move)
        if not explored:  # a random move says nothing about the value of the position before it
            played.append((before, state))
    for before, after in reversed(played):
        error = value(after) - value(before)
        values[before.to_string()] = value(before) + STEP * error


def score_against_random(games=200):
    """Points of the learner, which moves first in every other game; a draw is half a point."""
    points = 0.0
    for number in range(games):
        state, learner = game.initial_state(), number % 2
        while not state.is_terminal():
            mine = state.current_player() == learner
            state = state.child(best_move(state) if mine else rng.choice(state.legal_actions()))
        points += (1 + state.outcome(learner)) / 2
    return points / games


mistake = game.from_string("xo.......")  # o should have taken the centre and now loses against good play
print("games   positions known   value of the empty board   after o's mistake   score against random moves")
played = 0
for games in (0, 300, 1000, 3000, 6000):
    while played < games:
        learn_from_a_game()
        played += 1
    start = values.get(game.initial_state().to_string(), 0.0)
    print(f"{games:5} {len(values):17} {start:26.2f} {value(mistake):19.2f} {score_against_random():28.0%}")
print("""
Perfect play draws, and both sides learn equally: the empty board has a value of about 0 throughout. The learner finds
errors of one side: x should win after o's mistake (+1). It seldom visits again what it avoids, so
such a value does not reach the true one; for the choice of a move its sign is sufficient.""")
state = game.initial_state()
print("\nits own best game:")
while not state.is_terminal():
    state = state.child(best_move(state))
print(state)
assert score_against_random() > 0.9

# Two exercises (examples/solutions/14_td_by_hand.py); the first checks itself:
#   1. The returns that TD(lambda) learns from.  python -m boardai.course returns FILE
#   2. The values of random play can be computed. Learn them by TD(0) with steps of 0.9, 0.5, 0.1 and 1 / visits: which
#      is closest after 4,000 games, and why is 0.1 so slow?
