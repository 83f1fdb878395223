"""Reversi states to and from OpenSpiel's `othello`; `boardai.interop.openspiel` is the way in.

Players (dark is 0) and actions, including the pass, have the same numbers on both sides. OpenSpiel does not have:

- boards other than 8x8, other start positions, and `view`;
- a position without the game that led to it: give the start and the actions, since a state here knows its discs alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from boardai.game import load

NAME = "othello"


def from_openspiel(state: Any) -> Any:
    """The Reversi state of an OpenSpiel state, by its history."""
    ours = load("reversi").initial_state()
    for action in state.history():
        ours.apply(action)
    return ours


def to_openspiel(state: Any, actions: Iterable[int] = ()) -> Any:
    """The OpenSpiel state after actions from the start of a game on 8x8.

    Raises:
        ValueError: the state is not that start, or an action is not legal.
    """
    import pyspiel

    ours = load("reversi").initial_state()
    if state.to_string() != ours.to_string():
        raise ValueError(
            "OpenSpiel's othello only has 8x8 positions with their history: give the start and the actions that lead "
            f"from it, to_openspiel(start, actions), not position {state.to_string()}"
        )
    theirs = pyspiel.load_game("othello").new_initial_state()
    for action in actions:
        theirs.apply_action(action_to_openspiel(ours, action))
        ours.apply(action)
    return theirs


def action_to_openspiel(state: Any, action: int) -> int:
    """OpenSpiel's number of a legal action: the same.

    Raises:
        ValueError: the board is not 8x8, or the action is not legal here.
    """
    start = load("reversi").initial_state()
    if type(state) is not type(start) or state.policy_size != start.policy_size:
        raise ValueError("OpenSpiel's othello is only played on 8x8")
    if not state.is_legal(action):
        raise ValueError(f"action {action!r} is not legal in position {state.to_string()}")
    return action


def action_from_openspiel(state: Any, action: int) -> int:
    """The action of OpenSpiel's number: the same.

    Raises:
        ValueError: the board is not 8x8, or it names no legal action.
    """
    return action_to_openspiel(state, action)
