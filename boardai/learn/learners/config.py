"""Settings of the learners whose network learns from games: AlphaZero, supervised, classifier, value, Q-learning."""

import contextlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Literal

from boardai.basics.setting import Settings, setting
from boardai.cluster import connected
from boardai.game import means_shipped
from boardai.learn.data.config import ExamplesConfig, PositionsConfig, TeacherConfig
from boardai.learn.linear_evaluation.config import ReturnsConfig
from boardai.learn.network.config import GrowthConfig, NetworkConfig, Size
from boardai.learn.runs.config import RunConfig
from boardai.learn.runs.registry import learner
from boardai.learn.self_play.config import SelfPlayConfig
from boardai.learn.self_play.reanalyse import ReanalyseConfig
from boardai.learn.self_play.replay import ReplayConfig
from boardai.learn.settings import require
from boardai.learn.training.config import LearnConfig, LossConfig

__all__ = [
    "ClassifierConfig",
    "GamesConfig",
    "OwnPlayConfig",
    "QConfig",
    "SupervisedConfig",
    "TrainConfig",
    "ValueConfig",
    "ValuePlayConfig",
]


_NO_SEARCH = {
    "arena.search": "this learner's network is measured without a search",
    "arena.simulations": "this learner's network is measured without a search",
    "inference_rate_seconds": "the network's rate alone is measured for AlphaZero",
}
_NO_GAMES = {
    "arena.gate": "this learner plays no games that a gate could be for",
    "keep_games": "this learner plays no games that could be kept",
}
_STALENESS = 2  # default maximum age of the weights that workers play with


