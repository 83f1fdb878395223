"""The replay buffer of a run: the newest positions of self-play, and the samples drawn for training.

The native buffer (native/boardai/search/records/replay.hpp) stores and expands the positions; this module adds what the
run needs: the iteration of each position, the size of the window, and the game files that restore the buffer.
"""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from boardai import native
from boardai.basics.setting import Settings, setting
from boardai.game import Game
from boardai.learn.self_play.game_files import Contents, newest_files, read_game_file
from boardai.learn.settings import require
from boardai.learn.training.batch import TrainingBatch, native_columns

__all__ = ["ReplayConfig"]

_MIB = 1 << 20
_VARIETY_POSITIONS = 20_000  # number of positions for this metric: a tenth of a second in the built-in games


@dataclass(frozen=True)
class ReplayConfig(Settings, section="replay"):
    """Settings of the buffer of newest positions, and of sampling from it.

    >>> from boardai.learn.self_play.replay import ReplayConfig
    >>> growing = ReplayConfig(capacity=100_000, window_start=10_000)
    >>> [growing.window(positions) for positions in (5_000, 20_000, 1_000_000)]
    [5000, 13636, 100000]
    """

    capacity: int = setting(100_000, "Maximum number of positions; the oldest are removed first", low=1)
    memory_mb: int = setting(
        0,
        "Memory for the games in MiB, allocated at the start; when it is full the oldest are removed. 0: "
        "twice the memory of `capacity` positions of random games",
        low=0,
    )
    minimum: int = setting(1_000, "Positions needed before the first training step", low=1)
    samples_per_new_position: float = setting(
        4.0, "Replay ratio: how often a position is used in training, on average", above=0
    )
    samples_per_new_game: float = setting(
        0.0, "Unless 0, training follows the finished games instead: samples per game", low=0
    )
    surprise_share: float = setting(
        0.0,
        "Share of a game's places in the buffer that is divided in proportion to the surprise of its positions "
        "(divergence of the search's policy from the network's); the rest is divided equally (KataGo: 0.5)",
        low=0,
        high=1,
    )
    symmetries: bool = setting(True, "Train on a random symmetry of each sampled position, if the game has any")
    window_start: int = setting(
        0,
        "Unless 0, training samples from a window of the newest positions, which starts at this size and "
        "grows more slowly than the data (docs/training/settings.md). 0: from all positions in the buffer",
        low=0,
    )
    window_exponent: float = setting(
        0.75, "The window grows as this power of the number of all positions so far", above=0, high=1
    )
    window_slope: float = setting(
        0.4, "Number of positions by which the window first grows with each new position", above=0, high=1
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        require(
            self.window_start <= self.capacity,
            "replay.window_start",
            f"larger than replay.capacity ({self.capacity}): {self.window_start}",
        )
        require(
            self.minimum <= self.capacity,
            "replay.minimum",
            f"larger than replay.capacity ({self.capacity}): {self.minimum}; training would never begin",
        )

    def window(self, positions_added: int) -> int:
        """The number of newest positions that training draws from.

        With c = `window_start`, b = `window_slope` and a = `window_exponent`, once N > c positions have been added:
        c * (1 + b * ((N / c) ** a - 1) / a), and never more than `capacity`. (Wu, "Accelerating Self-Play Learning in
        Go", 2019, appendix C.)

        Args:
            positions_added: N, number of positions ever added, including removed ones.
        """
        start = self.window_start
        if start == 0:
            return min(positions_added, self.capacity)
        if positions_added <= start:
            return positions_added
        growth = ((positions_added / start) ** self.window_exponent - 1) / self.window_exponent
        return min(int(start * (1 + self.window_slope * growth)), self.capacity)

    def worth(self, positions: int, games: int) -> float:
        """Number of samples to draw for this amount of data.

        Args:
            positions: number of new positions to learn from.
            games: number of finished games that they come from.
        """
        if self.samples_per_new_game:
            return games * self.samples_per_new_game
        return positions * self.samples_per_new_position


@dataclass(frozen=True)
class Samples:
    """The number of samples that training has drawn from the buffer, and those still due.

    New data adds to the samples due, in proportion given by the settings, and steps subtract batches, each with the
    settings of its time. So if a run continues with other settings, these only apply to new data and new steps.

    >>> from boardai.learn.self_play.replay import ReplayConfig, Samples
    >>> samples = Samples().credited(ReplayConfig(minimum=10), positions=100, games=9)  # 4 each
    >>> samples.steps(batch_size=32)
    12
    >>> samples.after(steps=12, batch_size=32)
    Samples(drawn=384, owed=16.0, positions=100, games=9)

    Attributes:
        drawn: positions used in training, since the start of the run.
        owed: samples that are due but have not been drawn.
        positions: positions accounted for, since the start of the run.
        games: games accounted for, since the start of the run.
    """

    drawn: int = 0
    owed: float = 0.0
    positions: int = 0
    games: int = 0

    def credited(self, config: ReplayConfig, positions: int, games: int) -> "Samples":
        """Adds the samples for new data, once there are `replay.minimum` positions.

        Args:
            config: settings of the number of samples.
            positions: number of positions ever added.
            games: number of their finished games.
        """
        if positions < config.minimum:
            return self
        new = config.worth(positions - self.positions, games - self.games)
        return Samples(self.drawn, self.owed + new, positions, games)

    def steps(self, batch_size: int) -> int:
        """Training steps that are due."""
        return int(self.owed / batch_size)

    def after(self, steps: int, batch_size: int) -> "Samples":
        """The counts after this number of training steps."""
        drawn = steps * batch_size
        return Samples(self.drawn + drawn, self.owed - drawn, self.positions, self.games)

    @staticmethod
    def restored(saved: dict[str, Any] | None, config: Any, totals: Any) -> "Samples":
        """Restores the counts from a checkpoint.

        Args:
            saved: its table. None: a checkpoint of an earlier version; with unchanged settings the run continues as it
                would have, otherwise no samples are due.
            config: the run's settings.
            totals: steps, positions and games of the run.
        """
        if saved is not None:
            return Samples(**saved)
        if totals.steps == 0:
            return Samples()
        drawn = totals.steps * config.learn.batch_size
        owed = config.replay.worth(totals.positions, totals.games) - drawn
        owed = owed if 0 <= owed < config.learn.batch_size else 0.0
        return Samples(drawn, owed, totals.positions, totals.games)


def new_replay(game: Game, capacity: int, memory: int, surprise_share: float = 0.0) -> Any:
    """An empty replay buffer.

    Args:
        game: the game.
        capacity: capacity in positions.
        memory: capacity in bytes for the games they come from.
        surprise_share: influence of a position's surprise on its sampling, 0 to 1.
    """
    initial = game.initial_state()
    return native.template("Replay", initial)(native.native_state(initial), capacity, memory, surprise_share)


def replay_bytes_per_position(game: Game) -> float:
    """Bytes per position in a replay buffer, a mean over random games with every legal action in the policy."""
    initial = game.initial_state()
    return float(native.template("Replay", initial).bytes_per_position(native.native_state(initial), 20, 0))


def memory_for_games(game: Game, config: ReplayConfig) -> int:
    """Bytes for games in a buffer with these settings, computed before allocation."""
    if config.memory_mb:
        return config.memory_mb * _MIB
    return max(_MIB, int(2 * replay_bytes_per_position(game) * config.capacity))


class ReplayBuffer:
    """The newest positions of a run.

    Several threads may read it at a time. A call raises RuntimeError while another thread changes the buffer, and so
    does a change while another call is in progress.

    Args:
        game: the game.
        config: settings of capacity, memory and window.
    """

    def __init__(self, game: Game, config: ReplayConfig):
        self.config, self._game = config, game
        self._native = new_replay(game, config.capacity, memory_for_games(game, config), config.surprise_share)
        # (iteration, positions) of all contents that may still be in the buffer, oldest first.
        self._iterations: deque[tuple[int, int]] = deque()

    @property
    def size(self) -> int:
        """Number of positions in the buffer."""
        return int(self._native.size())

    @property
    def window(self) -> int:
        """The number of newest positions that training draws from now."""
        return min(self.config.window(self.positions_added), self.size)

    @property
    def positions_added(self) -> int:
        """Number of positions ever added, including removed ones."""
        return int(self._native.positions_added())

    @property
    def games_added(self) -> int:
        """Number of games of these positions."""
        return int(self._native.games_added())

    @property
    def memory_bytes(self) -> int:
        """Bytes allocated, used or not."""
        return int(self._native.bytes())

    @property
    def crowded_out(self) -> int:
        """Number of positions that are missing for lack of memory."""
        return min(self.config.capacity, self.positions_added) - self.size

    def describe(self) -> str:
        """A line for the start of a run."""
        return f"replay buffer: up to {self.config.capacity:,} positions in {self.memory_bytes / _MIB:,.0f} MiB"

    def add_games(self, parts: list[bytes], iteration: int) -> Contents:
        """Appends training data, in order.

        Args:
            parts: parts of one iteration, the output of self-play.
            iteration: iteration in which they were played; never smaller than that of earlier games.

        Raises:
            ValueError: bytes that are not games of this game, or a game larger than the memory.
        """
        before = self.positions_added
        games = sum(int(self._native.add_games(part)) for part in parts)
        added = Contents(games, self.positions_added - before)
        self._iterations.append((iteration, added.positions))
        self._forget_iterations()
        return added

    def native_state(self, number: int) -> Any:
        """A position in the buffer, in the form for native searches.

        Args:
            number: 0 is the oldest.

        Raises:
            ValueError: there are fewer positions.
        """
        return self._native.state(number)

    def replace_targets(self, numbers: np.ndarray, policies: np.ndarray, values: np.ndarray) -> bytes:
        """Replaces policies and values of stored positions; the games' outcomes stay.

        A policy keeps as many actions as the old one had, the most probable ones.

        Args:
            numbers: numbers of the positions, int64 `[n]`; 0 is the oldest.
            policies: float32 `[n, policy_size]`; illegal actions are removed and each row is normalised to 1.
            values: for the players to move, float32 `[n]` in [-1, 1].

        Returns:
            Bytes for a game file, from which `restore` applies the change again.

        Raises:
            ValueError: a number, policy or value is invalid; nothing has been changed.
        """
        return bytes(self._native.replace_targets(numbers, len(numbers), policies, policies.size, values))

    def sample_into(self, batch: TrainingBatch, seed: int) -> None:
        """Fills a batch with positions drawn uniformly from the window; equal seeds and buffers give equal batches.

        Raises:
            ValueError: the buffer is empty, or the batch has another shape.
        """
        self._native.sample(seed, max(1, self.window), self.config.symmetries, len(batch), batch.to_native())

    def newest(self, positions: int, names: Iterable[str]) -> dict[str, np.ndarray]:
        """Scalar columns of the newest positions, oldest first.

        Args:
            positions: number of positions, or all if there are fewer.
            names: names of the columns.
        """
        count = min(positions, self.size)
        columns = {name: np.zeros(count, np.float32) for name in names}
        if count:
            self._native.read(self.size - count, 0, count, native_columns(columns))
        return columns

    def read_all(self) -> TrainingBatch:
        """All positions in the buffer, oldest first, without random symmetries.

        Raises:
            ValueError: the buffer is empty.
        """
        batch = TrainingBatch(self._game.observation_shape, self._game.policy_size, self.size)
        self._native.read(0, 0, len(batch), batch.to_native())
        return batch

    def restore(
        self,
        path: Callable[[int], Path],
        iteration: int,
        total: Contents,
        reading: Callable[[int, int], None] = lambda done, files: None,
        left_out: Callable[[int], bool] = lambda iteration: False,
        board: str = "",
    ) -> None:
        """Fills an empty buffer as it was at the end of an iteration.

        Only the newest game files are read, up to the capacity; older ones need not exist.

        Args:
            path: path of an iteration's game file.
            iteration: the last completed one.
            total: games and positions of the whole run up to there.
            reading: called with (files done, files to read) before each file.
            left_out: whether the run continues without an iteration's games. Reanalysed targets are then left out
                as well: they are stored by the positions' places in the buffer, which have changed.
            board: name of the board whose games are read, in a run on several boards; "": all.

        Raises:
            ValueError: a file is missing, damaged or has other numbers of games or positions than it declares.
        """
        newest = newest_files(path, iteration, self.config.capacity, left_out, board)
        found = sum(contents.positions for _, contents in newest)
        games = sum(contents.games for _, contents in newest)
        oldest = newest[0][0] if newest else 1
        complete = not any(left_out(number) for number in range(oldest, iteration + 1))
        whole = complete and oldest == 1
        if found > total.positions or games > total.games or (whole and found != total.positions):
            raise ValueError(
                f"{path(1).parent}: the newest {len(newest)} files hold {found:,} positions of {games:,} "
                f"games, but the run had {total.positions:,} of {total.games:,}"
            )
        self._native.begin_at(total.positions - found, total.games - games)
        for done, (number, contents) in enumerate(newest):
            reading(done, len(newest))
            file = read_game_file(path(number))
            try:
                added = self.add_games(file.parts_of(board), number)
                # Must follow directly: later games would remove positions, which changes their places.
                if complete:
                    self._native.restore_targets(file.targets)
            except ValueError as error:
                raise ValueError(f"{path(number)}: {error}") from None
            if added != contents:
                raise ValueError(f"{path(number)}: line 1 declares {contents}, but the file has {added}")

    def statistics(self, iteration: int) -> dict[str, Any]:
        """The buffer's metrics; see docs/metrics.md.

        Args:
            iteration: the present iteration; ages are counted from it.
        """
        size = self.size
        ages, left = 0, size
        for number, positions in reversed(self._iterations):
            held = min(positions, left)
            ages += held * (iteration - number)
            left -= held
        return {
            "buffer": size,
            "buffer_window": self.window,
            "buffer_oldest": iteration - self._iterations[0][0] if size else 0,
            "buffer_mean_age": ages / max(1, size),
            "buffer_draws": int(self._native.drawn()) / max(1, size),
            **self._variety(),
            "buffer_crowded_out": self.crowded_out,
            "buffer_mib": int(self._native.bytes_used()) / _MIB,
        }

    def _variety(self) -> dict[str, float]:
        """The diversity of the window's newest positions and games; without positions, all count as different."""
        found = self._native.variety(min(self.window, _VARIETY_POSITIONS))
        if not found.positions:
            return {"different_positions": 1.0, "equal_games": 0.0}
        return {
            "different_positions": int(found.different_positions) / int(found.positions),
            "equal_games": 1 - int(found.different_games) / int(found.games),
        }

    def _forget_iterations(self) -> None:
        """Frees iterations whose positions have all left."""
        held = sum(positions for _, positions in self._iterations)
        while self._iterations and held - self._iterations[0][1] >= self.size:
            held -= self._iterations.popleft()[1]
