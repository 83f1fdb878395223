"""Hex states to and from OpenSpiel's `hex`; `boardai.interop.openspiel` is the way in.

The swap rule differs there: the swapped stone changes its colour and is mirrored across the long diagonal,
while the players keep their colours. So after a swap every cell here is the mirrored one there; who wins is the same.
What OpenSpiel cannot say:

- the swap rule on boards that are no rhombus, where the mirrored cell may not exist;
- `view`: its planes are its own;
- a position without the order of its moves. A state here knows its stones alone, so that an OpenSpiel state made of it
  has one of the orders in which they may have been played. Give the start and the actions where the order matters.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from boardai.game import load

NAME = "hex"


def from_openspiel(state: Any) -> Any:
    """The Hex state of an OpenSpiel state, by its history.

    Raises:
        ValueError: the swap rule on a board that is no rhombus, or a board larger than ours are.
    """
    parameters = state.get_game().get_parameters()
    rows, columns, swap = parameters["num_rows"], parameters["num_cols"], bool(parameters["swap"])
    _check_swap(rows, columns, swap)
    ours = load("hex", rows=rows, cols=columns, swap=swap).initial_state()
    for action in state.history():
        ours.apply(action_from_openspiel(ours, action))
    return ours


def to_openspiel(state: Any, actions: Iterable[int] = ()) -> Any:
    """The OpenSpiel state of a Hex state after further actions.

    Raises:
        ValueError: the swap rule on a board that is no rhombus, or an action is not legal.
    """
    import pyspiel

    rows, columns, swap = state.rows(), state.columns(), state.swap_rule()
    _check_swap(rows, columns, swap)
    extent = {"board_size": rows} if rows == columns else {"num_rows": rows, "num_cols": columns}
    theirs = pyspiel.load_game("hex", extent | ({"swap": True} if swap else {})).new_initial_state()
    ours = load("hex", rows=rows, cols=columns, swap=swap).initial_state()
    for action in [*_some_order(ours, state), *actions]:
        theirs.apply_action(action_to_openspiel(ours, action))
        ours.apply(action)
    return theirs


def action_to_openspiel(state: Any, action: int) -> int:
    """OpenSpiel's number of a legal action.

    Raises:
        ValueError: the action is not legal here, or the swap rule on a board that is no rhombus.
    """
    if not state.is_legal(action):
        raise ValueError(f"action {action!r} is not legal in position {state.to_string()}")
    return _mirrored(state, action)


def action_from_openspiel(state: Any, action: int) -> int:
    """The action of OpenSpiel's number.

    Raises:
        ValueError: it names no legal action, or the swap rule on a board that is no rhombus.
    """
    cells = state.rows() * state.columns()
    ours = _mirrored(state, action) if 0 <= action <= cells else -1
    if ours < 0 or not state.is_legal(ours):
        raise ValueError(f"OpenSpiel's action {action!r} is not legal in position {state.to_string()}")
    return ours


def _mirrored(state: Any, action: int) -> int:
    """The same cell on the other side; on both sides swap is the number after the last cell."""
    columns = state.columns()
    _check_swap(state.rows(), columns, state.swap_rule())
    if not state.swapped() or action == state.rows() * columns:
        return action
    row, column = divmod(action, columns)
    return column * columns + row


def _check_swap(rows: int, columns: int, swap: bool) -> None:
    if swap and rows != columns:
        raise ValueError(f"OpenSpiel's swap rule needs a rhombus: it mirrors the stone, which {rows}x{columns} cannot")


def _some_order(start: Any, state: Any) -> list[int]:
    """Actions that lead from the start to the state's stones.

    Raises:
        ValueError: none do.
    """
    columns = state.columns()
    stones: tuple[list[int], list[int]] = ([], [])
    for action in range(state.rows() * columns):
        colour = state.stone_at(*divmod(action, columns))
        if colour >= 0:
            stones[colour].append(action)
    if not state.is_terminal():
        return _alternating(stones, state)
    # The last stone is one without which no player has won.
    winner = state.colour_of(0 if state.outcome(0) > 0 else 1)
    for last in stones[winner]:
        tried = (stones[0][:], stones[1][:])
        tried[winner].remove(last)
        tried[winner].append(last)
        actions = _alternating(tried, state)
        before = start.clone()
        for action in actions[:-1]:
            if before.is_terminal():
                break
            before.apply(action)
        if not before.is_terminal():
            return actions
    raise ValueError(f"no order of moves leads to position {state.to_string()}")


def _alternating(stones: tuple[list[int], list[int]], state: Any) -> list[int]:
    """Black's and white's stones in turn, in the order given, with the swap after the first if there was one."""
    black, white = stones
    actions = [cell for pair in zip(black, white, strict=False) for cell in pair]
    actions += black[len(white) :]
    if state.swapped():
        actions.insert(1, state.rows() * state.columns())
    return actions
