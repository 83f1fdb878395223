"""Settings of learning linear evaluations: TD(lambda), TD-leaf and MOUSE(mu)."""

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from boardai.basics.setting import Settings, setting
from boardai.learn.evaluation.config import ArenaConfig
from boardai.learn.runs.config import RunConfig
from boardai.learn.runs.registry import learner
from boardai.learn.settings import require

__all__ = [
    "MouseConfig",
    "MouseRuleConfig",
    "ReturnsConfig",
    "StepConfig",
    "TDConfig",
    "TDLeafConfig",
    "TablePlayConfig",
    "TableReturnsConfig",
    "TablesConfig",
]

_LAST_PLY = 1000


def has_length(longest: int | None) -> bool:
    """Whether a share of a game's maximum length can be an opening; in chess, games end long before it."""
    return longest is not None and longest <= _LAST_PLY


@dataclass(frozen=True)
class TablePlayConfig(Settings, section="play"):
    """The games that are learned from: both sides move by a shallow search with the present weights.

    >>> from boardai.learn.linear_evaluation.config import TablePlayConfig
    >>> TablePlayConfig(boards=("board=6x6", "board=8x8"), depth=2).epsilon
    0.2
    """

    games_per_update: int = setting(
        500, "Games that are played with one set of weights (MOUSE: an epoch), shared equally by all boards", low=1
    )
    updates_per_iteration: int = setting(
        20, "Such rounds in an iteration, which ends with metrics and a checkpoint", low=1
    )
    boards: tuple[str, ...] = setting(
        (),
        "The boards that are played on in turn, as parameters of the game (board=6x6, size=5); none: the game's own",
    )
    depth: int = setting(2, "Plies of the search", low=1)
    random_share: float = setting(
        0.2, "Each game opens with this share of the longest possible game's plies at random", low=0, high=1
    )
    random_plies: int = setting(
        0, "Additional random plies at the start, for games without a fixed length, such as chess", low=0
    )
    epsilon: float = setting(0.2, "Share of random moves after the opening", low=0, high=1)
    max_plies: int = setting(0, "Longer games are cut off; 0: no limit", low=0)
    threads: int = setting(0, "Threads that play; 0: one per processor. The result does not depend on it", low=0)

    def __post_init__(self) -> None:
        super().__post_init__()
        boards = len(self.boards) or 1
        require(
            self.games_per_update % boards == 0,
            "play.games_per_update",
            f"{self.games_per_update} games do not divide into {boards} equal parts, one a board",
        )


@dataclass(frozen=True)
class ReturnsConfig(Settings, section="returns"):
    """Settings of a position's target value; see `boardai.learn.linear_evaluation.rules`.

    >>> from boardai.learn.linear_evaluation.config import ReturnsConfig
    >>> ReturnsConfig().results_alone, ReturnsConfig(trace=0.7).results_alone  # Monte-Carlo; TD(0.7)
    (True, False)
    """

    trace: float = setting(
        1.0,
        "Lambda: 1 takes the game's result (Monte-Carlo), 0 the present value of the next position (TD(0))",
        low=0,
        high=1,
    )
    random_moves: Literal["keep", "cut"] = setting(
        "keep", "`cut`: nothing is learned where the move was random, and no trace runs through it"
    )

    @property
    def results_alone(self) -> bool:
        """Whether every position's target is its game's result."""
        return self.trace == 1 and self.random_moves == "keep"


@dataclass(frozen=True)
class TableReturnsConfig(ReturnsConfig):
    """Settings of a position's target value for linear evaluations.

    >>> from boardai.learn.linear_evaluation.config import TableReturnsConfig
    >>> TableReturnsConfig(trace=0.7, target="margin", leaf=True).bootstrap
    'position'
    """

    target: Literal["margin", "outcome"] = setting(
        "outcome",
        "What the value is: the final margin, in points of a board of 64 cells (games that are decided by "
        "points), or the outcome, -1 to 1",
    )
    bootstrap: Literal["position", "search"] = setting(
        "position",
        "The next value is that of the position that came about, or what the search found (of the best move, "
        "played or not: Q-learning on afterstates)",
    )
    leaf: bool = setting(
        False, "Learn at the leaf that the search's value comes from, instead of the position itself (TD-leaf)"
    )