@learner("alphazero", "learners.several_boards:alphazero")
@dataclass(frozen=True)
class TrainConfig(RunConfig):
    """A run of AlphaZero.

    >>> from boardai.learn.learners.config import TrainConfig
    >>> config = TrainConfig(iterations=100)
    >>> config.selfplay.games_per_iteration, config.learn.loss.q_share
    (128, 0.0)
    """

    overlap: Literal["auto", "on", "off"] = setting(
        "auto",
        "Training runs while the next games are played, with weights one iteration old; off: they "
        "alternate. auto: on if JAX has an accelerator or workers play (not ordered)",
    )
    workers: int = setting(
        0,
        "Processes that play the games (docs/cluster.md); 0: threads of this process play, or all processors of "
        "`cluster`",
        low=0,
    )
    cluster: str = setting("", "Address of a Ray cluster whose machines play; local: on this machine. Empty: none")
    ordered: bool = setting(
        False,
        "With workers: results do not depend on their number or deaths, bit for bit, at the cost of waiting. "
        "Off: games count as they arrive",
    )
    max_staleness: int = setting(
        _STALENESS,
        "With workers, not ordered: maximum age of the weights that play, in finished iterations that they have not "
        "learned from; the learner waits for games whose weights would become older. 0: workers wait while the "
        "learner trains, regardless of `overlap`",
        low=0,
    )
    piece_timeout: float = setting(
        0.0, "With workers: a worker that needs more seconds for a piece counts as dead; 0: no limit", low=0
    )
    worker_gpus: float = setting(0.0, "With a cluster: GPUs per worker, 0.25 for a quarter of one", low=0)
    network: NetworkConfig = field(default_factory=NetworkConfig)
    growth: GrowthConfig = field(default_factory=GrowthConfig)
    teacher: TeacherConfig = field(default_factory=TeacherConfig)
    selfplay: SelfPlayConfig = field(default_factory=SelfPlayConfig)
    replay: ReplayConfig = field(default_factory=ReplayConfig)
    reanalyse: ReanalyseConfig = field(default_factory=ReanalyseConfig)
    learn: LearnConfig = field(default_factory=LearnConfig)

    # With surprise sampling the buffer numbers its positions differently, and records of new targets use these numbers.
    fixed: ClassVar[tuple[str, ...]] = (
        *RunConfig.fixed, "growth", "selfplay.device", "selfplay.groups", "selfplay.games", "selfplay.boards",
        "replay.surprise_share",
    )  # fmt: skip

    def __post_init__(self) -> None:
        super().__post_init__()
        self.growth.check_from(Size(self.network.blocks, self.network.channels))
        require(
            not (self.selfplay.device and self.has_workers),
            "selfplay.device",
            "games on the device are this process's own: set workers 0 and no cluster, or selfplay.device false",
        )
        about_workers = {
            "ordered": self.ordered,
            "max_staleness": self.max_staleness != _STALENESS,
            "piece_timeout": self.piece_timeout > 0,
        }
        for name, is_set in about_workers.items():
            require(self.has_workers or not is_set, name, "is about workers, and there are none")
        require(
            not self.ordered or self.max_staleness == _STALENESS,
            "max_staleness",
            "ordered games are played with the newest weights: leave it out, or set ordered false",
        )
        require(
            bool(self.cluster) or self.worker_gpus == 0,
            "worker_gpus",
            "is about workers of a cluster, and none is given: those of this machine play on its CPU",
        )
        require(
            not self.selfplay.device or self.replay.surprise_share == 0,
            "replay.surprise_share",
            "games that are played on the device (selfplay.device) do not record what surprised the network",
        )
        require(
            not self.growth.stages or self.network.body == "convolution",
            "growth.stages",
            "a tower of attention does not grow",
        )
        require(
            not self.growth.stages or not self.network.sparsity,
            "growth.stages",
            "a network that grows begins with new weights of 0, which network.sparsity would keep at 0",
        )
        require(
            not self.growth.stages or self.arena.gate.score == 0,
            "growth.stages",
            "a gate compares weights of one size: set arena.gate.score 0",
        )
        if self.selfplay.curriculum:
            self._check_boards()

    def _check_boards(self) -> None:
        """Rejects settings that are incompatible with several boards (`selfplay.boards`).

        Raises:
            ValueError: naming each such setting and the required value.
        """
        network = self.network
        needed = {
            "network.policy_head": (network.policy_head == "conv", "conv", "a dense one has weights for each cell"),
            "network.value_features": (network.value_features == "pooled", "pooled", "a dense one sees each cell"),
            "network.body": (network.body == "convolution", "convolution", "attention has weights for each cell"),
            "network.architecture": (network.architecture == "residual", "residual", "others need not fit any board"),
            "network.canvas": (network.canvas == 0, "0", "each board is played at its own size"),
            "network.board_plane": (
                network.board_plane >= 0,
                "the plane that is 1 on the board (Hex 2, Reversi 3)",
                "boards of several sizes share a batch",
            ),
            "workers": (not self.has_workers, "0, and no cluster", "workers play one board"),
            "arena.gate.score": (self.arena.gate.score == 0, "0", "its match would judge one board alone"),
            "reanalyse.positions_per_new": (self.reanalyse.positions_per_new == 0, "0", "it knows one buffer"),
            "teacher.agent": (not self.teacher.agent, '""', "a teacher plays one board"),
            "growth.stages": (not self.growth.stages, "[]", "networks of several boards do not grow yet"),
            "inference_rate_seconds": (
                self.inference_rate_seconds in (0, RunConfig.inference_rate_seconds), "0", "a rate is of one board",
            ),
        }  # fmt: skip
        for name, (fits, value, reason) in needed.items():
            require(fits, name, f"{reason}: with selfplay.boards, set it to {value}")

    @property
    def boards_played(self) -> tuple[str, ...]:
        """Names of the boards that games are played on; "" is the run's own board."""
        return tuple(board.name for board in self.selfplay.curriculum) or ("",)

    def connected(self) -> contextlib.AbstractContextManager[None]:
        """A connection to the cluster whose machines play, if there is one."""
        return connected(self.cluster, self.workers)

    @property
    def has_workers(self) -> bool:
        """Whether workers play the games."""
        return self.workers > 0 or bool(self.cluster)


