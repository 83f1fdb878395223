"""Example 31: MuZero in one file: three small networks, a search in the learned model, and the unrolled loss.

    python examples/31_muzero.py

It plays Hex 3x3, and its search only uses the legal moves of the current position. docs/muzero.md explains it with the
same section numbers. boardai's learner (`python -m boardai.train hex --learner muzero`) does the same with
convolutions, a replay buffer and checkpoints.
"""

import itertools
import random

import jax
import jax.numpy as jnp
import numpy as np
import optax

import boardai
from boardai import device

# The view must not turn the board between moves: a cell has the same policy index for both players.
game = boardai.load("hex", size=3, view="absolute")
ACTIONS, INPUTS = game.policy_size, int(np.prod(game.observation_shape))
LATENT, K = 48, 3  # size of a latent state; number of moves that the model is trained to predict
GAMES, SIMULATIONS, ROUNDS, STEPS, BATCH = 64, 16, 25, 40, 128

# --- 1. Three networks with two dense layers each. ---


def new_network(rng, *sizes):
    """Weights and biases of dense layers."""
    return [
        (jnp.asarray(rng.normal(0, np.sqrt(2 / a), (a, b)), jnp.float32), jnp.zeros(b))
        for a, b in itertools.pairwise(sizes)
    ]


def run_network(layers, x):
    """Dense layers with ReLU in between."""
    for weights, bias in layers[:-1]:
        x = jax.nn.relu(x @ weights + bias)
    weights, bias = layers[-1]
    return x @ weights + bias


def scaled(state):
    """Latent states scaled to [0, 1]."""
    low, high = state.min(1, keepdims=True), state.max(1, keepdims=True)
    return (state - low) / jnp.maximum(high - low, 1e-5)


def represent(networks, planes):
    """h: planes -> a latent state."""
    return scaled(run_network(networks["h"], planes.reshape(len(planes), -1)))


def dynamics(networks, state, actions):
    """g: a latent state and an action -> the latent state after it."""
    return scaled(run_network(networks["g"], jnp.concatenate([state, jax.nn.one_hot(actions, ACTIONS)], axis=1)))


def predict(networks, state):
    """f: a latent state -> logits of the policy, and the value for the player to move."""
    output = run_network(networks["f"], state)
    return output[:, :-1], jnp.tanh(output[:, -1])


# --- 2. The search: it uses a model instead of the rules, and needs legal moves only at the root. ---


@jax.jit
def search(networks, planes, legal, noise):
    """Gumbel search of many positions over latent states; noise varies it in self-play."""

    def answer(state, legal):
        logits, values = predict(networks, state)
        return device.Answer(state, legal, logits, values, -jnp.ones(len(state)))  # -1: the other player moves next

    def step(state, actions):
        return answer(dynamics(networks, state, actions), jnp.ones_like(legal))

    root = answer(represent(networks, planes), legal)
    return device.gumbel_with_model(root, step, jax.random.key(0), SIMULATIONS, noise=noise)


def seen(states):
    """The planes of some states, and their legal actions; finished games have none."""
    return np.stack([state.observation() for state in states]), np.stack([state.legal_mask() for state in states])


# --- 3. Self-play: the rules only provide the legal moves and the winner. ---


def play(networks, rng, draws):
    """Parallel games, each as a list of plies (planes, the action, the search's policy) and the outcome."""
    states, games = [game.initial_state() for _ in range(GAMES)], [[] for _ in range(GAMES)]
    for state in states:
        for _ in range(rng.randrange(3)):  # random openings, so that the games differ
            state.apply(rng.choice(state.legal_actions()))
    movers = [state.current_player() for state in states]
    while not all(state.is_terminal() for state in states):
        planes, legal = seen(states)
        noise = draws.gumbel(size=legal.shape).astype(np.float32)
        found = jax.tree.map(np.asarray, search(networks, planes, legal, noise))
        for row, state in enumerate(states):
            if not state.is_terminal():
                games[row].append((planes[row], int(found.actions[row]), found.action_weights[row]))
                (action,) = (one for one in state.legal_actions() if state.policy_index(one) == found.actions[row])
                state.apply(action)
    # The outcome is for the player of the first searched move.
    return [(plies, state.outcome(mover)) for plies, state, mover in zip(games, states, movers, strict=True)]


