"""Settings of learning accumulator networks."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from boardai.basics.setting import Settings, setting
from boardai.learn.data.datasets import RUN_DATA
from boardai.learn.data.scored_play import ScoredPlayOptions
from boardai.learn.evaluation.config import ArenaConfig
from boardai.learn.runs.config import RunConfig
from boardai.learn.runs.registry import learner
from boardai.learn.settings import require
from boardai.learn.training.config import LearnConfig
from boardai.players.parameters import read
from boardai.players.spec import AgentSpec
from boardai.search.evaluations.naming import evaluator_text

__all__ = ["AccumulatorConfig", "ScoredPositionsConfig", "StageOptions"]

CHUNK = 512  # rows whose accumulators stay in the cache
_OF_POSITIONS = ("labels", "walk", "result_share", "final_result_share")  # a stage can override these


@dataclass(frozen=True)
class ScoredPositionsConfig(Settings, section="positions"):
    """Settings of the targets of positions, and of the blocks in which positions are read.

    >>> from boardai.learn.accumulator.config import ScoredPositionsConfig
    >>> ScoredPositionsConfig(result_share=0.2, final_result_share=0.4).validation_positions
    65536
    """

    labels: str = setting(
        "",
        "An evaluation of the game whose values are learned instead of the searches' scores. A network "
        "that imitates `positional` is a good start and takes seconds. Empty: the scores",
    )
    walk: int = setting(
        0,
        "With `labels`: learns a position 1 to N random moves after a game's position, for more variety. "
        "0: the game's positions",
        low=0,
    )
    quiet_only: bool = setting(
        True, "Leaves out positions in check, and those in which the search's move was a capture"
    )
    score_limit: int = setting(
        2500, "Leaves out positions with a higher score, in hundredths of a clear advantage; 0: none", low=0
    )
    from_ply: int = setting(16, "Leaves out positions before this ply of the game", low=0)
    result_share: float = setting(
        0.3,
        "Share of the game's result in the expected score that is learned, the rest being the search's",
        low=0,
        high=1,
    )
    final_result_share: float = setting(0.3, "The same at the end of the run; it changes evenly", low=0, high=1)
    scale: float = setting(
        0.0,
        "The score with an expected result of 0.73 points (1 / (1 + exp(-score / scale))). 0: fitted to "
        "scores and results of the first positions",
        low=0,
    )
    shuffled: int = setting(
        2**21, "Positions in memory that are shuffled together (130 bytes each); twice as many are kept", low=1
    )
    validation_positions: int = setting(
        65_536, "Positions of held-out games measured after each iteration, at most", low=1
    )
    compared: tuple[str, ...] = setting(
        (), "Evaluations of the game that are measured on the same held-out positions; none: the game's first two"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        require(not self.walk or bool(self.labels), "positions.walk", "no search has seen such positions: name labels")
        shares = (self.result_share, self.final_result_share)
        require(
            not self.walk or shares == (0, 0),
            "positions.walk",
            "the result is of the game that the walk has left: set result_share and final_result_share to 0",
        )


@dataclass(frozen=True, kw_only=True)
class StageOptions(ScoredPlayOptions):
    """Settings of a stage's games and training. Missing training settings are the run's.

    >>> from boardai.learn.accumulator.config import StageOptions
    >>> stage = StageOptions.parse("games=20000,nodes=300,evaluator=learned,iterations=2")
    >>> stage.games, stage.nodes, stage.evaluator, stage.latest
    (20000, 300, 'learned', 1)
    """

    iterations: int = setting(1, "iterations that learn from this stage; the last stage gets all remaining ones", low=1)
    games: int = setting(0, "games played for this stage; 0: none, it learns from existing games", low=0)
    max_plies: int = setting(512, "a game of this length is stopped and not learned from", low=1)
    latest: int = setting(
        1, "number of newest sets of games that are learned from, `data` being one set; 0: all", low=0
    )
    labels: str | None = setting(None, "instead of `positions.labels`")
    walk: int | None = setting(None, "instead of `positions.walk`", low=0)
    result_share: float | None = setting(None, "instead of `positions.result_share`", low=0, high=1)
    final_result_share: float | None = setting(None, "of the last iteration; by default as the first", low=0, high=1)
    learning_rate: float | None = setting(None, "instead of `learn.learning_rate`", above=0)

    @classmethod
    def parse(cls, text: str) -> StageOptions:
        """The options of a stage's text.

        Raises:
            ValueError: an unknown option, or a value out of range.
        """
        return cls(**read(AgentSpec.parse(f"stage:{text}"), cls.table, "stages", "a stage"))

    @property
    def play(self) -> ScoredPlayOptions:
        """The settings with which its games are played."""
        return ScoredPlayOptions(**{one.name: getattr(self, one.name) for one in dataclasses.fields(ScoredPlayOptions)})


@dataclass(frozen=True)
class Stage:
    """One stage of a run.

    Attributes:
        number: from 1; 0: the run has no stages, and this one is the whole run.
        options: settings of its games and training.
        before: number of iterations of earlier stages.
        iterations: number of its own iterations; 0: unknown, the run ends by the clock.
        positions: targets of its positions.
        learn: optimiser settings.
    """

    number: int
    options: StageOptions
    before: int
    iterations: int
    positions: ScoredPositionsConfig
    learn: LearnConfig

    def folder(self, run: Path) -> Path:
        """The folder of its games, inside a run's folder."""
        return run / RUN_DATA / f"{self.number:02d}"

    def progress(self, number: int, share: float) -> tuple[float, float]:
        """The share of the stage that is done before an iteration, and the share that one iteration is.

        Args:
            number: number of the iteration.
            share: share of the run that is done.
        """
        if not self.iterations:
            return share, 0.0
        return min(1.0, (number - 1 - self.before) / self.iterations), 1 / self.iterations


