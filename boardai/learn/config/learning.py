"""Settings of loss and optimiser."""

from dataclasses import dataclass, field
from typing import Literal

from boardai.learn.config.checks import check_ranges, require
from boardai.learn.config.losses import EmaConfig, LossConfig


@dataclass(frozen=True)
class LearnConfig:
    """What the network learns from and how."""

    batch_size: int = 256
    """Positions per training step."""
    shards: int = 1
    """Equal parts of a batch, computed by as many threads as there are cores; batch normalisation sees one part at a
    time, so parts of less than 64 positions learn worse. On a CPU as many as cores or more, on an accelerator 1. Part
    of the run's result, so it does not follow the machine."""
    optimizer: Literal["sgd", "adamw"] = "sgd"
    """sgd: momentum with L2 in the loss; adamw: decoupled weight decay."""
    learning_rate: float = 0.05
    """Peak of the schedule."""
    schedule: Literal["cosine", "constant"] = "cosine"
    """Behind the warm-up: a cosine over the run, or the peak all the time."""
    final_learning_rate: float = 0.1
    """End of the cosine, as a share of the peak."""
    warmup_steps: int = 100
    """Training steps of linear warm-up."""
    momentum: float = 0.9
    """Of sgd; the first-moment decay of adamw."""
    weight_decay: float = 1e-4
    """On kernels, not on biases and normalisation."""
    gradient_clip: float = 5.0
    """Largest global norm of a gradient."""
    loss: LossConfig = field(default_factory=LossConfig)
    ema: EmaConfig = field(default_factory=EmaConfig)

    def __post_init__(self) -> None:
        check_ranges(
            "learn",
            self,
            positive="batch_size shards learning_rate gradient_clip",
            not_negative="final_learning_rate warmup_steps weight_decay",
        )
        require(
            self.batch_size % self.shards == 0,
            "learn.batch_size",
            f"{self.batch_size} positions do not divide into learn.shards = {self.shards} equal parts",
        )
        require(0 <= self.momentum < 1, "learn.momentum", f"not in 0..1: {self.momentum}")
