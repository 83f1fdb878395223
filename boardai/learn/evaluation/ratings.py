"""Ratings from all matches of a run, with random play at 0.

A run's search after each iteration is a separate player (`gumbel 16@40`), and so is its policy without search
(`policy@40`). Fixed opponents are named by their specs and connect the others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import asdict
from typing import Any

from boardai.arena.ratings import EarlierGames, Meeting, Ratings, fit_ratings, forget, reachable

ANCHOR = "random"
POLICY = "policy"
KEPT_PLAYERS = 200


def tables_of(lines: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The tables of all short matches in lines of metrics."""
    for line in lines:
        for table in line.get("arena", {}).values():
            yield _with_iterations(table, line["iteration"])


def _with_iterations(table: dict[str, Any], iteration: int) -> dict[str, Any]:
    """A table with iterations added to the players' names."""
    if "@" in table["first"]:
        return table
    second = table["second"]
    for words in (" initial", ", initial weights"):
        if second.endswith(words):
            second = f"{second.removesuffix(words)}@0"
    return {**table, "first": f"{table['first']}@{iteration}", "second": second}


def report_tables(report: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The tables of a report's matches."""
    for pair in (report.get("matches") or {}).values():
        for side, iteration in (("trained", report["iteration"]), ("initial", 0)):
            if pair.get(side) is not None:
                yield _with_iterations(pair[side], iteration)


class RunRatings:
    """The ratings of a run while it trains: every match is read once, and only a small summary is kept.

    A run brings new players at every short match. The players of the most recent matches are kept with their games. For
    all others, only what their games imply about the kept players is stored (`boardai.arena.ratings.forget`), so that
    memory and time do not grow with the run. A dropped player that plays again counts as a new one; games of players
    that are not linked with random play by then are dropped.

    Args:
        lines: lines of metrics so far.
        players: minimum number of players that are kept; the maximum is twice as many.
    """

    def __init__(self, lines: Iterable[dict[str, Any]] = (), players: int = KEPT_PLAYERS) -> None:
        self._kept = players
        self._meetings: dict[tuple[str, str], Meeting] = {}
        self._players: dict[str, None] = {}  # ordered by their last game, oldest first
        self._earlier = EarlierGames.none(ANCHOR)
        for line in lines:
            self.add(line)

    def add(self, line: dict[str, Any]) -> None:
        """Adds the matches of another line of metrics."""
        for one in _meetings(tables_of([line])):
            pair, points = (one.first, one.second), one.points
            if pair[::-1] in self._meetings:
                pair, points = pair[::-1], one.games - one.points
            before = self._meetings.get(pair, Meeting(*pair, 0, 0))
            self._meetings[pair] = Meeting(*pair, before.points + points, before.games + one.games)
            for name in pair:
                self._players.pop(name, None)
                self._players[name] = None
        if len(self._players) > 2 * self._kept:
            self._forget(len(self._players) - self._kept)

    def _forget(self, count: int) -> None:
        """Drops the players whose last games are the oldest."""
        leaving = {name for name in list(self._players)[:count] if name != ANCHOR}
        linked = reachable(self._meetings.values(), ANCHOR, self._earlier)
        together = [one for one in self._meetings.values() if one.first in linked]
        if linked & leaving:
            together, self._earlier = forget(together, linked & leaving, ANCHOR, earlier=self._earlier)
        apart = [one for one in self._meetings.values() if not {one.first, one.second} & (linked | leaving)]
        self._meetings = {(one.first, one.second): one for one in (*together, *apart)}
        self._players = {name: None for name in self._players if name not in leaving}

    def elo_keys(self, line: dict[str, Any]) -> dict[str, float | str]:
        """The ratings in an iteration's line of metrics.

        Args:
            line: its matches count as well, as if it had been added.

        Returns:
            `elo`, `elo_low`, `elo_high` of the search, `elo_bound` if it is only a bound, and `policy_elo`, each only
            if games link the player to random play.
        """
        new = _meetings(tables_of([line]))
        policy = f"{POLICY}@{line['iteration']}"
        measured = [name for name in dict.fromkeys(one.first for one in new) if name.endswith(f"@{line['iteration']}")]
        ratings = _fitted([*self._meetings.values(), *new], measured, self._earlier)
        if ratings is None:
            return {}
        keys: dict[str, float | str] = {}
        if (rated := ratings.players.get(policy)) is not None:
            keys["policy_elo"] = rated.elo
        # A method may measure several players; the first one named is the one that counts.
        searches = [name for name in measured if name in ratings.players and name != policy]
        if searches:
            one = ratings.players[searches[0]]
            keys |= {"elo": one.elo, "elo_low": one.low, "elo_high": one.high}
            if one.bound:
                keys["elo_bound"] = one.bound
        return keys


def run_ratings(tables: Iterable[dict[str, Any]]) -> Ratings | None:
    """Ratings of all players in a run's matches that are linked to random play by games.

    Args:
        tables: tables of matches (`MatchResult.to_table`).

    Returns:
        None if no player met random play.
    """
    return _fitted(_meetings(tables))


def _meetings(tables: Iterable[dict[str, Any]]) -> list[Meeting]:
    return [
        Meeting(table["first"], table["second"], table["score"] * table["games"], table["games"]) for table in tables
    ]


def _fitted(
    meetings: list[Meeting], only: Collection[str] | None = None, earlier: EarlierGames | None = None
) -> Ratings | None:
    linked = reachable(meetings, ANCHOR, earlier)
    if linked == {ANCHOR}:
        return None
    return fit_ratings([one for one in meetings if one.first in linked], ANCHOR, only=only, earlier=earlier)


def ratings_table(ratings: Ratings) -> dict[str, Any]:
    """Ratings as a JSON value."""
    return {
        "anchor": ratings.anchor,
        "players": {name: asdict(ratings.players[name]) for name in ratings.names},
    }
