"""Example 33: two more games in C++: one with few moves in a position, one with hundreds.

    python examples/33_two_more_games.py
    python -m boardai.check examples/33_amazons.hpp
    python -m boardai.train examples/33_breakthrough.hpp --minutes 12
    python -m boardai.play examples/33_breakthrough.hpp

`33_breakthrough.hpp` and `33_amazons.hpp` are complete games, like Connect Four in example 2. Searches, solvers,
training and the web page work with them. This program measures their size, plays them, and solves a small one.
"""

import random
from pathlib import Path

import boardai
from boardai.search import dfpn, mcts

here = Path(__file__).parent
sources = {name: (here / f"33_{name}.hpp").read_text() for name in ("breakthrough", "amazons")}
games = {name: boardai.define_game(source, name=name) for name, source in sources.items()}
for name, game in games.items():
    print(f"{name}: {game.policy_size:,} policy indices\n{game.initial_state()}\n")

# --- 1. Their size, measured by random games. ---

rng = random.Random(1)


def random_game(game):
    """The numbers of legal moves at each ply, and the outcome for the first player."""
    state, choices = game.initial_state(), []
    while not state.is_terminal():
        actions = state.legal_actions()
        choices.append(len(actions))
        state.apply(rng.choice(actions))
    return choices, state.outcome(0)


print("random games    plies  moves per position  most  first player wins")
for name, game in games.items():
    played = [random_game(game) for _ in range(100)]
    choices = [number for numbers, _ in played for number in numbers]
    wins = sum(outcome == 1 for _, outcome in played)
    plies = len(choices) / len(played)
    print(f"{name:<14}{plies:>7.1f}{sum(choices) / len(choices):>20.1f}{max(choices):>6}{wins:>17} %")

# --- 2. A search without knowledge of the game, against random moves. ---

for name, game in games.items():
    points = 0
    for number in range(4):
        state = game.initial_state()
        while not state.is_terminal():
            searching = state.current_player() == number % 2
            action = mcts(state, simulations=200).action if searching else rng.choice(state.legal_actions())
            state.apply(action)
        points += state.outcome(number % 2) == 1
    print(f"{name}: mcts with 200 simulations won {points} of 4 games against random moves")
    assert points >= 3

# --- 3. A small board solved: one number in the text of the rules. ---

small = sources["breakthrough"].replace("size = 6", "size = 4")
result = dfpn(boardai.define_game(small, name="breakthrough 4x4").initial_state())
print(f"Breakthrough 4x4: the first player {'wins' if result.outcome == 1 else 'loses'}, {result.nodes:,} positions")
assert result.outcome in (1, -1)

# Two exercises (examples/solutions/33_two_more_games.py):
#   1. Write an evaluation of Breakthrough: pieces, and the rows they have advanced. Does pvs with it beat mcts?
#   2. How many first moves does Amazons have if mirror images count once?
