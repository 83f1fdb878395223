"""Settings of self-play, one small table for each part of a game's life."""

from dataclasses import dataclass, field
from typing import Literal

from boardai.learn.settings import check_ranges, require
from boardai.search.trees.options import rows_per_leaf
from boardai.search.written import evaluator_text

__all__ = [
    "AdjudicationConfig",
    "GumbelConfig",
    "PlayoutCapConfig",
    "PuctConfig",
    "ResignationConfig",
    "SelfPlayConfig",
    "StartsConfig",
    "TemperatureConfig",
]

GUMBEL_SIMULATIONS = 32
"""`search = "auto"` is Gumbel search up to this many simulations."""


@dataclass(frozen=True)
class PuctConfig:
    """AlphaZero's search: visits follow value and prior, noise at the root explores; trained on the visits' shares.

    >>> from boardai.learn.self_play.config import PuctConfig
    >>> PuctConfig(dirichlet_fraction=1.5)
    Traceback (most recent call last):
        ...
    ValueError: selfplay.puct.dirichlet_fraction: not in 0..1: 1.5
    """

    c_init: float = 1.25
    """Exploration constant (AlphaZero)."""
    c_base: float = 19652.0
    """How slowly exploration grows with visits (AlphaZero)."""
    c_scale: float = 1.0
    """Factor on the whole exploration term."""
    fpu_reduction: float = 0.25
    """First-play urgency: an unvisited child counts as its parent's value less this."""
    dirichlet_alpha: float = 0.5
    """Root noise concentration, about 10 / legal moves."""
    dirichlet_fraction: float = 0.25
    """Share of the root prior that is noise; 0 switches it off."""
    forced_playouts: float = 0.0
    """k of KataGo's forced playouts and policy target pruning (2 there); 0: none."""

    def __post_init__(self) -> None:
        check_ranges(
            "selfplay.puct",
            self,
            positive="c_init c_base c_scale dirichlet_alpha",
            not_negative="fpu_reduction forced_playouts",
            shares="dirichlet_fraction",
        )


@dataclass(frozen=True)
class GumbelConfig:
    """Gumbel search: a few sampled actions compete in rounds; trained on the improved policy.

    >>> from boardai.learn.self_play.config import GumbelConfig, SelfPlayConfig
    >>> SelfPlayConfig(simulations=16).searches_by_gumbel, GumbelConfig().considered
    (True, 16)
    """

    considered: int = 16
    """Root actions sampled without replacement."""
    scale: float = 1.0
    """Of the Gumbel noise; 0: none, and the likeliest actions compete."""
    value_scale: float = 0.1
    """How much values weigh against the network's logits."""
    rescale_values: bool = True
    """A position's values are stretched to 0..1, as mctx does; without, `value_scale` 1 weighs them as they are."""
    maxvisit_init: float = 50.0
    """Visits that the weight of values starts from."""

    def __post_init__(self) -> None:
        check_ranges("selfplay.gumbel", self, positive="considered", not_negative="scale value_scale maxvisit_init")


@dataclass(frozen=True)
class StartsConfig:
    """Where games begin.

    >>> from boardai.learn.self_play.config import StartsConfig
    >>> StartsConfig(random_plies=6, balance=0.3).balance_tries
    8
    """

    openings: str = ""
    """A file of named lines (code, name, moves, separated by tabs); own: the one the game brings; empty: none."""
    openings_share: float = 0.5
    """Share of the games that begin with a line of that file."""
    random_plies: int = 0
    """The other games open with 0 to this many uniformly random plies; no opening is learned from."""
    balance: float = 0.0
    """A random opening is drawn again while the network finds it worth more than this to a side; 0: never."""
    balance_tries: int = 8
    """Random openings drawn for one game at most; the last is played whatever it is worth."""
    mirrored_share: float = 0.0
    """Share of the games that begin from the mirrored start, the second player to move (games that have it: chess)."""
    midway_share: float = 0.0
    """Share of the games without a line of that file that begin at a position of a uniformly random game, early or
    late alike: such positions are seldom even, so that what decides a game is seen often, and so is how games end."""

    def __post_init__(self) -> None:
        check_ranges(
            "selfplay.starts",
            self,
            positive="balance_tries",
            not_negative="random_plies",
            shares="openings_share balance mirrored_share midway_share",
        )


