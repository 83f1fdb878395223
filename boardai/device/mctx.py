"""A game's rules and a network as the model that mctx searches in.

mctx (https://github.com/google-deepmind/mctx) is not needed before one of these functions is called.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from boardai.basics.optional import optional_package
from boardai.device.rules import DeviceRules, settled

Network = Callable[[Any, jax.Array], tuple[jax.Array, jax.Array]]


def root_fn(rules: DeviceRules[Any], network: Network) -> Callable[[Any, Any, Any], Any]:
    """A function of weights, key and states to what mctx's policies take as `root`.

    >>> import jax, jax.numpy as jnp
    >>> from boardai import device
    >>> rules = device.rules("hex:size=3")
    >>> root = device.root_fn(rules, lambda weights, planes: (jnp.zeros((len(planes), 9)), jnp.zeros(len(planes))))
    >>> root((), jax.random.key(0), rules.init(4)).prior_logits.shape
    (4, 9)

    Args:
        rules: of the game.
        network: weights and planes `[N, H, W, C]` to logits `[N, A]` and values `[N]` in [-1, 1], for the player to
            move.

    Raises:
        ValueError: mctx is not installed.
    """
    mctx = optional_package("mctx", "mctx", "bench")

    def root(weights: Any, key: Any, state: Any) -> Any:
        logits, values = _evaluated(rules, network, weights, state)
        return mctx.RootFnOutput(prior_logits=logits, value=values, embedding=state)

    return root


def recurrent_fn(rules: DeviceRules[Any], network: Network) -> Callable[[Any, Any, Any, Any], Any]:
    """What mctx's policies take under this name: a function of weights, key, actions and states.

    Values are the mover's, so a move of the other player counts with the discount -1, and the end of the game has 0.

    >>> import jax, jax.numpy as jnp, mctx
    >>> from boardai import device
    >>> rules, key = device.rules("hex:size=3"), jax.random.key(0)
    >>> def network(weights, planes):
    ...     return jnp.zeros((len(planes), 9)), jnp.zeros(len(planes))
    >>> root = device.root_fn(rules, network)((), key, rules.init(4))
    >>> found = mctx.gumbel_muzero_policy((), key, root, device.recurrent_fn(rules, network), num_simulations=16)
    >>> found.action.shape
    (4,)

    Args:
        rules: of the game.
        network: as for `root_fn`.

    Raises:
        ValueError: mctx is not installed.
    """
    mctx = optional_package("mctx", "mctx", "bench")

    def simulate(weights: Any, key: Any, actions: Any, state: Any) -> tuple[Any, Any]:
        after = settled(rules.step(state, actions))
        mover, over = rules.player(state), rules.is_over(after)
        logits, values = _evaluated(rules, network, weights, after)
        output = mctx.RecurrentFnOutput(
            reward=rules.outcome(after)[jnp.arange(len(mover)), mover],
            discount=jnp.where(over, 0.0, jnp.where(rules.player(after) == mover, 1.0, -1.0)),
            prior_logits=logits,
            value=jnp.where(over, 0.0, values),
        )
        return output, after

    return simulate


def _evaluated(rules: DeviceRules[Any], network: Network, weights: Any, state: Any) -> tuple[jax.Array, jax.Array]:
    """Logits, those of illegal moves as low as they can be, and values."""
    mask = settled(rules.legal_mask(state))
    logits, values = network(weights, rules.observe(state))
    return jnp.where(mask, logits, jnp.finfo(jnp.float32).min), values
