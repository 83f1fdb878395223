"""Example 10: load a checkpoint and show its network's policy and value for a position, as numbers and on the board.

    python examples/10_what_the_network_thinks.py [RUN]

RUN is a run of Hex, such as the one of example 9; two pictures are written to its folder `figures`. Without RUN a
small network is trained first, in a temporary folder.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import boardai
from boardai.learn.runs.trained_network import load_trained
from boardai.players import load_agent
from boardai.search import Network, puct

# --- 1. A run: your own, or about twenty seconds of training on Hex 4x4. ---

scratch = tempfile.TemporaryDirectory()
run = Path(sys.argv[1] if len(sys.argv) > 1 else f"{scratch.name}/hex4")
options = "--iterations 7 --network.blocks 2 --network.channels 16 --selfplay.games-per-iteration 96"
options += " --selfplay.simulations 16 --replay.minimum 500 --arena.every 0 --arena.final-games 10"
if len(sys.argv) == 1:
    command = [sys.executable, "-m", "boardai.train", "hex:size=4", "--run", str(run), *options.split()]
    subprocess.run(command, check=True)

# --- 2. The newest checkpoint: a function from planes to logits and values. ---

trained = load_trained(run)
game, network = trained.game, trained.network
print(f"\ncheckpoint {trained.checkpoint}: {network.parameter_count:,} parameters")


def think(state):
    """The network's policy by action, and its value for the player to move."""
    logits, values = network.jitted_apply(trained.parameters, trained.statistics, state.observation()[None])
    legal = state.legal_actions()
    weights = np.exp([float(logits[0, state.policy_index(action)]) for action in legal])
    return dict(zip(legal, weights / weights.sum(), strict=True)), float(values[0])


# --- 3. A position: black, who connects top and bottom, has two stones in a column, and white is to move. ---

state = game.initial_state()
for move in ("b2", "c2", "b3"):
    state.apply(state.action_from_string(move))
print(state)
policy, value = think(state)
print(f"\nvalue for {game.player_names[state.current_player()]}: {value:+.2f}")
for action, share in sorted(policy.items(), key=lambda entry: -entry[1])[:5]:
    print(f"  {state.action_to_string(action)} {share:6.1%} {'#' * round(40 * share)}")
assert abs(sum(policy.values()) - 1) < 1e-5

# --- 4. On the board: the cells are tinted by the policy. ---

pictures = {"network.svg": game.svg(state, shares=policy)}

# --- 5. The same position searched: the search evaluates the positions below with the network. ---


def evaluate(planes):
    logits, values = network.jitted_apply(trained.parameters, trained.statistics, planes)
    return np.asarray(logits), np.asarray(values)


result = puct(state, simulations=200, evaluator=Network(evaluate))
print(f"\nafter 200 simulations:\n{result.to_text(game)}")
pictures["search.svg"] = game.svg(state, shares=result.policy)
for name, picture in pictures.items() if len(sys.argv) > 1 else ():
    (run / "figures" / name).write_text(picture)
    print(f"picture: {run / 'figures' / name}")

# --- 6. The same network as a player, named by its spec, as in match, play and tournament. ---

agent = load_agent(f"policy:run={run}", game)
assert agent.choose(state) == max(policy, key=policy.get)
print(f"policy:run={run} plays {state.action_to_string(agent.choose(state))}")
solved = boardai.search.dfpn(state, seconds=5)
truth = {1: "wins", -1: "loses", None: "is not known after five seconds of df-pn"}[solved.value]
print(f"the correct move and value: {game.player_names[state.current_player()]} {truth}")
scratch.cleanup()

# Where to read on: `python -m boardai.analyze` shows searches of any position; docs/search/puct.md explains how PUCT
# uses policy and value.

# Two exercises (examples/solutions/10_what_the_network_thinks.py):
#   1. Hex is symmetric under a half turn. How much do the network's values of a position and of the turned position
#      differ, and is the mean of both closer to the exact value (df-pn)?
#   2. Of 200 random positions, find the one whose value the network gets most wrong. Does a search correct it?
