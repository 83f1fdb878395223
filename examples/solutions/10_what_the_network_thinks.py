"""Solutions to example 10's exercises: a position and its half turn, and where the network is most wrong.

    python examples/solutions/10_what_the_network_thinks.py

Hex is symmetric under a half turn of the board. Hex 4x4 can be solved.
"""

import random
import tempfile

import numpy as np

import boardai
from boardai import learn

scratch = tempfile.TemporaryDirectory()
run = learn.train(
    "hex:size=4",
    run=f"{scratch.name}/hex4",
    iterations=7,
    seed=1,
    network={"blocks": 2, "channels": 16},
    selfplay={"simulations": 16, "games_per_iteration": 96},
    replay={"minimum": 400},
    arena={"every": 0, "final_games": 2},
    verbose=False,
    overlap="off",  # the same weights on every machine
)
game, rng = run.game, random.Random(1)
SIZE = 4

# --- 1. Positions and their half turns: the network's output for both. ---


def turned(state):
    """The same stones, each on the opposite cell."""
    copy = game.initial_state()
    for action in played[state.to_string()]:
        copy.apply(SIZE * SIZE - 1 - action)
    return copy


played, states = {}, []
while len(states) < 200:
    state, actions = game.initial_state(), []
    for _ in range(rng.randrange(2, 9)):
        if not state.is_terminal():
            actions.append(rng.choice(state.legal_actions()))
            state.apply(actions[-1])
    if not state.is_terminal() and state.to_string() not in played:
        played[state.to_string()] = actions
        states.append(state)
_, values = run.evaluate(states)
_, mirrored = run.evaluate([turned(state) for state in states])
solved = [boardai.search.dfpn(state).value for state in states]
assert solved[:50] == [boardai.search.dfpn(turned(state)).value for state in states[:50]]
apart = float(np.sqrt(np.mean(np.square(np.subtract(values, mirrored)))))
print(f"200 positions and their half turns: the values differ by {apart:.2f} (root mean square)")
both = (np.asarray(values) + np.asarray(mirrored)) / 2
for name, predicted in (("one of them", values), ("the mean of both", both)):
    wrong = np.mean(np.sign(predicted) != np.asarray(solved))
    error = np.sqrt(np.mean(np.square(np.asarray(predicted) - np.asarray(solved))))
    print(f"  {name:17} names the wrong winner in {wrong:.1%}, off by {error:.3f}")
assert np.mean(np.square(both - np.asarray(solved))) <= np.mean(np.square(np.asarray(values) - np.asarray(solved)))
print("Training shows it turned positions too, but nothing makes it answer alike. The mean of both is nearer to the")
print("truth.\n")

# --- 2. The position with the largest error, and whether a search corrects it. ---

errors = np.abs(np.asarray(values) - np.asarray(solved))
worst = states[int(errors.argmax())]
value, truth = values[int(errors.argmax())], solved[int(errors.argmax())]
print(f"{worst}\n\nthe network: {value:+.2f} for who moves; the truth: {truth:+d}")
for simulations in (10, 100, 1000, 10_000):
    found = boardai.search.puct(worst, simulations=simulations, evaluator=boardai.search.Network(run.evaluator(rows=1)))
    print(f"  after {simulations:6,} simulations: {found.value:+.2f}")
assert abs(found.value - truth) < errors.max()
print("The search asks the same network below, which is wrong there too, until games end within its tree.")
scratch.cleanup()
