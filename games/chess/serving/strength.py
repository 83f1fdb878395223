"""Elo by nodes per move: what `UCI_LimitStrength` and `UCI_Elo` mean.

The rungs are chess's own player, each with its own number of nodes per move. With the evaluation `positional` each was
measured against the next in a match, and Stockfish 15.1, limited to an Elo of 1500 and of 2000, says where the ladder
stands and how wide its steps are; with the network that ships each was measured against `positional` with as many
nodes (docs/benchmarks/chess.md has the matches). Between two rungs the Elo goes with the logarithm of the nodes.
"""

from __future__ import annotations

import math
from itertools import pairwise

# Nodes a move, and what they are worth.
RUNGS: tuple[tuple[int, int], ...] = (
    (100, 1330),
    (300, 1450),
    (1_000, 1660),
    (3_000, 1800),
    (10_000, 2010),
    (30_000, 2170),
    (100_000, 2330),
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
