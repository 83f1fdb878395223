"""Settings of learning a value by self-play without a policy."""

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from boardai.learn.config.checks import check_ranges
from boardai.learn.config.learning import LearnConfig
from boardai.learn.config.network import NetworkConfig
from boardai.learn.config.replay import ReplayConfig
from boardai.learn.config.run import RunConfig


@dataclass(frozen=True)
class ValuePlayConfig:
    """How the games are played that the value is learned from."""

    games_per_iteration: int = 64
    """Games of an iteration; all are played at once, with one set of weights."""
    depth: int = 1
    """Plies looked ahead: 1 takes the best child by the present value, more is alpha-beta with it at the leaves."""
    epsilon: float = 0.1
    """Share of uniformly random moves."""
    epsilon_end: float = 0.02
    """The same at the end of the run; between them it falls evenly."""
    random_plies: int = 2
    """Each game opens with 0 to this many uniformly random plies; they are not learned from."""
    max_plies: int = 512
    """A game this long is a draw."""
    batch_size: int = 64
    """Rows of one call of the network."""

    def __post_init__(self) -> None:
        check_ranges(
            "play",
            self,
            positive="games_per_iteration depth max_plies batch_size",
            not_negative="random_plies",
            shares="epsilon epsilon_end",
        )


@dataclass(frozen=True)
class ValueReturnsConfig:
    """What a position's value should have been; see `boardai.learn.tables.returns`."""

    trace: float = 1.0
    """Lambda: 1 takes the game's result (Monte-Carlo), 0 the network's value of the next position (TD(0))."""
    random_moves: Literal["keep", "cut"] = "keep"
    """`cut`: nothing is learned where the move was random, and no trace runs through it."""

    def __post_init__(self) -> None:
        check_ranges("returns", self, shares="trace")

    @property
    def results_alone(self) -> bool:
        """Whether every position's target is its game's result."""
        return self.trace == 1 and self.random_moves == "keep"


@dataclass(frozen=True)
class ValueConfig(RunConfig):
    """A run of self-play value learning."""

    returns: ValueReturnsConfig = field(default_factory=ValueReturnsConfig)
    play: ValuePlayConfig = field(default_factory=ValuePlayConfig)
    network: NetworkConfig = field(default_factory=NetworkConfig)
    replay: ReplayConfig = field(default_factory=lambda: ReplayConfig(capacity=50_000, minimum=500))
    learn: LearnConfig = field(default_factory=LearnConfig)

    fixed: ClassVar[tuple[str, ...]] = (
        *RunConfig.fixed, "play.batch_size", "play.random_plies", "replay.capacity", "returns",
    )  # fmt: skip
