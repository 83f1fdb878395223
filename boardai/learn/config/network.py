"""Settings of the network."""

from dataclasses import dataclass
from typing import Literal

from boardai.learn.config.checks import require

PolicyHead = Literal["dense", "conv"]


@dataclass(frozen=True)
class NetworkConfig:
    """The residual tower and its two heads."""

    blocks: int = 4
    """Residual blocks of two 3x3 convolutions."""
    channels: int = 32
    """Channels of the tower."""
    policy_head: PolicyHead = "dense"
    """dense: 1x1 convolution and one dense layer; conv: convolutions only, extras from pooled features."""
    policy_channels: int = 4
    """Channels of the policy head's 1x1 convolution."""
    value_channels: int = 4
    """Channels of the value head's 1x1 convolution."""
    value_hidden: int = 64
    """Width of the value head's hidden layer."""

    def __post_init__(self) -> None:
        for name in ("channels", "policy_channels", "value_channels", "value_hidden"):
            require(getattr(self, name) >= 1, f"network.{name}", f"must be at least 1, got {getattr(self, name)}")
        require(self.blocks >= 0, "network.blocks", f"must not be negative, got {self.blocks}")
