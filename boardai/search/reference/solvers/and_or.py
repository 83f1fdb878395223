"""AND/OR search in plain Python: the winner, proven by a winning strategy.

    proven(s) = the goal is reached         at the end of the game
                any child is proven         if the player moves (OR)
                all children are proven     if the opponent moves (AND)

Papers: Nilsson 1980, Principles of Artificial Intelligence, chapter 3; Ószi 2021, MSc thesis, ELTE, section 4.2.
Cost: b^(L/2) positions with the right move first, b^L at worst. The steps are those of
`native/boardai/search/solvers/and_or.hpp`, whose outcomes, strategies and node counts are the same.
"""

from dataclasses import dataclass
from typing import Any

Strategy = dict[int, "Strategy"]  # type: ignore[misc]
"""The moves kept in a position, each with its continuation: one at own levels, all at the opponent's."""


@dataclass(frozen=True)
class Proof:
    """The result of the search.

    Attributes:
        outcome: outcome for the player to move in the searched state.
        player: the player of the strategy.
        strategy: the strategy from the searched state on.
        nodes: positions visited, for all questions together.
    """

    outcome: int
    player: int
    strategy: Strategy
    nodes: int


MATCHING = {"ordering": "number"}  # options with which the native search is equal to this one


def and_or(state: Any) -> Proof:
    """Solves a state that is not terminal; it is not changed."""
    mover = state.current_player()
    nodes = 0
    # Three questions: can the player to move force a win? Can the other one? Can the player to move force a draw?
    for player, goal, outcome in ((mover, 1, 1), (1 - mover, 1, -1), (mover, 0, 0)):
        search = Question(player, goal)
        strategy = search.proven(state)
        nodes += search.nodes
        if strategy is not None:
            return Proof(outcome, player, strategy, nodes)
    raise AssertionError("one of the three is always true")


class Question:
    """Can `player` force an outcome of at least `goal`?"""

    def __init__(self, player: int, goal: int):
        self.player = player
        self.goal = goal
        self.nodes = 0

    def proven(self, state: Any) -> Strategy | None:
        """The strategy that proves it; None: there is none."""
        self.nodes += 1
        # 1. The end of the game: is the goal reached?
        if state.is_terminal():
            return {} if state.outcome(self.player) >= self.goal else None
        strategy: Strategy = {}
        for action in state.legal_actions():
            below = self.proven(state.child(action))
            # 2. OR: one proven child is enough. 4. It alone is kept.
            if state.current_player() == self.player:
                if below is not None:
                    return {action: below}
            # 3. AND: one child without a proof is enough to fail. 4. All are kept.
            elif below is None:
                return None
            else:
                strategy[action] = below
        return None if state.current_player() == self.player else strategy
