"""The interface of a learner: the part of a run that differs between AlphaZero, supervised learning and others.

A run (run.py) owns the folder, the limits, the metrics, the checkpoints and the moment of the matches. A method owns
what is learned and how: it does one iteration at a time, and says what a checkpoint must keep of it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from boardai.game import Game
from boardai.learn.evaluation.matches import RunMatches
from boardai.learn.runs.checkpoint import Saved, Trees
from boardai.learn.runs.config import RunConfig
from boardai.learn.runs.folder import RunFolder
from boardai.learn.runs.registry import learner_entry
from boardai.learn.training.given import USUAL, Given
from boardai.players import Player


class Reporter(Protocol):
    """Receives progress reports."""

    def message(self, text: str) -> None:
        """A line for people."""

    def phase(self, name: str, done: int, total: int) -> None:
        """How far the present phase of the iteration is."""

    def iteration(self, line: dict[str, Any], seconds_left: float | None) -> None:
        """A finished iteration's metrics."""

    def final(self, report: dict[str, Any]) -> None:
        """The final matches."""


@dataclass
class Totals:
    """Sums over the run, kept in its checkpoints.

    Attributes:
        steps: of training.
        games: learned from.
        positions: of them.
        match_seconds: that a game of the last short matches took for each side (`RunMatches.seconds_per_side`).
    """

    steps: int = 0
    games: int = 0
    positions: int = 0
    match_seconds: float = 0.0


class Method(ABC):
    """One way of learning.

    Args:
        game: the game.
        config: the run's settings.
        reporter: receives reports of progress.
        stop: called often; may raise.
        others: boards that the final matches are played on besides the game's own.

    Attributes:
        kinds: of players that its matches measure, the one that counts first.
        players: what these are, in words.
        takes_hosts: whether several hosts can share its work (`boardai.learn.hosts`).
        totals: so far.

    Raises:
        ValueError: settings that do not fit the game or each other.
    """

    kinds: tuple[str, ...]
    players: str
    takes_hosts = False
    totals: Any

    def __init__(
        self, game: Game, config: Any, reporter: Reporter, stop: Callable[[], None], others: Sequence[Game] = ()
    ) -> None:
        self.game, self.config = game, config
        self._reporter, self._stop = reporter, stop
        self.run_matches = RunMatches(
            game, config.arena, config.seed, self.player, self.match_weights_at, stop, kinds=self.kinds, others=others
        )

    @abstractmethod
    def describe(self) -> list[str]:
        """Lines for people at the start of a run: what is learned, how large it is."""

    def open(self, folder: RunFolder) -> None:
        """The folder the run lives in, before the first iteration; a new run's initial checkpoint is not there yet."""
        self._folder = folder

    @abstractmethod
    def iterate(self, number: int, share: float) -> dict[str, Any]:
        """One iteration.

        Args:
            number: number of the iteration; the first is 1.
            share: of the run that has passed, 0 to 1.

        Returns:
            Its metrics, with the wall time of each phase in `seconds`. They depend on seed and settings alone, except
            for `seconds` and what is named in `clock_metrics`.
        """

    @abstractmethod
    def saved(self) -> Saved:
        """Everything needed to continue after this iteration."""

    @abstractmethod
    def wanted(self) -> Trees:
        """Trees of the shapes that `restore` expects: what is read from a checkpoint must fit them."""

    @abstractmethod
    def restore(self, saved: Saved, iteration: int, reading: Callable[[int, int], None]) -> None:
        """Restores a checkpoint.

        Args:
            saved: what `saved()` returned.
            iteration: iteration of the checkpoint.
            reading: called with the number of files that are read and of all; may raise to stop.

        Raises:
            ValueError: it was saved with other settings, or files of the run are damaged.
        """

    def resumed(self) -> None:  # noqa: B027 (most have nothing to do)
        """The folder is the run's again: what the method keeps in it besides, and can make again, is written.

        By default there is nothing besides.
        """

    def close(self) -> None:  # noqa: B027 (most have nothing to do)
        """Called at the end of the run, including after an error; does nothing by default."""

    @abstractmethod
    def match_weights(self) -> Any:
        """What was learned so far, ready to play."""

    @abstractmethod
    def match_weights_at(self, iteration: int) -> Any:
        """The same after an iteration, 0 being the run's beginning; None where they are not there any more."""

    @abstractmethod
    def player(self, kind: str, game: Game, weights: Any, seed: int) -> Player:
        """Who plays in matches, of one of `kinds`."""

    def matches(
        self, number: int, *, final: bool, done: Callable[[int, int], None], seconds: float | None = None
    ) -> dict[str, Any]:
        """The matches that measure the present state, as tables by name; `run_matches.played` has their games.

        Args:
            number: number of the iteration.
            final: the longer matches at the end of the run, alongside those of the initial state.
            done: called with the number of matches that are over and of all.
            seconds: that they may last together: then they are of fewer games if need be. None: of all games.
        """
        tables = self.run_matches.measured(number, self.match_weights(), final=final, done=done, seconds=seconds)
        self.totals.match_seconds = self.run_matches.seconds_per_side
        return tables

    def compared_with_truth(self, number: int, done: Callable[[int, int], None]) -> dict[str, Any]:
        """The quality of the moves of the present state's players, by exact values (`arena.truth`).

        Args:
            number: number of the iteration; 0: of the initial state, where it is still there.
            done: called with the number of positions that were thought about and of all.

        Returns:
            As `RunMatches.compared_with_truth`; nothing where there are no such values.
        """
        weights = self.match_weights() if number else self.match_weights_at(0)
        return {} if weights is None else self.run_matches.compared_with_truth(number, weights, done)

    def report(self) -> dict[str, Any]:
        """What the run's report says alongside the final matches."""
        totals = self.totals
        return {"games": totals.games, "positions": totals.positions, "steps": totals.steps, "players": self.players}

    def needed(self) -> set[int]:
        """Iterations whose checkpoints the method will ask for again, but for matches: they are kept."""
        return set()

    def final_seconds(self) -> float:
        """Estimate for the final matches; 0 while nothing is known."""
        return self.run_matches.final_seconds()


def new_method(
    learner: str,
    game: Game,
    config: RunConfig,
    reporter: Reporter,
    stop: Callable[[], None],
    given: Given = USUAL,
) -> Method:
    """The method of a learner's name.

    Raises:
        ValueError: no such learner, settings that do not fit the game or each other, or something given that the
            learner has no use for.
    """
    entry = learner_entry(learner)
    names = given.names()
    if names and (not hasattr(config, "learn") or "learn.loss" in config.unread):
        raise ValueError(f"{next(iter(names))}: the learner {learner} does not use it")
    method: Method = entry.method(game, config, reporter, stop, *([given] if names else []))
    return method
