"""Settings of training data other than self-play: labelled positions, game files, a teacher's games."""

from dataclasses import dataclass
from typing import Literal

from boardai.basics.setting import Settings, setting
from boardai.learn.settings import require

__all__ = ["ExamplesConfig", "PositionsConfig", "TeacherConfig"]


@dataclass(frozen=True)
class ExamplesConfig(Settings, section="examples"):
    """Settings of the targets of positions, and of the held-out share.

    >>> from boardai.learn.data.config import ExamplesConfig
    >>> ExamplesConfig(result_share=0.5, policy="played").validation
    0.1
    """

    result_share: float = setting(
        0.0,
        "Share of the game's result in the value to be learned, the rest being the label; where one of both "
        "is not known the other counts alone",
        low=0,
        high=1,
    )
    policy: Literal["label", "played"] = setting(
        "label", "label: the labeller's move or shares, if it gives any; played: always the move of the game"
    )
    validation: float = setting(
        0.1, "Share of the games held out: their positions are measured, never learned from", above=0, below=1
    )
    validation_positions: int = setting(2048, "Held-out positions measured in each iteration, at most", low=1)
    symmetries: bool = setting(True, "Train on a random symmetry of each position, if the game has any")


@dataclass(frozen=True)
class PositionsConfig(Settings, section="positions"):
    """Which positions of game files are held out.

    >>> from boardai.learn.data.config import PositionsConfig
    >>> PositionsConfig().split, PositionsConfig(split="position", validation=0.1).validation
    ('game', 0.1)
    """

    split: Literal["game", "position"] = setting(
        "game",
        "game: whole games are held out; position: single positions. Then neighbours from the same game, "
        "with the same winner, are learned from, so that the measurement includes memorisation",
    )
    validation: float = setting(0.2, "Share held out: measured, never learned from", above=0, below=1)
    validation_positions: int = setting(
        20_000, "Held-out positions measured in each iteration, at most; all of them are at the end", low=1
    )
    symmetries: bool = setting(True, "Train on a random symmetry of each position, if the game has any")
    left_out: float = setting(
        0.0,
        "Share of the stones that is removed at random from each training position, against overfitting. "
        "Planes that are constant over the board stay",
        low=0,
        below=1,
    )


@dataclass(frozen=True)
class TeacherConfig(Settings, section="teacher"):
    """Settings of another player's games, which are learned from before the network's own.

    >>> from boardai.learn.data.config import TeacherConfig
    >>> TeacherConfig(agent="pvs:nodes=1000", share=0.5).games_per_iteration
    256
    """

    agent: str = setting("", "The agent that plays these games against itself: a search with values. Empty: none")
    share: float = setting(
        0.25, "Share of the run, from its start, in which the teacher plays the games of each iteration", low=0, high=1
    )
    games_per_iteration: int = setting(256, "Games of an iteration by the teacher", low=1)
    learned_share: float = setting(
        0.5, "Share of the positions after the opening that are learned from", above=0, high=1
    )
    random_plies: int = setting(8, "Each game opens with 0 to this many uniformly random plies", low=0)
    random_share: float = setting(
        0.1,
        "Share of later moves that are uniformly random; if such a position is learned from, the teacher searches it",
        low=0,
        high=1,
    )
    policy_scale: float = setting(
        0.0,
        "If the search reports scores of several moves, the policy is the softmax of score / this. Best "
        "with `multi_pv` and a depth, because a limit of nodes ends a search before all scores are known. "
        "0: only the best move",
        low=0,
    )
    scale: float = setting(
        0.0,
        "Scale of the logistic that converts scores to values (docs/supervised.md). 0: the evaluation's own scale",
        low=0,
    )
    features: str = setting(
        "",
        "A teacher that also learns: `agent` uses a linear evaluation of these features "
        "(`linear`, `tuples:straight=3`), whose weights are fitted before each iteration to the newer "
        "half of the games so far. Empty: by the evaluation of `agent`",
    )
    beginner: str = setting(
        "pvs:depth=3,evaluator=hash,capture_values=false",
        "With `features`: the agent that plays until there is a decided game to learn from. Only its "
        "moves and the results are learned, not its scores",
    )
    result_share: float = setting(
        0.1,
        "With `features`: share of the games' results in the targets of the evaluation; the rest are the "
        "searches' scores",
        low=0,
        high=1,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.features:
            require(bool(self.agent), "teacher.features", "needs teacher.agent, the search that uses them")
            require("evaluator=" not in self.agent, "teacher.agent", "names an evaluator, but teacher.features has it")
            require(self.scale == 0, "teacher.scale", "is settled where teacher.features are learned")
