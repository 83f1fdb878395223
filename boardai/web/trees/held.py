"""The tree that a visitor looks at, and the parts of it for the page: one level at a time."""

from __future__ import annotations

import itertools
import math
import threading
from collections.abc import Container, Sequence
from typing import Any

from boardai.drawing import Board
from boardai.search.results.tree import SearchTree
from boardai.search.results.tree_rows import AT_LEAST, AT_MOST, KINDS, PROVEN, PRUNED
from boardai.search.results.wording import outcome_words, plies_to_win
from boardai.search.trace import Trace
from boardai.web.thinking.memory import Memory
from boardai.web.trees.kinds import TreeKind
from boardai.web.units import Unit

SHOWN = 24  # moves shown at a position, the most visited ones
GONE = "there is no tree of this position any more: open it again"

Paths = Sequence[Sequence[int]]
_NUMBERS = itertools.count(1)  # of views, over all trees, so that each view is newer than all before


class HeldTree:
    """A tree of a position, which may be replaced by a larger one while pages show it.

    Args:
        kind: kind of the tree.
        node: number of the position in its room.
        memory: memory budget of the server, which may free the tree.

    Attributes:
        kind: kind of the tree.
        node: number of the position in its room.
        paths: positions that the page has opened, each as the actions from the root.
    """

    def __init__(self, kind: TreeKind, node: int, memory: Memory) -> None:
        self.kind, self.node, self._memory, self._is_closed = kind, node, memory, False
        self.paths: Paths = [[]]
        self._lock = threading.Lock()  # a worker stores a tree while the event loop may close it
        self._grown: tuple[SearchTree | Trace, Unit, bool] | None = None
        self._step: tuple[Trace, int, SearchTree] | None = None  # the last one that was shown

    def grown(self, tree: SearchTree | Trace, unit: Unit, is_last: bool) -> dict[str, Any]:
        """Stores a larger tree, in one step, so that any thread may call it.

        Args:
            tree: the tree.
            unit: unit of its values.
            is_last: whether it will not grow any more.

        Returns:
            Its view, also if the tree itself has been freed already.
        """
        with self._lock:
            if not self._is_closed:
                self._grown = tree, unit, is_last
                self._memory.used(self)
            paths, number = list(self.paths), next(_NUMBERS)
        return self._view(tree, unit, is_last, paths, number, None)

    def close(self) -> None:
        """Drops the tree, because no page shows it any more."""
        with self._lock:
            self._is_closed = True
            self._grown = self._step = None
            self._memory.dismissed(self)

    def give_up(self) -> bool:
        """Frees the tree to save memory; returns whether there was one."""
        with self._lock:
            had, self._grown, self._step = self._grown is not None, None, None
            return had

    def view(self, step: int | None = None) -> dict[str, Any]:
        """The opened parts, as plain data (docs/web.md).

        Any thread may call it; a view that was started later has the larger number, and may be ready earlier.

        Args:
            step: step of a reference search, from 0; None: the first one.

        Raises:
            ValueError: there is no tree, or no such step.
        """
        with self._lock:
            if self._grown is None:
                raise ValueError(GONE)
            grown, paths, number = self._grown, list(self.paths), next(_NUMBERS)
            self._memory.used(self)
        return self._view(*grown, paths, number, step)

    def _view(
        self,
        held: SearchTree | Trace,
        unit: Unit,
        is_last: bool,
        paths: list[Sequence[int]],
        number: int,
        step: int | None,
    ) -> dict[str, Any]:
        about = dict[str, Any]()
        looked_at: list[int] = []
        if isinstance(held, Trace):
            place = step or 0
            if place >= len(held):
                raise ValueError(f"message branches: step: there are {len(held)} steps, counted from 0")
            tree = self._at(held, place)
            rows = [row for row in held[place].path if row < len(tree)]
            looked_at = [int(tree.actions[row]) for row in rows]
            paths += [looked_at[:plies] for plies in range(len(looked_at))]  # the position of the step is opened
            about = {"step": place, "text": held[place].text}
        else:
            tree = held
        # Opened positions are shown even if they were seldom visited.
        wanted = {(tuple(path[:-1]), path[-1]) for path in [*paths, looked_at] if path}
        branches = []
        for path in sorted({tuple(path) for path in paths}, key=len):  # parents first
            branch = _branch(tree, unit, path, {action for above, action in wanted if above == path})
            branches += [] if branch is None else [branch]
        return {
            "node": self.node,
            "by": self.kind.key,
            "view": number,
            "done": is_last,
            "steps": len(held) if isinstance(held, Trace) else 0,
            **{"step": 0, "text": ""},
            **about,
            "looked_at": looked_at,
            "counts_visits": self.kind.counts_visits,
            "positions": int((tree.kinds != PRUNED).sum()),
            "complete": bool(tree.complete),
            "root": _row(tree, 0, unit, ""),
            "branches": branches,
        }

    def _at(self, held: Trace, place: int) -> SearchTree:
        """The tree after a step; the last requested one is cached."""
        kept = self._step
        if kept is None or kept[0] is not held or kept[1] != place:
            kept = held, place, held.tree(place)
            with self._lock:
                if self._grown is not None:  # otherwise it was closed meanwhile
                    self._step = kept
        return kept[2]


