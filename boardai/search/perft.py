"""Perft: the number of move sequences of a given length, the usual test of a game's rules."""

from __future__ import annotations

from typing import Any

from boardai import native


def count(state: Any, depth: int) -> int:
    """The number of action sequences of this length from a state.

    Args:
        state: any state, native or written in Python; it is not changed.
        depth: plies, at least 0.

    Raises:
        ValueError: depth is negative.
    """
    return int(native.template("Perft", state).count(native.native_state(state), depth))


def divide(state: Any, depth: int) -> list[tuple[int, int]]:
    """The count for each legal action: pairs (action, count), sorted by action; the counts add up to `count`.

    Args:
        state: as in `count`.
        depth: plies, at least 1.

    Raises:
        ValueError: depth is less than 1.
    """
    if depth < 1:
        raise ValueError(f"divide needs a depth of at least 1, got {depth}")
    return [(action, count(state.child(action), depth - 1)) for action in state.legal_actions()]
