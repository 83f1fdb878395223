"""Principal variation search: alpha-beta with iterative deepening and the techniques of strong engines.

The search is C++ (`native/boardai/search/pvs/pvs.hpp` has idea, formula, steps and papers);
`boardai.search.reference.pvs.pvs` is its core in plain Python.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Unpack

from boardai import native
from boardai.search.function import DepthKeywords, RootKeywords, TreeKeywords, search
from boardai.search.limits import Limits
from boardai.search.pvs.options import PvsOptionKeywords, PvsOptions
from boardai.search.results.result import SearchResult
from boardai.search.results.tree import SearchTree
from boardai.search.run import limit_root
from boardai.search.session import Session

_USUAL = Limits(seconds=1.0)


class PvsKeywords(PvsOptionKeywords, DepthKeywords, RootKeywords, TreeKeywords, total=False):
    """Keywords of `pvs`."""


class Pvs(Session):
    """A search that keeps its table, and its statistics for move ordering, from one state to the next.

    >>> state = boardai.load("reversi").initial_state()
    >>> search = boardai.search.Pvs()
    >>> for _ in range(4):
    ...     state.apply(search.search(state, depth=4).action)
    >>> len(state.legal_actions())
    7

    Meant for the searches of one game: an agent uses one throughout a game. `forget()` resets it, and so does a search
    that keeps a tree after one without a tree.
    """

    lives_on = True

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self._native: Any = None
        self._searched: Any = None  # kind of state and number of tree rows of the native search

    def forget(self) -> None:
        """Clears the table and the statistics for move ordering."""
        with self._used():
            if self._native is not None:
                self._native.forget()

    def _prepared(self, root: Any, limits: Limits, rows: int, **own: Any) -> tuple[Any, Callable[[], None]]:
        asked, only = (limits if limits else _USUAL).to_native(), limits.root_actions_of(root)
        searched, spec = self._with_evaluator(root)
        kind = (type(root), getattr(root, "observation_shape", None), rows)
        if self._native is None or self._searched != kind:
            self._native = native.template("Pvs", searched)(self.options.to_native(), spec, rows)
            self._searched = kind
        search, start = self._native, native.native_state(searched)

        def run() -> None:
            limit_root(search, only)
            search.run(start, asked)

        return search, run

    def _finished(self, search: Any, result: SearchResult, root: Any, rows: int, **own: Any) -> SearchResult:
        if not rows or not result.depth:
            return result
        return replace(result, tree=SearchTree.from_record(search.tree(), root).with_variation(result.pv, "pvs"))


@search(
    PvsOptions,
    native="Pvs",
    session=Pvs,
    summary="principal variation search with iterative deepening",
    usual=Limits(seconds=1.0),
)
def pvs(state: Any, **keywords: Unpack[PvsKeywords]) -> SearchResult:
    """Principal variation search from one state, by the ten steps of docs/search/pvs.md.

    >>> state = boardai.load("chess").from_string("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    >>> result = boardai.search.pvs(state, depth=3)
    >>> state.san(result.action), result.outcome
    ('Ra8#', 1)

    Keywords:
        depth: iterations of iterative deepening, each a ply deeper.
        nodes: positions to visit.
        seconds: wall time. Without any limit: one second.
        evaluator: evaluates the leaves: a name of `evaluators(state)`, a function, `Outcome(f)`, `Network(f)`.
        tree: keep the tree of the last completed iteration in `result.tree`; a number limits its rows.

    Returns:
        The result. `bounds` names the `action_values` that are only bounds, `notes["lines"]` has the lines of the
        `multi_pv` best moves, `notes["selective depth"]` the plies of the longest line searched.

    Raises:
        ValueError: the game is over, a limit or an option is out of range, an action of `root_actions` is not legal,
            or the evaluator is unknown.
        TypeError: no such option.
    """
