"""Settings of MuZero."""

from dataclasses import dataclass, field
from typing import ClassVar

from boardai.basics.setting import LARGEST_INT, setting
from boardai.learn.learners.config import GamesConfig
from boardai.learn.network.config import MUZERO, NetworkConfig
from boardai.learn.runs.config import RunConfig
from boardai.learn.runs.registry import learner
from boardai.learn.self_play.replay import ReplayConfig
from boardai.learn.settings import require
from boardai.learn.training.config import LearnConfig
from boardai.search.trees.options import GumbelSelection

__all__ = ["LatentPlayConfig", "MuZeroConfig"]

_SIGNS = "values change their sign with each ply, and nothing else"


@dataclass(frozen=True)
class LatentPlayConfig(GamesConfig, section="play"):
    """Settings of games played by searches over latent states.

    >>> from boardai.learn.muzero.config import LatentPlayConfig
    >>> LatentPlayConfig(simulations=32).gumbel.considered
    16
    """

    simulations: int = setting(16, "Simulations per move", low=1, high=LARGEST_INT)
    gumbel: GumbelSelection = field(default_factory=GumbelSelection)


@learner("muzero", "muzero.method:MuZero")
@dataclass(frozen=True)
class MuZeroConfig(RunConfig):
    """A run of MuZero.

    >>> from boardai.learn.muzero.config import MuZeroConfig
    >>> config = MuZeroConfig(minutes=10)
    >>> config.unroll_steps, config.network.architecture, config.play.simulations
    (5, 'muzero', 16)
    """

    unroll_steps: int = setting(
        5, "K: plies that the model is trained to predict from each position (Schrittwieser et al.: 5)", low=1, high=64
    )
    play: LatentPlayConfig = field(default_factory=LatentPlayConfig)
    network: NetworkConfig = field(default_factory=lambda: NetworkConfig(architecture=MUZERO))
    replay: ReplayConfig = field(default_factory=ReplayConfig)
    learn: LearnConfig = field(default_factory=LearnConfig)

    fixed: ClassVar[tuple[str, ...]] = (
        *RunConfig.fixed, "play.batch_size", "play.random_plies", "replay.capacity", "unroll_steps",
    )  # fmt: skip
    unread: ClassVar[dict[str, str]] = {
        "arena.search": "matches are played by the search over latent states",
        "inference_rate_seconds": "the network's rate alone is measured for AlphaZero",
        "replay.symmetries": "sequences are learned as they were played",
        "replay.surprise_share": "sequences are drawn uniformly",
        "learn.loss.q_share": "the value's target is the game's outcome",
        "learn.loss.discount": _SIGNS,
        "learn.loss.unplayed_plies": _SIGNS,
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        loss = self.learn.loss
        require(loss.q_share == 0, "learn.loss.q_share", self.unread["learn.loss.q_share"])
        require(loss.discount == 1, "learn.loss.discount", _SIGNS)
        require(self.replay.surprise_share == 0, "replay.surprise_share", self.unread["replay.surprise_share"])
