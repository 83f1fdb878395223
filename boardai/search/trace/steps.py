"""The recorded steps of a search: its growing tree, and a sentence for each step."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from boardai.drawing import MovingPicture
from boardai.search.results import tree_drawing
from boardai.search.results.tree import SearchTree
from boardai.search.results.tree_rows import EXACT, PRUNED, Shown

MOST_STEPS = 2000


@dataclass
class Look:
    """The known facts of a position at one step.

    Attributes:
        value: value for the player to move in the searched state; NaN: nothing yet.
        visits: visits, or the number of positions visited at and below it.
        kind: kind of the value, an index into `KINDS` of trees.
        terms: additional numbers, by name; infinite: no bound.
    """

    value: float = float("nan")
    visits: int = 0
    kind: int = EXACT
    terms: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """One step of a search.

    >>> state = boardai.load("hex", size=2).initial_state()
    >>> step = boardai.trace("pns", state)[0]
    >>> print(step, step.rows)
    the root is the most-proving position: it is expanded 5

    Attributes:
        text: a sentence that describes the step.
        path: rows of the tree that it concerns, downwards from below the root.
        changes: new facts, by row; other rows are unchanged.
        rows: number of positions in the tree after it.
    """

    text: str
    path: tuple[int, ...]
    changes: Mapping[int, Look]
    rows: int

    def __str__(self) -> str:
        return self.text


class Trace(Sequence[Step]):
    """The steps of a search.

    >>> state = boardai.load("hex", size=2).initial_state()
    >>> steps = boardai.trace("minimax", state, depth=1)
    >>> print(steps[0])
    a1: value +400
    >>> steps.tree(0).values[1]
    np.float64(400.0)

    Args:
        tree: the final tree, with all positions that were ever searched.
        steps: the steps in order.
        terms: names of additional numbers that a node can show.
    """

    def __init__(self, tree: SearchTree, steps: Sequence[Step], terms: Sequence[str]) -> None:
        self._tree, self._steps, self.terms = tree, list(steps), tuple(terms)

    def __len__(self) -> int:
        return len(self._steps)

    def __getitem__(self, place: Any) -> Any:
        """A step, or for a slice a list of steps."""
        return self._steps[place]

    def __iter__(self) -> Iterator[Step]:
        return iter(self._steps)

    def __str__(self) -> str:
        width = len(str(len(self)))
        return "\n".join(f"{number:{width}}. {step}" for number, step in enumerate(self, 1))

    def __repr__(self) -> str:
        return f"<Trace {self._tree.method} {self._tree.position!r}, {len(self)} steps>"

    def tree(self, place: int = -1) -> SearchTree:
        """The tree after a step, with its terms.

        Raises:
            IndexError: no such step.
        """
        step = self._steps[place]
        rows = step.rows
        whole = self._at(place)
        return replace(
            whole,
            parents=whole.parents[:rows],
            actions=whole.actions[:rows],
            moves=whole.moves[:rows],
            players=whole.players[:rows],
            values=whole.values[:rows],
            visits=whole.visits[:rows],
            kinds=whole.kinds[:rows],
            terms={name: column[:rows] for name, column in whole.terms.items()},
            variation=(),
        )

    def to_svg(
        self,
        place: int = -1,
        depth: int | None = 3,
        breadth: int | None = 3,
        show: str | Sequence[str] = "all",
        boards: bool = False,
    ) -> str:
        """The tree after a step. Every position keeps its place, so that one can flip through the pictures.

        Args:
            place: index of the step; negative ones count from the end.
            depth: plies below the searched state; None: all.
            breadth: maximum number of children of each position, those most visited in the end; None: all.
            show: terms in the nodes, of `terms` (`alpha` and `beta` may be spelt out); "all".
            boards: whether each node shows its board.

        Raises:
            IndexError: no such step.
            ValueError: no such term.
        """
        step = self._steps[place]
        number = place % len(self) + 1
        scene = tree_drawing.Scene(step.rows, frozenset(step.path), f"{number}/{len(self)}. {step.text}")
        tree = self._at(place)
        return tree_drawing.svg(tree, self._shown(depth, breadth), "", show, scene, tree.root if boards else None)

    def pictures(self, **given: Any) -> list[str]:
        """`to_svg` of every step."""
        return [self.to_svg(place, **given) for place in range(len(self))]

    def save(self, folder: str | Path, ending: str = ".svg", **given: Any) -> list[Path]:
        """Writes a picture of every step: `001.svg`, `002.svg`...

        Args:
            folder: created if it does not exist.
            ending: `.svg`, `.png` or `.pdf`.
            given: as in `to_svg`.

        Returns:
            The files.

        Raises:
            ValueError: no such ending.
            FileExistsError: one of the files already exists.
        """
        return self._moving(**given).save(folder, ending)

    def to_html(self, **given: Any) -> str:
        """A separate page: the pictures of `to_svg`, one at a time, with buttons and arrow keys to go through them."""
        return self._moving(**given).to_html()

    def _repr_html_(self) -> str:
        return self._moving()._repr_html_()

    def _moving(self, **given: Any) -> MovingPicture:
        return MovingPicture(self.pictures(**given), f"{self._tree.method}, step by step")

    def _shown(self, depth: int | None, breadth: int | None) -> Shown:
        """The part of the tree that is drawn: below the root's moves only visited positions."""
        shown = self._tree.shown(depth, breadth)
        visited = (self._tree.visits > 0) | (self._tree.kinds == PRUNED)
        for row, children in shown.children.items():
            kept = [child for child in children if row == 0 or visited[child]]
            shown.hidden[row] += len(children) - len(kept)
            shown.children[row] = kept
        there = {0, *(child for row, kept in shown.children.items() for child in kept)}
        return Shown({row: kept for row, kept in shown.children.items() if row in there}, shown.hidden)

    def _at(self, place: int) -> SearchTree:
        """The whole tree's shape with the facts known after a step."""
        last = range(len(self))[place]
        looks = [Look() for _ in range(len(self._tree))]
        for step in self._steps[: last + 1]:
            for row, look in step.changes.items():
                looks[row] = look
        return replace(
            self._tree,
            values=np.array([look.value for look in looks], np.float64),
            visits=np.array([look.visits for look in looks], np.int64),
            kinds=np.array([look.kind for look in looks], np.int32),
            terms={
                name: np.array([look.terms.get(name, math.nan) for look in looks], np.float64) for name in self.terms
            },
            variation=self._tree.variation if last == len(self) - 1 else (),
        )
