"""Settings of learning from games and labelled positions."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Literal

from boardai.learn.config.checks import require
from boardai.learn.config.learning import LearnConfig
from boardai.learn.config.network import NetworkConfig
from boardai.learn.config.run import RunConfig


@dataclass(frozen=True)
class ExamplesConfig:
    """What is learned from each position, and which are held out."""

    result_share: float = 0.0
    """Share of the game's result in the value to be learned, the rest being the label; where one of both is not known
    the other counts alone."""
    policy: Literal["label", "played"] = "label"
    """label: the labeller's move or shares, where it told any; played: always the move of the game."""
    validation: float = 0.1
    """Share of the games held out: their positions are measured, never learned from."""
    validation_positions: int = 2048
    """Held-out positions measured in each iteration, at most."""
    symmetries: bool = True
    """Train on a random symmetry of each position, where the game has any."""

    def __post_init__(self) -> None:
        require(0 <= self.result_share <= 1, "examples.result_share", f"not in 0..1: {self.result_share}")
        require(0 < self.validation < 1, "examples.validation", f"not between 0 and 1: {self.validation}")
        least = self.validation_positions
        require(least >= 1, "examples.validation_positions", f"must be at least 1, got {least}")


@dataclass(frozen=True)
class SupervisedConfig(RunConfig):
    """A run of supervised learning."""

    data: tuple[str, ...] = ()
    """Folders made by python -m boardai.label, or files of games (PGN, SGF, transcripts)."""
    steps: int = 200
    """Training steps of an iteration; the held-out positions are measured after each."""
    examples: ExamplesConfig = field(default_factory=ExamplesConfig)
    network: NetworkConfig = field(default_factory=NetworkConfig)
    learn: LearnConfig = field(default_factory=LearnConfig)

    # Which positions a step sees hangs on all of these.
    fixed: ClassVar[tuple[str, ...]] = (*RunConfig.fixed, "data", "steps", "examples", "learn.batch_size")

    def __post_init__(self) -> None:
        super().__post_init__()
        # The run may be resumed from another folder.
        object.__setattr__(self, "data", tuple(str(Path(path).absolute()) for path in self.data))
        require(self.steps >= 1, "steps", f"must be at least 1, got {self.steps}")
