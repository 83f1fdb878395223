"""Value learning by self-play: a network learns position values from games that it plays with them.

    1. Games: every player moves to the position the network values most (or searches a few plies), sometimes
       at random.
    2. The games go to a file and into the replay buffer.
    3. Training: each position's target is the game's result for the player to move, or its lambda-return
       (`returns.trace` below 1; boardai/learn/linear_evaluation/rules.py).

There is no policy and no tree search: this is the simplest method that learns to play, and the reference's engine B
(Kostin 2025, whose trainer is not printed). It descends from Tesauro, "Temporal difference learning and TD-Gammon"
(1995): by default the target is the end of the game (Monte-Carlo), with `returns.trace` it is TD(lambda). The common
code of the steps is own_games.py.
"""

from __future__ import annotations

from collections.abc import Sequence

import jax.numpy as jnp
import numpy as np

from boardai.learn.data.datasets import Label
from boardai.learn.learners.config import ValueConfig
from boardai.learn.learners.own_games import OwnGames, Playing
from boardai.learn.linear_evaluation.rules import lambda_returns, padded_plies
from boardai.learn.network.inference import Evaluator
from boardai.learn.training.batch import TrainingBatch
from boardai.players.value import HybridPlayer, Values


class ValueLearning(OwnGames):
    """The method `value` of a run, whose settings are a `ValueConfig`; see `OwnGames`."""

    config: ValueConfig

    def _play_in_words(self) -> str:
        play = self.config.play
        return f"{play.depth} ply by the value, {100 * play.epsilon:g} to {100 * play.epsilon_end:g} % random moves"

    def _begin_games(self, evaluator: Evaluator) -> None:
        depth = self.config.play.depth
        self._values, self._hybrid = Values(evaluator), HybridPlayer(evaluator, depth) if depth > 1 else None

    def _evaluations(self) -> int:
        return self._values.evaluations + (self._hybrid.values.evaluations if self._hybrid else 0)

    def _choose(self, games: Sequence[Playing]) -> list[int]:
        if self._hybrid is not None:
            return [self._hybrid.choose(one.state) for one in games]
        choices = []
        children = self._values.of_children([one.state for one in games])
        for one, (actions, _, worths) in zip(games, children, strict=True):
            # Ties are broken at random, so that an untrained network does not repeat the same game.
            best = np.flatnonzero(worths == worths.max())
            choices.append(actions[int(best[one.rng.integers(len(best))])])
        return choices

    def _labels(self, games: list[Playing]) -> list[list[Label]]:
        if self.config.returns.results_alone:
            return [[Label(ply, value) for ply, value in one.results()] for one in games]
        return self._lambda_returns(games)

    def _lambda_returns(self, games: list[Playing]) -> list[list[Label]]:
        """The lambda-returns of the positions that are learned from, for their players to move."""
        lengths = np.array([len(one.actions) for one in games], np.int32)
        plies = padded_plies(int(lengths.max()))
        signs, random = np.ones((len(games), plies), np.float32), np.zeros((len(games), plies), bool)
        states = []
        for row, one in enumerate(games):
            state = self.game.initial_state()
            random[row, : lengths[row]] = one.random
            for ply, action in enumerate(one.actions):
                signs[row, ply] = 1 if state.current_player() == 0 else -1
                states.append(state)
                state = state.child(action)
        known = np.zeros((len(games), plies), np.float32)
        there = np.arange(plies)[None, :] < lengths[:, None]
        known[there] = self._values(states)
        returns, learn = lambda_returns(
            jnp.asarray(known * signs),
            jnp.asarray([one.result() for one in games], jnp.float32),
            jnp.asarray([one.state.is_terminal() for one in games]),
            jnp.asarray(lengths),
            jnp.asarray(random),
            jnp.full((len(games), plies), jnp.nan),
            jnp.float32(self.config.returns.trace),
            cut=self.config.returns.random_moves == "cut",
        )
        targets, wanted = np.clip(np.asarray(returns) * signs, -1, 1), np.asarray(learn)
        return [
            [Label(ply, float(targets[row, ply])) for ply in range(one.opening, int(lengths[row])) if wanted[row, ply]]
            for row, one in enumerate(games)
        ]

    def _fill(self, step: int, batch: TrainingBatch) -> None:
        super()._fill(step, batch)
        batch.outcome[:] = batch.search_value  # the target: the result, or the lambda-return