@dataclass(frozen=True)
class MouseRuleConfig(Settings, section="mouse"):
    """Settings of MOUSE(mu).

    >>> from boardai.learn.linear_evaluation.config import MouseRuleConfig
    >>> MouseRuleConfig(alpha=0.02, after_step="keep").mu
    0.95
    """

    alpha: float = setting(0.01, "The step, as a share of a weight's mean error", above=0)
    mu: float = setting(0.95, "Discount of the errors of earlier epochs", low=0, high=1)
    min_count: float = setting(20.0, "Uses of a weight before it changes", above=0)
    after_step: Literal["reset", "keep"] = setting(
        "reset", "A weight's errors after it changed: forgotten, or kept at their discount"
    )


@dataclass(frozen=True)
class StepConfig(Settings, section="step"):
    """Settings of the steps after every game.

    >>> from boardai.learn.linear_evaluation.config import StepConfig
    >>> StepConfig(kind="adagrad", rate=0.03, final_rate=0.03).kind
    'adagrad'
    """

    kind: Literal["plain", "tc", "adagrad"] = setting(
        "tc", "One rate for all weights, or one for each: temporal coherence, AdaGrad"
    )
    rate: float = setting(
        0.1, "Share of a position's error that a step corrects (AdaGrad: the unit of the weights)", above=0
    )
    final_rate: float = setting(
        1.0, "The rate at the end of the run, as a share of `rate`; between them it falls evenly", low=0, high=1
    )


@dataclass(frozen=True)
class TablesConfig(RunConfig):
    """The common settings of all learners of linear evaluations.

    >>> from boardai.learn.linear_evaluation.config import TablesConfig
    >>> TablesConfig(features="larion", minutes=5).play.depth
    2
    """

    features: str = setting(
        "",
        "The feature set, such as larion, patterns or tuples:straight=3,snakes=20; the game's first by default",
    )
    weights: str = setting("", "Weights to begin with: a file (.npz), a run's folder or a name; by default all are 0")
    points: float = setting(
        0.0,
        "The searches' integer score for a value of 1; 0: 100 for margins, 1,000 for outcomes",
        low=0,
    )
    play: TablePlayConfig = field(default_factory=TablePlayConfig)
    returns: TableReturnsConfig = field(default_factory=TableReturnsConfig)
    arena: ArenaConfig = field(
        default_factory=lambda: ArenaConfig(every=0, search="pvs:depth=2", policy_opponents=(), opening_plies=6)
    )

    fixed: ClassVar[tuple[str, ...]] = ("seed", "features", "weights", "play.boards", "returns.target")
    unread: ClassVar[dict[str, str]] = {
        "arena.gate": "these learners have no gate",
        "arena.simulations": "arena.search says how far these learners search",
        "inference_rate_seconds": "these learners have no network",
        "keep_games": "these learners keep no games",
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        require(not self.arena.policy_opponents, "arena.policy_opponents", "these learners have no policy")


@learner("mouse", "linear_evaluation.method:Mouse")
@dataclass(frozen=True)
class MouseConfig(TablesConfig):
    """A run of MOUSE(mu).

    >>> from boardai.learn.linear_evaluation.config import MouseConfig
    >>> MouseConfig(minutes=5).mouse.alpha
    0.01
    """

    mouse: MouseRuleConfig = field(default_factory=MouseRuleConfig)


@learner("td", "linear_evaluation.method:TD")
@dataclass(frozen=True)
class TDConfig(TablesConfig):
    """A run of TD(lambda).

    >>> from boardai.learn.linear_evaluation.config import TDConfig
    >>> TDConfig(minutes=5).returns.trace, TDConfig().step.kind
    (0.8, 'tc')
    """

    returns: TableReturnsConfig = field(default_factory=lambda: TableReturnsConfig(trace=0.8))
    step: StepConfig = field(default_factory=StepConfig)

    fixed: ClassVar[tuple[str, ...]] = (*TablesConfig.fixed, "step.kind")


@learner("td-leaf", "linear_evaluation.method:TD")
@dataclass(frozen=True)
class TDLeafConfig(TDConfig):
    """A run of TD-leaf(lambda).

    >>> from boardai.learn.linear_evaluation.config import TDLeafConfig
    >>> TDLeafConfig(minutes=5).returns.leaf
    True
    """

    returns: TableReturnsConfig = field(default_factory=lambda: TableReturnsConfig(trace=0.7, leaf=True))
