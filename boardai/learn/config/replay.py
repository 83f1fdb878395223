"""Settings of the replay buffer: what is kept, what is drawn, how often."""

from dataclasses import dataclass

from boardai.learn.config.checks import check_ranges, require


@dataclass(frozen=True)
class ReplayConfig:
    """The newest positions of self-play, and how training draws from them."""

    capacity: int = 100_000
    """Positions kept at most; the oldest leave first."""
    memory_mb: int = 0
    """Memory for the games in MiB, taken at once; when it is full the oldest leave, however few there are. 0:
    twice what `capacity` positions of random games would take."""
    minimum: int = 1_000
    """Positions needed before the first training step."""
    samples_per_new_position: float = 4.0
    """Replay ratio: how often a position is used in training, on average."""
    samples_per_new_game: float = 0.0
    """Unless 0, training follows the finished games instead: so many samples for each."""
    symmetries: bool = True
    """Train on a random symmetry of each sampled position, where the game has any."""
    window_start: int = 0
    """Unless 0, training draws from the newest positions only, from this many on: the window grows more slowly than
    the data (docs/training.md). 0: from all that are kept."""
    window_exponent: float = 0.75
    """How the window grows: as this power of all positions there ever were."""
    window_slope: float = 0.4
    """Positions by which the window grows with each new one, where it begins to grow."""

    def __post_init__(self) -> None:
        check_ranges(
            "replay",
            self,
            positive="capacity minimum samples_per_new_position window_exponent window_slope",
            not_negative="memory_mb samples_per_new_game window_start",
        )
        for name in ("window_exponent", "window_slope"):
            require(getattr(self, name) <= 1, f"replay.{name}", f"must be at most 1, got {getattr(self, name)}")
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
        """How many of the newest positions training draws from.

        With c = `window_start`, b = `window_slope` and a = `window_exponent`, once N > c positions were added:
        c * (1 + b * ((N / c) ** a - 1) / a), and never more than `capacity`. (Wu, "Accelerating Self-Play Learning in
        Go", 2019, appendix C.)

        Args:
            positions_added: all there ever were, those fallen out included.
        """
        start = self.window_start
        if start == 0:
            return min(positions_added, self.capacity)
        if positions_added <= start:
            return positions_added
        growth = ((positions_added / start) ** self.window_exponent - 1) / self.window_exponent
        return min(int(start * (1 + self.window_slope * growth)), self.capacity)

    def steps(self, batch_size: int, positions_added: int, games_added: int) -> int:
        """Training steps that so much data is worth, since the start of the run.

        Args:
            batch_size: positions per step.
            positions_added: all there ever were.
            games_added: finished games they come from.
        """
        if positions_added < self.minimum:
            return 0
        if self.samples_per_new_game:
            return int(games_added * self.samples_per_new_game / batch_size)
        return int(positions_added * self.samples_per_new_position / batch_size)