_FIXED_POSITIONS = (
    "labels", "walk", "quiet_only", "score_limit", "from_ply", "scale", "shuffled", "validation_positions",
)  # fmt: skip


@learner("accumulator", "accumulator.method:AccumulatorLearning")
@dataclass(frozen=True)
class AccumulatorConfig(RunConfig):
    """A run that learns an accumulator network.

    >>> from boardai.learn.accumulator.config import AccumulatorConfig
    >>> config = AccumulatorConfig(data=("/tmp/games",), iterations=10)
    >>> config.width, config.learn.batch_size, config.positions.result_share
    (128, 16384, 0.3)
    >>> AccumulatorConfig(width=100)
    Traceback (most recent call last):
        ...
    ValueError: width: 100 is no multiple of 16
    """

    iterations: int = setting(16, "Number of iterations; 0: only `minutes` limits the run", low=0)
    data: tuple[str, ...] = setting((), "Folders of scored games")
    inputs: str = setting(
        "pieces", "The network's inputs, such as pieces or pieces:buckets=4 (docs/search/evaluators.md)"
    )
    width: int = setting(128, "Neurons of the first layer, a multiple of 16", low=16, high=1024)
    buckets: int = setting(8, "Rows of output weights, for this many phases of the game", low=1, high=32)
    factoriser: bool = setting(
        False, "The buckets of the inputs share a block of columns in training; for inputs that have several"
    )
    stages: tuple[str, ...] = setting(
        (),
        "Stages of the run, such as games=20000,nodes=300,result_share=0.3,iterations=2: games are played for each, as "
        "`label --by self-play` plays them, and learned from (docs/training/accumulators.md). None: all of it learns "
        "from `data`",
    )
    workers: int = setting(1, "Processes that play the games of stages; the games do not depend on it", low=1)
    start: str = setting("", "A network to begin with: a file (.npz) or a run's folder; empty: random weights")
    steps: int = setting(
        0,
        "Training steps of an iteration; the held-out positions are measured after each. 0: as many as one pass over "
        "all positions has",
        low=0,
    )
    points: float = setting(
        0.0,
        "The score of an output of 1. 0: the scale of the scores; a larger number loses precision, "
        "because output weights have steps of 1 / 64",
        low=0,
    )
    positions: ScoredPositionsConfig = field(default_factory=ScoredPositionsConfig)
    learn: LearnConfig = field(
        default_factory=lambda: LearnConfig(
            batch_size=16_384, optimizer="adamw", learning_rate=1e-3, final_learning_rate=0.01, weight_decay=0.01
        )
    )
    arena: ArenaConfig = field(
        default_factory=lambda: ArenaConfig(
            every=0, search="pvs:nodes=1000", opponents=("random", "pvs:nodes=1000"), policy_opponents=(),
            opening_plies=8,
        )
    )  # fmt: skip

    # These settings determine which positions a step sees and what their targets are.
    fixed: ClassVar[tuple[str, ...]] = (
        "seed", "data", "inputs", "width", "buckets", "factoriser", "stages", "start", "steps", "points",
        "learn.batch_size", "learn.optimizer", *(f"positions.{name}" for name in _FIXED_POSITIONS),
    )  # fmt: skip
    unread: ClassVar[dict[str, str]] = {
        "arena.gate": "this learner plays no games that a gate could be for",
        "arena.simulations": "arena.search says how far this learner searches",
        "inference_rate_seconds": "its network has no rate of its own: searches evaluate in passing",
        "keep_games": "this learner plays no games that could be kept",
        "learn.loss": "the loss is the squared error of the expected score",
        "learn.ema": "no average of weights is kept",
    }

    def __post_init__(self) -> None:
        # The run may be resumed from another folder.
        object.__setattr__(self, "data", tuple(str(Path(path).absolute()) for path in self.data))
        object.__setattr__(self, "start", evaluator_text(self.start))
        object.__setattr__(self, "stages", tuple(map(with_whole_paths, self.stages)))
        super().__post_init__()
        planned(self)
        require(self.width % 16 == 0, "width", f"{self.width} is no multiple of 16")
        require(not self.arena.policy_opponents, "arena.policy_opponents", "this learner has no policy")
        rows = self.learn.batch_size // self.learn.shards
        require(
            rows <= CHUNK or rows % CHUNK == 0,
            "learn.batch_size",
            f"{self.learn.batch_size} positions in {self.learn.shards} parts are no multiple of {CHUNK} each",
        )


