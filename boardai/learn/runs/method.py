"""The interface of a learner: the part of a run that differs between AlphaZero, supervised learning and others.

A run (run.py) handles the folder, the limits, the metrics, the checkpoints and the times of the matches. A method
defines what is learned and how: it runs one iteration at a time, and provides the contents of a checkpoint.
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
        """A line for the user."""

    def phase(self, name: str, done: int, total: int) -> None:
        """The progress of the iteration's present phase."""

    def iteration(self, line: dict[str, Any], seconds_left: float | None) -> None:
        """A finished iteration's metrics."""

    def final(self, report: dict[str, Any]) -> None:
        """The final matches."""


@dataclass
class Totals:
    """Sums over the run, stored in its checkpoints.

    Attributes:
        steps: training steps.
        games: games that were learned from.
        positions: positions of these games.
        match_seconds: seconds per game and side in the last short matches (`RunMatches.seconds_per_side`).
    """

    steps: int = 0
    games: int = 0
    positions: int = 0
    match_seconds: float = 0.0


class Method(ABC):
    """A way of learning.

    Args:
        game: the game.
        config: the run's settings.
        reporter: receives reports of progress.
        stop: called often; may raise.
        others: additional boards for the final matches.

    Attributes:
        kinds: kinds of players that its matches measure, the main one first.
        players: descriptions of these kinds.
        takes_hosts: whether several hosts can share its work (`boardai.learn.hosts`).
        totals: sums so far.

    Raises:
        ValueError: settings that are incompatible with the game or each other.
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
        """Lines for the user at the start of a run: what is learned, and its size."""

    def open(self, folder: RunFolder) -> None:
        """Sets the run's folder before the first iteration; a new run has no initial checkpoint yet."""
        self._folder = folder

    @abstractmethod
    def iterate(self, number: int, share: float) -> dict[str, Any]:
        """Runs one iteration.

        Args:
            number: number of the iteration; the first is 1.
            share: share of the run that is done, 0 to 1.

        Returns:
            Its metrics, with the wall time of each phase in `seconds`. They depend only on seed and settings, except
            for `seconds` and those named in `clock_metrics`.
        """

    @abstractmethod
    def saved(self) -> Saved:
        """Everything needed to continue after this iteration."""

    @abstractmethod
    def wanted(self) -> Trees:
        """Trees with the shapes that `restore` expects; those of a checkpoint must match them."""

    @abstractmethod
    def restore(self, saved: Saved, iteration: int, reading: Callable[[int, int], None]) -> None:
        """Restores a checkpoint.

        Args:
            saved: what `saved()` returned.
            iteration: iteration of the checkpoint.
            reading: called with the number of files read and of all; may raise to stop.

        Raises:
            ValueError: the checkpoint was saved with other settings, or files of the run are damaged.
        """

    def resumed(self) -> None:  # noqa: B027 (most have nothing to do)
        """Called when the run's folder is in use again: rewrites other files of the method that can be made again.

        By default there are none.
        """

    def close(self) -> None:  # noqa: B027 (most have nothing to do)
        """Called at the end of the run, including after an error; does nothing by default."""

    @abstractmethod
    def match_weights(self) -> Any:
        """What was learned so far, ready to play."""

    @abstractmethod
    def match_weights_at(self, iteration: int) -> Any:
        """The same after an iteration, 0 being the initial state; None if it is no longer stored."""

    @abstractmethod
    def player(self, kind: str, game: Game, weights: Any, seed: int) -> Player:
        """A player for matches, of one of `kinds`."""

    def matches(
        self, number: int, *, final: bool, done: Callable[[int, int], None], seconds: float | None = None
    ) -> dict[str, Any]:
        """Plays the matches that measure the present state; tables by name. `run_matches.played` has their games.

        Args:
            number: number of the iteration.
            final: plays the longer matches at the end of the run, also for the initial state.
            done: called with the number of finished matches and of all.
            seconds: time limit for all matches, which may reduce the number of games; None: all games.
        """
        tables = self.run_matches.measured(number, self.match_weights(), final=final, done=done, seconds=seconds)
        self.totals.match_seconds = self.run_matches.seconds_per_side
        return tables

    def compared_with_truth(self, number: int, done: Callable[[int, int], None]) -> dict[str, Any]:
        """The quality of the moves of the present state's players, by exact values (`arena.truth`).

        Args:
            number: number of the iteration; 0: the initial state, if it is still stored.
            done: called with the number of finished positions and of all.

        Returns:
            As `RunMatches.compared_with_truth`; {} without exact values.
        """
        weights = self.match_weights() if number else self.match_weights_at(0)
        return {} if weights is None else self.run_matches.compared_with_truth(number, weights, done)

    def report(self) -> dict[str, Any]:
        """The method's part of the run's report, in addition to the final matches."""
        totals = self.totals
        return {"games": totals.games, "positions": totals.positions, "steps": totals.steps, "players": self.players}

    def needed(self) -> set[int]:
        """Iterations whose checkpoints the method will need again, apart from matches; they are kept."""
        return set()

    def final_seconds(self) -> float:
        """Estimated duration of the final matches; 0 if unknown."""
        return self.run_matches.final_seconds()


def new_method(
    learner: str,
    game: Game,
    config: RunConfig,
    reporter: Reporter,
    stop: Callable[[], None],
    given: Given = USUAL,
) -> Method:
    """Creates the method of a learner.

    Raises:
        ValueError: no such learner, settings that are incompatible with the game or each other, or a given object that
            the learner does not use.
    """
    entry = learner_entry(learner)
    names = given.names()
    if names and (not hasattr(config, "learn") or "learn.loss" in config.unread):
        raise ValueError(f"{next(iter(names))}: the learner {learner} does not use it")
    method: Method = entry.method(game, config, reporter, stop, *([given] if names else []))
    return method