# --- 4. The loss: follow K moves in the model; each latent state must predict policy and value. ---


def sequences(games, rng):
    """A batch: positions, the K moves after each, and the targets of 1 + K plies."""
    planes = np.zeros((BATCH, *game.observation_shape), np.float32)
    actions = np.array([[rng.randrange(ACTIONS) for _ in range(K)] for _ in range(BATCH)], np.int32)
    policies, values = np.zeros((BATCH, K + 1, ACTIONS), np.float32), np.zeros((BATCH, K + 1), np.float32)
    for row in range(BATCH):
        plies, outcome = rng.choice(games)
        first = rng.randrange(len(plies))
        planes[row] = plies[first][0]
        for step in range(K + 1):
            ply = first + step
            # For the player to move there: players alternate. After the end the value stays, and moves are random.
            values[row, step] = outcome if ply % 2 == 0 else -outcome
            if ply < len(plies):
                policies[row, step] = plies[ply][2]
                if step < K:
                    actions[row, step] = plies[ply][1]
    return planes, actions, policies, values


def loss(networks, planes, actions, policies, values):
    """l(0) + 1/K (l(1) + ... + l(K)), with half of the gradient from each step to the one before."""
    state, total = represent(networks, planes), 0.0
    for step in range(K + 1):
        if step:
            state = 0.5 * state + 0.5 * jax.lax.stop_gradient(state)
            state = dynamics(networks, state, actions[:, step - 1])
        logits, value = predict(networks, state)
        policy_loss = -jnp.sum(policies[:, step] * jax.nn.log_softmax(logits), axis=1)
        value_loss = jnp.square(values[:, step] - value)
        total += jnp.mean(policy_loss + value_loss) / (K if step else 1)
    return total


optimizer = optax.adam(2e-3)


@jax.jit
def learn(networks, memory, *batch):
    """A step of gradient descent."""
    found, gradients = jax.value_and_grad(loss)(networks, *batch)
    updates, memory = optimizer.update(gradients, memory)
    return optax.apply_updates(networks, updates), memory, found


# --- 5. The whole loop, and its result. ---

rng, draws = random.Random(1), np.random.default_rng(1)
networks = {
    "h": new_network(draws, INPUTS, 96, LATENT),
    "g": new_network(draws, LATENT + ACTIONS, 96, LATENT),
    "f": new_network(draws, LATENT, 96, ACTIONS + 1),
}
memory, games = optimizer.init(networks), []
for number in range(1, ROUNDS + 1):
    games = [*games, *play(networks, rng, draws)][-10 * GAMES :]
    losses = []
    for _ in range(STEPS):
        networks, memory, found = learn(networks, memory, *sequences(games, rng))
        losses.append(float(found))
    if number % 6 == 1:
        print(f"after {number * GAMES:4} games the loss is {np.mean(losses):.2f}")


def agent(state):
    """The search as a player, without noise."""
    found = search(networks, *seen([state] * GAMES), np.zeros((GAMES, ACTIONS), np.float32))
    (action,) = (one for one in state.legal_actions() if state.policy_index(one) == int(found.actions[0]))
    return action


result = boardai.play_match(game, agent, "random", games=100, opening_plies=1, seed=1)
print(f"\nagainst random moves it wins {100 * result.score:.0f} % of {result.games} games")

# The model was not given the rule that a cell can be taken only once. What does it predict for taking one again?
start = game.initial_state()
state = represent(networks, seen([start])[0])
again = []
for cell in range(ACTIONS):
    logits, _ = predict(networks, dynamics(networks, state, jnp.asarray([cell])))
    again.append(float(jax.nn.softmax(logits)[0, cell]))
print(f"the model gives the cell just taken {100 * np.mean(again):.1f} % of its policy; a ninth would be 11 %")

# Where to continue: docs/muzero.md. Does the search over latent states improve with more simulations, as a search with
# the rules does? The model has only learned from positions of its games.

# Two exercises (examples/solutions/31_muzero.py):
#   1. Play random games, apply their moves to the model from the start on, and let it predict the winner at the end:
#      how often is it right after one, three and five moves, and why does the accuracy fall?
#   2. Search the same positions with 4, 16 and 64 simulations. How often does the move keep a won position won
#      (according to `boardai.search.alphabeta`)? Compare a search with the rules, `boardai.search.Forest`, with h and f
#      as its network.
