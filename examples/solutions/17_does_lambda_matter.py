"""Solutions to example 17's exercises: lambda when most moves are random, and when the start position is learned.

    python examples/solutions/17_does_lambda_matter.py

4x4 can be solved, so the learned evaluation is compared with exact values.
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
LAMBDAS = (0.0, 0.5, 0.8, 1.0)


def positions(count, seed):
    """Positions of random games, and their winners with best play."""
    rng, found = np.random.default_rng(seed), {}
    while len(found) < count:
        state = start.clone()
        for _ in range(rng.integers(2, 9)):
            if not state.is_terminal():
                state.apply(int(rng.choice(state.legal_actions())))
        if not state.is_terminal():
            found[state.to_string()] = state
    states = list(found.values())
    return states, np.array([np.sign(alphabeta(state, points=True).value) for state in states])


test, truth = positions(120, seed=0)


def learn(trace, epsilon, seed, games):
    """Weights after every 100 games."""
    weights = jnp.zeros(features.size)
    kept = Accumulators(jnp.zeros(features.size), jnp.zeros(features.size))
    player = GamePlayer(start, features, {"depth": 1, "epsilon": epsilon, "random_plies": 3})
    for first in range(0, games, 50):
        played = player.play(np.asarray(weights), seed, first, 50)
        batch = Batch(**{name: jnp.asarray(getattr(played, name)) for name in Batch.__dataclass_fields__})
        weights, kept, _ = step_games(
            weights, kept, batch, jnp.float32(trace), jnp.float32(0.3), rule=rule, kind="plain"
        )
        if first % 100:
            yield first + 50, np.asarray(weights)


# --- 1. The more moves are random, the less the result of a game says about its beginning. ---


def right(trace, epsilon):
    """Share of correctly named winners after 1,500 games, mean of three runs."""
    shares = []
    for seed in (1, 2, 3):
        *_, (_, weights) = learn(trace, epsilon, seed, 1500)
        predicted = np.sign([features.value(state, weights) for state in test])
        shares.append(np.mean(predicted[truth != 0] == truth[truth != 0]))
    return float(np.mean(shares))


print("winners named after 1,500 games, by the share of random moves:\nlambda      10 %      50 %      90 %")
table = {trace: [right(trace, epsilon) for epsilon in (0.1, 0.5, 0.9)] for trace in LAMBDAS}
for trace, shares in table.items():
    print(f"{trace:6}" + "".join(f"{share:10.0%}" for share in shares))
print("The differences are small here, too small for three runs to show, with one exception: where nine of ten")
print("moves are random, the end of a game is mostly noise, and lambda = 1, which believes it whole, does worst.\n")
assert table[1.0][2] == min(shares[2] for shares in table.values()) and min(map(min, table.values())) > 0.7

# --- 2. The start position is lost for dark, who moves first. When does each lambda learn this, permanently? ---

known = alphabeta(start, points=True).value
print(f"solved: {known:+} discs for dark. Games until its value has the right sign for good, three runs:")
for trace in LAMBDAS:
    since = []
    for seed in (1, 2, 3):
        wrong = [number for number, weights in learn(trace, 0.1, seed, 1500) if features.value(start, weights) >= 0]
        since.append(wrong[-1] + 100 if wrong else 100)
    predicted = ", ".join(f"{games:,}" if games <= 1500 else "not in 1,500" for games in since)
    print(f"  lambda {trace}: {predicted}")
assert known < 0