@dataclass(frozen=True)
class DataConfig(RunConfig):
    """Common settings of learners that learn from files.

    >>> from boardai.learn.learners.config import DataConfig
    >>> DataConfig(data=("/tmp/games.pgn",)).data
    ('/tmp/games.pgn',)
    """

    data: tuple[str, ...] = setting(
        (), "Folders made by python -m boardai.label, or files of games (PGN, SGF, transcripts)"
    )
    steps: int = setting(200, "Training steps of an iteration; the held-out positions are measured after each", low=1)
    network: NetworkConfig = field(default_factory=NetworkConfig)
    learn: LearnConfig = field(default_factory=LearnConfig)

    # These settings determine which positions a step sees.
    fixed: ClassVar[tuple[str, ...]] = (*RunConfig.fixed, "data", "steps", "learn.batch_size")
    unread: ClassVar[dict[str, str]] = {**_NO_SEARCH, **_NO_GAMES}

    def __post_init__(self) -> None:
        # The run may be resumed from another folder.
        object.__setattr__(self, "data", tuple(str(Path(path).absolute()) for path in self.data))
        super().__post_init__()


@learner("supervised", "learners.supervised:Supervised")
@dataclass(frozen=True)
class SupervisedConfig(DataConfig):
    """A run of supervised learning.

    >>> from boardai.learn.learners.config import SupervisedConfig
    >>> SupervisedConfig(data=("games.pgn",), steps=500).examples.validation
    0.1
    """

    teacher: str = setting(
        "",
        "A run's folder, an exported network, or shipped: its value and its probabilities of moves are learned "
        "instead of labels (distillation). Empty: none",
    )
    examples: ExamplesConfig = field(default_factory=ExamplesConfig)

    fixed: ClassVar[tuple[str, ...]] = (*DataConfig.fixed, "teacher", "examples")

    def __post_init__(self) -> None:
        if self.teacher and not means_shipped(self.teacher):
            object.__setattr__(self, "teacher", str(Path(self.teacher).absolute()))
        super().__post_init__()
        require(
            self.learn.loss.discount == 1 or self.examples.result_share == 1,
            "learn.loss.discount",
            "what a labeller says of a position is not discounted: 1, or examples.result_share = 1",
        )
        _refuse_q_share(self.learn.loss)


@learner("classifier", "learners.classifier:Classifier")
@dataclass(frozen=True)
class ClassifierConfig(DataConfig):
    """A run of a classifier, which predicts the winner from a position.

    >>> from boardai.learn.learners.config import ClassifierConfig
    >>> config = ClassifierConfig(data=("raw_games.dat",))
    >>> config.positions.split, config.network.value_head
    ('game', 'wdl')
    """

    steps: int = setting(1000, "Training steps of an iteration; held-out positions are measured after each", low=1)
    positions: PositionsConfig = field(default_factory=PositionsConfig)
    network: NetworkConfig = field(default_factory=lambda: NetworkConfig(value_head="wdl"))
    learn: LearnConfig = field(default_factory=lambda: LearnConfig(optimizer="adamw", learning_rate=1e-3))

    fixed: ClassVar[tuple[str, ...]] = (*DataConfig.fixed, "positions")
    unread: ClassVar[dict[str, str]] = {
        **DataConfig.unread, "learn.loss.q_share": "there is no search whose value could be learned",
    }  # fmt: skip


@dataclass(frozen=True)
class GamesConfig(Settings, section="play"):
    """Games of a network against itself; an iteration's games are played in parallel.

    >>> from boardai.learn.learners.config import GamesConfig
    >>> GamesConfig(games_per_iteration=32).batch_size
    64
    """

    games_per_iteration: int = setting(
        64, "Games of an iteration; all are played at once, with one set of weights", low=1
    )
    random_plies: int = setting(
        2, "Each game opens with 0 to this many uniformly random plies; they are not learned from", low=0
    )
    max_plies: int = setting(
        512,
        "A game of this length is stopped and a draw; Q-learning uses the value of the next position instead",
        low=1,
    )
    batch_size: int = setting(64, "Rows of one call of the network", low=1)


@dataclass(frozen=True)
class OwnPlayConfig(GamesConfig, section="play"):
    """Settings of the games that a network learns from, played without a tree.

    >>> from boardai.learn.learners.config import OwnPlayConfig
    >>> OwnPlayConfig(epsilon=1.5)
    Traceback (most recent call last):
        ...
    ValueError: play.epsilon must be a number from 0 to 1, not 1.5
    """

    epsilon: float = setting(0.1, "Share of uniformly random moves", low=0, high=1)
    epsilon_end: float = setting(0.02, "The same at the end of the run; between them it falls evenly", low=0, high=1)


