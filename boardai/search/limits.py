"""The limits of a search: one set for searches, players, engines, matches and the web page."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from boardai import native
from boardai.basics.arguments import whole_number
from boardai.basics.setting import LARGEST_INT, Settings, setting
from boardai.clocks.management import ClockState

LONGEST = 1e9  # seconds
_LARGEST_COUNT = 2**63 - 1


@dataclass(frozen=True, kw_only=True)
class Limits(Settings):
    """The limits of the search of one move, whichever is reached first; None: no such limit.

    A search supports the limits in its signature. A clock is only for players, which decide how much of it a move may
    use.

    >>> from boardai.search import Limits
    >>> of_match, of_agent = Limits(seconds=0.5), Limits(seconds=2, depth=8)
    >>> of_match.within(of_agent)
    Limits(depth=8, seconds=0.5)
    >>> state = boardai.load("hex", size=3).initial_state()
    >>> boardai.search.pvs(state, limits=Limits(depth=3)).depth
    3

    Raises:
        ValueError: a limit is out of range, or `root_actions` is empty.
    """

    depth: int | None = setting(None, "plies, or iterations of iterative deepening", above=0, high=LARGEST_INT)
    nodes: int | None = setting(None, "positions to visit", above=0, high=_LARGEST_COUNT)
    simulations: int | None = setting(
        None, "of a Monte-Carlo tree search; 0 evaluates the root alone", low=0, high=_LARGEST_COUNT
    )
    seconds: float | None = setting(None, "wall time", above=0, high=LONGEST)
    clock: tuple[ClockState, ClockState] | None = setting(None, "what both players' clocks show")
    root_actions: tuple[int, ...] | None = setting(None, "the only actions to look at, as if there were no others")

    def __post_init__(self) -> None:
        if self.root_actions is not None:
            actions = sorted({whole_number("an action of root_actions", action) for action in self.root_actions})
            if not actions:
                raise ValueError("root_actions is empty: name at least one action, or leave it out for all of them")
            object.__setattr__(self, "root_actions", tuple(actions))
        super().__post_init__()

    def __repr__(self) -> str:
        return f"Limits({', '.join(f'{name}={value!r}' for name, value in self.given.items())})"

    def __bool__(self) -> bool:
        """Whether there is any limit of time or work; `root_actions` does not count as one."""
        return bool(self.given.keys() - {"root_actions"})

    @property
    def given(self) -> dict[str, Any]:
        """The limits that are set, by name."""
        found = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        return {name: value for name, value in found.items() if value is not None}

    def only(self, names: Iterable[str]) -> Limits:
        """Only the limits with these names."""
        return Limits(**{name: value for name, value in self.given.items() if name in set(names)})

    def within(self, other: Limits) -> Limits:
        """The smaller of the two for each limit. Clock and root actions are this object's if it has them."""
        found = {**other.given, **self.given}
        for name in self.given.keys() & other.given.keys() - {"clock", "root_actions"}:
            found[name] = min(self.given[name], other.given[name])
        return Limits(**found)

    def to_native(self) -> Any:
        """The C++ limits of a search."""
        count = self.simulations if self.nodes is None else self.nodes
        values: dict[str, Any] = {"depth": self.depth, "nodes": count, "seconds": self.seconds}
        given = {name: value for name, value in values.items() if value is not None}
        return native.options("SearchLimits", "boardai/search/control", given)

    def root_actions_of(self, root: Any) -> np.ndarray | None:
        """The actions to which a root is restricted, int32 `[n]`, ascending; None: no restriction.

        Raises:
            ValueError: an action is not legal there.
        """
        if self.root_actions is None:
            return None
        legal = root.legal_actions()
        for action in self.root_actions:
            if action not in legal:
                raise ValueError(f"root_actions: {action} is not a legal action in position {root.to_string()}")
        return None if len(self.root_actions) == len(legal) else np.array(self.root_actions, np.int32)


UNTIL_STOPPED = Limits(seconds=LONGEST)
