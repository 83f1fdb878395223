"""Solutions to example 31's exercises: how far the model predicts, and searches with the model and with the rules.

    python examples/solutions/31_muzero.py

It runs the example first, to get its networks.
"""

import random
import runpy
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

from boardai import device
from boardai.search import Forest, GumbelOptions, Network, alphabeta

example = runpy.run_path(str(Path(__file__).resolve().parent.parent / "31_muzero.py"))
game, networks, actions_of_game = example["game"], example["networks"], example["ACTIONS"]
represent, dynamics, predict = example["represent"], example["dynamics"], example["predict"]
rng = random.Random(31)

# --- 1. How far the model predicts. ---

right = {1: [], 3: [], 5: []}
for _ in range(60):
    states = [game.initial_state()]
    moves = []
    while not states[-1].is_terminal():
        action = rng.choice(states[-1].legal_actions())
        moves.append(states[-1].policy_index(action))
        states.append(states[-1].child(action))
    for steps, found in right.items():
        if steps <= len(moves):
            latent = represent(networks, states[-1 - steps].observation()[None])
            for move in moves[-steps:]:
                latent = dynamics(networks, latent, jnp.asarray([move]))
            value = float(predict(networks, latent)[1][0])  # for the player who would move next, who has lost
            found.append(value < 0)
print()
for steps, found in right.items():
    print(f"{steps} moves before the end, followed in the model, it names the winner in {100 * np.mean(found):.0f} %")
print("It was trained to follow K = 3 moves; each further one starts from a state that it has never been taught.\n")

# --- 2. How good the searches are. ---

won = []
while len(won) < 32:
    state = game.initial_state()
    for _ in range(rng.randrange(5)):
        state.apply(rng.choice(state.legal_actions()))
    if not state.is_terminal() and alphabeta(state).outcome == 1:
        won.append(state)
planes, legal = example["seen"](won)
nothing = np.zeros((len(won), actions_of_game), np.float32)


def kept(chosen):
    """Share of won positions that stay won after the chosen move."""
    count = 0
    for state, index in zip(won, chosen, strict=True):
        (action,) = (one for one in state.legal_actions() if state.policy_index(one) == int(index))
        child = state.child(action)
        count += child.is_terminal() or alphabeta(child).outcome == -1
    return count / len(won)


def by_model(simulations):
    """The search over latent states."""

    def answer(state, legal):
        logits, values = predict(networks, state)
        return device.Answer(state, legal, logits, values, -jnp.ones(len(state)))

    root = answer(represent(networks, planes), jnp.asarray(legal))
    return device.gumbel_with_model(
        root,
        lambda state, actions: answer(dynamics(networks, state, actions), jnp.ones_like(root.legal)),
        jax.random.key(0),
        simulations,
        noise=nothing,
    ).actions


def by_rules(simulations):
    """Gumbel search with the rules, with h and f as its network."""

    def network(rows):
        logits, values = predict(networks, represent(networks, jnp.asarray(rows)))
        return np.asarray(logits), np.asarray(values)

    found = Forest(won, Network(network), GumbelOptions(scale=0, solver=False, endings=False)).run(simulations)
    return [state.policy_index(int(action)) for state, action in zip(won, found.actions, strict=True)]


for simulations in (4, 16, 64):
    model, rules_too = kept(by_model(simulations)), kept(by_rules(simulations))
    print(f"{simulations:2} simulations keep {100 * model:.0f} % by the model, {100 * rules_too:.0f} % by the rules")
print("The rules know where a game is over, which the model only guesses: AlphaZero has them, MuZero has not.")
