"""Learning a linear evaluation by self-play; `mouse`, `td` and `td-leaf` are methods of a run.

    1. Games on every board, by shallow searches with the present weights (in C++, on all processors).
    2. The weights are updated by the games' returns (rules.py).
    3. The new weights go into a file of the run's folder, which searches can load at once (`evaluator=FOLDER`).

Games are not stored: the state of a run is its weights and the update rule's numbers per weight.
"""

from __future__ import annotations

import dataclasses
import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from boardai.basics.quoting import LONGEST_PATH, quoted
from boardai.basics.seeds import seed_of
from boardai.basics.threads import cores
from boardai.game import Game, load
from boardai.learn.linear_evaluation.config import MouseConfig, TablesConfig, TDConfig, has_length
from boardai.learn.linear_evaluation.games import GamePlayer, PlayedGames
from boardai.learn.linear_evaluation.rules import (
    Accumulators,
    Batch,
    Errors,
    ReturnRule,
    mouse_collect,
    mouse_step,
    step_games,
)
from boardai.learn.runs.checkpoint import EVALUATION_TREE, Saved, Trees
from boardai.learn.runs.evaluation_method import EvaluationMethod, check_search
from boardai.learn.runs.method import Reporter, Totals
from boardai.search.evaluations.linear import STANDARD_CELLS, USUAL_MARGIN, FeatureSet, LinearEvaluation, feature_sets
from boardai.search.evaluations.naming import find_evaluation

_POINTS = {"margin": 100.0, "outcome": 1000.0}


class Board(NamedTuple):
    """A board of the run.

    Attributes:
        name: its parameters, or the game's spec.
        game: the game on this board.
        player: plays the games.
        seed: seed of its games.
    """

    name: str
    game: Game
    player: GamePlayer
    seed: int


@dataclass
class _Seen:
    """Data of an iteration's updates: squared errors and the number of their rows."""

    by_stage: np.ndarray
    by_board: dict[str, np.ndarray] = field(default_factory=dict)
    games: int = 0
    plies: int = 0
    wins: int = 0
    losses: int = 0
    evaluations: int = 0
    seconds: float = 0.0


