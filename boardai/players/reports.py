"""A search's result as stored for each move in the record of a game."""

from __future__ import annotations

from boardai.records.move_reports import MoveReport
from boardai.search.results.result import SearchResult
from boardai.search.results.wording import plies_to_win


def move_report(result: SearchResult | None, seconds: float, clock: float | None = None, player: int = 0) -> MoveReport:
    """The report of a move.

    >>> from boardai.players.reports import move_report
    >>> state = boardai.load("hex", size=3).initial_state()
    >>> report = move_report(boardai.search.pvs(state, depth=9), seconds=0.1)
    >>> report.win_in, report.nodes > 0
    (5, True)

    Args:
        result: the result; None: the player reports only its move.
        seconds: time of the move.
        clock: seconds left after it; None: there was no clock.
        player: the player who moved.
    """
    if result is None:
        return MoveReport(seconds=seconds, clock=clock, player=player)
    score = points = outcome = win_in = None
    value = None if result.is_unsearched else result.value
    if value is not None and result.is_score:
        plies = plies_to_win(value)
        if plies is not None:
            win_in = plies if value > 0 else -plies
        margin = result.margin
        if margin is not None:
            points = float(margin)
        elif plies is None:
            score = float(value)
    elif value is not None or result.outcome is not None:
        expected = float(result.outcome if result.outcome is not None else value or 0.0)
        outcome = max(-1.0, min(1.0, expected))
    return MoveReport(
        score, points, outcome, win_in,
        depth=int(result.depth), nodes=int(result.nodes), simulations=int(result.simulations),
        seconds=seconds, clock=clock, player=player,
    )  # fmt: skip
