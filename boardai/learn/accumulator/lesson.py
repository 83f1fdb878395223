"""The positions of scored games that a network is trained on, and the held-out ones that it is measured on."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from boardai.basics.quoting import quoted
from boardai.basics.seeds import seed_of
from boardai.game import Game
from boardai.learn.accumulator.config import ScoredPositionsConfig
from boardai.learn.accumulator.measures import measured_statically, scale_of
from boardai.learn.accumulator.rows import checked, digest, first_rows, part_of
from boardai.learn.data.scored_games import Block, ScoredGames
from boardai.records.formats import is_same_game
from boardai.search.evaluations.accumulator import AccumulatorInputs

_COMPARED = 2  # number of the game's evaluations that are compared by default


class Lesson:
    """The training data of a stage of a run.

    Args:
        game: the game.
        folders: folders of scored games.
        positions: which positions are used, and their targets.
        inputs: inputs of the network.
        buckets: number of rows of its output weights.
        seed: seed of the run.

    Attributes:
        unit: unit of the games' scores; 0: unknown.
        held_out: positions of held-out games, the same ones in every iteration.
        digest: digest of `held_out`.

    Raises:
        ValueError: data that do not fit the game.
    """

    def __init__(
        self,
        game: Game,
        folders: Sequence[str],
        positions: ScoredPositionsConfig,
        inputs: AccumulatorInputs,
        buckets: int,
        seed: int,
    ) -> None:
        self._game, self._positions, self._inputs, self._buckets = game, positions, inputs, buckets
        self._seed = seed
        if not folders:
            raise ValueError("data: name a folder of scored games (--data FOLDER)")
        try:
            self._games = ScoredGames(tuple(folders))
        except ValueError as error:
            raise ValueError(f"data: {error}") from None
        if not is_same_game(game.spec, self._games.game):
            raise ValueError(f"data: games of {self._games.game.spec}, not of {game.spec}")
        self.unit = self._games.unit
        self._labelled = self._games
        if positions.labels:
            self._labelled = self._static(positions.labels, "positions.labels", positions.walk)
        held_out = self._held_out(self._labelled)
        limit = positions.score_limit * self._labelled.unit / 100 or math.inf
        self._kept = np.abs(held_out.score) <= limit
        self.held_out = part_of(held_out, self._kept)
        self.digest = digest(self.held_out)

    def blocks(self, seed: int, first: int = 0) -> Iterator[Block]:
        """One pass over all training positions, starting at block `first`."""
        return self._blocks(self._labelled, seed, first)

    def fitted_scale(self) -> float:
        """The scale with which the scores of held-out positions best predict their games' results.

        Raises:
            ValueError: the scores do not predict the results.
        """
        found, positions = self.held_out, self._positions
        if positions.walk:  # the result of a game does not belong to the positions that walks reach
            found = self._held_out(self._static(positions.labels, "positions.labels"))
        try:
            return round(scale_of(found.score, found.result), 4)
        except ValueError as error:
            raise ValueError(f"positions.scale: it cannot be fitted: {error}; give a number") from None

    def compared(self, scale: float) -> dict[str, dict[str, Any]]:
        """Errors of the game's own evaluations on the held-out positions.

        Evaluations that do not predict the results are left out, unless they are named in the settings.

        Args:
            scale: scale of the scores.

        Raises:
            ValueError: no such evaluation, or a named one that does not predict the results.
        """
        known = self._game.initial_state().evaluators()
        names = self._positions.compared or tuple(known[:_COMPARED])
        found = {}
        for name in names:
            if name not in known:
                raise ValueError(f"positions.compared: {quoted(name)} is not an evaluation of "
                                 f"{self._game.name}; it has {', '.join(known)}")  # fmt: skip
            games = self._static(name, "positions.compared", self._positions.walk)
            values = self._held_out(games).score[self._kept]
            try:
                # Positions reached by a random walk have no results to fit a scale to.
                fitted = not self._positions.walk
                found[name] = measured_statically(values, self.held_out, scale, self._buckets, fitted=fitted)
            except ValueError as error:
                if self._positions.compared:
                    raise ValueError(f"positions.compared: {name}: {error}") from None
        return found

    def _static(self, evaluator: str, setting: str, walk: int = 0) -> ScoredGames:
        """The same games with the scores of an evaluation."""
        try:
            return self._games.static(evaluator, walk)
        except ValueError as error:
            raise ValueError(f"{setting}: {error}") from None

    def _blocks(self, games: ScoredGames, seed: int, first: int = 0, *, held_out: bool = False) -> Iterator[Block]:
        """One pass over all positions."""
        positions = self._positions
        blocks = games.blocks(
            self._inputs.spec,
            self._buckets,
            positions.validation_positions if held_out else positions.shuffled,
            seed,
            held_out,
            first=first,
            quiet_only=positions.quiet_only,
            # All evaluations are measured on the same held-out positions, so no score limit may exclude one.
            score_limit=0 if held_out else positions.score_limit,
            from_ply=positions.from_ply,
        )
        return (checked(block, self._inputs.size, self._buckets) for block in blocks)

    def _held_out(self, games: ScoredGames) -> Block:
        """The first held-out positions, the same ones in every iteration."""
        blocks = self._blocks(games, seed_of(self._seed, "held out"), held_out=True)
        return first_rows(blocks, self._positions.validation_positions)