@dataclass(frozen=True)
class ValuePlayConfig(OwnPlayConfig):
    """Settings of the games that a value is learned from.

    >>> from boardai.learn.learners.config import ValuePlayConfig
    >>> ValuePlayConfig(depth=2).epsilon
    0.1
    """

    depth: int = setting(
        1,
        "Plies looked ahead: 1 takes the best child by the present value, more is alpha-beta with it at the leaves",
        low=1,
    )


@learner("value", "learners.value:ValueLearning")
@dataclass(frozen=True)
class ValueConfig(RunConfig):
    """A run of self-play value learning.

    >>> from boardai.learn.learners.config import ValueConfig
    >>> config = ValueConfig(minutes=10)
    >>> config.play.depth, config.returns.trace
    (1, 1.0)
    """

    returns: ReturnsConfig = field(default_factory=ReturnsConfig)
    play: ValuePlayConfig = field(default_factory=ValuePlayConfig)
    network: NetworkConfig = field(default_factory=NetworkConfig)
    replay: ReplayConfig = field(default_factory=lambda: ReplayConfig(capacity=50_000, minimum=500))
    learn: LearnConfig = field(default_factory=LearnConfig)

    fixed: ClassVar[tuple[str, ...]] = (
        *RunConfig.fixed, "play.batch_size", "play.random_plies", "replay.capacity", "returns",
    )  # fmt: skip
    unread: ClassVar[dict[str, str]] = {**_NO_SEARCH, "arena.policy_opponents": "this learner has no policy"}

    def __post_init__(self) -> None:
        super().__post_init__()
        require(self.replay.surprise_share == 0, "replay.surprise_share", "there is no policy that could be surprised")
        require(
            self.learn.loss.discount == 1 or self.returns.results_alone,
            "learn.loss.discount",
            "lambda-returns lead from value to value, and would be discounted at each: 1, or returns.trace = 1 with "
            "random_moves = keep",
        )
        _refuse_q_share(self.learn.loss)


@learner("q", "learners.q_learning:QLearning")
@dataclass(frozen=True)
class QConfig(RunConfig):
    """A run of Q-learning, which learns action values from games that it plays with them.

    >>> from boardai.learn.learners.config import QConfig
    >>> QConfig().learn.optimizer
    'adamw'
    >>> from boardai.learn.training.config import LearnConfig, LossConfig
    >>> QConfig(learn=LearnConfig(loss=LossConfig(q_share=0.5)))
    Traceback (most recent call last):
        ...
    ValueError: learn.loss.q_share: Q-learning knows value and discount alone
    """

    result_share: float = setting(
        0.0,
        "Share of the game's result in an action's target; the rest is the value of the best next action. "
        "Above 0 for long games, because without it values take an iteration for each ply from the end "
        "(Ostrovski et al. 2017)",
        low=0,
        high=1,
    )
    play: OwnPlayConfig = field(default_factory=OwnPlayConfig)
    network: NetworkConfig = field(default_factory=NetworkConfig)
    replay: ReplayConfig = field(default_factory=lambda: ReplayConfig(capacity=100_000, minimum=500))
    learn: LearnConfig = field(default_factory=lambda: LearnConfig(optimizer="adamw", learning_rate=1e-3))

    fixed: ClassVar[tuple[str, ...]] = (
        *RunConfig.fixed, "play.batch_size", "play.random_plies", "replay.capacity",
    )  # fmt: skip
    unread: ClassVar[dict[str, str]] = _NO_SEARCH

    def __post_init__(self) -> None:
        super().__post_init__()
        require(self.replay.surprise_share == 0, "replay.surprise_share", "there is no policy that could be surprised")
        usual, loss = LossConfig(), self.learn.loss
        for name in vars(usual):
            require(
                name in ("value", "discount") or getattr(loss, name) == getattr(usual, name),
                f"learn.loss.{name}",
                "Q-learning knows value and discount alone",
            )


def _refuse_q_share(loss: LossConfig) -> None:
    require(loss.q_share == 0, "learn.loss.q_share", "there is no search whose value could be learned")
