"""A network that was trained without the swap rule plays with it.

After a swap the board looks to the player to move as it did to the one who swapped, so such a network can judge both:
`swap` is worth the opposite of what the position is worth. Its weights need a place for two things that it has not
seen, the plane that says whether `swap` can be played, which is ignored, and the logit of `swap`, which makes it as
likely as all cells together. A search does the rest; the policy alone would swap nearly always.
"""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np
from jax.scipy.special import logsumexp

from boardai.game import Game
from boardai.learn.targets import TARGETS

SWAP_PLANE = 3  # games/hex/state.hpp
_PLANES = "parameters/stem/conv/kernel"


def weights_with_swap(game: Game, trained: Any, network: Any, weights: Any) -> Any:
    """The weights of the same network with the swap rule.

    Args:
        game: without the rule, as the network was trained on it.
        trained: its function (`boardai.learn.network.network.Network`).
        network: the same with one plane and one policy index more.
        weights: of the first, parameters and statistics.

    Raises:
        ValueError: a user-written network, whose layers are unknown.
    """
    if trained.config.architecture != "residual":
        raise ValueError(f"{trained.config.architecture} does not support swap")
    named = trained.named(*weights)
    logit = _as_all_cells(game, trained, weights)
    named[_PLANES] = jnp.insert(named[_PLANES], SWAP_PLANE, 0.0, axis=2)
    for head in ("policy", *(name for name in trained.heads.auxiliary if TARGETS[name].head == "policy")):
        if trained.config.policy_head == "dense":
            kernel, bias = named[f"parameters/{head}/dense/kernel"], named[f"parameters/{head}/dense/bias"]
            named[f"parameters/{head}/dense/kernel"] = jnp.pad(kernel, ((0, 0), (0, 1)))
            named[f"parameters/{head}/dense/bias"] = jnp.append(bias, logit)
        else:
            features = 3 * trained.config.channels  # pooled: layers.py
            named[f"parameters/{head}/extra/kernel"] = jnp.zeros((features, 1), jnp.float32)
            named[f"parameters/{head}/extra/bias"] = logit[None]
    return network.leaves(named)


def _as_all_cells(game: Game, trained: Any, weights: Any) -> Any:
    """The logit that is as likely as all cells that can be played together, a mean over all first stones."""
    start = game.initial_state()
    children = [start.child(cell) for cell in start.legal_actions()]
    states = [state for state in children if not state.is_terminal()] or [start]  # on one row the first stone wins
    logits, _ = trained.jitted_apply(*weights, np.stack([state.observation() for state in states]))
    cells = [[state.policy_index(cell) for cell in state.legal_actions()] for state in states]
    return jnp.mean(logsumexp(jnp.take_along_axis(logits, jnp.asarray(cells), axis=1), axis=1))
