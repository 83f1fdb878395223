"""The rows of a searched tree, from which texts, pictures and files are made."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from boardai.basics.quoting import quoted
from boardai.search.results.wording import value_words

# In the order of RowKind in native/boardai/search/records/tree_record.hpp.
KINDS = ("exact", "at least", "at most", "proven", "pruned")
EXACT, AT_LEAST, AT_MOST, PROVEN, PRUNED = range(5)
# Number formats of terms by name; all other terms are formatted like values.
_SIGNED, _UNSIGNED, _WHOLE = {"V", "Q"}, {"UCB", "P", "U"}, {"proof", "disproof"}
# Names that can be typed on a keyboard.
_SPELT = {"alpha": "α", "beta": "β"}
_SIGNS = {EXACT: "", AT_LEAST: "≥ ", AT_MOST: "≤ ", PROVEN: "", PRUNED: ""}


@dataclass(frozen=True)
class Shown:
    """The part of a tree that is drawn.

    Attributes:
        children: the drawn children of each drawn row.
        hidden: number of children that are not drawn, for each drawn row.
    """

    children: dict[int, list[int]]
    hidden: dict[int, int]


@dataclass(frozen=True, eq=False)
class TreeRows:
    """Rows of a searched tree; row 0 is the searched state, parents come before their children.

    Attributes:
        position: the searched state's text.
        parents: row of the parent, -1 for row 0. int32 `[rows]`, as are the other columns unless stated otherwise.
        actions: the action that led to the row; -1 for row 0.
        moves: texts of these actions; "" for row 0.
        players: player to move in the row's position.
        values: value for the player to move in the searched state; float64.
        visits: visits, or nodes at and below; int64.
        kinds: kind of the value, an index into `KINDS`.
        complete: False: rows were dropped because there were too many.
        method: name of the search.
        variation: rows of the principal variation, without row 0.
        terms: additional numbers for each row, by name; float64, NaN if unknown. `α` and `β`: the
            window of its search, for the player to move in the searched state (infinite: no bound); `V` and
            `UCB`, or `P`, `Q` and `U`, for the player who moved there; `proof` and `disproof`: its numbers.
        root: the searched state, for pictures with boards; None: unknown.
    """

    position: str
    parents: np.ndarray
    actions: np.ndarray
    moves: tuple[str, ...]
    players: np.ndarray
    values: np.ndarray
    visits: np.ndarray
    kinds: np.ndarray
    complete: bool = True
    method: str = ""
    variation: tuple[int, ...] = ()
    terms: Mapping[str, np.ndarray] = field(default_factory=dict)
    root: Any = None

    def __len__(self) -> int:
        return len(self.parents)

    def children(self, row: int) -> list[int]:
        """The row's children, in the search's order."""
        first, last = self._child_bounds[0][row], self._child_bounds[0][row + 1]
        return self._child_bounds[1][first:last].tolist()

    @property
    def _child_bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """The ranges of each row's children in the rows sorted by parent."""
        if "_bounds" not in self.__dict__:
            order = np.argsort(self.parents, kind="stable")
            first = np.searchsorted(self.parents[order], np.arange(len(self) + 1))
            object.__setattr__(self, "_bounds", (first, order))
        return self.__dict__["_bounds"]

    def depth(self) -> int:
        """Maximum number of plies below the searched state."""
        depths = np.zeros(len(self), np.int64)
        for row in range(1, len(self)):
            depths[row] = depths[self.parents[row]] + 1
        return int(depths.max())

    def shown(self, depth: int | None, breadth: int | None) -> Shown:
        """The part of the tree that a picture of limited size shows.

        Args:
            depth: plies below the searched state; None: all.
            breadth: maximum number of children of each row: those of the principal variation, then the most visited;
                None: all. They keep the search's order.

        Raises:
            ValueError: a limit is not positive.
        """
        for name, limit in (("depth", depth), ("breadth", breadth)):
            if limit is not None and limit < 1:
                raise ValueError(f"{name} must be at least 1, not {limit}")
        children: dict[int, list[int]] = {}
        hidden: dict[int, int] = {}
        level = [0]
        for ply in range(len(self)):
            following = []
            for row in level:
                every = self.children(row)
                if depth is not None and ply >= depth:
                    kept: list[int] = []
                elif breadth is None or len(every) <= breadth:
                    kept = every
                else:
                    kept = sorted(sorted(every, key=lambda c: (c not in self.variation, -self.visits[c]))[:breadth])
                children[row], hidden[row] = kept, len(every) - len(kept)
                following += kept
            if not following:
                break
            level = following
        return Shown(children, hidden)

    def value_text(self, row: int) -> str:
        """`+0.35`, `≥ 12`, `win in 3 plies`; "" if pruned or not known yet (NaN)."""
        if self.kinds[row] == PRUNED or math.isnan(self.values[row]):
            return ""
        text = value_words(float(self.values[row]), decimals=self._decimals)
        return _SIGNS[int(self.kinds[row])] + text

    def chosen_terms(self, show: str | Sequence[str]) -> tuple[str, ...]:
        """The names of the terms to show.

        Args:
            show: names of `terms`, where `alpha` and `beta` may be spelt out; or "all".

        Raises:
            ValueError: the tree has no such term.
        """
        if show == "all":
            return tuple(self.terms)
        names = tuple(_SPELT.get(name, name) for name in ([show] if isinstance(show, str) else show))
        for name in names:
            if name not in self.terms:
                available = ", ".join(self.terms)
                available = f"it has {available}" if available else "it has none besides value and visits"
                raise ValueError(f"the tree has no term {quoted(name)}; {available}")
        return names

    def term_text(self, row: int, name: str) -> str:
        """`+0.35`, `∞`, `12`; "" if the value is unknown."""
        number = float(self.terms[name][row])
        if math.isnan(number):
            return ""
        if math.isinf(number):
            sign = "" if name in _WHOLE or name in _UNSIGNED else "+" if number > 0 else "−"
            return f"{sign}∞"
        if name in _WHOLE:
            return f"{number:.0f}"
        if name in _UNSIGNED:
            return f"{number:.2f}"
        if name in _SIGNED:
            return f"{number:+.2f}".replace("-0.00", "+0.00")
        return value_words(number, decimals=self._decimals).replace(" plies", "").replace(" ply", "")

    @property
    def _decimals(self) -> int:
        searched = self.values[(self.kinds != PRUNED) & ~np.isnan(self.values)]
        return 0 if np.array_equal(searched, np.rint(searched)) else 2
