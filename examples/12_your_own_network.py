"""Example 12: write your own network in thirty lines, and train it.

    python examples/12_your_own_network.py

Any Flax NNX module that maps planes to policy logits and a value works.
"""

import tempfile

import jax.numpy as jnp
from flax import nnx

from boardai import learn

# --- 1. The network, without convolutions: cells exchange information through attention (a small transformer). ---

WIDTH = 32


class Attention(nnx.Module):
    """A block: attention over all cells, then a layer that is applied to each cell separately."""

    def __init__(self, rngs):
        self.look = nnx.MultiHeadAttention(num_heads=4, in_features=WIDTH, decode=False, rngs=rngs)
        self.think = nnx.Sequential(nnx.Linear(WIDTH, 64, rngs=rngs), nnx.relu, nnx.Linear(64, WIDTH, rngs=rngs))
        self.norms = nnx.List([nnx.LayerNorm(WIDTH, rngs=rngs) for _ in range(2)])

    def __call__(self, x):
        x = x + self.look(self.norms[0](x))
        return x + self.think(self.norms[1](x))


class Transformer(nnx.Module):
    """Planes [B, H, W, C] to logits [B, A] and values [B]."""

    def __init__(self, shape, policy_size, config, rngs):
        height, width, channels = shape
        self.embed = nnx.Linear(channels, WIDTH, rngs=rngs)
        self.place = nnx.Param(0.1 * rngs.params.normal((height * width, WIDTH)))  # distinguishes the cells
        self.blocks = nnx.List([Attention(rngs) for _ in range(2)])
        self.policy = nnx.Linear(height * width * WIDTH, policy_size, rngs=rngs)
        self.value = nnx.Linear(WIDTH, 1, rngs=rngs)

    def __call__(self, planes):
        x = self.embed(planes.reshape(planes.shape[0], -1, planes.shape[-1])) + self.place[...]
        for block in self.blocks:
            x = block(x)
        return self.policy(x.reshape(x.shape[0], -1)), jnp.tanh(self.value(x.mean(1))[:, 0])


# --- 2. Training: a run takes the class itself, and its settings by name. ---

if __name__ == "__main__":
    scratch = tempfile.TemporaryDirectory()
    run = learn.train(
        "hex:size=4",
        run=f"{scratch.name}/transformer",  # deleted when the example ends; without this line it is runs/hex-DATE
        network=Transformer,
        iterations=9,
        seed=2,
        selfplay={"simulations": 16, "games_per_iteration": 96},
        learn={"optimizer": "adamw", "learning_rate": 0.003, "batch_size": 128},
        replay={"minimum": 400},
        arena={"every": 0, "final_games": 40},
    )
    print(run.metrics)
    print("policy_loss falls towards the entropy of the searches' policies; `policy vs random` is without search.")

    # --- 3. It can play like any other player. ---

    state = run.game.initial_state()
    policies, values = run.evaluate([state])
    print(f"\nthe transformer's value of the first position: {values[0]:+.2f}")
    print("and opens with", state.action_to_string(run.agent("policy").choose(state)))
    scratch.cleanup()

# Where to continue: docs/learning.md shows how to write your own loss; boardai/learn/network/residual.py is the
# residual network, written in the same way; example 11 compares two runs, to find out whether yours is better.

# Two exercises (examples/solutions/12_your_own_network.py):
#   1. A network of one layer: how well does it play, and what can it not represent?
#   2. Remove `place` from the transformer. Show without any training that its value cannot depend on who has connected
#      their edges.
