"""Solutions to example 23's exercises: the fixed cost of a call, and how one game can fill a batch.

    python examples/solutions/23_first_look_at_a_gpu.py

Its numbers depend on the machine, but not the model a + b n.
"""

import random
import time

import jax
import numpy as np

import boardai
from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.network import Network
from boardai.search import Puct, puct

game = boardai.load("hex", size=5)


def network_of(channels):
    """The network as a search calls it: planes to logits and values."""
    network = Network(game.observation_shape, game.policy_size, NetworkConfig(blocks=2, channels=channels), seed=0)
    return lambda planes: network.jitted_apply(network.parameters, network.statistics, planes)


# --- 1. Times by batch size, and the line a + b n through them. ---

SIZES = (1, 8, 32, 128)
print(f"{jax.devices()[0].platform}: milliseconds a call, by positions; half the best rate 1/b is reached at n = a/b")
for channels in (16, 32):
    evaluate, times = network_of(channels), []
    for size in SIZES:
        planes = np.zeros((size, *game.observation_shape), np.float32)
        jax.block_until_ready(evaluate(planes))
        tries = []
        for _ in range(20):
            start = time.perf_counter()
            jax.block_until_ready(evaluate(planes))
            tries.append(time.perf_counter() - start)
        times.append(1000 * np.median(tries))
    # Relative errors, because otherwise only the largest batch would matter.
    b, a = np.polyfit(SIZES, times, 1, w=1 / np.array(times))
    times_text = " ".join(f"{one:7.2f}" for one in times)
    print(f"  {channels} channels: {times_text}   a = {a:.2f} ms, b = {1000 * b:.1f} us, a/b = {a / b:.0f}")
print("Twice the channels are up to four times the work for a position (b), while a hardly changes: it is the price of")
print("asking. So a large network needs small batches only, and a small one on a GPU needs the largest.\n")

# --- 2. One game that requests eight positions at once. ---

calls = 0
known = network_of(16)


def asked(planes):
    """Counts calls; always passes eight rows, so that XLA compiles once."""
    global calls
    calls += 1
    full = np.zeros((8, *planes.shape[1:]), np.float32)
    full[: len(planes)] = planes
    logits, values = known(full)
    return np.asarray(logits)[: len(planes)], np.asarray(values)[: len(planes)]


def searcher(leaves):
    return Puct(evaluator=boardai.search.Network(asked), leaves_per_tree=leaves)


counts = {}
for leaves in (1, 8):
    calls = 0
    result = puct(game.initial_state(), simulations=96, evaluator=boardai.search.Network(asked), leaves_per_tree=leaves)
    counts[leaves] = calls
    print(f"{leaves} at a time: {calls} calls for {result.simulations} simulations")
assert counts[1] > 4 * counts[8]

rng, points, games = random.Random(3), 0, 0
for _ in range(10):
    opening = rng.sample(game.initial_state().legal_actions(), 2)
    for eight in (0, 1):
        state = game.initial_state()
        for action in opening:
            state.apply(action)
        players = [searcher(8 if side == eight else 1) for side in (0, 1)]
        while not state.is_terminal():
            state.apply(players[state.current_player()].search(state, simulations=48).action)
        points, games = points + (state.outcome(eight) + 1) / 2, games + 1
print(f"8 at a time wins {points:.0f} of {games} games against 1 at a time, 48 simulations each")
print(
    "Leaves are chosen before the answers to the last ones are known, so some look at what they would have left alone."
)
print("Some strength is lost, which twenty games do not measure. On a GPU the calls saved buy many more simulations.")
assert games == 20
