"""The network of Ószi's thesis (2021, section 5): two bits a cell, whose stone lies there, to who wins.

By name: `--network.architecture boardai.games.hex.stones_network:StonesNetwork`, with `view=absolute`: its first two
planes are black's and white's stones, which is the thesis's encoding (empty 00, blue 10, red 01; 338 bits on 13x13).

What its units say is whether black wins, as in the thesis, where blue is the first player; which of both is worth
something to the player to move is then given by the last plane. Units that had to say it themselves would have to
count all stones first: whose turn it is hangs on each of them.

The thesis's third input, the phase, is left out: it was given by the length that the game came to have, which is
unknown while it is played.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from flax import nnx

from boardai.learn.network.dense import DenseNetwork
from boardai.learn.network.heads import Outputs

STONES = 2  # planes
PLANES = 4  # of the absolute view; the swap rule adds one, and an action to the policy


class StonesNetwork(DenseNetwork):
    """A dense network that sees the stones of both colours alone.

    Args:
        shape: height, width, channels.
        policy_size: number of logits.
        config: the run's network settings, as of `DenseNetwork`.
        rngs: of the initial weights.

    Raises:
        ValueError: the planes do not show who moves, as with `view=mover`.
    """

    planes = STONES

    def __init__(self, shape: tuple[int, int, int], policy_size: int, config: Any, rngs: nnx.Rngs) -> None:
        if shape[2] - PLANES != policy_size - shape[0] * shape[1]:
            raise ValueError("network.architecture: StonesNetwork needs a plane that shows who moves: view=absolute")
        super().__init__(shape, policy_size, config, rngs)

    def __call__(self, planes: jax.Array) -> Outputs:
        found = super().__call__(planes)
        white = planes[:, 0, 0, -1] > 0.5
        logits = found.value_logits
        return found._replace(
            value=jnp.where(white, -found.value, found.value),
            value_logits=None if logits is None else jnp.where(white[:, None], logits[:, ::-1], logits),
        )
