"""Chess states to and from OpenSpiel's `chess`; `boardai.interop.openspiel` is the way in.

White is player 0 here and player 1 there, so `returns()[1]` is White's. OpenSpiel does not have:

- `claim_draws=False`: its games end at the third occurrence and after 50 moves by each side, as ours do with
  `claim_draws=True`, the default;
- moves before the last capture, pawn move or loss of a castling right, which a state does not know: an OpenSpiel state
  made here starts from the position after it (`state.reversible_moves()`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from boardai.game import load

NAME = "chess"


def from_openspiel(state: Any) -> Any:
    """The chess state of an OpenSpiel state, by its start position and history.

    Raises:
        ValueError: the start position of Chess960 is not drawn yet.
    """
    if state.is_chance_node():
        raise ValueError("the start position of this Chess960 game has not been drawn yet")
    theirs = state.get_game()
    chess960 = bool(theirs.get_parameters()["chess960"])
    ours = load("chess", chess960=chess960).from_string(state.start_fen())
    replay = theirs.new_initial_state(state.start_fen())
    for step in state.full_history():
        if step.player >= 0:  # the other is chance
            ours.apply(ours.action_from_string(_text(replay, step.action, chess960)))
            replay.apply_action(step.action)
    return ours


def to_openspiel(state: Any, actions: Iterable[int] = ()) -> Any:
    """The OpenSpiel state of a chess state after further actions, with the moves that repetitions depend upon.

    Raises:
        ValueError: the state does not claim draws, or an action is not legal.
    """
    if not state.claims_draws():
        raise ValueError("OpenSpiel's chess claims draws: it has no counterpart of claim_draws=False")
    ours, moves = state.reversible_moves()
    theirs = _position(ours)
    for action in [*moves, *actions]:
        theirs.apply_action(_action(theirs, ours.action_to_string(action), ours.is_chess960()))
        ours.apply(action)
    return theirs


def action_to_openspiel(state: Any, action: int) -> int:
    """OpenSpiel's number of a legal action.

    Raises:
        ValueError: the action is not legal here.
    """
    return _action(_position(state, clock=0), state.action_to_string(action), state.is_chess960())


def action_from_openspiel(state: Any, action: int) -> int:
    """The action of OpenSpiel's number.

    Raises:
        ValueError: it names no legal action.
    """
    position = _position(state, clock=0)
    if state.is_terminal() or action not in position.legal_actions():
        raise ValueError(f"OpenSpiel's action {action!r} is not legal in position {state.to_string()}")
    return state.action_from_string(_text(position, action, state.is_chess960()))


def _position(state: Any, clock: int | None = None) -> Any:
    """OpenSpiel's state of a position alone; with `clock`, as if this many half-moves were counted."""
    import pyspiel

    chess960 = state.is_chess960()
    fields = (state.shredder_fen() if chess960 else state.fen()).split()
    if clock is not None:
        fields[4] = str(clock)
    return pyspiel.load_game("chess", {"chess960": True} if chess960 else {}).new_initial_state(" ".join(fields))


def _text(theirs: Any, action: int, chess960: bool) -> str:
    """An action of OpenSpiel's as UCI text."""
    import pyspiel

    board = theirs.board()
    return pyspiel.chess.action_to_move(action, board).to_lan(chess960, board)


def _action(theirs: Any, text: str, chess960: bool) -> int:
    """OpenSpiel's legal action of a UCI text."""
    for action in theirs.legal_actions():
        if _text(theirs, action, chess960) == text:
            return action
    raise ValueError(f"OpenSpiel has no legal move {text} in position {theirs}")
