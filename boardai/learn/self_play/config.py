"""Settings of self-play, one small table for each part of a game's life."""

import json
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from boardai.basics.setting import LARGEST_INT, Settings, setting
from boardai.learn.self_play.curriculum import BoardWeights, absolute, parsed
from boardai.learn.settings import require
from boardai.search.evaluations.naming import evaluator_text
from boardai.search.trees.options import (
    GumbelOptions,
    GumbelSelection,
    PuctOptions,
    PuctSelection,
    TreeOptions,
    rows_per_leaf,
)
from boardai.search.trees.written_rules import rule_text

_OF_SEARCH = TreeOptions.table

__all__ = [
    "AdjudicationConfig",
    "PlayoutCapConfig",
    "ResignationConfig",
    "SelfPlayConfig",
    "StartsConfig",
    "TemperatureConfig",
]

GUMBEL_SIMULATIONS = 32
"""`search = "auto"` is Gumbel search up to this number of simulations."""


PUCT = PuctSelection(fpu_reduction=0.25, dirichlet_alpha=0.5, dirichlet_fraction=0.25)
"""PUCT in self-play: noise at the root, and unvisited actions start below their parent's value."""


_ON_DEVICE: dict[str, Any] = {
    "reuse_counts": False, "endings": False, "knowledge": "none",
    "repetition_draws": False, "quiet_plies": 0, "starts.openings": "", "starts.balance": 0, "starts.mirrored_share": 0,
    "starts.midway_share": 0, "temperature.with_gumbel": False, "temperature.gumbel_plies": 0,
    "playout_cap.when_lost": False, "resignation.threshold": 0,
    "adjudication.kind": "none", "adjudication.proven": False, "adjudication.cap_margin": 0,
}  # fmt: skip
"""Settings with the only value that `device` supports. Other unsupported ones change no result, or only PUCT's."""


@dataclass(frozen=True)
class StartsConfig(Settings, section="selfplay.starts"):
    """Settings of the games' starting positions.

    >>> from boardai.learn.self_play.config import StartsConfig
    >>> StartsConfig(random_plies=6, balance=0.3).balance_tries
    8
    """

    openings: str = setting(
        "",
        "A file of named lines (code, name, moves, separated by tabs); own: the game's file; empty: none",
    )
    openings_share: float = setting(0.5, "Share of the games that begin with a line of that file", low=0, high=1)
    random_plies: int = setting(
        0, "The other games open with 0 to this many uniformly random plies; no opening is learned from", low=0
    )
    balance: float = setting(
        0.0,
        "A random opening is drawn again while the network's value for a side is above this; 0: never",
        low=0,
        high=1,
    )
    balance_tries: int = setting(
        8, "Maximum number of random openings drawn for one game; the last is played in any case", low=1
    )
    mirrored_share: float = setting(
        0.0,
        "Share of the games that begin from the mirrored start, the second player to move (games that have it: chess)",
        low=0,
        high=1,
    )
    midway_share: float = setting(
        0.0,
        "Share of the games without a line of that file that begin at a position of a uniformly random game, "
        "with equal probability for all plies; such positions are rarely even, so they show how games are "
        "decided and how they end",
        low=0,
        high=1,
    )


@dataclass(frozen=True)
class TemperatureConfig(Settings, section="selfplay.temperature"):
    """Moves are drawn from the search's policy ** (1 / temperature), or are best at 0. Plies count from the opening.

    >>> from boardai.learn.self_play.config import TemperatureConfig
    >>> TemperatureConfig(plies=20, end=0.2, halving_plies=10).start
    1.0
    """

    start: float = setting(1.0, "Temperature in the first `plies`", low=0)
    plies: int = setting(10, "Plies at the start temperature", low=0)
    end: float = setting(0.0, "Temperature after these plies", low=0)
    halving_plies: float = setting(0.0, "Plies in which the distance to `end` halves; 0: `end` applies at once", low=0)
    with_gumbel: bool = setting(
        False, "Moves of Gumbel searches are also sampled; off: the winner of their noisy rounds is played"
    )
    gumbel_plies: int = setting(
        0, "Plies with that noise; later the best visited move of the improved policy is played. 0: always noise", low=0
    )