class TableLearning(EvaluationMethod):
    """The common part of the three methods, which differ in `learn`.

    Args:
        game: the game.
        config: the run's settings.
        reporter: receives reports of progress.
        stop: called often; may raise.

    Raises:
        ValueError: settings that are incompatible with the game or each other.
    """

    config: TablesConfig

    def __init__(
        self,
        game: Game,
        config: TablesConfig,
        reporter: Reporter,
        stop: Callable[[], None],
    ):
        self.game, self.config = game, config
        start = game.initial_state()
        names = feature_sets(start)
        if not names:
            raise ValueError(f"features: {game.spec} has none: in C++, a game needs a grid or a set of its own")
        self.features = FeatureSet(config.features or names[0], start)
        self.boards = [self._board(name) for name in config.play.boards or ("",)]
        weights = self._first_weights(start)
        self.weights = jnp.asarray(weights)
        self.kept = Accumulators(*(jnp.zeros(self.features.size, jnp.float32) for _ in range(2)))
        self.totals = Totals()
        self._rule = ReturnRule(
            config.returns.target == "outcome",
            config.returns.bootstrap == "search",
            config.returns.random_moves == "cut",
        )
        check_search(config.arena, game)
        self.players = f"search: {config.arena.search} with the learned evaluation"
        others = [board.game for board in self.boards if board.game.spec != game.spec]
        super().__init__(game, config, reporter, stop, others)
        self.initial = self.evaluation(weights)

    def evaluation(self, weights: np.ndarray) -> LinearEvaluation:
        """Weights in the form for searches."""
        target = self.config.returns.target
        points = self.config.points or _POINTS[target]
        card = {
            "game": self.game.spec,
            "boards": [board.name for board in self.boards],
            "seed": self.config.seed,
            "games": self.totals.games,
            "target": target,
            "stages": self.features.stages,
            "groups": self.features.groups,
        }
        if target == "outcome":
            # A sum of 1 is tanh(1); three tenths of it is a clear advantage, in chess about a pawn. On 8x8 Reversi,
            # pruning with this margin won 90 of 100 games, with a tenth 87 (docs/benchmarks/reversi.md).
            return LinearEvaluation(self.features.spec, weights, points, round(0.3 * points), points, card)
        # One disc of 64 is a clear advantage; sixteen are about 0.76 of a win.
        return LinearEvaluation(self.features.spec, weights, points, round(points), USUAL_MARGIN * points, card)

    def describe(self) -> list[str]:
        """A description of the training."""
        play, groups = self.config.play, self.features.groups
        tables = [f"{name} {math.prod(shape):,}" for name, shape in groups[:12]] + ["..."] * (len(groups) > 12)
        return [
            f"features: {self.features.spec}, {self.features.size:,} weights; of each of {self.features.stages} stages "
            f"{', '.join(tables)}",
            f"boards: {', '.join(board.name for board in self.boards)}; {play.depth}-ply search, "
            f"{100 * play.epsilon:g} % random moves",
        ]

    def iterate(self, number: int, share: float) -> dict[str, Any]:
        """Plays rounds of games on every board and updates the weights; then writes their file."""
        play = self.config.play
        seen = _Seen(by_stage=np.zeros((2, self.features.stages)))
        learned: dict[str, Any] = {}
        learning = 0.0
        began = time.perf_counter()
        for update in range(play.updates_per_iteration):
            self._stop()
            self._reporter.phase("self-play", update, play.updates_per_iteration)
            totals = (seen.games, seen.plies)
            # While training on one board's games, the next board's games are played.
            for board, games in zip(self.boards, self._play(), strict=True):
                played_by = time.perf_counter()
                self._learn(board, games, share, seen)
                learning += time.perf_counter() - played_by
                seen.seconds += games.seconds
            learned = self.finish()
            self._count(seen.games - totals[0], seen.plies - totals[1])
        waited = time.perf_counter() - began - learning
        began = time.perf_counter()
        new = np.asarray(self.weights)
        if not np.isfinite(new).all():
            raise FloatingPointError(f"iteration {number}: the weights are no longer finite; use a smaller step")
        self.write()
        used = int(np.count_nonzero(new))
        return {
            "games": seen.games,
            "plies": seen.plies,
            "mean_length": seen.plies / seen.games,
            "first_player_wins": seen.wins,
            "draws": seen.games - seen.wins - seen.losses,
            "second_player_wins": seen.losses,
            "evaluations": seen.evaluations,
            "games_so_far": self.totals.games,
            "steps": self.totals.steps,
            **learned,
            "error": _root(float(seen.by_stage[0].sum()), float(seen.by_stage[1].sum())),
            "error_by_board": {name: _root(*sums) for name, sums in seen.by_board.items()},
            "error_by_stage": [_root(*sums) for sums in seen.by_stage.T.tolist()],
            "weights_used": used,
            "weight_size": float(np.abs(new).sum() / max(1, used)),
            "games_per_second": seen.games / max(1e-9, seen.seconds),
            "evaluations_per_second": seen.evaluations / max(1e-9, seen.seconds),
            "seconds": {"self_play": waited, "learn": learning, "write": time.perf_counter() - began},
        }

    def learn(self, batch: Batch, share: float) -> Errors:
        """Learns from one board's games."""
        raise NotImplementedError

    def finish(self) -> dict[str, Any]:
        """Ends an iteration's learning and returns its metrics."""
        return {}

    def saved(self) -> Saved:
        """Weights, the rule's state, and totals."""
        return Saved(self.wanted(), dict(vars(self.totals)))

    def wanted(self) -> Trees:
        """The arrays of a checkpoint."""
        return {**self.evaluation_tree(), "kept": self.kept._asdict()}

    def restore(self, saved: Saved, iteration: int, reading: Callable[[int, int], None]) -> None:
        """Restores a checkpoint."""
        self.totals = Totals(**saved.state)
        self.run_matches.seconds_per_side = self.totals.match_seconds
        self.weights = saved.trees[EVALUATION_TREE]["weights"]
        self.kept = Accumulators(**saved.trees["kept"])

    def match_weights(self) -> LinearEvaluation:
        """The present weights in the form that searches use."""
        return self.evaluation(np.asarray(self.weights))

    def _board(self, params: str) -> Board:
        config, play = self.config, self.config.play
        game = load(f"{self.game.name}:{params}") if params else self.game
        start = game.initial_state()
        features = FeatureSet(self.features.spec, start)
        if features.size != self.features.size:
            raise ValueError(
                f"features: {self.features.spec} has {features.size:,} weights on {params}, {self.features.size:,} on "
                f"{self.game.spec}: one set of weights cannot serve both boards"
            )
        points = 0.0
        if config.returns.target == "margin":
            if not hasattr(start, "score"):
                raise ValueError(f"returns.target: {game.spec} is not decided by points; take outcome")
            points = STANDARD_CELLS / features.cells(start)
        options = {
            "depth": play.depth,
            "random_plies": self._opening(game),
            "epsilon": play.epsilon,
            "max_plies": play.max_plies,
            "margin_unit": points,
            "leaf": config.returns.leaf,
            "search_all": config.returns.bootstrap == "search",
            "threads": play.threads or cores(),
        }
        name = params or game.spec
        return Board(name, game, GamePlayer(start, features, options), seed_of(config.seed, "play", name))

    def _opening(self, game: Game) -> int:
        """The number of random plies at the start of games."""
        play = self.config.play
        if play.random_share == 0:
            return play.random_plies
        if game.max_length is None or not has_length(game.max_length):
            lasts = "has no longest game" if game.max_length is None else f"may last {game.max_length:,} plies"
            raise ValueError(
                f"play.random_share: {game.spec} {lasts}, a share of which is no opening; set it to 0 and "
                "play.random_plies to a number"
            )
        return round(play.random_share * game.max_length) + play.random_plies

    def _first_weights(self, start: Any) -> np.ndarray:
        size, source = self.features.size, self.config.weights
        if not source:
            return np.zeros(size, np.float32)
        found = find_evaluation(start, source)
        if not isinstance(found, LinearEvaluation):
            raise ValueError(
                f"weights: {quoted(source, LONGEST_PATH)} is not a file of weights, "
                f"a run's folder or one of the game's evaluations"
            )
        if found.features != self.features.spec or found.weights.size != size:
            raise ValueError(f"weights: {source} has features {found.features}, this run {self.features.spec}")
        return np.array(found.weights)

    def _play(self) -> Iterator[PlayedGames]:
        """Plays a round of games, board by board, all with the present weights."""
        each = self.config.play.games_per_update // len(self.boards)
        first = self.totals.games // len(self.boards)
        weights = np.array(self.weights)

        def play(board: Board) -> PlayedGames:
            return board.player.play(weights, board.seed, first, each)

        with ThreadPoolExecutor(1) as pool:
            yield from pool.map(play, self.boards)

    def _learn(self, board: Board, games: PlayedGames, share: float, seen: _Seen) -> None:
        """Learns from one board's games."""
        stage_size = self.features.size // self.features.stages
        batch = Batch(*(jnp.asarray(getattr(games, column.name)) for column in dataclasses.fields(Batch)))
        errors = jax.device_get(self.learn(batch, share))
        there = games.rows & games.ended[:, None]
        squares = np.square(errors.of_result, dtype=np.float64, where=there, out=np.zeros(there.shape))
        known = seen.by_board.setdefault(board.name, np.zeros(2))
        known += np.array([squares.sum(), there.sum()])
        there &= games.count[..., 0] != 0
        stages = games.index[..., 0][there] // stage_size
        for row, amount in enumerate((squares[there], None)):
            seen.by_stage[row] += np.bincount(stages, amount, minlength=self.features.stages)
        seen.games += len(games.lengths)
        seen.plies += int(games.lengths.sum())
        seen.wins += int((games.results > 0).sum())
        seen.losses += int((games.results < 0).sum())
        seen.evaluations += games.evaluations

    def _count(self, games: int, plies: int) -> None:
        """Adds a round to the totals."""
        self.totals.games += games
        self.totals.positions += plies
        self.totals.steps += self.steps_of(games)

    def steps_of(self, games: int) -> int:
        """The number of steps per round of games."""
        return games


