"""Solutions of example 28: the cost of a network, and what its neurons do.

python examples/solutions/28_a_network_in_alpha_beta.py

The network is `neurons-32`, which was trained by example 28 and is included with the game.
"""

import time

import numpy as np

import boardai
from boardai.search.evaluations.accumulator import AccumulatorInputs
from boardai.search.evaluations.naming import find_evaluation

game = boardai.load("chess")
start = game.initial_state()
network = find_evaluation(start, "neurons-32")

# --- 1. The same search with three evaluations: nodes per second of processor time. ---

rates = {}
for name in ("material", "neurons-32", "positional"):
    boardai.search.pvs(start, nodes=1000, evaluator=name)  # the first call compiles
    began = time.process_time()
    nodes = boardai.search.pvs(start, nodes=200_000, evaluator=name).nodes
    rates[name] = nodes / (time.process_time() - began)
    print(f"{name:10} {rates[name] / 1e6:.2f} M nodes/s")
print(f"the network costs {rates['material'] / rates['neurons-32'] - 1:.0%} more time a node than a count of material")

# --- 2. The neurons that 1. e4 changes most, in White's view of the board. ---

inputs = AccumulatorInputs(network.inputs, start)
moved = start.child(start.action_from_san("e4"))
sums = [
    network.feature_bias.astype(int) + network.feature_weights[inputs(state, 0)].sum(axis=0) for state in (start, moved)
]
# After the move Black is to move: White's half of the row is the second one, and the value is for Black.
row = network.output_weights[inputs.bucket(moved, network.buckets)].astype(int)[network.width :]
before, after = (np.clip(one, 0, 255) ** 2 for one in sums)
added = -(after - before) * row / 255 / (255 * 64) * network.points
print("\nneuron   sum before   after   adds for White, in hundredths of a pawn")
for neuron in np.argsort(-np.abs(sums[1] - sums[0]))[:5]:
    print(f"{neuron:6} {sums[0][neuron]:12} {sums[1][neuron]:7} {added[neuron]:+10.1f}")
print(f"all {network.width} together: {added.sum():+.1f}")
changed = set(inputs(start, 0)) ^ set(inputs(moved, 0))
assert len(changed) == 2, "a pawn leaves a square and comes to another"
