"""A network that was trained without the swap rule plays with it.

After a swap the board looks to the player to move as it did to the one who swapped, so such a network can judge both:
`swap` is worth the opposite of what the position is worth. Its weights need a place for two things that it has not
seen, the plane that says whether `swap` can be played, which is ignored, and the logit of `swap`, which makes it as
likely as all cells together. The search does the rest.
"""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np
from jax.scipy.special import logsumexp

from boardai.game import Game

SWAP_PLANE = 3  # games/hex/state.hpp
_PLANES, _POLICY = "stem/conv/kernel", "policy"


def weights_with_swap(game: Game, trained: Any, network: Any, weights: Any) -> Any:
    """The weights of the same network with the swap rule.

    Args:
        game: without the rule, as the network was trained on it.
        trained: its function (`boardai.learn.network.network.Network`).
        network: the same with one plane and one policy index more.
        weights: of the first, parameters and statistics.

    Raises:
        ValueError: a network of one's own, whose layers nobody knows.
    """
    if trained.config.architecture != "residual":
        raise ValueError(f"{trained.config.architecture} knows no swap")
    named = trained.named(*weights)
    start = game.initial_state()
    planes = np.stack([start.child(cell).observation() for cell in start.legal_actions()])
    as_all_cells = jnp.mean(logsumexp(trained.jitted_apply(*weights, planes)[0], axis=1))
    named[_PLANES] = jnp.insert(named[_PLANES], SWAP_PLANE, 0.0, axis=2)
    if trained.config.policy_head == "dense":
        kernel, bias = named[f"{_POLICY}/dense/kernel"], named[f"{_POLICY}/dense/bias"]
        named[f"{_POLICY}/dense/kernel"] = jnp.pad(kernel, ((0, 0), (0, 1)))
        named[f"{_POLICY}/dense/bias"] = jnp.append(bias, as_all_cells)
    else:
        features = 3 * trained.config.channels  # pooled: layers.py
        named[f"{_POLICY}/extra/kernel"] = jnp.zeros((features, 1), jnp.float32)
        named[f"{_POLICY}/extra/bias"] = as_all_cells[None]
    return network.leaves(named)
