"""Training steps as one program, whose batches lie on the device already, compared with a run's own steps.

What this gains is the most that a replay buffer on the device could.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from boardai.bench import training
from boardai.bench.measure import Benchmark, Peer, Workload, timed
from boardai.game import load

BLOCKS, CHANNELS, BATCH, STEPS = 4, 48, 256, 10


def benchmark(name: str, spec: str) -> Benchmark:
    """The row of a game.

    Args:
        name: of the row.
        spec: our game.
    """
    return Benchmark(
        name,
        lambda quick: f"{STEPS} training steps of {BATCH} positions in one program, {BLOCKS}x{CHANNELS} ResNet",
        "steps/s",
        lambda quick: together(spec),
        (Peer("sampled and made one by one", lambda quick: one_by_one(spec)),),
    )


def _learner(spec: str) -> tuple[Any, Any]:
    """A learner, and what fills its batches from a buffer of recorded games."""
    from boardai.learn.network.config import NetworkConfig
    from boardai.learn.network.network import Network
    from boardai.learn.self_play.replay import ReplayBuffer, ReplayConfig
    from boardai.learn.training.config import LearnConfig
    from boardai.learn.training.learner import Learner

    game, buffer = load(spec), ReplayBuffer(load(spec), ReplayConfig())
    buffer.add_games([training.recorded_games(spec)], 1)
    config = NetworkConfig(blocks=BLOCKS, channels=CHANNELS)
    learner = Learner(Network(game.observation_shape, game.policy_size, config, 0), LearnConfig(batch_size=BATCH))
    return learner, lambda step, batch: buffer.sample_into(batch, step)


def one_by_one(spec: str) -> Workload:
    """As in a run: each batch is drawn from the buffer, and a step is made with it."""
    learner, fill = _learner(spec)

    def work(times: int) -> float:
        for _ in range(times):
            learner.train(STEPS, 0.0, fill)
        return float(times * STEPS)

    work(1)  # compiles
    return Workload(lambda times: timed(lambda: work(times)))


def together(spec: str) -> Workload:
    """The same steps in one program, which overwrites the weights it is given."""
    import jax
    import jax.numpy as jnp

    from boardai.learn.training.descent import Descent, Weights
    from boardai.learn.training.losses import losses

    learner, fill = _learner(spec)
    descent = Descent(learner.network, learner.config, losses)
    kept: list[dict[str, np.ndarray]] = []

    def fill_and_keep(step: int, batch: Any) -> None:
        fill(step, batch)
        kept.append({name: array.copy() for name, array in batch.arrays().items()})

    learner.train(STEPS, 0.0, fill_and_keep)
    batches = {name: jnp.asarray(np.stack([batch[name] for batch in kept])) for name in kept[0]}
    rates = jnp.asarray(np.stack([descent.rates(step, 0.0) for step in range(STEPS)]))

    def steps(weights: Weights, batches: Any) -> tuple[Weights, Any]:
        def step(weights: Weights, drawn: Any) -> tuple[Weights, Any]:
            batch, rate = drawn
            found = descent.gradients(weights.parameters, weights.statistics, batch)
            return descent.updated(weights, found, rate)

        return jax.lax.scan(step, weights, (batches, rates))

    program = jax.jit(steps, donate_argnums=0)
    weights = jax.tree.map(jnp.copy, descent.initial())

    def work(times: int) -> float:
        nonlocal weights
        for _ in range(times):
            weights, _ = jax.block_until_ready(program(weights, batches))
        return float(times * STEPS)

    work(1)
    return Workload(lambda times: timed(lambda: work(times)))
