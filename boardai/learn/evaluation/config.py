"""Settings of the matches that measure a run."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from boardai.basics.quoting import quoted
from boardai.basics.setting import Settings, setting
from boardai.players.spec import for_any_folder

__all__ = ["ArenaConfig"]

INITIAL = "initial"
_SNAPSHOT = re.compile(r"snapshot:-([1-9]\d*)")


def snapshot_age(opponent: str) -> int | None:
    """K of `snapshot:-K`; None: the opponent is not a snapshot.

    Raises:
        ValueError: the text begins like a snapshot but is not one.
    """
    found = _SNAPSHOT.fullmatch(opponent)
    if found is None and opponent.startswith("snapshot"):
        raise ValueError(f"expected snapshot:-1, snapshot:-2..., got {quoted(opponent)}")
    return int(found.group(1)) if found else None


@dataclass(frozen=True)
class GateConfig(Settings, section="arena.gate"):
    """Whether new weights must beat the best ones before self-play uses them."""

    score: float = setting(
        0.0,
        "Score that a candidate needs against the best weights (AlphaGo Zero: 0.55); 0: no gate, "
        "self-play always uses the newest weights",
        low=0,
        below=1,
    )
    every: int = setting(1, "Iterations between two candidates", low=1)
    games: int = setting(100, "Games of the deciding match, in pairs with colours swapped", low=2, even=True)


@dataclass(frozen=True)
class ArenaConfig(Settings, section="arena"):
    """The matches that measure a run, every few iterations and at its end.

    >>> from boardai.learn.evaluation.config import ArenaConfig
    >>> ArenaConfig(every=10, opponents=("random", "pvs:depth=2"), simulations=64).final_games
    200
    """

    every: int = setting(10, "Iterations between the short matches; 0 means none before the end", low=0)
    games: int = setting(40, "Games of a short match, in pairs with colours swapped", low=2, even=True)
    final_games: int = setting(200, "Games of each match of the final report", low=2, even=True)
    search: str = setting(
        "gumbel", "The search that plays with the network, gumbel or puct, its options after a colon (puct:c_init=2)"
    )
    simulations: int = setting(16, "Simulations of that search per move", low=1)
    opponents: tuple[str, ...] = setting(
        ("random", "greedy", INITIAL),
        "Opponents of the search: any agents (pvs:depth=3, mcts:simulations=500), `initial` (the same "
        "search with the run's first weights), `snapshot:-K` (with the weights of K short matches ago)",
    )
    final_opponents: tuple[str, ...] = setting((), "Additional opponents at the end")
    final_initial: bool = setting(True, "At the end the initial weights also play all fixed opponents, for comparison")
    policy_opponents: tuple[str, ...] = setting(
        ("random",), "Opponents of the policy (its most likely move, without search)"
    )
    opening_plies: int = setting(2, "Random plies at the start of a pair of games", low=0)
    max_plies: int = setting(512, "A game this long is a draw", low=1)
    truth: str = setting(
        "",
        "A file of positions with the exact value of each move (python -m boardai.solve GAME --truth FILE): how often "
        "policy and search play a best move and keep the result, whenever short matches are due and at the end",
    )
    gate: GateConfig = field(default_factory=GateConfig)

    def __post_init__(self) -> None:
        super().__post_init__()
        # The run may be resumed from another folder.
        object.__setattr__(self, "truth", self.truth and str(Path(self.truth).absolute()))
        for name in ("opponents", "final_opponents", "policy_opponents"):
            object.__setattr__(self, name, tuple(map(for_any_folder, getattr(self, name))))
            for opponent in getattr(self, name):
                try:
                    snapshot_age(opponent)
                except ValueError as error:
                    raise ValueError(f"arena.{name}: {error}") from None

    def due(self, iteration: int) -> bool:
        """Whether short matches follow this iteration."""
        return self.every > 0 and iteration > 0 and iteration % self.every == 0


def snapshots_needed(config: ArenaConfig, iteration: int) -> set[int]:
    """The checkpoints that must be kept for the report after this iteration and for later matches."""
    every = config.every
    opponents = (*config.opponents, *config.final_opponents, *config.policy_opponents)
    oldest = max((snapshot_age(one) or 0 for one in opponents), default=0)
    if not every or not oldest:
        return {0}
    newest = iteration // every * every
    before = (iteration - 1) // every * every  # snapshots are counted back from here
    return {0, *range(max(0, before - (oldest - 1) * every), newest + 1, every)}