@dataclass(frozen=True)
class TemperatureConfig:
    """Moves are drawn from the search's policy ** (1 / temperature), or are best at 0. Plies count from the opening.

    >>> from boardai.learn.self_play.config import TemperatureConfig
    >>> TemperatureConfig(plies=20, end=0.2, halving_plies=10).start
    1.0
    """

    start: float = 1.0
    """In the first `plies`."""
    plies: int = 10
    """Plies at the start temperature."""
    end: float = 0.0
    """Afterwards..."""
    halving_plies: float = 0.0
    """...approached by halving the distance every so many plies; 0: at once."""
    with_gumbel: bool = False
    """Gumbel searches too are drawn from; else they play the winner of their own noisy rounds..."""
    gumbel_plies: int = 0
    """...for so many plies, and then the best visited move of their improved policy; 0: always."""

    def __post_init__(self) -> None:
        check_ranges("selfplay.temperature", self, not_negative="start plies end halving_plies gumbel_plies")


@dataclass(frozen=True)
class PlayoutCapConfig:
    """Playout cap randomisation (KataGo): most moves searched quickly, only full searches learned from.

    >>> from boardai.learn.self_play.config import PlayoutCapConfig
    >>> PlayoutCapConfig(full_share=0.25, quick_simulations=4).full_share
    0.25
    """

    full_share: float = 1.0
    """Share of the moves searched in full; 1 switches it off (KataGo: 0.25)."""
    quick_simulations: int = 8
    """Simulations of the other searches, which have no noise."""
    when_lost: bool = False
    """Who is known to have lost before the search begins (`selfplay.knowledge`) has as few simulations, since every
    move loses. They are learned from all the same, or late in games only wins would be seen."""

    def __post_init__(self) -> None:
        check_ranges("selfplay.playout_cap", self, not_negative="quick_simulations", shares="full_share")


@dataclass(frozen=True)
class ResignationConfig:
    """A player gives up who has found the position lost several moves in a row.

    >>> from boardai.learn.self_play.config import ResignationConfig
    >>> ResignationConfig(threshold=0.95, never_share=0.1).moves
    3
    """

    threshold: float = 0.0
    """Lost: worth minus this or less by the search; 0: nobody resigns."""
    moves: int = 3
    """Own moves in a row."""
    never_share: float = 0.1
    """Share of the games played to their end, neither resigned nor adjudicated: they show how often that is wrong."""

    def __post_init__(self) -> None:
        check_ranges("selfplay.resignation", self, positive="moves", shares="threshold never_share")


@dataclass(frozen=True)
class AdjudicationConfig:
    """A game is decided once the same player was ahead by `threshold` for `plies` plies in a row.

    >>> from boardai.learn.self_play.config import AdjudicationConfig
    >>> AdjudicationConfig(kind="fixed", by="evaluation", threshold=600, plies=6).ply
    40
    """

    kind: Literal["none", "fixed", "progressive"] = "none"
    """fixed: one threshold and ply; progressive: both go in equal steps to their final values."""
    by: Literal["value", "evaluation"] = "value"
    """value: the search's, in 0..1; evaluation: the game's points or own evaluation (chess: centipawns)."""
    evaluator: str = ""
    """The evaluation instead: what searches take by name, or a file (`evaluator=` of docs/search/evaluators.md)."""
    threshold: float = 0.95
    """Lead that decides, in the first iteration."""
    ply: int = 40
    """Not before this ply of the game, in the first iteration."""
    plies: int = 4
    """In a row."""
    final_threshold: float = 0.95
    """progressive: in iteration `iterations` and later."""
    final_ply: int = 40
    """progressive: in iteration `iterations` and later."""
    iterations: int = 50
    """progressive: iterations until then."""
    proven: bool = False
    """Whatever `kind` says, a game is over once its search has proven who wins (`selfplay.endings`, `knowledge`), but
    for `resignation.never_share` of them, which show how won games are won."""
    cap_margin: int = 0
    """Of a game stopped at `max_plies`, without points: won by this much own evaluation; 0: a draw."""

    def __post_init__(self) -> None:
        check_ranges(
            "selfplay.adjudication",
            self,
            positive="plies threshold final_threshold",
            not_negative="ply final_ply cap_margin",
        )
        # The run may be resumed from another folder.
        object.__setattr__(self, "evaluator", evaluator_text(self.evaluator))
        require(self.iterations >= 2, "selfplay.adjudication.iterations", f"must be at least 2, got {self.iterations}")
        if self.by == "value":
            check_ranges("selfplay.adjudication", self, shares="threshold final_threshold")


