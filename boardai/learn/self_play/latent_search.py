"""Gumbel search over latent states: the tree search of `boardai.device`, with the model that MuZero has learned.

    root    the position's planes -> representation -> latent state -> prediction; illegal moves are masked
    step    latent state, action -> dynamics -> latent state -> prediction; the legal actions are unknown there

The rules are only used at the root, for the legal actions. Players alternate, so a value's sign changes with each ply;
a search continues after the end of a game, where the value is trained to remain constant (Schrittwieser et al. 2020,
appendix A).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from boardai import device
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Network
from boardai.search.trees.options import GumbelSelection


class LatentSearch:
    """The search with one set of weights, for any number of positions.

    Args:
        evaluator: the weights; its batch size is the number of parallel searches.
        simulations: number of simulations of each search.
        options: options of the selection; None: for the strongest play, without noise.

    Raises:
        ValueError: the network has no dynamics, or there is no simulation.
    """

    def __init__(self, evaluator: Evaluator, simulations: int, options: GumbelSelection | None = None) -> None:
        if not evaluator.network.unrolls:
            architecture = evaluator.network.config.architecture
            raise ValueError(f"the network ({architecture}) has no dynamics: networks of the learner muzero have one")
        if simulations < 1:
            raise ValueError(f"simulations must be at least 1, got {simulations}")
        self.simulations, self._actions = simulations, evaluator.policy_size
        self._weights, self._planes = evaluator.weights_on(jax.local_devices()[0]), evaluator.planes()
        self._search = _compiled(evaluator.network, simulations, options or GumbelSelection(scale=0.0))

    def __call__(self, states: Sequence[Any], noise: np.ndarray | None = None) -> device.GumbelResult:
        """Searches states that are not over.

        Args:
            states: N states of the network's game.
            noise: Gumbel noise, float32 `[N, A]`; None: no noise.

        Returns:
            The results as NumPy arrays of N rows; illegal actions at a root have no visits, weights or priors.
        """
        size = len(self._planes)
        noise = np.zeros((len(states), self._actions), np.float32) if noise is None else noise
        firsts = range(0, len(states), size)
        parts = [self._batch(states[first : first + size], noise[first : first + size]) for first in firsts]
        found: device.GumbelResult = jax.tree.map(lambda *some: np.concatenate(some), *parts)
        return found

    def _batch(self, states: Sequence[Any], noise: np.ndarray) -> device.GumbelResult:
        """One call of the program; unused rows have no legal actions."""
        rows, size = len(states), len(self._planes)
        legal, own_noise = np.zeros((size, self._actions), bool), np.zeros((size, self._actions), np.float32)
        own_noise[:rows] = noise
        self._planes[rows:] = 0
        for row, state in enumerate(states):
            self._planes[row] = state.observation()
            legal[row] = state.legal_mask()
        found: device.GumbelResult = jax.tree.map(
            lambda array: np.asarray(array)[:rows], self._search(self._weights, self._planes, legal, own_noise)
        )
        return found


@functools.lru_cache(maxsize=8)
def _compiled(network: Network, simulations: int, options: GumbelSelection) -> Any:
    """The program, for any weights: `(weights, planes [N, H, W, C], legal [N, A], noise [N, A])`."""

    def search(weights: Any, planes: jax.Array, legal: jax.Array, noise: jax.Array) -> device.GumbelResult:
        root, step = latent_model(network, weights, planes, legal)
        return device.gumbel_with_model(root, step, jax.random.key(0), simulations, options, noise)

    return jax.jit(search)


def latent_model(
    network: Network, folded: Any, planes: jax.Array, legal: jax.Array
) -> tuple[device.Answer, Callable[[Any, jax.Array], device.Answer]]:
    """The root and the step of a search over latent states; for use inside `jax.jit`.

    Args:
        network: a network with dynamics.
        folded: its weights, the result of `Network.fold`.
        planes: planes of the positions, `[N, H, W, C]`.
        legal: bool `[N, A]`.
    """
    model = network.folded_module(folded)

    def answer(latent: jax.Array, legal: jax.Array) -> device.Answer:
        output = network.of_canvas(model.heads(latent))
        return device.Answer(latent, legal, output.policy, output.value, -jnp.ones_like(output.value))

    def step(latent: jax.Array, actions: jax.Array) -> device.Answer:
        return answer(model.dynamics(latent, network.on_canvas(actions)), jnp.ones_like(legal))

    return answer(model.represent(planes), legal), step
