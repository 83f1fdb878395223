"""Example 23: a first look at a GPU. What an accelerator is good at, the cost of a call, and how searches can use it.

    python examples/23_first_look_at_a_gpu.py

It runs on the devices that JAX finds, a GPU and the CPU or only the CPU; docs/hardware.md lists the settings of a run
for them. On a machine with an NVIDIA GPU, `pip install -U "jax[cuda12]"` lets JAX see it.
"""

import time

import jax
import numpy as np

import boardai
from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.network import Network
from boardai.search import Forest, GumbelOptions

# --- 1. Which devices are there? JAX computes on the first one by default. ---

devices = [jax.devices()[0]]
if devices[0].platform != "cpu":
    devices.append(jax.devices("cpu")[0])
print("JAX sees:", ", ".join(f"{device.platform} ({device.device_kind})" for device in devices))
if len(devices) == 1:
    print("No accelerator: the next steps show how to measure one, on this processor instead.")

# --- 2. One network, the same numbers on every device. Its weights are copied to each device once. ---

game = boardai.load("hex", size=7)
network = Network(game.observation_shape, game.policy_size, NetworkConfig(blocks=2, channels=32), seed=0)
weights = {device: jax.device_put((network.parameters, network.statistics), device) for device in devices}


def evaluate(planes, device):
    """Logits and values, computed on a device. The call returns at once: the device may still be computing."""
    return network.jitted_apply(*weights[device], jax.device_put(planes, device))


def positions(count):
    """Positions of random games, in the form of network inputs."""
    return np.asarray(boardai.Batch(game, count, seed=1, random_plies=20).observations(), np.float32)


answers = [np.asarray(evaluate(positions(8), device)[1]) for device in devices]
assert all(np.allclose(answers[0], answer, atol=0.05) for answer in answers)  # a GPU may be less precise

# --- 3. Three wrong ways to measure it. ---


def seconds(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


device, planes = devices[0], positions(64)
shape_is_new = np.concatenate([planes, planes, planes[:5]])
first = seconds(lambda: jax.block_until_ready(evaluate(shape_is_new, device)))
usual = min(seconds(lambda: jax.block_until_ready(evaluate(shape_is_new, device))) for _ in range(5))
asked = min(seconds(lambda: evaluate(shape_is_new, device)) for _ in range(5))
fetched = min(seconds(lambda: [np.asarray(part) for part in evaluate(shape_is_new, device)]) for _ in range(5))
print(f"""
one call for {len(shape_is_new)} positions:
  the first of this shape     {1000 * first:9.2f} ms   XLA compiles it for this shape, and caches it
  the next ones               {1000 * usual:9.2f} ms
  without waiting for the end {1000 * asked:9.2f} ms   JAX returns at once, the work continues: this measures nothing
  with the numbers brought    {1000 * fetched:9.2f} ms   what a search needs, with the answer transferred
So compile first, wait for the end, and include both transfers.""")

# --- 4. The rate by batch size. A call costs a fixed time plus a time for each position: a + b n. ---

sizes = (1, 8, 64, 512)
print("\npositions at once" + "".join(f"{size:>12}" for size in sizes))
for device in devices:
    rates = []
    for size in sizes:
        planes, times = positions(size), []
        jax.block_until_ready(evaluate(planes, device))  # compiles
        while sum(times) < 0.3 or len(times) < 3:
            times.append(seconds(lambda planes=planes, device=device: jax.block_until_ready(evaluate(planes, device))))
        rates.append(size / float(np.median(times)))
    print(f"{device.platform + ', a second':17}" + "".join(f"{rate:12,.0f}" for rate in rates))
print("""A processor's rate soon stops growing: it works on few positions at a time. An accelerator's grows further:
one position takes it as long as hundreds. It needs few calls with many positions.""")

# --- 5. A search requests one position, waits, and requests the next one. Many games are searched at once. ---

calls = rows = 0


def counted(planes):
    """The network as a search calls it, with counts."""
    global calls, rows
    calls, rows = calls + 1, rows + len(planes)
    return evaluate(planes, devices[0])


SIMULATIONS = 16
print(f"\n{SIMULATIONS} simulations per move, Gumbel search:")
print("games at once   calls   positions per call   moves/s")
found = {}
for games in (1, 16, 128):
    forest = Forest([game.initial_state() for _ in range(games)], counted, GumbelOptions(), seed=1)
    forest.run(SIMULATIONS)  # compiles
    forest = Forest([game.initial_state() for _ in range(games)], counted, GumbelOptions(), seed=1)
    calls = rows = 0
    taken = seconds(lambda forest=forest, games=games: found.__setitem__(games, forest.run(SIMULATIONS)))
    print(f"{games:13}   {calls:5}   {rows / calls:16.0f}   {games / taken:7,.0f}")
    assert rows == calls * games and calls <= SIMULATIONS + 1
# The first tree gets the same result with any number of other trees: batches change the time, never the game.
assert (found[1].visits[0] == found[128].visits[0]).all()
print("""
The device is called as often for 128 games as for one. Therefore AlphaZero plays hundreds of games at a time, and why
`selfplay.games` in a run is larger on a GPU (256 to 1024) than on a processor (64 to 128).""")

# Two exercises (examples/solutions/23_first_look_at_a_gpu.py):
#   1. Fit a + b n to the times of section 4: what is a call's fixed cost a, and from which n on is half the best rate
#      reached? Before you measure, predict how both change with twice the channels.
#   2. One game can fill a batch, too: search it with `puct(..., leaves_per_tree=8)`, which continues before results
#      are back. Count calls, and play 8 at a time against 1 at a time with equal simulations: what is lost?
