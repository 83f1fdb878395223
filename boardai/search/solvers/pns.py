"""Proof-number search: proves the outcome of a position.

The search is C++ (`native/boardai/search/solvers/pns.hpp` has idea, formula and paper);
`boardai.search.reference.solvers.pns` is the same in plain Python.
"""

from __future__ import annotations

from typing import Any, Unpack

from boardai.search.function import DepthKeywords, TreeKeywords, search
from boardai.search.limits import Limits
from boardai.search.results.result import SearchResult
from boardai.search.solvers.options import PnsOptionKeywords, PnsOptions
from boardai.search.solvers.solving import NO_EVALUATOR


class PnsKeywords(PnsOptionKeywords, DepthKeywords, TreeKeywords, total=False):
    """Keywords of `pns`."""


@search(
    PnsOptions,
    native="Pns",
    takes=NO_EVALUATOR,
    summary="proof-number search; fallback= as and_or",
    usual=Limits(seconds=1.0),
    solver=True,
)
def pns(state: Any, **keywords: Unpack[PnsKeywords]) -> SearchResult:
    """Solves one state by proof-number search, in the four steps of docs/search/pns.md.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> result = boardai.search.pns(state)
    >>> state.action_to_string(result.action), result.value
    ('a3', 1)

    Keywords:
        state: a state of any game without infinite lines of play; it is not changed.
        depth: searches for a win within this many plies; undecided positions then count as not won.
        nodes: maximum number of nodes in the tree, over all questions.
        evaluator: a name of `evaluators(state)`, a function, `Outcome(f)`...: the better an open leaf is for a side,
            the smaller its initial number. None: every leaf starts with 1, 1. Proofs do not depend on it.
        tree: keep the last question's tree in `result.tree`; a number limits its rows.

    Returns:
        The result: `value` is +1, 0, -1, or None if unproven. `notes` has the answers to "can win" and
        "can draw" (True, False, None), the root's numbers, and "memory full" if the tree did not fit. The principal
        variation follows the proof found, which need not be the shortest. With `depth`, "can win" False means: not
        within this number of plies.
    """
