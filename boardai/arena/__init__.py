"""Matches between agents: games in pairs with colours swapped, intervals, Elo, ratings, tests that end a match."""

from typing import TYPE_CHECKING

from boardai.basics.lazy_import import lazy_import as _lazy_import

if TYPE_CHECKING:
    from boardai.arena.elo import elo_interval, elo_of_score, performance, score_interval, score_of_elo
    from boardai.arena.games import Opening
    from boardai.arena.match import MatchResult, play_match, random_opening, wilson_interval
    from boardai.arena.openings import balanced_openings, load_openings
    from boardai.arena.ratings import Meeting, Rating, Ratings, fit_ratings
    from boardai.arena.sprt import Sprt
    from boardai.arena.suite import Attempt, SuiteResult, run_suite

__all__ = [
    "Attempt",
    "MatchResult",
    "Meeting",
    "Opening",
    "Rating",
    "Ratings",
    "Sprt",
    "SuiteResult",
    "balanced_openings",
    "elo_interval",
    "elo_of_score",
    "fit_ratings",
    "load_openings",
    "performance",
    "play_match",
    "random_opening",
    "run_suite",
    "score_interval",
    "score_of_elo",
    "wilson_interval",
]

# A search that only needs to know whether a game has an evaluation needs no matches.
__getattr__, __dir__ = _lazy_import(
    __name__,
    {
        **dict.fromkeys(("MatchResult", "play_match", "random_opening", "wilson_interval"), "boardai.arena.match"),
        **dict.fromkeys(("Meeting", "Rating", "Ratings", "fit_ratings"), "boardai.arena.ratings"),
        **dict.fromkeys(("balanced_openings", "load_openings"), "boardai.arena.openings"),
        **dict.fromkeys(
            ("elo_interval", "elo_of_score", "performance", "score_interval", "score_of_elo"), "boardai.arena.elo"
        ),
        **dict.fromkeys(("Attempt", "SuiteResult", "run_suite"), "boardai.arena.suite"),
        "Opening": "boardai.arena.games",
        "Sprt": "boardai.arena.sprt",
    },
)
