"""Example 17: does lambda matter? TD(0), TD(lambda) and Monte-Carlo learn Reversi 4x4 from the same number of games.

    python examples/17_does_lambda_matter.py

4x4 can be solved, so the learned values are compared with exact ones. It takes half a minute.
"""

import jax.numpy as jnp
import numpy as np

import boardai
from boardai.learn.linear_evaluation.games import GamePlayer
from boardai.learn.linear_evaluation.rules import Accumulators, Batch, ReturnRule, step_games
from boardai.search import alphabeta
from boardai.search.evaluations.linear import FeatureSet

game = boardai.load("reversi", board="4x4")
start = game.initial_state()
features = FeatureSet("tuples:straight=4,stages=4", start)
rule = ReturnRule(outcome=True, search=False, cut=False)


def positions(count, seed):
    """Positions of random games after two to eight moves."""
    rng, found = np.random.default_rng(seed), {}
    while len(found) < count:
        state = game.initial_state()
        for _ in range(rng.integers(2, 9)):
            if not state.is_terminal():
                state.apply(int(rng.choice(state.legal_actions())))
        if not state.is_terminal():
            found[state.to_string()] = state
    return list(found.values())


# The exact result: who wins with best play.
test = positions(150, seed=0)
truth = np.array([np.sign(alphabeta(state, points=True).value) for state in test])


def right_after(trace, games, seed):
    """Share of decided positions whose winner the evaluation names."""
    weights = jnp.zeros(features.size)
    kept = Accumulators(jnp.zeros(features.size), jnp.zeros(features.size))
    player = GamePlayer(start, features, {"depth": 1, "epsilon": 0.1, "random_plies": 3})
    for first in range(0, games, 50):
        played = player.play(np.asarray(weights), seed, first, 50)
        batch = Batch(**{name: jnp.asarray(getattr(played, name)) for name in Batch.__dataclass_fields__})
        weights, kept, _ = step_games(
            weights, kept, batch, jnp.float32(trace), jnp.float32(0.3), rule=rule, kind="plain"
        )
    predicted = np.sign([features.value(state, np.asarray(weights)) for state in test])
    return np.mean(predicted[truth != 0] == truth[truth != 0])


print("share of positions with the right winner, mean of three runs")
print("lambda    after 100 games   after 1,000   after 4,000")
table = {}
for trace in (0.0, 0.5, 0.8, 1.0):
    table[trace] = [np.mean([right_after(trace, games, seed) for seed in (1, 2, 3)]) for games in (100, 1000, 4000)]
    print(f"{trace:6.1f} {table[trace][0]:18.0%} {table[trace][1]:13.0%} {table[trace][2]:13.0%}")
print("""
Guessing is right in half. With few games lambda matters: with 1, a result updates its whole game at once; with
0 it moves back by one ply with each round of games. With many games 0 catches up, and the order is no longer
clear.""")
assert table[1.0][0] > table[0.0][0] + 0.05 and min(means[-1] for means in table.values()) > 0.7

# Two exercises (examples/solutions/17_does_lambda_matter.py):
#   1. Raise `epsilon`, the share of random moves, to 0.5 and 0.9. Which lambda suffers, and why?
#   2. The start position is lost for dark. After how many games does each lambda learn this permanently?
