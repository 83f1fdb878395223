"""Durations of a run of any game, with fitting sizes: presets without a file.

The network and all other settings that depend on the board are computed for each game
(`boardai.learn.learners.first_settings.generic_config`). The sizes are for two to eight cores without an accelerator.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """The sizes for a duration.

    >>> from boardai.learn.runs.scales import SCALES
    >>> list(SCALES), SCALES["quick"].minutes
    (['quick', 'evening', 'night'], 5)

    Attributes:
        minutes: duration of the run, final matches included.
        blocks: blocks of the tower.
        channels: channels of the tower.
        simulations: simulations per move in self-play.
        positions: approximate number of new positions per iteration.
        capacity: capacity of the replay buffer, in positions.
        minimum: positions before the first training step.
        every: iterations between short matches.
    """

    minutes: int
    blocks: int
    channels: int
    simulations: int
    positions: int
    capacity: int
    minimum: int
    every: int


SCALES = {
    "quick": Scale(5, 3, 32, 16, 2_000, 50_000, 1_000, 10),
    "evening": Scale(120, 4, 48, 32, 6_000, 300_000, 5_000, 10),
    "night": Scale(480, 6, 64, 64, 10_000, 500_000, 10_000, 20),
}
