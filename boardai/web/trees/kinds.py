"""The kinds of trees of a game: of its analysts, of searches for teaching, and of reference searches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from boardai.basics.setting import Setting
from boardai.game import Game
from boardai.players.levels import Level
from boardai.players.spec import AgentSpec
from boardai.search.kind import SEARCHES


@dataclass(frozen=True)
class TreeKind:
    """A search whose tree can be shown.

    Attributes:
        key: key in messages.
        title: title for people.
        spec: text of the search, without a limit; or its name in `boardai.trace`.
        is_stepwise: whether it is a reference search, which is shown step by step.
        size: name of its limit: `depth` or `simulations`; None: it cannot be chosen.
    """

    key: str
    title: str
    spec: str
    is_stepwise: bool = False
    size: Setting | None = None

    @property
    def counts_visits(self) -> bool:
        """Whether simulations visit its positions; otherwise the positions at and below each are counted."""
        return SEARCHES[AgentSpec.parse(self.spec).name].usual.simulations is not None

    def checked_size(self, size: int | None) -> int | None:
        """The limit of its size; None if it cannot be chosen.

        Raises:
            ValueError: it is outside its range, or cannot be chosen.
        """
        if self.size is None:
            if size is not None:
                raise ValueError(f"message explain: size: {self.title} has none")
            return None
        if size is None:
            return int(self.size.default)
        self.size.check(size)
        return size

    def to_dict(self) -> dict[str, Any]:
        """The kind as data for pages."""
        one = self.size
        size = None if one is None else {"name": one.name, "low": one.low, "high": one.high, "usual": one.default}
        return {"by": self.key, "title": self.title, "steps": self.is_stepwise, "size": size}


def trees_of(game: Game, analysts: Iterable[Level]) -> list[TreeKind]:
    """The kinds of trees of a game; that of its first analyst comes first.

    >>> from boardai.players.levels import analysts_of
    >>> from boardai.web.trees import trees_of
    >>> game = boardai.load("hex", size=5)
    >>> [kind.title for kind in trees_of(game, analysts_of(game))][:4]
    ['Random games (MCTS)', 'PUCT', 'Alpha-beta without extras', 'Proof-number search']

    Args:
        game: the game.
        analysts: the game's analysts.
    """
    found = [TreeKind(one.key, one.title, one.spec) for one in analysts if _keeps_tree(one.spec)]
    found += [
        TreeKind("alphabeta", "Alpha-beta without extras", "alphabeta"),
        TreeKind("pns", "Proof-number search", "pns"),
    ]
    depth = Setting(2, "plies", low=1, high=3, name="depth", kinds=(int,))
    simulations = Setting(20, "simulations", low=1, high=50, name="simulations", kinds=(int,))
    steps = [
        ("minimax", "Minimax", depth),
        ("alphabeta", "Alpha-beta", depth),
        ("mcts", "UCT", simulations),
        *([("puct", "PUCT without a network", simulations)] if game.is_encodable else []),
        ("pns", "Proof-number search", None),
    ]
    return found + [TreeKind(f"steps-{name}", title, name, True, size) for name, title, size in steps]


def _keeps_tree(spec: str) -> bool:
    name = AgentSpec.parse(spec).name
    return name in SEARCHES and "tree" in SEARCHES[name].keywords
