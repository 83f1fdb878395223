"""Elo by nodes per move: what `UCI_LimitStrength` and `UCI_Elo` mean.

The rungs are chess's own player with its network, each with its own number of nodes per move. All of them played in one
tournament with Stockfish 15.1 limited to an Elo of 1500, 1750, 2000, 2250 and 2500. A straight line through what these
five were rated there turns ratings into Stockfish's scale (docs/benchmarks/chess.md has the tables). Between two rungs
the Elo is linear in the logarithm of the nodes.
"""

from __future__ import annotations

import math
from itertools import pairwise

# Nodes per move, and their Elo.
RUNGS: tuple[tuple[int, int], ...] = (
    (100, 1470),
    (300, 1570),
    (1_000, 1740),
    (3_000, 1900),
    (10_000, 2070),
    (30_000, 2240),
    (100_000, 2400),
)
WEAKEST, STRONGEST = RUNGS[0][1], RUNGS[-1][1]
PLAYER = "pvs:evaluator=nnue"  # whose nodes these are


def nodes_of(elo: int) -> int:
    """The nodes per move that are worth this Elo.

    >>> from boardai.games.chess.serving.strength import RUNGS, nodes_of
    >>> nodes_of(RUNGS[2][1])
    1000

    Raises:
        ValueError: nothing is known of it.
    """
    for (fewer, low), (more, high) in pairwise(RUNGS):
        if low <= elo <= high:
            share = (elo - low) / (high - low)
            return round(math.exp(math.log(fewer) + share * math.log(more / fewer)))
    raise ValueError(f"UCI_Elo must be a whole number from {WEAKEST} to {STRONGEST}, not {elo}")
