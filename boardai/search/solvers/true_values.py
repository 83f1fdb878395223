"""The exact value of every legal move of a position.

    1. df-pn proves the result of each move: won, drawn or lost.
    2. With distances, PVS with only alpha-beta pruning finds the quickest win and the slowest loss of the moves that
       are not drawn, a ply deeper each time, until all are found.

Both answers must agree, so each checks the other. All limits count nodes: the same call always gives the same answer.
"""

from __future__ import annotations

from typing import Any

from boardai.search.pvs.options import PvsOptions
from boardai.search.pvs.pvs import pvs
from boardai.search.results.result import SearchResult
from boardai.search.results.wording import plies_to_win
from boardai.search.solvers.dfpn import dfpn

# Limits of df-pn's first attempt: most positions need little, and a large table takes time to clear.
SMALL: dict[str, Any] = {"megabytes": 1, "nodes": 3000}
# Without options that may skip lines of play: otherwise distances would not be exact.
_EXACT = PvsOptions(
    null_move=False, reverse_futility=False, futility=False, razoring=False, late_move_reductions=False,
    late_move_pruning=False, exchange_pruning=False, probcut=False, internal_reduction=False,
    singular_extensions=False, check_extension=False, quiescence=False,
)  # fmt: skip


def true_values(state: Any, *, distances: bool = False, nodes: int | None = None) -> dict[int, int] | None:
    """The value of each legal move of a position, proven.

    >>> from boardai.search.solvers.true_values import true_values
    >>> state = boardai.load("hex", size=2).initial_state()
    >>> true_values(state)
    {0: -1, 1: 1, 2: 1, 3: -1}
    >>> true_values(state, distances=True)
    {0: -31996, 1: 31997, 2: 31997, 3: -31996}

    Args:
        state: a state of a game without infinite lines of play; not terminal.
        distances: values also contain the distance to the end: 32,000 minus the plies to a win, negative for a loss.
        nodes: node limit for all moves together; None: no limit.

    Returns:
        Values by action for the player to move, above 0: won, 0: drawn, below 0: lost; None: the node limit was
        reached.

    Raises:
        RuntimeError: the two searches disagree, which is an error in one of them or in the game's rules.
    """
    player, left = state.current_player(), nodes
    values: dict[int, int] = {}
    for action in state.legal_actions():
        child = state.child(action)
        if child.is_terminal():
            values[action] = int(child.outcome(player))
            continue
        result = _proven(child, left)
        if result is None or result.outcome is None:
            return None
        left = None if left is None else left - result.nodes
        values[action] = result.outcome if child.current_player() == player else -result.outcome
    decided = [action for action, value in values.items() if value]
    if not distances or not decided:
        return values
    if left is not None and left < 1:
        return None
    limits: dict[str, Any] = {"depth": 10_000} if left is None else {"nodes": left}
    found = pvs(state, root_actions=decided, multi_pv=len(decided), options=_EXACT, **limits)
    for action in decided:
        value = found.action_values.get(action)
        plies = None if value is None or action in found.bounds else plies_to_win(value)
        if value is None or plies is None or plies > found.depth:
            return None
        if (value > 0) != (values[action] > 0):
            raise RuntimeError(f"{state.to_string()}, {state.action_to_string(action)}: df-pn and PVS disagree")
        values[action] = int(value)
    return values


def _proven(state: Any, nodes: int | None) -> SearchResult | None:
    """The outcome that df-pn proves; None: the node limit is too small."""
    small = SMALL if nodes is None else SMALL | {"nodes": min(SMALL["nodes"], nodes)}
    whole: dict[str, Any] = {} if nodes is None else {"nodes": nodes}
    for limits in (small, whole):
        if limits.get("nodes", 1) < 1:
            return None
        result = dfpn(state, **limits)
        if result.outcome is not None:
            return result
    return None
