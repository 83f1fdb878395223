"""The final networks of a screening's runs on one Elo scale: everybody meets everybody.

A score against one fixed opponent says little once most runs beat it; runs of one game are always near each other.
Ratings are those of tournaments (boardai/arena/ratings.py), the mean of all runs standing at 0. What has been played is
written at once, so that whatever was stopped goes on.
"""

from __future__ import annotations

import dataclasses
import itertools
import statistics
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from boardai.arena.ratings import Meeting, fit_ratings
from boardai.basics.checksums import read_sealed, write_sealed
from boardai.basics.seeds import seed_of
from boardai.learn.runs.trained_run import TrainedRun, open_run
from boardai.players.trained import AdoptingPlayer
from screening.factors import Measure

_AT_ONCE = 2  # matches; two cores, equal results
Pair = tuple[Path, Path]


class Meetings:
    """The matches between runs, in a file.

    Args:
        runs: folders of the finished runs; their names tell them apart.
        measure: the matches.
        file: JSON, of what has been played; made with the first match.

    Raises:
        ValueError: the file is of other runs or another measure.
    """

    def __init__(self, runs: Sequence[Path], measure: Measure, file: Path) -> None:
        self._runs, self._measure, self._file = list(runs), measure, file
        self._played: dict[str, tuple[float, int]] = {}  # the first one's points, games
        if file.exists():
            table, _ = read_sealed(file)
            for key, value in self._head().items():
                if table.get(key) != value:
                    raise ValueError(f"{file}: {key}: {table.get(key)} there, {value} in the study now")
            self._played = table["points_of_games"]

    @property
    def pairs(self) -> list[Pair]:
        """All that are to be played."""
        return list(itertools.combinations(self._runs, 2))

    @property
    def complete(self) -> bool:
        """Whether all are played."""
        return not self._missing()

    def play(self, stop: Callable[[], None] = lambda: None) -> Iterator[int]:
        """Plays what is left, and gives the number of played matches after each few.

        Args:
            stop: called often; may raise.

        Raises:
            ValueError: a run that cannot be played with.
        """
        missing = self._missing()
        if not missing:
            return
        opened = {path: open_run(path) for path in dict.fromkeys(itertools.chain.from_iterable(missing))}
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            for some in (missing[first : first + _AT_ONCE] for first in range(0, len(missing), _AT_ONCE)):
                found = pool.map(partial(self._met, opened, stop), some)
                self._played |= {_key(pair): points for pair, points in zip(some, found, strict=True)}
                write_sealed(self._file, {**self._head(), "points_of_games": self._played})
                yield len(self._played)

    def ratings(self) -> list[float]:
        """Of the runs, in their order; their mean is 0.

        Raises:
            ValueError: not everybody has met.
        """
        if not self.complete:
            raise ValueError(f"{self._file}: {len(self._played)} of {len(self.pairs)} matches are played")
        meetings = [Meeting(one.name, other.name, *self._played[_key((one, other))]) for one, other in self.pairs]
        players = fit_ratings(meetings, self._runs[0].name).players
        elos = [players[run.name].elo for run in self._runs]
        mean = statistics.fmean(elos)
        return [elo - mean for elo in elos]

    def _met(self, opened: dict[Path, TrainedRun], stop: Callable[[], None], pair: Pair) -> tuple[float, int]:
        """The first one's points, and the games they are of: those that repeat others are left out."""
        first, second = (opened[path] for path in pair)
        measure, seed = self._measure, seed_of(0, *(path.name for path in pair))
        opponent: Any = second.agent(measure.search, seed=seed_of(seed, "second"))
        if second.game != first.game:  # a factor may be what the network is shown
            opponent = AdoptingPlayer(opponent, second.game)
        result = first.play(
            opponent,
            games=measure.games, search=measure.search, seed=seed, opening_plies=measure.opening_plies,
            on_error="raise", stop=stop,
        )  # fmt: skip
        return result.score * result.games, result.games

    def _missing(self) -> list[Pair]:
        return [pair for pair in self.pairs if _key(pair) not in self._played]

    def _head(self) -> dict[str, object]:
        return {"runs": [path.name for path in self._runs], "measure": dataclasses.asdict(self._measure)}


def _key(pair: Pair) -> str:
    return f"{pair[0].name} {pair[1].name}"
