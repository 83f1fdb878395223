"""Settings of learning a value by self-play without a policy."""

from dataclasses import dataclass, field
from typing import ClassVar

from boardai.learn.config.checks import check_ranges
from boardai.learn.config.learning import LearnConfig
from boardai.learn.config.network import NetworkConfig
from boardai.learn.config.replay import ReplayConfig
from boardai.learn.config.returns import ReturnsConfig
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
class ValueConfig(RunConfig):
    """A run of self-play value learning."""

    returns: ReturnsConfig = field(default_factory=ReturnsConfig)
    play: ValuePlayConfig = field(default_factory=ValuePlayConfig)
    network: NetworkConfig = field(default_factory=NetworkConfig)
    replay: ReplayConfig = field(default_factory=lambda: ReplayConfig(capacity=50_000, minimum=500))
    learn: LearnConfig = field(default_factory=LearnConfig)

    fixed: ClassVar[tuple[str, ...]] = (
        *RunConfig.fixed, "play.batch_size", "play.random_plies", "replay.capacity", "returns",
    )  # fmt: skip