@dataclass(frozen=True)
class PlayoutCapConfig(Settings, section="selfplay.playout_cap"):
    """Playout cap randomisation (KataGo): most moves get a quick search, and only full searches are learned from.

    >>> from boardai.learn.self_play.config import PlayoutCapConfig
    >>> PlayoutCapConfig(full_share=0.25, quick_simulations=4).full_share
    0.25
    """

    full_share: float = setting(
        1.0, "Share of the moves searched in full; 1 switches it off (KataGo: 0.25)", low=0, high=1
    )
    quick_simulations: int = setting(8, "Simulations of the other searches, which have no noise", low=0)
    when_lost: bool = setting(
        False,
        "A side known to have lost before the search (`selfplay.knowledge`) also gets the few "
        "simulations, because every move loses. Such positions are still learned, or late positions would "
        "only be wins",
    )


@dataclass(frozen=True)
class ResignationConfig(Settings, section="selfplay.resignation"):
    """A player resigns if its searches rate the position as lost in several of its moves in a row.

    >>> from boardai.learn.self_play.config import ResignationConfig
    >>> ResignationConfig(threshold=0.95, never_share=0.1).moves
    3
    """

    threshold: float = setting(
        0.0, "A side resigns if the search's value is minus this or less; 0: never", low=0, high=1
    )
    moves: int = setting(3, "Number of own moves in a row with such values", low=1)
    never_share: float = setting(
        0.1,
        "Share of the games played to the end, neither resigned nor adjudicated; they measure how often that is wrong",
        low=0,
        high=1,
    )


