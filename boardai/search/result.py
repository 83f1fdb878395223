"""What a search found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SearchResult:
    """What a search found, from the view of the player to move in the searched state.

    Attributes:
        action: the move to play.
        value: expected outcome in [-1, 1] for the player to move.
        policy: share of the visits of each legal action; adds up to 1. Without simulations: the priors.
        pv: principal variation, the most visited line of actions from the searched state.
        nodes: positions held in the tree.
        simulations: simulations run.
        depth: plies of the longest line walked.
        seconds: wall time.
        visits: visit count of each legal action.
        priors: prior probability of each legal action, as the search used it (with root noise, if any).
        action_values: mean value of each visited action, for the player to move.
        player: the player to move, 0 or 1.
    """

    action: int
    value: float
    policy: dict[int, float]
    pv: list[int]
    nodes: int
    simulations: int
    depth: int
    seconds: float
    visits: dict[int, int]
    priors: dict[int, float]
    action_values: dict[int, float]
    player: int

    def value_for(self, player: int) -> float:
        """The value for that player.

        Raises:
            ValueError: player is neither 0 nor 1.
        """
        if player not in (0, 1):
            raise ValueError(f"player must be 0 or 1, not {player!r}")
        return self.value if player == self.player else -self.value
