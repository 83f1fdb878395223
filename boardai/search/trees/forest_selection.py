"""Selection by a Python rule in a `Forest`: trees walk down level by level, and the rule chooses for all at once.

    def puct(children):                              # equal to a forest without a rule
        scores = children.q_values + children.exploration[:, None] * (children.priors / (1 + children.visits))
        return np.where(children.selectable, scores, -np.inf).argmax(1)

    Forest(states, network, PuctOptions(), selection=puct)

The trees stay in C++ (`Puct::undecided` in native/boardai/search/trees/puct/puct.hpp); only the choice is made here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from boardai.search.trees.options import GumbelOptions, PuctOptions


@dataclass(frozen=True)
class ForestChildren:
    """Positions of a forest in which a selection rule chooses a move: a row for each, with a column for each move.

    A tree has at most one position here. The visited moves come first, in the order of their first visits, then the
    unvisited one with the highest prior, then the others. Rows with fewer moves than the longest one are padded. Values
    are mean outcomes in [-1, 1] for the player to move in the position. With `leaves_per_tree` above 1, simulations in
    progress count as visits, and in values according to `virtual_loss`. The rule may keep and change the arrays.

    >>> import boardai, numpy as np
    >>> def least_visited(children: boardai.search.ForestChildren) -> np.ndarray:
    ...     return np.where(children.selectable, children.visits, np.inf).argmin(1)
    >>> network = lambda planes: (np.zeros((len(planes), 9)), np.zeros(len(planes)))
    >>> start = boardai.load("hex", size=3).initial_state()
    >>> forest = boardai.search.Forest([start], network, boardai.search.PuctOptions(), selection=least_visited)
    >>> sorted(forest.run(simulations=18).visits[0].tolist())
    [2, 2, 2, 2, 2, 2, 2, 2, 2]

    Attributes:
        actions: int32 `[n, moves]`, as for `state.apply`; padding is -1.
        visits: int64 `[n, moves]`; 0 for unvisited moves and padding.
        q_values: float64 `[n, moves]`, mean values; for a move without a value, that of the position reduced according
            to `fpu_reduction`; padding is 0.
        priors: float64 `[n, moves]`, priors of the network, at a root with its noise; padding is 0.
        selectable: bool `[n, moves]`, whether the move may be chosen: all moves, but with `solver` no proven loss
            unless all moves are, and in a full tree only visited moves.
        position_visits: int64 `[n]`, visits of the position, including its own evaluation.
        position_values: float64 `[n]`, its mean value, including its own evaluation.
        own_values: float64 `[n]`, its own evaluation.
        exploration: float64 `[n]`, c(N) * sqrt(N) of the options; PUCT's score is
            q_values + exploration * (priors / (1 + visits)).
        depths: int64 `[n]`, plies below the root.
        players: int64 `[n]`, player to move.
        trees: int64 `[n]`, numbers of the trees, the indices of `Forest.states`.
    """

    actions: np.ndarray
    visits: np.ndarray
    q_values: np.ndarray
    priors: np.ndarray
    selectable: np.ndarray
    position_visits: np.ndarray
    position_values: np.ndarray
    own_values: np.ndarray
    exploration: np.ndarray
    depths: np.ndarray
    players: np.ndarray
    trees: np.ndarray

    def __len__(self) -> int:
        return len(self.actions)

    def __repr__(self) -> str:
        return f"<ForestChildren of {len(self)} positions, {self.actions.shape[1]} columns>"


SelectionRule = Callable[[ForestChildren], Any]


def check_selection(rule: Any, options: GumbelOptions | PuctOptions, native_options: Any) -> None:
    """Rejects options that cannot be combined with a selection rule.

    Args:
        rule: the caller's rule.
        options: options of the forest.
        native_options: the same, for the native search.

    Raises:
        ValueError: it is not a function, or an option is part of the formula that it replaces.
    """
    if not callable(rule):
        raise ValueError(f"selection must be a function of ForestChildren, not {rule!r}")
    if isinstance(options, GumbelOptions):
        return
    if native_options.rule.has_score():
        raise ValueError(f"selection {_name(rule)}: {options.selection} has a score() too, so only one can select")
    for name, unused in (("q_transform", "none"), ("moves_left_effect", 0)):
        if getattr(options, name) != unused:
            raise ValueError(f"{name} is a part of PUCT's formula: it cannot be combined with selection {_name(rule)}")


def select_by(rule: SelectionRule, forest: Any, planes: np.ndarray) -> int:
    """Like `select` of a native forest, but the caller's rule chooses the move in every position on the way.

    Args:
        rule: the caller's rule.
        forest: a native `Puct` with selection by the caller.
        planes: the buffer for the positions to evaluate.

    Returns:
        Number of rows of planes that wait for the network; 0: every tree is finished.

    Raises:
        ValueError: the rule's result cannot be used; the next `select` restarts the walks.
    """
    rows = int(forest.select(planes, planes.size))
    while count := int(forest.undecided()):
        columns = _checked(rule, _children(forest, count))
        rows = int(forest.choose(columns, columns.size, planes, planes.size))
    return rows


def _children(forest: Any, count: int) -> ForestChildren:
    shape = (count, int(forest.most_children()))
    counts, numbers = np.empty((4, count), np.int64), np.empty((3, count))
    actions, visits = np.empty(shape, np.int32), np.empty(shape, np.int64)
    q_values, priors, selectable = np.empty(shape), np.empty(shape), np.empty(shape, np.uint8)
    forest.write_children(counts, numbers, actions, visits, q_values, priors, selectable, actions.size)
    trees, depths, players, position_visits = counts
    position_values, own_values, exploration = numbers
    return ForestChildren(
        actions, visits, q_values, priors, selectable.view(np.bool_), position_visits, position_values, own_values,
        exploration, depths, players, trees,
    )  # fmt: skip


def _checked(rule: SelectionRule, children: ForestChildren) -> np.ndarray:
    """The rule's columns, int32 `[n]`."""
    # The rule may write to its arrays, and a move that cannot be selected would be outside of the tree's memory.
    (count, width), selectable = children.actions.shape, children.selectable.copy()
    columns = np.asarray(rule(children))
    if columns.shape != (count,) or columns.dtype.kind not in "iu":
        raise ValueError(
            f"selection {_name(rule)} must return {count} whole numbers, got {columns.dtype} {list(columns.shape)}"
        )
    inside = (columns >= 0) & (columns < width)
    usable = inside & selectable[np.arange(count), np.where(inside, columns, 0)]
    if not usable.all():
        row = int(usable.argmin())
        why = "is not selectable" if inside[row] else f"is not from 0 to {width - 1}"
        raise ValueError(
            f"selection {_name(rule)}: column {columns[row]} {why} in row {row} "
            f"(tree {children.trees[row]}, depth {children.depths[row]})"
        )
    return columns.astype(np.int32)


def _name(rule: Any) -> str:
    return getattr(rule, "__qualname__", None) or repr(rule)
