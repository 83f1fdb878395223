"""Agents that play with a trained network."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from boardai import native
from boardai.game import Game
from boardai.learn.checkpoint import checkpoint_path, load_network
from boardai.learn.inference import Evaluator
from boardai.learn.native_parts import new_puct
from boardai.learn.network import Network
from boardai.learn.run_folder import newest_checkpoint, read_run
from boardai.search.forest import ask_and_tell


class PolicyAgent:
    """The network's most likely legal move, without search.

    Args:
        game: the game.
        evaluator: the network.
    """

    batched = True

    def __init__(self, game: Game, evaluator: Evaluator, name: str = "policy"):
        self.name = name
        self._evaluator = evaluator
        self._planes = evaluator.planes()

    def choose(self, state: Any) -> int:
        """The most likely legal action."""
        return self.choose_many([state])[0]

    def choose_many(self, states: Sequence[Any]) -> list[int]:
        """The most likely legal action of each state; the first of equals."""
        actions = []
        size = self._evaluator.batch_size
        for start in range(0, len(states), size):
            chunk = states[start : start + size]
            for row, state in enumerate(chunk):
                self._planes[row] = state.observation()
            logits, _ = self._evaluator(self._planes)
            for row, state in enumerate(chunk):
                legal = state.legal_actions()
                indices = [state.policy_index(action) for action in legal]
                actions.append(legal[int(np.argmax(logits[row, indices]))])
        return actions


class PuctAgent:
    """The most visited move of a PUCT search with the network.

    Args:
        game: the game.
        evaluator: the network.
        simulations: per move.
        seed: of the searches.
    """

    batched = True

    def __init__(self, game: Game, evaluator: Evaluator, *, simulations: int, seed: int, name: str = "puct"):
        self.name = name
        self._evaluator = evaluator
        self._planes = evaluator.planes()
        self._game, self._simulations, self._seed = game, simulations, seed
        new_puct(game, 1, simulations, seed)  # bad options are reported here, not in the middle of a match

    def choose(self, state: Any) -> int:
        """The most visited action."""
        return self.choose_many([state])[0]

    def choose_many(self, states: Sequence[Any]) -> list[int]:
        """The most visited action of each state; the searches share the network's batches."""
        actions = []
        size = self._evaluator.batch_size
        for start in range(0, len(states), size):
            chunk = states[start : start + size]
            forest = new_puct(self._game, len(chunk), self._simulations, self._seed)
            for tree, state in enumerate(chunk):
                forest.set_root(tree, native.native_state(state))
            ask_and_tell(forest, self._evaluate, self._planes)
            actions += [int(forest.best_action(tree)) for tree in range(len(chunk))]
        return actions

    def _evaluate(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        # A row's answer depends on the batch size: the whole buffer is always evaluated.
        logits, values = self._evaluator(self._planes)
        return logits[: len(rows)], values[: len(rows)]


def load_evaluator(run: str | Path, game: Game, checkpoint: int | None = None) -> Evaluator:
    """The network of a run.

    Args:
        run: the run's folder.
        game: what it will play.
        checkpoint: iteration; the newest by default.

    Raises:
        ValueError: not a run, no such checkpoint, or a network for other planes or policy.
    """
    folder = Path(run)
    description, config = read_run(folder)
    if checkpoint is None:
        checkpoint, _ = newest_checkpoint(folder)
    path = checkpoint_path(folder / "checkpoints", checkpoint)
    network = Network(game.observation_shape, game.policy_size, config.network, config.seed)
    try:
        parameters, statistics = load_network(path, network)
    except ValueError as error:
        raise ValueError(f"{folder} was trained on {description['game']}, asked for {game.spec}: {error}") from None
    return Evaluator(network, parameters, statistics, config.selfplay.games)
