"""Principal variation search: alpha-beta with iterative deepening and everything that makes it strong.

The search is C++ (`native/boardai/search/pvs/pvs.hpp` has idea, formula, steps and papers);
`boardai.search.reference.pvs.pvs` is its plain core in Python.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from boardai import native
from boardai.search.evaluated import Evaluator, with_evaluator
from boardai.search.pvs.options import PvsOptions
from boardai.search.results.result import SearchResult
from boardai.search.results.tree import SearchTree
from boardai.search.run import (
    Progress,
    limit_root,
    limits,
    only_actions,
    run_search,
    searched_copy,
    tree_rows,
    with_options,
)
from boardai.search.session import Session

_DEFAULT_SECONDS = 1.0


class Pvs(Session):
    """A search that keeps its table, and what it learned about the order of moves, from one state to the next.

    >>> state = boardai.load("reversi").initial_state()
    >>> search = boardai.search.Pvs()
    >>> for _ in range(4):
    ...     state.apply(search.search(state, depth=4).action)
    >>> len(state.legal_actions())
    7

    For the searches of one game: an agent keeps one through its game. `forget()` makes it as new.

    Args:
        evaluator: what evaluates beyond the depth (boardai/search/evaluated.py has the forms).
        tree: keep the tree of the last completed iteration in `result.tree`; a number limits its rows.
        **options: fields of `PvsOptions`; or all at once, `options=PvsOptions(...)`.

    Raises:
        TypeError: no such option.
        ValueError: one is out of range.
    """

    def __init__(
        self,
        *,
        evaluator: Evaluator = "",
        tree: bool | int | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.options = with_options(pvs, PvsOptions(), options)
        self._evaluator = evaluator
        self._rows = tree_rows(tree)
        self._native: Any = None
        self._searched: Any = None  # which kind of state the native search is for

    def forget(self) -> None:
        """Empties the table and forgets what was learned."""
        with self._used():
            if self._native is not None:
                self._native.forget()

    def search(
        self,
        state: Any,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        root_actions: Iterable[int] | None = None,
        progress: Progress | None = None,
        on_interrupt: str = "raise",
    ) -> SearchResult:
        """Searches one state until a limit is reached, or nothing is left to find; without limits, for one second.

        Args:
            state: a state of any game; it is not changed.
            depth: iterations of iterative deepening, each a ply deeper.
            nodes: positions to visit.
            seconds: wall time.
            root_actions: the only actions of the state to look at, as if there were no others; None: all.
            progress: gets the result so far, at most ten times a second.
            on_interrupt: what Ctrl-C does: `raise` KeyboardInterrupt, or `return` the best so far.

        Returns:
            The result. `bounds` says which of `action_values` are only bounds, `notes["lines"]` has the lines of the
            `multi_pv` best moves, `notes["longest line"]` the plies of the longest line looked at.

        Raises:
            ValueError: the game is over, a limit or an option is out of range, an action of `root_actions` is not
                legal, or the evaluator is unknown.
            RuntimeError: this search is in use.
        """
        if depth is None and nodes is None and seconds is None:
            seconds = _DEFAULT_SECONDS
        with self._used():
            root = searched_copy(state, self._evaluator)
            asked = limits(depth=depth, nodes=nodes, seconds=seconds)
            only = only_actions(root, root_actions)
            searched, spec = with_evaluator(root, self._evaluator)
            kind = (type(root), getattr(root, "observation_shape", None))
            if self._native is None or self._searched != kind:
                self._native = native.template("Pvs", searched)(self.options.to_native(), spec, self._rows)
                self._searched = kind
            search, start = self._native, native.native_state(searched)

            def run() -> None:
                limit_root(search, only)
                search.run(start, asked)

            result = run_search(search, run, root, "pvs", progress=progress, on_interrupt=on_interrupt)
            if self._rows and result.depth > 0:
                tree = SearchTree.from_record(search.tree(), root).with_variation(result.pv, "pvs")
                result = replace(result, tree=tree)
        return result


def pvs(
    state: Any,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    root_actions: Iterable[int] | None = None,
    evaluator: Evaluator = "",
    seed: int = 0,
    progress: Progress | None = None,
    tree: bool | int | None = None,
    on_interrupt: str = "raise",
    **options: Any,
) -> SearchResult:
    """Principal variation search from one state, by the ten steps of docs/search/pvs.md.

    >>> state = boardai.load("chess").from_string("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    >>> result = boardai.search.pvs(state, depth=3)
    >>> state.san(result.action), result.outcome
    ('Ra8#', 1)

    Args:
        state: a state of any game; it is not changed.
        depth: iterations of iterative deepening, each a ply deeper.
        nodes: positions to visit.
        seconds: wall time. Without any limit: one second.
        root_actions: the only actions of the state to look at, as if there were no others; None: all.
        evaluator: values beyond the depth: a name of `evaluators(state)`, a function, `Outcome(f)`, `Network(f)`.
        seed: not used: nothing here is random.
        progress: gets the result so far, at most ten times a second.
        tree: keep the tree of the last completed iteration in `result.tree`; a number limits its rows.
        on_interrupt: what Ctrl-C does: `raise` KeyboardInterrupt, or `return` the best so far.
        **options: fields of `PvsOptions`; or all at once, `options=PvsOptions(...)`.

    Returns:
        The result, as `Pvs.search` describes it.

    Raises:
        ValueError: the game is over, a limit or an option is out of range, an action of `root_actions` is not legal,
            or the evaluator is unknown.
        TypeError: no such option.
    """
    search = Pvs(evaluator=evaluator, tree=tree, **options)
    return search.search(
        state,
        depth=depth,
        nodes=nodes,
        seconds=seconds,
        root_actions=root_actions,
        progress=progress,
        on_interrupt=on_interrupt,
    )
