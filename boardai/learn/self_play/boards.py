"""The boards of a run on several boards: their games, and the buffers that training samples from together.

Each board has groups of games and a replay buffer, like a run on that board alone. An iteration plays one board after
the other with the same weights. A batch has rows of all boards, each in the first rows and columns of a canvas, in
proportion to the positions that each board has added last. So each position is used equally often, on any board, and
batch normalisation learns joint statistics of the boards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from boardai.basics.seeds import long_seed_of, seed_of
from boardai.game import Game, game_text
from boardai.learn.network.canvas import canvas_layout
from boardai.learn.network.config import NetworkConfig
from boardai.learn.self_play.config import SelfPlayConfig
from boardai.learn.self_play.curriculum import PLACE, BoardWeights, on_board, rows_by_board
from boardai.learn.self_play.game_files import Contents
from boardai.learn.self_play.replay import ReplayBuffer, ReplayConfig
from boardai.learn.self_play.self_play import COUNTERS, Played, SelfPlayGroups, together
from boardai.learn.settings import require
from boardai.learn.targets import TARGETS
from boardai.learn.training.batch import TrainingBatch
from boardai.search.batches import BatchEvaluator


@dataclass(frozen=True)
class Board:
    """A board of a run.

    Attributes:
        name: name in settings, game files and metrics.
        game: the game on this board.
        weights: its weights in the curriculum.
    """

    name: str
    game: Game
    weights: BoardWeights

    @property
    def side(self) -> int:
        """Side of the smallest square that holds it."""
        return max(self.game.observation_shape[:2])


def boards_of(game: Game, config: SelfPlayConfig) -> list[Board]:
    """The boards of a run on several boards.

    Args:
        game: the run's game.
        config: settings with the names of the boards.

    Raises:
        ValueError: no such board, a board twice, or none of them is the run's own.
    """
    boards = [Board(one.name, on_board(game, one.name), one) for one in config.curriculum]
    games, own = [game_text(board.game) for board in boards], game_text(game)
    require(len({*games}) == len(games), PLACE, f"a board twice: {', '.join(games)}")
    require(own in games, PLACE, f"the run's own board, {own}, is not among {', '.join(games)}")
    # The run's own board is identified by its spec, in which paths may be relative.
    return [replace(board, game=game) if text == own else board for board, text in zip(boards, games, strict=True)]


class BoardGroups:
    """The games in progress on all boards.

    Args:
        boards: the boards, in the order in which an iteration plays them.
        config: settings for each board.
        seed: seed of the run.

    Raises:
        ValueError: as in `SelfPlayGroups`.
    """

    def __init__(self, boards: Sequence[Board], config: SelfPlayConfig, seed: int) -> None:
        self._each, config = config.groups, replace(config, boards=())  # the settings hold for each board
        self._groups = [SelfPlayGroups(board.game, config, seed_of(seed, "board", board.name)) for board in boards]
        self._names = [board.name for board in boards]

    def watch(self, run: Path) -> None:
        """As in `SelfPlayGroups`, for the board that is being played."""
        for name, groups in zip(self._names, self._groups, strict=True):
            groups.watch(run, name)

    def play(
        self,
        evaluators: Sequence[BatchEvaluator | None],
        games: Sequence[int],
        iteration: int,
        stop: Callable[[], None],
        progress: Callable[[int], None],
    ) -> list[Played]:
        """Plays until every board has its games.

        Args:
            evaluators: the network for each board; None if no games are to be played there.
            games: number of games on each board.
            iteration: its number.
            stop: as in `SelfPlayGroups.play`.
            progress: called with the number of finished games on all boards.

        Returns:
            The games of each board, with one part per group, empty if no games were to be played.
        """
        played: list[Played] = []
        for groups, evaluator, count in zip(self._groups, evaluators, games, strict=True):
            if evaluator is None:
                played.append(Played([b""] * self._each, dict.fromkeys(COUNTERS, 0), 0, [], 0.0))
                continue
            counted = partial(_with_others, progress, sum(one.counts["games"] for one in played))
            played.append(groups.play(evaluator, iteration, stop, counted, count))
        return played

    def save(self) -> list[bytes]:
        """The open games, one part per group of each board."""
        return [part for groups in self._groups for part in groups.save()]

    def restore(self, parts: list[bytes]) -> None:
        """Restores saved games.

        Raises:
            ValueError: damaged, or saved with other settings.
        """
        if len(parts) != self._each * len(self._groups):
            raise ValueError(
                f"open games of {len(parts)} groups, but there are {self._each} on {len(self._groups)} boards"
            )
        for number, groups in enumerate(self._groups):
            groups.restore(parts[number * self._each : (number + 1) * self._each])


def _with_others(progress: Callable[[int], None], others: int, games: int) -> None:
    progress(others + games)


def one_after_the_other(boards: Sequence[Played]) -> Played:
    """Combines the games of the boards into one iteration; the parts of one board follow those of another."""
    stages: dict[str, float] = {}
    for one in boards:
        for name, seconds in one.stages.items():
            stages[name] = stages.get(name, 0.0) + seconds
    return replace(together(boards), stages=stages)


class BoardBuffers:
    """The replay buffers of all boards, as training sees them: one buffer.

    Args:
        boards: as in `BoardGroups`.
        config: settings of each buffer.
        network: settings of the network, which place boards on a canvas.

    Attributes:
        buffers: the buffer of each board.
        added: the contents that each board added last.
    """

    def __init__(self, boards: Sequence[Board], config: ReplayConfig, network: NetworkConfig) -> None:
        self.config, self._boards, self._network = config, boards, network
        self.buffers = [ReplayBuffer(board.game, config) for board in boards]
        self.added = [Contents(0, 0) for _ in boards]
        self._sides = [board.side for board in boards]
        self._places: dict[tuple[int, int], np.ndarray | None] = {}

    @property
    def size(self) -> int:
        """Number of stored positions on all boards."""
        return sum(buffer.size for buffer in self.buffers)

    @property
    def positions_added(self) -> int:
        """Number of positions ever added, including removed ones."""
        return sum(buffer.positions_added for buffer in self.buffers)

    @property
    def games_added(self) -> int:
        """Number of games of these positions."""
        return sum(buffer.games_added for buffer in self.buffers)

    @property
    def crowded_out(self) -> int:
        """Number of positions that are missing for lack of memory."""
        return sum(buffer.crowded_out for buffer in self.buffers)

    @property
    def shares(self) -> list[float]:
        """Each board's share of a batch."""
        held = [one.positions if buffer.size else 0 for one, buffer in zip(self.added, self.buffers, strict=True)]
        held = held if any(held) else [buffer.size for buffer in self.buffers]
        return [positions / max(1, sum(held)) for positions in held]

    @property
    def side(self) -> int:
        """Side of the square that holds every board with a share of a batch, or if none has, the smallest board."""
        return max(
            (side for side, share in zip(self._sides, self.shares, strict=True) if share), default=min(self._sides)
        )

    @property
    def largest_side(self) -> int:
        """Side of the smallest square that holds every board with positions."""
        held = (side for side, buffer in zip(self._sides, self.buffers, strict=True) if buffer.size)
        return max(held, default=min(self._sides))

    def describe(self) -> str:
        """A line for the start of a run."""
        memory = sum(buffer.memory_bytes for buffer in self.buffers) / (1 << 20)
        return (
            f"replay buffers of {len(self.buffers)} boards: up to {self.config.capacity:,} positions of each, "
            f"in {memory:,.0f} MiB together"
        )

    def add_games(self, parts: list[bytes], iteration: int) -> Contents:
        """Appends training data.

        Args:
            parts: the parts of one iteration, equally many for each board.
            iteration: iteration in which they were played.

        Raises:
            ValueError: as in `ReplayBuffer.add_games`.
        """
        each = len(parts) // len(self.buffers)
        self.added = [
            buffer.add_games(parts[number * each : (number + 1) * each], iteration)
            for number, buffer in enumerate(self.buffers)
        ]
        return Contents(sum(one.games for one in self.added), sum(one.positions for one in self.added))

    def sample_into(self, batch: TrainingBatch, seed: int) -> None:
        """Fills a batch with positions of all boards, each drawn uniformly from its board's window.

        Args:
            batch: a batch for a canvas that holds every board with a share.
            seed: equal seeds and buffers give equal batches.

        Raises:
            ValueError: the buffers are empty.
        """
        rng = np.random.default_rng(seed)
        for number, rows in enumerate(rows_by_board(self.shares, len(batch), rng)):
            if len(rows):
                self._place(batch, rows, number, long_seed_of(seed, self._boards[number].name))

    def sample_board_into(self, batch: TrainingBatch, number: int, seed: int) -> None:
        """The same for one board, by its number."""
        self._place(batch, np.arange(len(batch)), number, seed)

    def _place(self, batch: TrainingBatch, rows: np.ndarray, number: int, seed: int) -> None:
        """Samples positions of a board and writes them into rows of a batch, in the corner of its canvas."""
        game = self._boards[number].game
        (height, width, _), size = game.observation_shape, game.policy_size
        places = self._policy_places(number, max(batch.planes.shape[1:3]))
        kinds = {target.column: target.head for target in TARGETS.values() if target.column is not None}
        extents = {
            name: {"policy": (size,), "cells": (height, width, *whole[2:])}.get(kinds.get(name, ""), whole)
            for name, whole in batch.auxiliary.items()
        }
        part = TrainingBatch(game.observation_shape, size, len(rows), extents)
        self.buffers[number].sample_into(part, seed)
        for name, found in part.arrays().items():
            whole = getattr(batch, name)
            kind = kinds.get(name)
            if name == "planes" or kind == "cells":
                whole[rows] = 0.0 if name == "planes" else np.nan  # targets off the board are unknown
                whole[rows, :height, :width] = found
            elif (name in ("policy", "legal") or kind == "policy") and places is not None:
                whole[rows] = 0
                whole[rows[:, None], places] = found
            else:
                whole[rows] = found

    def _policy_places(self, number: int, side: int) -> np.ndarray | None:
        """The canvas indices of a board's policy; None: they are the same."""
        if (number, side) not in self._places:
            game, network = self._boards[number].game, replace(self._network, canvas=side)
            layout = canvas_layout(game.observation_shape, game.policy_size, network, game.policy_cells)
            self._places[number, side] = layout[1]
        return self._places[number, side]

    def newest(self, positions: int, names: Iterable[str]) -> dict[str, np.ndarray]:
        """Scalar columns of the positions that were added last; see `ReplayBuffer.newest`."""
        names = list(names)
        found = [buffer.newest(one.positions, names) for buffer, one in zip(self.buffers, self.added, strict=True)]
        return {name: np.concatenate([columns[name] for columns in found]) for name in names}

    def restore(
        self,
        path: Callable[[int], Path],
        iteration: int,
        totals: Sequence[Contents],
        reading: Callable[[int, int], None] = lambda done, files: None,
        left_out: Callable[[int], bool] = lambda iteration: False,
    ) -> None:
        """Fills empty buffers as they were at the end of an iteration; arguments as in `ReplayBuffer.restore`.

        Args:
            path: path of an iteration's game file.
            iteration: the last completed one.
            totals: games and positions of each board.
            reading: called with (files done, files to read) before each file, board after board.
            left_out: whether the run continues without an iteration's games.

        Raises:
            ValueError: as in `ReplayBuffer.restore`.
        """
        for board, buffer, total in zip(self._boards, self.buffers, totals, strict=True):
            buffer.restore(path, iteration, total, reading, left_out, board.name)

    def statistics(self, iteration: int) -> dict[str, Any]:
        """The metrics of all buffers: sums, the maximum age, and means over their positions."""
        found = [buffer.statistics(iteration) for buffer in self.buffers]
        held = [buffer.size for buffer in self.buffers]

        def mean(name: str) -> float:
            if not sum(held):
                return float(found[0][name])
            return sum(one[name] * size for one, size in zip(found, held, strict=True)) / sum(held)

        means = ("buffer_mean_age", "buffer_draws", "different_positions", "equal_games")
        sums = {name: sum(one[name] for one in found) for name in found[0]}
        oldest = max(one["buffer_oldest"] for one in found)
        return {**sums, **{name: mean(name) for name in means}, "buffer_oldest": oldest}
