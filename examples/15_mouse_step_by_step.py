"""Example 15: MOUSE(mu), epoch by epoch, on Reversi 4x4.

    python examples/15_mouse_step_by_step.py

The board is small enough to be solved, so the learned evaluation can be compared with exact values. docs/td.md has
the update rule.
"""

import math

import jax.numpy as jnp
import numpy as np

import boardai
from boardai.learn.linear_evaluation.games import GamePlayer
from boardai.learn.linear_evaluation.rules import Accumulators, Batch, ReturnRule, mouse_collect, mouse_step
from boardai.search import alphabeta
from boardai.search.evaluations.linear import FeatureSet, LinearEvaluation

game = boardai.load("reversi", board="4x4")
start = game.initial_state()

# --- 1. The features: twelve properties, here in five stages of the game. ---

features = FeatureSet("larion:stages=5", start)
index, _ = features(start)
print(f"{features.size:,} weights; the start position uses {len(index)} of them:", *index)

# --- 2. An epoch: games by a 2-ply search with the present weights, a fifth of the moves at random. ---

margin = 64 / 16  # weights are in discs of a 64-cell board: one disc of 16 cells counts as four
player = GamePlayer(start, features, {"depth": 2, "epsilon": 0.2, "random_plies": 3, "margin_unit": margin})
weights = jnp.zeros(features.size)
kept = Accumulators(jnp.zeros(features.size), jnp.zeros(features.size))  # errors E and counts N
ALPHA, MU, MIN_COUNT, GAMES = jnp.float32(0.05), jnp.float32(0.95), jnp.float32(20), 200
rule = ReturnRule(outcome=False, search=False, cut=False)

print("\nepoch   error   counted in this epoch   changed   weights in use")
for epoch in range(1, 61):
    games = player.play(np.asarray(weights), seed=1, first=(epoch - 1) * GAMES, games=GAMES)
    batch = Batch(**{name: jnp.asarray(getattr(games, name)) for name in Batch.__dataclass_fields__})

    # --- 3. E and N grow by this epoch's errors and counts: each position's value compared with the game's result. ---
    kept, errors = mouse_collect(kept, weights, batch, jnp.float32(1.0), rule=rule)

    # --- 4. A small step for weights with enough counts; the others keep E and N, discounted by mu. ---
    weights, kept, changed = mouse_step(weights, kept, ALPHA, MU, MIN_COUNT, keep=False)

    if epoch in (1, 2, 5, 10, 20, 40, 60):
        error = float(np.sqrt(np.sum(np.square(errors.of_result)) / games.rows.sum()))
        counted = len(np.unique(games.index[games.count > 0]))
        print(f"{epoch:5} {error:7.2f} {counted:23} {int(changed):9} {int((weights != 0).sum()):16}")

print("""
Error: by how much the evaluation misses the result (root mean square), in discs of a 64-cell board; a disc here is
four of them. It falls, but not to 0: a fifth of the moves are random, and no evaluation can predict them. Changed:
weights seen 20 times since their last step; the others wait. More and more weights come into use.""")

# --- 5. The result: the evaluation compared with solved positions of random games. ---

learned = LinearEvaluation(features.spec, np.asarray(weights), points=100)
rng = np.random.default_rng(0)
learned_values, true = [], []
while len(learned_values) < 60:
    state = game.initial_state()
    for _ in range(6):
        if not state.is_terminal():
            state.apply(int(rng.choice(state.legal_actions())))
    if not state.is_terminal():
        learned_values.append(learned(state) / 100 / margin)
        true.append(alphabeta(state, points=True).value)  # to the end of the game, counting discs
agreement = np.corrcoef(learned_values, true)[0, 1]
print(f"\nafter six moves: correlation of the evaluation with the solved margin {agreement:.2f}")
assert agreement > 0.3

# The value of a corner, by stage: the weights of owning two of four when the opponent has none, and vice versa.
names = [name for name, _ in features.groups]
corner = sum(math.prod(shape) for _, shape in features.groups[: names.index("A corners")])
table = np.asarray(weights).reshape(features.stages, -1)[:, corner : corner + 81].reshape(features.stages, 9, 9)
print("two corners to none, none to two (a dot: seen too rarely for a step, so still 0):")
for stage in range(features.stages):
    texts = [f"{weight:+6.1f}" if weight else "     ." for weight in (table[stage, 4, 0], table[stage, 0, 4])]
    print(f"  stage {stage + 1} of {features.stages}: {texts[0]} {texts[1]}")
print("Corners are good for their owner, and about equally for both sides, although no rule says so.")
assert all(table[stage, 4, 0] >= 0 >= table[stage, 0, 4] for stage in range(features.stages))

# Two exercises (examples/solutions/15_mouse_step_by_step.py):
#   1. What does mu do? Learn with 0, 0.5, 0.95 and 1, with 40 counts required for a step, and count the weights in use.
#   2. The rules are symmetric in the colours, but the features do not say so. Is it learned? Swap the colours in solved
#      positions and compare the values.