@dataclass(frozen=True)
class AdjudicationConfig(Settings, section="selfplay.adjudication"):
    """A game is decided once the same player has been ahead by `threshold` for `plies` plies in a row.

    >>> from boardai.learn.self_play.config import AdjudicationConfig
    >>> AdjudicationConfig(kind="fixed", by="evaluation", threshold=600, plies=6).ply
    40
    """

    kind: Literal["none", "fixed", "progressive"] = setting(
        "none", "fixed: one threshold and ply; progressive: both go in equal steps to their final values"
    )
    by: Literal["value", "evaluation"] = setting(
        "value",
        "value: the search's value, from 0 to 1; evaluation: the game's points or own evaluation (chess: centipawns)",
    )
    evaluator: str = setting(
        "",
        "The evaluation instead: what searches take by name, or a file (`evaluator=` of docs/search/evaluators.md)",
    )
    threshold: float = setting(0.95, "Lead that decides, in the first iteration", above=0)
    ply: int = setting(40, "First ply of adjudication, in the first iteration", low=0)
    plies: int = setting(4, "Plies in a row with this lead", low=1)
    final_threshold: float = setting(0.95, "progressive: in iteration `iterations` and later", above=0)
    final_ply: int = setting(40, "progressive: in iteration `iterations` and later", low=0)
    iterations: int = setting(50, "progressive: the iteration in which the final values apply", low=2)
    proven: bool = setting(
        False,
        "With any `kind`: ends a game when its search has proven the winner (`selfplay.endings`, "
        "`knowledge`), except in the share `resignation.never_share` of the games, which are played out",
    )
    cap_margin: int = setting(
        0, "Evaluation by which a game stopped at `max_plies` counts as won, in games without points; 0: a draw", low=0
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        # The run may be resumed from another folder.
        object.__setattr__(self, "evaluator", evaluator_text(self.evaluator))
        if self.by == "value":
            for name in ("threshold", "final_threshold"):
                require(getattr(self, name) <= 1, f"selfplay.adjudication.{name}", "above 1, with by = value")


@dataclass(frozen=True)
class SelfPlayConfig(Settings, section="selfplay"):
    """Self-play with batched searches; each group of games has its own thread.

    >>> from boardai.learn.self_play.config import SelfPlayConfig
    >>> SelfPlayConfig(simulations=64, games=128).searches_by_gumbel  # few simulations: Gumbel; many: PUCT
    False
    """

    search: Literal["auto", "gumbel", "puct"] = setting(
        "auto", "auto: gumbel for up to 32 simulations, which is few for PUCT, else puct"
    )
    simulations: int = setting(32, "Simulations per move", low=1, high=LARGEST_INT)
    device: bool = setting(
        False,
        "Rules, search and network are one program on JAX's device instead of C++ around the network: "
        "Gumbel search of chess, Hex and Reversi; docs/device.md lists the options that must be disabled. "
        "Changes the results",
    )
    groups: int = setting(
        2, "Groups of games, one thread each; changes the results, so the default is the same on all machines", low=1
    )
    games: int = setting(64, "Games a group plays at once: the network's batch size", low=1)
    threads: int = setting(
        1,
        "C++ threads that search the trees of one group; does not change results. Use more if the network "
        "is faster than one thread",
        low=1,
    )
    games_per_iteration: int = setting(128, "Finished games that end an iteration, over all groups", low=1)
    boards: tuple[str, ...] = setting(
        (),
        "The boards to play on, including the run's own, each as PARAMETERS: WEIGHT ..., such as 'size=5: 3 1 1' "
        "'size=7: 1 1 3'. The weights are for equally spaced points of the run; a board's share of the games is its "
        "weight divided by the sum of all. Empty: only the run's own board",
    )
    max_plies: int = setting(
        512,
        "A game of this length is stopped: the side ahead in points wins if the game has points, else it is a draw",
        low=1,
    )
    reuse_subtree: bool = setting(True, "The next search continues in the subtree of the move played")
    reuse_counts: bool = setting(
        False,
        "Visits of the reused subtree count among `simulations`: more moves at the same depth. Not with Gumbel search",
    )
    cache_mb: int = setting(
        32,
        "Memory of each group for cached network outputs; emptied when the weights change. 0: none",
        low=0,
        high=_OF_SEARCH["cache_mb"].high,
    )
    repetition_draws: bool = setting(
        False,
        "Searches score a position that occurred before as a draw, so that the side that is ahead avoids it. "
        "The rules of the game do not change. In games in which positions recur: chess",
    )
    endings: bool = setting(
        True, "Searches use the values that the game's own solver proves near the end, if it has one: Reversi"
    )
    knowledge: Literal["none", "root", "tree"] = setting(
        "none",
        "Searches use what the game knows for certain (who wins, which actions lose): at the root, or in the whole "
        "tree. In games with knowledge beyond their rules: Hex, by virtual connections",
    )
    knowledge_visits: int = setting(8, "tree: visits after which a position is analysed", low=1, high=LARGEST_INT)
    quiet_plies: int = setting(
        0,
        "Searches evaluate a leaf at the position after its winning exchanges, at most this many plies later; 0: "
        "the leaf itself. In games with known exchanges: chess, by its piece values",
        low=0,
        high=_OF_SEARCH["quiet_plies"].high,
    )
    packed: bool = setting(
        False,
        "Planes are sent to the device as bits and expanded there, if the transfer is the bottleneck; "
        "does not change results",
    )
    legal_logits: bool = setting(
        False,
        "The device returns only the logits of legal actions, if the transfer is the bottleneck; does not "
        "change results. Useful if few of a game's actions are legal at once: chess",
    )
    symmetries: bool = setting(
        True,
        "Positions are evaluated through a symmetry of the board, if the game has any, drawn from the position",
    )
    puct: PuctSelection = PUCT
    gumbel: GumbelSelection = field(default_factory=GumbelSelection)
    starts: StartsConfig = field(default_factory=StartsConfig)
    temperature: TemperatureConfig = field(default_factory=TemperatureConfig)
    playout_cap: PlayoutCapConfig = field(default_factory=PlayoutCapConfig)
    resignation: ResignationConfig = field(default_factory=ResignationConfig)
    adjudication: AdjudicationConfig = field(default_factory=AdjudicationConfig)

    def __post_init__(self) -> None:
        super().__post_init__()
        # A run can be resumed from any folder.
        puct = replace(self.puct, selection=rule_text(self.puct.selection), choice=rule_text(self.puct.choice))
        object.__setattr__(self, "puct", puct)
        object.__setattr__(self, "boards", tuple(map(absolute, self.boards)))
        require(self.games_per_iteration >= self.groups, "selfplay.games_per_iteration", "smaller than selfplay.groups")
        require(
            self.starts.random_plies < self.max_plies,
            "selfplay.starts.random_plies",
            f"must be below selfplay.max_plies, got {self.starts.random_plies}",
        )
        require(
            self.playout_cap.full_share == 1 or self.playout_cap.quick_simulations <= self.simulations,
            "selfplay.playout_cap.quick_simulations",
            f"more than selfplay.simulations, got {self.playout_cap.quick_simulations}",
        )
        if self.device:
            self._check_device()
        self._check_boards()

    def _check_device(self) -> None:
        """Rejects settings that self-play on the device does not support; the message names all of them.

        Raises:
            ValueError: naming each such setting and the required value.
        """
        needed = {"search": "gumbel"} if not self.searches_by_gumbel else {}
        for path, value in _ON_DEVICE.items():
            table, _, name = path.rpartition(".")
            if getattr(getattr(self, table) if table else self, name) != value:
                needed[path] = json.dumps(value)
        settings = ", ".join(f"selfplay.{path} {value}" for path, value in needed.items())
        require(
            not needed, "selfplay.device", f"does not go with settings that are for native searches: set {settings}"
        )

    def _check_boards(self) -> None:
        """Rejects settings that are incompatible with several boards.

        Raises:
            ValueError: naming the setting.
        """
        if self.curriculum:
            require(
                not self.device, "selfplay.boards", "games on the device are of one board: set selfplay.device false"
            )
            require(
                not self.starts.openings,
                "selfplay.boards",
                "lines of openings are of one board: leave out selfplay.starts.openings",
            )

    @property
    def curriculum(self) -> tuple[BoardWeights, ...]:
        """The parsed `boards`; () for only the run's own board."""
        return parsed(self.boards)

    @property
    def batch_rows(self) -> int:
        """Number of rows in the network's batches: one per game of a group, two with `quiet_plies`."""
        return self.games * rows_per_leaf(self.quiet_plies)

    def games_of(self, group: int, games: int | None = None) -> int:
        """A group's share of an iteration's games; the first groups take the remainder.

        >>> from boardai.learn.self_play.config import SelfPlayConfig
        >>> [SelfPlayConfig(groups=3, games_per_iteration=8).games_of(group) for group in range(3)]
        [3, 3, 2]

        Args:
            group: number of the group.
            games: number of games of the iteration; None: `games_per_iteration`.
        """
        share, rest = divmod(self.games_per_iteration if games is None else games, self.groups)
        return share + (group < rest)

    @property
    def searches_by_gumbel(self) -> bool:
        """Whether `search` selects Gumbel search."""
        return self.search == "gumbel" or (self.search == "auto" and self.simulations <= GUMBEL_SIMULATIONS)

    @property
    def search_options(self) -> PuctOptions | GumbelOptions:
        """The options of a full search, in the form for `boardai.search`."""
        shared: dict[str, Any] = {
            "simulations": self.simulations,
            "cache_mb": self.cache_mb,
            "repetition_draws": self.repetition_draws,
            "endings": self.endings,
            "quiet_plies": self.quiet_plies,
            "knowledge": {"none": 0, "root": LARGEST_INT, "tree": self.knowledge_visits}[self.knowledge],
            "solver": self.knowledge != "none",
        }
        if self.searches_by_gumbel:
            return GumbelOptions(**asdict(self.gumbel), **shared)
        return PuctOptions(**asdict(self.puct), **shared)
