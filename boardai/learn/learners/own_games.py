"""Common code of learners whose network plays games against itself in parallel.

    1. Games: each player takes the move that the network rates best, sometimes a random one. All games of an
       iteration are played at once and share the network's batches; there is no tree search.
    2. The games go to a file and into the replay buffer.
    3. Training, with steps in proportion to the new positions.
    4. The gate, if configured: new weights play against those used in games (`boardai.learn.evaluation.matches`).

How the network's outputs choose moves, and the targets of a position, depend on the learner: a position value
(value.py) or a value for each action (q_learning.py). The run around these steps is runs/run.py.
"""

from __future__ import annotations

import dataclasses
import time
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from boardai.learn.data.datasets import Label
from boardai.learn.data.game_records import game_record
from boardai.learn.learners.network_learner import GameLearner, GameTotals
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.size import describe
from boardai.learn.self_play.game_files import write_games
from boardai.learn.stages import rates
from boardai.learn.training.losses import without_policies
from boardai.records.recorded_game import RecordedGame


@dataclass
class PlayTotals(GameTotals):
    """Sums over a run, stored in its checkpoints.

    Attributes:
        seconds_per_game: in the last iteration.
    """

    seconds_per_game: float = 0.0


@dataclass
class Playing:
    """A game in progress.

    Attributes:
        number: number of the game in the run.
        rng: the game's own random stream.
        start: start position.
        state: current position.
        opening: number of random plies at the start, which are not learned from.
        actions: actions played so far.
        random: which of them were random.
    """

    number: int
    rng: np.random.Generator
    start: Any
    state: Any
    opening: int
    actions: list[int] = field(default_factory=list)
    random: list[bool] = field(default_factory=list)

    def is_over(self, max_plies: int) -> bool:
        """Whether the game is over by the rules or has reached the maximum length."""
        return self.state.is_terminal() or len(self.actions) >= max_plies

    def result(self) -> int:
        """Player 0's outcome; a stopped game is a draw."""
        return int(self.state.outcome(0)) if self.state.is_terminal() else 0

    def results(self) -> list[tuple[int, float]]:
        """Each ply after the opening, and the result for its player to move."""
        result, state, found = self.result(), self.start.clone(), []
        for ply, action in enumerate(self.actions):
            if ply >= self.opening:
                found.append((ply, float(result if state.current_player() == 0 else -result)))
            state.apply(action)
        return found


