"""Settings of lambda-returns, which every learner of values has."""

from dataclasses import dataclass
from typing import Literal

from boardai.learn.config.checks import check_ranges


@dataclass(frozen=True)
class ReturnsConfig:
    """What a position's value should have been; see `boardai.learn.tables.returns`."""

    trace: float = 1.0
    """Lambda: 1 takes the game's result (Monte-Carlo), 0 the present value of the next position (TD(0))."""
    random_moves: Literal["keep", "cut"] = "keep"
    """`cut`: nothing is learned where the move was random, and no trace runs through it."""

    def __post_init__(self) -> None:
        check_ranges("returns", self, shares="trace")

    @property
    def results_alone(self) -> bool:
        """Whether every position's target is its game's result."""
        return self.trace == 1 and self.random_moves == "keep"
