"""A tournament: all agents meet each other with the same openings; results as ratings.

FOLDER/tournament.json     the settings and all agents; more agents may be added later, none can be removed;
                           tournament.copy.json is their second copy
FOLDER/openings.json       the openings, the same for every pairing
FOLDER/matches/000-002/    the games of agents 0 and 2, a match's folder (`boardai.arena.folder`)
"""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from boardai.arena.folder import (
    MatchFolder,
    OpeningsFile,
    check_same,
    check_settings,
    code_in_settings,
    in_any_folder,
    is_begun,
    read_settings_file,
    trusted_in_any_folder,
)
from boardai.arena.games import PlayedGame
from boardai.arena.match import MatchResult, match_result
from boardai.arena.ratings import Meeting, Ratings, fit_ratings
from boardai.arena.series import OpeningBook
from boardai.arena.workers import Wanted, WorkerSettings, play_all
from boardai.basics.checksums import write_sealed
from boardai.basics.trust import naming
from boardai.cluster import Workplace

FORMAT = "boardai tournament 2"
_BEFORE = "boardai tournament 1"  # without checksums
MATCHES = "matches"
_FILE = "tournament.json"
Pairing = tuple[int, int]


class TournamentFolder(OpeningsFile):
    """A tournament's folder, new or existing.

    Args:
        path: the folder; created if it does not exist.
        settings: settings of the tournament; `agents` may have new ones or lack old ones, which play as well.

    Attributes:
        settings: with all agents, the earlier ones first.

    Raises:
        ValueError: the folder holds another tournament (the message lists the differences), something else, damage; or
            its agents are programs that the user has not named.
        OSError: it cannot be written.
    """

    def __init__(self, path: str | Path, settings: dict[str, Any]) -> None:
        self.path = Path(path)
        file = self.path / _FILE
        settings = in_any_folder(settings)
        agents = list(settings["agents"])
        if os.path.lexists(file):
            with naming(code_in_settings(settings)):
                there = read_tournament(self.path)
            rest, asked = ({k: v for k, v in table.items() if k != "agents"} for table in (there, settings))
            check_same(rest, asked, f"{self.path} holds a tournament")
            agents = list(dict.fromkeys([*there["agents"], *agents]))
        elif self.path.exists() and not is_begun(self.path, _FILE):
            raise ValueError(f"{self.path} already exists and is not a tournament's folder: name another one")
        self.settings = {**settings, "agents": agents}
        self.path.mkdir(parents=True, exist_ok=True)
        write_sealed(file, {"format": FORMAT, **self.settings}, twice=True)

    def match(self, pairing: Pairing) -> MatchFolder:
        """The match folder of a pairing."""
        first, second = pairing
        agents = [self.settings["agents"][player] for player in pairing]
        return MatchFolder(self.path / MATCHES / f"{first:03d}-{second:03d}", {**self.settings, "agents": agents})


def read_tournament(path: Path) -> dict[str, Any]:
    """The settings of the tournament in a folder, for resuming it.

    Args:
        path: the folder.

    Raises:
        ValueError: there is none, or it names code or programs that the user has not named.
    """
    file = path / _FILE
    table = read_tournament_file(path)
    check_settings(table, file)
    return trusted_in_any_folder({key: value for key, value in table.items() if key != "format"}, file)


def read_tournament_file(path: Path) -> dict[str, Any]:
    """The contents of a folder's tournament.json.

    Raises:
        ValueError: there is none, or it is damaged.
    """
    table = read_settings_file(path / _FILE, FORMAT, _BEFORE, "tournament")
    if not isinstance(table.get("agents"), list):
        raise ValueError(f"{path / _FILE}: format: expected {FORMAT!r} and its agents")
    return table


class Tournament:
    """The games of all pairings, including those of earlier runs.

    Args:
        settings: settings of the tournament.
        openings: the openings of the pairs.
        games: games per pairing; an even number.
        folder: stores the games; None: they are not stored.
        pairings: pairs of numbers of agents; None: all pairs.

    Attributes:
        pairings: in the order of play.
        played: finished games of each pairing.
        new: number of games played by this run.

    Raises:
        ValueError: an odd number of games, or agents named twice.
    """

    def __init__(
        self,
        settings: WorkerSettings,
        openings: OpeningBook,
        games: int,
        folder: TournamentFolder | None = None,
        pairings: Sequence[Pairing] | None = None,
    ) -> None:
        if games < 2 or games % 2:
            raise ValueError(f"a pairing needs an even number of games, at least 2, got {games}")
        agents = settings.agents
        if twice := [agent for agent in dict.fromkeys(agents) if agents.count(agent) > 1]:
            raise ValueError(f"{twice[0]} is named twice")
        self.settings, self.games = settings, games
        self._openings = openings
        if pairings is None:
            pairings = list(itertools.combinations(range(len(agents)), 2))
        self.pairings = list(pairings)
        self._folders = {pairing: folder.match(pairing) for pairing in self.pairings} if folder is not None else {}
        self.played: dict[Pairing, list[PlayedGame]] = {pairing: [] for pairing in self.pairings}
        for pairing, match in self._folders.items():
            self.played[pairing] = [replace(one, pairing=pairing) for one in match.played()]
        self.new = 0

    @property
    def total(self) -> int:
        """Number of games of the whole tournament, including earlier ones beyond `games`."""
        return sum(max(self.games, len(games)) for games in self.played.values())

    @property
    def done(self) -> int:
        """Number of finished games."""
        return sum(len(games) for games in self.played.values())

    def result(self, pairing: Pairing) -> MatchResult:
        """The score of a pairing so far, for its first agent."""
        first, second = (self.settings.agents[player] for player in pairing)
        return match_result(first, second, self.played[pairing])

    def results(self) -> dict[Pairing, MatchResult]:
        """The scores of all pairings with games."""
        return {pairing: self.result(pairing) for pairing in self.pairings if self.played[pairing]}

    def ratings(self, anchor: str) -> Ratings:
        """The ratings of all agents.

        Args:
            anchor: the agent rated 0.

        Raises:
            ValueError: games do not link all agents with the anchor yet.
        """
        meetings = [Meeting(one.first, one.second, one.score * one.games, one.games) for one in self.results().values()]
        return fit_ratings(meetings, anchor)

    def play(
        self, place: Workplace, tick: Callable[[], None] = lambda: None, pairings: Sequence[Pairing] | None = None
    ) -> Iterator[PlayedGame]:
        """Plays the remaining games, and yields each after it was saved.

        Args:
            place: opens the pool of workers.
            tick: called at least ten times per second.
            pairings: only these pairings.

        Raises:
            MatchError: an agent cannot be made, or keeps crashing.
            ValueError: there are no openings.
            OSError: a record cannot be written.
        """
        wanted: list[Wanted] = []
        for pairing in self.pairings if pairings is None else pairings:
            there = {one.number for one in self.played[pairing]}
            wanted += [(pairing, number) for number in range(self.games) if number not in there]
        stream = play_all(self.settings, wanted, lambda number: self._openings[number // 2], place, tick, self.games)
        with contextlib.closing(stream):
            for one in stream:
                if one.pairing in self._folders:
                    self._folders[one.pairing].save(one)
                self.played[one.pairing].append(one)
                self.new += 1
                yield one