class OwnGames(GameLearner):
    """A method that learns from its own games, played in parallel; arguments as in `NetworkLearner`.

    Its settings are a `ValueConfig`, `QConfig` or `MuZeroConfig`.
    """

    make_totals = PlayTotals
    totals: PlayTotals

    @property
    def match_rows(self) -> int:  # type: ignore[override]
        """As in self-play."""
        return int(self.config.play.batch_size)

    def describe(self) -> list[str]:
        """A description of the training."""
        return [f"network: {describe(self.network)}", f"play: {self._play_in_words()}"]

    def iterate(self, number: int, share: float) -> dict[str, Any]:
        """Plays games, then trains on the newest positions."""
        began = time.perf_counter()
        # 1. Games.
        self._begin_games(Evaluator(self.network, *self.play_weights(), self.config.play.batch_size))
        games = self._play(self.totals.games, self._epsilon(share))
        records = b"".join(self._records(games, self._labels(games)))
        evaluations = self._evaluations()
        played_by = time.perf_counter()
        # 2. The games go to file and buffer.
        added = self.replay.add_games([records], number)
        write_games(self._folder.games_path(number), number, [records], added)
        stored_by = time.perf_counter()
        # 3. Training.
        learned = without_policies(self.train(share))
        learned_by = time.perf_counter()
        # 4. The gate.
        best, gate = self.gate.judge(number, self.totals.best, self.learner.match_weights())
        gated_by = time.perf_counter()
        self.totals = dataclasses.replace(
            self.totals,
            steps=self.learner.steps,
            games=self.replay.games_added,
            positions=self.replay.positions_added,
            seconds_per_game=(played_by - began) / len(games),
            best=best,
        )
        written = {"write": stored_by - played_by}
        plies = sum(len(one.actions) for one in games)
        results = [one.result() for one in games]
        return {
            "games": len(games),
            "plies": plies,
            "mean_length": plies / len(games),
            "first_player_wins": results.count(1),
            "draws": results.count(0),
            "second_player_wins": results.count(-1),
            "evaluations": evaluations,
            "positions": added.positions,
            "buffer": self.replay.size,
            "steps": self.learner.steps,
            "epsilon": self._epsilon(share),
            **learned,
            **gate,
            "stages": {**learned.get("stages", {}), **written},
            "stage_rates": {**learned.get("stage_rates", {}), **rates({"write": added.positions}, written)},
            "evaluations_per_second": evaluations / max(1e-9, played_by - began),
            "games_per_second": len(games) / max(1e-9, played_by - began),
            "seconds": {
                "self_play": played_by - began,
                "replay": stored_by - played_by,
                "learn": learned_by - stored_by,
                **({} if self.gate.is_open else {"gate": gated_by - learned_by}),
            },
        }

    def open_games(self) -> list[bytes]:
        """No open games: all are played to their end."""
        return []

    def final_seconds(self) -> float:
        """Estimated duration of the final matches, from the last short ones or the iteration's games."""
        return super().final_seconds() or 4 * self.config.arena.final_games * self.totals.seconds_per_game

    @abstractmethod
    def _play_in_words(self) -> str:
        """A description of the play for the user."""

    @abstractmethod
    def _begin_games(self, evaluator: Evaluator) -> None:
        """Called before an iteration's games, which this network plays."""

    @abstractmethod
    def _evaluations(self) -> int:
        """The number of positions the network has evaluated since then."""

    @abstractmethod
    def _choose(self, games: Sequence[Playing]) -> list[int]:
        """The best action of each game."""

    @abstractmethod
    def _labels(self, games: list[Playing]) -> list[list[Label]]:
        """The targets of each game's positions, for their players to move."""

    def _epsilon(self, share: float) -> float:
        play = self.config.play
        return play.epsilon + (play.epsilon_end - play.epsilon) * share

    def _play(self, first: int, epsilon: float) -> list[Playing]:
        """Plays one iteration's games in parallel; game g has its own random stream (seed, g)."""
        play = self.config.play
        games = []
        for number in range(first, first + play.games_per_iteration):
            rng = np.random.default_rng((self.config.seed, number))
            opening = int(rng.integers(play.random_plies + 1))
            start = self.game.initial_state()
            games.append(Playing(number, rng, start, start.clone(), opening))
        running = games
        while running:
            self._stop()
            self._reporter.phase("self-play", len(games) - len(running), len(games))
            asked = [one for one in running if not _moves_at_random(one, epsilon)]
            chosen = dict(zip(map(id, asked), self._choose(asked), strict=True))
            for one in running:
                if id(one) in chosen:
                    action = chosen[id(one)]
                else:
                    legal = one.state.legal_actions()
                    action = legal[int(one.rng.integers(len(legal)))]
                one.actions.append(action)
                one.random.append(id(one) not in chosen)
                one.state.apply(action)
            running = [one for one in running if not one.is_over(play.max_plies)]
        return games

    def _records(self, games: list[Playing], labels: list[list[Label]]) -> list[bytes]:
        """The records of the games with the targets of their positions."""
        start = self.game.initial_state()
        return [
            game_record(
                RecordedGame(self.game, start, tuple(one.actions), one.result()),
                {label.ply: label for label in its},
                one.number,
            )[0]
            for one, its in zip(games, labels, strict=True)
        ]


def _moves_at_random(one: Playing, epsilon: float) -> bool:
    return len(one.actions) < one.opening or bool(one.rng.random() < epsilon)
