"""The contents of the folder of a match or tournament: agents, settings and games; runs no code of the folder."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from boardai.arena.folder import GAMES, played_in, read_match
from boardai.arena.games import PlayedGame
from boardai.arena.match import MatchResult, match_result
from boardai.arena.tournament import MATCHES, Pairing, read_tournament_file
from boardai.arena.wholeness import is_match
from boardai.game import code_in_game, load
from boardai.judging.chances import fitted_slope
from boardai.judging.effort import Effort, efforts
from boardai.judging.judgements import matches_in
from boardai.judging.quality import Quality, quality_in
from boardai.records import load_record

_RESAMPLES = 100


@dataclass(frozen=True)
class Contents:
    """A match or tournament, as read from its folder.

    Attributes:
        path: the folder.
        settings: settings in the folder.
        played: games by pairing, the numbers of two agents.
        dates: first and last day of the games; "" if unknown.
        quality: the results of judges.
    """

    path: Path
    settings: dict[str, Any]
    played: dict[Pairing, list[PlayedGame]]
    dates: tuple[str, str]
    quality: list[Quality]

    @property
    def agents(self) -> list[str]:
        """The specs of all agents."""
        return list(self.settings["agents"])

    @property
    def games(self) -> list[PlayedGame]:
        """All games."""
        return [one for games in self.played.values() for one in games]

    @property
    def efforts(self) -> list[Effort]:
        """The effort of each agent."""
        return efforts(self.agents, self.played.items())

    @property
    def results(self) -> dict[Pairing, MatchResult]:
        """The scores of all pairings with games."""
        agents = self.agents
        return {
            (first, second): match_result(agents[first], agents[second], games)
            for (first, second), games in self.played.items()
            if games
        }

    @property
    def score_unit(self) -> str:
        """The unit of the game's scores (`Game.score_unit`); "" of a game in a file, whose code does not run here."""
        spec = str(self.settings["game"])
        return "" if code_in_game(spec) else load(spec).score_unit

    def versions(self) -> list[str]:
        """The names that engines reported, by agent; several if they changed; "" for other agents."""
        found: list[dict[str, None]] = [{} for _ in self.agents]
        for pairing, games in self.played.items():
            for one in games:
                for number, agent in enumerate(pairing):
                    if one.versions[number]:
                        found[agent][one.versions[number]] = None
        return [", ".join(names) for names in found]


def read_contents(path: Path) -> Contents:
    """Reads a folder.

    Raises:
        ValueError: it is not the folder of a match or tournament, or is damaged.
        OSError: it cannot be read.
    """
    folders = matches_in(path)
    if is_match(path):
        settings = read_match(path)
        played: dict[Pairing, list[PlayedGame]] = {(0, 1): played_in(path)}
    else:
        settings = read_tournament_file(path)
        played = {_pairing(folder, len(settings["agents"])): played_in(folder) for folder in folders}
    dates = sorted(
        date for folder in folders for file in (folder / GAMES).glob("[0-9]*.json") if (date := load_record(file).date)
    )
    return Contents(path, settings, played, (dates[0], dates[-1]) if dates else ("", ""), quality_in(path))


def _pairing(folder: Path, agents: int) -> Pairing:
    """The two agents of a match in a tournament, by its folder's name."""
    first, _, second = folder.name.partition("-")
    if not (first.isdecimal() and second.isdecimal() and int(first) < agents and int(second) < agents):
        raise ValueError(f"{folder}: expected folders such as {MATCHES}/000-001, by the numbers of {agents} agents")
    return int(first), int(second)


@dataclass(frozen=True)
class FittedMap:
    """A map from an agent's scores to win chances, fitted to its results.

    Attributes:
        agent: its spec.
        positions: number of positions with a score, in finished games.
        slope: slope of the logistic per centipawn.
        low: lower end of the slope's 95 % interval, by resampling games.
        high: upper end.
    """

    agent: str
    positions: int
    slope: float
    low: float
    high: float

    def chance(self, centipawns: float, slope: float | None = None) -> float:
        """The win chance of a score."""
        return 1 / (1 + math.exp(-min(700.0, (self.slope if slope is None else slope) * centipawns)))


def fitted_maps(contents: Contents) -> list[FittedMap]:
    """The map from score to win chance of each agent with scores in at least two finished games."""
    rows: list[list[tuple[list[float], list[float]]]] = [[] for _ in contents.agents]
    for pairing, games in contents.played.items():
        for one in games:
            for number, agent in enumerate(pairing):
                player = number ^ (one.number & 1)
                scores = [
                    report.score
                    for report in one.reports
                    if report.player == player and report.score is not None and report.win_in is None
                ]
                if one.outcome is not None and scores:
                    result = (1 + (one.outcome if player == 0 else -one.outcome)) / 2
                    rows[agent].append((scores, [result] * len(scores)))
    found = []
    for name, of_agent in zip(contents.agents, rows, strict=True):
        if len(of_agent) < 2:
            continue
        random = np.random.default_rng(0)
        slopes = [_slope(random.integers(0, len(of_agent), len(of_agent)), of_agent) for _ in range(_RESAMPLES)]
        low, high = np.percentile(slopes, [2.5, 97.5])
        positions = sum(len(scores) for scores, _ in of_agent)
        slope = _slope(range(len(of_agent)), of_agent)
        found.append(FittedMap(name, positions, slope, float(low), float(high)))
    return found


def _slope(numbers: Sequence[int] | np.ndarray, games: list[tuple[list[float], list[float]]]) -> float:
    scores = [score for number in numbers for score in games[number][0]]
    return fitted_slope(scores, [result for number in numbers for result in games[number][1]])
