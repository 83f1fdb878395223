"""Solutions to example 15's exercises: the effect of mu, and whether symmetric games lead to symmetric weights.

    python examples/solutions/15_mouse_step_by_step.py

4x4 can be solved, so the learned evaluation is compared with exact values.
"""

import jax.numpy as jnp
import numpy as np

import boardai
from boardai.learn.linear_evaluation.games import GamePlayer
from boardai.learn.linear_evaluation.rules import Accumulators, Batch, ReturnRule, mouse_collect, mouse_step
from boardai.search import alphabeta
from boardai.search.evaluations.linear import FeatureSet, LinearEvaluation

game = boardai.load("reversi", board="4x4")
start = game.initial_state()
features = FeatureSet("larion:stages=5", start)
MARGIN, GAMES = 64 / 16, 100
rule = ReturnRule(outcome=False, search=False, cut=False)


def solved(count, seed):
    """Positions of random games after six moves, and their margins with best play."""
    rng, states, margins = np.random.default_rng(seed), [], []
    while len(states) < count:
        state = start.clone()
        for _ in range(6):
            if not state.is_terminal():
                state.apply(int(rng.choice(state.legal_actions())))
        if not state.is_terminal():
            states.append(state)
            margins.append(alphabeta(state, points=True).value)
    return states, margins


states, margins = solved(80, seed=0)


def run(mu, min_count, epochs, seed=1):
    """Weights, and the number of steps of all weights."""
    player = GamePlayer(start, features, {"depth": 1, "epsilon": 0.2, "random_plies": 3, "margin_unit": MARGIN})
    weights, steps = jnp.zeros(features.size), 0
    kept = Accumulators(jnp.zeros(features.size), jnp.zeros(features.size))
    for epoch in range(epochs):
        games = player.play(np.asarray(weights), seed, epoch * GAMES, GAMES)
        batch = Batch(**{name: jnp.asarray(getattr(games, name)) for name in Batch.__dataclass_fields__})
        kept, _ = mouse_collect(kept, weights, batch, jnp.float32(1.0), rule=rule)
        weights, kept, changed = mouse_step(
            weights, kept, jnp.float32(0.05), jnp.float32(mu), jnp.float32(min_count), keep=False
        )
        steps += int(changed)
    return np.asarray(weights), steps


def agreement(weights):
    """Correlation of the evaluation with the exact margins."""
    learned = LinearEvaluation(features.spec, weights, points=100)
    return float(np.corrcoef([learned(state) for state in states], margins)[0, 1])


# --- 1. mu: the discount of errors and counts that wait for a step, per epoch. ---

print(
    "40 epochs of 100 games; a weight steps once it has been seen 40 times:\n   mu   weights in use   steps   agreement"
)
found = {}
for mu in (0.0, 0.5, 0.95, 1.0):
    weights, steps = run(mu, 40, 40)
    found[mu] = int((weights != 0).sum()), steps
    print(f"{mu:5} {found[mu][0]:16} {steps:7} {agreement(weights):11.2f}")
assert found[0.0][0] < found[0.95][0] <= found[1.0][0]
print("With mu = 0 a weight that is not seen often enough within one epoch never steps: what is rare is never")
print("learned. With 1 nothing is forgotten, though it was measured with weights that have changed since.\n")

# --- 2. Black's and white's games are equal up to swapped colours. Are the weights? ---

weights, _ = run(0.95, 20, 60)
learned = LinearEvaluation(features.spec, weights, points=100)
swap = str.maketrans("XO", "OX")
sums, sizes = [], []
for state in states:
    board, mover = state.to_string().split()
    swapped = game.from_string(f"{board.translate(swap)} {mover.translate(swap)}")
    sums.append(abs(learned(state) - learned(swapped)))
    sizes.append(abs(learned(state)))
print(f"80 positions and the same with colours swapped: values of {np.mean(sizes) / 100:.1f} discs on average,")
print(f"for the player to move {np.mean(sums) / 100:.2f} apart.")
print("It does not know that colours do not matter: each has weights of its own, which saw other games. They come")
print("out nearly alike; what is left is the luck of the games, and gets less with more of them.")
assert 0 < np.mean(sums) < 0.2 * np.mean(sizes)
