"""MuZero: learning from games whose searches use a learned model.

    1. Games: every move by Gumbel search over latent states (boardai/learn/self_play/latent_search.py). The rules only
       provide the legal moves at the root and the result of the game.
    2. The games go to a file and into the replay buffer.
    3. Training: starting at a random position, the dynamics get the K moves that were played; policy and value of each
       latent state are trained towards the searches' results and the game's outcome (losses.py).

Schrittwieser et al., "Mastering Atari, Go, chess and shogi by planning with a learned model" (2020). As published
except for the search, which is that of Gumbel MuZero (Danihelka et al., "Policy improvement by planning with Gumbel",
2022); sequences are drawn uniformly, as the paper does for board games. The common code of learners that play their
games in parallel is boardai/learn/learners/own_games.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from boardai.game import Game
from boardai.learn.data.datasets import Label
from boardai.learn.evaluation.matches import POLICY
from boardai.learn.learners.own_games import OwnGames, Playing
from boardai.learn.muzero.config import MuZeroConfig
from boardai.learn.muzero.losses import muzero_loss
from boardai.learn.muzero.sequences import SequenceReplay, sequence_columns
from boardai.learn.network.inference import Evaluator
from boardai.learn.runs.method import Reporter
from boardai.learn.self_play.latent_search import LatentSearch
from boardai.learn.settings import require
from boardai.learn.training.given import USUAL, Given
from boardai.players import Player
from boardai.players.latent import LatentPlayer

_RANDOM_GAMES, _RANDOM_PLIES = 4, 200


class MuZero(OwnGames):
    """The method `muzero` of a run, whose settings are a `MuZeroConfig`; see `OwnGames`.

    Raises:
        ValueError: settings that are incompatible with the game, or a network without dynamics.
    """

    config: MuZeroConfig
    kinds = ("search", POLICY)
    gate_player = "search"
    make_replay = SequenceReplay

    def __init__(
        self,
        game: Game,
        config: MuZeroConfig,
        reporter: Reporter,
        stop: Callable[[], None],
        given: Given = USUAL,
    ) -> None:
        self.players = (
            f"search: {config.arena.simulations} simulations per move over latent states; policy: the network's most "
            "likely move, without search"
        )
        check_alternation(game)
        targets = sequence_columns(config.unroll_steps, game.policy_size)
        super().__init__(game, config, reporter, stop, given.with_usual_loss(muzero_loss), None, targets)
        require(
            self.network.unrolls,
            "network.architecture",
            f"{config.network.architecture} has no dynamics, which MuZero learns; muzero has",
        )

    def iterate(self, number: int, share: float) -> dict[str, Any]:
        """Plays games, then trains."""
        line = super().iterate(number, share)
        del line["epsilon"]
        return line

    def player(self, kind: str, game: Game, weights: Evaluator, seed: int) -> Player:
        """The search over latent states, or the policy alone."""
        if kind == POLICY:
            return super().player(kind, game, weights, seed)
        simulations = self.config.arena.simulations
        return LatentPlayer(LatentSearch(weights, simulations), f"muzero {simulations}")

    def _epsilon(self, share: float) -> float:
        return 0.0  # the searches' noise provides exploration

    def _play_in_words(self) -> str:
        play = self.config.play
        return f"{play.simulations} simulations over latent states a move, 0 to {play.random_plies} random plies first"

    def _begin_games(self, evaluator: Evaluator) -> None:
        play = self.config.play
        self._search, self._searched = LatentSearch(evaluator, play.simulations, play.gumbel), 0
        self._found: dict[int, list[tuple[float, np.ndarray]]] = {}

    def _evaluations(self) -> int:
        return self._searched * (self.config.play.simulations + 1)

    def _choose(self, games: Sequence[Playing]) -> list[int]:
        if not games:
            return []
        # Each game draws its noise from its own random stream, so it does not depend on the other games.
        noise = np.stack([one.rng.gumbel(size=self.game.policy_size) for one in games]).astype(np.float32)
        found = self._search([one.state for one in games], noise)
        self._searched += len(games)
        chosen = []
        for one, index, value, weights in zip(games, found.actions, found.values, found.action_weights, strict=True):
            self._found.setdefault(one.number, []).append((float(value), weights))
            chosen.append(_by_index(one.state)[int(index)])
        return chosen

    def _labels(self, games: list[Playing]) -> list[list[Label]]:
        return [self._labels_of(one) for one in games]

    def _labels_of(self, one: Playing) -> list[Label]:
        """The result of each search; the random plies at the start were not searched."""
        state, found, labels = one.start.clone(), iter(self._found.get(one.number, ())), []
        for ply, action in enumerate(one.actions):
            mover = state.current_player()
            if ply >= one.opening:
                value, weights = next(found)
                shares = {action: float(weights[index]) for index, action in _by_index(state).items()}
                whole = sum(shares.values())
                policy = {action: share / whole for action, share in shares.items() if share > 0}
                labels.append(Label(ply, min(1.0, max(-1.0, value)), policy=policy))
            state.apply(action)
            if state.current_player() == mover and not state.is_terminal():
                raise ValueError(_twice(self.game))
        return labels


def check_alternation(game: Any) -> None:
    """Checks by random games that the players alternate.

    >>> from boardai.learn.muzero.method import check_alternation
    >>> check_alternation(boardai.load("hex:size=3"))

    Raises:
        ValueError: a player moves twice in a row.
    """
    rng = np.random.default_rng(0)
    for _ in range(_RANDOM_GAMES):
        state = game.initial_state()
        for _ in range(_RANDOM_PLIES):
            mover = state.current_player()
            state.apply(int(rng.choice(list(state.legal_actions()))))
            if state.is_terminal():
                break
            if state.current_player() == mover:
                raise ValueError(_twice(game))


def _twice(game: Game) -> str:
    return (
        f"{game.spec}: the same player moves twice in a row, and MuZero's model knows no rules: its values change "
        "their sign with every ply"
    )


def _by_index(state: Any) -> dict[int, int]:
    """The legal actions by policy index."""
    return {state.policy_index(action): action for action in state.legal_actions()}
