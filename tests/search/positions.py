"""Positions of random games, for tests of searches."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import boardai


def random_positions(game: boardai.Game, count: int, seed: int, *, plies: int = 40) -> Iterator[Any]:
    """Positions in which the game continues, after 0 to `plies` random moves; equal seeds give equal positions."""
    rng = random.Random(seed)
    while count > 0:
        yield after_random_moves(game, rng, rng.randint(0, plies))
        count -= 1


def after_random_moves(game: boardai.Game, rng: random.Random, plies: int) -> Any:
    """This many plies from the start, or fewer where the next move would end the game."""
    state = game.initial_state()
    for _ in range(plies):
        following = state.child(rng.choice(state.legal_actions()))
        if following.is_terminal():
            break
        state = following
    return state


def early_positions(game: boardai.Game, count: int, seed: int = 0) -> list[Any]:
    """States after random openings of growing length, none of them over; equal seeds give equal states."""
    rng = random.Random(seed)
    return [after_random_moves(game, rng, rng.randrange(2 + 2 * number)) for number in range(count)]


def own_evaluator(state: Any) -> str:
    """The name of what `state.evaluate()` evaluates by; searches may by default use a network that ships."""
    return state.evaluators()[0] if hasattr(state, "evaluators") else ""
