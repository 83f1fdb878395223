"""Positions of random games, for tests of searches."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import boardai


def random_positions(game: boardai.Game, count: int, seed: int, *, plies: int = 40) -> Iterator[Any]:
    """Positions in which the game goes on, after 0 to `plies` random moves; equal seeds give equal positions."""
    rng = random.Random(seed)
    while count > 0:
        state = game.initial_state()
        for _ in range(rng.randint(0, plies)):
            following = state.child(rng.choice(state.legal_actions()))
            if following.is_terminal():
                break
            state = following
        yield state
        count -= 1
