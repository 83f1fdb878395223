"""A search among some of the moves only (`go searchmoves`): each is searched by itself, from the position behind it.

A native search has no list of root moves. One ply later there is nothing to exclude: the value of a move is that of the
position behind it, seen by the player who makes it. Searches by depth look at all moves to one depth after the other,
the best first; searches by simulations share them out evenly.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from boardai.search.results.result import SearchResult
from boardai.search.results.wording import EVALUATION_LIMIT, WIN_SCORE

_DEEPEST = 250  # plies


@dataclass
class RootMoves:
    """A search among some moves of a state.

    Attributes:
        search: a function of a state, with limits as keywords.
        state: where; it is not changed.
        actions: legal ones, at least one.
        limits: `depth`, `nodes`, `simulations` or `seconds`, for all of them together.
        scoring: the search takes a depth and tells scores; else it tells outcomes.
        halted: whether to end now.
    """

    search: Callable[..., SearchResult]
    state: Any
    actions: Sequence[int]
    limits: dict[str, Any]
    scoring: bool
    halted: Callable[[], bool]
    _found: dict[int, SearchResult] = field(default_factory=dict)
    _spent: dict[str, int] = field(default_factory=lambda: {"nodes": 0, "simulations": 0})
    _began: float = field(default_factory=time.monotonic)

    def best(self, progress: Callable[[SearchResult], None] | None) -> SearchResult:
        """The result of all of them, as if the others were not there.

        Args:
            progress: gets it after each depth.
        """
        order = list(self.actions)
        # A move is the first ply of the depth.
        for depth in range(1, max(2, self.limits.get("depth", _DEEPEST))) if self.scoring else (None,):
            for number, action in enumerate(order):
                self._look(action, depth, len(order) - number)
            order.sort(key=lambda action: -_worth(self._found[action]))
            if self.halted() or self._share(1) is None or all(_is_decided(self._found[one].value) for one in order):
                break
            if progress is not None:
                progress(self._together(order))
        return self._together(order)

    def _look(self, action: int, depth: int | None, moves_left: int) -> None:
        """Searches one move, unless time is up and something is known of it."""
        share = None if self.halted() else self._share(1 if self.scoring else moves_left)
        if share is None:
            if action in self._found:
                return
            # Nothing can be the best before something is known of every move.
            share, depth = ({}, 1) if self.scoring else ({"simulations": 1}, None)
        child = self.state.child(action)
        if child.is_terminal():
            self._found[action] = self._ended(action, child)
            return
        behind = self.search(child, **share, **({} if depth is None else {"depth": depth}))
        for name in self._spent:
            self._spent[name] += getattr(behind, name)
        whole = depth is None or behind.depth >= depth or _is_decided(behind.value)
        if whole or action not in self._found:  # of a search that was ended, the depth before tells more
            self._found[action] = self._before(action, behind)

    def _share(self, parts: int) -> dict[str, Any] | None:
        """The limits of the next of so many searches; None: they are used up."""
        share: dict[str, Any] = {}
        if "seconds" in self.limits:
            share["seconds"] = (self.limits["seconds"] - self._seconds) / parts
        for name in self._spent.keys() & self.limits.keys():
            share[name] = (self.limits[name] - self._spent[name]) // parts
        return share if all(value > 0 for value in share.values()) else None

    @property
    def _seconds(self) -> float:
        return time.monotonic() - self._began

    def _ended(self, action: int, child: Any) -> SearchResult:
        """The result of a move that ends the game."""
        player = self.state.current_player()
        outcome = int(child.outcome(player))
        return SearchResult(
            action=action,
            value=outcome * (WIN_SCORE - 1) if self.scoring else outcome,
            policy={action: 1.0},
            pv=[action],
            nodes=1,
            depth=1,
            seconds=0.0,
            player=player,
            outcome=outcome,
            plies_to_end=1,
        )

    def _before(self, action: int, behind: SearchResult) -> SearchResult:
        """What a result means one move earlier."""
        player = self.state.current_player()
        value = behind.value_for(player)
        if value is not None and _is_decided(value):
            value += -1 if value > 0 else 1  # a ply further from the end
        outcome = behind.outcome
        return SearchResult(
            action=action,
            value=value,
            policy={action: 1.0},
            pv=[action, *behind.pv],
            nodes=behind.nodes,
            simulations=behind.simulations,
            depth=behind.depth + 1,
            seconds=behind.seconds,
            player=player,
            method=behind.method,
            outcome=outcome if outcome is None or behind.player == player else -outcome,
            plies_to_end=None if behind.plies_to_end is None else behind.plies_to_end + 1,
            hash_use=behind.hash_use,
            notes={"longest line": behind.notes["longest line"] + 1} if "longest line" in behind.notes else {},
        )

    def _together(self, order: list[int]) -> SearchResult:
        """One result of all the moves, the best first."""
        values = {action: self._found[action].value for action in order}
        best = self._found[order[0]]
        longest = max(one.notes.get("longest line", 1) for one in self._found.values())
        return replace(
            best,
            state=self.state.clone(),
            nodes=max(self._spent["nodes"], 1),
            simulations=self._spent["simulations"],
            seconds=self._seconds,
            action_values={action: value for action, value in values.items() if value is not None},
            notes={"lines": [self._found[action].pv for action in order], "longest line": longest},
        )


def _is_decided(value: float | None) -> bool:
    return value is not None and abs(value) >= EVALUATION_LIMIT


def _worth(result: SearchResult) -> float:
    """What moves are ordered by; unproven ones stand between draws and losses."""
    return -0.5 if result.value is None else float(result.value)
