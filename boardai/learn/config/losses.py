"""Settings of what the learner minimises and of the averaged weights."""

from dataclasses import dataclass

from boardai.learn.config.checks import check_ranges, require


@dataclass(frozen=True)
class LossConfig:
    """Weights and targets of the losses; the policy's weight is 1."""

    value: float = 1.0
    """Weight of the value loss: squared error of a scalar head, cross-entropy of a win/draw/loss head."""
    q_share: float = 0.0
    """The value target is (1 - q_share) x the game's outcome + q_share x the search's own value."""
    discount: float = 1.0
    """Outcomes count discount ** plies to the end of the game: below 1 a nearer win is worth more, so that winning
    positions lead somewhere. 0.99 halves a win 69 plies away."""
    mask_illegal: bool = True
    """Illegal moves take no part in the policy's softmax, as in the search."""
    entropy_bonus: float = 0.0
    """Weight of the policy's entropy, which is rewarded."""
    soft_policy: float = 0.0
    """Weight of the softened policy's cross-entropy; needs network.soft_policy. KataGo takes 8."""
    soft_temperature: float = 4.0
    """The soft policy's target is the search policy ** (1 / soft_temperature), made to add up to 1."""
    moves_left: float = 0.0
    """Weight of the moves-left loss; needs network.moves_left."""
    score: float = 0.0
    """Weight of the score loss; needs network.score."""

    def __post_init__(self) -> None:
        weights = "value entropy_bonus soft_policy moves_left score"
        check_ranges("learn.loss", self, not_negative=weights, shares="q_share")
        require(0 < self.discount <= 1, "learn.loss.discount", f"must be above 0 and at most 1, got {self.discount}")
        require(self.soft_temperature >= 1, "learn.loss.soft_temperature", f"below 1: {self.soft_temperature}")


@dataclass(frozen=True)
class EmaConfig:
    """An exponential moving average of all weights, batch statistics included."""

    decay: float = 0.95
    """Share of the old average kept at each training step; 0: no average."""
    self_play: bool = True
    """Self-play uses the average; else the last step's weights. Matches and agents use the average wherever there is
    one."""

    def __post_init__(self) -> None:
        require(0 <= self.decay < 1, "learn.ema.decay", f"not in 0..1: {self.decay}")
