"""The replay buffer of a run: the newest positions of self-play, and what training draws from them.

The native buffer (native/boardai/search/records/replay.hpp) keeps and expands the positions; here is what a run knows
besides: which iteration a position is from, how wide the window is, and which game files restore it all after a stop.
"""

from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from boardai.game import Game
from boardai.learn.batch import TrainingBatch
from boardai.learn.config import ReplayConfig
from boardai.learn.game_files import Contents, read_contents, read_games
from boardai.learn.native_parts import new_replay, replay_bytes_per_position

_MIB = 1 << 20


def memory_for_games(game: Game, config: ReplayConfig) -> int:
    """Bytes a buffer of these settings sets aside for games, decided before anything is taken."""
    if config.memory_mb:
        return config.memory_mb * _MIB
    return max(_MIB, int(2 * replay_bytes_per_position(game) * config.capacity))


class ReplayBuffer:
    """The newest positions of a run.

    Args:
        game: the game.
        config: capacity, memory, window.
    """

    def __init__(self, game: Game, config: ReplayConfig):
        self.config, self._game = config, game
        self._native = new_replay(game, config.capacity, memory_for_games(game, config))
        # (iteration, positions) of everything that may still be held, the oldest first.
        self._iterations: deque[tuple[int, int]] = deque()

    @property
    def size(self) -> int:
        """Positions held."""
        return int(self._native.size())

    @property
    def window(self) -> int:
        """How many of the newest positions training draws from now."""
        return min(self.config.window(self.positions_added), self.size)

    @property
    def positions_added(self) -> int:
        """All there ever were, those fallen out included."""
        return int(self._native.positions_added())

    @property
    def games_added(self) -> int:
        """Games they came from."""
        return int(self._native.games_added())

    @property
    def memory_bytes(self) -> int:
        """Set aside, in use or not."""
        return int(self._native.bytes())

    @property
    def crowded_out(self) -> int:
        """How many more positions would be held if there were memory for them."""
        return min(self.config.capacity, self.positions_added) - self.size

    def describe(self) -> str:
        """One line for the start of a run."""
        return f"replay buffer: up to {self.config.capacity:,} positions in {self.memory_bytes / _MIB:,.0f} MiB"

    def add_games(self, parts: list[bytes], iteration: int) -> Contents:
        """Appends what is to be learned from, in order.

        Args:
            parts: of one iteration, as self-play hands them out.
            iteration: they were played in; never smaller than that of the games before.

        Raises:
            ValueError: bytes that are not games of this game, or a game larger than the memory.
        """
        before = self.positions_added
        games = sum(int(self._native.add_games(part)) for part in parts)
        added = Contents(games, self.positions_added - before)
        self._iterations.append((iteration, added.positions))
        self._forget_iterations()
        return added

    def sample_into(self, batch: TrainingBatch, seed: int) -> None:
        """Fills a batch with positions drawn uniformly from the window, equal for equal seeds and buffers.

        Raises:
            ValueError: the buffer is empty, or the batch has another shape.
        """
        self._native.sample(seed, max(1, self.window), self.config.symmetries, len(batch), *sized(batch))

    def read_all(self) -> TrainingBatch:
        """Everything held, the oldest first, as it was played.

        Raises:
            ValueError: the buffer is empty.
        """
        batch = TrainingBatch.empty(self._game.observation_shape, self._game.policy_size, self.size)
        self._native.read(0, 0, len(batch), *sized(batch))
        return batch

    def restore(
        self,
        path: Callable[[int], Path],
        iteration: int,
        total: Contents,
        reading: Callable[[int, int], None] = lambda done, files: None,
    ) -> None:
        """Fills an empty buffer as it was at the end of an iteration.

        Only the newest game files are read, as many as fill the capacity; older ones may be gone.

        Args:
            path: of an iteration's game file.
            iteration: the last one done.
            total: games and positions of the whole run up to there.
            reading: told (files done, files to read) before each.

        Raises:
            ValueError: a file is missing, damaged or holds another number of games or positions than it says.
        """
        newest: list[tuple[int, Contents]] = []
        found = 0
        while iteration > 0 and found < self.config.capacity:
            newest.insert(0, (iteration, _contents(path(iteration))))
            found += newest[0][1].positions
            iteration -= 1
        games = sum(contents.games for _, contents in newest)
        if found > total.positions or games > total.games or (iteration == 0 and found != total.positions):
            raise ValueError(
                f"{path(iteration + 1).parent}: the newest {len(newest)} files hold {found:,} positions of {games:,} "
                f"games, but the run had {total.positions:,} of {total.games:,}"
            )
        self._native.begin_at(total.positions - found, total.games - games)
        for done, (number, contents) in enumerate(newest):
            reading(done, len(newest))
            parts = read_games(path(number))
            try:
                added = self.add_games(parts, number)
            except ValueError as error:
                raise ValueError(f"{path(number)}: {error}") from None
            if added != contents:
                raise ValueError(f"{path(number)}: line 1 says {contents}, but there are {added}")

    def statistics(self, iteration: int) -> dict[str, Any]:
        """What a line of metrics says of the buffer; see docs/metrics.md.

        Args:
            iteration: the present one; ages are counted from it.
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
            "buffer_crowded_out": self.crowded_out,
            "buffer_mib": int(self._native.bytes_used()) / _MIB,
        }

    def _forget_iterations(self) -> None:
        """Lets go of iterations whose positions have all left."""
        held = sum(positions for _, positions in self._iterations)
        while self._iterations and held - self._iterations[0][1] >= self.size:
            held -= self._iterations.popleft()[1]


def sized(batch: TrainingBatch) -> list[Any]:
    """The arrays of a batch, each with its size, in the order in which the native buffer takes them."""
    return [argument for array in batch.arrays().values() for argument in (array, array.size)]


def _contents(path: Path) -> Contents:
    try:
        return read_contents(path)
    except FileNotFoundError:
        raise ValueError(f"{path}: missing, and its games are still in the replay buffer") from None