@dataclass(frozen=True)
class SelfPlayConfig:
    """How games are made: batched search, each group of games driven by a thread of its own.

    >>> from boardai.learn.self_play.config import SelfPlayConfig
    >>> SelfPlayConfig(simulations=64, games=128).searches_by_gumbel  # few simulations: Gumbel; many: PUCT
    False
    """

    search: Literal["auto", "gumbel", "puct"] = "auto"
    """auto: gumbel for up to 32 simulations, which is few for PUCT, else puct."""
    simulations: int = 32
    """Simulations per move."""
    groups: int = 2
    """Groups of games, one thread each; part of the run's result, so it does not follow the machine."""
    games: int = 64
    """Games a group plays at once: the network's batch size."""
    threads: int = 1
    """C++ threads that walk the trees of one group; changes no result. More where a network outruns one."""
    games_per_iteration: int = 128
    """Finished games that end an iteration, over all groups."""
    max_plies: int = 512
    """A game this long is stopped: the side ahead in points wins where the game has points, else it is a draw."""
    reuse_subtree: bool = True
    """The next move's search goes on in the part of the tree below the move played."""
    reuse_counts: bool = False
    """What it goes on with counts among `simulations`: more moves, each searched as deeply. Not with Gumbel search."""
    cache_mb: int = 32
    """Memory of each group for what the network said; emptied when the weights change. 0: none."""
    repetition_draws: bool = False
    """Searches take a position that was on the board before for a draw, so that whoever is ahead does something else.
    The game itself goes on by its rules. In games whose positions come back: chess."""
    endings: bool = True
    """Searches take what the game itself proves of positions near the end, where it can: Reversi."""
    knowledge: Literal["none", "root", "tree"] = "none"
    """Searches ask what the game knows for certain, who wins and which actions lose, of their root, or of positions in
    the tree, too. In games that know more than their rules: Hex, by virtual connections."""
    knowledge_visits: int = 8
    """tree: of positions with so many visits."""
    quiet_plies: int = 0
    """Searches judge a leaf by the position to which its winning exchanges lead, so many plies at most; 0: by itself.
    In games whose exchanges are known: chess, by the worth of its men."""
    packed: bool = False
    """Planes go to the device as bits and are expanded there, for a device that waits for them; changes no result."""
    legal_logits: bool = False
    """The device sends back the logits of legal actions alone, for one that its answers wait for; changes no result. Of
    use where most actions of the game are never legal at once: chess."""
    symmetries: bool = True
    """Positions are evaluated through a symmetry of the board, where the game has any, drawn from the position."""
    puct: PuctConfig = field(default_factory=PuctConfig)
    gumbel: GumbelConfig = field(default_factory=GumbelConfig)
    starts: StartsConfig = field(default_factory=StartsConfig)
    temperature: TemperatureConfig = field(default_factory=TemperatureConfig)
    playout_cap: PlayoutCapConfig = field(default_factory=PlayoutCapConfig)
    resignation: ResignationConfig = field(default_factory=ResignationConfig)
    adjudication: AdjudicationConfig = field(default_factory=AdjudicationConfig)

    def __post_init__(self) -> None:
        check_ranges(
            "selfplay",
            self,
            positive="simulations groups games threads games_per_iteration max_plies knowledge_visits",
            not_negative="cache_mb quiet_plies",
        )
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

    @property
    def batch_rows(self) -> int:
        """Rows of the network's batches: one for each game of a group, with `quiet_plies` two."""
        return self.games * rows_per_leaf(self.quiet_plies)

    @property
    def searches_by_gumbel(self) -> bool:
        """What `search` comes to."""
        return self.search == "gumbel" or (self.search == "auto" and self.simulations <= GUMBEL_SIMULATIONS)
