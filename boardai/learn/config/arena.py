"""Settings of the matches that measure a run."""

from dataclasses import dataclass

from boardai.learn.config.checks import require


@dataclass(frozen=True)
class ArenaConfig:
    """The yardsticks: matches against random, greedy and the run's own initial weights."""

    every: int = 10
    """Iterations between the short matches; 0 means none before the end."""
    games: int = 40
    """Games of a short match, in pairs with colours swapped."""
    final_games: int = 200
    """Games of each match of the final report."""
    simulations: int = 16
    """Simulations per move."""
    opening_plies: int = 2
    """Random plies at the start of a pair of games."""
    max_plies: int = 512
    """A game this long is a draw."""

    def __post_init__(self) -> None:
        require(self.every >= 0, "arena.every", f"must not be negative, got {self.every}")
        require(self.opening_plies >= 0, "arena.opening_plies", f"must not be negative, got {self.opening_plies}")
        for name in ("games", "final_games"):
            value = getattr(self, name)
            require(value >= 2 and value % 2 == 0, f"arena.{name}", f"must be even and at least 2, got {value}")
        for name in ("simulations", "max_plies"):
            require(getattr(self, name) >= 1, f"arena.{name}", f"must be at least 1, got {getattr(self, name)}")