def _branch(tree: SearchTree, unit: Unit, path: Sequence[int], wanted: Container[int]) -> dict[str, Any] | None:
    """A position of the tree and its moves; None: the tree has no such position, or nothing below it.

    Args:
        tree: the tree.
        unit: unit of its values.
        path: the actions that lead to the position.
        wanted: moves that are shown in any case.
    """
    row, state, before, action = 0, unit.state, None, None
    for action in path:
        following = [child for child in tree.children(row) if tree.actions[child] == action]
        if not following:
            return None
        row, before, state = following[-1], state, state.child(action)
    children = _last_looks(tree, row)
    if not children:
        return None
    order = sorted(children, key=lambda child: (child not in tree.variation, -int(tree.visits[child])))
    shown = [*order[:SHOWN], *(child for child in order[SHOWN:] if int(tree.actions[child]) in wanted)]
    moves = [unit.game.format_action(state, int(tree.actions[child])) for child in shown]
    rows = [_row(tree, child, unit, move) for child, move in zip(shown, moves, strict=True)]
    board = Board.of(state, before=before, action=action, with_actions=False)
    return {
        "path": [int(one) for one in path],
        "player": int(state.current_player()),
        "rows": rows,
        "hidden": len(order) - len(rows),
        "board": {"rows": list(board.rows), "last": list(board.last), "alarms": list(board.alarms)},
    }


def _last_looks(tree: SearchTree, row: int) -> list[int]:
    """A position's children; if a move was searched twice, the later search."""
    return list({int(tree.actions[child]): child for child in tree.children(row)}.values())


def _row(tree: SearchTree, row: int, unit: Unit, move: str) -> dict[str, Any]:
    """The data of a position, for the player to move at the root."""
    return {
        "action": int(tree.actions[row]),
        "move": move,
        "words": _value_words(int(tree.kinds[row]), float(tree.values[row]), unit),
        "kind": KINDS[tree.kinds[row]].replace(" ", "-"),
        "visits": int(tree.visits[row]),
        "terms": _terms(tree, row, unit),
        "below": len(_last_looks(tree, row)),
        "best": row in tree.variation,
    }


def _value_words(kind: int, value: float, unit: Unit) -> str:
    if kind == PRUNED:
        return "cut off"
    if math.isnan(value):
        return ""
    if unit.is_score:
        return _score_words(kind, value, unit)
    if kind == PROVEN:
        return outcome_words(round(value))
    if kind in (AT_LEAST, AT_MOST):  # a solver's bound so far: perhaps trivial, or that one side has a draw
        return "" if round(value) else "at least a draw" if kind == AT_LEAST else "at most a draw"
    return unit.words(value)


def _score_words(kind: int, value: float, unit: Unit) -> str:
    words = unit.words(value)
    if kind not in (AT_LEAST, AT_MOST):
        return words
    if plies_to_win(value) is None:
        return f"{'at least' if kind == AT_LEAST else 'at most'} {words}"
    if (kind == AT_LEAST) == (value > 0):  # a win or a loss in any case, perhaps a shorter one
        return words.replace(" in ", " in at most ")
    return f"at {'worst' if kind == AT_LEAST else 'best'} a {words}"


def _terms(tree: SearchTree, row: int, unit: Unit) -> list[list[str]]:
    """Further numbers of the search at a position, each as a name and a text."""
    found = []
    if "α" in tree.terms:
        low, high = float(tree.terms["α"][row]), float(tree.terms["β"][row])
        if not math.isnan(low):
            found.append(["window", f"{unit.bound(low)} … {unit.bound(high)}"])
    others = [name for name in tree.terms if name not in ("α", "β")]
    found += [[name, tree.term_text(row, name).replace("-", "\u2212")] for name in others]  # like `signed`
    return [[name, text] for name, text in found if text]
