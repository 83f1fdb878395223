"""The moves of a game, reconstructed for an engine from the states that its agent gets."""

from __future__ import annotations

from typing import Any


class GameFollower:
    """The start of a game and the moves since then, reconstructed from the states.

    An agent is asked about one state after the other. If a state is at most two actions beyond the last one, the
    game continues; otherwise another has begun. Engines want the moves, since a position alone does not show
    repetitions.
    """

    def __init__(self) -> None:
        self.start: Any = None
        self.actions: list[int] = []
        self._now: Any = None
        self._expected: int | None = None

    def begin(self, start: Any, actions: list[int]) -> None:
        """A new game begins at this state, and these actions have been played."""
        self.start, self.actions = start.clone(), list(actions)
        self._now, self._expected = start.clone(), None
        for action in actions:
            self._now.apply(action)

    def expect(self, action: int) -> None:
        """The agent chose this action: it is looked for first when the game continues."""
        self._expected = action

    def follow(self, state: Any) -> bool:
        """Takes note of a state.

        Returns:
            Whether the game continues; False: this state is where a new one begins.
        """
        found = self._find(state)
        if found is None:
            self.begin(state, [])
            return False
        self.actions += found
        self._now, self._expected = state.clone(), None
        return True

    def _find(self, state: Any) -> list[int] | None:
        return None if self._now is None else actions_between(self._now, state, 2, self._expected)


def actions_between(before: Any, after: Any, plies: int = 2, expected: int | None = None) -> list[int] | None:
    """The actions that lead from one state to another; None if there are none so few.

    Args:
        before: where to begin.
        after: the states that they must lead to.
        plies: at most this many.
        expected: the first action is probably this one.
    """
    if before == after:
        return []
    if plies == 0 or before.is_terminal():
        return None
    actions = before.legal_actions()
    if expected is not None and expected in actions:
        rest = actions_between(before.child(expected), after, plies - 1)
        if rest is not None:
            return [expected, *rest]
    for action in actions:
        # One ply first: it is the usual case, and the second level is dear.
        if before.child(action) == after:
            return [action]
    if plies > 1:
        for action in actions:
            rest = actions_between(before.child(action), after, plies - 1)
            if rest is not None:
                return [action, *rest]
    return None
