"""Q-learning by self-play: a network learns action values from games that it plays with them.

    1. Games: every player takes the action with the highest value, sometimes a random one (epsilon-greedy).
    2. The games go to a file and into the replay buffer.
    3. Training: the target of the action played at s follows from the best action after it,

           Q(s, a) <- d * the outcome            if a ended the game
                      d * -max Q'(s', a')        if the opponent moves next (+ if the same player does)

       with d the discount per ply (`learn.loss.discount`, 1 by default), and Q' the network at the start of the
       iteration (DQN's target network). For long games, `result_share` mixes in the game's outcome.

Q is the tanh of half of a policy logit, as for a probability of winning. So the network is that of all other learners,
and a player by its policy head (`policy:run=`) plays the best action. The value head learns max Q(s, a) as well, for a
search with a value.

Young, Vasan and Hayward, "NeuroHex: a deep Q-learning Hex agent" (2016); Mnih et al., "Human-level control through deep
reinforcement learning" (2015); Ostrovski et al., "Count-based exploration with neural density models" (2017, mixed
Monte-Carlo). The paper uses squared errors of Q; here the cross-entropy of the probability is used, whose gradient does
not vanish if the network is sure and wrong. The common code of learners that play without a tree is own_games.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from boardai.game import Game
from boardai.learn.data.datasets import Label
from boardai.learn.learners.config import QConfig
from boardai.learn.learners.own_games import OwnGames, Playing
from boardai.learn.network.heads import Outputs
from boardai.learn.network.inference import Evaluator, says_policies
from boardai.learn.runs.method import Reporter
from boardai.learn.settings import require
from boardai.learn.training.batch import TrainingBatch
from boardai.learn.training.config import LossConfig
from boardai.learn.training.given import USUAL, Given
from boardai.learn.training.losses import discounted
from boardai.players.network import PolicyPlayer


class QLearning(OwnGames):
    """The method `q` of a run, whose settings are a `QConfig`; see `OwnGames`.

    Raises:
        ValueError: settings that do not fit the game, or a network without a policy.
    """

    config: QConfig
    kinds = ("value", "policy")
    gate_player = "policy"

    def __init__(
        self,
        game: Game,
        config: QConfig,
        reporter: Reporter,
        stop: Callable[[], None],
        given: Given = USUAL,
    ):
        actions = (game.policy_size,)
        columns = {"next_planes": game.observation_shape, "next_legal": actions, "next_sign": ()}
        super().__init__(game, config, reporter, stop, given.with_usual_loss(q_loss), columns)
        require(
            says_policies(self.network, config.play.batch_size),
            "network.architecture",
            f"{config.network.architecture} has no policy, which is what Q-learning learns",
        )

    def iterate(self, number: int, share: float) -> dict[str, Any]:
        """Plays games, then trains; next positions are evaluated by the weights that played."""
        self._judge = Evaluator(self.network, *self.learner.play_weights(), self.config.learn.batch_size)
        return super().iterate(number, share)

    def _play_in_words(self) -> str:
        play = self.config.play
        return f"the best action, {100 * play.epsilon:g} to {100 * play.epsilon_end:g} % random moves"

    def _begin_games(self, evaluator: Evaluator) -> None:
        self._policy, self._asked = PolicyPlayer(self.game, evaluator), 0

    def _evaluations(self) -> int:
        return self._asked

    def _choose(self, games: Sequence[Playing]) -> list[int]:
        self._asked += len(games)
        return self._policy.choose_many([one.state for one in games])

    def _labels(self, games: list[Playing]) -> list[list[Label]]:
        return [[Label(ply, value, policy={one.actions[ply]: 1.0}) for ply, value in one.results()] for one in games]

    def _fill(self, step: int, batch: TrainingBatch) -> None:
        super()._fill(step, batch)
        batch.search_value[:] = q_targets(batch, self._judge, self.config.learn.loss, self.config.result_share)


def q_targets(
    batch: TrainingBatch, judge: Evaluator, config: LossConfig | None = None, result_share: float = 0.0
) -> np.ndarray:
    """The targets of the played actions: the outcome if they ended the game, else the value of the best next action.

    Args:
        batch: with the columns next_planes, next_legal and next_sign.
        judge: evaluates the positions after the actions; of the batch's size.
        config: discounts per ply and of the game's outcome; None: no discount.
        result_share: share of the game's outcome in the target.

    Returns:
        For the players to move, float32 `[B]`.
    """
    logits, _ = judge(batch.next_planes)
    best = np.where(batch.next_legal > 0, logits, -np.inf).max(axis=1)
    found: np.ndarray = np.where(batch.next_sign == 0, batch.outcome, batch.next_sign * np.tanh(best / 2))
    config = config or LossConfig()
    return (1 - result_share) * config.discount * found + result_share * discounted(batch.arrays(), config)


def q_loss(outputs: Outputs, batch: dict[str, jax.Array], config: LossConfig) -> tuple[jax.Array, dict[str, jax.Array]]:
    """The loss of a batch whose `policy` is the played action (1), and `search_value` its target.

    Returns:
        Cross-entropy of the action's probability of winning, (1 + Q) / 2, plus `learn.loss.value` times the squared
        error of the value (with any head) from max Q; the metrics are q_loss, the mean squared error of Q, and q_mean.
    """
    logit = jnp.sum(batch["policy"] * outputs.policy, axis=1)
    target = batch["search_value"]
    wins = (1 + target) / 2
    entropy = jnp.mean(jax.nn.softplus(logit) - wins * logit)
    legal = batch["legal"] > 0
    best = jnp.max(jnp.where(legal, outputs.policy, -jnp.inf), axis=1)
    value_loss = jnp.mean(jnp.square(outputs.value - jax.lax.stop_gradient(jnp.tanh(best / 2))))
    found = jnp.tanh(logit / 2)
    metrics = {"q_loss": jnp.mean(jnp.square(found - target)), "q_mean": jnp.mean(found), "value_loss": value_loss}
    return entropy + config.value * value_loss, metrics
