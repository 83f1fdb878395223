"""States and actions of OpenSpiel (`pyspiel`), both ways, for every game that has a counterpart there.

>>> import pyspiel
>>> theirs = pyspiel.load_game("hex(board_size=5)").new_initial_state()
>>> ours = from_openspiel(theirs)
>>> theirs.apply_action(action_to_openspiel(ours, ours.action_from_string("c3")))

A game's own part is `openspiel.py` in its folder; its first lines say what OpenSpiel cannot express.
"""

from __future__ import annotations

import importlib.util
import operator
from collections.abc import Iterable
from types import ModuleType
from typing import Any

from boardai.game import available_games, game_class, game_class_of


def from_openspiel(state: Any) -> Any:
    """Converts an OpenSpiel state, by the history of its actions from the start.

    >>> import pyspiel
    >>> state = pyspiel.load_game("hex(board_size=3)").new_initial_state()
    >>> state.apply_action(4)
    >>> boardai.interop.from_openspiel(state).to_string()
    '3/1b1/3 w no-swap'

    Args:
        state: a state of OpenSpiel's `chess` (also Chess960), `hex` (any size; swap) or `othello`.

    Returns:
        A state of the game with OpenSpiel's parameters, all others at their defaults.

    Raises:
        ValueError: boardai has no such game, or it does not support this state.
        ImportError: OpenSpiel is not installed.
    """
    _require_openspiel()
    name = state.get_game().get_type().short_name
    counterparts = {module.NAME: module for module in _counterparts()}
    if name not in counterparts:
        known = ", ".join(sorted(counterparts))
        raise ValueError(f"OpenSpiel's {name!r} has no counterpart here; counterparts exist for: {known}")
    return counterparts[name].from_openspiel(state)


def to_openspiel(state: Any, actions: Iterable[int] = ()) -> Any:
    """Converts a state to OpenSpiel, after further actions from it.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> boardai.interop.to_openspiel(state, [4]).history()
    [4]

    Our states store only the history that the rules need, OpenSpiel states the whole history. From a state alone, chess
    starts after the last irreversible move, Hex uses one possible order of the stones, and Reversi needs the start
    state and the game's actions. A start state and actions give the whole history in all games.

    Args:
        state: the state from which the actions are played.
        actions: our actions, legal in sequence.

    Raises:
        ValueError: OpenSpiel cannot represent the state (the message has the reason), or an action is not legal.
        ImportError: OpenSpiel is not installed.
    """
    return _counterpart(state).to_openspiel(state, [operator.index(action) for action in actions])


def action_to_openspiel(state: Any, action: int) -> int:
    """OpenSpiel's number of a legal action.

    >>> state = boardai.load("chess").initial_state()
    >>> boardai.interop.action_to_openspiel(state, state.action_from_string("e2e4"))
    2426

    Args:
        state: ours, before the action.
        action: ours.

    Raises:
        ValueError: the action is not legal, or the game has no counterpart.
        ImportError: OpenSpiel is not installed.
    """
    return int(_counterpart(state).action_to_openspiel(state, operator.index(action)))


def action_from_openspiel(state: Any, action: int) -> int:
    """Our action of OpenSpiel's number.

    >>> state = boardai.load("chess").initial_state()
    >>> state.action_to_string(boardai.interop.action_from_openspiel(state, 2426))
    'e2e4'

    Args:
        state: ours, before the action.
        action: OpenSpiel's.

    Raises:
        ValueError: it names no legal action, or the game has no counterpart.
        ImportError: OpenSpiel is not installed.
    """
    return int(_counterpart(state).action_from_openspiel(state, operator.index(action)))


def _require_openspiel() -> None:
    if importlib.util.find_spec("pyspiel") is None:
        raise ImportError("states of OpenSpiel need the package open_spiel: pip install 'boardai[openspiel]'")


def _counterpart(state: Any) -> ModuleType:
    """The part of the game that a state is of."""
    _require_openspiel()
    found = game_class_of(state).plug_in("openspiel")
    if found is None:
        raise ValueError(f"{state!r} belongs to a game without a counterpart in OpenSpiel")
    return found


def _counterparts() -> list[ModuleType]:
    found = [game_class(name).plug_in("openspiel") for name in available_games()]
    return [module for module in found if module is not None]
