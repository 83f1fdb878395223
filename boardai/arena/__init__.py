"""Matches between agents: games in pairs with colours swapped, intervals, Elo, ratings, tests that end a match."""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING
from typing import Any as _Any

if TYPE_CHECKING:
    from boardai.arena.elo import elo_interval, elo_of_score, score_interval, score_of_elo
    from boardai.arena.games import Opening
    from boardai.arena.match import MatchResult, play_match, random_opening, wilson_interval
    from boardai.arena.openings import balanced_openings, load_openings
    from boardai.arena.ratings import Meeting, Rating, Ratings, fit_ratings
    from boardai.arena.sprt import Sprt

__all__ = [
    "MatchResult",
    "Meeting",
    "Opening",
    "Rating",
    "Ratings",
    "Sprt",
    "balanced_openings",
    "elo_interval",
    "elo_of_score",
    "fit_ratings",
    "load_openings",
    "play_match",
    "random_opening",
    "score_interval",
    "score_of_elo",
    "wilson_interval",
]

# At first use: a search that asks whether a game has an evaluation needs no matches.
_LATER = {
    "MatchResult": "match",
    "Meeting": "ratings",
    "Opening": "games",
    "Rating": "ratings",
    "Ratings": "ratings",
    "Sprt": "sprt",
    "balanced_openings": "openings",
    "elo_interval": "elo",
    "elo_of_score": "elo",
    "fit_ratings": "ratings",
    "load_openings": "openings",
    "play_match": "match",
    "random_opening": "match",
    "score_interval": "elo",
    "score_of_elo": "elo",
    "wilson_interval": "match",
}


def __getattr__(name: str) -> _Any:
    if name not in _LATER:
        raise AttributeError(f"module 'boardai.arena' has no attribute {name!r}")
    return getattr(_import_module(f"boardai.arena.{_LATER[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