class Mouse(TableLearning):
    """The method `mouse`: a round of games is an epoch, after which weights change."""

    config: MouseConfig

    def learn(self, batch: Batch, share: float) -> Errors:
        """Step 1: collects errors and counts."""
        trace = jnp.float32(self.config.returns.trace)
        self.kept, errors = mouse_collect(self.kept, self.weights, batch, trace, rule=self._rule)
        return errors

    def finish(self) -> dict[str, Any]:
        """Step 2: changes the weights that have occurred often enough."""
        rule = self.config.mouse
        settings = (jnp.float32(value) for value in (rule.alpha, rule.mu, rule.min_count))
        self.weights, self.kept, changed = mouse_step(
            self.weights, self.kept, *settings, keep=rule.after_step == "keep"
        )
        return {"weights_changed": int(changed)}

    def steps_of(self, games: int) -> int:
        """One per epoch."""
        return 1


class TD(TableLearning):
    """The methods `td` and `td-leaf`: the weights change after every game."""

    config: TDConfig

    def learn(self, batch: Batch, share: float) -> Errors:
        """One step per game."""
        step = self.config.step
        rate = step.rate * (1 + (step.final_rate - 1) * share)
        self.weights, self.kept, errors = step_games(
            self.weights, self.kept, batch, jnp.float32(self.config.returns.trace), jnp.float32(rate),
            rule=self._rule, kind=step.kind,
        )  # fmt: skip
        return errors


def _root(squares: float, count: float) -> float:
    return float(np.sqrt(squares / count)) if count else 0.0
