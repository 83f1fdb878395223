"""Common code of methods that learn an evaluation: its file, its weights in checkpoints, and its player."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np

from boardai.game import Game
from boardai.learn.evaluation.config import ArenaConfig
from boardai.learn.runs.checkpoint import EVALUATION_TREE, Trees, checkpoint_path, evaluation_at
from boardai.learn.runs.method import Method
from boardai.players import Player, load_agent
from boardai.players.searches import without_memory
from boardai.search.evaluations.archives import ArchiveEvaluation
from boardai.search.evaluations.naming import RUN_FILE


class EvaluationMethod(Method):
    """A method that learns an evaluation, with which the arena's search plays. Arguments as in `Method`.

    Attributes:
        initial: the evaluation before the first iteration; set by a subclass.
    """

    kinds = ("search",)
    initial: ArchiveEvaluation

    @abstractmethod
    def match_weights(self) -> ArchiveEvaluation:
        """The present evaluation, in the form for searches."""

    def match_weights_at(self, iteration: int) -> ArchiveEvaluation | None:
        """The evaluation of a checkpoint; None if it was removed."""
        path = checkpoint_path(self._folder.checkpoint_folder, iteration)
        if iteration == 0 or not path.exists():
            return None if iteration else self.initial
        return evaluation_at(path, self.initial)

    def evaluation_tree(self) -> Trees:
        """The arrays of its file, in the form for a checkpoint."""
        arrays, _ = self.match_weights().to_arrays()
        return {EVALUATION_TREE: {name: np.asarray(array) for name, array in arrays.items()}}

    def write(self) -> None:
        """Writes its file, which searches can load at once (`evaluator=FOLDER`)."""
        self.match_weights().save(self._folder.path / RUN_FILE)

    def resumed(self) -> None:
        """Writes the newest weights from the checkpoint to the file for searches."""
        if self.totals.positions:
            self.write()

    def player(self, kind: str, game: Game, weights: ArchiveEvaluation, seed: int) -> Player:
        """The arena's search with these weights."""
        player: Any = load_agent(without_memory(self.config.arena.search), game, try_out=False)
        player.evaluate_by(weights)
        player.name = self.config.arena.search
        return player


def check_search(arena: ArenaConfig, game: Game) -> None:
    """Rejects a text that is not a search for matches.

    Raises:
        ValueError: naming the setting.
    """
    try:
        load_agent(without_memory(arena.search), game, try_out=False).evaluate_by("")
    except ValueError as error:
        raise ValueError(f"arena.search: {error}") from None
