"""Example 13: the path of one position through AlphaZero: planes, network, search, record, replay, training.

    python examples/13_one_position_through_alphazero.py

docs/alphazero.md explains each step with the same numbers.
"""

import numpy as np

import boardai
from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Network
from boardai.learn.self_play.config import SelfPlayConfig
from boardai.learn.self_play.replay import ReplayBuffer, ReplayConfig
from boardai.learn.self_play.self_play import SelfPlayGroups
from boardai.learn.training.batch import TrainingBatch
from boardai.learn.training.config import LearnConfig
from boardai.learn.training.learner import Learner
from boardai.search import alphabeta, gumbel

np.set_printoptions(precision=2, suppress=True)
game = boardai.load("hex", size=3)
ROWS = 16  # positions that the network evaluates at once


def by_cell(numbers):
    """Policy numbers arranged like the board."""
    return np.reshape(numbers, (3, 3))


# --- 1. The position. The first player connects top and bottom, the second left and right. ---

state = game.initial_state()
for move in ("b2", "a1"):
    state.apply(state.action_from_string(move))
print(state)
assert all(alphabeta(state.child(action)).outcome == -1 for action in state.legal_actions())
print("Black has the centre and wins with any move: the correct value is +1. The next steps find it.")

# --- 2. Planes: own stones, the opponent's, the board; always for the side to move. ---

planes = state.observation()
print("\nobservation", planes.shape, "\nown stones\n", planes[:, :, 0], "\nthe opponent's\n", planes[:, :, 1])

# --- 3. The network, still untrained: a logit for every cell, and a value for the player to move. ---

network = Network(game.observation_shape, game.policy_size, NetworkConfig(blocks=2, channels=16), seed=0)
learner = Learner(network, LearnConfig(batch_size=ROWS, learning_rate=0.02, warmup_steps=1))


def look(text):
    """The output of the present weights for the position."""
    rows = np.zeros((ROWS, *planes.shape), np.float32)
    rows[0] = planes
    logits, values = Evaluator(network, *learner.play_weights(), ROWS)(rows)
    legal = np.isin(np.arange(game.policy_size), [state.policy_index(action) for action in state.legal_actions()])
    weights = np.where(legal, np.exp(logits[0]), 0)
    print(f"\n{text}: value {values[0]:+.2f}, policy\n{by_cell(weights / weights.sum())}")


look("the untrained network")

# --- 4. Search: a few simulations, each of which evaluates one position with the network. They change its policy. ---
# With an untrained network the change is arbitrary, until games have ended and their results are learned.


def ask(rows):
    """The network as a search calls it, with any number of rows."""
    full = np.zeros((ROWS, *planes.shape), np.float32)
    full[: len(rows)] = rows
    logits, values = Evaluator(network, *learner.play_weights(), ROWS)(full)
    return logits[: len(rows)], values[: len(rows)]


result = gumbel(state, simulations=32, evaluator=boardai.search.Network(ask), seed=0)
policy = np.zeros(game.policy_size)
for action, share in result.policy.items():
    policy[state.policy_index(action)] = share
print(f"\nafter 32 simulations: value {result.value:+.2f}, improved policy\n{by_cell(policy)}")

# --- 5. Self-play: all moves of many games are found this way. Records keep each search's policy and the result. ---

self_play = SelfPlayGroups(game, SelfPlayConfig(games=ROWS, games_per_iteration=64, simulations=16), seed=0)
played = self_play.play(Evaluator(network, *learner.play_weights(), ROWS), iteration=1)
print(f"\n{played.counts['games']} games of {played.counts['plies'] / played.counts['games']:.1f} plies")

# --- 6. Replay: every recorded position is a training row. ---

replay = ReplayBuffer(game, ReplayConfig(capacity=1000, minimum=100))
replay.add_games(played.parts, iteration=1)
batch = TrainingBatch(game.observation_shape, game.policy_size, ROWS)
replay.sample_into(batch, seed=0)
print(f"\n{replay.size} positions; one of them: outcome {batch.outcome[0]:+.0f} for the player to move,")
print(f"{batch.moves_left[0]:.0f} plies before the end; policy to learn\n{by_cell(batch.policy[0])}")

# --- 7. Training moves the network towards the searches' policies and the games' results. Then 5 again, and so on. ---

for iteration in range(1, 6):
    means = learner.train(60, progress=0, fill=lambda step, batch: replay.sample_into(batch, seed=step))
    print(f"iteration {iteration}: policy loss {means['policy_loss']:.3f}, value loss {means['value_loss']:.3f}")
    played = self_play.play(Evaluator(network, *learner.play_weights(), ROWS), iteration=iteration + 1)
    replay.add_games(played.parts, iteration=iteration + 1)
look("the network after five iterations")

# Two exercises (examples/solutions/13_one_position_through_alphazero.py); the first checks itself:
#   1. The policy of a record, and the loss, by hand.  python -m boardai.course policy FILE, and loss FILE
#   2. The untrained network has no knowledge. In how many of 100 solved positions does it play a winning move, alone
#      and with 4, 16 and 64 simulations? Where does that knowledge come from?
