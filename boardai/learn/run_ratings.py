"""Ratings from all matches of a run: how its players stand to each other, random play at 0.

A run's search is a player of its own after every iteration (`gumbel 16@40`), its bare policy another (`policy@40`);
fixed opponents have the names of their specs and hold them together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from boardai.arena.ratings import Meeting, Ratings, fit_ratings, reachable

ANCHOR = "random"


def tables_of(lines: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The tables of all short matches in lines of metrics."""
    for line in lines:
        for table in line.get("arena", {}).values():
            yield _with_iterations(table, line["iteration"])


def _with_iterations(table: dict[str, Any], iteration: int) -> dict[str, Any]:
    """A table of a run from before players had iterations in their names, with them."""
    if "@" in table["first"]:
        return table
    second = table["second"]
    second = f"{second.removesuffix(' initial')}@0" if second.endswith(" initial") else second
    return {**table, "first": f"{table['first']}@{iteration}", "second": second}


def report_tables(matches: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The tables of a report's matches."""
    for pair in matches.values():
        yield from (table for table in pair.values() if table is not None)


def elo_keys(iteration: int, tables: Iterable[dict[str, Any]]) -> dict[str, float]:
    """What an iteration's line of metrics says of ratings.

    Args:
        iteration: whose players are looked for, by their names (`gumbel 16@40`, `policy@40`).
        tables: of all matches so far.

    Returns:
        `elo`, `elo_low`, `elo_high` of the search and `policy_elo`, as far as games link them to random play.
    """
    ratings = run_ratings(tables)
    keys: dict[str, float] = {}
    for name, one in ratings.players.items() if ratings is not None else ():
        player, _, number = name.rpartition("@")
        if number != str(iteration):
            continue
        if player == "policy":
            keys["policy_elo"] = one.elo
        else:
            keys |= {"elo": one.elo, "elo_low": one.low, "elo_high": one.high}
    return keys


def run_ratings(tables: Iterable[dict[str, Any]]) -> Ratings | None:
    """Ratings of everybody who met in a run's matches and is linked by games with random play.

    Args:
        tables: of matches (`MatchResult.to_table`).

    Returns:
        None where nobody met random play.
    """
    meetings = [
        Meeting(table["first"], table["second"], table["score"] * table["games"], table["games"]) for table in tables
    ]
    linked = reachable(meetings, ANCHOR)
    if linked == {ANCHOR}:
        return None
    return fit_ratings([one for one in meetings if one.first in linked], ANCHOR)


def ratings_table(ratings: Ratings) -> dict[str, Any]:
    """Ratings as a value for JSON."""
    return {
        "anchor": ratings.anchor,
        "players": {
            name: {
                "elo": one.elo,
                "low": one.low,
                "high": one.high,
                "points": one.points,
                "games": one.games,
            }
            for name, one in ((name, ratings.players[name]) for name in ratings.names)
        },
    }
