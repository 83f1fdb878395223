"""Settings of loss, optimiser and averaged weights."""

from dataclasses import dataclass, field
from typing import Literal

from boardai.basics.setting import Settings, setting
from boardai.learn.settings import require
from boardai.learn.targets import TARGETS, loss_settings

__all__ = ["EmaConfig", "LearnConfig", "LossConfig"]


@dataclass(frozen=True)
class LossConfig(Settings, section="learn.loss", inserted={"entropy_bonus": loss_settings()}):
    """Weights and targets of the losses; the policy's weight is 1. Each target of boardai/learn/targets.py has one.

    >>> from boardai.learn.training.config import LossConfig
    >>> LossConfig(q_share=0.25, discount=0.99).value
    1.0
    >>> LossConfig(q_share=2)
    Traceback (most recent call last):
        ...
    ValueError: learn.loss.q_share must be a number from 0 to 1, not 2
    """

    value: float = setting(
        1.0, "Weight of the value loss: squared error of a scalar head, cross-entropy of a win/draw/loss head", low=0
    )
    q_share: float = setting(
        0.0, "The value target is (1 - q_share) x the game's outcome + q_share x the search's own value", low=0, high=1
    )
    discount: float = setting(
        1.0,
        "An outcome n plies away counts discount ** n: below 1 an earlier win has a higher value, so that "
        "won games are finished. 0.99 halves a win 69 plies away. n is counted to the end by the rules; "
        "see `unplayed_plies`",
        above=0,
        high=1,
    )
    unplayed_plies: float = setting(
        0.0,
        "Average number of plies that a resigned, adjudicated or stopped game (max_plies) would have "
        "continued. Needed with a discount: otherwise a large lead would count more in such games than in "
        "games played to the end",
        low=0,
    )
    mask_illegal: bool = setting(True, "Masks illegal moves in the policy's softmax, as in the search")
    entropy_bonus: float = setting(0.0, "Weight of a bonus for the policy's entropy", low=0)

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, target in TARGETS.items():
            require(
                target.discountable or getattr(self, name) == 0 or self.discount == 1,
                f"learn.loss.{name}",
                f"its targets are not discounted, but learn.loss.discount is {self.discount}",
            )


@dataclass(frozen=True)
class EmaConfig(Settings, section="learn.ema"):
    """Settings of the exponential moving average of all weights, including batch statistics.

    >>> from boardai.learn.training.config import EmaConfig
    >>> EmaConfig(decay=1.0)
    Traceback (most recent call last):
        ...
    ValueError: learn.ema.decay must be a number of at least 0 and below 1, not 1.0
    """

    decay: float = setting(0.95, "Share of the old average kept at each training step; 0: no average", low=0, below=1)
    self_play: bool = setting(
        True,
        "Self-play uses the average; off: the last step's weights. Matches and agents always use the "
        "average if there is one",
    )


@dataclass(frozen=True)
class LearnConfig(Settings, section="learn"):
    """Settings of the network's training.

    >>> from boardai.learn.training.config import LearnConfig, LossConfig
    >>> LearnConfig(optimizer="adamw", learning_rate=0.003, loss=LossConfig(q_share=0.25)).batch_size
    256
    >>> LearnConfig(batch_size=100, shards=3)
    Traceback (most recent call last):
        ...
    ValueError: learn.batch_size: 100 positions do not divide into learn.shards = 3 equal parts
    """

    batch_size: int = setting(256, "Positions per training step", low=1)
    shards: int = setting(
        1,
        "Equal parts of a batch, computed by as many threads as there are cores; batch normalisation sees one "
        "part at a time, so parts should have at least 64 positions. Use at least as many parts as cores on a CPU, "
        "and one per accelerator. Changes the results, so the default is the same on all machines",
        low=1,
    )
    optimizer: Literal["sgd", "adamw"] = setting(
        "sgd", "sgd: momentum with L2 in the loss; adamw: decoupled weight decay"
    )
    learning_rate: float = setting(0.05, "Peak of the schedule", above=0)
    schedule: Literal["cosine", "constant"] = setting(
        "cosine", "After the warm-up: a cosine over the run, or always the peak"
    )
    final_learning_rate: float = setting(0.1, "End of the cosine, as a share of the peak", low=0)
    warmup_steps: int = setting(100, "Training steps of linear warm-up", low=0)
    momentum: float = setting(0.9, "Momentum of sgd; first-moment decay of adamw", low=0, below=1)
    weight_decay: float = setting(1e-4, "Weight decay of kernels; biases and normalisation have none", low=0)
    gradient_clip: float = setting(5.0, "Maximum global norm of a gradient", above=0)
    loss: LossConfig = field(default_factory=LossConfig)
    ema: EmaConfig = field(default_factory=EmaConfig)

    def __post_init__(self) -> None:
        super().__post_init__()
        require(
            self.batch_size % self.shards == 0,
            "learn.batch_size",
            f"{self.batch_size} positions do not divide into learn.shards = {self.shards} equal parts",
        )
