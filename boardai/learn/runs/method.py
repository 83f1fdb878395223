"""What a learner is to a run: the part that differs between AlphaZero, supervised learning and the rest.

A run (run.py) owns the folder, the limits, the metrics, the checkpoints and the moment of the matches. A method owns
what is learned and how: it does one iteration at a time, and says what a checkpoint must keep of it.
"""

from collections.abc import Callable
from typing import Any, Protocol

from boardai.game import Game
from boardai.learn.runs.checkpoint import Saved, Trees
from boardai.learn.runs.config import RunConfig
from boardai.learn.runs.folder import RunFolder
from boardai.learn.runs.registry import learner_entry


class Reporter(Protocol):
    """Who is told about progress."""

    def message(self, text: str) -> None:
        """A line for people."""

    def phase(self, name: str, done: int, total: int) -> None:
        """How far the present phase of the iteration is."""

    def iteration(self, line: dict[str, Any], seconds_left: float | None) -> None:
        """A finished iteration's metrics."""

    def final(self, report: dict[str, Any]) -> None:
        """The final matches."""


class Method(Protocol):
    """One way of learning."""

    def describe(self) -> list[str]:
        """Lines for people at the start of a run: what is learned, how large it is."""

    def open(self, folder: RunFolder) -> None:
        """The folder the run lives in, before the first iteration; a new run's initial checkpoint is not there yet."""

    def iterate(self, number: int, share: float) -> dict[str, Any]:
        """One iteration.

        Args:
            number: of the iteration; the first is 1.
            share: of the run that is behind, 0 to 1.

        Returns:
            Its metrics, with the wall time of each phase in `seconds`. They depend on seed and settings alone, except
            for `seconds` and what is named in `clock_metrics`.
        """

    def saved(self) -> Saved:
        """Everything needed to go on after this iteration."""

    def wanted(self) -> Trees:
        """Trees of the shapes that `restore` expects: what is read from a checkpoint must fit them."""

    def restore(self, saved: Saved, iteration: int, reading: Callable[[int, int], None]) -> None:
        """Takes up a checkpoint.

        Args:
            saved: what `saved()` returned.
            iteration: of the checkpoint.
            reading: told how many of how many files are read; may raise to stop.

        Raises:
            ValueError: it was saved with other settings, or files of the run are damaged.
        """

    def resumed(self) -> None:
        """The folder is the run's again: what the method keeps in it besides, and can make again, is written.

        By default there is nothing besides.
        """

    def matches(
        self, number: int, *, final: bool, done: Callable[[int, int], None], seconds: float | None = None
    ) -> dict[str, Any]:
        """The matches that measure the present state, as tables by name.

        Args:
            number: of the iteration.
            final: the longer matches at the end of the run, beside those of the initial state.
            done: told how many of how many matches are over.
            seconds: that they may last together: then they are of fewer games if need be. None: of all games.
        """

    def needed(self) -> set[int]:
        """Iterations whose checkpoints the method will ask for again: they are kept."""

    def final_seconds(self) -> float:
        """Estimate for the final matches; 0 while nothing is known."""


def new_method(
    learner: str,
    game: Game,
    config: RunConfig,
    reporter: Reporter,
    stop: Callable[[], None],
    loss: Any = None,
) -> Method:
    """The method of a learner's name.

    Raises:
        ValueError: no such learner, settings that do not fit the game or each other, or a loss for a learner that has
            none.
    """
    entry = learner_entry(learner)
    if loss is not None and not hasattr(config, "learn"):
        raise ValueError(f"loss: the learner {learner} minimises nothing that could be another's")
    given = {} if loss is None else {"loss": loss}
    method: Method = entry.method(game, config, reporter, stop, **given)
    return method
