"""Solutions to example 13's exercises: policy and loss by hand, and what a search adds to an untrained network.

    python examples/solutions/13_one_position_through_alphazero.py

The functions are tasks of the course, which prints their descriptions; the library's own implementations are used here.
"""

import random

import numpy as np

import boardai
from boardai.course import stand_in
from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Network

loss = stand_in("loss")
policy = stand_in("policy")

# --- 1. From visits to a policy, and the loss of one position. ---

for topic in ("policy", "loss"):
    print(boardai.course.describe(topic), "\n")

# --- 2. Hex 3x3 can be solved. How often is a winning move played, in positions with winning and losing moves? ---


def wins_by(state, action):
    """Whether this move wins."""
    child = state.child(action)
    return child.is_terminal() or boardai.search.alphabeta(child).outcome == -1


game, rng = boardai.load("hex", size=3), random.Random(5)
cases = []
while len(cases) < 100:
    state = game.initial_state()
    for _ in range(rng.randrange(3, 6)):
        if not state.is_terminal():
            state.apply(rng.choice(state.legal_actions()))
    if state.is_terminal():
        continue
    wins = [action for action in state.legal_actions() if wins_by(state, action)]
    if 0 < len(wins) < len(state.legal_actions()):
        cases.append((state, wins))

network = Network(game.observation_shape, game.policy_size, NetworkConfig(blocks=2, channels=16), seed=0)
evaluator = Evaluator(network, network.parameters, network.statistics, 1)


def share(choose):
    """Share of the positions in which a winning move is chosen."""
    return sum(choose(state) in wins for state, wins in cases) / len(cases)


def likeliest(state):
    logits, _ = evaluator(np.asarray(state.observation(), np.float32)[None])
    return max(state.legal_actions(), key=lambda action: logits[0, state.policy_index(action)])


found = {
    "any move": sum(len(wins) / len(state.legal_actions()) for state, wins in cases) / len(cases),
    "the untrained network": share(likeliest),
}
for simulations in (4, 16, 64):
    found[f"with {simulations} simulations"] = share(
        lambda state, simulations=simulations: (
            boardai.search.puct(state, simulations=simulations, evaluator=boardai.search.Network(evaluator)).action
        )
    )
print("a winning move in 100 positions of Hex 3x3:")
for name, number in found.items():
    print(f"  {name:22} {number:4.0%}")
assert found["with 64 simulations"] > found["with 4 simulations"] and found["with 64 simulations"] > 0.8
print("The network knows nothing; what the search finds comes from games that end within its tree. That is the")
print("first thing there is to learn from: from the end backwards, until the network knows what the search had to")
print("look for.")
