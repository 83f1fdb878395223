"""Settings of self-play."""

from dataclasses import dataclass

from boardai.learn.config.checks import require


@dataclass(frozen=True)
class SelfPlayConfig:
    """How games are made: batched PUCT, each group of games driven by a thread of its own."""

    groups: int = 2
    """Groups of games, one thread each; part of the run's result, so it does not follow the machine."""
    games: int = 64
    """Games a group plays at once: the network's batch size."""
    games_per_iteration: int = 128
    """Finished games that end an iteration, over all groups."""
    simulations: int = 32
    """Simulations per move."""
    c_init: float = 1.25
    """PUCT exploration constant (AlphaZero)."""
    c_base: float = 19652.0
    """PUCT growth of exploration with visits (AlphaZero)."""
    c_scale: float = 1.0
    """Factor on the whole exploration term."""
    fpu_reduction: float = 0.25
    """First-play urgency: an unvisited child counts as its parent's value less this."""
    dirichlet_alpha: float = 0.5
    """Root noise concentration, about 10 / legal moves."""
    dirichlet_fraction: float = 0.25
    """Share of the root prior that is noise; 0 switches it off."""
    temperature: float = 1.0
    """Moves are drawn from visits ** (1 / temperature) in the first plies."""
    temperature_plies: int = 10
    """Plies played by temperature; later ones take the most visited move."""
    random_plies: int = 0
    """Each game opens with 0 to this many uniformly random plies; they are not learned from."""
    max_plies: int = 512
    """A game this long is stopped: the side ahead in points wins where the game has points, else it is a draw..."""
    adjudication_margin: int = 0
    """...or, unless 0, won by the side ahead by this much in the game's own evaluation (chess: centipawns)."""

    def __post_init__(self) -> None:
        for name in ("groups", "games", "games_per_iteration", "simulations", "max_plies"):
            require(getattr(self, name) >= 1, f"selfplay.{name}", f"must be at least 1, got {getattr(self, name)}")
        for name in ("c_init", "c_base", "c_scale", "dirichlet_alpha"):
            require(getattr(self, name) > 0, f"selfplay.{name}", f"must be positive, got {getattr(self, name)}")
        for name in ("temperature", "temperature_plies", "random_plies", "adjudication_margin"):
            require(getattr(self, name) >= 0, f"selfplay.{name}", f"must not be negative, got {getattr(self, name)}")
        require(
            0 <= self.dirichlet_fraction <= 1, "selfplay.dirichlet_fraction", f"not in 0..1: {self.dirichlet_fraction}"
        )
        require(self.games_per_iteration >= self.groups, "selfplay.games_per_iteration", "smaller than selfplay.groups")
