"""A match from its settings to its last game: openings, workers, records, and the stopping rule."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterable, Iterator

from boardai.arena.folder import MatchFolder, OpeningsFile
from boardai.arena.games import Opening, PlayedGame
from boardai.arena.match import MatchResult, match_result
from boardai.arena.sprt import Sprt
from boardai.arena.workers import WorkerSettings, play_all
from boardai.cluster import Workplace


class OpeningBook:
    """The openings of a match by number, drawn when needed and stored in its folder.

    Args:
        source: endless openings, the same in every run of the match.
        folder: stores them; None: they are not stored.
    """

    def __init__(self, source: Iterator[Opening], folder: OpeningsFile | None) -> None:
        self._source, self._folder = source, folder
        self._drawn: list[Opening] = []
        self._saved = len(folder.openings()) if folder is not None else 0

    def __getitem__(self, number: int) -> Opening:
        while len(self._drawn) <= number:
            self._drawn.append(next(self._source))
        if self._folder is not None and len(self._drawn) > self._saved:
            self._folder.save_openings(self._drawn)
            self._saved = len(self._drawn)
        return self._drawn[number]


class _Tested:
    """The games that count for a sequential test: those without gaps in their numbers, up to the deciding pair.

    Args:
        sprt: the test.
        games: the games played.

    Attributes:
        games: the games that count.
        verdict: result of the test; "" while there is none.
    """

    def __init__(self, sprt: Sprt, games: Iterable[PlayedGame]) -> None:
        self.games, self.verdict = list[PlayedGame](), ""
        self._sprt, self._ahead = sprt, dict[int, PlayedGame]()
        self._pairs, self._counts = set[tuple[int, int]](), [0] * 5
        for one in games:
            self.add(one)

    def add(self, one: PlayedGame) -> None:
        """Adds a game."""
        self._ahead[one.number] = one
        while not self.verdict and (following := self._ahead.pop(len(self.games), None)) is not None:
            self.games.append(following)
            if following.number % 2:
                self._count(*self.games[-2:])

    def _count(self, first: PlayedGame, second: PlayedGame) -> None:
        pair = first.fingerprint, second.fingerprint
        if pair not in self._pairs:  # otherwise it is no new evidence, as in `match_result`
            self._pairs.add(pair)
            self._counts[round(2 * (first.points + second.points))] += 1
            self.verdict = self._sprt.verdict(self._counts)


class Series:
    """The games of a match, including those of earlier runs.

    Args:
        settings: settings of the match.
        openings: the openings of the pairs.
        games: total number of games; even.
        sprt: ends the match as soon as the answer is clear; None: all games are played.
        folder: stores the games; None: they are not stored.

    Attributes:
        played: finished games.
        new: number of games played by this run.

    Raises:
        ValueError: an odd number of games.
    """

    def __init__(
        self,
        settings: WorkerSettings,
        openings: OpeningBook,
        games: int,
        sprt: Sprt | None = None,
        folder: MatchFolder | None = None,
    ) -> None:
        if games < 2 or games % 2:
            raise ValueError(f"a match needs an even number of games, at least 2, got {games}")
        self.settings, self.games, self.sprt = settings, games, sprt
        self._openings, self._folder = openings, folder
        self.played: list[PlayedGame] = folder.played() if folder is not None else []
        self.new = 0
        self._tested = None if sprt is None else _Tested(sprt, self.played)

    @property
    def result(self) -> MatchResult:
        """The score so far; with a sequential test that of the games that count."""
        first, second = self.settings.agents
        return match_result(first, second, self.played if self._tested is None else self._tested.games)

    @property
    def verdict(self) -> str:
        """The result of the sequential test: `passed`, `failed`, or "" if it is open or there is none."""
        return "" if self._tested is None else self._tested.verdict

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to play."""
        return bool(self.verdict) or len({one.number for one in self.played} & set(range(self.games))) == self.games

    def play(self, place: Workplace, tick: Callable[[], None] = lambda: None) -> Generator[PlayedGame, None, None]:
        """Plays the remaining games, and yields each after it was saved.

        With a sequential test games count in the order of their numbers, so that it ends at the same game with any
        workers. Later games that ended meanwhile are kept as well.

        Args:
            place: opens the pool of workers.
            tick: called at least ten times per second.

        Raises:
            MatchError: an agent cannot be made, or keeps crashing.
            ValueError: there are no openings.
            OSError: a record cannot be written.
        """
        if self.is_over:
            return
        done = {one.number for one in self.played}
        wanted = [((0, 1), number) for number in range(self.games) if number not in done]
        stream = play_all(self.settings, wanted, lambda number: self._openings[number // 2], place, tick, self.games)
        with contextlib.closing(stream):
            for one in stream:
                if self._folder is not None:
                    self._folder.save(one)
                self.played.append(one)
                if self._tested is not None:
                    self._tested.add(one)
                self.new += 1
                yield one
                if self.verdict:
                    return