def planned(config: AccumulatorConfig) -> tuple[Stage, ...]:
    """The stages of a run; a run without stages is a single stage.

    Raises:
        ValueError: stages that cannot be parsed or are incompatible with each other.
    """
    if not config.stages:
        return (Stage(0, StageOptions(latest=0), 0, config.iterations, config.positions, config.learn),)
    found: list[Stage] = []
    before = 0
    for number, text in enumerate(config.stages, 1):
        last = number == len(config.stages)
        try:
            options = StageOptions.parse(text)
            changes = {name: getattr(options, name) for name in _OF_POSITIONS if getattr(options, name) is not None}
            if "result_share" in changes:
                changes.setdefault("final_result_share", changes["result_share"])
            positions = dataclasses.replace(config.positions, **changes)
        except ValueError as error:
            raise ValueError(f"stages: number {number}: {str(error).removeprefix('stages: ')}") from None
        iterations = options.iterations
        if last and config.iterations:
            iterations = config.iterations - before
            if iterations < 1:
                raise ValueError(
                    f"stages: those before the last one have {before} iterations, the whole run {config.iterations}"
                )
        rate = options.learning_rate or config.learn.learning_rate
        learn = dataclasses.replace(config.learn, learning_rate=rate)
        found.append(Stage(number, options, before, iterations, positions, learn))
        before += iterations
    if not found[0].options.games and not config.data:
        raise ValueError("stages: number 1: it plays no games, and `data` names none")
    if found[0].options.games and not config.positions.scale:
        raise ValueError("positions.scale: give a number: before the first stage there are no games to fit it to")
    return tuple(found)


def with_whole_paths(stage: str) -> str:
    """A stage's text with absolute paths, so that it does not depend on the current folder."""
    spec = AgentSpec.parse(f"stage:{stage}")
    whole = {key: evaluator_text(text) for key, text in spec.parameters if key in ("evaluator", "labels") and text}
    return str(spec.with_(**whole)).removeprefix("stage:") if whole else stage
