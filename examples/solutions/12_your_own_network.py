"""Solutions to example 12's exercises: a network of one layer, and one that ignores the places of stones.

    python examples/solutions/12_your_own_network.py

The second needs no training: a network cannot learn to distinguish inputs that it maps to the same output.
"""

import tempfile

import jax.numpy as jnp
import numpy as np
from flax import nnx

import boardai
from boardai import learn

# --- 1. One layer: every logit is a weighted sum of the planes. ---


class Linear(nnx.Module):
    """Planes [B, H, W, C] to logits [B, A] and values [B]."""

    def __init__(self, shape, policy_size, config, rngs):
        self.policy = nnx.Linear(int(np.prod(shape)), policy_size, rngs=rngs)
        self.value = nnx.Linear(int(np.prod(shape)), 1, rngs=rngs)

    def __call__(self, planes):
        x = planes.reshape(planes.shape[0], -1)
        return self.policy(x), jnp.tanh(self.value(x)[:, 0])


if __name__ == "__main__":
    scratch = tempfile.TemporaryDirectory()
    losses = {}
    for name, network in (("one layer", Linear), ("residual, 2 blocks of 16", {"blocks": 2, "channels": 16})):
        run = learn.train(
            "hex:size=4",
            run=f"{scratch.name}/{name.partition(',')[0].replace(' ', '-')}",
            network=network,
            iterations=6,
            seed=2,
            selfplay={"simulations": 16, "games_per_iteration": 96},
            learn={"optimizer": "adamw", "learning_rate": 0.003, "batch_size": 128},
            replay={"minimum": 400},
            arena={"every": 0, "final_games": 40},
            overlap="off",
            verbose=False,
        )
        policy_loss, losses[name] = (run.metrics[loss][-1] for loss in ("policy_loss", "value_loss"))
        score = run.report["matches"]["policy vs random"]["trained"]["score"]
        print(
            f"{name:25} policy loss {policy_loss:.2f}, value loss {losses[name]:.2f}, {score:.0%} against random moves"
        )
    print("One layer learns that the centre is good. Whether a chain is whole is no sum over stones: it cannot say.\n")
    assert losses["one layer"] > losses["residual, 2 blocks of 16"]
    scratch.cleanup()

# --- 2. Attention, the mean over the cells, and no `place`: a set of cells, not a board. ---


class WithoutPlace(nnx.Module):
    """Values of the example's transformer, with or without the parameters that distinguish cells."""

    def __init__(self, shape, place, rngs):
        height, width, channels = shape
        self.embed = nnx.Linear(channels, 32, rngs=rngs)
        self.place = nnx.Param(place * rngs.params.normal((height * width, 32)))
        self.look = nnx.MultiHeadAttention(num_heads=4, in_features=32, decode=False, rngs=rngs)
        self.value = nnx.Linear(32, 1, rngs=rngs)

    def __call__(self, planes):
        x = self.embed(planes.reshape(planes.shape[0], -1, planes.shape[-1])) + self.place[...]
        return self.value((x + self.look(x)).mean(1))[:, 0]


if __name__ == "__main__":
    game = boardai.load("hex", size=4)
    planes = np.asarray(boardai.Batch(game, 1, seed=1, random_plies=6).observations(), np.float32)
    cells = planes.reshape(16, -1)
    orders = [np.random.default_rng(seed).permutation(16) for seed in range(50)]
    shuffled = np.stack([cells[order].reshape(planes.shape[1:]) for order in orders])
    for name, place in (("with place", 0.1), ("without", 0.0)):
        values = np.asarray(WithoutPlace(game.observation_shape, place, nnx.Rngs(0))(jnp.asarray(shuffled)))
        spread = float(values.max() - values.min())
        print(f"{name:10}: one position's cells in 50 orders, values differ by {spread:.6f}")
        assert (spread < 1e-5) == (place == 0)
    print("Attention asks what is there, not where. Without `place` three stones in a row are three stones anywhere.")
