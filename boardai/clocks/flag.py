"""Ends of games that do not follow from their rules, such as a fallen flag."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Ending:
    """The end of a game that does not follow from its rules.

    >>> from boardai.clocks import Ending
    >>> Ending.by_loss(0, "resignation")
    Ending(outcome=-1, reason='resignation')

    Attributes:
        outcome: outcome for player 0.
        reason: `resignation`, `time`, `agreement`, or the kind of draw that was claimed.
    """

    outcome: int
    reason: str

    @classmethod
    def by_loss(cls, loser: int, reason: str) -> Ending:
        """The end of a game that a player has lost."""
        return cls(-1 if loser == 0 else 1, reason)


def fallen_flag(state: Any, player: int) -> Ending:
    """The result when a player's time has run out: a loss, or a draw if the opponent can no longer win.

    >>> from boardai.clocks import fallen_flag
    >>> chess = boardai.load("chess")
    >>> fallen_flag(chess.from_string("8/8/8/4k3/8/4K3/4R3/8 w - - 0 80"), player=0)
    Ending(outcome=0, reason='time, against a player who cannot win')
    >>> fallen_flag(chess.from_string("8/8/8/4k3/8/4K3/4R3/8 b - - 0 80"), player=1)
    Ending(outcome=1, reason='time')

    As in the FIDE Laws of Chess, article 6.9. The state's `can_win` decides who can still win; in a game without it,
    every player can.

    Args:
        state: the state when the flag fell; not terminal.
        player: the player whose flag fell.
    """
    can_win = getattr(state, "can_win", None)
    if can_win is None or can_win(1 - player):
        return Ending.by_loss(player, "time")
    return Ending(0, "time, against a player who cannot win")
