"""Moves of PGN text: what a word means in a position, and the lines of variations while they are read."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from boardai.basics.quoting import quoted
from boardai.game import Game, load
from boardai.games.chess.pgn.tokens import PgnError


@functools.cache
def unclaimed_game(chess960: bool) -> Game:
    """Chess without draws by claim: a text does not tell whether somebody claimed one."""
    return load("chess", chess960=chess960, claim_draws=False)


@functools.cache
def initial_state(chess960: bool) -> Any:
    return unclaimed_game(chess960).initial_state()


def forgiving_action(state: Any, text: str) -> int | None:
    """The action of a move in the wrong letter case or as UCI writes it, if one only is meant."""
    actions = set()
    for attempt in {text.lower(), text[:1].upper() + text[1:].lower(), text.upper()}:
        with contextlib.suppress(ValueError):
            actions.add(state.action_from_san(attempt))
    with contextlib.suppress(ValueError):
        actions.add(state.action_from_string(text.lower()))
    return actions.pop() if len(actions) == 1 else None


def refusal(state: Any, text: str, error: ValueError) -> str:
    if state.is_terminal():
        how = unclaimed_game(state.is_chess960()).describe_ending(state)
        return f"move {quoted(text)} after the end of the game: {how} in position {state.to_string()}"
    return str(error)


@dataclass
class Line:
    """A variation while it is read.

    Attributes:
        actions: from the start of the game.
        state: after them.
        line: where it was opened.
        column: likewise.
        own: how many of the actions stand in it.
    """

    actions: list[int]
    state: Any
    line: int
    column: int
    own: int = 0

    @classmethod
    def instead(cls, start: Any, played: Sequence[int], line: int, column: int) -> Line:
        """One that takes the place of the last of these actions.

        Raises:
            PgnError: there is none.
        """
        if not played:
            raise PgnError(line, column, "a variation before the first move")
        state = start.clone()
        for action in played[:-1]:
            state.apply(action)
        return cls(list(played[:-1]), state, line, column)

    def play(self, text: str, line: int, column: int) -> None:
        """Adds a move.

        Raises:
            PgnError: it is not legal.
        """
        try:
            action = self.state.action_from_san(text)
        except ValueError as error:
            action = forgiving_action(self.state, text)
            if action is None:
                raise PgnError(line, column, refusal(self.state, text, error)) from None
        self.actions.append(action)
        self.own += 1
        self.state.apply(action)
